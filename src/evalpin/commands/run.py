"""`evalpin run`: ask every case of a suite, judge the replies, and hold them against a baseline."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace

from evalpin import console, files, replies, results, runner, source, suites
from evalpin.commands._arguments import path, read_lines
from evalpin.compare import compare, holds
from evalpin.errors import MOST_TOLD, EvalpinError, Faults, did_you_mean, raise_if_any
from evalpin.model import Comparison, Results, Suite
from evalpin.report import render_run
from evalpin.showing import brief
from evalpin.subjects import scripted

MOST_TIMES = 20


def configure(parser: ArgumentParser) -> None:
    """Name the arguments."""
    parser.description = "Run every case of a suite; exit 1 if one fails, or got worse than the baseline."
    parser.usage = "evalpin run SUITE --replies FILE [-k N] [--only ID]... [--out FILE] [--baseline FILE]"
    parser.add_argument(
        "suite", metavar="SUITE", type=path, help="suite file: cases with a prompt and checks"
    )
    parser.add_argument(
        "--replies", metavar="FILE", type=path, required=True, help="scripted replies to the prompts"
    )
    parser.add_argument(
        "-k", metavar="N", dest="times", type=_times, default=1, help="attempts a case, 1 to 20 (default: 1)"
    )
    parser.add_argument(
        "--only", metavar="ID", action="append", default=[], help="run only this case (repeatable)"
    )
    parser.add_argument("--out", metavar="FILE", type=path, help="write the results to this file")
    parser.add_argument(
        "--baseline",
        metavar="FILE",
        type=path,
        help="compare with these results, and fail only on what got worse",
    )


def execute(args: Namespace) -> int:
    """Run, write the results, print the report; return 1 if the gate does not hold."""
    _refuse_overwriting(args)
    suite, script, baseline = _read(args)
    selected = _select(suite, args.only)
    run = runner.run(selected, scripted(script), args.times)
    counts = run.counts()
    rows = None if baseline is None else _compare(suite, baseline, counts)
    if args.out is not None:
        files.write_text(args.out, results.render(counts))
    console.write(render_run(run, counts, rows))
    return 0 if holds(counts, rows) else 1


def _times(value: str) -> int:
    if not re.fullmatch("0*[0-9]{1,2}", value, re.ASCII) or not 1 <= int(value) <= MOST_TIMES:
        raise ArgumentTypeError(f"bad number of attempts {brief(value)} (expected 1 to {MOST_TIMES})")
    return int(value)


def _refuse_overwriting(args: Namespace) -> None:
    for name in ("suite", "replies"):
        if args.out is not None and files.same_file(args.out, getattr(args, name)):
            raise EvalpinError(f"--out {args.out}: names the {name} itself (expected a file of its own)")


def _read(args: Namespace) -> tuple[Suite, replies.Script, Results | None]:
    """Read all input files; raise every fault of each, and of what they lack for each other."""
    of_suite, of_replies = Faults(args.suite), Faults(args.replies)
    of_baseline = Faults(args.baseline or "")
    suite = suites.parse(read_lines(of_suite), of_suite)
    script = replies.parse(read_lines(of_replies), of_replies)
    baseline = None if args.baseline is None else results.parse(read_lines(of_baseline), of_baseline)
    if not of_suite.blind:
        _refuse_unknown(suite, args.only, of_suite)
    if not of_replies.blind:
        for case_id in dict.fromkeys(case.id for case in _select(suite, args.only).cases):
            if case_id not in script and source.CASE_ID.fullmatch(case_id):
                of_replies.add(f'no reply for case "{case_id}"')
    raise_if_any([of_suite, of_replies, of_baseline])
    return suite, script, baseline


def _refuse_unknown(suite: Suite, only: list[str], faults: Faults) -> None:
    known = {case.id for case in suite.cases}
    for case_id in dict.fromkeys(only):
        if case_id not in known:
            near = did_you_mean(case_id, known) if len(faults) < MOST_TOLD else ""
            faults.add(f"--only: no case {brief(case_id)}{near}")


def _select(suite: Suite, only: list[str]) -> Suite:
    if not only:
        return suite
    wanted = set(only)
    return Suite(suite.name, tuple([case for case in suite.cases if case.id in wanted]))


def _compare(suite: Suite, baseline: Results, counts: Results) -> list[Comparison]:
    """Compare with the baseline, less the cases that `--only` left out: neither gone nor the same."""
    left_out = {case.id for case in suite.cases} - counts.keys()
    return compare({case_id: count for case_id, count in baseline.items() if case_id not in left_out}, counts)
