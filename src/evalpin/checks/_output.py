"""Scorers of the output: text, patterns, JSON and its numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from evalpin import jsonpath, jsonschema, jsontext, jsonvalue
from evalpin.checks._scorer import BadExpectation, Scorer, Settings, texts_of
from evalpin.errors import BadValue
from evalpin.jsonvalue import Value
from evalpin.model import Check, RunArtifacts
from evalpin.regex import Pattern, compile_python
from evalpin.scoring import Finding
from evalpin.showing import brief, quote


@dataclass(frozen=True, slots=True)
class Exact(Scorer):
    """`exact`: the output is this text, to the last line end."""

    text: str
    keys = ("exact",)

    @classmethod
    def _of(cls, settings: Settings, value: Value) -> Check:
        if not isinstance(value, str):
            raise BadExpectation(("exact",), f"exact is {jsonvalue.compact(value, 60)} (expected text)")
        return cls(settings, value)

    def _failures(self, artifacts: RunArtifacts) -> tuple[Sequence[Finding], str]:
        return (), "" if artifacts.final_text == self.text else f"output is not {brief(self.text)}"


@dataclass(frozen=True, slots=True)
class Contains(Scorer):
    """`contains`: every text stands somewhere in the output."""

    texts: tuple[str, ...]
    keys = ("text_contains",)

    @classmethod
    def _of(cls, settings: Settings, value: Value) -> Check | None:
        texts = texts_of("text_contains", value)
        return cls(settings, texts) if texts else None

    def _failures(self, artifacts: RunArtifacts) -> tuple[Sequence[Finding], str]:
        output = artifacts.final_text or ""
        return [{"why": "missing text", "value": text} for text in self.texts if text not in output], ""


@dataclass(frozen=True, slots=True)
class Regex(Scorer):
    """`regex`: every pattern of Python's `re` is found in the output, `^` and `$` at every line."""

    patterns: tuple[str, ...]
    compiled: tuple[Pattern, ...] = field(compare=False, repr=False)
    keys = ("text_regex",)

    @classmethod
    def _of(cls, settings: Settings, value: Value) -> Check | None:
        patterns = texts_of("text_regex", value)
        compiled = []
        for at, pattern in enumerate(patterns):
            try:
                compiled.append(multi_line(pattern))
            except BadValue as error:
                raise BadExpectation(("text_regex", at), f"{quote(pattern)}: {error}") from None
        return cls(settings, patterns, tuple(compiled)) if patterns else None

    def _failures(self, artifacts: RunArtifacts) -> tuple[Sequence[Finding], str]:
        output = artifacts.final_text or ""
        missing = [
            pattern
            for pattern, compiled in zip(self.patterns, self.compiled, strict=True)
            if not compiled.search(output)
        ]
        return [{"why": "regex did not match", "value": pattern} for pattern in missing], ""


@dataclass(frozen=True, slots=True)
class JsonSchema(Scorer):
    """`json-schema`: the output is JSON that a schema (2020-12, a part of it) allows."""

    schema: Value
    keys = ("json_schema",)

    @classmethod
    def _of(cls, settings: Settings, value: Value) -> Check:
        for problem in jsonschema.problems(value):
            raise BadExpectation(("json_schema", *problem.path), problem.message)
        return cls(settings, value)

    def _failures(self, artifacts: RunArtifacts) -> tuple[Sequence[Finding], str]:
        try:
            value = jsonvalue.parse(artifacts.final_text or "")
        except jsontext.NotJson as error:
            return [{"why": f"output is not JSON: {error}"}], ""
        wrong = jsonschema.mismatches(self.schema, value)
        return [{"path": jsonpath.show(one.path), "why": one.why} for one in wrong], ""


