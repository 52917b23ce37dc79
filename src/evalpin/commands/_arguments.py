"""What the verbs' arguments share."""

from __future__ import annotations

from argparse import ArgumentTypeError

from evalpin import files, results, source
from evalpin.errors import Faults, did_you_mean
from evalpin.model import Results
from evalpin.showing import brief


def path(value: str) -> str:
    """Take a path as it was typed; an empty one is a variable that the shell did not find."""
    if not value:
        raise ArgumentTypeError("expected a path, found nothing")
    return value


def one_of(value: str, known: tuple[str, ...]) -> str:
    """Take one of a few words."""
    if value not in known:
        expected = f" (expected {' or '.join(known)})"
        raise ArgumentTypeError(f"unknown value {brief(value)}{did_you_mean(value, known, expected)}")
    return value


def read_results(faults: Faults) -> Results:
    """Read a results file; with faults, what could be understood of it."""
    lines = read_lines(faults)
    return {} if lines is None else results.parse(lines, faults)


def read_lines(faults: Faults) -> list[str] | None:
    """Read the lines of the file that the faults are of; None if it cannot be read."""
    data = files.read_bytes(faults.path, faults)
    return None if data is None else source.read_lines(data, faults)
