"""Globs over relative paths with `/`, in two meanings, and which paths a suite ignores.

`shell`: `*` and `?` also match `/` (Python's `fnmatch`; what evalctl does). `path`: `*`, `?` and `[..]` stop
at `/`; `**` does not, and as a whole step (`**/x`, `a/**/x`) it may be no step at all.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable
from functools import lru_cache

MEANINGS = ("path", "shell")

_WILD = re.compile(r"\*\*/|\*\*|\*|\?|\[!?\]?[^\]]*\]")


@lru_cache(maxsize=4096)
def compiled(glob: str, meaning: str) -> re.Pattern[str]:
    """Return the pattern that matches a whole path."""
    return re.compile(_translate(glob) if meaning == "path" else fnmatch.translate(glob))


def matches(glob: str, path: str, meaning: str) -> bool:
    """Say whether a glob matches a path."""
    return compiled(glob, meaning).match(path) is not None


def sample(glob: str) -> str:
    """Return a path that a glob matches, with `x` where anything may stand."""
    return _WILD.sub(lambda match: "" if match[0] == "**/" else "x", glob)


class Ignored:
    """The globs of paths that are left out.

    One that ends in `/` names a folder, at any depth if it has no other `/`; all below it is left out
    too. Any other glob is matched against the whole path, and all below a match is left out.
    """

    def __init__(self, patterns: Iterable[str], meaning: str) -> None:
        self._folders: list[str] = []
        self._globs: list[str] = []
        self._names: set[str] = set()
        self._meaning = meaning
        for pattern in patterns:
            folder = pattern.removesuffix("/")
            if folder == pattern:
                self._globs.append(pattern)
            elif "/" in folder or _WILD.search(folder):
                self._folders.append(folder)
            else:
                self._names.add(folder)

    def __bool__(self) -> bool:
        return bool(self._globs or self._folders or self._names)

    def leaves_out(self, path: str, *, folder: bool) -> bool:
        """Say whether a path itself is left out; those above it are asked about first."""
        if folder:
            name = path.rpartition("/")[2]
            if name in self._names or any(self._matches(glob, path) for glob in self._folders):
                return True
        return any(matches(glob, path, self._meaning) for glob in self._globs)

    def covers(self, path: str) -> bool:
        """Say whether a path, or a folder above it, is left out; what has no folder above may be one."""
        steps = path.split("/")
        above = ["/".join(steps[:count]) for count in range(1, len(steps))]
        return any(self.leaves_out(folder, folder=True) for folder in above) or any(
            self.leaves_out(path, folder=kind) for kind in (False, True)
        )

    def _matches(self, glob: str, path: str) -> bool:
        return matches(glob, path if "/" in glob else path.rpartition("/")[2], self._meaning)


def _translate(glob: str) -> str:
    parts: list[str] = []
    at = 0
    for match in _WILD.finditer(glob):
        parts.append(re.escape(glob[at : match.start()]))
        whole_step = match.start() == 0 or glob[match.start() - 1] == "/"
        parts.append(_wild(match[0], whole_step))
        at = match.end()
    parts.append(re.escape(glob[at:]))
    return f"(?s:{''.join(parts)})\\Z"


def _wild(wild: str, whole_step: bool) -> str:
    if wild == "**/":
        return "(?:.*/)?" if whole_step else ".*/"
    if wild == "**":
        return ".*"
    if wild == "*":
        return "[^/]*"
    if wild == "?":
        return "[^/]"
    negated = wild.startswith("[!")
    inside = wild[2 if negated else 1 : -1].replace("\\", r"\\").replace("[", r"\[").replace("^", r"\^")
    if inside.startswith("]"):
        inside = "\\" + inside
    return f"(?!/)[{'^' if negated else ''}{_ranges(inside)}]"


def _ranges(inside: str) -> str:
    """Return the inside of a set without ranges that run backwards, which would match nothing."""
    return re.sub(r"(.)-(.)", lambda found: found[0] if found[1] <= found[2] else "", inside)
