"""What the scorers of workspace suites share: settings, a bad expectation, a verdict with findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalpin import jsonpath, jsonvalue
from evalpin.jsonvalue import Value
from evalpin.model import Check, RunArtifacts, Verdict
from evalpin.regex import TooHard
from evalpin.scoring import Finding, Scored, told
from evalpin.showing import brief


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
