"""Cases times attempts, asked and judged, in suite order."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from evalpin.checks import judge
from evalpin.model import Attempt, Case, Run, RunArtifacts, Suite

Subject = Callable[[Case, int], RunArtifacts]
"""Asks with a case's prompt, in attempt number n (from 1)."""

Unit = tuple[Case, int]
Mapper = Callable[[Callable[[Unit], Attempt], Iterable[Unit]], Iterable[Attempt]]
"""`map`, or an executor's."""


def run(suite: Suite, subject: Subject, times: int, mapper: Mapper = map) -> Run:
    """Ask the subject with every case, `times` each, and judge what it leaves.

    `subject(case, number)` gives the artifacts of attempt `number` (from 1). `mapper` is `map` or
    an executor's: the attempts come back in suite order either way.
    """

    def attempt(unit: Unit) -> Attempt:
        case, number = unit
        artifacts = subject(case, number)
        verdicts, outcome = judge(case.checks, artifacts)
        return Attempt(case.id, number, artifacts, verdicts, outcome)

    units = ((case, number) for case in suite.cases for number in range(1, times + 1))
    return Run(suite, times, tuple(mapper(attempt, units)))
