"""Processes from start to end: no pipe to fill, a cap while they run, a deadline, nothing left alive."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import dataclass

from evalpin.subjects import _strays

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Protocol

    class Watch(Protocol):
        """Waits for a process while its output is taken."""

        def until(self, deadline: float) -> bool:
            """Wait for the process itself, not its children; say whether it ended before the deadline."""

        def pump(self, seconds: float) -> None:
            """Take what comes for so long."""

        def close(self) -> None:
            """Take what is still there, and no more."""


GRACE = 2.0
"""Seconds between asking a process group to end and ending it."""

OVERLAP = 64 * 1024
"""Bytes that are kept beyond a cap: a secret that the cap goes through is known by them."""

_TAIL = 4096
_CHUNK = 64 * 1024
_POSIX = os.name == "posix"


class Stopped(BaseException):
    """The run was interrupted: nothing that this thread does counts any more."""


class Captured:
    """One stream of a process: its beginning (`data`, the cap and `OVERLAP`), its end, and its size."""

    def __init__(self, most: int) -> None:
        self.size = 0
        self._most = most + OVERLAP
        self._head = bytearray()
        self._tail = b""

    def add(self, chunk: bytes) -> None:
        """Take note of bytes that follow what came before."""
        self.size += len(chunk)
        room = self._most - len(self._head)
        if room > 0:
            self._head += chunk[:room]
        if len(chunk) > room:
            self._tail = (self._tail + chunk[max(room, 0) :])[-_TAIL:]

    @property
    def data(self) -> bytes:
        """Return the beginning."""
        return bytes(self._head)

    @property
    def end(self) -> bytes:
        """Return the last bytes, a few thousand at most."""
        return (bytes(self._head[-_TAIL:]) + self._tail)[-_TAIL:]


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
    """All processes of one run; `run` may be called from many threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._live: set[subprocess.Popen[bytes]] = set()
        self._stopping = False
        self._not_ours = _strays.children()
        self._adopts = _POSIX and _strays.adopt()

    def run(self, start: Start) -> Ended:
        """Run a program to its end, in a session of its own; raise `OSError` if it cannot be started.

        A background child that keeps the streams open delays nobody. The whole group is ended at the
        deadline and after a normal exit too, and what had left the group as far as the system helps.
        """
        began = time.monotonic()
        out, err = Captured(start.most), Captured(start.most)
        process = self._start(start)
        try:
            watch: Watch = (_Polled if _POSIX else _Threaded)(process, out, err)
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

    def _start(self, start: Start) -> subprocess.Popen[bytes]:
        with open(start.stdin or os.devnull, "rb") as given, self._lock:
            if self._stopping:
                raise Stopped
            process = subprocess.Popen(  # the user's own command, in words, no shell
                start.argv,
                stdin=given,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=start.cwd,
                env=start.environment,
                start_new_session=_POSIX,
            )
            self._live.add(process)
            return process

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


class _Polled:
    """Waits for a process and its streams by poll(2); on Linux without ever waking for nothing."""

    def __init__(self, process: subprocess.Popen[bytes], out: Captured, err: Captured) -> None:
        import select  # not on every system

        self._process = process
        self._poll = select.poll()
        self._streams = {pipe.fileno(): (pipe, into) for pipe, into in _pipes(process, out, err)}
        for descriptor in self._streams:
            os.set_blocking(descriptor, False)
            self._poll.register(descriptor, select.POLLIN)
        self._exit = _exit_descriptor(process.pid)
        if self._exit is not None:
            self._poll.register(self._exit, select.POLLIN)
        self._gone = False

    def until(self, deadline: float) -> bool:
        while not self._has_ended():
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            self.pump(min(left, 60.0 if self._exit is not None else 0.01))
        return True

    def pump(self, seconds: float) -> None:
        for descriptor, _ in self._poll.poll(math.ceil(seconds * 1000)):
            if descriptor == self._exit:
                self._gone = True
                self._poll.unregister(descriptor)
            elif self._take(descriptor) == b"":
                self._drop(descriptor)

    def close(self) -> None:
        for descriptor in list(self._streams):
            while self._take(descriptor):
                pass
            self._drop(descriptor)
        if self._exit is not None:
            os.close(self._exit)

    def _has_ended(self) -> bool:
        return self._gone if self._exit is not None else self._process.poll() is not None

    def _take(self, descriptor: int) -> bytes | None:
        """Read once: some bytes, none at the end, None where nothing is there now."""
        try:
            chunk = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return b""
        self._streams[descriptor][1].add(chunk)
        return chunk

    def _drop(self, descriptor: int) -> None:
        self._poll.unregister(descriptor)
        self._streams.pop(descriptor)[0].close()


class _Threaded:
    """The same for Windows, whose pipes cannot be polled: a thread a stream."""

    def __init__(self, process: subprocess.Popen[bytes], out: Captured, err: Captured) -> None:
        self._process = process
        self._threads = [
            threading.Thread(target=self._read, args=(pipe, into), daemon=True)
            for pipe, into in _pipes(process, out, err)
        ]
        for thread in self._threads:
            thread.start()

    def until(self, deadline: float) -> bool:
        left = None if deadline == math.inf else max(deadline - time.monotonic(), 0)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(left)
            return True
        return False

    def pump(self, seconds: float) -> None:
        time.sleep(seconds)

    def close(self) -> None:
        for thread in self._threads:
            thread.join(1.0)  # one that somebody else's process keeps open is left to its thread

    @staticmethod
    def _read(pipe: IO[bytes], into: Captured) -> None:
        with suppress(OSError, ValueError):
            while chunk := pipe.read(_CHUNK):
                into.add(chunk)


def _pipes(
    process: subprocess.Popen[bytes], out: Captured, err: Captured
) -> list[tuple[IO[bytes], Captured]]:
    pairs = ((process.stdout, out), (process.stderr, err))
    return [(pipe, into) for pipe, into in pairs if pipe is not None]


def _exit_descriptor(pid: int) -> int | None:
    """Return a descriptor that is ready once the process has ended, None where there is no such thing."""
    opened = getattr(os, "pidfd_open", None)
    with suppress(OSError):
        return None if opened is None else int(opened(pid))
    return None


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
