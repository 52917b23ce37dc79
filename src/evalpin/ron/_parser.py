"""RON text to its tree.

    document  := attribute* value                       and blanks around each token, here and below
    attribute := "#" "!" "[" "enable" "(" name ("," name)* ","? ")" "]"
    value     := string | char | number | "true" | "false" | "None" | some
               | unit | tuple | struct | list | map
    some      := "Some" "(" value ","? ")"
    unit      := name | "()"                            the two right next to each other
    tuple     := name? "(" values ")"
    struct    := name? "(" name ":" value ("," name ":" value)* ","? ")"
    list      := "[" values "]"
    map       := "{" (value ":" value ("," value ":" value)* ","?)? "}"
    values    := (value ("," value)* ","?)?

A rule takes the text, a place and how many levels are open around it, and returns a node and the
next place. Names, numbers and strings are read by `_tokens`.
"""

from __future__ import annotations

import string

from evalpin.errors import did_you_mean
from evalpin.ron import _tokens as tokens
from evalpin.ron._nodes import (
    BOM,
    Bool,
    Field,
    Float,
    List,
    Map,
    Node,
    Option,
    RonError,
    Struct,
    Tuple,
    Unit,
    place,
)
from evalpin.ron._tokens import expected, skip
from evalpin.showing import brief

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")
    Rule = Callable[[str, int, int], tuple[Node, int]]

MOST_NESTED = 128
"""Levels of lists, maps, tuples, structs and options that are read."""

EXTENSIONS = ("implicit_some", "unwrap_newtypes", "unwrap_variant_newtypes")
"""What an attribute may enable. A bare value is taken for an option anyway, so none changes the tree."""


def parse(text: str) -> Node:
    """Return the one value of a RON text; one leading BOM is dropped. Raise `RonError`."""
    text = text.removeprefix(BOM)
    at = skip(text, 0)
    while text.startswith("#", at):
        at = skip(text, _after_attribute(text, at))
    value, at = _rule_at(text, at)(text, at, 0)
    at = skip(text, at)
    if at < len(text):
        raise expected("the end", text, at)
    return value


def _after_attribute(text: str, at: int) -> int:
    bang = skip(text, at + 1)
    if not text.startswith("!", bang):
        raise expected("a value", text, at)
    at = _after(text, bang + 1, "[")
    at = _after(text, at, "enable")
    opened = _after(text, at, "(") - 1
    names, at = _sequence(text, opened, ")", 0, _extension)
    if not names:
        raise expected("the name of an extension", text, at - 1)
    return _after(text, at, "]")


def _after(text: str, at: int, mark: str) -> int:
    """Return the place right after a mark that must come next."""
    if text.startswith(mark, at):
        return at + len(mark)
    at = skip(text, at)
    if not text.startswith(mark, at):
        raise expected(f'"{mark}"', text, at)
    return at + len(mark)


def _extension(text: str, at: int, _depth: int) -> tuple[str, int]:
    name, _, end = tokens.name(text, at, "the name of an extension")
    if name not in EXTENSIONS:
        known = ", ".join(EXTENSIONS)
        hint = did_you_mean(name, EXTENSIONS, f" (expected one of {known})")
        raise RonError(f"unknown extension {brief(name)}{hint}", at)
    return name, end


def _rule_at(text: str, at: int) -> Rule:
    """Return the rule of the value that begins here, for the caller to call: one frame less a level."""
    rule = _RULES.get(text[at : at + 1])
    if rule is None:
        raise expected("a value", text, at)
    return rule


def _sequence(
    text: str, opened: int, close: str, depth: int, item: Callable[[str, int, int], tuple[T, int]]
) -> tuple[tuple[T, ...], int]:
    """Read what stands between the bracket at `opened` and its end, separated by commas."""
    if depth >= MOST_NESTED:
        raise RonError(f"nested deeper than {MOST_NESTED} levels", opened)
    items = []
    at = skip(text, opened + 1)
    while text[at : at + 1] != close:
        if at == len(text):
            line, _ = place(text, opened)
            raise RonError(f'expected "{close}" for the "{text[opened]}" of line {line}, found the end', at)
        value, at = item(text, at, depth + 1)
        items.append(value)
        if text[at : at + 1] in tokens.BEGINS_BLANK:  # seldom: saves a call for each item
            at = skip(text, at)
        here = text[at : at + 1]
        if here == ",":
            at = skip(text, at + 1)
        elif here and here != close:
            raise expected(f'"," or "{close}"', text, at)
    return tuple(items), at + 1


