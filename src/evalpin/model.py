"""The nouns: frozen records that the other modules hand to each other."""

from __future__ import annotations

from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Outcome = Literal["pass", "fail", "error"]
    Change = Literal["better", "same", "worse", "new", "gone"]
else:  # importing typing would cost every start 4 ms
    Outcome = Change = str

Count = tuple[int, int]
"""Attempts of a case: (passed, total)."""

Results = dict[str, Count]
"""Case ID to its count, in run order: what a results file holds."""


@dataclass(frozen=True, slots=True)
class RunArtifacts:
    """All that a check may look at: what one attempt left behind.

    `final_text` is the reply; None is no reply, which differs from an empty one. `error` is the
    message of an attempt that failed before it could be judged; None is no error.
    """

    final_text: str | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one check says of one attempt: its label, the outcome, and why if it is not a pass."""

    label: str
    outcome: Outcome
    note: str = ""


class Check:
    """The base of every kind of check: a frozen record with one pure function of the artifacts."""

    __slots__ = ()
    kind = ""
    """The name of the kind in text suites."""

    @classmethod
    def parse(cls, value: str) -> Check:
        """Read VALUE of a line `expect KIND: VALUE`; raise `BadValue` if it cannot be one."""
        raise NotImplementedError

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        """Say whether the artifacts hold what this check expects; never raise."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Case:
    """One prompt and what is expected of the reply; `line` is where the suite opens it, from 1."""

    id: str
    prompt: str
    checks: tuple[Check, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Suite:
    """Cases in file order, under the path that the user typed."""

    name: str
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One run of one case: number (from 1), artifacts and, if these could be judged, the verdicts."""

    case_id: str
    number: int
    artifacts: RunArtifacts
    verdicts: tuple[Verdict, ...]
    outcome: Outcome

    @property
    def note(self) -> str:
        """Why the attempt failed: the error, or the note of its first failing check; else empty."""
        if self.artifacts.error is not None:
            return self.artifacts.error
        return next((v.note for v in self.verdicts if v.outcome != "pass"), "")


@dataclass(frozen=True, slots=True)
class Run:
    """Every attempt of a suite, `times` a case, in suite order."""

    suite: Suite
    times: int
    attempts: tuple[Attempt, ...]

    def counts(self) -> Results:
        """Return the passed and total attempts of each case, in suite order."""
        passed = {case.id: 0 for case in self.suite.cases}
        for attempt in self.attempts:
            passed[attempt.case_id] += attempt.outcome == "pass"
        return {case_id: (n, self.times) for case_id, n in passed.items()}


@dataclass(frozen=True, slots=True)
class Comparison:
    """One case before and after; None where it was not run."""

    case_id: str
    before: Count | None
    after: Count | None
    change: Change
