"""What a command scorer writes to its stdout: one JSON object, read into an answer.

    {"ok": bool, "score": 0.0 to 1.0, "findings": [object or text, ..], "label": text, "error": anything}

The first three are required; other keys are dropped. The texts of faults are those of evalctl 0.4.3.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from evalpin import jsontext, jsonvalue
from evalpin.jsonvalue import Value
from evalpin.trees import Answer


def read(stdout: bytes) -> Answer:
    """Return the answer that a scorer wrote, or one with the error that it is none."""
    try:
        value = jsonvalue.parse(stdout.decode("utf-8").strip())
    except UnicodeDecodeError:
        return Answer(error="invalid command scorer JSON: not UTF-8")
    except jsontext.NotJson as error:
        return Answer(error=f"invalid command scorer JSON: {error}")
    if not isinstance(value, dict):
        return Answer(error="command scorer stdout must be one JSON object")
    return _answer(value)


def _answer(value: Mapping[str, Value]) -> Answer:
    ok, score, label, listed = (value.get(key) for key in ("ok", "score", "label", "findings"))
    if not isinstance(ok, bool):
        return Answer(error="command scorer verdict requires boolean ok")
    if isinstance(score, bool) or not isinstance(score, (int, float)) or not _is_share(score):
        return Answer(error="command scorer verdict requires finite numeric score in 0.0..1.0")
    if label is not None and not isinstance(label, str):
        return Answer(error="command scorer verdict label must be a string")
    if not isinstance(listed, list):
        return Answer(error="command scorer verdict requires findings list")
    findings = [{"why": one} if isinstance(one, str) else one for one in listed]
    objects = tuple([one for one in findings if isinstance(one, dict)])
    if len(objects) != len(findings):
        return Answer(error="command scorer verdict findings must be objects or strings")
    if value.get("error"):
        why = objects[0].get("why") if objects else None
        return Answer(error=why if isinstance(why, str) and why else "command scorer says that it failed")
    return Answer(ok, float(score), label or "", objects)


def _is_share(score: float) -> bool:
    return math.isfinite(score) and 0 <= score <= 1
