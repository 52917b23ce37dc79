"""JSON values as plain Python: equality by value, the subset rule, and where two values differ.

JSON has one number type: `1` equals `1.0`, integers of any size exactly. `true` is not `1`, and
`"1"` is not `1`. (`jsontext` reads the same texts with numbers kept as they were spelled.)
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass

from evalpin import jsonpath, jsontext
from evalpin.showing import escape

Value = None | bool | int | float | str | list["Value"] | dict[str, "Value"]

SHOWN = 200
"""Code points of a value that a label or a note shows."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where an actual value is not what was expected."""

    path: jsonpath.Path
    expected: Value
    found: Value
    missing: bool = False

    def __str__(self) -> str:
        found = "missing" if self.missing else compact(self.found)
        return f"{jsonpath.show(self.path)} is {found}, expected {compact(self.expected)}"


def parse(text: str) -> Value:
    """Return the value of a JSON text; raise `jsontext.NotJson`, also for a number without a value."""
    return from_spelled(jsontext.parse(text), text)


def parse_prefix(text: str, start: int) -> tuple[Value, int]:
    """Read one JSON value that begins right at `start`; return it and the place after it."""
    spelled, end = jsontext.parse_prefix(text, start)
    return from_spelled(spelled, text), end


def from_spelled(value: jsontext.Json, text: str) -> Value:
    """Return a value with its numbers as int or float; raise `jsontext.NotJson` if one overflows."""
    if isinstance(value, jsontext.Number):
        return _number(value, text)
    if isinstance(value, list):
        items: list[Value] = []
        for item in value:  # no comprehension: in Python 3.11 that is a frame more a level
            items.append(from_spelled(item, text))
        return items
    if isinstance(value, dict):
        entries: dict[str, Value] = {}
        for key, item in value.items():
            entries[key] = from_spelled(item, text)
        return entries
    return value


def same(a: Value, b: Value) -> bool:
    """Say whether two values are the same JSON."""
    return next(differences(a, b, whole=True), None) is None


def contains(actual: Value, expected: Value) -> bool:
    """Say whether actual contains expected: objects by key, at every depth; all else whole."""
    return next(differences(expected, actual), None) is None


def differences(
    expected: Value, actual: Value, path: jsonpath.Path = (), *, whole: bool = False
) -> Iterator[Difference]:
    """Yield where actual does not contain expected (with `whole`: is not equal to it), in order of keys."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key, value in expected.items():
            if key in actual:
                yield from differences(value, actual[key], (*path, key), whole=whole)
            else:
                yield Difference((*path, key), value, None, missing=True)
        if whole and actual.keys() - expected.keys():
            yield Difference(path, expected, actual)
    elif isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        for index, (want, have) in enumerate(zip(expected, actual, strict=True)):
            yield from differences(want, have, (*path, index), whole=True)
    elif not _same_scalar(expected, actual):
        yield Difference(path, expected, actual)


def compact(value: Value, most: int = SHOWN) -> str:
    """Return JSON on one line, keys sorted, safe to show, cut after `most` code points."""
    text = escape(json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")))
    return text if len(text) <= most else text[:most] + "..."


def _same_scalar(a: Value, b: Value) -> bool:
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return a == b  # Python compares int and float exactly
    return type(a) is type(b) and not isinstance(a, (list, dict)) and a == b


def _number(spelled: jsontext.Number, text: str) -> int | float:
    if not spelled.lstrip("-").isdigit():
        value = float(spelled)
        if math.isinf(value):
            raise jsontext.NotJson("number too large for a double", text, jsontext.place_of(spelled, text))
        return value
    try:
        return int(spelled)
    except ValueError:  # Python reads no integer of more than 4,300 digits
        raise jsontext.NotJson(
            "integer with more than 4,300 digits", text, jsontext.place_of(spelled, text)
        ) from None
