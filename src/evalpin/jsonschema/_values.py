"""Where a value does not fit a JSON Schema."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import islice
from typing import TypeVar

from evalpin import jsonpath, jsonvalue
from evalpin.jsonschema import _common
from evalpin.jsonvalue import Value
from evalpin.showing import brief

_T = TypeVar("_T")
_Asking = Generator[tuple[Value, Value], bool | None, _T]
"""Asks whether values fit schemas, is sent each answer, and returns its own."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A place in a value that the schema does not allow, and why."""

    path: jsonpath.Path
    why: str


def mismatches(schema: Value, value: Value, most: int = 20) -> list[Mismatch]:
    """Return the first places where a value does not fit a schema, in the order of the value.

    The schema is one without `problems`. Raise `TooHard` where a pattern is.
    """
    return list(islice(_Judge(schema).mismatches(value), most))


class _Judge:
    """Judges a value by a schema.

    Whether a part fits a schema is found out once, by generators on a list: the two may go deeper than
    Python's stack.
    """

    def __init__(self, root: Value) -> None:
        self._root = root
        self._target = lru_cache(maxsize=None)(partial(_common.target, root))
        self._known: dict[tuple[int, int], bool] = {}

    def mismatches(self, value: Value) -> Iterator[Mismatch]:
        """Yield where a value does not fit, outer places first."""
        todo: list[tuple[_common.Path, Value, list[Value]]] = [((), value, [self._root])]
        while todo:
            path, here, schemas = todo.pop()
            schemas = self._with_joined(schemas)
            whys = [why for schema in schemas for why in self._run(self._whys(schema, here))]
            yield from [Mismatch(path, why) for why in dict.fromkeys(whys)]
            inner = [
                ((*path, step), part, _common.for_part(schemas, step)) for step, part in _common.parts(here)
            ]
            todo += [one for one in reversed(inner) if one[2]]

    def _with_joined(self, schemas: list[Value]) -> list[Value]:
        """Return the schemas and all that hold along with them, each once."""
        found: dict[int, Value] = {}
        todo = schemas[::-1]
        while todo:
            schema = todo.pop()
            if id(schema) not in found:
                found[id(schema)] = schema
                todo += self._joined(schema)[::-1]
        return list(found.values())

    def _joined(self, schema: Value) -> list[Value]:
        rules = _common.members(schema)
        return [self._target(ref)[1] for ref in _common.texts(rules.get("$ref"))] + _common.items(
            rules.get("allOf")
        )

    def _run(self, asking: _Asking[_T]) -> _T:
        """Return what a generator returns, after answering what it asks."""
        above: list[tuple[tuple[int, int], _Asking[bool]]] = []
        answer: bool | None = None
        while True:
            try:
                schema, value = above[-1][1].send(answer) if above else asking.send(answer)
            except StopIteration as end:
                if not above:
                    return end.value  # type: ignore[no-any-return]  # it is of `asking`
                answer = self._known[above.pop()[0]] = end.value
            else:
                key = id(schema), id(value)
                answer = self._known.get(key)
                if answer is None:
                    above.append((key, self._fits(schema, value)))

    def _fits(self, schema: Value, value: Value) -> _Asking[bool]:
        whys = yield from self._whys(schema, value)
        if whys:
            return False
        for joined in self._joined(schema):
            if not (yield joined, value):
                return False
        for step, part in _common.parts(value):
            for inner in _common.for_part([schema], step):
                if not (yield inner, part):
                    return False
        return True

    def _whys(self, schema: Value, value: Value) -> _Asking[list[str]]:
        """Return why a value is not what a schema itself says of it, those of its parts aside."""
        whys = ["no value is allowed"] if schema is False else []
        for keyword, rule in _common.members(schema).items():
            if keyword in _RULES:
                whys += _RULES[keyword](_common.members(schema), value)
            elif keyword in ("anyOf", "oneOf", "not"):
                whys += yield from _choice(keyword, rule, value)
        return whys


