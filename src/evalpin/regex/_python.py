"""Python's dialect: `re` says what is valid and what a character class means, the structure is read here."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from functools import partial

from evalpin.errors import BadValue
from evalpin.regex import _tree as tree
from evalpin.regex._engine import Pattern

_GLOBAL_FLAGS = re.compile(r"\(\?([aiLmsux]+)\)")
_SCOPED_FLAGS = re.compile(r"\(\?([aiLmsux]*)(?:-([imsx]+))?:")
_NAMED = re.compile(r"\(\?P<([^>]*)>")
_NAMED_AGAIN = re.compile(r"\(\?P=([^)]*)\)")
_CONDITION = re.compile(r"\(\?\(([^)]*)\)")
_COUNT = re.compile(r"\{([0-9]*)(?:(,)([0-9]*))?\}")
_CLASS = re.compile(r"\[\^?\]?(?:[^\]\\]|\\.)*\]", re.DOTALL)
_AGAIN = re.compile(r"\\([1-9][0-9]?)")
_OCTAL = re.compile(r"\\(?:0[0-7]{0,2}|[0-3][0-7]{2})")
_ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|.)", re.DOTALL)

_EMPTY_IS_NO_BOUNDARY = re.compile(r"\B").search("") is None  # before Python 3.14
_MOST_QUICK = 10_000


def compile_python(pattern: str) -> Pattern:
    """Compile a pattern of Python's `re`; raise `BadValue` with the column, from 1."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a nested set today is what it was
            compiled = re.compile(pattern)
    except re.error as error:
        at = f" at column {error.pos + 1}" if error.pos is not None else ""
        raise BadValue(f"bad pattern: {error.msg}{at}") from None
    except (OverflowError, RecursionError) as error:
        raise BadValue(f"bad pattern: {error}") from None
    root = _Reader(pattern).whole()
    return Pattern(root, partial(_quick, compiled) if _harmless(root) else _no_answer)


def _quick(compiled: re.Pattern[str], text: str) -> bool | None:
    return compiled.search(text) is not None if len(text) <= _MOST_QUICK else None


def _no_answer(_text: str) -> bool | None:
    return None


def _harmless(node: tree.Node) -> bool:
    """Say whether `re` cannot be slow with it: at most one repeat, and that of a single character."""
    return _loops(node) <= 1


def _loops(node: tree.Node) -> int:
    inner = sum(map(_loops, tree.children(node)))
    if not isinstance(node, tree.Repeat) or node.high == 1:
        return inner + 2 * isinstance(node, (tree.Again, tree.Either))
    return 1 if isinstance(node.item, tree.Leaf) else inner + 2


