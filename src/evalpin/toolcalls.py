"""Tool calls: a name and arguments that are JSON, whoever handed them in.

A module of its own beside `model`, so that a run without tool calls does not load JSON.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass

from evalpin import jsonpath, jsontext, jsonvalue
from evalpin.errors import BadValue
from evalpin.showing import brief, escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Json = Any
else:  # importing typing would cost every start 4 ms
    Json = object
"""What a constructor is handed and makes JSON of, a `jsonvalue.Value`; type checkers let anything pass."""

MOST_NESTED = jsontext.MOST_NESTED

_MOST_BITS = 14_000
"""Python writes no integer of more than 4,300 digits."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call that an agent made.

    `args` is JSON: None, bool, int, float, str, and lists and dicts of these. What is handed in is
    copied deep, so that later changes by the agent do not reach it; tuples become lists, dataclasses
    dicts. Raises `TypeError`, with the path, for what is not JSON: NaN, sets, keys that are no strings.

    `fault` is not empty where the arguments arrived as a text that is not JSON (see `from_json`):
    `args` is then that text, and every check of the arguments fails with the reason.
    """

    name: str
    args: Json = None
    result: Json = None
    turn: int | None = None
    fault: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise TypeError(f"the name of a tool is {type(self.name).__name__}, not str")
        object.__setattr__(self, "args", as_json(self.args))
        object.__setattr__(self, "result", as_json(self.result))

    @classmethod
    def from_json(cls, name: str, text: str | None) -> ToolCall:
        """Take arguments that arrive as JSON text, as model APIs send them; `""` and None are `{}`.

        The text is decoded once: a string inside it stays a string. Text that is not JSON is kept
        as it is, with the reason in `fault`.
        """
        try:
            return cls(name, jsonvalue.parse(text) if text else {})
        except jsontext.NotJson as error:
            return cls(name, text, fault=f"arguments are not JSON at char {error.at + 1}: {error.reason}")

    def display(self) -> str:
        """Return `name({"key":value})` on one line, safe to show."""
        return f"{escape(self.name)}({jsonvalue.compact(self.args)})"

    def line(self) -> str:
        """Return the line of a replies file for this call; `parse` reads what follows its first word."""
        plain = self.name and escape(self.name) == self.name and not set(' \t"') & set(self.name)
        name = self.name if plain else json.dumps(self.name)
        if self.fault:
            return f"tool-text {name} {json.dumps(self.args)}"
        return f"tool {name}" if self.args == {} else f"tool {name} {_one_line(self.args)}"


def parse(text: str, *, raw: bool = False) -> ToolCall:
    """Read `NAME` or `NAME JSON`, with `raw` a JSON string of arguments that are not JSON; raise `BadValue`.

    A name with blanks or quotes is a JSON string itself.
    """
    name, at = read_name(text)
    rest = text[at:].strip(" \t")
    try:
        args = jsonvalue.parse(rest) if rest else {}
    except jsontext.NotJson as error:
        raise BadValue(f"bad arguments of {brief(name)}: {error.reason} at column {error.at + 1}") from None
    if raw and not isinstance(args, str):
        found = brief(rest) if rest else "the end"
        raise BadValue(f"bad arguments of {brief(name)}: expected a JSON string, found {found}")
    return ToolCall.from_json(name, str(args)) if raw else ToolCall(name, args)


def read_name(text: str, at: int = 0, ends: str = " \t") -> tuple[str, int]:
    """Read the name of a tool: up to one of `ends`, or a JSON string for one that holds these."""
    end = at
    if text[at : at + 1] == '"':
        try:
            quoted, end = jsontext.parse_prefix(text, at)
        except jsontext.NotJson as error:
            raise BadValue(f"bad tool name: {error.reason} at column {error.at + 1}") from None
        name = str(quoted)
    else:
        while end < len(text) and text[end] not in ends:
            end += 1
        name = text[at:end]
    if end == at:
        raise BadValue("empty tool name")
    return name, end


def as_json(value: object, root: str = "$", path: jsonpath.Path = ()) -> jsonvalue.Value:
    """Return a deep copy of a Python value as JSON; raise `TypeError` with the path of what is not.

    The path begins with `root`.
    """
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        if value.bit_length() > _MOST_BITS:
            raise TypeError(f"{_shown(root, path)} is an integer of more than {_MOST_BITS} bits")
        return int(value)
    if isinstance(value, float):
        if math.isfinite(value):
            return float(value)
        raise TypeError(f"{_shown(root, path)} is {value}, which JSON does not have")
    if len(path) == MOST_NESTED:
        raise TypeError(f"{_shown(root, path)} is nested deeper than {MOST_NESTED} levels")
    if isinstance(value, (list, tuple)):
        items: list[jsonvalue.Value] = []
        for n, item in enumerate(value):  # no comprehension: in Python 3.11 that is a frame more a level
            items.append(as_json(item, root, (*path, n)))
        return items
    if is_dataclass(value) and not isinstance(value, type):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        entries: dict[str, jsonvalue.Value] = {}
        for key, item in value.items():
            name = _key(key, root, path)
            entries[name] = as_json(item, root, (*path, name))
        return entries
    raise TypeError(f"{_shown(root, path)} is {type(value).__name__}, which is not JSON")


def _shown(root: str, path: jsonpath.Path) -> str:
    return root + jsonpath.show(path).removeprefix("$")


def _key(key: object, root: str, path: jsonpath.Path) -> str:
    if not isinstance(key, str):
        raise TypeError(
            f"{_shown(root, path)} has the key {key!r}, which is {type(key).__name__} and not str"
        )
    return key


def _one_line(value: jsonvalue.Value) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if escape(text) == text else json.dumps(value)
