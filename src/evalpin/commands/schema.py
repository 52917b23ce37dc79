"""`evalpin schema`: the JSON Schemas of what verbs print with `--json`, and of files that people write."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from evalpin import console, schemas
from evalpin.commands._arguments import one_of


def configure(parser: ArgumentParser) -> None:
    """Name the arguments."""
    parser.usage = "evalpin schema [VERB | suite | cases | artifacts | record]"
    parser.description = "Print the JSON Schema of what a verb prints with --json, or of a file."
    parser.add_argument(
        "name",
        metavar="NAME",
        type=lambda value: one_of(value, schemas.NAMES),
        nargs="?",
        help=f"one of {', '.join(dict.fromkeys(schemas.NAMES))}",
    )
    parser.add_argument("--json", action="store_true", help="as it is always")


def execute(args: Namespace) -> int:
    """Print the schema."""
    console.write(json.dumps(schemas.of(args.name), indent=2, sort_keys=True) + "\n")
    return 0
