"""`evalpin report`: every finding of a run of workspaces, judged anew from what it kept."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from evalpin import projection, rundir
from evalpin.commands import _envelope, _workspaces
from evalpin.commands._arguments import one_of, path
from evalpin.jsonvalue import Value
from evalpin.rundir import reading

FORMATS = ("text", "json", "markdown")


def configure(parser: ArgumentParser) -> None:
    """Name the arguments."""
    parser.usage = "evalpin report RUN | --run-dir DIR [--format text|json|markdown] [--json]"
    parser.description = (
        "Show every finding of a run, judged anew from its files; exit 0 if that could be done."
    )
    add = parser.add_argument
    add("run", metavar="RUN", type=path, nargs="?", help="ID of a run in evals/runs")
    add("--run-dir", metavar="DIR", type=path, help="folder of a run, wherever it is")
    add(
        "--format",
        metavar="FORMAT",
        type=lambda value: one_of(value, FORMATS),
        default="text",
        help="text, json or markdown (default: text)",
    )
    add("--json", action="store_true", help="the same as --format json")


def execute(args: Namespace) -> int:
    """Read the run, judge it, and show what was found."""
    kept = reading.read(rundir.find(args.run, args.run_dir))
    told = _workspaces.told_of(kept)
    as_json = args.json or args.format == "json"
    data: dict[str, Value] = {**told, "run_id": kept.run_id, "report_hash": projection.hash_of(told)}
    text = (
        projection.markdown(told, kept.run_id)
        if args.format == "markdown"
        else _workspaces.report_of(kept.run, kept.folder, None, told) + _workspaces.details(kept.run)
    )
    _envelope.answer(data, text, as_json=as_json, notices=kept.notices)
    return 0
