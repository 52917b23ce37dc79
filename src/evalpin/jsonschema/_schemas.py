"""What is wrong with a JSON Schema: each fault with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any

from evalpin import jsonpath, jsonvalue
from evalpin.errors import BadValue, did_you_mean
from evalpin.jsonschema import _common
from evalpin.jsonvalue import Value
from evalpin.showing import BRIEF, brief

_OF_SAME_VALUE = ("not", "allOf", "anyOf", "oneOf")
_ONE = ("not", "items", "additionalProperties")
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_NAMED = ("properties", "$defs", "definitions")
_SILENT = ("title", "description", "default", "examples", "$schema", "$id", "$comment", "format")
_LEFT_OUT = ("patternProperties", "propertyNames")
"""Keywords of JSON Schema that seem to be near one of the subset, but mean another thing."""

_SUBSET = " (expected a keyword of the subset: type, enum, properties, required, items, ...)"


@dataclass(frozen=True, slots=True)
class Problem:
    """A place in a schema that is refused, and why."""

    path: jsonpath.Path
    message: str


def problems(schema: Value) -> list[Problem]:
    """Return all that is wrong with a schema; what is wrong with one inside comes after its own."""
    places = _places(schema)
    ref_faults = _ref_faults(schema, places)
    found: list[Problem] = []
    for path, inner in places.items():
        if not isinstance(inner, (dict, bool)):
            found.append(Problem(path, f"expected a schema (an object, true or false), {_found(inner)}"))
        for keyword, rule in _common.members(inner).items():
            fault = _fault(keyword, rule) or (ref_faults.get(path) if keyword == "$ref" else None)
            if fault:
                found.append(Problem((*path, keyword), fault))
    return found


def _is_text(value: Value) -> bool:
    return isinstance(value, str)


def _is_filled(value: Value) -> bool:
    return isinstance(value, list) and value != []


def _are_texts(value: Value) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


_Form = tuple[str, Callable[[Any], bool]]  # Any: mypy does not see what a lambda has made sure of
_NUMBER: _Form = ("a number", _common.is_number)
_COUNT: _Form = ("a whole number from 0", lambda rule: _common.kind(rule) == "integer" and rule >= 0)
_FORMS: dict[str, _Form] = {
    **{keyword: _COUNT if units else _NUMBER for keyword, (*_, units) in _common.LIMITS.items()},
    "multipleOf": ("a number above 0", lambda rule: _common.is_number(rule) and rule > 0),
    "type": ("a type or a list of types", lambda rule: rule != [] and (_is_text(rule) or _are_texts(rule))),
    "required": ("a list of names", _are_texts),
    "enum": ("a list of at least one value", _is_filled),
    "uniqueItems": ("true or false", lambda rule: isinstance(rule, bool)),
    **dict.fromkeys(("pattern", "$ref"), ("a text", _is_text)),
    **dict.fromkeys(_NAMED, ("an object of schemas", lambda rule: isinstance(rule, dict))),
    **dict.fromkeys(_LISTS, ("a list of at least one schema", _is_filled)),
    **dict.fromkeys((*_ONE, "const", *_SILENT), ("anything", lambda _rule: True)),
}
"""Every keyword of the subset: what it expects, and whether a value is that."""


def _places(root: Value) -> dict[_common.Path, Value]:
    """Return what stands where a schema has to, by path, outer ones first."""
    found: dict[_common.Path, Value] = {}
    todo: list[tuple[_common.Path, Value]] = [((), root)]
    while todo:
        path, schema = todo.pop()
        found[path] = schema
        todo += [((*path, *steps), inner) for steps, inner in _inside(schema)][::-1]
    return found


def _inside(schema: Value) -> Iterator[tuple[_common.Path, Value]]:
    """Yield what stands right inside a schema where another has to."""
    for keyword, rule in _common.members(schema).items():
        if keyword in _ONE:
            yield (keyword,), rule
        elif keyword in _LISTS or keyword in _NAMED:
            for step, inner in _common.parts(
                _common.items(rule) if keyword in _LISTS else _common.members(rule)
            ):
                yield (keyword, step), inner


def _fault(keyword: str, rule: Value) -> str | None:
    """Return what is wrong with a keyword or its value, as far as these two can tell."""
    if keyword not in _FORMS:
        known = () if keyword in _LEFT_OUT else _FORMS
        return f"unknown keyword {brief(keyword)}{did_you_mean(keyword, known, _SUBSET)}"
    expected, is_so = _FORMS[keyword]
    if not is_so(rule):
        return f"expected {expected}, {_found(rule)}"
    if keyword == "type":
        return next((_unknown_type(name) for name in _common.texts(rule) if name not in _common.TYPES), None)
    return _pattern_fault(rule) if keyword == "pattern" else None


def _unknown_type(name: str) -> str:
    otherwise = f" (expected {_common.either(_common.TYPES)})"
    return f"unknown type {brief(name)}{did_you_mean(name, _common.TYPES, otherwise)}"


def _pattern_fault(pattern: Value) -> str | None:
    try:
        _common.compiled(str(pattern))
    except BadValue as error:
        return str(error)
    return None


def _found(rule: Value) -> str:
    return f"found {jsonvalue.compact(rule, BRIEF)}"


def _ref_faults(root: Value, places: dict[_common.Path, Value]) -> dict[_common.Path, str]:
    """Return what is wrong with a `$ref`, by the place of its schema."""
    faults: dict[_common.Path, str] = {}
    targets: dict[_common.Path, _common.Path] = {}
    for path, schema in places.items():
        for ref in _common.texts(_common.members(schema).get("$ref")):
            try:
                targets[path], _ = _common.target(root, ref)
            except BadValue as error:
                faults[path] = str(error)
            else:
                if targets[path] not in places:
                    faults[path] = f"no schema stands at {brief(ref)}"
    endless = _endless(places, {path: target for path, target in targets.items() if path not in faults})
    return faults | dict.fromkeys(endless, "leads back to itself without going into the value")


def _endless(
    places: dict[_common.Path, Value], targets: dict[_common.Path, _common.Path]
) -> list[_common.Path]:
    """Return places whose `$ref` leads back to them with the same value: at least one of every loop."""
    found: list[_common.Path] = []
    leads = {  # lists, for sets would let the hash of a name choose which loop is found first
        path: [(*path, *steps) for steps, _ in _inside(schema) if steps[0] in _OF_SAME_VALUE]
        for path, schema in places.items()
    }
    for path, target in targets.items():
        leads[path].append(target)
    while loop := _loop(leads):
        turns = [path for target, path in pairwise(loop) if targets.get(path) == target]
        for path in turns:
            leads[path].remove(targets[path])
        found += turns
    return found


def _loop(leads: dict[_common.Path, list[_common.Path]]) -> list[_common.Path]:
    try:
        TopologicalSorter(leads).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []
