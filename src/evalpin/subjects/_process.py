"""One process from start to end: no pipe to fill, a deadline, and nothing of it left alive."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass

GRACE = 2.0
"""Seconds between asking a process group to end and ending it."""

MOST_READ = 16 * 1024 * 1024
"""Bytes of stdout that are read; the rest is counted."""

MOST_COMPLAINT = 64 * 1024
"""Bytes that are read of the end of stderr."""

_POSIX = os.name == "posix"

_live: set[subprocess.Popen[bytes]] = set()
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended: exit code (negative: the signal), output as bytes, whether it was stopped.

    `cut` counts the bytes of stdout that were left out; of stderr there is the end.
    """

    exit_code: int
    stdout: bytes
    stderr: bytes
    timed_out: bool
    cut: int


def run(argv: list[str], stdin: bytes, environment: dict[str, str], timeout: float | None) -> Ended:
    """Run a program in a session of its own; raise `OSError` if it cannot be started.

    Output goes to files, so a background child that keeps them open delays nobody. The whole group is
    ended at the timeout (seconds) and after a normal exit too.
    """
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        process = subprocess.Popen(  # the user's own command, in words, no shell
            argv, stdin=given, stdout=out, stderr=err, env=environment, start_new_session=_POSIX
        )
        with _lock:
            _live.add(process)
        try:
            timed_out = _wait(process, timeout)
        finally:
            end(process)
            with _lock:
                _live.discard(process)
        size = out.seek(0, os.SEEK_END)
        out.seek(0)
        err.seek(max(err.seek(0, os.SEEK_END) - MOST_COMPLAINT, 0))
        return Ended(process.returncode, out.read(MOST_READ), err.read(), timed_out, max(size - MOST_READ, 0))


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process and all of its group: TERM, then KILL after the grace."""
    if not _POSIX:
        # Windows has no groups of this kind; taskkill follows the tree of children.
        if process.poll() is None:
            subprocess.run(
                ["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False
            )
        process.wait()
        return
    if _signal(process, signal.SIGTERM):
        deadline = time.monotonic() + GRACE
        while time.monotonic() < deadline and _signal(process, 0):
            process.poll()  # reaped, the leader no longer counts as one of the group
            time.sleep(0.01)
        _signal(process, signal.SIGKILL)
    process.wait()


def end_all() -> None:
    """End every process that is still running: the run was interrupted."""
    with _lock:
        live = list(_live)
    for process in live:
        _signal(process, signal.SIGKILL) if _POSIX else process.kill()


def _wait(process: subprocess.Popen[bytes], timeout: float | None) -> bool:
    """Wait for the process itself, not for its children; say whether the time ran out."""
    try:
        process.wait(timeout)
    except subprocess.TimeoutExpired:
        return True
    return False


def _signal(process: subprocess.Popen[bytes], number: int) -> bool:
    """Send a signal to the group; say whether anybody is left in it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
        return True
    return False
