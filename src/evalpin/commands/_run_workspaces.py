"""`evalpin run` of a workspace suite: every attempt in a folder of its own, all that it left kept."""

from __future__ import annotations

import signal
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from evalpin import files, projection, results, rundir, runner, suitefolder
from evalpin.commands import _envelope, _workspaces
from evalpin.compare import compare, holds
from evalpin.errors import EvalpinError, Faults, did_you_mean, raise_if_any
from evalpin.model import Attempt, Case, Comparison, Results, Run, Suite
from evalpin.notices import Notice
from evalpin.progress import Progress
from evalpin.projection import About
from evalpin.rundir import making, reading
from evalpin.rundir.making import RunFolder
from evalpin.showing import brief
from evalpin.source import CASE_ID, CASE_ID_RULE
from evalpin.subjects._limits import mapper
from evalpin.subjects._process import Processes
from evalpin.subjects.workspace import Agent, short_secrets
from evalpin.workspace import WorkspaceSuite

NOT_HERE = ("replies", "agent", "command", "record", "save")


class Terminated(KeyboardInterrupt):
    """We were asked to end by SIGTERM: as an interrupt, with an exit code of its own."""

    status = 143


def execute(args: Namespace) -> int:
    """Run, keep what was left, print the report; return 1 if the gate does not hold."""
    _refuse_options(args)
    folder = suitefolder.require(args.suite)
    suite = suitefolder.open_suite(folder)
    if not suite.acknowledged and not args.allow_unsandboxed:
        raise EvalpinError(
            f"{folder}: the runner is not sandboxed and nobody has acknowledged that",
            code="E_UNSANDBOXED_RUNNER_UNACK",
            hint='set "acknowledged_unsandboxed_runner": true in suite.json, or give --allow-unsandboxed',
        )
    cases, baseline = _select(suite, args), _baseline(args.baseline)
    run_id = rundir.check_id(args.run_id) if args.run_id else rundir.new_id(suite.name)
    timeout = args.timeout or suite.runner.program.timeout
    about = About(run_id, rundir.now(), "synchronous", args.jobs, timeout)
    made = making.create(suite, folder, cases, args.times, about)
    notices = [*suite.notices, *_secrets(suite), _workspaces.UNSANDBOXED]
    if isinstance(made, str):
        kept = reading.read(made)
        run, path = kept.run, made
        notices += [
            *kept.notices,
            Notice("W_RUN_EXISTS", f"{made}: the run is complete already, nothing was run"),
        ]
    else:
        run, path = _run(suite, cases, made, args), made.folder
        notices += made.notices
    return _tell(args, run, path, run_id, suite.name, baseline, notices, existing=isinstance(made, str))


def _tell(
    args: Namespace,
    run: Run,
    path: str,
    run_id: str,
    name: str,
    baseline: Results | None,
    notices: list[Notice],
    *,
    existing: bool,
) -> int:
    counts = run.counts()
    rows = None if baseline is None else _compare(args, baseline, counts)
    if args.out is not None:
        files.write_text(args.out, results.render(counts))
    told = projection.of_run(run, name)
    gate = holds(counts, rows)
    data = _workspaces.data_of(run_id, path, told) | {"gate": {"ok": gate}}
    if existing:
        data["existing"] = True
    _envelope.answer(
        data,
        _workspaces.report_of(run, path, rows, told),
        as_json=args.json,
        notices=notices,
        commands=[(f"evalpin report {run_id}", "show every finding")],
    )
    return 0 if gate else 1


def _refuse_options(args: Namespace) -> None:
    given = [name for name in NOT_HERE if getattr(args, name) is not None]
    if given:
        listed = " and ".join(f"--{name}" for name in given)
        raise EvalpinError(
            f"{listed}: not for a workspace suite, which names its runner", code="E_CASE_INVALID"
        )


def _select(suite: WorkspaceSuite, args: Namespace) -> tuple[Case, ...]:
    """Return the cases to run; raise `EvalpinError` for those that are not there, and for none at all."""
    known = [case.id for case in suite.cases]
    missing = [name for name in dict.fromkeys(args.only) if name not in known]
    if missing:
        lines = [f"--only: no case {brief(name)}{did_you_mean(name, known)}" for name in missing]
        raise EvalpinError(*lines, code="E_CASE_INVALID", context={"valid_values": known[:50]})
    if not known:
        raise EvalpinError(f"{suite.suite.name}: suite has no case to run", code="E_CASE_INVALID")
    selected = tuple([case for case in suite.cases if not args.only or case.id in args.only])
    refused = [case.id for case in selected if not CASE_ID.fullmatch(case.id)]
    if args.out is not None and refused:
        lines = [
            f"--out: results files know no case ID {brief(name)} (expected {CASE_ID_RULE})"
            for name in refused
        ]
        raise EvalpinError(*lines[:20], code="E_CASE_INVALID")
    return selected


def _baseline(path: str | None) -> Results | None:
    if path is None:
        return None
    faults = Faults(path)
    parsed = results.parse(files.read_lines(faults), faults)
    raise_if_any([faults])
    return parsed


def _compare(args: Namespace, baseline: Results, counts: Results) -> list[Comparison]:
    """Compare with the baseline; with `--only`, with what it says of these cases alone."""
    if args.only:
        baseline = {case_id: count for case_id, count in baseline.items() if case_id in counts}
    return compare(baseline, counts)


def _secrets(suite: WorkspaceSuite) -> Iterator[Notice]:
    for name in short_secrets(suite):
        yield Notice(
            "W_SHORT_SECRET", f"redact_env_values: the value of {name} is so short that it garbles texts"
        )


def _run(suite: WorkspaceSuite, cases: tuple[Case, ...], made: RunFolder, args: Namespace) -> Run:
    selected = Suite(suite.suite.name, cases)
    processes = Processes(guarded=True)
    agent = Agent(suite, making.snapshot_of(made.folder), made.tree, processes, args.timeout)
    watch = None if args.quiet else Progress(selected, args.times)

    def attempt(case: Case, number: int) -> Attempt:
        return made.attempt(agent, case, number)

    try:
        with _ended_by_sigterm():
            run = runner.each(selected, attempt, args.times, mapper(args.jobs), watch)
            made.finish(run)
    except OSError as error:
        raise EvalpinError(
            f"{made.folder}: cannot write: {files.reason(error)}", code="E_RUN_FAILED"
        ) from None
    finally:
        processes.end_all()  # after an interrupt what still runs, and always what was left by many at once
        made.close()
        if watch is not None:
            watch.close()
    return run


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Let SIGTERM end a run as Ctrl-C does: nothing of ours is left running."""

    def terminate(_number: int, _frame: FrameType | None) -> None:
        raise Terminated

    before = signal.signal(signal.SIGTERM, terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