@dataclass(frozen=True, slots=True)
class NumericThreshold(Scorer):
    """`numeric-threshold`: a number of the JSON output lies within bounds."""

    path: jsonpath.Path
    lowest: float | None
    highest: float | None
    equal: float | None
    tolerance: float
    keys = ("numeric_threshold",)
    fields = ("path", "gte", "lte", "eq", "tolerance")

    @classmethod
    def _of(cls, settings: Settings, value: Value) -> Check | None:
        if value is None or value is False or value == {}:  # evalctl's way of expecting nothing
            return None
        if not isinstance(value, dict):
            raise BadExpectation(cls.keys, "numeric_threshold: expected an object")
        for name in value:
            if name not in cls.fields:
                expected = ", ".join(cls.fields)
                raise BadExpectation(
                    (*cls.keys, name), f"unknown key {brief(name)} (expected one of {expected})"
                )
        lowest, highest, equal, tolerance = [_number(value, name) for name in cls.fields[1:]]
        if lowest is None and highest is None and equal is None:
            raise BadExpectation(cls.keys, "numeric_threshold: expected at least one of gte, lte and eq")
        if tolerance is not None and (equal is None or tolerance < 0):
            raise BadExpectation((*cls.keys, "tolerance"), "tolerance: expected 0 or more, and eq beside it")
        return cls(settings, _steps(value.get("path")), lowest, highest, equal, tolerance or 0.0)

    def _failures(self, artifacts: RunArtifacts) -> tuple[Sequence[Finding], str]:
        try:
            document = jsonvalue.parse(artifacts.final_text or "")
        except jsontext.NotJson as error:
            return [{"why": f"output is not JSON: {error}"}], ""
        try:
            found = find(self.path, document)
        except jsonpath.Missing as error:
            return [{"why": str(error)}], ""
        if isinstance(found, bool) or not isinstance(found, (int, float)):
            return [{"why": f"{jsonpath.show(self.path)} is not a number"}], ""
        return (), "" if self._holds(found) else f"{jsonpath.show(self.path)} is {jsonvalue.compact(found)}"

    def _holds(self, found: float) -> bool:
        above = self.lowest is None or found >= self.lowest
        below = self.highest is None or found <= self.highest
        near = self.equal is None or found == self.equal or abs(found - self.equal) <= self.tolerance
        return above and below and near


def multi_line(pattern: str) -> Pattern:
    """Compile a pattern in which `^` and `$` stand at every line; raise `BadValue`."""
    flags = re.match(r"\(\?([aiLmsux]+)\)", pattern)
    if flags is None:
        return compile_python(f"(?m){pattern}")
    return compile_python(f"(?m{flags[1].replace('m', '')}){pattern[flags.end() :]}")


def find(path: jsonpath.Path, document: Value) -> Value:
    """Return the value of a path; a step of digits is an index where there is a list. Raise `Missing`."""
    value = document
    for depth, step in enumerate(path, 1):
        if isinstance(value, dict) and str(step) in value:
            value = value[str(step)]
        elif isinstance(value, list) and _is_index(step, value):
            value = value[int(step)]
        else:
            raise jsonpath.Missing(path[:depth])
    return value


def _is_index(step: str | int, items: list[Value]) -> bool:
    return str(step).isascii() and str(step).isdigit() and int(step) < len(items)


def _steps(value: Value) -> jsonpath.Path:
    """Read `a.1.b` or a `$` path."""
    place = ("numeric_threshold", "path")
    if not isinstance(value, str) or not value:
        raise BadExpectation(
            place[:1] if value is None else place, 'numeric_threshold: expected a text "path"'
        )
    if not value.startswith("$"):
        return tuple(value.split("."))
    try:
        path, end = jsonpath.parse(value)
    except BadValue as error:
        raise BadExpectation(place, str(error)) from None
    if end != len(value):
        raise BadExpectation(place, f"bad path: expected its end, found {brief(value[end:])}")
    return path


def _number(value: Mapping[str, Value], name: str) -> float | None:
    number = value.get(name)
    if number is None or (isinstance(number, (int, float)) and not isinstance(number, bool)):
        return number
    raise BadExpectation(
        ("numeric_threshold", name), f"{name} is {jsonvalue.compact(number, 60)} (expected a number)"
    )
