"""The JSON form of artifacts: what a command writes and a Python agent may return.

    {"schema": 1,                      the version of this form; may be left out
     "final_text": "..." or null,
     "tool_calls": [{"name": "...", "args": any JSON,       or "arguments": "JSON text",
                     "result": any JSON, "turn": 1}, ..],   the last two may be left out
     "tokens": 12 or null, "seconds": 0.5 or null, "error": "..." or null,
     "transcript": [any JSON, ..], "exit_code": 0 or null}

Every key may be left out. Unknown keys are refused.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from evalpin.errors import BadValue, did_you_mean
from evalpin.jsonvalue import Value, compact
from evalpin.model import RunArtifacts
from evalpin.showing import brief
from evalpin.toolcalls import ToolCall, as_json

SCHEMA = 1

_CALL_KEYS = ("name", "args", "arguments", "result", "turn")


def from_json(value: Mapping[str, object]) -> RunArtifacts:
    """Return the artifacts that a JSON form holds; raise `BadValue` with the key that is wrong."""
    for key in value:
        if key not in _KEYS:
            raise BadValue(f"unknown key {brief(str(key))}{_near(str(key), _KEYS)}")
    schema = value.get("schema", SCHEMA)
    if type(schema) is not int or schema != SCHEMA:
        raise BadValue(f"schema is {_shown(schema)} (expected {SCHEMA})")
    read = {key: reader(key, value[key]) for key, reader in _READERS.items() if key in value}
    return RunArtifacts(**read)  # type: ignore[arg-type]  # each reader gives the type of its field


def checked(artifacts: RunArtifacts) -> RunArtifacts:
    """Return a copy of artifacts that Python code made; raise `BadValue` with the field that is wrong."""
    return from_json({key: getattr(artifacts, key) for key in _READERS})


def to_json(artifacts: RunArtifacts) -> dict[str, Value]:
    """Return the JSON form of artifacts."""
    return {
        "schema": SCHEMA,
        "final_text": artifacts.final_text,
        "tool_calls": [call_to_json(call) for call in artifacts.tool_calls],
        "tokens": artifacts.tokens,
        "seconds": artifacts.seconds,
        "error": artifacts.error,
        "transcript": list(artifacts.transcript),
        "exit_code": artifacts.exit_code,
    }


def call_to_json(call: ToolCall) -> dict[str, Value]:
    """Return the JSON form of one call; arguments that are not JSON stay the text they were."""
    form: dict[str, Value] = {"name": call.name, "arguments" if call.fault else "args": call.args}
    form |= {} if call.result is None else {"result": call.result}
    return form if call.turn is None else {**form, "turn": call.turn}


def _text(key: str, value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise BadValue(f"{key} is {_kind(value)} (expected a string or null)")
    return value


def _integer(key: str, value: object) -> int | None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise BadValue(f"{key} is {_kind(value)} (expected an integer or null)")
    return value


def _tokens(key: str, value: object) -> int | None:
    count = _integer(key, value)
    if count is not None and count < 0:
        raise BadValue(f"{key} is {count} (expected 0 or more)")
    return count


def _seconds(key: str, value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BadValue(f"{key} is {_kind(value)} (expected a number or null)")
    try:
        seconds = float(value)
    except OverflowError:
        seconds = math.inf
    if not math.isfinite(seconds) or seconds < 0:
        raise BadValue(f"{key} is {seconds} (expected 0 or more)")
    return seconds


def _list(key: str, value: object) -> list[object]:
    if not isinstance(value, (list, tuple)):
        raise BadValue(f"{key} is {_kind(value)} (expected a list)")
    return list(value)


def _messages(key: str, value: object) -> tuple[Value, ...]:
    return tuple([_json(f"{key}[{n}]", item) for n, item in enumerate(_list(key, value))])


def _calls(key: str, value: object) -> tuple[ToolCall, ...]:
    return tuple([_call(f"{key}[{n}]", item) for n, item in enumerate(_list(key, value))])


def _call(place: str, value: object) -> ToolCall:
    if isinstance(value, ToolCall):
        return value
    if not isinstance(value, Mapping):
        raise BadValue(f"{place} is {_kind(value)} (expected an object with name and args)")
    for key in value:
        if key not in _CALL_KEYS:
            raise BadValue(f"{place}: unknown key {brief(str(key))}{_near(str(key), _CALL_KEYS)}")
    name = value.get("name")
    if not isinstance(name, str):
        raise BadValue(f"{place}.name is {_kind(name)} (expected a string)")
    if "args" in value and "arguments" in value:
        raise BadValue(f"{place} has both args and arguments (expected one)")
    result, turn = _json(f"{place}.result", value.get("result")), _integer(f"{place}.turn", value.get("turn"))
    if "arguments" in value:
        read = ToolCall.from_json(name, _text(f"{place}.arguments", value["arguments"]))
        return ToolCall(name, read.args, result, turn, read.fault)
    return ToolCall(name, _json(f"{place}.args", value.get("args", {})), result, turn)


def _json(place: str, value: object) -> Value:
    try:
        return as_json(value, place)
    except TypeError as error:
        raise BadValue(str(error)) from None


def _near(key: str, known: Iterable[str]) -> str:
    return did_you_mean(key, known, f" (expected {', '.join(known)})")


def _shown(value: object) -> str:
    """Return a value as JSON where it is JSON, else what it is."""
    try:
        return compact(as_json(value))
    except TypeError:
        return type(value).__name__


def _kind(value: object) -> str:
    """Return what a value is, in the words of JSON where it is JSON."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    kinds = (
        (str, "a string"),
        (int, "an integer"),
        (float, "a number"),
        (list, "a list"),
        (dict, "an object"),
    )
    return next((name for kind, name in kinds if isinstance(value, kind)), type(value).__name__)


_READERS = {
    "final_text": _text,
    "tool_calls": _calls,
    "tokens": _tokens,
    "seconds": _seconds,
    "error": _text,
    "transcript": _messages,
    "exit_code": _integer,
}

_KEYS = ("schema", *_READERS)
