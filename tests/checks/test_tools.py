"""Checks of tool calls: which, how often, in what order and with what; what a note says came nearest."""

from __future__ import annotations

import math

import pytest

from evalpin.checks import parse_check
from evalpin.checks.tools import (
    CalledTool,
    CalledToolsInOrder,
    CalledToolWith,
    DidNotCallTool,
    NoToolCalls,
    ToolCallCount,
)
from evalpin.errors import BadValue
from evalpin.model import Check, RunArtifacts, Verdict
from evalpin.toolcalls import ToolCall, parse


def calls(*lines: str) -> RunArtifacts:
    """Return artifacts with these calls, `NAME` or `NAME JSON` each."""
    return RunArtifacts(final_text="done", tool_calls=tuple(parse(line) for line in lines))


def note(check: Check, artifacts: RunArtifacts) -> str:
    verdict = check.judge(artifacts)
    assert (verdict.outcome == "pass") == (verdict.note == "")
    return verdict.note


def told(kind: str, value: str, *lines: str) -> str:
    return note(parse_check(kind, value), calls(*lines))


HOLDS = [
    ("called", "a", ["a"]),
    ("called", "a", ["b", "a", "a"]),
    ("called", '"a b"', ['"a b"']),
    ("called", "a b", ['"a b"']),
    ("called", '"a{}"', ["a{}"]),
    ("called", '"\\u00e9"', ["é"]),
    ("called", '"a|b"', ["a|b"]),
    ("not-called", "a", []),
    ("not-called", "a", ["A", "ab", "b"]),
    ("called-with", "a {}", ["a"]),
    ("called-with", 'a {"x": 1}', ['a {"x": 1.0, "y": 2}']),
    ("called-with", 'a \t{"x": {"y": 1}}', ['a {"x": {"y": 1, "z": 2}}']),
    ("called-with", 'a {"x": "p|q"}', ['a {"x": "p|q"}']),
    ("called-with", 'a {"x": [1, 2]}', ['a {"x": [1.0, 2]}']),
    ("called-with", '"a b" {"x": 1}', ['"a b" {"x": 1}']),
    ("called-with", 'a {"x": null}', ['a {"x": null}']),
    ("called-with", 'a {"x": 18446744073709551616}', ['a {"x": 18446744073709551616}']),
    ("calls", "0", []),
    ("calls", "2", ["a", "b"]),
    ("calls", "1..2", ["a"]),
    ("calls", "1..2", ["a", "b"]),
    ("calls", "1..", ["a", "b", "c"]),
    ("calls", "..1", []),
    ("calls", "..1", ["a"]),
    ("calls", "0..", []),
    ("calls", "007", ["a"] * 7),
    ("calls", "a 2", ["a", "b", "a"]),
    ("calls", "a 0", ["b"]),
    ("calls", "a \t ..1", ["a", "b", "b"]),
    ("calls", '"a b" 1', ['"a b"', "a"]),
    ("calls", '"1" 1', ["1", "a"]),
    ("calls", "1 2", ["1", "a", "1"]),
    ("called-in-order", "a", ["b", "a"]),
    ("called-in-order", "a | b", ["b", "a", "c", "b"]),
    ("called-in-order", "a|b | a", ["a", "b", "b", "a"]),
    ("called-in-order", "a | a", ["a", "b", "a"]),
    ("called-in-order", '"a b" | c', ['"a b"', "c"]),
    ("called-in-order", '"a|b" | c', ['"a|b"', "c"]),
]


@pytest.mark.parametrize(("kind", "value", "lines"), HOLDS)
def test_holds(kind: str, value: str, lines: list[str]) -> None:
    assert told(kind, value, *lines) == ""


