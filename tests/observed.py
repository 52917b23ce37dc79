"""Rows observed from another reader: each agrees, or is an exception with what is right here and why."""

from __future__ import annotations

import json
from typing import Any

import pytest

from support import ROOT

VECTORS = ROOT / "tests" / "vectors" / "eval-core"

Row = dict[str, Any]
Exceptions = dict[str, tuple[object, str]]
"""Row to what is right here instead, and why."""


def rows(name: str) -> list[Row]:
    found: list[Row] = json.loads((VECTORS / f"{name}.json").read_bytes())
    return found


def agree(ours: object, theirs: object, key: str, exceptions: Exceptions) -> None:
    """Hold a row against its vector or its exception, of which exactly one may be right."""
    if key in exceptions:
        instead, reason = exceptions[key]
        assert reason
        assert spelled(ours) == spelled(instead)
        assert spelled(ours) != spelled(theirs), f"exception not needed: {reason}"
    else:
        assert spelled(ours) == spelled(theirs)


def spelled(value: object) -> str:
    """Return a value as JSON, which tells 1 from 1.0 and from true."""
    return json.dumps(value, sort_keys=True)


def table(name: str) -> list[Any]:
    """Return the rows, each under a short ID."""
    return [pytest.param(row, id=str(number)) for number, row in enumerate(rows(name))]
