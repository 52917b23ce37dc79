"""The table of check kinds, and the one way to judge an attempt by them.

A kind is one class in a file of this room and one line in `KINDS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
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
    "json-subset": "subset.FinalJsonMatches",
    "contains-nocase": "final.FinalTextContains",
    "matches": "final.FinalTextMatches",
    "number": "final.FinalNumberEquals",
    "called": "tools.CalledTool",
    "not-called": "tools.DidNotCallTool",
    "called-with": "tools.CalledToolWith",
    "calls": "tools.ToolCallCount",
    "called-in-order": "tools.CalledToolsInOrder",
    "trajectory-strict": "trajectory.Strict",
    "trajectory-unordered": "trajectory.Unordered",
    "trajectory-superset": "trajectory.Superset",
    "trajectory-subset": "trajectory.Subset",
    "max-tokens": "budgets.MaxTokens",
    "max-seconds": "budgets.MaxSeconds",
}
"""Name in text suites to the class; a piece of the room is loaded with the first check that needs it."""

RON_KINDS = {
    "CalledTool": "tools.CalledTool",
    "DidNotCallTool": "tools.DidNotCallTool",
    "CalledToolWith": "tools.CalledToolWith",
    "ToolCallCount": "tools.ToolCallCount",
    "NoToolCalls": "tools.NoToolCalls",
    "CalledToolsInOrder": "tools.CalledToolsInOrder",
    "Trajectory": "trajectory.Trajectory",
    "FinalTextContains": "final.FinalTextContains",
    "FinalTextNotContains": "final.FinalTextNotContains",
    "FinalTextEquals": "final.FinalTextEquals",
    "FinalTextMatches": "final.FinalTextMatches",
    "FinalNumberEquals": "final.FinalNumberEquals",
    "FinalJsonMatches": "subset.FinalJsonMatches",
    "TokensUnder": "budgets.TokensUnder",
    "LatencyUnder": "budgets.LatencyUnder",
    "NoError": "budgets.NoError",
}
"""Name in RON suites and in Python to the class."""

_loaded: dict[str, type[Check]] = {}


@lru_cache(maxsize=256)  # the cases of a suite expect the same things again and again
def parse_check(kind: str, value: str) -> Check:
    """Read a check in the words of text suites; raise `BadValue` for an unknown kind or a bad value."""
    check = _loaded.get(kind) or _loaded.setdefault(kind, load(kind, KINDS))
    if not value:
        raise BadValue(f'"{kind}" needs a value after the colon')
    return check.parse(value)


def judge(checks: Sequence[Check], artifacts: RunArtifacts) -> tuple[tuple[Verdict, ...], Outcome]:
    """Return every check's verdict in order and the attempt's outcome.

    After an error the verdicts are still made, but marked as not evaluated: nothing that the attempt
    left can be trusted.
    """
    verdicts = tuple([check.judge(artifacts) for check in checks])
    if artifacts.error is not None:
        return tuple([replace(verdict, evaluated=False) for verdict in verdicts]), "error"
    for verdict in verdicts:
        if verdict.outcome != "pass":
            return verdicts, verdict.outcome
    return verdicts, "pass"


def load(kind: str, kinds: dict[str, str]) -> type[Check]:
    """Return the class of a kind; raise `BadValue` with the nearest name of the table if it has none."""
    if kind not in kinds:
        expected = f" (expected {', '.join(kinds)})"
        raise BadValue(f"unknown check kind {brief(kind)}{did_you_mean(kind, kinds, expected)}")
    piece, name = kinds[kind].split(".")
    check: type[Check] = getattr(import_module(f"evalpin.checks.{piece}"), name)
    return check