def _choice(keyword: str, rule: Value, value: Value) -> _Asking[list[str]]:
    fitting = 0
    for schema in _common.items(rule) or [rule]:
        fits = yield schema, value
        fitting += bool(fits)
        if fits and keyword == "anyOf":
            break
    if keyword == "not":
        return ["is what is ruled out"] if fitting else []
    if not fitting:
        return ["not one of the alternatives"]
    return [f"fits {fitting} of the alternatives, expected 1"] if fitting > 1 else []


def _type(rules: _common.Object, value: Value) -> Iterator[str]:
    names, kind = _common.texts(rules["type"]), _common.kind(value)
    if kind not in names and not (kind == "integer" and "number" in names):
        yield f"expected {_common.either(names)}, found {kind}"


def _enum(rules: _common.Object, value: Value) -> Iterator[str]:
    if not any(jsonvalue.same(value, one) for one in _common.items(rules["enum"])):
        yield "is not one of the values"


def _const(rules: _common.Object, value: Value) -> Iterator[str]:
    if not jsonvalue.same(value, rules["const"]):
        yield "is not the value"


def _limit(keyword: str, rules: _common.Object, value: Value) -> Iterator[str]:
    kind, beyond, words, units = _common.LIMITS[keyword]
    limit = rules[keyword]
    if not isinstance(value, kind) or isinstance(value, bool):
        return
    size = len(value) if units else value
    if beyond(size, limit):
        shown = f"{words} {jsonvalue.compact(limit)}"
        yield (
            f"{shown} {units[limit != 1]}" if units else f"expected {shown}, found {jsonvalue.compact(size)}"
        )


def _multiple_of(rules: _common.Object, value: Value) -> Iterator[str]:
    """Go by the decimals that people read: 0.3 is a multiple of 0.1, though not as doubles."""
    step = rules["multipleOf"]
    if _common.is_number(value) and Fraction(str(value)) % Fraction(str(step)):
        yield f"expected a multiple of {jsonvalue.compact(step)}, found {jsonvalue.compact(value)}"


def _pattern(rules: _common.Object, value: Value) -> Iterator[str]:
    pattern = str(rules["pattern"])
    if isinstance(value, str) and not _common.compiled(pattern).search(value):
        yield f"does not match {brief(pattern)}"


def _required(rules: _common.Object, value: Value) -> Iterator[str]:
    for name in _common.texts(rules["required"]):
        if isinstance(value, dict) and name not in value:
            yield f"missing property {brief(name)}"


def _additional(rules: _common.Object, value: Value) -> Iterator[str]:
    known = _common.members(rules.get("properties"))
    for name in _common.members(value) if rules["additionalProperties"] is False else ():
        if name not in known:
            yield f"unexpected property {brief(name)}"


def _unique(rules: _common.Object, value: Value) -> Iterator[str]:
    numbers: dict[object, int] = {}
    first: dict[int, int] = {}
    for index, item in enumerate(_common.items(value) if rules["uniqueItems"] is True else []):
        before = first.setdefault(_number(item, numbers), index)
        if before != index:
            yield f"repeated item (at {before} and {index})"
            return


def _number(value: Value, numbers: dict[object, int]) -> int:
    """Return the number of a value: that of another one just if they are the same by `jsonvalue.same`."""
    key: object = (isinstance(value, bool), value)
    if isinstance(value, list):
        items: list[int] = []
        for item in value:  # no comprehension: in Python 3.11 that is a frame more a level
            items.append(_number(item, numbers))
        key = (list, tuple(items))
    elif isinstance(value, dict):
        entries: set[tuple[str, int]] = set()
        for name, item in value.items():
            entries.add((name, _number(item, numbers)))
        key = (dict, frozenset(entries))
    return numbers.setdefault(key, len(numbers))


_RULES: dict[str, Callable[[_common.Object, Value], Iterator[str]]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "pattern": _pattern,
    "required": _required,
    "additionalProperties": _additional,
    "uniqueItems": _unique,
    "multipleOf": _multiple_of,
    **{keyword: partial(_limit, keyword) for keyword in _common.LIMITS},
}
