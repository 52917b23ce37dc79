"""The tree of a RON text: one record a kind of value, each with the offset of its first character.

Offsets count the code points of the text without its leading BOM. A node with a name begins with
it, so the node's place is the name's too. `raw` says that a name was written `r#name`.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

BOM = "\ufeff"


class RonError(Exception):
    """What is wrong with a RON text, in one line, and the offset of the place (see `place`)."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.message = message
        self.at = at


@dataclass(frozen=True, slots=True)
class Str:
    """A string, plain or raw, its escapes undone."""

    at: int
    value: str


@dataclass(frozen=True, slots=True)
class Char:
    """One character in `'`; where a string is wanted it is none."""

    at: int
    value: str


@dataclass(frozen=True, slots=True)
class Int:
    """An integer of any size, and its spelling with sign, prefix and `_`."""

    at: int
    value: int
    spelled: str


@dataclass(frozen=True, slots=True)
class Float:
    """A double, also `inf`, `NaN` and what overflows to infinity, and its spelling."""

    at: int
    value: float
    spelled: str


@dataclass(frozen=True, slots=True)
class Bool:
    """`true` or `false`."""

    at: int
    value: bool


@dataclass(frozen=True, slots=True)
class Option:
    """`Some(value)`, or `None` with no value."""

    at: int
    value: Node | None


@dataclass(frozen=True, slots=True)
class Unit:
    """A bare name, or `()` without one."""

    at: int
    name: str | None
    raw: bool


@dataclass(frozen=True, slots=True)
class Tuple:
    """`(a, b)` or `Name(a, b)`; `Name()` and `( )` have no items."""

    at: int
    name: str | None
    raw: bool
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """One `name: value` of a struct; the place is the name's."""

    at: int
    name: str
    raw: bool
    value: Node


@dataclass(frozen=True, slots=True)
class Struct:
    """`(name: value)` or `Name(name: value)`: at least one field, repeated ones kept."""

    at: int
    name: str | None
    raw: bool
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class List:
    """`[a, b]`."""

    at: int
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Map:
    """`{key: value}`: any value may be a key, repeated keys are kept."""

    at: int
    entries: tuple[tuple[Node, Node], ...]


Node = Str | Char | Int | Float | Bool | Option | Unit | Tuple | Struct | List | Map

_KINDS = {
    Str: "a string",
    Char: "a char",
    Int: "an integer",
    Float: "a float",
    Bool: "a boolean",
    Tuple: "a tuple",
    Struct: "a struct",
    List: "a list",
    Map: "a map",
}


def describe(node: Node) -> str:
    """Return what a node is, for `expected a string, found ...`."""
    if isinstance(node, Unit):
        return "()" if node.name is None else "a bare name"
    if isinstance(node, Option):
        return "None" if node.value is None else "Some"
    return _KINDS[type(node)]


def repeated_fields(struct: Struct) -> list[Field]:
    """Return the fields whose name an earlier field of the struct has: a mistake in every decoding."""
    seen: set[str] = set()
    again = []
    for field in struct.fields:
        if field.name in seen:
            again.append(field)
        seen.add(field.name)
    return again


def place(text: str, at: int) -> tuple[int, int]:
    """Return line and column of an offset, both from 1, in code points; lines end at LF only.

    A leading BOM of the text is not counted, as the parser does not.
    """
    starts = _line_starts(text)
    line = bisect_right(starts, at)
    return line, at - starts[line - 1] + 1


@lru_cache(maxsize=1)  # a decoder asks for thousands of places in one text
def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.removeprefix(BOM).split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts[:-1]