@pytest.mark.parametrize(
    ("kind", "value", "lines", "message"),
    [
        ("called", "a", [], '"a" was never called (no calls at all)'),
        ("called", "a", ["A", "a2"], '"a" was never called (calls: A, a2)'),
        (
            "called",
            "z",
            list("abcdefghij"),
            '"z" was never called (calls: a, b, c, d, e, f, g, h, .. 2 more)',
        ),
        ("called", "z", list("abcdefgh"), '"z" was never called (calls: a, b, c, d, e, f, g, h)'),
        ("called", "é", ["e\u0301"], '"é" was never called (calls: e\u0301)'),
        ("called", "a", ['"\\u001b[2J"'], r'"a" was never called (calls: \u001b[2J)'),
        ("not-called", "a", ["b", "a", "a"], '"a" was called (call 2)'),
        ("calls", "0", ["a"], "1 tool calls, expected 0..0 (calls: a)"),
        ("calls", "2", ["a"], "1 tool calls, expected 2..2 (calls: a)"),
        ("calls", "2..3", [], "0 tool calls, expected 2..3 (no calls at all)"),
        ("calls", "2..", ["a"], "1 tool calls, expected >=2 (calls: a)"),
        ("calls", "..1", ["a", "b"], "2 tool calls, expected <=1 (calls: a, b)"),
        ("calls", "a 1", ["b"], '0 calls of "a", expected 1..1 (calls: b)'),
        ("calls", "a ..1", ["a", "b", "a"], '2 calls of "a", expected <=1 (calls: a, b, a)'),
        ("called-in-order", "a | b", ["b", "a"], 'no call of "b" after "a" (calls: b, a)'),
        ("called-in-order", "a | a", ["a"], 'no call of "a" after "a" (calls: a)'),
        ("called-in-order", "a | b", ["b"], 'no call of "a" (calls: b)'),
        ("called-in-order", "a | b", [], 'no call of "a" (no calls at all)'),
    ],
)
def test_fails(kind: str, value: str, lines: list[str], message: str) -> None:
    assert told(kind, value, *lines) == message


@pytest.mark.parametrize(
    ("value", "lines", "message"),
    [
        ("a {}", [], '"a" was never called'),
        ("a {}", ["b"], '"a" was never called'),
        ('a {"x": 1}', ["a"], 'call of "a" (call 1): $.x is missing, expected 1'),
        ('a {"x": 1}', ["b", 'a {"x": 2}'], 'call of "a" (call 2): $.x is 2, expected 1'),
        ('a {"x": 1}', ['a {"x": "1"}'], 'call of "a" (call 1): $.x is "1", expected 1'),
        ('a {"x": 1}', ['a {"x": true}'], 'call of "a" (call 1): $.x is true, expected 1'),
        ('a {"x": null}', ["a"], 'call of "a" (call 1): $.x is missing, expected null'),
        ("a {}", ["a null"], 'call of "a" (call 1): $ is null, expected {}'),
        ("a {}", ["a [1,2]"], 'call of "a" (call 1): $ is [1,2], expected {}'),
        (
            'a {"x": [{"y": 1}]}',
            ['a {"x": [{"y": 1, "z": 2}]}'],
            'call of "a" (call 1): $.x[0] is {"y":1,"z":2}, expected {"y":1}',
        ),
        (
            'a {"x": 1, "y": 2}',
            ['a {"x": 1}', 'a {"y": 2}'],
            'nearest of 2 calls of "a" (call 1): $.y is missing, expected 2',
        ),
        (
            'a {"x": 1, "y": 2, "z": 3}',
            ['a {"x": 9, "y": 9}', "b", 'a {"x": 1, "y": 2, "z": 9}', 'a {"x": 1}'],
            'nearest of 3 calls of "a" (call 3): $.z is 9, expected 3',
        ),
        (
            'a {"x": {"y": {"z": 1}}}',
            ['a {"x": {"y": {"z": 2}}}'],
            'call of "a" (call 1): $.x.y.z is 2, expected 1',
        ),
        (
            'a {"x": 1}',
            ['a "{\\"x\\": 1}"'],
            (
                r'call of "a" (call 1): $ is "{\"x\": 1}", expected {"x":1}'
                " (the arguments are a text; ToolCall.from_json decodes one)"
            ),
        ),
        (
            'a {"x": "n"}',
            ['a {"x": "\\u001b\\u202e\\n"}'],
            r'call of "a" (call 1): $.x is "\u001b\u202e\n", expected "n"',
        ),
    ],
)
def test_called_with_tells_the_nearest(value: str, lines: list[str], message: str) -> None:
    assert told("called-with", value, *lines) == message


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a": [1,\n', "arguments are not JSON at char 11: expected a value, found the end"),
        ("{", 'arguments are not JSON at char 2: expected a key or "}", found the end'),
        ("city=Rome", 'arguments are not JSON at char 1: expected a value, found "city=Rome"'),
        ('{"a": NaN}', 'arguments are not JSON at char 7: expected a value, found "NaN"'),
        ("{} {}", "arguments are not JSON at char 4: text after the value"),
    ],
)
def test_broken_arguments_fail_their_checks_only(text: str, reason: str) -> None:
    artifacts = RunArtifacts(final_text="x", tool_calls=(ToolCall.from_json("a", text),))
    assert note(parse_check("called-with", "a {}"), artifacts) == f'call of "a" (call 1): {reason}'
    assert note(CalledToolWith("a", text), artifacts) == f'call of "a" (call 1): {reason}'
    assert note(parse_check("called", "a"), artifacts) == ""
    assert note(parse_check("calls", "a 1"), artifacts) == ""


