"""Whether a pattern is found anywhere in a text: two matchers over one tree, both with a budget.

Most patterns do not remember anything. For these a node maps the set of places where a match may
stand to the set of places where it may end, a set being an integer with one bit a place: a leaf is
a mask and a shift, an alternative an `or`, a repeat goes on until nothing new comes. What explodes
elsewhere, as `(a|aa)+$` does, is a few hundred operations here. A look-ahead is the same walk
backwards from all places, a look-behind the walk forwards.

Patterns that remember (back-references, conditions, atomic groups) are tried one way after the other,
as usual, on a stack of our own. Budgets are counted in steps, so a verdict is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evalpin.regex._tree import (
    Again,
    Alt,
    Anchor,
    Atomic,
    Either,
    Group,
    Leaf,
    Look,
    Node,
    Repeat,
    Seq,
    bits,
    everywhere,
    remembers,
)

MOST_SET_STEPS = 4_000_000
"""Operations on sets of up to some thousand places; about a second."""

MOST_TRIES = 1_000_000
"""Steps of the matcher that goes back; about two seconds."""

_PLACES_A_STEP = 4096


class TooHard(Exception):
    """A search that spent its budget: there is no answer."""

    def __init__(self) -> None:
        super().__init__("too many ways to match, given up")


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """A compiled pattern; `quick` may answer for texts that cannot be hard for it."""

    tree: Node
    quick: Callable[[str], bool | None]

    def search(self, text: str) -> bool:
        """Say whether the pattern is found anywhere in a text; raise `TooHard`."""
        answer = self.quick(text)
        if answer is not None:
            return answer
        return _Tries(text).found(self.tree) if remembers(self.tree) else _Sets(text).found(self.tree)


class _Sets:
    """The matcher by sets of places, for one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._all = everywhere(text)
        self._masks: dict[Node, int] = {}
        self._cost = 1 + len(text) // _PLACES_A_STEP
        self._left = MOST_SET_STEPS

    def found(self, tree: Node) -> bool:
        return self._walk(tree, self._all, forward=True) != 0

    def _walk(self, node: Node, places: int, *, forward: bool) -> int:
        """Return where a match may end that begins at one of the places; backwards, where it may begin."""
        self._left -= self._cost
        if self._left < 0:
            raise TooHard
        if isinstance(node, Leaf):
            mask = self._mask(node)
            return (places & mask) << 1 if forward else (places >> 1) & mask
        if isinstance(node, Seq):
            for item in node.items if forward else reversed(node.items):
                places = self._walk(item, places, forward=forward) if places else 0
            return places
        if isinstance(node, Alt):
            found = 0
            for item in node.items:
                found |= self._walk(item, places, forward=forward)
            return found
        if isinstance(node, Repeat):
            return self._repeat(node, places, forward=forward)
        if isinstance(node, Group):
            return self._walk(node.item, places, forward=forward)
        return places & self._mask(node)

    def _repeat(self, node: Repeat, places: int, *, forward: bool) -> int:
        for _ in range(node.low):
            before, places = places, self._walk(node.item, places, forward=forward)
            if places in (0, before):  # it stays like this however often
                break
        found = new = places
        more = None if node.high is None else node.high - node.low
        while new and more != 0:
            new = self._walk(node.item, new, forward=forward) & ~found
            found |= new
            more = None if more is None else more - 1
        return found

    def _mask(self, node: Node) -> int:
        """Return the places where a leaf, an anchor or a look holds, worked out once a text."""
        mask = self._masks.get(node)
        if mask is None:
            mask = self._masks[node] = self._work_out(node)
        return mask

    def _work_out(self, node: Node) -> int:
        if isinstance(node, Leaf):
            return bits(self._text, node.accepts)
        if isinstance(node, Anchor):
            return node.mask(self._text)
        assert isinstance(node, Look)  # what remembers does not come here
        held = self._walk(node.item, self._all, forward=not node.ahead)
        return self._all & ~held if node.negative else held


# ---- going back ---------------------------------------------------------------------------------

Groups = dict[int, tuple[int, int]]


@dataclass(frozen=True, slots=True, eq=False)
class _Loop:
    """What is left of a repeat after an iteration that began at `since`."""

    of: Repeat
    low: int
    high: int | None
    since: int


@dataclass(frozen=True, slots=True, eq=False)
class _Close:
    """The end of a group that began at `since`."""

    number: int
    since: int


