"""Tool calls: what becomes JSON, what is refused with its path, JSON text decoded once, lines and back."""

from __future__ import annotations

import json
import math
from collections import OrderedDict
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType

import pytest

from evalpin.errors import BadValue
from evalpin.toolcalls import ToolCall, parse


@dataclass
class Point:
    x: int
    inner: object = None


class Number(int):
    """An int that is more than one."""


def made(args: object) -> object:
    return ToolCall("t", args).args


@pytest.mark.parametrize(
    ("args", "kept"),
    [
        (None, None),
        (True, True),
        (1, 1),
        (1.5, 1.5),
        ("x", "x"),
        ([1, (2, 3)], [1, [2, 3]]),
        ((), []),
        ({"a": {"b": ()}}, {"a": {"b": []}}),
        (OrderedDict(a=1), {"a": 1}),
        (MappingProxyType({"a": (1,)}), {"a": [1]}),
        (Point(1, Point(2)), {"x": 1, "inner": {"x": 2, "inner": None}}),
        (Number(3), 3),
        (2**64, 2**64),
        ("\ud800\0", "\ud800\0"),
    ],
)
def test_made_json(args: object, kept: object) -> None:
    found = made(args)
    assert repr(found) == repr(kept)
    assert json.loads(json.dumps(found)) == kept


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (math.nan, "$ is nan, which JSON does not have"),
        ({"a": [0, math.inf]}, "$.a[1] is inf, which JSON does not have"),
        ({"a": -math.inf}, "$.a is -inf, which JSON does not have"),
        ({1, 2}, "$ is set, which is not JSON"),
        ({"a": [b"x"]}, "$.a[0] is bytes, which is not JSON"),
        ({"a": object}, "$.a is type, which is not JSON"),
        ({"a": Point}, "$.a is type, which is not JSON"),
        ({"a": Decimal(1)}, "$.a is Decimal, which is not JSON"),
        ({"a": {1: 2}}, "$.a has the key 1, which is int and not str"),
        ({None: 1}, "$ has the key None, which is NoneType and not str"),
        ([{"a b": {1}}], '$[0]["a b"] is set, which is not JSON'),
        (Point(1, {2}), "$.inner is set, which is not JSON"),
        ([10**5000], "$[0] is an integer of more than 14000 bits"),
    ],
)
def test_not_json(args: object, told: str) -> None:
    with pytest.raises(TypeError) as raised:
        made(args)
    assert str(raised.value) == told


def test_result_is_json_too() -> None:
    assert ToolCall("t", result=(1,)).result == [1]
    with pytest.raises(TypeError) as raised:
        ToolCall("t", result={1})
    assert str(raised.value) == "$ is set, which is not JSON"


def test_a_loop_is_no_recursion_error() -> None:
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(TypeError) as raised:
        made(loop)
    assert str(raised.value) == f"${'[0]' * 500} is nested deeper than 500 levels"


@pytest.mark.parametrize("name", [None, 1, b"a"])
def test_name_is_a_string(name: object) -> None:
    with pytest.raises(TypeError) as raised:
        ToolCall(name)  # type: ignore[arg-type]
    assert str(raised.value) == f"the name of a tool is {type(name).__name__}, not str"


def test_arguments_are_copied_deep() -> None:
    inner = [1]
    args = {"a": inner}
    call = ToolCall("t", args)
    inner.append(2)
    args["b"] = []
    assert call.args == {"a": [1]}


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("", {}),
        (None, {}),
        ("{}", {}),
        ("null", None),
        ('{"city": "Rome"}', {"city": "Rome"}),
        ("[1,2]", [1, 2]),
        ("3", 3),
        (' \n{"a": 1}\r\n', {"a": 1}),
        (r'"{\"a\": 1}"', '{"a": 1}'),
        (r'{"a": "{\"b\": 1}"}', {"a": '{"b": 1}'}),
        ("18446744073709551616", 18446744073709551616),
    ],
)
def test_from_json(text: str | None, args: object) -> None:
    call = ToolCall.from_json("t", text)
    assert repr(call.args) == repr(args)
    assert call.fault == ""


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"a": [1,\n', "arguments are not JSON at char 11: expected a value, found the end"),
        ("x", 'arguments are not JSON at char 1: expected a value, found "x"'),
        (" ", "arguments are not JSON at char 2: expected a value, found the end"),
        ('{"a": NaN}', 'arguments are not JSON at char 7: expected a value, found "NaN"'),
        ("{'a': 1}", 'arguments are not JSON at char 2: expected a key or "}", found "\'a\'"'),
        ('{"a": 1e999}', "arguments are not JSON at char 7: number too large for a double"),
        ("[" * 501, "arguments are not JSON at char 501: nested deeper than 500 levels"),
        ("9" * 4301, "arguments are not JSON at char 1: integer with more than 4,300 digits"),
    ],
)
def test_from_broken_json(text: str, fault: str) -> None:
    assert ToolCall.from_json("t", text) == ToolCall("t", text, fault=fault)


