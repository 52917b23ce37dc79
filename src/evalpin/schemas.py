"""JSON Schemas (2020-12) of what verbs print with `--json` and of files that people write.

Objects are closed where we make them, and words that are one of a few are enums.
"""

from __future__ import annotations

from collections.abc import Mapping

from evalpin.checks.scorers import COMMAND, SCORERS
from evalpin.jsonvalue import Value
from evalpin.workspace import KEEP

Schema = dict[str, Value]

TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
COUNT: Schema = {"type": "integer", "minimum": 0}
OPTIONAL_TEXT: Schema = {"type": ["string", "null"]}
HASH: Schema = {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"}
STATUS: Schema = {"enum": ["pass", "fail", "error"]}
ANY_OBJECT: Schema = {"type": "object"}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _object(required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None) -> Schema:
    properties: Schema = {**required, **(optional or {})}
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


_COUNTS = _object({"pass": COUNT, "fail": COUNT, "error": COUNT})
_RUN = _object({"ok": FLAG, "case_count": COUNT, "status_counts": _COUNTS})
_WHOLE_RUN = _object({"ok": FLAG, "suite": TEXT, "case_count": COUNT, "status_counts": _COUNTS})
_CASE = _object(
    {"id": TEXT, "status": STATUS, "ok": FLAG},
    {"attempts": _list(_object({"attempt": COUNT, "status": STATUS, "ok": FLAG}))},
)
_SCORE = _object({"scorer": TEXT, "ok": FLAG, "label": TEXT, "findings": _list(ANY_OBJECT)}, {"id": TEXT})
_FAILURE = _object({"id": TEXT, "status": STATUS, "scores": _list(_SCORE)}, {"attempt": COUNT})
_GATE = _object({"ok": FLAG})
_OF_RUN: Mapping[str, Schema] = {"run_id": TEXT, "run_dir": TEXT, "run": _RUN, "report_hash": HASH}
_ACTION = _object({"command": TEXT, "rationale": TEXT, "alternatives": _list(TEXT)})

ENVELOPE = _object(
    {
        "ok": FLAG,
        "tool_version": TEXT,
        "data": {"type": ["object", "null"]},
        "meta": _object(
            {
                "request_id": {"type": "string", "pattern": "^req_[0-9a-f]{20}$"},
                "ts_iso": TEXT,
                "data_hash": {"anyOf": [HASH, {"type": "null"}]},
                "contract_version": {"const": 1},
                "elapsed_ms": COUNT,
            }
        ),
        "warnings": _list(_object({"code": {"type": "string", "pattern": "^W_[A-Z_]+$"}, "message": TEXT})),
        "commands": _list(_object({"command": TEXT, "rationale": TEXT})),
        "errors": _list(
            {
                "type": "object",
                "properties": {
                    "code": {"type": "string", "pattern": "^E_[A-Z_]+$"},
                    "message": TEXT,
                    "hint": OPTIONAL_TEXT,
                    "exit_code": {"const": 2},
                },
                "required": ["code", "message", "hint", "exit_code"],
            }
        ),
    }
)

_PROGRAM: Mapping[str, Schema] = {
    "argv": _list({"type": ["string", "integer"]}),
    "command": TEXT,
    "shell": FLAG,
    "timeout_seconds": {"type": ["number", "null"], "minimum": 0},
    "max_output_bytes": {"type": ["integer", "null"], "minimum": 0},
}
_RUNNER = _object(
    {},
    {
        **_PROGRAM,
        "cwd": OPTIONAL_TEXT,
        "env_allowlist": _list(TEXT),
        "stdin": {"enum": ["task", None]},
        "redact_env_values": _list(TEXT),
        "redact_patterns": _list(TEXT),
    },
)
_SCORER = _object(
    {"name": {"enum": [*SCORERS, COMMAND]}}, {"id": OPTIONAL_TEXT, "required": FLAG, **_PROGRAM}
)
_CALL: Schema = {
    "type": "object",
    "properties": {"name": TEXT, "args": {}, "arguments": TEXT, "result": {}, "turn": {"type": "integer"}},
    "required": ["name"],
    "additionalProperties": False,
}
_NUMBER_OR_NULL: Schema = {"type": ["number", "null"]}

FILES: Mapping[str, Schema] = {
    "suite": {
        "type": "object",
        "properties": {
            "name": TEXT,
            "cases": TEXT,
            "acknowledged_unsandboxed_runner": FLAG,
            "runner": _RUNNER,
            "scorers": _list(_SCORER),
            "glob": {"enum": ["path", "evalctl"]},
            "ignore": _list(TEXT),
            "keep_workspace": {"enum": list(KEEP)},
            "exit_check": FLAG,
        },
        "required": ["runner"],
    },
    "cases": {
        "type": "object",
        "description": "one line of cases.jsonl",
        "properties": {
            "id": TEXT,
            "task": TEXT,
            "workspace": TEXT,
            "diff": TEXT,
            "input": {},
            "expect": ANY_OBJECT,
            "checks": _list(TEXT),
        },
        "required": ["task", "workspace"],
        "anyOf": [{"required": ["expect"]}, {"required": ["checks"]}],
    },
    "artifacts": _object(
        {},
        {
            "schema": {"const": 1},
            "final_text": OPTIONAL_TEXT,
            "tool_calls": _list(_CALL),
            "tokens": {"type": ["integer", "null"]},
            "seconds": _NUMBER_OR_NULL,
            "error": OPTIONAL_TEXT,
            "transcript": {"type": "array"},
            "exit_code": {"type": ["integer", "null"]},
        },
    ),
    "record": {"type": "object", "description": "what run --save writes", "required": ["run_id", "model"]},
}
"""Files by their name; `cases` is one line."""

VERBS: Mapping[str, Schema] = {
    "init": _object(
        {"created": {"enum": ["evals", False]}, "suite": TEXT, "files": _list(TEXT), "replaced": _list(TEXT)}
    ),
    "validate": _object({"suite": TEXT, "case_count": COUNT, "valid": {"const": True}}),
    "suite": _object({"suite": TEXT, "suite_dir": TEXT, "created": FLAG, "files": _list(TEXT)}),
    "case": {
        "anyOf": [
            _object({"suite": TEXT, "id": TEXT, "created": FLAG, "case": ANY_OBJECT}),
            _object({"suite": TEXT, "created": FLAG, "cases": _list(_object({"id": TEXT, "created": FLAG}))}),
        ]
    },
    "scorer": _object(
        {"suite": TEXT, "scorer": {"enum": [*SCORERS, COMMAND]}, "id": OPTIONAL_TEXT, "created": FLAG}
    ),
    "run": {
        "anyOf": [
            _object({**_OF_RUN, "gate": _GATE}, {"existing": {"const": True}}),
            _object(
                {
                    "suite": TEXT,
                    "results": {"type": "object", "additionalProperties": _list(COUNT)},
                    "run": _object({"ok": FLAG, "case_count": COUNT, "attempts": COUNT, "passed": COUNT}),
                    "gate": _GATE,
                }
            ),
        ]
    },
    "status": _object({**_OF_RUN, "run": _WHOLE_RUN, "cases": _list(_CASE), "recommended_action": _ACTION}),
    "report": _object(
        {
            "run": _WHOLE_RUN,
            "failures": _list(_FAILURE),
            "cases": _list(_CASE),
            "run_id": TEXT,
            "report_hash": HASH,
        }
    ),
    "rescore": _object({**_OF_RUN, "gate": _GATE}),
}
"""The `data` of each verb's envelope."""

NAMES = (*VERBS, *FILES)


def of(name: str | None) -> Schema:
    """Return what `evalpin schema` prints: all schemas, or that of one verb or file."""
    if name is None:
        return {"envelope": ENVELOPE, "verbs": {**VERBS}, "files": {**FILES}}
    if name in VERBS:
        data: Schema = {"envelope": ENVELOPE, "data": VERBS[name]}
        return {**data, "file": FILES[name]} if name in FILES else data  # `suite` is both
    return FILES[name]
