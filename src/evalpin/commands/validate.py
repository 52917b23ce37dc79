"""`evalpin validate`: all that a run of a suite would trip over, at once."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from evalpin import library, sample, suitefolder
from evalpin.commands import _envelope
from evalpin.commands._arguments import path
from evalpin.errors import raise_if_any
from evalpin.jsonvalue import Value
from evalpin.notices import Notice
from evalpin.showing import escape


def configure(parser: ArgumentParser) -> None:
    """Name the arguments."""
    parser.usage = "evalpin validate [SUITE] [--json]"
    parser.description = "Say all that is wrong with a suite, with file and line; exit 2 if anything is."
    parser.add_argument(
        "suite",
        metavar="SUITE",
        type=path,
        nargs="?",
        default=sample.NAME,
        help=f"suite (default: {sample.NAME})",
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON")


def execute(args: Namespace) -> int:
    """Read the suite, and say that it is valid."""
    name, cases, notices = _read(args.suite)
    data: dict[str, Value] = {"suite": name, "case_count": cases, "valid": True}
    text = f"evalpin: {escape(name)} is valid, {cases} cases\n"
    _envelope.answer(data, text, as_json=args.json, notices=notices)
    return 0


def _read(word: str) -> tuple[str, int, Sequence[Notice]]:
    """Return name, number of cases and warnings of a valid suite of any kind."""
    if suitefolder.find(word) is None and library.exists(word):
        suite, faults = library.open_suite(word)
        raise_if_any(faults)
        return suite.name, len(suite.cases), ()
    workspaces = suitefolder.open_suite(suitefolder.require(word))
    return workspaces.name, len(workspaces.cases), workspaces.notices
