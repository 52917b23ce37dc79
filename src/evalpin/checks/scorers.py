"""The scorers of workspace suites: what an attempt left, held against keys of a case's `expect`.

The texts of findings are those of evalctl 0.4.3, so that reports of both have one hash.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from evalpin import globs, jsonpath, jsonschema, jsontext, jsonvalue
from evalpin.errors import BadValue
from evalpin.jsonvalue import Value
from evalpin.model import Check, RunArtifacts, Verdict
from evalpin.regex import Pattern, TooHard, compile_python
from evalpin.scoring import Finding, Scored, told
from evalpin.showing import brief, quote


@dataclass(frozen=True, slots=True)
class Settings:
    """How a suite has a scorer judge: its own ID, whether it decides, and what globs mean."""

    name: str
    id: str | None = None
    required: bool = True
    globs: str = "path"


@dataclass(frozen=True, slots=True)
class BadExpectation(Exception):
    """An expectation that cannot be one: where in `expect`, and what is wrong."""

    path: jsonpath.Path
    message: str


class _Reads(Check):
    """What a kind of scorers reads."""

    __slots__ = ()
    keys: tuple[str, ...] = ()
    """The keys of `expect` that it reads; it says nothing of a case that has none of them."""


@dataclass(frozen=True, slots=True)
class Scorer(_Reads):
    """A scorer with what one case expects of it."""

    settings: Settings

    @classmethod
    def of(cls, settings: Settings, expect: Mapping[str, Value]) -> Check | None:
        """Return the check of a case, None if it expects nothing here; raise `BadExpectation`."""
        key = cls.keys[0]
        if key not in expect:
            return None
        return cls._of(settings, expect[key])

    @classmethod
    def _of(cls, settings: Settings, value: Value) -> Check | None:
        raise NotImplementedError

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        try:
            findings, otherwise = self._failures(artifacts)
        except TooHard as error:
            return self._verdict("error", [{"why": str(error)}], str(error))
        if not findings and not otherwise:
            return self._verdict("pass", (), "")
        return self._verdict("fail", findings, otherwise)

    def _failures(self, artifacts: RunArtifacts) -> tuple[Sequence[Finding], str]:
        """Return what does not hold, and how to say so where a finding does not; nothing if all holds."""
        raise NotImplementedError

    def _verdict(self, outcome: str, findings: Sequence[Finding], otherwise: str) -> Verdict:
        name = self.settings.name
        return Scored(
            label=name,
            outcome=outcome,  # type: ignore[arg-type]  # one of three words
            note="" if outcome == "pass" else told(name, findings, otherwise),
            scorer=name,
            id=self.settings.id if outcome == "error" else None,
            score=1.0 if outcome == "pass" else 0.0,
            required=self.settings.required,
            findings=tuple(findings),
        )


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


@dataclass(frozen=True, slots=True)
class FileExists(Scorer):
    """`file-exists`: each path is there afterwards, whatever it is."""

    paths: tuple[str, ...]
    keys = ("files_exist",)

    @classmethod
    def _of(cls, settings: Settings, value: Value) -> Check | None:
        paths = paths_of("files_exist", value)
        return cls(settings, paths) if paths else None

    def _failures(self, artifacts: RunArtifacts) -> tuple[Sequence[Finding], str]:
        left = artifacts.workspace
        there = {entry.path for entry in left.after} if left else set()
        missing = [path for path in self.paths if path not in there]
        return [{"path": path, "why": "expected file missing"} for path in missing], ""


@dataclass(frozen=True, slots=True)
class ExitCode(Scorer):
    """`exit-code`: the runner ended with this code; a signal is its negative number."""

    expected: int
    keys = ("exit_code",)

    @classmethod
    def _of(cls, settings: Settings, value: Value) -> Check:
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadExpectation(
                cls.keys, f"exit_code is {jsonvalue.compact(value, 60)} (expected an integer)"
            )
        return cls(settings, value)

    def _failures(self, artifacts: RunArtifacts) -> tuple[Sequence[Finding], str]:
        actual = artifacts.exit_code
        if actual == self.expected:
            return (), ""
        return [{"why": "exit code mismatch", "expected": self.expected, "actual": actual}], ""


@dataclass(frozen=True, slots=True)
class DidSomething(Scorer):
    """Where a case says nothing of the exit code: it is 0, and there is an output or a change.

    An agent that ends with 0 and has done nothing at all has not done what it was asked for.
    """

    def _failures(self, artifacts: RunArtifacts) -> tuple[Sequence[Finding], str]:
        if artifacts.exit_code != 0:
            return [{"why": "exit code mismatch", "expected": 0, "actual": artifacts.exit_code}], ""
        if not artifacts.final_text and not (artifacts.workspace and artifacts.workspace.changes):
            return [{"why": "the runner left no output and changed nothing"}], ""
        return (), ""


@dataclass(frozen=True, slots=True)
class WorkspaceDiff(Scorer):
    """`workspace-diff`: what should have changed did, and what must not change did not."""

    changed: tuple[str, ...]
    forbidden: tuple[str, ...]
    keys = ("files_changed", "files_forbidden")

    @classmethod
    def of(cls, settings: Settings, expect: Mapping[str, Value]) -> Check:
        """Return the check; with nothing expected it is one that holds, as evalctl has it."""
        changed, forbidden = (paths_of(key, expect.get(key), wild=True) for key in cls.keys)
        return cls(settings, changed, forbidden)

    def _failures(self, artifacts: RunArtifacts) -> tuple[Sequence[Finding], str]:
        left = artifacts.workspace
        changed = [change.path for change in left.changes] if left else []
        findings: list[Finding] = [
            {"path": glob, "why": "expected change missing"}
            for glob in self.changed
            if not self._matching(glob, changed)
        ]
        findings += [
            {"path": glob, "why": "forbidden path modified"}
            for glob in self.forbidden
            for _ in self._matching(glob, changed)
        ]
        return findings, ""

    def _matching(self, glob: str, paths: Iterable[str]) -> list[str]:
        match = globs.compiled(glob, self.settings.globs).match
        return [path for path in paths if match(path)]


@dataclass(frozen=True, slots=True)
class Command(Scorer):
    """`command`: what a program of the user's said when the attempt was made."""

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        name = self.settings.id or ""
        answer = artifacts.workspace.answers.get(name) if artifacts.workspace else None
        error = answer.error if answer else f"no answer of {name} is there"
        outcome = "error" if error or answer is None else "pass" if answer.ok else "fail"
        findings = [{"why": error}] if error or answer is None else list(answer.findings)
        return Scored(
            label=f"command {name}",
            outcome=outcome,  # type: ignore[arg-type]  # one of three words
            note="" if outcome == "pass" else told(name, findings, "says no"),
            scorer="command",
            id=name,
            score=answer.score if answer and not error else 0.0,
            required=self.settings.required,
            findings=tuple(findings),
            given=answer.label if answer and not error else "",
        )


