"""The Python interface: run cases against an agent, or a harness with a world and a scorer of its own."""

from __future__ import annotations

import copy
import os
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Protocol, TypeVar, runtime_checkable

from evalpin import library, progress, runner
from evalpin.errors import raise_if_any
from evalpin.evalreport import EvalReport
from evalpin.model import Attempt, Case, Run, RunArtifacts, Suite, Verdict
from evalpin.records import RunMeta
from evalpin.runner import Judged, Subject
from evalpin.showing import quote
from evalpin.subjects import _limits
from evalpin.subjects import agent as agents

World = TypeVar("World")
Setup = TypeVar("Setup", contravariant=True)
Expect = TypeVar("Expect", contravariant=True)
Seen = TypeVar("Seen", contravariant=True)


@runtime_checkable
class Agent(Protocol):
    """What is tested: one method. A plain function of the prompt does as well, and so does `async def`."""

    def run(self, prompt: str, /) -> Any:
        """Take a prompt; return `RunArtifacts`, a str, a dict of the JSON form, or an awaitable of one."""


class Harness(Protocol[Setup, World]):
    """An agent that acts on a world: made anew for each attempt, and looked at by a scorer afterwards."""

    def setup(self, setup: Setup, /) -> World:
        """Return the world of one attempt; called once, with a copy of the case's `setup`."""

    def run(self, prompt: str, world: World, /) -> Any:
        """Take a prompt in a world; return what an agent may return."""


class Scorer(Protocol[Expect, Seen]):
    """Says of one thing that a case expects whether the world and the artifacts hold it."""

    def score(self, expect: Expect, artifacts: RunArtifacts, world: Seen, /) -> tuple[str, bool] | Verdict:
        """Return a label and whether it held."""


def load_cases(path: str | os.PathLike[str]) -> list[Case]:
    """Return the cases of a suite: a text file, a RON file, a folder of RON files, or `"baseline"`.

    Raises `EvalError` with every fault of every file.
    """
    suite, faults = library.open_suite(os.fspath(path))
    raise_if_any(faults)
    return list(suite.cases)


def run_suite(
    agent: Agent | type[Agent] | Callable[[str], Any],
    cases: Iterable[Case],
    *,
    attempts: int = 1,
    jobs: int = 1,
    timeout: float | None = None,
    progress: bool | None = None,
    meta: RunMeta | None = None,
) -> EvalReport:
    """Ask an agent with every case and judge what it did by the case's checks.

    `attempts` a case; `jobs` of them at once, in threads; `timeout` seconds for each. `progress` goes
    to stderr (None: if that is a terminal). What an agent raises is an error of that attempt. Raises
    `ValueError` for two cases of one ID, a case without checks and numbers that cannot be,
    `TypeError` for a check that is none and `EvalError` for an agent that is none.
    """
    suite = _suite(cases)
    _refuse_what_cannot_judge(suite)
    subject = agents.asking(agents.as_ask(agent), timeout)
    return _report(suite, subject, attempts, jobs, timeout, progress, meta, runner.judge_by_checks)


def run_eval(
    harness: Harness[Any, Any],
    scorer: Scorer[Any, Any],
    cases: Iterable[Case],
    *,
    attempts: int = 1,
    jobs: int = 1,
    timeout: float | None = None,
    progress: bool | None = None,
    meta: RunMeta | None = None,
) -> EvalReport:
    """Run every case in a world of its own and let a scorer judge each thing that it expects.

    A case's `checks` hold whatever the scorer understands. Making the world is not part of the time
    taken. A scorer that raises fails that one verdict only. See `run_suite` for the rest.
    """
    suite = _suite(cases)
    worlds = _Worlds(harness, scorer, timeout)
    return _report(suite, worlds.ask, attempts, jobs, timeout, progress, meta, worlds.judge)


class _Worlds:
    """The worlds of the attempts that are under way: made by the subject, judged, and let go."""

    def __init__(self, harness: Harness[Any, Any], scorer: Scorer[Any, Any], timeout: float | None) -> None:
        self._harness, self._scorer, self._timeout = harness, scorer, timeout
        self._made: dict[tuple[str, int], Any] = {}

    def ask(self, case: Case, number: int) -> RunArtifacts:
        """Make the world, run in it, keep it for the scorer."""
        made: list[Any] = []

        def setup() -> str:
            made.append(self._harness.setup(copy.deepcopy(case.setup)))
            return ""

        failed = agents.attempt(setup, self._timeout)
        if failed.error is not None:
            return replace(failed, final_text=None, seconds=None, error=f"setup: {failed.error}")
        self._made[case.id, number] = made[0]
        return agents.attempt(lambda: self._harness.run(case.prompt, made[0]), self._timeout)

    def judge(self, case: Case, number: int, artifacts: RunArtifacts) -> Judged:
        """Let the scorer judge each thing that the case expects."""
        world = self._made.pop((case.id, number), None)
        verdicts = tuple([self._score(n, expect, artifacts, world) for n, expect in enumerate(case.checks)])
        if artifacts.error is not None:
            return tuple([replace(verdict, evaluated=False) for verdict in verdicts]), "error"
        return verdicts, next((verdict.outcome for verdict in verdicts if not verdict.passed), "pass")

    def _score(self, number: int, expect: Any, artifacts: RunArtifacts, world: Any) -> Verdict:
        try:
            scored = self._scorer.score(expect, artifacts, world)
            if isinstance(scored, Verdict):
                return scored
            label, passed = scored
            return (
                Verdict(str(label), "pass")
                if passed
                else Verdict(str(label), "fail", f"{label} does not hold")
            )
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - one failing scorer call must not wipe the others
            label = f"predicate #{number}"
            return Verdict(label, "error", f"{label}: {agents.told(error)}")


class _Quiet:
    """A watch that tells nobody."""

    def began(self, case: Case, number: int) -> None:
        """Take no note."""

    def ended(self, attempt: Attempt) -> None:
        """Take no note."""

    def close(self) -> None:
        """Have nothing to end."""


def _suite(cases: Iterable[Case]) -> Suite:
    suite = Suite("cases", tuple(cases))
    seen: set[str] = set()
    for case in suite.cases:
        if case.id in seen:
            raise ValueError(f"two cases have the ID {quote(case.id)}")
        seen.add(case.id)
        if not case.checks:
            raise ValueError(f"case {quote(case.id)} has no checks")
    return suite


def _refuse_what_cannot_judge(suite: Suite) -> None:
    for case in suite.cases:
        for check in case.checks:
            if not callable(getattr(check, "judge", None)):
                raise TypeError(f"case {quote(case.id)}: {type(check).__name__} is no check")


def _report(
    suite: Suite,
    subject: Subject,
    attempts: int,
    jobs: int,
    timeout: float | None,
    shown: bool | None,
    meta: RunMeta | None,
    judging: runner.Judging,
) -> EvalReport:
    if attempts < 1 or jobs < 1:
        raise ValueError(f"attempts={attempts}, jobs={jobs} (expected 1 or more)")
    if timeout is not None and not timeout > 0:
        raise ValueError(f"timeout={timeout} (expected more than 0)")
    told = sys.stderr is not None and sys.stderr.isatty() if shown is None else shown
    watch: progress.Progress | _Quiet = progress.Progress(suite, attempts) if told else _Quiet()
    began = time.time()
    try:
        run: Run = runner.run(suite, subject, attempts, _limits.mapper(jobs), watch, judging)
    finally:
        watch.close()
    report = EvalReport(run, meta or RunMeta(), (began, time.time()))
    if report.meta.directory is not None:
        report.save()
    return report
