"""Checks of all calls together: the same, in any order, at least these, at most these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evalpin.checks._calls import ExpectedCall, first_difference, nearest, read_calls
from evalpin.checks._common import verdict
from evalpin.errors import BadValue, did_you_mean
from evalpin.model import Check, RunArtifacts, Verdict
from evalpin.showing import brief
from evalpin.toolcalls import ToolCall

MODES = ("strict", "unordered", "superset", "subset")


@dataclass(frozen=True, slots=True)
class Trajectory(Check):
    """The calls of an attempt against a list of expected ones, each used once.

    `strict`: the same calls in the same order, nothing more. `unordered`: the same in any order.
    `superset`: every expected call has its own actual call. `subset`: every actual call has its own
    expected call. The last three are true one-to-one matchings, found wherever there is one.
    """

    mode: str
    calls: Sequence[ExpectedCall]

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            expected = f" (expected {', '.join(MODES)})"
            raise BadValue(f"unknown mode {brief(self.mode)}{did_you_mean(self.mode, MODES, expected)}")
        object.__setattr__(self, "calls", tuple(self.calls))

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        expected = " | ".join(map(str, self.calls))
        actual = artifacts.tool_calls
        note = self._strict(actual) if self.mode == "strict" else self._matched(actual)
        found = " | ".join(call.display() for call in actual)
        return verdict(f"Trajectory({self.mode}, {expected or 'no calls'})", note, expected, found)

    def _strict(self, actual: Sequence[ToolCall]) -> str:
        for number, (want, have) in enumerate(zip(self.calls, actual, strict=False), 1):
            if not want.held_by(have):
                why = first_difference(want, have) if want.tool == have.name else f"expected {want}"
                return f"call {number} is {have.display()}: {why}"
        if len(actual) > len(self.calls):
            extra = actual[len(self.calls)]
            return f"{len(actual)} calls, expected {len(self.calls)}: {extra.display()} is one too many"
        if len(actual) < len(self.calls):
            return f"{len(actual)} calls, expected {len(self.calls)}: {self.calls[len(actual)]} is missing"
        return ""

    def _matched(self, actual: Sequence[ToolCall]) -> str:
        pairs = match([[want.held_by(have) for have in actual] for want in self.calls], len(actual))
        missing = [want for want, have in zip(self.calls, pairs, strict=True) if have is None]
        extra = [have for index, have in enumerate(actual) if index not in pairs]
        notes = []
        if missing and self.mode != "subset":
            left = tuple(extra) if any(have.name == missing[0].tool for have in extra) else ()
            why = f" ({nearest(missing[0], left)})" if left else ""
            notes.append(f"no call of its own for {missing[0]}{why}{_more(len(missing))}")
        if extra and self.mode != "superset":
            notes.append(f"unexpected {extra[0].display()}{_more(len(extra))}")
        return "; ".join(notes)


class _Mode(Trajectory):
    """A mode that has a name of its own in text suites."""

    __slots__ = ()
    named = ""

    @classmethod
    def parse(cls, value: str) -> Check:
        return Trajectory(cls.named, read_calls(value))


class Strict(_Mode):
    """`trajectory-strict: CALL | CALL ..`."""

    __slots__ = ()
    named = "strict"


class Unordered(_Mode):
    """`trajectory-unordered: CALL | CALL ..`."""

    __slots__ = ()
    named = "unordered"


class Superset(_Mode):
    """`trajectory-superset: CALL | CALL ..`."""

    __slots__ = ()
    named = "superset"


class Subset(_Mode):
    """`trajectory-subset: CALL | CALL ..`."""

    __slots__ = ()
    named = "subset"


def match(fits: list[list[bool]], columns: int) -> list[int | None]:
    """Return for each row a column of its own that fits, for as many rows as possible, else None.

    Augmenting paths (Kuhn's algorithm), searched breadth first, so that no depth of calls matters.
    """
    row_of: list[int | None] = [None] * columns
    for row in range(len(fits)):
        came_from: dict[int, int] = {}
        queue, free = [row], None
        while queue and free is None:
            at = queue.pop(0)
            for column in range(columns):
                if not fits[at][column] or column in came_from:
                    continue
                came_from[column] = at
                taken = row_of[column]
                if taken is None:
                    free = column
                    break
                queue.append(taken)
        while free is not None:
            at = came_from[free]
            before = next((column for column, taken in enumerate(row_of) if taken == at), None)
            row_of[free], free = at, before
    return [row_of.index(row) if row in row_of else None for row in range(len(fits))]


def _more(count: int) -> str:
    return f" and {count - 1} more" if count > 1 else ""