def test_broken_arguments_are_never_the_nearest_beside_others() -> None:
    broken, whole = ToolCall.from_json("a", "{"), ToolCall("a", {"x": 2})
    artifacts = RunArtifacts(tool_calls=(broken, whole))
    message = 'nearest of 2 calls of "a" (call 2): $.x is 2, expected 1'
    assert note(CalledToolWith("a", {"x": 1}), artifacts) == message


@pytest.mark.parametrize(
    ("kind", "value", "message"),
    [
        ("called", "", '"called" needs a value after the colon'),
        ("called", '""', "empty tool name"),
        ("called", '"a" b', 'text after the tool name: " b"'),
        ("called", '"a', "bad tool name: string without an end at column 1"),
        ("not-called", '"\\x"', r'bad tool name: bad escape "\\x" in a string at column 2'),
        ("called-with", "a", 'expected "TOOL {JSON}", found "a"'),
        ("called-with", "a | b {}", 'expected "TOOL {JSON}", found "a | b {}"'),
        ("called-with", "a {} | b", 'expected "TOOL {JSON}", found "a {} | b"'),
        ("called-with", "a {} b", 'text after the arguments of "a": "b"'),
        ("called-with", "a [1]", 'expected "{" or the end after the tool "a", found "[1]"'),
        (
            "called-with",
            'a{"x": 1}',
            r'expected a tool name, found "a{\"x\":" (one with "{" goes in quotes)',
        ),
        (
            "not-called",
            'a {"x": 1}',
            r'expected a tool name, found "a {\"x\": 1}" (one with "{" goes in quotes)',
        ),
        ("not-called", "a | b", 'expected a tool name, found "a | b" (one with "|" goes in quotes)'),
        ("calls", "a{ 2", 'expected a tool name, found "a{" (one with "{" goes in quotes)'),
        (
            "trajectory-subset",
            "a{} | b",
            'expected a tool name, found "a{}" (one with "{" goes in quotes)',
        ),
        ("called-with", "a b {}", 'expected "{" or the end after the tool "a", found "b {}"'),
        (
            "called-with",
            'a {"x": }',
            'bad arguments of "a": expected a value, found "}" at column 9',
        ),
        ("called-with", 'a {"x": NaN}', 'bad arguments of "a": expected a value, found "NaN" at column 9'),
        ("called-with", "a {", 'bad arguments of "a": expected a key or "}", found the end at column 4'),
        (
            "called-with",
            'a {"x": 1e999}',
            'bad arguments of "a": number too large for a double at column 9',
        ),
        ("called-with", '"" {}', "empty tool name"),
        ("calls", "x", 'bad range "x" (expected "N", "N..M", "N.." or "..M")'),
        ("calls", "..", 'bad range ".." (expected "N", "N..M", "N.." or "..M")'),
        ("calls", "1...2", 'bad range "1...2" (expected "N", "N..M", "N.." or "..M")'),
        ("calls", "-1", 'bad range "-1" (expected "N", "N..M", "N.." or "..M")'),
        ("calls", "a -1", 'bad range "-1" (expected "N", "N..M", "N.." or "..M")'),
        ("calls", "a 1...2", 'bad range "1...2" (expected "N", "N..M", "N.." or "..M")'),
        ("calls", "a 1 2", 'bad range "1 2" (expected "N", "N..M", "N.." or "..M")'),
        ("calls", "a ..", 'bad range ".." (expected "N", "N..M", "N.." or "..M")'),
        ("calls", "a \u0661", 'bad range "\u0661" (expected "N", "N..M", "N.." or "..M")'),
        ("calls", "a 1234567890", 'bad range "1234567890" (expected "N", "N..M", "N.." or "..M")'),
        ("calls", "3..1", "min 3 is more than max 1"),
        ("calls", "a 2..0", "min 2 is more than max 0"),
        ("called-in-order", "a | | b", "empty tool name"),
        ("called-in-order", "|", "empty tool name"),
        ("called-in-order", "a |", "empty tool name"),
        ("called-in-order", '"a" b | c', 'text after the tool name: " b"'),
    ],
)
def test_refused(kind: str, value: str, message: str) -> None:
    with pytest.raises(BadValue) as raised:
        parse_check(kind, value)
    assert str(raised.value) == message


