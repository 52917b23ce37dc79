"""`evalpin rescore`: judge a run again, by the checks of a suite as it is now; nothing is run."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from evalpin import rundir, suitefolder
from evalpin.commands import _envelope, _workspaces
from evalpin.commands._arguments import path
from evalpin.compare import holds
from evalpin.rundir import reading


def configure(parser: ArgumentParser) -> None:
    """Name the arguments."""
    parser.usage = "evalpin rescore RUN | --run-dir DIR [--suite SUITE] [--json]"
    parser.description = "Judge a run again, running nothing: command scorers stand by their answers."
    add = parser.add_argument
    add("run", metavar="RUN", type=path, nargs="?", help="ID of a run in evals/runs")
    add("--run-dir", metavar="DIR", type=path, help="folder of a run, wherever it is")
    add("--suite", metavar="SUITE", type=path, help="judge by this suite (default: as the run kept it)")
    add("--json", action="store_true", help="print one line of JSON")


def execute(args: Namespace) -> int:
    """Judge, write, and say how the run stands now; return 1 if not every case passes."""
    folder = rundir.find(args.run, args.run_dir)
    suite = None if args.suite is None else suitefolder.open_suite(suitefolder.require(args.suite))
    kept = reading.read(folder, suite)
    reading.rewrite(kept)
    told = _workspaces.told_of(kept)
    gate = holds(kept.run.counts(), None)
    _envelope.answer(
        {**_workspaces.data_of(kept.run_id, folder, told), "gate": {"ok": gate}},
        _workspaces.report_of(kept.run, folder, None, told),
        as_json=args.json,
        notices=kept.notices,
    )
    return 0 if gate else 1
