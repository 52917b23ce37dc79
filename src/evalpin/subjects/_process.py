"""Processes from start to end: no pipe to fill, a cap while they run, a deadline, nothing left alive."""

from __future__ import annotations

import math
import os
import shutil
import signal
import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import dataclass

from evalpin.subjects import _strays
from evalpin.subjects._guard import Guard
from evalpin.subjects._streams import Captured, Polled, Threaded, Watch

GRACE = 2.0
"""Seconds between asking a process group to end and ending it."""

_POSIX = os.name == "posix"


class Stopped(BaseException):
    """The run was interrupted: nothing that this thread does counts any more."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended.

    `exit_code` is negative for a signal, None after the deadline. `leftovers` counts what was left alive
    in its group, `escaped` what had left the group.
    """

    exit_code: int | None
    timed_out: bool
    seconds: float
    stdout: Captured
    stderr: Captured
    leftovers: int = 0
    escaped: int = 0


@dataclass(frozen=True, slots=True)
class Start:
    """What to start: words (no shell), environment, folder, stdin (a path, or None for nothing).

    `timeout` is in seconds, None for no end; `most` bytes of each stream are kept. `folder` marks what
    belongs to this process: its environment names it.
    """

    argv: list[str]
    environment: dict[str, str]
    timeout: float | None
    most: int
    cwd: str | None = None
    stdin: str | None = None
    folder: str = ""


class Processes:
    """All processes of one run; `run` may be called from many threads.

    `guarded` ones end with us even if we are killed; `end_all` is then to be called at the end.
    """

    def __init__(self, *, guarded: bool = False) -> None:
        self._lock = threading.Lock()
        self._live: set[subprocess.Popen[bytes]] = set()
        self._stopping = False
        self._places: dict[tuple[str, str], str | None] = {}
        self._not_ours = _strays.children()
        self._adopts = _POSIX and _strays.adopt()
        self._guard = Guard() if guarded and _POSIX else None
        if self._guard is not None:
            self._not_ours.add(self._guard.pid)

    def run(self, start: Start) -> Ended:
        """Run a program to its end, in a session of its own; raise `OSError` if it cannot be started.

        A background child that keeps the streams open delays nobody. The whole group is ended at the
        deadline and after a normal exit too, and what had left the group as far as the system helps.
        """
        began = time.monotonic()
        out, err = Captured(start.most), Captured(start.most)
        process = self._start(start)
        try:
            watch: Watch = (Polled if _POSIX else Threaded)(process, out, err)
            timed_out = not watch.until(math.inf if start.timeout is None else began + start.timeout)
            seconds = time.monotonic() - began
            leftovers = _end(process, watch)
            escaped = self._end_strays(process, start.folder)
            watch.close()
        except BaseException:
            _kill(process)
            process.wait()
            raise
        finally:
            with self._lock:
                self._live.discard(process)
                if self._guard is not None:
                    self._guard.release(process.pid)
        if self._stopping:
            raise Stopped
        code = None if timed_out else process.returncode
        return Ended(code, timed_out, seconds, out, err, leftovers, escaped)

    def end_all(self) -> None:
        """End everything that still runs, for good: the run is over."""
        with self._lock:
            self._stopping = True
            for process in self._live:
                _kill(process)
            leaders = {process.pid for process in self._live}
            if self._adopts:
                _strays.end(_strays.children() - self._not_ours - leaders)
            if self._guard is not None:
                self._guard.close()

    def _start(self, start: Start) -> subprocess.Popen[bytes]:
        with open(start.stdin or os.devnull, "rb") as given, self._lock:
            if self._stopping:
                raise Stopped
            process = subprocess.Popen(  # the user's own command, in words, no shell
                start.argv,
                executable=self._place(start.argv[0], start.environment.get("PATH", "")),
                stdin=given,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=start.cwd,
                env=start.environment,
                start_new_session=_POSIX,
            )
            self._live.add(process)
            if self._guard is not None:
                self._guard.watch(process.pid)
            return process

    def _place(self, name: str, path: str) -> str | None:
        """Return where a search path has a program, looked up once; None leaves that to the system."""
        if not _POSIX or "/" in name or not all(folder.startswith("/") for folder in path.split(":")):
            return None
        key = (name, path)
        if key not in self._places:
            self._places[key] = shutil.which(name, path=path)
        return self._places[key]

    def _end_strays(self, process: subprocess.Popen[bytes], folder: str) -> int:
        """End what this process left outside its group; what cannot be told from others' when it is alone."""
        if not self._adopts:
            return 0
        ended = 0
        until = time.monotonic() + GRACE
        while time.monotonic() < until:  # the children of one that was ended come to us next
            with self._lock:
                leaders = {other.pid for other in self._live}
                alone = leaders == {process.pid}
                found = _strays.children() - self._not_ours - leaders
                mine = [pid for pid in found if alone or (folder and _strays.made_for(pid, folder))]
                ended += _strays.end(mine)
            if not mine:
                break
        return ended


def _end(process: subprocess.Popen[bytes], watch: Watch) -> int:
    """End a process and all of its group: TERM, then KILL after the grace; return what else it held."""
    if not _POSIX:
        if process.poll() is None:
            _kill(process)
        process.wait()
        return 0
    others = process.poll() is not None and _signal(process, 0)
    count = _strays.group_members(process.pid) if others else 0
    if process.returncode is None or others:
        for number in (signal.SIGTERM, signal.SIGKILL):
            _signal(process, number)
            deadline = time.monotonic() + GRACE
            while time.monotonic() < deadline and _lives(process):
                watch.pump(0.005)
    process.wait()
    _strays.reap_group(process.pid)
    return count


def _lives(process: subprocess.Popen[bytes]) -> bool:
    """Say whether anybody of the group is left; the dead do not count."""
    if process.poll() is not None:
        _strays.reap_group(process.pid)
    return _signal(process, 0)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and its group at once."""
    if _POSIX:
        _signal(process, signal.SIGKILL)
    elif process.poll() is None:  # no groups of this kind here: taskkill follows the tree of children
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False)


def _signal(process: subprocess.Popen[bytes], number: int) -> bool:
    """Send a signal to the group; say whether anybody is left in it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
        return True
    return False
