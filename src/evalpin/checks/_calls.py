"""Tool calls in the words of text suites, and what comes nearest to an expected one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evalpin import jsontext, jsonvalue
from evalpin.errors import BadValue
from evalpin.showing import brief, escape, quote
from evalpin.toolcalls import Json, ToolCall, as_json, read_name

ToolName = str
"""A name that is not empty."""


@dataclass(frozen=True, slots=True)
class ExpectedCall:
    """A call of a tool; with `any_args` whatever its arguments, else these must be contained in them."""

    tool: str
    args: Json = None
    any_args: bool = False

    def __post_init__(self) -> None:
        check_tool(self.tool)
        object.__setattr__(self, "args", as_json(self.args))

    def __str__(self) -> str:
        return escape(self.tool) if self.any_args else f"{escape(self.tool)}({jsonvalue.compact(self.args)})"

    def held_by(self, call: ToolCall) -> bool:
        """Say whether a call is this one."""
        if call.name != self.tool:
            return False
        return self.any_args or (not call.fault and jsonvalue.contains(call.args, self.args))


def check_tool(name: str) -> str:
    """Return the name of a tool; raise `BadValue` for an empty one."""
    if not name:
        raise BadValue("empty tool name")
    return name


def plain_name(name: str) -> str:
    """Return a name written without quotes; raise `BadValue` for one that looks like more than a name.

    `not-called: search {"q": "x"}` would otherwise hold for ever.
    """
    for sign in "{|":
        if sign in name:
            raise BadValue(f'expected a tool name, found {brief(name)} (one with "{sign}" goes in quotes)')
    return name


def read_call(text: str, at: int = 0) -> tuple[ExpectedCall, int]:
    """Read `TOOL` or `TOOL {JSON}` up to a `|` or the end; return it and the place of that."""
    begin = at
    name, at = read_name(text, at, " \t|")
    if text[begin] != '"':
        plain_name(name)
    at = _skip(text, at)
    if at == len(text) or text[at] == "|":
        return ExpectedCall(name, any_args=True), at
    if text[at] != "{":
        raise BadValue(f'expected "{{" or the end after the tool {brief(name)}, found {brief(text[at:])}')
    try:
        args, end = jsonvalue.parse_prefix(text, at)
    except jsontext.NotJson as error:
        raise BadValue(f"bad arguments of {brief(name)}: {error.reason} at column {error.at + 1}") from None
    end = _skip(text, end)
    if end < len(text) and text[end] != "|":
        raise BadValue(f"text after the arguments of {brief(name)}: {brief(text[end:])}")
    return ExpectedCall(name, args), end


def read_calls(text: str) -> tuple[ExpectedCall, ...]:
    """Read `CALL | CALL ..`; a `|` inside JSON is data."""
    calls, at = [], 0
    while True:
        call, at = read_call(text, _skip(text, at))
        calls.append(call)
        if at == len(text):
            return tuple(calls)
        at += 1


def nearest(expected: ExpectedCall, calls: Sequence[ToolCall]) -> str:
    """Say why no call is the expected one: the call of that name with the fewest differences."""
    named = [(number, call) for number, call in enumerate(calls, 1) if call.name == expected.tool]
    if not named:
        return f"{quote(expected.tool)} was never called"
    ranked = [(bool(call.fault), _count(expected, call), number, call) for number, call in named]
    *_, number, call = min(ranked, key=lambda entry: entry[:3])
    of = f"nearest of {len(named)} calls" if len(named) > 1 else "call"
    return f"{of} of {quote(expected.tool)} (call {number}): {first_difference(expected, call)}"


def first_difference(expected: ExpectedCall, call: ToolCall) -> str:
    """Say in what a call of the same tool is not the expected one, with both values."""
    if call.fault:
        return call.fault
    found = next(jsonvalue.differences(expected.args, call.args), None)
    text = isinstance(call.args, str) and isinstance(expected.args, dict)
    hint = " (the arguments are a text; ToolCall.from_json decodes one)" if text else ""
    return f"{found}{hint}" if found else ""


def _count(expected: ExpectedCall, call: ToolCall) -> int:
    return sum(1 for _ in jsonvalue.differences(expected.args, call.args))


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t":
        at += 1
    return at
