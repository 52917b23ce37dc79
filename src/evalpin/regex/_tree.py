"""The syntax tree that both dialects are read into."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Accepts = Callable[[str], bool]
"""Says whether a leaf takes a character."""

MOST_NESTED = 100
"""Groups within groups; the matchers recurse into them."""

MOST_NODES = 200_000
"""Leaves of a pattern with its counted repeats written out."""


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """One character."""

    accepts: Accepts


@dataclass(frozen=True, slots=True, eq=False)
class Seq:
    """One after the other."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Alt:
    """One of several, the first that leads to a match."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Repeat:
    """At least `low` times and at most `high`, None for any number."""

    item: Node
    low: int
    high: int | None
    greedy: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Anchor:
    """A place: `mask(text)` has bit p where it holds between characters p-1 and p."""

    mask: Callable[[str], int]


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """Something stands, or does not stand, right after (`ahead`) or right before this place."""

    item: Node
    ahead: bool
    negative: bool


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Remembers what it matched under a number."""

    item: Node
    number: int


@dataclass(frozen=True, slots=True, eq=False)
class Again:
    """What a group matched, once more; `fold` compares without case."""

    number: int
    fold: bool


@dataclass(frozen=True, slots=True, eq=False)
class Either:
    """One thing if a group has matched, another if not."""

    number: int
    yes: Node
    no: Node


@dataclass(frozen=True, slots=True, eq=False)
class Atomic:
    """Keeps its first match: no other is tried."""

    item: Node


Node = Leaf | Seq | Alt | Repeat | Anchor | Look | Group | Again | Either | Atomic

EMPTY = Seq(())


def children(node: Node) -> tuple[Node, ...]:
    """Return the nodes right below a node."""
    if isinstance(node, (Seq, Alt)):
        return node.items
    if isinstance(node, Either):
        return (node.yes, node.no)
    return () if isinstance(node, (Leaf, Anchor, Again)) else (node.item,)


def remembers(node: Node) -> bool:
    """Say whether a match depends on how an earlier part matched, so that sets of places do not do."""
    return isinstance(node, (Again, Either, Atomic)) or any(map(remembers, children(node)))


def size(node: Node) -> int:
    """Return the number of leaves with counted repeats written out."""
    if isinstance(node, Repeat):
        return max(size(node.item) * max(node.low, node.high or 1), 1)
    return max(sum(map(size, children(node))), 1)


def bits(text: str, accepts: Accepts) -> int:
    """Return a set of places: bit p for each character p that is accepted."""
    table = {ord(character): "1" if accepts(character) else "0" for character in set(text)}
    return int(text.translate(table)[::-1] or "0", 2)


# ---- places that both dialects know -------------------------------------------------------------


def begin(_text: str) -> int:
    """Return the place before the first character."""
    return 1


def end(text: str) -> int:
    """Return the place after the last character."""
    return 1 << len(text)


def line_begin(text: str) -> int:
    """Return the begin and every place after LF."""
    return 1 | bits(text, "\n".__eq__) << 1


def line_end(text: str) -> int:
    """Return the end and every place before LF."""
    return end(text) | bits(text, "\n".__eq__)


def everywhere(text: str) -> int:
    """Return every place of a text."""
    return (1 << len(text) + 1) - 1