class _Reader:
    """Reads the structure of a pattern that `re` has found valid."""

    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self._at = 0
        self._flags: frozenset[str] = frozenset()
        self._depth = 0
        self._groups = 0
        self._names: dict[str, int] = {}
        while match := _GLOBAL_FLAGS.match(pattern, self._at):
            self._flags |= set(match[1])
            self._at = match.end()
            self._skip()
        self._leaves: dict[tuple[str, frozenset[str]], tree.Leaf] = {}

    def whole(self) -> tree.Node:
        return self._alternatives()

    def _alternatives(self) -> tree.Node:
        self._depth += 1
        if self._depth > tree.MOST_NESTED:
            raise BadValue(
                f"bad pattern: groups nested deeper than {tree.MOST_NESTED} at column {self._at + 1}"
            )
        ways = [self._sequence()]
        while self._peek() == "|":
            self._at += 1
            ways.append(self._sequence())
        self._depth -= 1
        return ways[0] if len(ways) == 1 else tree.Alt(tuple(ways))

    def _sequence(self) -> tree.Node:
        items: list[tree.Node] = []
        self._skip()
        while self._peek() not in ("", "|", ")"):
            item = self._item()
            self._skip()
            items.append(self._repeated(item) if item is not tree.EMPTY else item)
            self._skip()
        return items[0] if len(items) == 1 else tree.Seq(tuple(items))

    def _repeated(self, item: tree.Node) -> tree.Node:
        bounds = self._bounds()
        if bounds is None:
            return item
        follows = self._peek()
        self._at += follows in ("?", "+") and follows != ""
        repeat = tree.Repeat(item, *bounds, greedy=follows != "?")
        return tree.Atomic(repeat) if follows == "+" else repeat

    def _bounds(self) -> tuple[int, int | None] | None:
        sign = self._peek()
        if sign in ("*", "+", "?") and sign:
            self._at += 1
            return (int(sign == "+"), 1 if sign == "?" else None)
        match = _COUNT.match(self._text, self._at) if sign == "{" else None
        if match is None or match[0] == "{}":
            return None
        self._at = match.end()
        low = int(match[1] or 0)
        return (low, low) if match[2] is None else (low, int(match[3]) if match[3] else None)

    def _item(self) -> tree.Node:
        sign = self._peek()
        if sign == "(":
            return self._group()
        if sign == "[":
            return self._leaf(_CLASS)
        if sign == "\\":
            return self._escape()
        if sign == "^":
            self._at += 1
            return tree.Anchor(tree.line_begin if "m" in self._flags else tree.begin)
        if sign == "$":
            self._at += 1
            return tree.Anchor(tree.line_end if "m" in self._flags else _end)
        self._at += 1
        return self._leaf_of(sign if sign == "." else re.escape(sign))

    def _escape(self) -> tree.Node:
        word = self._text[self._at + 1]
        if word in "AZzbB":
            self._at += 2
            places: dict[str, Callable[[str], int]] = {"A": tree.begin, "Z": tree.end, "z": tree.end}
            return tree.Anchor(places.get(word) or self._boundary(word == "B"))
        if _OCTAL.match(self._text, self._at):
            return self._leaf(_OCTAL)
        if match := _AGAIN.match(self._text, self._at):
            self._at = match.end()
            return tree.Again(int(match[1]), "i" in self._flags)
        return self._leaf(_ESCAPE)

    def _boundary(self, negative: bool) -> Callable[[str], int]:
        word = self._leaf_of(r"\w").accepts

        def places(text: str) -> int:
            if not text:
                return int(negative and not _EMPTY_IS_NO_BOUNDARY)
            words = tree.bits(text, word)
            at = (words << 1) ^ words
            return tree.everywhere(text) & ~at if negative else at

        return places

    def _group(self) -> tree.Node:
        rest = self._text[self._at : self._at + 4]
        for opening, ahead, negative in _LOOKS:
            if rest.startswith(opening):
                return tree.Look(self._inside(len(opening)), ahead, negative)
        if rest.startswith("(?#"):
            self._at = self._text.index(")", self._at) + 1
            return tree.EMPTY
        if rest.startswith("(?>"):
            return tree.Atomic(self._inside(3))
        if match := _NAMED_AGAIN.match(self._text, self._at):
            self._at = match.end()
            return tree.Again(self._names[match[1]], "i" in self._flags)
        if match := _CONDITION.match(self._text, self._at):
            return self._condition(match)
        if match := _SCOPED_FLAGS.match(self._text, self._at):
            return self._scoped(match)
        self._groups += 1
        number, opening_length = self._groups, 1
        if match := _NAMED.match(self._text, self._at):
            self._names[match[1]], opening_length = number, len(match[0])
        return tree.Group(self._inside(opening_length), number)

    def _scoped(self, match: re.Match[str]) -> tree.Node:
        outer = self._flags
        on = set(match[1])
        self._flags = (outer - {"a", "u"} if on & {"a", "u"} else outer) | on
        self._flags -= set(match[2] or "")
        inside = self._inside(len(match[0]))
        self._flags = outer
        return tree.Seq((inside,))  # its alternatives are not those of a condition around it

    def _condition(self, match: re.Match[str]) -> tree.Node:
        number = self._names.get(match[1]) or int(match[1])
        ways = self._inside(len(match[0]))
        yes, no = ways.items if isinstance(ways, tree.Alt) else (ways, tree.EMPTY)
        return tree.Either(number, yes, no)

    def _inside(self, opening_length: int) -> tree.Node:
        """Read what stands between an opening of this length and its `)`."""
        self._at += opening_length
        inside = self._alternatives()
        self._at += 1
        return inside

    def _leaf(self, source: re.Pattern[str]) -> tree.Node:
        match = source.match(self._text, self._at)
        assert match is not None  # re has read it before us
        self._at = match.end()
        return self._leaf_of(match[0])

    def _leaf_of(self, source: str) -> tree.Leaf:
        """Return the leaf of one character's source, which `re` itself judges."""
        flags = self._flags & frozenset("ais")
        leaf = self._leaves.get((source, flags))
        if leaf is None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compiled = re.compile(f"(?{''.join(flags)}){source}" if flags else source)
            leaf = self._leaves[source, flags] = tree.Leaf(partial(_fits, compiled))
        return leaf

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _skip(self) -> None:
        """Pass over blanks and comments in verbose mode."""
        while "x" in self._flags and (here := self._peek()):
            if here == "#":
                end = self._text.find("\n", self._at)
                self._at = len(self._text) if end < 0 else end + 1
            elif here in " \t\n\r\v\f":
                self._at += 1
            else:
                return


_LOOKS = (("(?=", True, False), ("(?!", True, True), ("(?<=", False, False), ("(?<!", False, True))


def _end(text: str) -> int:
    """Return the end, and the place before an LF that ends the text."""
    return tree.end(text) | (1 << len(text) - 1 if text.endswith("\n") else 0)


def _fits(compiled: re.Pattern[str], character: str) -> bool:
    return compiled.fullmatch(character) is not None