@pytest.mark.parametrize(
    ("call", "shown"),
    [
        (ToolCall("t"), "t(null)"),
        (ToolCall("calculator", {"b": 2, "a": 2.0}), 'calculator({"a":2.0,"b":2})'),
        (ToolCall("a\nb", "\x1b"), r'a\nb("\u001b")'),
    ],
)
def test_display(call: ToolCall, shown: str) -> None:
    assert call.display() == shown


LINES = [
    (ToolCall("t", {}), "tool t"),
    (ToolCall("t"), "tool t null"),
    (ToolCall("t", {"b": 1, "a": "é"}), 'tool t {"b": 1, "a": "é"}'),
    (ToolCall("t", [1, 2.0]), "tool t [1, 2.0]"),
    (ToolCall("t", "x"), 'tool t "x"'),
    (ToolCall("t", "\u2028"), r'tool t "\u2028"'),
    (ToolCall("t", "\ud800\x7f"), r'tool t "\ud800\u007f"'),
    (ToolCall("a b", {}), 'tool "a b"'),
    (ToolCall('a"b', {}), r'tool "a\"b"'),
    (ToolCall("a\nb", {"x": "\n"}), r'tool "a\nb" {"x": "\n"}'),
    (ToolCall("", {}), 'tool ""'),
    (ToolCall("#a|b", {}), "tool #a|b"),
    (ToolCall.from_json("t", '{"a"'), r'tool-text t "{\"a\""'),
    (ToolCall.from_json("a b", "\0\n"), r'tool-text "a b" "\u0000\n"'),
]


@pytest.mark.parametrize(("call", "line"), LINES)
def test_line(call: ToolCall, line: str) -> None:
    # DEL is escaped by `json.dumps` only if it is told to, so the line may also hold it as it is.
    assert call.line().replace("\x7f", r"\u007f") == line


@pytest.mark.parametrize("call", [call for call, _ in LINES if call.name])
def test_line_and_back(call: ToolCall) -> None:
    word, _, rest = call.line().partition(" ")
    assert parse(rest, raw=word == "tool-text") == call


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("t", ToolCall("t", {})),
        ("t \t", ToolCall("t", {})),
        ("t\t{}", ToolCall("t", {})),
        ("t null", ToolCall("t", None)),
        ('t {"a": 1} ', ToolCall("t", {"a": 1})),
        ('"t" 1', ToolCall("t", 1)),
        ('"t"1', ToolCall("t", 1)),
        ("t{}", ToolCall("t{}", {})),
        ("é.b-c", ToolCall("é.b-c", {})),
        ("a\xa0b", ToolCall("a\xa0b", {})),
    ],
)
def test_parse(text: str, call: ToolCall) -> None:
    assert parse(text) == call


@pytest.mark.parametrize(
    ("text", "raw", "told"),
    [
        ("", False, "empty tool name"),
        ('"a', False, "bad tool name: string without an end at column 1"),
        ("t {", False, 'bad arguments of "t": expected a key or "}", found the end at column 2'),
        ("t x", False, 'bad arguments of "t": expected a value, found "x" at column 1'),
        ("t {} {}", False, 'bad arguments of "t": text after the value at column 4'),
        ("t NaN", False, 'bad arguments of "t": expected a value, found "NaN" at column 1'),
        ("t {}", True, 'bad arguments of "t": expected a JSON string, found "{}"'),
        ("t", True, 'bad arguments of "t": expected a JSON string, found the end'),
        ("t 1", True, 'bad arguments of "t": expected a JSON string, found "1"'),
        ("t x", True, 'bad arguments of "t": expected a value, found "x" at column 1'),
    ],
)
def test_no_call(text: str, raw: bool, told: str) -> None:
    with pytest.raises(BadValue) as raised:
        parse(text, raw=raw)
    assert str(raised.value) == told
