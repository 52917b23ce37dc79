"""The files of one attempt of a workspace case: what was found, written once, and artifacts read from it.

Formats are evalctl's (0.4.3): JSON files with sorted keys, two spaces, ASCII and a final line end;
`output.txt`, `runner.stdout.txt` and `runner.stderr.txt` are bytes. `runner.json` adds `error`,
`decode_errors`, `leftovers_killed` and `escaped_killed`. What is written is free of secrets already.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from json.encoder import encode_basestring_ascii as _quoted

from evalpin import artifacts as artifacts_form
from evalpin import hashing, jsontext, jsonvalue, trees
from evalpin.errors import BadValue
from evalpin.jsonvalue import Value
from evalpin.model import Outcome, RunArtifacts, Verdict
from evalpin.scoring import Scored
from evalpin.trees import Answer, Entry, Left, PathChange

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")

INPUT, TASK, INPUT_DIFF = "input.json", "task.txt", "input.diff"
OUTPUT, STDOUT, STDERR, RUNNER = "output.txt", "runner.stdout.txt", "runner.stderr.txt", "runner.json"
BEFORE, AFTER = "workspace-before.json", "workspace-after.json"
CHANGES, DIFF = "workspace-diff.json", "workspace.diff"
ARTIFACTS, SCORE, HASHES, STATE = "artifacts.json", "score.json", "evidence.json", "state.json"
WORKSPACE, SCORERS = "workspace", "scorers"


@dataclass(frozen=True, slots=True)
class Runner:
    """How the runner of an attempt ended. `error` is why it does not count, for people; "" if it does."""

    exit_code: int | None = None
    timed_out: bool = False
    spawn_failed: bool = False
    error: str = ""
    duration_ms: int = 0
    truncated: frozenset[str] = frozenset()
    redacted: frozenset[str] = frozenset()
    decode_errors: int = 0
    leftovers: int = 0
    escaped: int = 0

    @property
    def broken(self) -> bool:
        """Say whether the attempt is an error, whatever the verdicts are."""
        return bool(self.error)


@dataclass(frozen=True, slots=True)
class ScorerRun:
    """What a command scorer answered, and its streams as they were kept."""

    answer: Answer
    stdout: bytes = b""
    stderr: bytes = b""


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that is kept of an attempt, its workspace aside.

    `told` is what the runner said of itself, `unreadable` paths that could not be looked at or shown,
    `has_workspace` whether there is one to keep.
    """

    raw: Mapping[str, Value]
    task: str
    input_diff: bytes | None = None
    before: Sequence[Entry] = ()
    after: Sequence[Entry] = ()
    changes: Sequence[PathChange] = ()
    diff: bytes = b""
    output: bytes = b""
    stdout: bytes = b""
    stderr: bytes = b""
    runner: Runner = field(default_factory=Runner)
    told: Mapping[str, Value] | None = None
    answers: Mapping[str, ScorerRun] = field(default_factory=dict)
    unreadable: Sequence[str] = ()
    has_workspace: bool = True

    def artifacts(self) -> RunArtifacts:
        """Return what checks look at: the same as from the files."""
        return _artifacts(
            self.output,
            self.runner,
            Left(
                self.before,
                self.after,
                self.changes,
                {name: run.answer for name, run in self.answers.items()},
            ),
            self.told,
        )

    def files(self) -> dict[str, bytes]:
        """Return the files but for score and marker, by relative name, in the order of their making."""
        made = {INPUT: json_file(dict(self.raw)), TASK: self.task.encode("utf-8", "surrogatepass")}
        if self.input_diff is not None:
            made[INPUT_DIFF] = self.input_diff
        before = json_file(trees.manifest_to_json(self.before))
        made |= {
            BEFORE: before,
            OUTPUT: self.output,
            STDOUT: self.stdout,
            STDERR: self.stderr,
            RUNNER: json_file(_runner_to_json(self.runner)),
            AFTER: json_file(trees.manifest_to_json(self.after)) if self.after != self.before else before,
            CHANGES: json_file(trees.changes_to_json(self.changes)),
            DIFF: self.diff,
        }
        if self.told is not None:
            made[ARTIFACTS] = json_file(dict(self.told))
        for name, run in self.answers.items():
            made[f"{SCORERS}/{name}.stdout.txt"] = run.stdout
            made[f"{SCORERS}/{name}.stderr.txt"] = run.stderr
            made[f"{SCORERS}/{name}.json"] = json_file(_answer_to_json(name, run.answer))
        return made


