"""Files on the disk for good, many at once: a marker is written when all that it speaks for is there.

One `syncfs` for all that waits costs less than an `fsync` for each file; where the system has none, each
file of a folder is synced.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress

from evalpin import files


class Durable:
    """Writes markers from a thread of its own, so that attempts do not wait for the disk."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._sync_all = _syncfs()
        self._waiting: list[tuple[str, str, bytes, Callable[[], None]]] = []
        self._condition = threading.Condition()
        self._open = True
        self._busy = False
        self._error: OSError | None = None
        self._thread: threading.Thread | None = None

    def mark(self, folder: str, name: str, data: bytes, clean: Callable[[], None]) -> None:
        """Write a marker into a folder as soon as all that is in the folder is on the disk.

        `clean` is called before, from the same thread: it removes what is not needed any more.
        """
        with self._condition:
            self._waiting.append((folder, name, data, clean))
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()
            self._condition.notify_all()

    def settle(self) -> None:
        """Wait until all markers are on the disk; raise the `OSError` that kept one from it."""
        with self._condition:
            while (self._waiting or self._busy) and self._error is None:
                self._condition.wait()
            if self._error is not None:
                raise self._error
        self._sync([])

    def write(self, name: str, data: bytes) -> None:
        """Write a file of the run's folder whole, and see it onto the disk."""
        path = os.path.join(self._folder, name)
        _replace(path, data, sync=True)
        files.sync_folder(os.path.dirname(path))

    def close(self) -> None:
        """Write no more."""
        with self._condition:
            self._open = False
            self._waiting.clear()
            self._condition.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        while True:
            with self._condition:
                self._busy = False
                self._condition.notify_all()
                while self._open and not self._waiting:
                    self._condition.wait()
                if not self._open:
                    return
                group, self._waiting, self._busy = self._waiting, [], True
            try:
                for _, _, _, clean in group:
                    clean()
                self._sync([folder for folder, _, _, _ in group])
                for folder, name, data, _ in group:
                    _replace(os.path.join(folder, name), data, sync=self._sync_all is None)
            except OSError as error:
                with self._condition:
                    self._error = error

    def _sync(self, folders: list[str]) -> None:
        """See all that was written onto the disk; of some folders where the system cannot do all at once."""
        if self._sync_all is not None:
            descriptor = os.open(self._folder, os.O_RDONLY)
            try:
                if self._sync_all(descriptor) != 0:
                    raise OSError("the disk did not take what was written")
            finally:
                os.close(descriptor)
            return
        for folder in folders:
            for inner, _, names in os.walk(folder):
                for name in names:
                    _sync_file(os.path.join(inner, name))
                files.sync_folder(inner)


def _syncfs() -> Callable[[int], int] | None:
    if not os.path.isdir("/proc/self/task"):  # Linux
        return None
    import ctypes

    with suppress(OSError, AttributeError):
        call: Callable[[int], int] = ctypes.CDLL(None).syncfs
        return call
    return None


def _replace(path: str, data: bytes, *, sync: bool) -> None:
    temporary = f"{path}.tmp"
    files.put(temporary, data, sync=sync)
    os.replace(temporary, path)


def _sync_file(path: str) -> None:
    with suppress(OSError):  # a link, a pipe
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
