"""What the verbs' arguments share."""

from __future__ import annotations

from argparse import ArgumentTypeError

from evalpin.errors import did_you_mean
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
