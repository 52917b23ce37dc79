"""`evalpin run`: ask with every case of a suite, judge what comes back, hold it against a baseline."""

from __future__ import annotations

import os
import re
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from importlib import import_module

from evalpin import console, files, library, replies, results, runner, source
from evalpin.commands._arguments import path
from evalpin.compare import compare, holds
from evalpin.errors import MOST_TOLD, EvalpinError, Faults, UsageError, did_you_mean, raise_if_any
from evalpin.model import Comparison, Results, Run, Suite
from evalpin.report import render_run
from evalpin.runner import Subject
from evalpin.showing import brief
from evalpin.subjects import scripted

MOST_TIMES = 20
MOST_JOBS = 256

SUBJECTS = ("replies", "agent", "command")
"""The options that name what is asked: exactly one of them."""


def configure(parser: ArgumentParser) -> None:
    """Name the arguments."""
    parser.usage = """evalpin run SUITE --replies FILE [-k N] [--only ID]... [--out FILE] [--baseline FILE]
       evalpin run SUITE --agent TARGET | --command 'ARGV' [--jobs N] [--timeout S] [--record FILE] ..
       evalpin run WORKSPACES [--jobs N] [--timeout S] [--run-id ID] [--allow-unsandboxed] [--json] .."""
    parser.description = "Run every case of a suite; exit 1 if one fails, or got worse than the baseline."
    add = parser.add_argument
    add("suite", metavar="SUITE", type=path, help=_SUITE)
    add("--replies", metavar="FILE", type=path, help="ask scripted replies")
    add(
        "--agent", metavar="TARGET", type=path, help="ask a Python agent: package.module:name or file.py:name"
    )
    add(
        "--command",
        metavar="ARGV",
        type=path,
        help="ask a command: prompt on stdin, reply from stdout; no shell",
    )
    add("-k", metavar="N", dest="times", type=_times, default=1, help="attempts a case, 1 to 20 (default: 1)")
    add("--only", metavar="ID", action="append", default=[], help="run only this case (repeatable)")
    add("--out", metavar="FILE", type=path, help="write the results to this file")
    add(
        "--baseline",
        metavar="FILE",
        type=path,
        help="compare with these results, fail only on what got worse",
    )
    add("--record", metavar="FILE", type=path, help="write what was said as a replies file")
    add("--save", metavar="DIR", type=path, help="write a run record into this folder")
    add(
        "--model",
        metavar="NAME",
        type=path,
        default="model",
        help="the name under which --save files the run",
    )
    add("--jobs", metavar="N", type=_jobs, default=1, help="attempts at once (default: 1)")
    add("--timeout", metavar="S", type=_seconds, help=_TIMEOUT)
    add("--run-id", metavar="ID", type=path, help="name of the run of a workspace suite (default: a new one)")
    add(
        "--allow-unsandboxed",
        action="store_true",
        help="run a workspace suite that does not acknowledge that its runner is not sandboxed",
    )
    add("--json", action="store_true", help="print one line of JSON instead of the report")
    add("-q", dest="quiet", action="store_true", help="no progress on stderr")


_SUITE = (
    "suite file, RON file or folder of them, baseline, or workspace suite: a name in evals/suites or a folder"
)
_TIMEOUT = "seconds an attempt may take; a command is ended, an async agent cancelled, any other given up"


def execute(args: Namespace) -> int:
    """Run, write what is asked for, print the report; return 1 if the gate does not hold."""
    if library.is_workspaces(args.suite):
        return int(import_module("evalpin.commands._run_workspaces").execute(args))
    _refuse_overwriting(args)
    suite, subject, baseline = _read(args)
    selected = _select(suite, args.only)
    began = time.time()
    run = _run(selected, subject, args)
    span = (began, time.time())
    counts = run.counts()
    rows = None if baseline is None else _compare(suite, baseline, counts)
    if args.record is not None:
        files.write_text(args.record, replies.render(run.attempts, _timed(selected)))
    if args.out is not None:
        files.write_text(args.out, results.render(counts))
    if args.save is not None:
        import_module("evalpin.saving").save(run, args.save, args.model, _backend(args), span)
    gate = holds(counts, rows)
    if args.json:
        data = {"suite": suite.name, "results": {name: list(count) for name, count in counts.items()}}
        import_module("evalpin.commands._envelope").answer(
            {**data, "run": _told(run, counts), "gate": {"ok": gate}}, "", as_json=True
        )
    else:
        console.write(render_run(run, counts, rows))
    return 0 if gate else 1


def _times(value: str) -> int:
    if not re.fullmatch("0*[0-9]{1,2}", value, re.ASCII) or not 1 <= int(value) <= MOST_TIMES:
        raise ArgumentTypeError(f"bad number of attempts {brief(value)} (expected 1 to {MOST_TIMES})")
    return int(value)


