"""The nouns: frozen records that the other modules hand to each other."""

from __future__ import annotations

from dataclasses import dataclass, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any, Literal

    from evalpin.toolcalls import ToolCall
    from evalpin.trees import Left

    Outcome = Literal["pass", "fail", "error"]
    Change = Literal["better", "same", "worse", "new", "gone"]
else:  # importing typing would cost every start 4 ms
    Outcome = Change = str

_NOTHING: Mapping[str, Any] = {}

Count = tuple[int, int]
"""Attempts of a case: (passed, total)."""

Results = dict[str, Count]
"""Case ID to its count, in run order: what a results file holds."""


@dataclass(frozen=True, slots=True)
class RunArtifacts:
    """All that a check may look at: what one attempt left behind.

    `final_text` is the reply; None is no reply, which differs from an empty one. `tool_calls` are in
    the order of the calls. `tokens` is None where none were reported. `seconds` is the time that the
    agent took, None where nobody measured it. `error` is the message of an attempt that failed; None is
    no error. `transcript` holds JSON messages. `exit_code` is a command's, `workspace`
    what it did to files.
    """

    final_text: str | None = None
    tool_calls: Sequence[ToolCall] = ()
    tokens: int | None = None
    seconds: float | None = None
    error: str | None = None
    transcript: Sequence[Any] = ()
    exit_code: int | None = None
    workspace: Left | None = None

    def __post_init__(self) -> None:
        if (
            self.tool_calls.__class__ is not tuple or self.transcript.__class__ is not tuple
        ):  # lists, in Python code
            object.__setattr__(self, "tool_calls", tuple(self.tool_calls))
            object.__setattr__(self, "transcript", tuple(self.transcript))

    def with_final_text(self, text: str | None) -> RunArtifacts:
        """Return the same artifacts with this reply."""
        return replace(self, final_text=text)

    def with_tool_calls(self, calls: Iterable[ToolCall]) -> RunArtifacts:
        """Return the same artifacts with these calls instead."""
        return replace(self, tool_calls=tuple(calls))

    def with_tokens(self, tokens: int | None) -> RunArtifacts:
        """Return the same artifacts with this count of tokens."""
        return replace(self, tokens=tokens)

    def with_seconds(self, seconds: float | None) -> RunArtifacts:
        """Return the same artifacts with this time taken."""
        return replace(self, seconds=seconds)

    def with_exit_code(self, exit_code: int | None) -> RunArtifacts:
        """Return the same artifacts with this exit code."""
        return replace(self, exit_code=exit_code)

    def with_transcript(self, messages: Iterable[Any]) -> RunArtifacts:
        """Return the same artifacts with these JSON messages instead."""
        return replace(self, transcript=tuple(messages))

    def with_error(self, error: str | None) -> RunArtifacts:
        """Return the same artifacts with this error: the attempt fails, what it left is kept."""
        return replace(self, error=error)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one check says of one attempt: its label, the outcome, and why if it is not a pass.

    `expected` and `found` are the two sides of it, where there are two, as text. `evaluated` is False
    where the attempt ended in an error: the verdict then says nothing about the agent.
    """

    label: str
    outcome: Outcome
    note: str = ""
    expected: str = ""
    found: str = ""
    evaluated: bool = True

    @property
    def passed(self) -> bool:
        """Say whether the check held."""
        return self.outcome == "pass"

    def __iter__(self) -> Iterator[str | bool]:
        """Unpack as `label, passed`."""
        return iter((self.label, self.passed))


class Check:
    """The base of every kind of check: a frozen record with one pure function of the artifacts."""

    __slots__ = ()
    kind = ""
    """The name of the kind in text suites."""
    timed = False
    """Whether the verdict depends on how long the attempt took."""
    ron: Mapping[str, Any] = _NOTHING
    """Fields that every check of this kind in a RON suite has, and no suite can set."""

    @classmethod
    def parse(cls, value: str) -> Check:
        """Read VALUE of a line `expect KIND: VALUE`; raise `BadValue` if it cannot be one."""
        raise NotImplementedError

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        """Say whether the artifacts hold what this check expects; never raise."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Case:
    """One prompt and what is expected of the reply.

    `line` is where the suite opens it, from 1, or 0 where no file does. `title` is the name that
    reports show, where it is not the ID. `setup` is what a harness makes its world of.
    """

    id: str
    prompt: str
    checks: Sequence[Any]
    line: int = 0
    title: str = ""
    setup: Any = None

    def __post_init__(self) -> None:
        if self.checks.__class__ is not tuple:  # a list, in Python code
            object.__setattr__(self, "checks", tuple(self.checks))

    @property
    def name(self) -> str:
        """Return what reports call the case."""
        return self.title or self.id


@dataclass(frozen=True, slots=True)
class Suite:
    """Cases in file order, under the path that the user typed."""

    name: str
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One run of one case: number (from 1), artifacts and, if these could be judged, the verdicts."""

    case_id: str
    number: int
    artifacts: RunArtifacts
    verdicts: tuple[Verdict, ...]
    outcome: Outcome

    @property
    def note(self) -> str:
        """Why the attempt failed: the error, or the note of its first failing check; else empty."""
        if self.artifacts.error is not None:
            return self.artifacts.error or "error without a message"
        failing = [v for v in self.verdicts if v.outcome != "pass"]
        deciding = [v for v in failing if getattr(v, "required", True)]
        return next((v.note for v in deciding or failing), "")


@dataclass(frozen=True, slots=True)
class Run:
    """Every attempt of a suite, `times` a case, in suite order."""

    suite: Suite
    times: int
    attempts: tuple[Attempt, ...]

    def counts(self) -> Results:
        """Return the passed and total attempts of each case, in suite order."""
        passed = {case.id: 0 for case in self.suite.cases}
        for attempt in self.attempts:
            passed[attempt.case_id] += attempt.outcome == "pass"
        return {case_id: (n, self.times) for case_id, n in passed.items()}


@dataclass(frozen=True, slots=True)
class Comparison:
    """One case before and after; None where it was not run."""

    case_id: str
    before: Count | None
    after: Count | None
    change: Change
