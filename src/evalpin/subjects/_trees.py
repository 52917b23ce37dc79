"""Folders on disk: copied with links as links, looked at without following any, moved and removed."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from evalpin.globs import Ignored
from evalpin.trees import Entry

CHUNK = 1024 * 1024

MOST_HASHED = 1024**3
"""Bytes of a file that is hashed whole; of a longer one its size, last change and both ends."""

NOTHING_IGNORED = Ignored((), "path")

_BINARY = getattr(os, "O_BINARY", 0)
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | _BINARY
_WRITE_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY
_HAS_FCHMOD = hasattr(os, "fchmod")


class CannotCopy(Exception):
    """Something in a tree that is not copied: its relative path, and why."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.path, self.why = path, why


LeaveOut = Callable[[str, os.DirEntry[str]], bool]
"""Says of a relative path whether it, and all below it, is no part of a tree."""


def walk(
    root: str,
    ignored: Ignored = NOTHING_IGNORED,
    unreadable: Callable[[str], None] = lambda _path: None,
    leave_out: LeaveOut | None = None,
) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield the relative path (with `/`) of everything below a folder, folders before what is in them."""
    todo, filtered = [("", root)], bool(ignored)
    while todo:
        prefix, folder = todo.pop()
        try:
            with os.scandir(folder) as listed:
                entries = list(listed)
        except OSError:
            unreadable(prefix.removesuffix("/"))
            continue
        for entry in entries:
            path = prefix + entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if filtered and ignored.leaves_out(path, folder=is_folder):
                continue
            if leave_out is not None and leave_out(path, entry):
                continue
            yield path, entry
            if is_folder:
                todo.append((path + "/", entry.path))


def fault_of(root: str, path: str, entry: os.DirEntry[str]) -> str | None:
    """Say why something may not be in a fixture (a link out of it, a pipe, ..); None if it may."""
    if entry.is_symlink():
        target = os.readlink(entry.path)
        if os.path.isabs(target):
            return f"links to the absolute path {target}"
        top = os.path.realpath(root)
        if not contained(os.path.join(os.path.dirname(os.path.join(top, path)), target), top):
            return f"links out of its fixture, to {target}"
        return None
    if entry.is_dir(follow_symlinks=False) or entry.is_file(follow_symlinks=False):
        return None
    return "is no file, folder or link"


def contained(path: str, root: str) -> bool:
    """Say whether a path, with its links followed, lies in a folder or is it."""
    inner, outer = os.path.realpath(path), os.path.realpath(root)
    return inner == outer or inner.startswith(outer.rstrip(os.sep) + os.sep)


def copy(source: str, target: str, *, leave_out: LeaveOut | None = None) -> None:
    """Copy what is in a folder into a new folder: modes and times of files kept, links as links.

    Raise `CannotCopy` for what is no file, folder or link, `OSError` for what cannot be read or written.
    """
    _copy(source, target, walk(source, unreadable=_refuse, leave_out=leave_out))


def copy_and_list(source: str, target: str, *, leave_out: LeaveOut | None = None) -> list[Entry]:
    """Copy as `copy` does; return what `snapshot` would say of the copy, each file read only once."""
    found: list[tuple[str, Entry]] = []
    _copy(source, target, walk(source, unreadable=_refuse, leave_out=leave_out), found=found)
    return _listed(found)[0]


def copy_as_is(source: str, target: str) -> None:
    """Copy a folder that a runner left; what is no file, folder or link, or unreadable, is passed over."""
    _copy(source, target, walk(source), OSError, CannotCopy)


def _copy(
    source: str,
    target: str,
    entries: Iterable[tuple[str, os.DirEntry[str]]],
    *passed_over: type[Exception],
    found: list[tuple[str, Entry]] | None = None,
) -> None:
    os.mkdir(target, 0o700)
    folders = [(target, os.stat(source).st_mode)]
    for path, entry in entries:
        to = f"{target}/{path}"
        with suppress(*passed_over):
            if entry.is_symlink():
                os.symlink(os.readlink(entry.path), to)
            elif entry.is_dir(follow_symlinks=False):
                os.mkdir(to, 0o700)
                folders.append((to, entry.stat(follow_symlinks=False).st_mode))
            elif entry.is_file(follow_symlinks=False):
                digest = None if found is None else hashlib.sha256()
                status = copy_file(entry.path, to, digest)
                if found is not None and digest is not None:
                    found.append((path, _file(path, to, status, digest)))
                    continue
            else:
                raise CannotCopy(path, "is no file, folder or link")
            if found is not None:
                found.append((path, _entry(path, entry)))
    for folder, mode in reversed(folders):  # only now: nothing could be put into one that is read-only
        with suppress(*passed_over):
            os.chmod(folder, stat.S_IMODE(mode))


def copy_file(source: str, target: str, digest: hashlib._Hash | None = None) -> os.stat_result:
    """Copy a regular file with its mode and times, and hash it; return its status. A link is refused."""
    reading = os.open(source, _READ)
    try:
        status = os.fstat(reading)
        if not stat.S_ISREG(status.st_mode):
            raise CannotCopy(source, "is no regular file")
        writing = os.open(target, _WRITE_NEW, 0o600)
        try:
            length = _length(status.st_size)
            while chunk := os.read(reading, length):
                if digest is not None:
                    digest.update(chunk)
                done = os.write(writing, chunk)
                while done < len(chunk):
                    done += os.write(writing, memoryview(chunk)[done:])
                if len(chunk) < length and len(chunk) == status.st_size:
                    break  # all of it: nearly always, and a read less
            if _HAS_FCHMOD:
                os.fchmod(writing, stat.S_IMODE(status.st_mode))
        finally:
            os.close(writing)
        os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
        return status
    finally:
        os.close(reading)


def snapshot(
    root: str, ignored: Ignored = NOTHING_IGNORED, leave_out: LeaveOut | None = None
) -> tuple[list[Entry], list[str]]:
    """Return the entries of all below a folder, by the bytes of their paths, and paths that told nothing.

    A path that is not UTF-8 has U+FFFD for each bad byte; it and what cannot be read is among the latter.
    """
    unreadable: list[str] = []
    found = [(path, _entry(path, entry)) for path, entry in walk(root, ignored, unreadable.append, leave_out)]
    entries, told = _listed(found)
    return entries, [shown(path) for path in unreadable] + told


def _listed(found: list[tuple[str, Entry]]) -> tuple[list[Entry], list[str]]:
    """Return entries by the bytes of their paths, each under a name that can be written; and odd names."""
    unreadable: list[str] = []
    found.sort(key=lambda one: os.fsencode(one[0]))
    entries: list[Entry] = []
    taken: set[str] = set()
    for path, entry in found:
        name = _unique(shown(path), taken) if not path.isascii() else path
        if name != path or (entry.kind == "file" and not entry.sha256):
            unreadable.append(name)
        taken.add(name)
        entries.append(entry if name == path else replace(entry, path=name))
    return entries, unreadable


def shown(path: str) -> str:
    """Return a path as text that can be written, U+FFFD for each byte that is not UTF-8."""
    return os.fsencode(path).decode("utf-8", "replace")


def move(source: str, target: str) -> None:
    """Move a folder to a place that is free, also to another file system."""
    try:
        os.rename(source, target)
    except OSError:
        copy_as_is(source, target)
        remove(source)


def remove(root: str) -> None:
    """Remove a folder of ours with all that is in it, also what denies it; no link is followed."""
    with suppress(RecursionError):  # folders in folders without end are left to the system's own cleaning
        shutil.rmtree(root, ignore_errors=True)
        if os.path.isdir(root) and not os.path.islink(root):
            for _, entry in walk(root):
                if entry.is_dir(follow_symlinks=False) and not os.access(entry.path, os.W_OK | os.X_OK):
                    with suppress(OSError):
                        os.chmod(entry.path, 0o700)
            shutil.rmtree(root, ignore_errors=True)


def _refuse(path: str) -> None:
    raise CannotCopy(path or ".", "cannot be read")


def _unique(name: str, taken: Iterable[str]) -> str:
    number, made = 1, name
    while made in taken:
        number += 1
        made = f"{name} ({number})"
    return made


def _entry(path: str, entry: os.DirEntry[str]) -> Entry:
    try:
        if entry.is_symlink():
            target = os.readlink(entry.path)
            digest = hashlib.sha256(os.fsencode(target)).hexdigest()
            broken = not os.path.exists(entry.path)
            return Entry(path, "symlink", digest, target=shown(target), broken=broken)
        status = entry.stat(follow_symlinks=False)
        mode = f"{stat.S_IMODE(status.st_mode):04o}"
        if stat.S_ISDIR(status.st_mode):
            return Entry(path, "directory", mode=mode)
        if stat.S_ISREG(status.st_mode):
            return Entry(path, "file", _digest(entry.path, status), status.st_size, mode)
        return Entry(path, "other", mode=mode, subtype=_subtype(status.st_mode))
    except OSError:
        return Entry(path, "other", subtype="unknown")


def _file(path: str, copied: str, status: os.stat_result, digest: hashlib._Hash) -> Entry:
    """Return the entry of a file that was copied; of a very long one the hash that `_digest` gives."""
    long = status.st_size > MOST_HASHED
    of = _digest(copied, status) if long else digest.hexdigest()
    return Entry(path, "file", of, status.st_size, f"{stat.S_IMODE(status.st_mode):04o}")


def _digest(path: str, status: os.stat_result) -> str:
    """Return the hash of a file; empty if it cannot be read."""
    try:
        descriptor = os.open(path, _READ)
    except OSError:
        return ""
    try:
        if status.st_size > MOST_HASHED:
            return _digest_of_ends(descriptor, status)
        length = _length(status.st_size)
        data = os.read(descriptor, length)
        digest = hashlib.sha256(data)
        while len(data) == length:
            data = os.read(descriptor, length)
            digest.update(data)
        return digest.hexdigest()
    except OSError:
        return ""
    finally:
        os.close(descriptor)


def _length(size: int) -> int:
    """Return how much to read at once, one byte more than is there; a large buffer is dear to make."""
    return min(max(size + 1, 4096), CHUNK)


def _digest_of_ends(descriptor: int, status: os.stat_result) -> str:
    digest = hashlib.sha256(f"{status.st_size} {status.st_mtime_ns}\n".encode())
    digest.update(os.read(descriptor, CHUNK))
    os.lseek(descriptor, -CHUNK, os.SEEK_END)
    digest.update(os.read(descriptor, CHUNK))
    return digest.hexdigest()


def _subtype(mode: int) -> str:
    kinds = (
        (stat.S_ISFIFO, "fifo"),
        (stat.S_ISSOCK, "socket"),
        (stat.S_ISBLK, "device"),
        (stat.S_ISCHR, "device"),
    )
    return next((name for is_one, name in kinds if is_one(mode)), "unknown")
