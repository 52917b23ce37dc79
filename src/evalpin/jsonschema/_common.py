"""What both sides of JSON Schema know: types, limits, the parts of a value, and where a `$ref` leads."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from evalpin import jsonpath
from evalpin.errors import BadValue
from evalpin.jsonvalue import Value
from evalpin.regex import compile_python
from evalpin.showing import brief

Path = jsonpath.Path
Object = dict[str, Value]

compiled = lru_cache(maxsize=256)(compile_python)

TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
_KINDS = ((bool, "boolean"), (int, "integer"), (str, "string"), (list, "array"), (dict, "object"))
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")


def kind(value: Value) -> str:
    if isinstance(value, float):
        return "integer" if value.is_integer() else "number"
    return next((name for kind, name in _KINDS if isinstance(value, kind)), "null")


def is_number(value: Value) -> bool:
    return kind(value) in ("integer", "number")


_CHARACTERS, _ITEMS = ("character", "characters"), ("item", "items")
_PROPERTIES = ("property", "properties")
LIMITS: dict[str, tuple[Any, Callable[[Any, Any], bool], str, tuple[str, ...]]] = {
    "minimum": ((int, float), operator.lt, "at least", ()),
    "maximum": ((int, float), operator.gt, "at most", ()),
    "exclusiveMinimum": ((int, float), operator.le, "more than", ()),
    "exclusiveMaximum": ((int, float), operator.ge, "less than", ()),
    "minLength": (str, operator.lt, "shorter than", _CHARACTERS),
    "maxLength": (str, operator.gt, "longer than", _CHARACTERS),
    "minItems": (list, operator.lt, "fewer than", _ITEMS),
    "maxItems": (list, operator.gt, "more than", _ITEMS),
    "minProperties": (dict, operator.lt, "fewer than", _PROPERTIES),
    "maxProperties": (dict, operator.gt, "more than", _PROPERTIES),
}
"""What is limited, when it is beyond, what is said then, and the units (none: the value itself counts)."""


def target(root: Value, ref: str) -> tuple[Path, Value]:
    """Return the place that a local `$ref` names, and what stands there; raise `BadValue`."""
    pointer = _PERCENT.sub(
        lambda match: bytes.fromhex(match[0].replace("%", "")).decode(errors="replace"), ref
    )
    if pointer != "#" and not pointer.startswith("#/"):
        raise BadValue(f'only "#" and "#/..." are in the subset, found {brief(ref)}')
    path: list[str | int] = []
    value = root
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and name in value:
            path, value = [*path, name], value[name]
        elif isinstance(value, list) and _INDEX.fullmatch(name) and int(name) < len(value):
            path, value = [*path, int(name)], value[int(name)]
        else:
            raise BadValue(f"nothing stands at {brief(ref)}")
    return tuple(path), value


def for_part(schemas: list[Value], step: str | int) -> list[Value]:
    """Return what the schemas say of a part of a value; `_additional` tells of what may not be there."""
    found: list[Value] = []
    for rules in map(members, schemas):
        if isinstance(step, int):
            first = items(rules.get("prefixItems"))
            found.append(first[step] if step < len(first) else rules.get("items"))
        else:
            rest = rules.get("additionalProperties")
            found.append(members(rules.get("properties")).get(step, None if rest is False else rest))
    return [schema for schema in found if schema is not None]


def parts(value: Value) -> Iterable[tuple[str | int, Value]]:
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list) else ()


def members(value: Value) -> Object:
    return value if isinstance(value, dict) else {}


def items(value: Value) -> list[Value]:
    return value if isinstance(value, list) else []


def texts(value: Value) -> list[str]:
    return [text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str)]


def either(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last
