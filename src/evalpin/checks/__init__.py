"""The table of check kinds, and the one way to judge an attempt by them.

A kind is one class in a file of this room and one line in `KINDS`.
"""

from __future__ import annotations

from evalpin.checks.data import JsonScalar
from evalpin.checks.text import Contains, Equals, MaxChars, MinChars, NotContains, OneOf
from evalpin.errors import BadValue, did_you_mean
from evalpin.model import Check, Outcome, RunArtifacts, Verdict
from evalpin.showing import brief

KINDS: dict[str, type[Check]] = {
    kind.kind: kind for kind in (Equals, Contains, NotContains, OneOf, MaxChars, MinChars, JsonScalar)
}


def parse_check(kind: str, value: str) -> Check:
    """Read a check in the words of text suites; raise `BadValue` for an unknown kind or a bad value."""
    known = KINDS.get(kind)
    if known is None:
        expected = f" (expected {', '.join(KINDS)})"
        raise BadValue(f"unknown check kind {brief(kind)}{did_you_mean(kind, KINDS, expected)}")
    if not value:
        raise BadValue(f'"{kind}" needs a value after the colon')
    return known.parse(value)


def judge(checks: tuple[Check, ...], artifacts: RunArtifacts) -> tuple[tuple[Verdict, ...], Outcome]:
    """Return every check's verdict in order and the attempt's outcome.

    An attempt that ended in an error is not judged: nothing that it left can be trusted.
    """
    if artifacts.error is not None:
        return (), "error"
    verdicts = tuple([check.judge(artifacts) for check in checks])
    passed = all(verdict.outcome == "pass" for verdict in verdicts)
    return verdicts, "pass" if passed else "fail"
