"""Cases times attempts, asked and judged, in suite order."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from evalpin.checks import judge
from evalpin.model import Attempt, Case, Outcome, Run, RunArtifacts, Suite, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Watch(Protocol):
        """Told of every attempt as it begins and ends, from whatever thread makes it."""

        def began(self, case: Case, number: int) -> None:
            """Take note that an attempt begins."""

        def ended(self, attempt: Attempt) -> None:
            """Take note of how it ended."""


Subject = Callable[[Case, int], RunArtifacts]
"""Asks with a case's prompt, in attempt number n (from 1)."""

Judged = tuple[tuple[Verdict, ...], Outcome]
Judging = Callable[[Case, int, RunArtifacts], Judged]
"""Gives the verdicts and the outcome of what an attempt left."""

Unit = tuple[Case, int]
Mapper = Callable[[Callable[[Unit], Attempt], Iterable[Unit]], Iterable[Attempt]]
"""`map`, or one over threads that gives its results in order."""


def judge_by_checks(case: Case, _number: int, artifacts: RunArtifacts) -> Judged:
    """Judge an attempt by the checks of its case."""
    return judge(case.checks, artifacts)


def run(
    suite: Suite,
    subject: Subject,
    times: int,
    mapper: Mapper = map,
    watch: Watch | None = None,
    judging: Judging = judge_by_checks,
) -> Run:
    """Ask the subject with every case, `times` each, and judge what it leaves.

    `subject(case, number)` gives the artifacts of attempt `number` (from 1).
    """

    def attempt(case: Case, number: int) -> Attempt:
        artifacts = subject(case, number)
        verdicts, outcome = judging(case, number, artifacts)
        return Attempt(case.id, number, artifacts, verdicts, outcome)

    return each(suite, attempt, times, mapper, watch)


def each(
    suite: Suite,
    attempt: Callable[[Case, int], Attempt],
    times: int,
    mapper: Mapper = map,
    watch: Watch | None = None,
) -> Run:
    """Make every attempt of a suite; with any `mapper` they come back in suite order."""

    def make(unit: Unit) -> Attempt:
        case, number = unit
        if watch is not None:
            watch.began(case, number)
        made = attempt(case, number)
        if watch is not None:
            watch.ended(made)
        return made

    units = ((case, number) for case in suite.cases for number in range(1, times + 1))
    return Run(suite, times, tuple(mapper(make, units)))
