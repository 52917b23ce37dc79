"""What a report of a workspace run says, its hash, and the files of the run as a whole.

    projection = {"run": {"ok", "suite", "case_count", "status_counts"},
                  "failures": [{"id", "status", "scores": [..]}], "cases": [{"id", "status", "ok"}]}

as evalctl 0.4.3 has it, so that both give one `report_hash`: the hash of its canonical JSON. With more than
one attempt a case, a case has `attempts` and a failure its `attempt`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evalpin import evidence, hashing
from evalpin.jsonvalue import Value
from evalpin.model import Attempt, Case, Outcome, Run
from evalpin.scoring import Scored, tell
from evalpin.showing import escape
from evalpin.workspace import WorkspaceSuite

SCHEMA_VERSION = 1

OUTCOMES: tuple[Outcome, ...] = ("pass", "fail", "error")


CASES = "cases"
"""Where attempts are, in the folder of a run."""


@dataclass(frozen=True, slots=True)
class About:
    """What is written of a run beside its cases: times as text, `replayed_from` another run's ID or None."""

    run_id: str
    created: str
    mode: str
    jobs: int
    timeout: float
    replayed_from: str | None = None


def outcome_of_case(attempts: Iterable[Attempt]) -> Outcome:
    """Return how a case ended: the worst of its attempts, an error before a failure."""
    outcomes = {attempt.outcome for attempt in attempts}
    return "error" if "error" in outcomes else "fail" if "fail" in outcomes else "pass"


def of_run(run: Run, name: str) -> dict[str, Value]:
    """Return the projection of a run of the suite of that name."""
    by_case = _by_case(run)
    statuses = [outcome_of_case(attempts) for attempts in by_case.values()]
    counts: dict[str, Value] = {status: statuses.count(status) for status in OUTCOMES}
    failures = sorted([one for one in run.attempts if one.outcome != "pass"], key=_urgency)
    return {
        "run": {
            "ok": counts["pass"] == len(by_case),
            "suite": name,
            "case_count": len(by_case),
            "status_counts": counts,
        },
        "failures": [_failure(attempt, run.times) for attempt in failures],
        "cases": [_case(case_id, by_case[case_id], run.times) for case_id in sorted(by_case)],
    }


def hash_of(projection: Value) -> str:
    """Return the `report_hash`."""
    return hashing.of_json(projection)


def folder_of(case_id: str, number: int) -> str:
    """Return the folder of an attempt in a run's folder."""
    return f"{CASES}/{case_id}" if number == 1 else f"{CASES}/{case_id}@{number}"


def identity(suite: WorkspaceSuite, cases: Sequence[Case], snapshot: str, times: int) -> dict[str, Value]:
    """Return what makes two runs the same run; `snapshot` is the hash of all files of the suite."""
    pairs = sorted((case.id, hashing.of_json(dict(case.setup.raw))) for case in cases)
    return {
        "suite_name": suite.name,
        "suite_hash": hashing.of_json(dict(suite.raw)),
        "snapshot_hash": snapshot,
        "attempts": times,
        "cases": [[case_id, digest] for case_id, digest in pairs],
    }


def run_file(about: About, identity_of_it: Mapping[str, Value], notes: Mapping[str, Value]) -> bytes:
    """Return `run.json`, written before the first attempt and never again."""
    return evidence.json_file(
        {
            "schema_version": SCHEMA_VERSION,
            "run_id": about.run_id,
            "created_ts": about.created,
            "suite_identity": dict(identity_of_it),
            "execution": _execution(about),
            "replayed_from": about.replayed_from,
            "queue": None,
            **notes,
        }
    )


def manifest_file(run: Run, suite: WorkspaceSuite, about: About) -> bytes:
    """Return `manifest.json`, which says that a run is complete."""
    by_case = _by_case(run)
    cases = {case.id: case for case in run.suite.cases}
    listed: list[Value] = [_manifest_case(cases[name], by_case[name], run.times) for name in sorted(by_case)]
    return evidence.json_file(
        {
            "schema_version": SCHEMA_VERSION,
            "run_id": about.run_id,
            "created_ts": about.created,
            "suite": {
                "name": suite.name,
                "hash": hashing.of_json(dict(suite.raw)),
                "case_count": len(by_case),
            },
            "execution": _execution(about),
            "replayed_from": about.replayed_from,
            "cases": listed,
        }
    )


