"""What changed in text files, as a unified diff, and a line for what is no text or too large."""

from __future__ import annotations

import difflib
import hashlib
import os
from collections.abc import Iterable, Iterator

from evalpin.showing import escape
from evalpin.trees import Entry, PathChange

MOST_BYTES = 128 * 1024
"""Bytes of a file of which a diff is made."""

MOST_LINES = 5_000
"""Lines of a file of which a diff is made: the time of a comparison grows with their square."""

MOST_FILES = 1_000
"""Files of which a diff is made; of the others there is a line."""

_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def text_diff(changes: Iterable[PathChange], before: str, after: str) -> str:
    """Return the diff between two folders, given what changed between them."""
    return "".join(
        [
            line
            for number, change in enumerate(changes)
            for line in _of(change, before, after, number < MOST_FILES)
        ]
    )


def _of(change: PathChange, before: str, after: str, in_full: bool) -> Iterator[str]:
    old, new = change.before, change.after
    name = escape(change.path)
    if old and new and old.kind == new.kind and old.sha256 == new.sha256 and old.mode != new.mode:
        yield f"mode of {name}: {old.mode} to {new.mode}\n"
        return
    texts = [_text(entry, root) if in_full else None for entry, root in ((old, before), (new, after))]
    if texts[0] is None or texts[1] is None:
        yield f"{change.status}\t{_told(change.kind, new or old)}{name}\n"
        return
    if old and new and old.mode != new.mode:
        yield f"mode of {name}: {old.mode} to {new.mode}\n"
    if not texts[0] and not texts[1]:
        yield f"{change.status}\tempty file {name}\n"
        return
    names = f"a/{name}" if old else "/dev/null", f"b/{name}" if new else "/dev/null"
    for line in difflib.unified_diff(texts[0], texts[1], *names):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _told(kind: str, entry: Entry | None) -> str:
    if entry is not None and kind == "symlink":
        return f"link to {escape(entry.target)}: "
    return "" if kind == "file" else f"{kind} "


def _text(entry: Entry | None, root: str) -> list[str] | None:
    """Return the lines of a text file, none of a file that is not there; None for what is no such file."""
    if entry is None:
        return []
    if entry.kind != "file" or entry.size > MOST_BYTES:
        return None
    try:
        descriptor = os.open(f"{root}/{entry.path}", _READ)
    except OSError:
        return None
    with open(descriptor, "rb") as file:
        data = file.read(MOST_BYTES + 1)
    if b"\0" in data or data.count(b"\n") > MOST_LINES or hashlib.sha256(data).hexdigest() != entry.sha256:
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
