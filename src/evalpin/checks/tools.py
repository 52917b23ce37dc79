"""Checks of which tools were called, how often and with what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evalpin import jsonvalue
from evalpin.checks._calls import ExpectedCall, ToolName, check_tool, nearest, plain_name, read_call
from evalpin.checks._common import verdict
from evalpin.errors import BadValue
from evalpin.model import Check, RunArtifacts, Verdict
from evalpin.showing import brief, escape, quote
from evalpin.toolcalls import Json, as_json, read_name

_RANGE = re.compile(r"([0-9]{1,9})?(\.\.)?([0-9]{1,9})?")


@dataclass(frozen=True, slots=True)
class CalledTool(Check):
    """`called: TOOL`: the tool was called at least once."""

    tool: ToolName

    def __post_init__(self) -> None:
        check_tool(self.tool)

    @classmethod
    def parse(cls, value: str) -> Check:
        return cls(_whole_name(value))

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        called = any(call.name == self.tool for call in artifacts.tool_calls)
        note = "" if called else f"{quote(self.tool)} was never called{_instead(artifacts)}"
        return verdict(f"CalledTool({escape(self.tool)})", note)


@dataclass(frozen=True, slots=True)
class DidNotCallTool(Check):
    """`not-called: TOOL`: the tool was not called."""

    tool: ToolName

    def __post_init__(self) -> None:
        check_tool(self.tool)

    @classmethod
    def parse(cls, value: str) -> Check:
        return cls(_whole_name(value))

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        first = next((n for n, call in enumerate(artifacts.tool_calls, 1) if call.name == self.tool), 0)
        note = f"{quote(self.tool)} was called (call {first})" if first else ""
        return verdict(f"DidNotCallTool({escape(self.tool)})", note)


@dataclass(frozen=True, slots=True)
class CalledToolWith(Check):
    """`called-with: TOOL {JSON}`: one single call of the tool has arguments that contain these."""

    tool: ToolName
    args: Json

    def __post_init__(self) -> None:
        check_tool(self.tool)
        object.__setattr__(self, "args", as_json(self.args))

    @classmethod
    def parse(cls, value: str) -> Check:
        call, end = read_call(value)
        if end < len(value) or call.any_args:
            raise BadValue(f'expected "TOOL {{JSON}}", found {brief(value)}')
        return cls(call.tool, call.args)

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        expected = ExpectedCall(self.tool, self.args)
        label = f"CalledToolWith({escape(self.tool)}, {jsonvalue.compact(self.args)})"
        held = any(map(expected.held_by, artifacts.tool_calls))
        return verdict(label, "" if held else nearest(expected, artifacts.tool_calls), str(expected))


@dataclass(frozen=True, slots=True)
class ToolCallCount(Check):
    """`calls: RANGE`, `calls: TOOL RANGE`: how many calls there were, of one tool or of all.

    Both ends are included; None is no bound. In text suites RANGE is `N`, `N..M`, `N..` or `..M`.
    """

    tool: ToolName | None = None
    min: int | None = None
    max: int | None = None

    def __post_init__(self) -> None:
        if self.tool is not None:
            check_tool(self.tool)
        if self.min is not None and self.max is not None and self.min > self.max:
            raise BadValue(f"min {self.min} is more than max {self.max}")

    @classmethod
    def parse(cls, value: str) -> Check:
        if bounds := _bounds(value):
            return cls(None, *bounds)
        name, end = read_name(value)
        if not value.startswith('"'):
            plain_name(name)
        span = value[end:].strip(" \t")
        bounds = _bounds(span)
        if bounds is None:
            raise BadValue(f'bad range {brief(span or value)} (expected "N", "N..M", "N.." or "..M")')
        return cls(name, *bounds)

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        count = sum(self.tool is None or call.name == self.tool for call in artifacts.tool_calls)
        held = (self.min is None or count >= self.min) and (self.max is None or count <= self.max)
        what = "tool calls" if self.tool is None else f"calls of {quote(self.tool)}"
        label = f"ToolCallCount({'any' if self.tool is None else escape(self.tool)}, {self._range()})"
        note = "" if held else f"{count} {what}, expected {self._range()}{_instead(artifacts)}"
        return verdict(label, note, self._range(), str(count))

    def _range(self) -> str:
        if self.min is None and self.max is None:
            return "any number"
        if self.max is None:
            return f">={self.min}"
        return f"<={self.max}" if self.min is None else f"{self.min}..{self.max}"


@dataclass(frozen=True, slots=True)
class NoToolCalls(Check):
    """No tool was called."""

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        count = len(artifacts.tool_calls)
        return verdict(
            "NoToolCalls", f"{count} tool calls, expected none{_instead(artifacts)}" if count else ""
        )


@dataclass(frozen=True, slots=True)
class CalledToolsInOrder(Check):
    """`called-in-order: A | B | ..`: these tools were called in this order, others may come between."""

    tools: Sequence[ToolName]

    def __post_init__(self) -> None:
        if isinstance(self.tools, str):  # a sequence too, of letters
            raise BadValue("tools is a string (expected a list of names)")
        object.__setattr__(self, "tools", tuple(map(check_tool, self.tools)))

    @classmethod
    def parse(cls, value: str) -> Check:
        return cls(tuple(_names(value)))

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        label = f"CalledToolsInOrder({' -> '.join(map(escape, self.tools))})"
        reached = 0
        for call in artifacts.tool_calls:
            reached += reached < len(self.tools) and call.name == self.tools[reached]
        if reached == len(self.tools):
            return verdict(label, "")
        after = f" after {quote(self.tools[reached - 1])}" if reached else ""
        return verdict(label, f"no call of {quote(self.tools[reached])}{after}{_instead(artifacts)}")


def _instead(artifacts: RunArtifacts) -> str:
    """Return the names of the calls that there were."""
    names = [escape(call.name) for call in artifacts.tool_calls]
    if not names:
        return " (no calls at all)"
    more = f", .. {len(names) - 8} more" if len(names) > 8 else ""
    return f" (calls: {', '.join(names[:8])}{more})"


def _bounds(text: str) -> tuple[int | None, int | None] | None:
    match = _RANGE.fullmatch(text)
    if match is None or not (match[1] or match[3]) or (match[1] and match[3] and not match[2]):
        return None
    low = int(match[1]) if match[1] else None
    high = int(match[3]) if match[3] else None
    return (low, high) if match[2] else (low, low)


def _whole_name(value: str) -> str:
    """Take a whole value as the name of a tool, or a JSON string as what it says."""
    if not value.startswith('"'):
        return check_tool(plain_name(value))
    name, end = read_name(value)
    check_tool(name)
    if end < len(value):
        raise BadValue(f"text after the tool name: {brief(value[end:])}")
    return name


def _names(value: str) -> Iterator[str]:
    """Yield the names of `A | B | ..`; one in quotes may hold a `|`."""
    at = 0
    while True:
        at += len(value[at:]) - len(value[at:].lstrip(" \t"))
        end = read_name(value, at)[1] if value[at : at + 1] == '"' else at
        bar = value.find("|", end)
        yield _whole_name(value[at : bar if bar >= 0 else len(value)].rstrip(" \t"))
        if bar < 0:
            return
        at = bar + 1