@dataclass(frozen=True, slots=True)
class Worded(Check):
    """A check in the words of text suites, beside the scorers."""

    words: str
    check: Check

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        verdict = self.check.judge(artifacts)
        held = verdict.outcome == "pass"
        return Scored(
            label=self.words,
            outcome=verdict.outcome,
            note=verdict.note,
            expected=verdict.expected,
            found=verdict.found,
            scorer="check",
            id=self.words,
            score=1.0 if held else 0.0,
            findings=() if held else ({"why": verdict.note},),
        )


SCORERS: Mapping[str, type[Scorer]] = {
    "contains": Contains,
    "regex": Regex,
    "exact": Exact,
    "json-schema": JsonSchema,
    "numeric-threshold": NumericThreshold,
    "file-exists": FileExists,
    "exit-code": ExitCode,
    "workspace-diff": WorkspaceDiff,
}
"""The scorers that are built in, in the order in which they judge where a suite names none."""

COMMAND = "command"

READ_BY = {key: name for name, scorer in SCORERS.items() for key in scorer.keys}
"""Key of `expect` to the scorer that reads it."""


def texts_of(key: str, value: Value) -> tuple[str, ...]:
    """Return a list of texts; raise `BadExpectation`, also for one text, whose characters are no list."""
    if value is None:
        return ()
    if not isinstance(value, list):
        raise BadExpectation((key,), f"{key} is {jsonvalue.compact(value, 60)} (expected a list of texts)")
    for at, item in enumerate(value):
        if not isinstance(item, str) or not item:
            raise BadExpectation(
                (key, at), f"{key} has {jsonvalue.compact(item, 60)} (expected a text that is not empty)"
            )
    return tuple(map(str, value))


def paths_of(key: str, value: Value, *, wild: bool = False) -> tuple[str, ...]:
    """Return a list of relative paths or globs, each of which something in a workspace can have."""
    paths = texts_of(key, value)
    for at, path in enumerate(paths):
        steps = path.split("/")
        if path.startswith("/") or any(step in ("", ".", "..") for step in steps):
            what = "glob" if wild else "path"
            raise BadExpectation(
                (key, at),
                f'{key}: no path of a workspace is {brief(path)} (expected a {what} such as "src/app.py")',
            )
    return paths


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
