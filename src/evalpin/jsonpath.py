"""The JSON path walker: parse a path once, find its value in many documents.

    path := "$" step*
    step := "." name | "[" digits "]" | "[" JSON string "]"
    name := one or more characters other than  . [ ] = " SPACE TAB

A path is a tuple of steps: a string is an object's key, an integer an array's index from 0.
"""

from __future__ import annotations

import re

from evalpin import jsontext
from evalpin.errors import BadValue
from evalpin.showing import brief, escape, quote

Path = tuple[str | int, ...]

_NAME = re.compile(r'[^.\[\]=" \t]+')
_INDEX = re.compile(r"\[0*([0-9]+)\]")
_MOST_DIGITS = 600
"""Python may be told to read no longer integers; no array has so many items."""


class Missing(Exception):
    """A document without the value of a path: `path` ends at the first step that is not there."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{show(path)} is missing")
        self.path = path


def parse(text: str) -> tuple[Path, int]:
    """Read the path at the beginning of a text; return it and the place after it. Raise `BadValue`."""
    if not text.startswith("$"):
        raise BadValue(f'bad path: expected "$", found {_found(text, 0)}')
    steps: list[str | int] = []
    at = 1
    while text[at : at + 1] in (".", "["):
        step, at = _name(text, at) if text[at] == "." else _bracket(text, at)
        steps.append(step)
    return tuple(steps), at


def find(path: Path, document: jsontext.Json) -> jsontext.Json:
    """Return the value of a path in a document; raise `Missing`."""
    value = document
    for depth, step in enumerate(path, 1):
        if isinstance(value, dict) and isinstance(step, str) and step in value:
            value = value[step]
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            raise Missing(path[:depth])
    return value


def show(path: Path) -> str:
    """Return the one spelling of a path: `.name` where it can stand, else `["name"]`."""
    return "$" + "".join(map(_show_step, path))


def _show_step(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    plain = _NAME.fullmatch(step) and escape(step) == step
    return f".{step}" if plain else f"[{quote(step)}]"


def _name(text: str, at: int) -> tuple[str, int]:
    match = _NAME.match(text, at + 1)
    if match is None:
        raise BadValue(
            f"bad path: expected a name after {quote(text[: at + 1])}, found {_found(text, at + 1)}"
        )
    return match.group(), match.end()


def _bracket(text: str, at: int) -> tuple[str | int, int]:
    match = _INDEX.match(text, at)
    if match is not None:
        if len(match.group(1)) > _MOST_DIGITS:
            raise BadValue(
                f"bad path: the index after {quote(text[: at + 1])} has more than {_MOST_DIGITS} digits"
            )
        return int(match.group(1)), match.end()
    if text[at + 1 : at + 2] != '"':
        expected = f"expected an index or a JSON string after {quote(text[: at + 1])}"
        raise BadValue(f"bad path: {expected}, found {_found(text, at + 1)}")
    try:
        name, end = jsontext.parse_prefix(text, at + 1)
    except jsontext.NotJson as error:
        raise BadValue(f"bad path: {error.reason} after {quote(text[: at + 1])}") from None
    if text[end : end + 1] != "]" or not isinstance(name, str):
        raise BadValue(f'bad path: expected "]" after {quote(text[:end])}, found {_found(text, end)}')
    return name, end + 1


def _found(text: str, at: int) -> str:
    return brief(text[at:]) if at < len(text) else "the end"
