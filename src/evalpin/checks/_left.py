"""Scorers of what a runner left: files, changes, its exit code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evalpin import globs, jsonvalue
from evalpin.checks._scorer import BadExpectation, Scorer, Settings, paths_of
from evalpin.jsonvalue import Value
from evalpin.model import Check, RunArtifacts
from evalpin.scoring import Finding


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
