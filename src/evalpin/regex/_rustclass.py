"""Character classes and escapes of Rust's dialect, as functions of a character."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial

from evalpin.regex import _unicode
from evalpin.showing import brief

Accepts = Callable[[str], bool]

_HEX = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[xuU]\{([0-9A-Fa-f]+)\})")
_PROPERTY = re.compile(r"\\[pP](?:\{(\^?)([^}]*)\}|([A-Za-z]))")
_POSIX = re.compile(r"\[:(\^?)([a-z]*):\]")
_SIMPLE = {"a": "\a", "f": "\f", "t": "\t", "n": "\n", "r": "\r", "v": "\v"}

_POSIX_CLASSES = {
    "alnum": "0-9A-Za-z", "alpha": "A-Za-z", "ascii": "\0-\x7f", "blank": "\t ", "cntrl": "\0-\x1f\x7f",
    "digit": "0-9", "graph": "!-~", "lower": "a-z", "print": " -~", "punct": "!-/:-@\\[-`{-~",
    "space": "\t\n\v\f\r ", "upper": "A-Z", "word": "0-9A-Za-z_", "xdigit": "0-9A-Fa-f",
}  # fmt: skip


class Refused(Exception):
    """What a pattern has that the dialect has not, and where."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


def folding(accepts: Accepts, flags: frozenset[str]) -> Accepts:
    """Return what accepts a character in either case, if the flags say so."""
    if "i" not in flags:
        return accepts
    return lambda character: any(map(accepts, _unicode.same_but_case(character)))


@lru_cache(maxsize=8)
def perl(letter: str, unicode: bool) -> Accepts:
    r"""Return what `\d`, `\s`, `\w` accept, by Unicode or by ASCII alone."""
    everywhere = {"d": _unicode.is_digit, "s": _unicode.WHITE_SPACE.__contains__, "w": _unicode.is_word}[
        letter
    ]
    return everywhere if unicode else lambda character: character.isascii() and everywhere(character)


