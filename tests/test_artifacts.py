"""The JSON form of artifacts: there and back, every key alone, every refusal with its place."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from types import MappingProxyType

import pytest

from evalpin.artifacts import call_to_json, from_json, to_json
from evalpin.errors import BadValue
from evalpin.model import RunArtifacts
from evalpin.toolcalls import ToolCall

FULL = RunArtifacts(
    final_text="x\n\0\ud800",
    tool_calls=(
        ToolCall("a", {"x": [1, 2.0, None, True]}),
        ToolCall("b"),
        ToolCall("", "text", result={"ok": True}, turn=3),
        ToolCall.from_json("c", '{"a": [1,\n'),
    ),
    tokens=12,
    seconds=0.5,
    error="",
    transcript=({"role": "user"}, "x", None, [1]),
    exit_code=-9,
)


@pytest.mark.parametrize("artifacts", [RunArtifacts(), RunArtifacts(final_text=""), FULL])
def test_there_and_back(artifacts: RunArtifacts) -> None:
    written = json.loads(json.dumps(to_json(artifacts), allow_nan=False))
    back = from_json(written)
    assert back == artifacts
    assert repr(back) == repr(artifacts)


def test_to_json() -> None:
    assert to_json(RunArtifacts()) == {
        "schema": 1,
        "final_text": None,
        "tool_calls": [],
        "tokens": None,
        "seconds": None,
        "error": None,
        "transcript": [],
        "exit_code": None,
    }


@pytest.mark.parametrize(
    ("call", "form"),
    [
        (ToolCall("a", {}), {"name": "a", "args": {}}),
        (ToolCall("a"), {"name": "a", "args": None}),
        (ToolCall("a", 1, result=[], turn=0), {"name": "a", "args": 1, "result": [], "turn": 0}),
        (ToolCall.from_json("a", "{"), {"name": "a", "arguments": "{"}),
    ],
)
def test_call_to_json(call: ToolCall, form: object) -> None:
    assert call_to_json(call) == form


@pytest.mark.parametrize(
    ("form", "artifacts"),
    [
        ({}, RunArtifacts()),
        ({"schema": 1}, RunArtifacts()),
        ({"final_text": "x"}, RunArtifacts(final_text="x")),
        ({"final_text": None}, RunArtifacts()),
        ({"tool_calls": []}, RunArtifacts()),
        ({"tool_calls": [{"name": "a"}]}, RunArtifacts(tool_calls=(ToolCall("a", {}),))),
        ({"tool_calls": [{"name": "a", "args": None}]}, RunArtifacts(tool_calls=(ToolCall("a"),))),
        (
            {"tool_calls": [{"name": "a", "arguments": '{"x": 1}'}]},
            RunArtifacts(tool_calls=(ToolCall("a", {"x": 1}),)),
        ),
        (
            {"tool_calls": [{"name": "a", "arguments": ""}, {"name": "b", "arguments": None}]},
            RunArtifacts(tool_calls=(ToolCall("a", {}), ToolCall("b", {}))),
        ),
        (
            {"tool_calls": [{"name": "a", "args": '{"x": 1}'}]},
            RunArtifacts(tool_calls=(ToolCall("a", '{"x": 1}'),)),
        ),
        ({"tool_calls": (ToolCall("a"),)}, RunArtifacts(tool_calls=(ToolCall("a"),))),
        ({"tokens": 0}, RunArtifacts(tokens=0)),
        ({"seconds": 2}, RunArtifacts(seconds=2.0)),
        ({"error": ""}, RunArtifacts(error="")),
        ({"transcript": [{"a": (1,)}]}, RunArtifacts(transcript=({"a": [1]},))),
        ({"exit_code": -15}, RunArtifacts(exit_code=-15)),
        (MappingProxyType({"final_text": "x"}), RunArtifacts(final_text="x")),
    ],
)
def test_from_json(form: Mapping[str, object], artifacts: RunArtifacts) -> None:
    found = from_json(form)
    assert found == artifacts
    assert repr(found) == repr(artifacts)


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"final_txt": "x"}, 'unknown key "final_txt" (did you mean "final_text"?)'),
        (
            {"zzz": 1},
            (
                'unknown key "zzz" (expected schema, final_text, tool_calls, tokens, seconds, error,'
                " transcript, exit_code)"
            ),
        ),
        ({"shema": 1}, 'unknown key "shema" (did you mean "schema"?)'),
        ({"schema": 2}, "schema is 2 (expected 1)"),
        ({"schema": True}, "schema is true (expected 1)"),
        ({"schema": None}, "schema is null (expected 1)"),
        ({"schema": "1"}, 'schema is "1" (expected 1)'),
        ({"final_text": 1}, "final_text is an integer (expected a string or null)"),
        ({"final_text": ["x"]}, "final_text is a list (expected a string or null)"),
        ({"final_text": b"x"}, "final_text is bytes (expected a string or null)"),
        ({"error": False}, "error is false (expected a string or null)"),
        ({"tool_calls": None}, "tool_calls is null (expected a list)"),
        ({"tool_calls": {}}, "tool_calls is an object (expected a list)"),
        ({"tool_calls": "a"}, "tool_calls is a string (expected a list)"),
        ({"tool_calls": ["a"]}, "tool_calls[0] is a string (expected an object with name and args)"),
        ({"tool_calls": [{"name": "a"}, {}]}, "tool_calls[1].name is null (expected a string)"),
        ({"tool_calls": [{"name": 1}]}, "tool_calls[0].name is an integer (expected a string)"),
        (
            {"tool_calls": [{"name": "a", "arg": {}}]},
            'tool_calls[0]: unknown key "arg" (did you mean "args"?)',
        ),
        (
            {"tool_calls": [{"name": "a", "zzz": {}}]},
            'tool_calls[0]: unknown key "zzz" (expected name, args, arguments, result, turn)',
        ),
        (
            {"tool_calls": [{"name": "a", "args": {}, "arguments": ""}]},
            "tool_calls[0] has both args and arguments (expected one)",
        ),
        (
            {"tool_calls": [{"name": "a", "arguments": {}}]},
            "tool_calls[0].arguments is an object (expected a string or null)",
        ),
        (
            {"tool_calls": [{"name": "a", "args": {"x": {1}}}]},
            "tool_calls[0].args.x is set, which is not JSON",
        ),
        (
            {"tool_calls": [{"name": "a", "args": math.nan}]},
            "tool_calls[0].args is nan, which JSON does not have",
        ),
        (
            {"tool_calls": [{"name": "a", "result": {1}}]},
            "tool_calls[0].result is set, which is not JSON",
        ),
        (
            {"tool_calls": [{"name": "a", "turn": "1"}]},
            "tool_calls[0].turn is a string (expected an integer or null)",
        ),
        ({"tokens": -1}, "tokens is -1 (expected 0 or more)"),
        ({"tokens": 1.0}, "tokens is a number (expected an integer or null)"),
        ({"tokens": True}, "tokens is true (expected an integer or null)"),
        ({"tokens": "12"}, "tokens is a string (expected an integer or null)"),
        ({"seconds": "1"}, "seconds is a string (expected a number or null)"),
        ({"seconds": True}, "seconds is true (expected a number or null)"),
        ({"seconds": -0.5}, "seconds is -0.5 (expected 0 or more)"),
        ({"seconds": math.nan}, "seconds is nan (expected 0 or more)"),
        ({"seconds": math.inf}, "seconds is inf (expected 0 or more)"),
        ({"transcript": {}}, "transcript is an object (expected a list)"),
        ({"transcript": [1, {2}]}, "transcript[1] is set, which is not JSON"),
        ({"exit_code": 1.0}, "exit_code is a number (expected an integer or null)"),
        ({"exit_code": False}, "exit_code is false (expected an integer or null)"),
    ],
)
def test_refused(form: Mapping[str, object], told: str) -> None:
    with pytest.raises(BadValue) as raised:
        from_json(form)
    assert str(raised.value) == told


def test_a_huge_number_of_seconds_is_refused() -> None:
    with pytest.raises(BadValue) as raised:
        from_json({"seconds": 10**400})
    assert str(raised.value).startswith("seconds is ")


def test_lists_become_tuples() -> None:
    artifacts = RunArtifacts(tool_calls=[ToolCall("a")], transcript=[1])
    assert artifacts == RunArtifacts(tool_calls=(ToolCall("a"),), transcript=(1,))
    assert hash(artifacts.transcript) == hash((1,))


def test_with() -> None:
    made = (
        RunArtifacts()
        .with_final_text("x")
        .with_tool_calls([ToolCall("a")])
        .with_tokens(1)
        .with_seconds(0.5)
        .with_error("e")
        .with_transcript([1])
        .with_exit_code(2)
    )
    assert made == RunArtifacts("x", (ToolCall("a"),), 1, 0.5, "e", (1,), 2)
    assert made.with_final_text(None).final_text is None