def test_classes_refuse() -> None:
    for make in (
        lambda: CalledTool(""),
        lambda: DidNotCallTool(""),
        lambda: CalledToolWith("", {}),
        lambda: ToolCallCount("", 1),
        lambda: CalledToolsInOrder(("a", "")),
    ):
        with pytest.raises(BadValue) as raised:
            make()
        assert str(raised.value) == "empty tool name"
    with pytest.raises(BadValue) as raised:
        ToolCallCount(min=2, max=1)
    assert str(raised.value) == "min 2 is more than max 1"
    with pytest.raises(TypeError) as wrong:
        CalledToolWith("a", {"x": [math.inf]})
    assert str(wrong.value) == "$.x[0] is inf, which JSON does not have"


@pytest.mark.parametrize(
    ("check", "label"),
    [
        (CalledTool("a\n"), r"CalledTool(a\n)"),
        (DidNotCallTool("a"), "DidNotCallTool(a)"),
        (CalledToolWith("a", {"b": 2, "a": "é"}), 'CalledToolWith(a, {"a":"é","b":2})'),
        (ToolCallCount(), "ToolCallCount(any, any number)"),
        (ToolCallCount(min=1, max=1), "ToolCallCount(any, 1..1)"),
        (ToolCallCount("a", 1), "ToolCallCount(a, >=1)"),
        (ToolCallCount("a", max=3), "ToolCallCount(a, <=3)"),
        (NoToolCalls(), "NoToolCalls"),
        (CalledToolsInOrder(("a", "b")), "CalledToolsInOrder(a -> b)"),
        (CalledToolsInOrder(()), "CalledToolsInOrder()"),
    ],
)
def test_label(check: Check, label: str) -> None:
    assert check.judge(RunArtifacts()).label == label


def test_long_arguments_are_cut() -> None:
    args = "x" * 300
    shown = '"' + "x" * 199 + "..."
    verdict = CalledToolWith("a", args).judge(calls("a 1"))
    message = f'call of "a" (call 1): $ is 1, expected {shown}'
    assert verdict == Verdict(f"CalledToolWith(a, {shown})", "fail", message, f"a({shown})")


@pytest.mark.parametrize(
    ("lines", "message"),
    [([], ""), (["a", "b"], "2 tool calls, expected none (calls: a, b)")],
)
def test_no_tool_calls(lines: list[str], message: str) -> None:
    assert note(NoToolCalls(), calls(*lines)) == message


@pytest.mark.parametrize(
    ("args", "call", "held"),
    [
        (None, "a null", True),
        (None, "a", False),
        ("x", 'a "x"', True),
        ([1], "a [1]", True),
        ([1], "a [1,2]", False),
        (1, "a 1.0", True),
        (True, "a 1", False),
        ((1, 2), "a [1,2]", True),
    ],
)
def test_arguments_that_are_no_object_compare_whole(args: object, call: str, held: bool) -> None:
    verdict = CalledToolWith("a", args).judge(calls(call))
    assert verdict.passed == held


@pytest.mark.parametrize("check", [DidNotCallTool("a"), CalledToolsInOrder(()), ToolCallCount()])
def test_holds_without_calls(check: Check) -> None:
    assert note(check, RunArtifacts()) == ""


def test_tools_in_order_are_no_string() -> None:
    with pytest.raises(BadValue) as caught:
        CalledToolsInOrder("search")
    assert str(caught.value) == "tools is a string (expected a list of names)"