def _jobs(value: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", value, re.ASCII) or not 1 <= int(value) <= MOST_JOBS:
        raise ArgumentTypeError(f"bad number of jobs {brief(value)} (expected 1 to {MOST_JOBS})")
    return int(value)


def _seconds(value: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", value, re.ASCII) or float(value) == 0:
        raise ArgumentTypeError(f"bad number of seconds {brief(value)} (expected a number such as 30 or 0.5)")
    return float(value)


def _told(run: Run, counts: Results) -> dict[str, object]:
    whole = sum(passed == total for passed, total in counts.values())
    return {"ok": whole == len(counts), "case_count": len(counts), "attempts": run.times, "passed": whole}


def _refuse_overwriting(args: Namespace) -> None:
    if args.run_id is not None or args.allow_unsandboxed:
        raise UsageError("--run-id and --allow-unsandboxed: only for a workspace suite")
    chosen = [name for name in SUBJECTS if getattr(args, name) is not None]
    if not chosen and not library.exists(args.suite):
        known = library.workspaces()
        raise EvalpinError(
            f"{args.suite}: no such suite{did_you_mean(args.suite, known)}",
            code="E_SUITE_NOT_FOUND",
            context={"valid_values": known},
        )
    if len(chosen) != 1:
        both = " and ".join(f"--{name}" for name in chosen)
        wrong = f"{both}: only one can be asked" if chosen else "nothing to ask"
        raise UsageError(
            f"{wrong} (expected one of --replies, --agent or --command)", hint='try "evalpin run --help"'
        )
    for output in ("out", "record"):
        for name in ("suite", "replies"):
            ours, theirs = getattr(args, output), getattr(args, name)
            if ours is not None and theirs is not None and files.same_file(ours, theirs):
                raise EvalpinError(f"--{output} {ours}: names the {name} itself (expected a file of its own)")
    if args.record is not None and args.out is not None and files.same_file(args.record, args.out):
        raise EvalpinError(f"--record {args.record}: names the file of --out (expected a file of its own)")


def _read(args: Namespace) -> tuple[Suite, Subject, Results | None]:
    """Read all input files; raise every fault of each, and of what they lack for each other."""
    suite, of_suite = library.open_suite(args.suite)
    if not any(faults.blind for faults in of_suite):
        _refuse_unknown(suite, args.only, of_suite[0])
    of_replies, of_baseline = Faults(args.replies or ""), Faults(args.baseline or "")
    script: replies.Script = {}
    if args.replies is not None:
        script = replies.parse(files.read_lines(of_replies), of_replies)
        _refuse_silent(_select(suite, args.only), script, of_replies)
    baseline = None
    if args.baseline is not None:
        baseline = results.parse(files.read_lines(of_baseline), of_baseline)
    raise_if_any([*of_suite, of_replies, of_baseline])
    return suite, scripted.scripted(script) if args.replies is not None else _live(args), baseline


def _refuse_unknown(suite: Suite, only: list[str], faults: Faults) -> None:
    known = {case.id for case in suite.cases}
    for case_id in dict.fromkeys(only):
        if case_id not in known:
            near = did_you_mean(case_id, known) if len(faults) < MOST_TOLD else ""
            faults.add(f"--only: no case {brief(case_id)}{near}")


def _refuse_silent(suite: Suite, script: replies.Script, faults: Faults) -> None:
    """Note the cases without a reply, unless a line that is not understood may hold it."""
    for case_id in dict.fromkeys(case.id for case in suite.cases):
        if not faults.blind and case_id not in script and source.CASE_ID.fullmatch(case_id):
            faults.add(f'no reply for case "{case_id}"')


def _live(args: Namespace) -> Subject:
    """Return the subject that is asked while the run goes on."""
    if args.agent is not None:
        agent = import_module("evalpin.subjects.agent")
        with console.stdout_to_stderr():
            subject: Subject = agent.asking(agent.load(args.agent), args.timeout)
        return subject
    command = import_module("evalpin.subjects.command")
    running: Subject = command.Running(command.split(args.command), args.timeout)
    return running


def _run(suite: Suite, subject: Subject, args: Namespace) -> Run:
    if args.replies is not None:
        return runner.run(suite, subject, args.times)
    progress = None if args.quiet else import_module("evalpin.progress").Progress(suite, args.times)
    mapper = import_module("evalpin.subjects._limits").mapper(args.jobs)
    here = os.getcwd()
    try:
        with console.stdout_to_stderr():
            return runner.run(suite, subject, args.times, mapper, progress)
    except KeyboardInterrupt:
        getattr(subject, "stop", int)()  # what was started is ended; a Python agent has nothing to end
        raise
    finally:
        os.chdir(here)  # an agent may have gone elsewhere; --out is where the user is
        if progress is not None:
            progress.close()


def _select(suite: Suite, only: list[str]) -> Suite:
    if not only:
        return suite
    wanted = set(only)
    return Suite(suite.name, tuple([case for case in suite.cases if case.id in wanted]))


def _compare(suite: Suite, baseline: Results, counts: Results) -> list[Comparison]:
    """Compare with the baseline, less the cases that `--only` left out: neither gone nor the same."""
    left_out = {case.id for case in suite.cases} - counts.keys()
    return compare({case_id: count for case_id, count in baseline.items() if case_id not in left_out}, counts)


def _timed(suite: Suite) -> set[str]:
    return {case.id for case in suite.cases if any(check.timed for check in case.checks)}


def _backend(args: Namespace) -> str:
    return next(f"{name} {getattr(args, name)}" for name in SUBJECTS if getattr(args, name) is not None)
