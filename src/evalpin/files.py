"""The door to the disk: read a file whole, write one so that it is whole or was never touched."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import count

from evalpin import source
from evalpin.errors import EvalpinError, Faults

# strerror speaks differently on every system; these are the ones that people meet.
_REASONS = {
    errno.ENOENT: "no such file",
    errno.EISDIR: "is a directory",
    errno.ENOTDIR: "a part of the path is no directory",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.ENOSPC: "no space left on the device",
    errno.EROFS: "the file system is read-only",
    errno.ELOOP: "too many levels of symbolic links",
    errno.ENAMETOOLONG: "the name is too long",
}


_DESCRIPTOR = re.compile("/(?:dev|proc/self)/fd/([0-9]{1,9})")


_PUT = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)


def reason(error: OSError | ValueError) -> str:
    """Return why the system refused, in one phrase (ValueError: a path that cannot be one)."""
    if isinstance(error, OSError):
        text = error.strerror or str(error)
        return _REASONS.get(error.errno or 0) or text[:1].lower() + text[1:]
    return "not a path"


def read_bytes(path: str, faults: Faults) -> bytes:
    """Return the bytes of a file; none, with the reason noted, if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except (OSError, ValueError) as error:
        faults.add(f"cannot read: {reason(error)}", blinds=True)
        return b""


def read_lines(faults: Faults) -> list[str]:
    """Read the lines of the file that the faults are of; none, with the fault noted, if it cannot be read."""
    return source.read_lines(read_bytes(faults.path, faults), faults)


def same_file(a: str, b: str) -> bool:
    """Say whether two paths name one file, whether it is there or not."""
    with suppress(OSError, ValueError):
        return os.path.samefile(a, b)
    with suppress(OSError, ValueError):
        return os.path.realpath(a) == os.path.realpath(b)
    return False


def write_text(path: str, text: str) -> None:
    """Write a file atomically; raise `EvalpinError`, with the old file whole and nothing left behind.

    A link's target is replaced and not the link, the mode of an existing file is kept. What exists
    and is no regular file (a pipe, a device) is opened and written, and so is the file to which
    our own output goes: renaming over it would cut that output off.
    """
    data = text.encode("utf-8")
    try:
        target = os.path.realpath(path)
        if path.endswith(("/", os.sep)):
            raise IsADirectoryError(errno.EISDIR, "")
        existing = _stat(path)
        stream = _own_stream(path, existing)
        if stream is not None:
            _write_all(stream, data)
        elif existing is not None and not stat.S_ISREG(existing.st_mode):
            _write_special(path, data)
        else:
            _replace(target, data, existing)
    except (OSError, ValueError) as error:
        missing = isinstance(error, FileNotFoundError)  # a file that is not there is what we make
        raise EvalpinError(
            f"{path}: cannot write: {'no such folder' if missing else reason(error)}"
        ) from None


def write_new(folder: str, stem: str, ending: str, content: Callable[[str], str]) -> str:
    """Write a file of a name that nobody has: STEM, else STEM-2, STEM-3, ..; return its path.

    `content` makes the text from the name without its ending. The name is taken before it is written
    to, so of two writers in the same second neither loses.
    """
    for number in count(1):
        name = stem if number == 1 else f"{stem}-{number}"
        path = os.path.join(folder, name + ending)
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        except FileExistsError:
            continue
        except (OSError, ValueError) as error:
            raise EvalpinError(f"{path}: cannot write: {reason(error)}") from None
        try:
            write_text(path, content(name))
        except BaseException:
            with suppress(OSError):
                os.unlink(path)
            raise
        return path
    raise AssertionError("count() does not end")


def _stat(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _own_stream(path: str, existing: os.stat_result | None) -> int | None:
    """Return the descriptor that a path names, or ours of stdout or stderr that goes to that very file."""
    if match := _DESCRIPTOR.fullmatch(path):
        return int(match[1])
    if existing is None:
        return None
    for stream in (sys.__stdout__, sys.__stderr__):
        with suppress(OSError, ValueError, AttributeError):
            descriptor = stream.fileno()  # type: ignore[union-attr]  # None when closed: AttributeError
            if os.path.samestat(os.fstat(descriptor), existing):
                return descriptor
    return None


def _write_special(path: str, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    try:
        _write_all(descriptor, data)
    finally:
        os.close(descriptor)


def _replace(target: str, data: bytes, existing: os.stat_result | None) -> None:
    folder = os.path.dirname(target)
    temporary = os.path.join(folder, f".evalpin-{os.urandom(8).hex()}.tmp")
    # A new file is created with the mode that the umask leaves; an old one's is put back below.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(temporary, flags, 0o666)
        try:
            _write_all(descriptor, data)
            if existing is not None and hasattr(os, "fchmod"):
                os.fchmod(descriptor, existing.st_mode & 0o777)  # never setuid: the owner may be another now
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(temporary, target)
    except BaseException:  # also Ctrl-C: no half-written file is left
        _remove(temporary)
        raise
    with suppress(OSError):  # the file is whole already, and some file systems know no such thing
        sync_folder(folder)


def _remove(path: str) -> None:
    """Remove a file however often Ctrl-C is pressed meanwhile."""
    while True:
        try:
            os.unlink(path)
        except KeyboardInterrupt:
            continue
        except OSError:
            return


def put(path: str, data: bytes, *, sync: bool = False) -> None:
    """Write a file in place, onto the disk if need be; the buffers of `open` cost more than a small file."""
    descriptor = os.open(path, _PUT, 0o666)
    try:
        _write_all(descriptor, data)
        if sync:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write_all(descriptor: int, data: bytes) -> None:
    done = os.write(descriptor, data)
    while done < len(data):
        done += os.write(descriptor, memoryview(data)[done:])


def sync_folder(folder: str) -> None:
    """See what was renamed in a folder onto the disk; Windows cannot open a folder and does not need it."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
