"""`evalpin baseline`: list the shipped suite, or write its files as a template."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from evalpin import console, files, shipped
from evalpin.commands._arguments import path
from evalpin.errors import EvalpinError


def configure(parser: ArgumentParser) -> None:
    """Name the arguments."""
    parser.usage = "evalpin baseline [--dump DIR]"
    parser.description = (
        "List the cases of the shipped suite, or write its files into a folder to start from."
    )
    parser.add_argument("--dump", metavar="DIR", type=path, help="write the files there; none is overwritten")


def execute(args: Namespace) -> int:
    """List the cases, or write the files and name them."""
    if args.dump is None:
        console.write("".join(f"{case.id}\n" for case in shipped.baseline()))
        return 0
    content = shipped.baseline_files()
    paths = [os.path.join(args.dump, name) for name, _ in content]
    there = [name for name in paths if os.path.lexists(name)]
    if there:
        raise EvalpinError(*[f"{name}: is there already, nothing was written" for name in there])
    try:
        os.makedirs(args.dump, exist_ok=True)
    except OSError as error:
        raise EvalpinError(f"{args.dump}: cannot make the folder: {files.reason(error)}") from None
    for name, (_, text) in zip(paths, content, strict=True):
        files.write_text(name, text)
    console.write("".join(f"{name}\n" for name in paths))
    return 0