def json_file(value: Value) -> bytes:
    """Return a JSON file: what `json.dumps` gives with two spaces and sorted keys, in half its time."""
    return f"{_indented(value, _LINE)}\n".encode("ascii")


_LINE = "\n"
_scalar = json.JSONEncoder().encode


def _indented(value: Value, line: str) -> str:
    """Return a value as text; `line` is a line end and the blanks before the value's own line."""
    if value and isinstance(value, (dict, list)):
        inner = f"{line}  "
        if isinstance(value, dict):
            pairs = [
                f"{_quoted(key)}: {_simple(value[key]) or _indented(value[key], inner)}"
                for key in sorted(value)
            ]
            return f"{{{inner}{f',{inner}'.join(pairs)}{line}}}"
        return (
            f"[{inner}{f',{inner}'.join([_simple(item) or _indented(item, inner) for item in value])}{line}]"
        )
    return _simple(value) or _scalar(value)


def _simple(value: Value) -> str:
    """Return the commonest values as text, without the detour of the general encoder; "" for others."""
    if isinstance(value, str):
        return _quoted(value)
    if value is None or value is True or value is False:
        return "null" if value is None else "true" if value else "false"
    if value == []:
        return "[]"
    return str(value) if type(value) is int else ""


def hashes(files: Mapping[str, bytes]) -> bytes:
    """Return `evidence.json`: the hash of each file."""
    return json_file({"files": {name: hashing.of_bytes(data) for name, data in files.items()}})


def score_file(case_id: str, outcome: Outcome, verdicts: Iterable[Verdict]) -> bytes:
    """Return `score.json`."""
    scores: list[Value] = [verdict.to_json() for verdict in verdicts if isinstance(verdict, Scored)]
    return json_file({"case_id": case_id, "status": outcome, "ok": outcome == "pass", "scores": scores})


def state_file(case_id: str, outcome: Outcome, when: str) -> bytes:
    """Return `state.json`, the marker of a finished attempt."""
    return json_file({"id": case_id, "status": outcome, "completed_ts": when})


def artifacts_from(files: Mapping[str, bytes]) -> tuple[RunArtifacts, bool]:
    """Read what checks look at from the files of an attempt, and whether it is an error anyway.

    Raise `BadValue` with the file that is missing or is not what it should be.
    """
    for name in (OUTPUT, RUNNER, BEFORE, AFTER):
        if name not in files:
            raise BadValue(f"{name}: no such file")
    runner = _read(files, RUNNER, _runner_from_json)
    before, after = [_read(files, name, trees.manifest_from_json) for name in (BEFORE, AFTER)]
    answers = {
        name.removeprefix(f"{SCORERS}/").removesuffix(".json"): _read(files, name, _answer_from_json)
        for name in files
        if name.startswith(f"{SCORERS}/") and name.endswith(".json")
    }
    told = _read(files, ARTIFACTS, _object) if ARTIFACTS in files else None
    left = Left(before, after, trees.changes(before, after), answers)
    try:
        return _artifacts(files[OUTPUT], runner, left, told), runner.broken
    except BadValue as error:
        raise BadValue(f"{ARTIFACTS}: {error}") from None


