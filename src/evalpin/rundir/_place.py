"""Where runs are, what they are called, and when they were made."""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress

from evalpin import evidence, files, suitefolder
from evalpin.errors import BadValue, EvalpinError, did_you_mean
from evalpin.jsonvalue import Value
from evalpin.showing import brief
from evalpin.suites._fields import SAFE_ID, SAFE_ID_RULE

SNAPSHOT, RUN_FILE, MANIFEST, REPORT = "suite-snapshot", "run.json", "manifest.json", "report.md"

_NOT_IN_NAMES = re.compile("[^A-Za-z0-9._-]+")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def now() -> str:
    """Return the time as it is written for people: SOURCE_DATE_EPOCH, if it is set, else the clock's."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch and not re.fullmatch("[0-9]{1,11}", epoch):
        raise EvalpinError(
            f"SOURCE_DATE_EPOCH is {brief(epoch)} (expected a number of seconds)", code="E_CASE_INVALID"
        )
    if epoch:
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(epoch)))
    seconds = time.time()
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{int(seconds % 1 * 1e6):06}Z"


def new_id(suite: str) -> str:
    """Return an ID that no other run has: the time, the suite's name and four random letters."""
    name = _NOT_IN_NAMES.sub("-", suite).strip("-.")[:80] or "suite"
    letters = "".join(_LETTERS[byte % 26] for byte in os.urandom(4))
    return f"{time.strftime('%Y-%m-%dT%H%M%SZ', time.gmtime())}-{name.replace('..', '.')}-{letters}"


def check_id(run_id: str) -> str:
    """Return a run ID that may be one; raise `EvalpinError`."""
    if not SAFE_ID.fullmatch(run_id):
        raise EvalpinError(f"bad run ID {brief(run_id)} (expected {SAFE_ID_RULE})", code="E_CASE_INVALID")
    return run_id


def folder_of(run_id: str) -> str:
    """Return the folder of a run."""
    return os.path.join(suitefolder.RUNS, check_id(run_id))


def names() -> list[str]:
    """Return the IDs of all runs, the latest last."""
    with suppress(OSError):
        return sorted(name for name in os.listdir(suitefolder.RUNS) if not name.startswith("."))
    return []


def find(run_id: str | None, folder: str | None) -> str:
    """Return the folder of a complete run, by its ID or its path; raise `EvalpinError` with what there is."""
    if (run_id is None) == (folder is None):
        raise EvalpinError("expected the ID of a run, or --run-dir", code="E_CASE_INVALID")
    path = folder if folder is not None else folder_of(run_id or "")
    if os.path.isfile(os.path.join(path, MANIFEST)):
        return path
    if os.path.isdir(path):
        raise EvalpinError(f"{path}: the run is not complete: it has no {MANIFEST}", code="E_RUN_INCOMPLETE")
    known = names()
    near = did_you_mean(run_id or "", known) or (
        f" (the latest is {known[-1]})" if known else " (there is none)"
    )
    what = f"run {brief(run_id or '')}" if folder is None else f"folder {brief(path)}"
    raise EvalpinError(
        f"no {what}{near if folder is None else ''}",
        code="E_RUN_NOT_FOUND",
        context={"valid_values": known[-50:]},
    )


def snapshot_of(folder: str) -> str:
    """Return where a run keeps its suite."""
    return os.path.join(folder, SNAPSHOT)


def read_object(path: str) -> dict[str, Value]:
    """Return the object of a JSON file; raise `EvalpinError`."""
    try:
        with open(path, "rb") as file:
            value = evidence.parse_file(file.read())
    except OSError as error:
        raise EvalpinError(f"{path}: cannot read: {files.reason(error)}", code="E_RUN_CORRUPT") from None
    except BadValue as error:
        raise EvalpinError(f"{path}: {error}", code="E_RUN_CORRUPT") from None
    if not isinstance(value, dict):
        raise EvalpinError(f"{path}: expected an object", code="E_RUN_CORRUPT")
    return value
