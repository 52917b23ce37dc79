"""A complete run, read from its folder wherever that is, and judged anew from what it kept."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from evalpin import evidence, hashing, projection, suitefolder
from evalpin.errors import BadValue, EvalpinError
from evalpin.jsonvalue import Value
from evalpin.model import Attempt, Run, RunArtifacts, Suite
from evalpin.notices import Notice
from evalpin.projection import About
from evalpin.rundir import _place
from evalpin.rundir._durable import Durable
from evalpin.scoring import outcome_of
from evalpin.showing import brief
from evalpin.suites._fields import SAFE_ID
from evalpin.workspace import WorkspaceSuite

_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True)
class Kept:
    """A complete run as its folder has it, judged anew from its evidence."""

    folder: str
    run_id: str
    run: Run
    suite: WorkspaceSuite
    about: About
    notices: tuple[Notice, ...]


def read(folder: str, checks_of: WorkspaceSuite | None = None) -> Kept:
    """Read a complete run, and judge what it kept by the suite that it kept, or by another's checks.

    Raise `EvalpinError` with what is missing or damaged.
    """
    notices: list[Notice] = []
    manifest = _place.read_object(os.path.join(folder, _place.MANIFEST))
    suite = checks_of or suitefolder.open_kept(_place.snapshot_of(folder))
    about, name = _about(manifest, folder)
    cases = {case.id: case for case in suite.cases}
    attempts: list[Attempt] = []
    numbers: dict[str, list[int]] = _attempts_in(manifest, folder)
    missing = [case_id for case_id in numbers if case_id not in cases]
    if missing:
        raise EvalpinError(
            f"{folder}: the suite has no case {brief(missing[0])} any more", code="E_RUN_CORRUPT"
        )
    selected = tuple([case for case in suite.cases if case.id in numbers])
    for case in selected:
        for number in numbers[case.id]:
            found, broken = _artifacts(folder, case.id, number, notices)
            verdicts = tuple([check.judge(found) for check in case.checks])
            outcome = outcome_of(verdicts, broken=broken)
            attempts.append(Attempt(case.id, number, found, verdicts, outcome))
    times = max(map(len, numbers.values()), default=1)
    run = Run(Suite(name, selected), times, tuple(attempts))
    return Kept(folder, about.run_id, run, suite, about, tuple(notices))


def rewrite(kept: Kept) -> None:
    """Write the scores, the report and the manifest of a run that was judged anew; its evidence stays."""
    durable = Durable(kept.folder)
    for attempt in kept.run.attempts:
        name = projection.folder_of(attempt.case_id, attempt.number)
        score = evidence.score_file(attempt.case_id, attempt.outcome, attempt.verdicts)
        durable.write(f"{name}/{evidence.SCORE}", score)
    told = projection.of_run(kept.run, kept.run.suite.name)
    durable.write(_place.REPORT, projection.markdown(told, kept.run_id).encode())
    durable.write(_place.MANIFEST, projection.manifest_file(kept.run, kept.suite, kept.about))
    durable.close()


def _about(manifest: Mapping[str, Value], folder: str) -> tuple[About, str]:
    suite, execution = manifest.get("suite"), manifest.get("execution")
    run_id, created, replayed = (
        manifest.get("run_id"),
        manifest.get("created_ts"),
        manifest.get("replayed_from"),
    )
    if not isinstance(suite, dict) or not isinstance(execution, dict) or not isinstance(run_id, str):
        raise EvalpinError(
            f"{os.path.join(folder, _place.MANIFEST)}: lacks run_id, suite or execution", code="E_RUN_CORRUPT"
        )
    jobs, timeout = execution.get("jobs"), execution.get("timeout_seconds")
    about = About(
        run_id,
        str(created),
        str(execution.get("mode")),
        jobs if type(jobs) is int else 1,
        float(timeout) if isinstance(timeout, (int, float)) else 0.0,
        replayed if isinstance(replayed, str) else None,
    )
    return about, str(suite.get("name"))


def _attempts_in(manifest: Mapping[str, Value], folder: str) -> dict[str, list[int]]:
    listed = manifest.get("cases")
    found: dict[str, list[int]] = {}
    for case in listed if isinstance(listed, list) else []:
        case_id = case.get("id") if isinstance(case, dict) else None
        if not isinstance(case, dict) or not isinstance(case_id, str) or not SAFE_ID.fullmatch(case_id):
            raise EvalpinError(
                f"{os.path.join(folder, _place.MANIFEST)}: a case without a good id", code="E_RUN_CORRUPT"
            )
        inside = case.get("attempts")
        found[case_id] = list(range(1, len(inside) + 1)) if isinstance(inside, list) else [1]
    return found


def _artifacts(folder: str, case_id: str, number: int, notices: list[Notice]) -> tuple[RunArtifacts, bool]:
    name = projection.folder_of(case_id, number)
    found = _files_in(os.path.join(folder, name))
    for file in _changed(found):
        notices.append(Notice("W_EVIDENCE_CHANGED", f"{name}/{file} is not as the run wrote it"))
    try:
        return evidence.artifacts_from(found)
    except BadValue as error:
        raise EvalpinError(f"{os.path.join(folder, name)}/{error}", code="E_RUN_CORRUPT") from None


def _files_in(folder: str) -> dict[str, bytes]:
    """Return the files of an attempt but its workspace, by relative name; what is no file is passed over."""
    found: dict[str, bytes] = {}
    for prefix, path in (("", folder), (f"{evidence.SCORERS}/", os.path.join(folder, evidence.SCORERS))):
        with suppress(OSError), os.scandir(path) as listed:
            for entry in listed:
                if entry.is_file(follow_symlinks=False):
                    with open(os.open(entry.path, _READ), "rb") as file:
                        found[prefix + entry.name] = file.read()
    return found


def _changed(found: Mapping[str, bytes]) -> list[str]:
    """Return the names of files that are not as `evidence.json` has them; none if there is none."""
    if evidence.HASHES not in found:
        return []
    try:
        value = evidence.parse_file(found[evidence.HASHES])
    except BadValue:
        return [evidence.HASHES]
    recorded = value.get("files") if isinstance(value, dict) else None
    if not isinstance(recorded, dict):
        return [evidence.HASHES]
    return [
        name
        for name, digest in recorded.items()
        if name not in found or hashing.of_bytes(found[name]) != digest
    ]
