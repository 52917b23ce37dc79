"""Rust's dialect: the syntax of the `regex` crate, or a refusal with the column.

The crate matches in linear time and so has neither look-around nor back-references; its classes are
Unicode's and know set operations. Scripts and binary properties are the one part that is refused here.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from evalpin.errors import BadValue
from evalpin.regex import _tree as tree
from evalpin.regex import _unicode
from evalpin.regex._engine import Pattern
from evalpin.regex._rustclass import ClassReader, Refused, folding, perl

_REPEAT = re.compile(r"\{\s*([0-9]+)\s*(?:(,)\s*([0-9]+)?\s*)?\}")
_NAMED = re.compile(r"\(\?P?<([^\W\d][\w.\[\]]*)>")
_FLAGS = re.compile(r"\(\?([a-zA-Z]*)(-[a-zA-Z]+)?([:)])")
_WORD_PLACE = re.compile(r"\\b\{(start|end|start-half|end-half)\}|\\[bB<>]")

_HINTS = (
    ("(?=", "look-around"), ("(?!", "look-around"), ("(?<=", "look-around"), ("(?<!", "look-around"),
    ("(?#", "a comment"), ("(?>", "an atomic group"), ("(?P=", "a back-reference"), ("(?(", "a condition"),
)  # fmt: skip


def compile_rust(pattern: str) -> Pattern:
    """Compile a pattern of Rust's `regex` crate; raise `BadValue` with the column, from 1."""
    try:
        root = _Reader(pattern).whole()
    except Refused as error:
        raise BadValue(f"bad pattern: {error} at column {error.at + 1}") from None
    if tree.size(root) > tree.MOST_NODES:
        raise BadValue("bad pattern: its counted repeats are too large")
    return Pattern(root, _no_answer)


def _no_answer(_text: str) -> bool | None:
    return None


