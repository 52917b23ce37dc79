"""The table of check kinds, and the one way to judge an attempt by them.

A kind is one class in a file of this room and one line in `KINDS`.
"""

from __future__ import annotations

from importlib import import_module

from evalpin.errors import BadValue, did_you_mean
from evalpin.model import Check, Outcome, RunArtifacts, Verdict
from evalpin.showing import brief

KINDS = {
    "equals": "text.Equals",
    "contains": "text.Contains",
    "not-contains": "text.NotContains",
    "one-of": "text.OneOf",
    "max-chars": "text.MaxChars",
    "min-chars": "text.MinChars",
    "json": "data.JsonScalar",
}
"""Name in text suites to the class; a piece of the room is loaded with the first check that needs it."""

_loaded: dict[str, type[Check]] = {}


def parse_check(kind: str, value: str) -> Check:
    """Read a check in the words of text suites; raise `BadValue` for an unknown kind or a bad value."""
    check = _loaded.get(kind) or _load(kind)
    if not value:
        raise BadValue(f'"{kind}" needs a value after the colon')
    return check.parse(value)


def judge(checks: tuple[Check, ...], artifacts: RunArtifacts) -> tuple[tuple[Verdict, ...], Outcome]:
    """Return every check's verdict in order and the attempt's outcome.

    An attempt that ended in an error is not judged: nothing that it left can be trusted.
    """
    if artifacts.error is not None:
        return (), "error"
    verdicts = tuple([check.judge(artifacts) for check in checks])
    for verdict in verdicts:
        if verdict.outcome != "pass":
            return verdicts, "fail"
    return verdicts, "pass"


def _load(kind: str) -> type[Check]:
    if kind not in KINDS:
        expected = f" (expected {', '.join(KINDS)})"
        raise BadValue(f"unknown check kind {brief(kind)}{did_you_mean(kind, KINDS, expected)}")
    piece, name = KINDS[kind].split(".")
    check: type[Check] = getattr(import_module(f"evalpin.checks.{piece}"), name)
    return _loaded.setdefault(kind, check)
