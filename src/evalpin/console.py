"""Standard output and error: UTF-8 in any locale, and no trouble with a reader that goes away."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress

from evalpin.errors import EvalpinError
from evalpin.files import reason
from evalpin.showing import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

# Windows says EINVAL where a pipe has lost its reader.
_GONE = {errno.EPIPE} | ({errno.EINVAL} if os.name == "nt" else set())


def write(text: str) -> None:
    """Write to stdout; a reader that went away is no fault, anything else raises `EvalpinError`."""
    if sys.stdout is None:
        raise EvalpinError("cannot write to stdout: it is closed")
    try:
        _write(sys.stdout, text)
    except OSError as error:
        _discard(sys.stdout)
        if error.errno not in _GONE:
            raise EvalpinError(f"cannot write to stdout: {reason(error)}") from None


def complain(line: str) -> None:
    """Write one line to stderr, made safe to show; there is nobody to tell if that fails."""
    if sys.stderr is None:
        return
    try:
        _write(sys.stderr, f"evalpin: {escape(_as_typed(line))}\n")
    except OSError:
        _discard(sys.stderr)


def progress(text: str) -> None:
    """Write to stderr as it is, cursor movements of ours included; there is nobody to tell if that fails."""
    if sys.stderr is None:
        return
    try:
        _write(sys.stderr, text)
    except OSError:
        _discard(sys.stderr)


@contextmanager
def stdout_to_stderr() -> Iterator[None]:
    """Send to stderr what is printed to stdout meanwhile, also by C code and child processes."""
    kept = _duplicate(1, onto=None)
    try:
        with redirect_stdout(sys.stderr or sys.stdout):
            if kept is not None:
                _flush()
                _duplicate(2, onto=1)
            yield
    finally:
        if kept is not None:
            _flush()
            os.dup2(kept, 1)
            os.close(kept)


def _flush() -> None:
    for stream in (sys.__stdout__, sys.stdout):
        if stream is not None:
            with suppress(OSError, ValueError):
                stream.flush()


def _duplicate(descriptor: int, onto: int | None) -> int | None:
    """Duplicate a descriptor, None if it is closed."""
    try:
        return os.dup(descriptor) if onto is None else os.dup2(descriptor, onto)
    except OSError:
        return None


def _as_typed(line: str) -> str:
    """Return a line with file names as they are in UTF-8, also where the locale could not read them."""
    try:
        return line.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # other surrogates, which no name of a file has
        return line


def _write(stream: TextIO, text: str) -> None:
    """Write all of a text to a stream as UTF-8, also where its buffer writes only a part at a time."""
    stream.flush()
    binary = getattr(stream, "buffer", None)
    if binary is None:  # replaced by whoever runs us in process, by a StringIO for one
        stream.write(text)
        return
    view = memoryview(text.encode("utf-8", "backslashreplace"))
    while view:
        written = binary.write(view)
        if written is None:  # unbuffered, into a pipe that does not wait
            raise BlockingIOError(errno.EAGAIN, "the pipe is full and does not wait")
        view = view[written:]
    binary.flush()


def _discard(stream: TextIO) -> None:
    """Send what is left in a broken stream nowhere, so that closing it at exit cannot fail again."""
    with suppress(OSError, ValueError):
        descriptor = stream.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, descriptor)
        os.close(nowhere)
