"""Strict JSON (RFC 8259) that keeps the spelling of numbers.

The standard decoder reads; where it refuses, `_fault` finds the place and the reason in our own
words, so that a note is the same under every version of Python.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache

from evalpin.showing import brief, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_NESTED = 500
"""Levels of arrays and objects that are read: well under what the decoder's recursion can take."""


class Number(str):
    """A JSON number as it was spelled, so that `1`, `1.0` and `1e0` stay apart."""

    __slots__ = ()


Scalar = str | Number | bool | None
Json = Scalar | list["Json"] | dict[str, "Json"]


class NotJson(Exception):
    """A text that is not JSON: the reason, and its place (line and column from 1) where there is one."""

    def __init__(self, reason: str, text: str, at: int) -> None:
        line, column = line_column(text, at)
        super().__init__(f"{reason} at line {line} column {column}")
        self.reason = reason
        self.at = at


def _no_constant(name: str) -> None:
    raise ValueError(name)


class _Repeated(ValueError):
    """An object with a key twice."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _ in pairs]
        raise _Repeated(next(name for at, name in enumerate(names) if name in names[:at]))
    return made


_UNIQUE = json.JSONDecoder(
    object_pairs_hook=_unique, parse_int=Number, parse_float=Number, parse_constant=_no_constant
)
_DECODER = json.JSONDecoder(parse_int=Number, parse_float=Number, parse_constant=_no_constant)


@lru_cache(maxsize=4)  # every `json` check of an attempt looks at the same reply
def parse(text: str) -> Json:
    """Return the value of a JSON text; of a repeated key the last counts. Raise `NotJson`.

    The value may be handed out again: it is only to be looked at.
    """
    _refuse_deep(text)
    try:
        value: Json = _DECODER.decode(text)
    except ValueError:
        raise NotJson(*_fault(text)) from None
    return value


def parse_unique(text: str) -> Json:
    """Return the value of a JSON text in which no object has a key twice; raise `NotJson`.

    For files that people write: a key that is silently dropped is a check that never runs.
    """
    _refuse_deep(text)
    try:
        value: Json = _UNIQUE.decode(text)
    except _Repeated as error:
        raise NotJson(f"repeated key {quote(error.key)}", text, _place_of_repeated(text)) from None
    except ValueError:
        raise NotJson(*_fault(text)) from None
    return value


def place(text: str, path: Sequence[str | int], *, of_key: bool = False) -> int:
    """Return the offset of the value of a path in a JSON text (with `of_key`, of the last step's key).

    Where the path ends early, the place of the last value that is there. The text is JSON.
    """
    at = _skip(text, 0)
    for step in path:
        found = next((member for member in _members(text, at) if member[0] == step), None)
        if found is None:
            break
        at = found[1] if of_key and step is path[-1] else found[2]
    return at


def line_column(text: str, at: int) -> tuple[int, int]:
    """Return line and column (from 1) of an offset."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def parse_prefix(text: str, start: int) -> tuple[Json, int]:
    """Read one JSON value that begins right at `start`; return it and the place after it."""
    _refuse_deep(text, start)
    try:
        return _DECODER.raw_decode(text, start)
    except ValueError:
        if text[start : start + 1].isspace():
            raise NotJson(f"expected a value, found {brief(text[start:])}", text, start) from None
        raise NotJson(*_fault(text, start)) from None


def encode_scalar(value: Scalar) -> str:
    """Return a scalar as JSON text: numbers as they were spelled, strings safe to show."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, str):
        return quote(value)
    return {True: "true", False: "false", None: "null"}[value]


def place_of(number: Number, text: str) -> int:
    """Return the offset of a number, as it was spelled, in the text that it was read from."""
    tokens = re.finditer(f"{_STRING}|{_NUMBER}", text)
    return next((token.start() for token in tokens if token.group() == number), 0)


def same_scalar(a: Json, b: Scalar) -> bool:
    """Say whether two scalars are the same: numbers by spelling, and `true` is not `1`."""
    return type(a) is type(b) and a == b


# ---- why a text is not JSON -----------------------------------------------------------------

# Compiled where they are used: most runs never need them, and a start would pay for all.
_BLANK = r"[ \t\n\r]*"
_STRING_BEGIN = r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*'
_STRING = _STRING_BEGIN + '"'
_NUMBER = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
_ATOM = rf"{_STRING}|{_NUMBER}|true|false|null"
_DEPTH = r'(?s:"(?:[^"\\]|\\.)*"?|[\[{]|[\]}])'
_WORD = r"[^\s,:\[\]{}\"]+"


def _members(text: str, at: int) -> Iterator[tuple[str | int, int, int]]:
    """Yield key or index, the place of the key and that of the value, of each member of the value at AT."""
    ends = {"{": "}", "[": "]"}.get(text[at : at + 1])
    if ends is None:
        return
    index = 0
    at = _skip(text, at + 1)
    while text[at : at + 1] != ends:
        key: Json = str(index)
        begin = at
        if ends == "}":
            key, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)  # the colon
        yield (str(key) if ends == "}" else index), begin, at
        at = _skip(text, _DECODER.raw_decode(text, at)[1])
        at = _skip(text, at + 1) if text[at : at + 1] == "," else at
        index += 1


def _place_of_repeated(text: str) -> int:
    """Return the place of the first key that its object had before."""
    todo = [_skip(text, 0)]
    found: list[int] = []
    while todo:
        seen: set[str | int] = set()
        for key, begin, value in _members(text, todo.pop()):
            if key in seen:
                found.append(begin)
            seen.add(key)
            todo.append(value)
    return min(found, default=0)


def _refuse_deep(text: str, start: int = 0) -> None:
    """Raise `NotJson` where the nesting goes beyond `MOST_NESTED`."""
    if text.count("[") + text.count("{") <= MOST_NESTED:
        return
    depth = 0
    for match in re.compile(_DEPTH).finditer(text, start):
        first = match.group()[0]
        depth += (first in "[{") - (first in "]}")
        if depth > MOST_NESTED:
            raise NotJson(f"nested deeper than {MOST_NESTED} levels", text, match.start())


def _fault(text: str, start: int = 0) -> tuple[str, str, int]:
    """Return the first reason why a text is not JSON, the text, and the offset of that place."""
    reason, at = _first_fault(text, start)
    return reason, text, at


def _first_fault(text: str, at: int) -> tuple[str, int]:
    open_ends: list[str] = []
    expected = "a value"
    while True:
        at = _skip(text, at)
        here = text[at : at + 1]
        if expected in ("a key", 'a key or "}"'):
            if here == "}" and expected != "a key":
                open_ends.pop()
                expected = "more"
                at += 1
                continue
            match = re.compile(_STRING).match(text, at)
            if match is None:
                return _string_fault(text, at) if here == '"' else (_unexpected(text, at, expected), at)
            at = _skip(text, match.end())
            if text[at : at + 1] != ":":
                return _unexpected(text, at, '":"'), at
            at, expected = at + 1, "a value"
        elif expected == "more":
            if not open_ends:
                return ("text after the value", at) if here else ("not JSON", at)
            if here == open_ends[-1]:
                open_ends.pop()
                at += 1
            elif here == ",":
                at, expected = at + 1, "a key" if open_ends[-1] == "}" else "a value"
            else:
                return _unexpected(text, at, f'"," or "{open_ends[-1]}"'), at
        elif here == "]" and expected == 'a value or "]"':
            open_ends.pop()
            at, expected = at + 1, "more"
        elif here == "[":
            open_ends.append("]")
            at, expected = at + 1, 'a value or "]"'
        elif here == "{":
            open_ends.append("}")
            at, expected = at + 1, 'a key or "}"'
        else:
            match = re.compile(_ATOM).match(text, at)
            if match is None:
                return _string_fault(text, at) if here == '"' else (_unexpected(text, at, expected), at)
            at, expected = match.end(), "more"


def _skip(text: str, at: int) -> int:
    match = re.compile(_BLANK).match(text, at)
    return match.end() if match else at


def _unexpected(text: str, at: int, expected: str) -> str:
    if at == len(text):
        return f"expected {expected}, found the end"
    word = re.compile(_WORD).match(text, at)
    return f"expected {expected}, found {brief(word.group() if word else text[at])}"


def _string_fault(text: str, at: int) -> tuple[str, int]:
    match = re.compile(_STRING_BEGIN).match(text, at)
    stop = match.end() if match else at
    if stop == len(text):
        return "string without an end", at
    if text[stop] == "\\":
        return f"bad escape {quote(text[stop : stop + 2])} in a string", stop
    return f"control character {quote(text[stop])} in a string", stop
