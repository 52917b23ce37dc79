"""A run of workspaces that is ended from outside: its exit code, and nothing of it left."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest

from processes import TIMEOUT, Process, lives, posix
from workspaces import suite

pytestmark = [pytest.mark.process, posix, pytest.mark.usefixtures("folder")]


def started(folder: Path, *argv: str) -> tuple[Process, list[int]]:
    """Start a run whose runner and its child hang; return it and the IDs of both."""
    suite(
        folder,
        f"sleep 600 & echo $$ $! > {folder}/pids; wait",
        {"exit_code": 0},
        cases=[{"id": "a"}, {"id": "b"}],
    )
    views = folder / "views"
    views.mkdir()
    process = Process("run", "s", "-q", "--run-id", "r", *argv, env={"TMPDIR": str(views)})
    until = time.monotonic() + TIMEOUT
    while time.monotonic() < until and len(_pids(folder)) != 2:
        time.sleep(0.01)
    return process, _pids(folder)


def _pids(folder: Path) -> list[int]:
    try:
        return [int(word) for word in (folder / "pids").read_text().split()]
    except FileNotFoundError:
        return []


def alive(pids: list[int]) -> list[int]:
    """Return those that still live a moment later."""
    until = time.monotonic() + 5
    left = pids
    while left and time.monotonic() < until:
        left = [pid for pid in left if lives(pid)]
        time.sleep(0.01)
    return left


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("number", "status", "told"),
    [(signal.SIGINT, 130, "evalpin: interrupted\n"), (signal.SIGTERM, 143, "evalpin: terminated\n")],
)
def test_ended_by_a_signal(number: signal.Signals, status: int, told: str, jobs: str, tmp_path: Path) -> None:
    process, pids = started(tmp_path, "--jobs", jobs)
    process.send_signal(number)
    assert process.ended() == (status, "", told)
    assert alive(pids) == []
    assert list((tmp_path / "views").iterdir()) == []
    assert not (tmp_path / "evals" / "runs" / "r" / "manifest.json").exists()
    assert not (tmp_path / "evals" / "runs" / "r" / "cases" / "a" / "state.json").exists()


def test_killed_outright_it_takes_its_runners_along(tmp_path: Path) -> None:
    process, pids = started(tmp_path)
    process.kill()
    assert process.ended()[0] == -signal.SIGKILL
    assert alive(pids) == []
    assert not (tmp_path / "evals" / "runs" / "r" / "cases" / "a").exists()
