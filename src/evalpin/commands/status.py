"""`evalpin status`: how a run of workspaces ended, in a table."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from evalpin import rundir
from evalpin.commands import _envelope, _workspaces
from evalpin.commands._arguments import path
from evalpin.jsonvalue import Value
from evalpin.rundir import reading


def configure(parser: ArgumentParser) -> None:
    """Name the arguments."""
    parser.usage = "evalpin status RUN | --run-dir DIR [--json]"
    parser.description = "Say how a run of workspaces ended; exit 0 if that could be said."
    parser.add_argument("run", metavar="RUN", type=path, nargs="?", help="ID of a run in evals/runs")
    parser.add_argument("--run-dir", metavar="DIR", type=path, help="folder of a run, wherever it is")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")


def execute(args: Namespace) -> int:
    """Read the run, and say how its cases ended."""
    kept = reading.read(rundir.find(args.run, args.run_dir))
    told = _workspaces.told_of(kept)
    command = f"evalpin report --run-dir {kept.folder}" if args.run_dir else f"evalpin report {kept.run_id}"
    action: dict[str, Value] = {"command": command, "rationale": "show every finding", "alternatives": []}
    data = _workspaces.data_of(kept.run_id, kept.folder, told)
    _envelope.answer(
        {**data, "run": told["run"], "cases": told["cases"], "recommended_action": action},
        _workspaces.report_of(kept.run, kept.folder, None, told),
        as_json=args.json,
        notices=kept.notices,
        commands=[(command, "show every finding")],
    )
    return 0
