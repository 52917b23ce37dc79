"""What the verbs of workspaces share: the text of a run, its data, and what to do next."""

from __future__ import annotations

from evalpin import projection
from evalpin.jsonvalue import Value
from evalpin.model import Attempt, Comparison, Run
from evalpin.notices import Notice
from evalpin.report import render_run
from evalpin.rundir.reading import Kept
from evalpin.scoring import Scored, tell
from evalpin.showing import escape

UNSANDBOXED = Notice(
    "W_UNSANDBOXED_RUNNER",
    "runners and command scorers run as you, with all that you may do: trust the suite",
)


def report_of(run: Run, folder: str, rows: list[Comparison] | None, told: dict[str, Value]) -> str:
    """Return the report of a run, and where to find what it left."""
    table = render_run(run, run.counts(), rows)
    return f"{table}evalpin: kept in {escape(folder)}\nevalpin: report_hash {projection.hash_of(told)}\n"


def details(run: Run) -> str:
    """Return for each attempt that did not pass every verdict that did not hold, with its findings."""
    lines: list[str] = []
    for attempt in run.attempts:
        if attempt.outcome != "pass":
            number = f" attempt {attempt.number}" if run.times > 1 else ""
            lines += ["", f"{attempt.case_id}{number}: {attempt.outcome}", *_verdicts(attempt)]
    return "".join(f"{line}\n" for line in lines)


def data_of(run_id: str, folder: str, told: dict[str, Value]) -> dict[str, Value]:
    """Return what `run` and `status` say of a run in JSON."""
    run = told["run"]
    kept = {key: run[key] for key in ("ok", "case_count", "status_counts")} if isinstance(run, dict) else {}
    return {"run_id": run_id, "run_dir": folder, "run": kept, "report_hash": projection.hash_of(told)}


def told_of(kept: Kept) -> dict[str, Value]:
    """Return the projection of a run that was read."""
    return projection.of_run(kept.run, kept.run.suite.name)


def _verdicts(attempt: Attempt) -> list[str]:
    lines = [f"  {escape(attempt.artifacts.error)}"] if attempt.artifacts.error else []
    for verdict in attempt.verdicts:
        if verdict.outcome == "pass" or not isinstance(verdict, Scored):
            continue
        advisory = "" if verdict.required else " (advisory)"
        findings = [tell(finding) for finding in verdict.findings] or [verdict.note]
        lines += [f"  {escape(verdict.label)}{advisory}: {finding}" for finding in findings]
    return lines
