"""`evalpin diff`: compare two results files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from evalpin import console, results
from evalpin.commands._arguments import one_of, path
from evalpin.compare import any_worse, compare
from evalpin.errors import Faults, raise_if_any
from evalpin.files import read_lines
from evalpin.report import render_diff

SHOW = ("all", "changes")


def configure(parser: ArgumentParser) -> None:
    """Name the arguments."""
    parser.usage = "evalpin diff OLD NEW [--show all|changes]"
    parser.description = "Compare two results files; exit 1 if any case got worse."
    parser.add_argument("old", metavar="OLD", type=path, help="results file from before")
    parser.add_argument("new", metavar="NEW", type=path, help="results file from now")
    parser.add_argument(
        "--show",
        metavar="all|changes",
        type=lambda value: one_of(value, SHOW),
        default="all",
        help="every row, or only those that changed (default: all)",
    )


def execute(args: Namespace) -> int:
    """Print the comparison; return 1 if any case is worse."""
    old, new = Faults(args.old), Faults(args.new)
    before, after = results.parse(read_lines(old), old), results.parse(read_lines(new), new)
    raise_if_any([old, new])
    rows = compare(before, after)
    console.write(render_diff(rows, changes_only=args.show == "changes"))
    return 1 if any_worse(rows) else 0