class ClassReader:
    """Reads classes `[..]` and escapes of a pattern, with the flags of the place."""

    def __init__(self, pattern: str, flags: frozenset[str]) -> None:
        self._text = pattern
        self._flags = flags
        self._at = 0
        self._depth = 0

    def read(self, at: int) -> tuple[Accepts, int]:
        """Read a class that begins at a place; return it and the place after it."""
        self._at = at
        return self._bracketed(), self._at

    def escape(self, at: int) -> tuple[Accepts, int, str | None]:
        """Read an escape; return what it accepts, the place after it, and the one character that it is."""
        if match := _HEX.match(self._text, at):
            code = int(next(filter(None, match.groups())), 16)
            if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
                raise Refused(f"{match[0]} is no character", at)
            if code > 0x7F and "u" not in self._flags:
                raise Refused("(?-u) allows bytes that are no text", at)
            return folding(chr(code).__eq__, self._flags), match.end(), chr(code)
        letter = self._text[at + 1 : at + 2]
        if letter in ("p", "P") and letter:
            return self._property(at)
        if letter.lower() in ("d", "s", "w") and letter:
            accepts = perl(letter.lower(), "u" in self._flags)
            return (_not(accepts) if letter.isupper() else accepts), at + 2, None
        character = _SIMPLE.get(letter, letter)
        # Any ASCII punctuation may be escaped; of the letters only those that mean something.
        if (
            not letter
            or not letter.isascii()
            or (letter.isalnum() and letter not in _SIMPLE)
            or letter in "<>"
        ):
            raise Refused(f"unknown escape {brief(self._text[at : at + 2])}", at)
        return folding(character.__eq__, self._flags), at + 2, character

    def _property(self, at: int) -> tuple[Accepts, int, None]:
        match = _PROPERTY.match(self._text, at)
        if match is None:
            raise Refused(r"bad Unicode class (expected \pL or \p{Letter})", at)
        name = match[2] if match[3] is None else match[3]
        accepts = self._general(name, at)
        negative = (self._text[at + 1] == "P") != bool(match[1])
        return folding(_not(accepts) if negative else accepts, self._flags), match.end(), None

    def _general(self, name: str, at: int) -> Accepts:
        key, _, value = name.rpartition("=")
        if key.lower().replace("_", "") in ("", "gc", "generalcategory"):
            if value.lower() in _WIDE:
                return _WIDE[value.lower()]
            if short := _unicode.category(value):
                return partial(_unicode.is_in, short)
        raise Refused(f"Unicode class {brief(name)} is not known here (only general categories are)", at)

    def _bracketed(self) -> Accepts:
        begin = self._at
        self._depth += 1
        if self._depth > 50:
            raise Refused("classes nested deeper than 50", begin)
        self._at += 1
        negative = self._take("^")
        self._blanks()
        accepts = self._union(begin, first=True)
        while operator := self._operator():
            self._at += 2
            accepts = _combined(operator, accepts, self._union(begin, first=False))
        self._at += 1  # the "]" that ended the union
        self._depth -= 1
        accepts = folding(accepts, self._flags)  # before the negation: [^a] takes neither a nor A
        return _not(accepts) if negative else accepts

    def _union(self, begin: int, *, first: bool) -> Accepts:
        """Read items up to an operator or the `]`."""
        parts: list[Accepts] = []
        while True:
            self._blanks()
            here = self._text[self._at : self._at + 1]
            if not here:
                raise Refused('"[" without "]"', begin)
            if (here == "]" and not first) or self._operator():
                return _either(parts)
            parts.append(self._part(begin))
            first = False

    def _part(self, begin: int) -> Accepts:
        if self._text[self._at] == "[":
            match = _POSIX.match(self._text, self._at)
            if match is not None and match[2] in _POSIX_CLASSES:
                return self._posix(match)
            return self._bracketed()
        accepts, character = self._one()
        self._blanks()
        if self._text[self._at : self._at + 1] != "-" or self._text[self._at + 1 : self._at + 2] in (
            "]",
            "-",
            "",
        ):
            return accepts
        at = self._at
        self._at += 1
        self._blanks()
        _, last = self._one()
        if character is None or last is None:
            raise Refused("a range ends in a class, not a character", at)
        if character > last:
            raise Refused(f"range {brief(f'{character}-{last}')} runs backwards", begin)
        return lambda c: character <= c <= last

    def _one(self) -> tuple[Accepts, str | None]:
        here = self._text[self._at : self._at + 1]
        if here == "\\":
            accepts, self._at, character = self.escape(self._at)
            return accepts, character
        if not here:
            raise Refused('"[" without "]"', self._at)
        self._at += 1
        return here.__eq__, here

    def _posix(self, match: re.Match[str]) -> Accepts:
        self._at = match.end()
        compiled = re.compile(f"[{'^' if match[1] else ''}{_POSIX_CLASSES[match[2]]}]")
        return lambda character: compiled.match(character) is not None

    def _operator(self) -> str:
        two = self._text[self._at : self._at + 2]
        return two if two in ("&&", "--", "~~") else ""

    def _take(self, sign: str) -> bool:
        taken = self._text.startswith(sign, self._at)
        self._at += taken
        return taken

    def _blanks(self) -> None:
        while "x" in self._flags and self._text[self._at : self._at + 1] in _unicode.WHITE_SPACE:
            self._at += 1


def _any(_character: str) -> bool:
    return True


def _not(accepts: Accepts) -> Accepts:
    return lambda character: not accepts(character)


def _either(parts: list[Accepts]) -> Accepts:
    return lambda character: any(part(character) for part in parts)


def _combined(operator: str, left: Accepts, right: Accepts) -> Accepts:
    if operator == "&&":
        return lambda character: left(character) and right(character)
    if operator == "--":
        return lambda character: left(character) and not right(character)
    return lambda character: left(character) != right(character)


_WIDE: dict[str, Accepts] = {
    "any": _any,
    "ascii": str.isascii,
    "assigned": _not(partial(_unicode.is_in, "Cn")),
}
