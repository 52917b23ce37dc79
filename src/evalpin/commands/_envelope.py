"""The answer of a verb: text for people, or with `--json` one line of JSON in evalctl's envelope.

    {"ok", "tool_version", "data",
     "meta": {"request_id", "ts_iso", "data_hash", "contract_version", "elapsed_ms"},
     "warnings": [{"code", "message"}], "commands": [{"command", "rationale"}],
     "errors": [{"code", "message", "hint", "exit_code", ..}]}

`ok` says whether the verb did its work, not whether a gate held.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence

from evalpin import __version__, console, hashing, rundir
from evalpin.errors import EvalpinError
from evalpin.jsonvalue import Value
from evalpin.notices import Notice
from evalpin.scoring import canonical

CONTRACT_VERSION = 1

_BEGAN = time.monotonic()


def answer(
    data: dict[str, Value],
    text: str,
    *,
    as_json: bool,
    notices: Iterable[Notice] = (),
    commands: Sequence[tuple[str, str]] = (),
) -> None:
    """Write what a verb has to say; in text, warnings go to stderr."""
    if as_json:
        _write(data, notices, commands, ())
        return
    console.write(text)
    for notice in notices:
        if notice.code != "W_UNSANDBOXED_RUNNER":  # said once, by whoever acknowledged it
            console.complain(f"warning: {notice.message}")


def fail(error: EvalpinError) -> None:
    """Write the envelope of a verb that could not do its work."""
    errors: list[Value] = [
        {"code": code, "message": line, "hint": error.hint or None, "exit_code": 2, **_plain(error.context)}
        for code, line in zip(error.codes, error.lines, strict=True)
    ]
    _write(None, (), (), errors)


def _write(
    data: dict[str, Value] | None,
    notices: Iterable[Notice],
    commands: Sequence[tuple[str, str]],
    errors: Sequence[Value],
) -> None:
    told: list[Value] = [{"code": notice.code, "message": notice.message} for notice in notices]
    next_ones: list[Value] = [{"command": command, "rationale": why} for command, why in commands]
    envelope: dict[str, Value] = {
        "ok": data is not None,
        "tool_version": __version__,
        "data": data,
        "meta": {
            "request_id": f"req_{os.urandom(10).hex()}",
            "ts_iso": _now(),
            "data_hash": None if data is None else hashing.of_json(data),
            "contract_version": CONTRACT_VERSION,
            "elapsed_ms": round((time.monotonic() - _BEGAN) * 1000),
        },
        "warnings": told,
        "commands": next_ones,
        "errors": list(errors),
    }
    console.write(canonical(envelope) + "\n")


def _now() -> str:
    try:
        return rundir.now()
    except EvalpinError:  # a bad SOURCE_DATE_EPOCH may be the very error that is told
        return ""


def _plain(context: dict[str, object]) -> dict[str, Value]:
    return {
        name: value if isinstance(value, (str, int, list)) else str(value) for name, value in context.items()
    }
