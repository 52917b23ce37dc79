"""The nouns of workspace suites: how a runner is started, what judges it, what a case brings along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evalpin.checks.scorers import Settings
from evalpin.globs import Ignored
from evalpin.jsonvalue import Value
from evalpin.model import Case, Suite
from evalpin.notices import Notice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Keep = Literal["always", "failed", "never"]
else:
    Keep = str

KEEP = ("always", "failed", "never")


@dataclass(frozen=True, slots=True)
class Program:
    """What is started: words without a shell, or one command for `/bin/sh -c`."""

    argv: tuple[str, ...] = ()
    command: str = ""
    shell: bool = False
    timeout: float = 300.0
    most_output: int = 5 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Runner:
    """The coding agent of a suite.

    `cwd` is None for the workspace. `environment` names the variables that it inherits, `secrets` those
    whose values are taken out of all that is written, as are the matches of `patterns`.
    """

    program: Program
    cwd: str | None = None
    environment: tuple[str, ...] = ()
    task_on_stdin: bool = False
    secrets: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CommandScorer:
    """A program that answers, once an attempt was made, whether it is good."""

    id: str
    program: Program


@dataclass(frozen=True, slots=True)
class Setup:
    """What a case brings along: paths in the suite's folder, and its JSON as it stands there, with its ID."""

    fixture: str
    diff: str | None
    raw: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Configured:
    """A scorer as `suite.json` has it."""

    settings: Settings
    is_command: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """What `suite.json` says, before any case is read."""

    name: str
    cases: str
    runner: Runner
    configured: tuple[Configured, ...]
    commands: tuple[CommandScorer, ...]
    meaning: str
    ignored: Ignored
    keep: Keep
    exit_check: bool
    acknowledged: bool
    raw: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class WorkspaceSuite:
    """A suite of workspaces. `name` is free text; `raw` is its suite.json."""

    name: str
    suite: Suite
    runner: Runner
    scorers: tuple[CommandScorer, ...]
    ignored: Ignored
    keep: Keep
    acknowledged: bool
    raw: Mapping[str, Value]
    notices: tuple[Notice, ...]

    @property
    def cases(self) -> tuple[Case, ...]:
        """Return the cases in file order."""
        return self.suite.cases