def _value(text: str, at: int, depth: int) -> tuple[Node, int]:
    return _rule_at(text, at)(text, at, depth)


def _list(text: str, at: int, depth: int) -> tuple[List, int]:
    items, end = _sequence(text, at, "]", depth, _value)
    return List(at, items), end


def _map(text: str, at: int, depth: int) -> tuple[Map, int]:
    entries, end = _sequence(text, at, "}", depth, _entry)
    return Map(at, entries), end


def _entry(text: str, at: int, depth: int) -> tuple[tuple[Node, Node], int]:
    key, at = _rule_at(text, at)(text, at, depth)
    at = skip(text, _after(text, at, ":"))
    value, at = _rule_at(text, at)(text, at, depth)
    return (key, value), at


def _field(text: str, at: int, depth: int) -> tuple[Field, int]:
    name, raw, end = tokens.name(text, at, "a field name")
    end = end + 1 if text[end : end + 1] == ":" else _after(text, end, ":")
    end = skip(text, end)
    value, end = _rule_at(text, end)(text, end, depth)
    return Field(at, name, raw, value), end


def _parenthesis(text: str, at: int, depth: int) -> tuple[Node, int]:
    if text.startswith("()", at):
        return Unit(at, None, False), at + 2
    return _parts(text, at, depth, at, None, False)


def _parts(
    text: str, opened: int, depth: int, at: int, name: str | None, raw: bool
) -> tuple[Tuple | Struct, int]:
    """Read a tuple or struct whose name, if it has one, is read already."""
    if tokens.begins_field(text, skip(text, opened + 1)):
        fields, end = _sequence(text, opened, ")", depth, _field)
        return Struct(at, name, raw, fields), end
    items, end = _sequence(text, opened, ")", depth, _value)
    return Tuple(at, name, raw, items), end


def _word(text: str, at: int, depth: int) -> tuple[Node, int]:
    name, raw, end = tokens.name(text, at)
    if text[end : end + 1] == "(" and (raw or name not in _KEYWORDS):
        return _parts(text, end, depth, at, name, raw)
    if name in _KEYWORDS and not raw:
        return _keyword(text, at, depth, name, end)
    if text.startswith(('"', "'"), end):
        raise RonError(f'unknown prefix {brief(name)} of a string (expected ".." or r"..")', at)
    end = skip(text, end)
    if text.startswith("(", end):
        return _parts(text, end, depth, at, name, raw)
    if text.startswith(("[", "{"), end):
        raise expected(f'"(" after the name {brief(name)}', text, end)
    if text.startswith("::", end):
        raise RonError(f'unexpected "::" after {brief(name)} (a name stands without its path)', end)
    return Unit(at, name, raw), end


def _keyword(text: str, at: int, depth: int, name: str, end: int) -> tuple[Node, int]:
    if name == "Some":
        return _some(text, at, depth, end)
    if name == "None":
        return Option(at, None), end
    if name in ("true", "false"):
        return Bool(at, name == "true"), end
    return Float(at, float(name), name), end


def _some(text: str, at: int, depth: int, end: int) -> tuple[Option, int]:
    opened = skip(text, end)
    if not text.startswith("(", opened):
        raise RonError("Some without a value (expected Some(..))", at)
    values, end = _sequence(text, opened, ")", depth, _value)
    if not values:
        raise expected("a value", text, end - 1)
    if len(values) > 1:
        raise RonError("Some takes one value, this is a second", values[1].at)
    return Option(at, values[0]), end


def _raw(text: str, at: int, depth: int) -> tuple[Node, int]:
    """Read what begins with `r`: a raw string, a raw name or a common name."""
    read = tokens.raw_string(text, at)
    if read is not None:
        return read
    name, _, end = tokens.name(text, at)
    if name == "r" and text.startswith("#", end):
        raise RonError('expected a name or a string right after "r#"', at)
    return _word(text, at, depth)


_KEYWORDS = frozenset(("true", "false", "None", "Some", "inf", "NaN"))
_RULES: dict[str, Rule] = {
    **dict.fromkeys(string.ascii_letters + "_", _word),
    **dict.fromkeys(string.digits + "+-.", tokens.number),
    '"': tokens.string,
    "'": tokens.char,
    "r": _raw,
    "[": _list,
    "{": _map,
    "(": _parenthesis,
}
