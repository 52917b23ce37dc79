"""The output of a process, taken while it runs and up to a cap, so that no pipe is ever full."""

from __future__ import annotations

import math
import os
import subprocess
import threading
import time
from contextlib import suppress
from typing import IO, Protocol

OVERLAP = 64 * 1024
"""Bytes that are kept beyond a cap: a secret that the cap goes through is known by them."""

_TAIL = 4096
_CHUNK = 64 * 1024


class Watch(Protocol):
    """Waits for a process while its output is taken."""

    def until(self, deadline: float) -> bool:
        """Wait for the process itself, not its children; say whether it ended before the deadline."""

    def pump(self, seconds: float) -> None:
        """Take what comes for so long."""

    def close(self) -> None:
        """Take what is still there, and no more."""


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


class Polled:
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


class Threaded:
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