class _Reader:
    """Reads a pattern; `_flags` are those in force at the place."""

    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self._at = 0
        self._flags = frozenset("u")
        self._depth = 0
        self._names: set[str] = set()

    def whole(self) -> tree.Node:
        root = self._alternatives()
        if self._at < len(self._text):
            raise Refused('")" without "("', self._at)
        return root

    def _alternatives(self) -> tree.Node:
        self._depth += 1
        if self._depth > tree.MOST_NESTED:
            raise Refused(f"groups nested deeper than {tree.MOST_NESTED}", self._at)
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
            while item is not None and self._peek() in ("*", "+", "?", "{") and self._peek():
                item = self._repeated(item)
                self._skip()
            items += [] if item is None else [item]
            self._skip()
        return items[0] if len(items) == 1 else tree.Seq(tuple(items))

    def _repeated(self, item: tree.Node) -> tree.Node:
        sign = self._peek()
        if sign == "{":
            match = _REPEAT.match(self._text, self._at)
            if match is None:
                raise Refused(
                    r'bad counted repeat (expected {n}, {n,} or {n,m}; a "{" itself is "\{")', self._at
                )
            low = int(match[1])
            high = low if match[2] is None else int(match[3]) if match[3] else None
            if max(low, high or 0) > tree.MOST_NODES or (high is not None and low > high):
                raise Refused(f"bad counted repeat {match[0]}", self._at)
            self._at = match.end()
        else:
            low, high = int(sign == "+"), 1 if sign == "?" else None
            self._at += 1
        self._at += self._peek() == "?"  # lazy or not is the same where only a match is asked for
        return tree.Repeat(item, low, high)

    def _item(self) -> tree.Node | None:
        """Read one item; None for flags that hold from here on."""
        sign = self._peek()
        if sign == "(":
            return self._group()
        if sign == "[":
            accepts, self._at = ClassReader(self._text, self._flags).read(self._at)
            return tree.Leaf(accepts)
        if sign == "\\":
            return self._escape()
        if sign in "*+?{":
            raise Refused(f'repeat of nothing (a "{sign}" itself is "\\{sign}")', self._at)
        self._at += 1
        if sign in "^$":
            return tree.Anchor(self._line_place(sign == "^"))
        if sign == ".":
            return tree.Leaf(self._any())
        return tree.Leaf(folding(sign.__eq__, self._flags))

    def _any(self) -> Callable[[str], bool]:
        if "u" not in self._flags:
            raise Refused("(?-u) allows bytes that are no text", self._at - 1)
        if "s" in self._flags:
            return lambda _character: True
        ends = "\r\n" if "R" in self._flags else "\n"
        return lambda character: character not in ends

    def _line_place(self, begins: bool) -> Callable[[str], int]:
        if "m" not in self._flags:
            return tree.begin if begins else tree.end
        if "R" in self._flags:
            return _crlf_begin if begins else _crlf_end
        return tree.line_begin if begins else tree.line_end

    def _escape(self) -> tree.Node:
        if match := _WORD_PLACE.match(self._text, self._at):
            self._at = match.end()
            return tree.Anchor(_word_place(match[0], perl("w", "u" in self._flags)))
        word = self._text[self._at + 1 : self._at + 2]
        if word in ("A", "z") and word:
            self._at += 2
            return tree.Anchor(tree.begin if word == "A" else tree.end)
        if word == "Z":
            raise Refused(r"\Z is not of this dialect (expected \z)", self._at)
        if word.isdigit():
            raise Refused("back-references and octal escapes are not of this dialect", self._at)
        accepts, self._at, _ = ClassReader(self._text, self._flags).escape(self._at)
        return tree.Leaf(accepts)

    def _group(self) -> tree.Node | None:
        begin = self._at
        if match := _NAMED.match(self._text, self._at):
            if match[1] in self._names:
                raise Refused(f"repeated group name {match[1]}", self._at)
            self._names.add(match[1])
            return self._inside(len(match[0]), begin)
        for opening, what in _HINTS:
            if self._text.startswith(opening, begin):
                raise Refused(f"{what} is not of this dialect", begin)
        if not self._text.startswith("(?", begin):
            return self._inside(1, begin)
        match = _FLAGS.match(self._text, begin)
        if match is None or (match[3] == ")" and not match[1] and not match[2]):
            raise Refused(
                "bad group (expected (?:..), (?flags), (?flags:..), (?<name>..) or (?P<name>..))", begin
            )
        outer, inner = self._flags, self._changed(match)
        self._flags = inner
        if match[3] == ")":
            self._at = match.end()
            return None
        inside = self._inside(len(match[0]), begin, inner)
        self._flags = outer
        return inside

    def _changed(self, match: re.Match[str]) -> frozenset[str]:
        on, off = match[1], (match[2] or "-")[1:]
        for flag in on + off:
            if flag not in "imsxURu":
                raise Refused(f'unknown flag "{flag}" (expected i, m, s, x, U, R or u)', match.start())
            if (on + off).count(flag) > 1:
                raise Refused(f'repeated flag "{flag}"', match.start())
        return (self._flags | set(on)) - set(off)

    def _inside(self, opening_length: int, begin: int, flags: frozenset[str] | None = None) -> tree.Node:
        """Read what stands between an opening of this length and its `)`; flags set inside end with it."""
        outer = self._flags
        self._flags = outer if flags is None else flags
        self._at += opening_length
        inside = self._alternatives()
        if self._peek() != ")":
            raise Refused('"(" without ")"', begin)
        self._at += 1
        self._flags = outer
        return inside

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _skip(self) -> None:
        """Pass over blanks and comments in verbose mode."""
        while "x" in self._flags and (here := self._peek()):
            if here == "#":
                end = self._text.find("\n", self._at)
                self._at = len(self._text) if end < 0 else end + 1
            elif here in _unicode.WHITE_SPACE:
                self._at += 1
            else:
                return


def _word_place(source: str, word: Callable[[str], bool]) -> Callable[[str], int]:
    def places(text: str) -> int:
        after = tree.bits(text, word)  # a word character follows
        before, everywhere = after << 1, tree.everywhere(text)  # one stands before
        return {
            r"\b": before ^ after,
            r"\B": everywhere & ~(before ^ after),
            r"\<": after & ~before,
            r"\b{start}": after & ~before,
            r"\>": before & ~after,
            r"\b{end}": before & ~after,
            r"\b{start-half}": everywhere & ~before,
            r"\b{end-half}": everywhere & ~after,
        }[source]

    return places


def _crlf_begin(text: str) -> int:
    lf, cr = tree.bits(text, "\n".__eq__), tree.bits(text, "\r".__eq__)
    return 1 | lf << 1 | (cr << 1 & ~lf)


def _crlf_end(text: str) -> int:
    lf, cr = tree.bits(text, "\n".__eq__), tree.bits(text, "\r".__eq__)
    return tree.end(text) | cr | (lf & ~(cr << 1))