@dataclass(frozen=True, slots=True, eq=False)
class _Here:
    """Holds at one place only."""

    at: int


_Item = Node | _Loop | _Close | _Here
_Todo = tuple[_Item, "_Todo"] | None
_State = tuple[_Todo, int, Groups]


class _Tries:
    """The matcher that goes back, for one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._masks: dict[Anchor, int] = {}
        self._left = MOST_TRIES

    def found(self, tree: Node) -> bool:
        return any(self._first((tree, None), at, {}) is not None for at in range(len(self._text) + 1))

    def _first(self, todo: _Todo, at: int, groups: Groups) -> tuple[int, Groups] | None:
        """Return the end and the groups of the first match that begins at a place."""
        stack: list[_State] = [(todo, at, groups)]
        while stack:
            todo, at, groups = stack.pop()
            if todo is None:
                return at, groups
            self._left -= 1
            if self._left < 0:
                raise TooHard
            stack += reversed(self._ways(todo[0], todo[1], at, groups))
        return None

    def _ways(self, item: _Item, rest: _Todo, at: int, groups: Groups) -> list[_State]:
        """Return the ways to go on from a place, the one to try first first."""
        if isinstance(item, Leaf):
            fits = at < len(self._text) and item.accepts(self._text[at])
            return [(rest, at + 1, groups)] if fits else []
        if isinstance(item, Seq):
            for part in reversed(item.items):
                rest = (part, rest)
            return [(rest, at, groups)]
        if isinstance(item, Alt):
            return [((part, rest), at, groups) for part in item.items]
        if isinstance(item, Repeat):
            return self._loop(_Loop(item, item.low, item.high, -1), rest, at, groups)
        if isinstance(item, _Loop):
            return self._loop(item, rest, at, groups)
        if isinstance(item, Group):
            return [((item.item, (_Close(item.number, at), rest)), at, groups)]
        if isinstance(item, _Close):
            return [(rest, at, {**groups, item.number: (item.since, at)})]
        return self._rare_ways(item, rest, at, groups)

    def _rare_ways(self, item: _Item, rest: _Todo, at: int, groups: Groups) -> list[_State]:
        if isinstance(item, Again):
            end = self._again(item, at, groups)
            return [] if end is None else [(rest, end, groups)]
        if isinstance(item, Either):
            return [((item.yes if item.number in groups else item.no, rest), at, groups)]
        if isinstance(item, Atomic):
            kept = self._first((item.item, None), at, groups)
            return [] if kept is None else [(rest, *kept)]
        if isinstance(item, Look):
            kept = self._look(item, at, groups)
            if item.negative:
                return [] if kept is not None else [(rest, at, groups)]
            return [] if kept is None else [(rest, at, kept[1])]
        if isinstance(item, Anchor):
            mask = self._masks.get(item)
            if mask is None:
                mask = self._masks[item] = item.mask(self._text)
            return [(rest, at, groups)] if mask >> at & 1 else []
        return [(rest, at, groups)] if isinstance(item, _Here) and item.at == at else []

    def _loop(self, loop: _Loop, rest: _Todo, at: int, groups: Groups) -> list[_State]:
        if loop.high == 0 or (
            loop.low == 0 and loop.since == at
        ):  # nothing was taken: once more changes nothing
            return [(rest, at, groups)]
        high = None if loop.high is None else loop.high - 1
        once_more: _State = (loop.of.item, (_Loop(loop.of, max(loop.low - 1, 0), high, at), rest)), at, groups
        if loop.low:
            return [once_more]
        stop: _State = rest, at, groups
        return [once_more, stop] if loop.of.greedy else [stop, once_more]

    def _again(self, item: Again, at: int, groups: Groups) -> int | None:
        if item.number not in groups:
            return None
        begin, end = groups[item.number]
        had, now = self._text[begin:end], self._text[at : at + end - begin]
        same = had.lower() == now.lower() if item.fold else had == now
        return at + end - begin if same else None

    def _look(self, item: Look, at: int, groups: Groups) -> tuple[int, Groups] | None:
        if item.ahead:
            return self._first((item.item, None), at, groups)
        for begin in range(at, -1, -1):  # of a fixed width, but which is not our business
            kept = self._first((item.item, (_Here(at), None)), begin, groups)
            if kept is not None:
                return kept
        return None