def parse_file(data: bytes) -> Value:
    """Return the value of a JSON file; raise `BadValue`."""
    try:
        return jsonvalue.parse(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadValue("not UTF-8") from None
    except jsontext.NotJson as error:
        raise BadValue(f"not JSON: {error}") from None


def _artifacts(output: bytes, runner: Runner, left: Left, told: Mapping[str, Value] | None) -> RunArtifacts:
    said = artifacts_form.from_json(told) if told is not None else RunArtifacts()
    return RunArtifacts(
        final_text=output.decode("utf-8", "replace"),
        tool_calls=said.tool_calls,
        tokens=said.tokens,
        seconds=runner.duration_ms / 1000 if said.seconds is None else said.seconds,
        error=runner.error or None,
        transcript=said.transcript,
        exit_code=runner.exit_code,
        workspace=left,
    )


_STREAMS = ("stdout", "stderr", "output")


def _runner_to_json(runner: Runner) -> Value:
    code = runner.exit_code
    error_code = "E_RUNNER_TIMEOUT" if runner.timed_out else "E_RUNNER_FAILED" if runner.broken else None
    made: dict[str, Value] = {
        "exit_code": code,
        "signal": -code if code is not None and code < 0 else None,
        "timed_out": runner.timed_out,
        "spawn_failed": runner.spawn_failed,
        "error_code": error_code,
        "error": runner.error or None,
        "duration_ms": runner.duration_ms,
        "decode_errors": runner.decode_errors,
        "leftovers_killed": runner.leftovers,
        "escaped_killed": runner.escaped,
    }
    for stream in _STREAMS:
        made[f"{stream}_truncated"] = stream in runner.truncated
        made[f"{stream}_redacted"] = stream in runner.redacted
    return made


def _runner_from_json(value: Value) -> Runner:
    fields = _object(value)
    timed_out, spawn_failed = fields.get("timed_out") is True, fields.get("spawn_failed") is True
    code, duration, error = fields.get("exit_code"), fields.get("duration_ms"), fields.get("error")
    if code is not None and type(code) is not int:
        raise BadValue("exit_code is not an integer or null")
    if type(duration) is not int:
        raise BadValue("duration_ms is not an integer")
    otherwise = "timed out" if timed_out else "cannot start" if spawn_failed else ""
    return Runner(
        code,
        timed_out,
        spawn_failed,
        error if isinstance(error, str) else otherwise,  # evalctl writes no `error`
        duration,
    )


def _answer_to_json(name: str, answer: Answer) -> Value:
    outcome = "error" if answer.error else "pass" if answer.ok else "fail"
    findings: list[Value] = [dict(finding) for finding in answer.findings]
    made: dict[str, Value] = {
        "scorer": "command",
        "id": name,
        "ok": outcome == "pass",
        "score": answer.score,
        "label": answer.label or outcome,
        "findings": [{"why": answer.error}] if answer.error else findings,
    }
    if answer.error:
        made |= {"error": True, "error_code": "E_SCORER_CASE_FAILED"}
    return made


def _answer_from_json(value: Value) -> Answer:
    fields = _object(value)
    findings, score, label = fields.get("findings"), fields.get("score"), fields.get("label")
    if not isinstance(findings, list) or not all(isinstance(one, dict) for one in findings):
        raise BadValue("findings is no list of objects")
    if isinstance(score, bool) or not isinstance(score, (int, float)) or type(fields.get("ok")) is not bool:
        raise BadValue("expected a boolean ok and a number score")
    objects = tuple([one for one in findings if isinstance(one, dict)])
    if fields.get("error"):
        why = objects[0].get("why") if objects else None
        return Answer(error=why if isinstance(why, str) and why else "no reason is told")
    usual = "pass" if fields["ok"] is True else "fail"
    word = label if isinstance(label, str) and label != usual else ""
    return Answer(fields["ok"] is True, float(score), word, objects)


def _object(value: Value) -> dict[str, Value]:
    if not isinstance(value, dict):
        raise BadValue("expected an object")
    return value


def _read(files: Mapping[str, bytes], name: str, reader: Callable[[Value], T]) -> T:
    try:
        return reader(parse_file(files[name]))
    except BadValue as error:
        raise BadValue(f"{name}: {error}") from None
