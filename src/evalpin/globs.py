"""Globs over relative paths with `/`, in two meanings, and which paths a suite ignores.

`shell`: `*` and `?` also match `/` (Python's `fnmatch`; what evalctl does). `path`: `*`, `?` and `[..]` stop
at `/`; `**` does not, and as a whole step (`**/x`, `a/**/x`) it may be no step at all.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable
from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Matcher(Protocol):
        """Matches whole paths."""

        def match(self, string: str, /) -> object:
            """Return something if the path is matched, None if it is not."""


MEANINGS = ("path", "shell")

_WILD = re.compile(r"\*\*/|\*\*|\*|\?|\[!?\]?[^\]]*\]")


MOST_WILD = 3
"""Wildcards of a glob for which `re` is used: with more its time grows with a high power of the path."""


@lru_cache(maxsize=4096)
def compiled(glob: str, meaning: str) -> Matcher:
    """Return what matches a whole path."""
    if meaning == "shell":
        return re.compile(fnmatch.translate(glob))  # its stars do not go back
    return re.compile(_translate(glob)) if len(_WILD.findall(glob)) <= MOST_WILD else _Steps(glob)


def matches(glob: str, path: str, meaning: str) -> bool:
    """Say whether a glob matches a path."""
    return compiled(glob, meaning).match(path) is not None


def sample(glob: str) -> str:
    """Return a path that a glob matches, with `x` where anything may stand."""
    return _WILD.sub(lambda match: _sampled(glob, match), glob)


def _sampled(glob: str, match: re.Match[str]) -> str:
    if match[0] == "**/":
        return "" if _is_whole_step(glob, match.start()) else "x/"
    return match[0][1] if match[0].startswith("[") and match[0][1] != "!" else "x"


def _is_whole_step(glob: str, at: int) -> bool:
    return at == 0 or glob[at - 1] == "/"


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


class _Steps:
    """A glob of paths as a list of steps, all places in it followed at once: time grows with the path only.

    A step is a pattern for one character, or `*`, `**` (any number of them), `opt` (the next step may be
    left out) or `to/` (all up to and with a `/`).
    """

    def __init__(self, glob: str) -> None:
        self._steps: list[str | re.Pattern[str]] = []
        at = 0
        for match in _WILD.finditer(glob):
            self._steps += [re.compile(re.escape(letter)) for letter in glob[at : match.start()]]
            wild, at = match[0], match.end()
            if wild == "**/":
                self._steps += ["opt", "to/"] if _is_whole_step(glob, match.start()) else ["to/"]
            else:
                self._steps.append(wild if wild in ("*", "**") else re.compile(_wild(wild, False)))
        self._steps += [re.compile(re.escape(letter)) for letter in glob[at:]]

    def match(self, path: str) -> bool | None:
        """Say whether the whole path is matched; None if it is not."""
        places = self._with_skipped({0})
        for letter in path:
            places = self._with_skipped({to for place in places for to in self._after(place, letter)})
        return True if len(self._steps) in places else None

    def _after(self, place: int, letter: str) -> tuple[int, ...]:
        if place == len(self._steps):
            return ()
        step = self._steps[place]
        if step == "**" or (step == "*" and letter != "/"):
            return (place,)
        if step == "to/":
            return (place, place + 1) if letter == "/" else (place,)
        return (place + 1,) if isinstance(step, re.Pattern) and step.match(letter) else ()

    def _with_skipped(self, places: set[int]) -> set[int]:
        todo = list(places)
        while todo:
            place = todo.pop()
            step = self._steps[place] if place < len(self._steps) else None
            skips = (place + 1, place + 2) if step == "opt" else (place + 1,) if step in ("*", "**") else ()
            todo += [to for to in skips if to not in places]
            places.update(skips)
        return places


def _translate(glob: str) -> str:
    parts: list[str] = []
    at = 0
    for match in _WILD.finditer(glob):
        parts.append(re.escape(glob[at : match.start()]))
        parts.append(_wild(match[0], _is_whole_step(glob, match.start())))
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
