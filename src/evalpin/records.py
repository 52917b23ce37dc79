"""A run as its record: JSON for files that are read again, by us and by others.

The shape is that of eval-core's run records and more keys, which its readers pass over:

    {"schema": 1, "run_id": "..", "model", "timestamp_display", "timestamp_file", "backend",
     "cases_dir", "system_prompt", "started", "finished" (ISO 8601, UTC),
     "report": {"outcomes": [{"name", "id", "attempt", "passed", "predicates": [[label, held], ..],
                              "latency": {"secs", "nanos"}, "tokens", "tool_calls": [text, ..],
                              "final_text", "error", "transcript",
                              "verdicts": [{"label", "outcome", "note", "expected", "found",
                                            "evaluated"}, ..],
                              "artifacts": the JSON form of `evalpin.artifacts`}, ..],
                "temperature", "backend", "system_prompt"}}
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from evalpin.artifacts import to_json
from evalpin.model import Attempt, Run

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class RunMeta:
    """What is known of a run beside its cases.

    `temperature` and `backend` (say, the name of a model) and `system_prompt` are kept in the run
    record; `directory` is where it is written, None for nowhere, under the name `model`.
    """

    temperature: float = 0.0
    backend: str = ""
    system_prompt: str = ""
    directory: str | None = None
    model: str = "model"

    def __post_init__(self) -> None:
        if not math.isfinite(self.temperature):
            raise ValueError(f"temperature is {self.temperature} (expected a finite number)")

    def persist_to(self, directory: str, model: str) -> RunMeta:
        """Return the same with a folder for the run record and the name to file it under."""
        return replace(self, directory=directory, model=model)


def render(run: Run, about: Mapping[str, object], meta: Mapping[str, object]) -> str:
    """Return the record of a run as JSON text.

    `about` holds the keys of the outer object that the run does not know (model, times, ..), `meta`
    those of the report (temperature, backend, system_prompt).
    """
    names = {case.id: case.name for case in run.suite.cases}
    outcomes = [_outcome(names[attempt.case_id], attempt) for attempt in run.attempts]
    record = {
        "schema": SCHEMA,
        **about,
        "cases_dir": run.suite.name,
        "report": {"outcomes": outcomes, **meta},
    }
    text = json.dumps(record, indent=2, ensure_ascii=False, allow_nan=False)
    # A lone surrogate has no UTF-8; outside of strings JSON has none, so an escape can stand for it.
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def _outcome(name: str, attempt: Attempt) -> dict[str, object]:
    found = attempt.artifacts
    nanos = round((found.seconds or 0.0) * 1e9)
    return {
        "name": name,
        "id": attempt.case_id,
        "attempt": attempt.number,
        "passed": attempt.outcome == "pass",
        "predicates": [[verdict.label, verdict.passed] for verdict in attempt.verdicts],
        "latency": {"secs": nanos // 10**9, "nanos": nanos % 10**9},
        "tokens": found.tokens,
        "tool_calls": [call.display() for call in found.tool_calls],
        "final_text": found.final_text,
        "error": found.error,
        "transcript": list(found.transcript),
        "verdicts": [asdict(verdict) for verdict in attempt.verdicts],
        "artifacts": to_json(found),
    }