def markdown(projection: Mapping[str, Value], run_id: str) -> str:
    """Return the report as Markdown, every text from outside made harmless."""
    run, failures = projection["run"], projection["failures"]
    ok = isinstance(run, dict) and run["ok"] is True
    lines = [
        f"# Run {_plain(run_id)}",
        "",
        f"Status: {'pass' if ok else 'fail'}",
        "",
        f"Report hash: `{hash_of(dict(projection))}`",
        "",
        "## Failures",
        "",
    ]
    listed = failures if isinstance(failures, list) else []
    for failure in listed:
        if isinstance(failure, dict):
            lines += _failure_lines(failure)
    return "\n".join([*lines, *([] if listed else ["None."]), ""])


def _by_case(run: Run) -> dict[str, list[Attempt]]:
    found: dict[str, list[Attempt]] = {case.id: [] for case in run.suite.cases}
    for attempt in run.attempts:
        found[attempt.case_id].append(attempt)
    return found


def _urgency(attempt: Attempt) -> tuple[bool, float, str, int]:
    scores = [verdict.score for verdict in attempt.verdicts if isinstance(verdict, Scored)]
    mean = sum(scores) / len(scores) if scores else 0.0
    return attempt.outcome != "error", mean, attempt.case_id, attempt.number


def _failure(attempt: Attempt, times: int) -> Value:
    scores: list[Value] = [verdict.summary() for verdict in attempt.verdicts if isinstance(verdict, Scored)]
    made: dict[str, Value] = {"id": attempt.case_id, "status": attempt.outcome, "scores": scores}
    return made if times == 1 else {**made, "attempt": attempt.number}


def _case(case_id: str, attempts: Sequence[Attempt], times: int) -> Value:
    status = outcome_of_case(attempts)
    made: dict[str, Value] = {"id": case_id, "status": status, "ok": status == "pass"}
    if times == 1:
        return made
    inside: list[Value] = [
        {"attempt": attempt.number, "status": attempt.outcome, "ok": attempt.outcome == "pass"}
        for attempt in attempts
    ]
    return {**made, "attempts": inside}


def _execution(about: About) -> Value:
    seconds = int(about.timeout) if about.timeout == int(about.timeout) else about.timeout
    return {"mode": about.mode, "jobs": about.jobs, "timeout_seconds": seconds}


def _manifest_case(case: Case, attempts: Sequence[Attempt], times: int) -> Value:
    made: dict[str, Value] = {
        "id": case.id,
        "input_hash": hashing.of_json(dict(case.setup.raw)),
        "status": outcome_of_case(attempts),
    }
    if times == 1:
        return {**made, **_manifest_attempt(attempts[0])}
    inside: list[Value] = [
        {"attempt": attempt.number, "status": attempt.outcome, **_manifest_attempt(attempt)}
        for attempt in attempts
    ]
    return {**made, "attempts": inside}


_LISTED = {
    "input": evidence.INPUT,
    "output": evidence.OUTPUT,
    "runner": evidence.RUNNER,
    "workspace_before": evidence.BEFORE,
    "workspace_after": evidence.AFTER,
    "diff_manifest": evidence.CHANGES,
    "diff": evidence.DIFF,
    "score": evidence.SCORE,
}


def _manifest_attempt(attempt: Attempt) -> dict[str, Value]:
    folder = folder_of(attempt.case_id, attempt.number)
    scores: list[Value] = []
    for verdict in attempt.verdicts:
        if isinstance(verdict, Scored):
            one: dict[str, Value] = {
                "scorer": verdict.scorer,
                "ok": verdict.outcome == "pass",
                "score": verdict.score,
            }
            scores.append(one if verdict.id is None else {**one, "id": verdict.id})
    return {"scores": scores, "artifacts": {name: f"{folder}/{file}" for name, file in _LISTED.items()}}


def _failure_lines(failure: Mapping[str, Value]) -> list[str]:
    number = f" attempt {failure['attempt']}" if "attempt" in failure else ""
    lines = [f"- **{_plain(str(failure['id']))}**{number}: {failure['status']}"]
    scores = failure["scores"]
    for score in scores if isinstance(scores, list) else []:
        if not isinstance(score, dict) or score["ok"]:
            continue
        name = f"{score['scorer']} {score['id']}" if "id" in score else str(score["scorer"])
        findings = score["findings"]
        told = (
            [_plain(tell(one)) for one in findings if isinstance(one, dict)]
            if isinstance(findings, list)
            else []
        )
        lines += [f"  - {_plain(name)}: {'; '.join(told) or _plain(str(score['label']))}"]
    return lines


_MARKUP = "\\`*_{}[]<>()#+!|&~"


def _plain(text: str) -> str:
    """Return a text that Markdown shows as it is, on one line."""
    return "".join([f"\\{character}" if character in _MARKUP else character for character in escape(text)])
