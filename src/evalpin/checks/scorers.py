"""The scorers of workspace suites: what an attempt left, held against keys of a case's `expect`.

The texts of findings are those of evalctl 0.4.3, so that reports of both have one hash.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evalpin.checks._left import DidSomething, ExitCode, FileExists, WorkspaceDiff
from evalpin.checks._output import Contains, Exact, JsonSchema, NumericThreshold, Regex
from evalpin.checks._scorer import BadExpectation, Scorer, Settings
from evalpin.model import Check, RunArtifacts, Verdict
from evalpin.scoring import Scored, told

__all__ = [
    "COMMAND",
    "READ_BY",
    "SCORERS",
    "BadExpectation",
    "Command",
    "DidSomething",
    "Settings",
    "Worded",
]


@dataclass(frozen=True, slots=True)
class Command(Scorer):
    """`command`: what a program of the user's said when the attempt was made."""

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        name = self.settings.id or ""
        answer = artifacts.workspace.answers.get(name) if artifacts.workspace else None
        error = answer.error if answer else f"no answer of {name} is there"
        outcome = "error" if error or answer is None else "pass" if answer.ok else "fail"
        findings = [{"why": error}] if error or answer is None else list(answer.findings)
        return Scored(
            label=f"command {name}",
            outcome=outcome,  # type: ignore[arg-type]  # one of three words
            note="" if outcome == "pass" else told(name, findings, "says no"),
            scorer="command",
            id=name,
            score=answer.score if answer and not error else 0.0,
            required=self.settings.required,
            findings=tuple(findings),
            given=answer.label if answer and not error else "",
        )


@dataclass(frozen=True, slots=True)
class Worded(Check):
    """A check in the words of text suites, beside the scorers."""

    words: str
    check: Check

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        verdict = self.check.judge(artifacts)
        held = verdict.outcome == "pass"
        return Scored(
            label=self.words,
            outcome=verdict.outcome,
            note=verdict.note,
            expected=verdict.expected,
            found=verdict.found,
            scorer="check",
            id=self.words,
            score=1.0 if held else 0.0,
            findings=() if held else ({"why": verdict.note},),
        )


SCORERS: Mapping[str, type[Scorer]] = {
    "contains": Contains,
    "regex": Regex,
    "exact": Exact,
    "json-schema": JsonSchema,
    "numeric-threshold": NumericThreshold,
    "file-exists": FileExists,
    "exit-code": ExitCode,
    "workspace-diff": WorkspaceDiff,
}
"""The scorers that are built in, in the order in which they judge where a suite names none."""

COMMAND = "command"

READ_BY = {key: name for name, scorer in SCORERS.items() for key in scorer.keys}
"""Key of `expect` to the scorer that reads it."""
