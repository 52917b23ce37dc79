"""The user's mistakes: what is wrong, where, and what was probably meant."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_SHORTEST_BEGINNING = 4
_LONGEST = 200

MOST_TOLD = 20
"""Faults told of one file; the rest are counted in a last line."""


class EvalpinError(Exception):
    """What the user can mend: complete one-line messages, shown without a traceback (exit code 2).

    `lines` holds the messages as they are printed, without the leading `evalpin: `. For machines, `codes`
    holds the code of each (`code` for all of them), `hint` what to do, and `context` what else is known.
    """

    def __init__(
        self,
        *lines: str,
        code: str = "E_INPUT",
        codes: Sequence[str] = (),
        hint: str = "",
        context: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines
        self.codes = tuple(codes) or (code,) * len(lines)
        self.hint = hint
        self.context = dict(context or {})


EvalError = EvalpinError
"""Its name in the Python interface."""


class UsageError(EvalpinError):
    """A command line that cannot be understood; the front end adds a hint at `--help`."""


class BadValue(ValueError):
    """A value that its parser refuses; the reader of the file adds the place."""


class Faults:
    """All faults of one input file, told together in order: at most one a line or, with columns, a place.

    `blind` says that a line which cannot be understood may have named something, so what seems
    to be missing elsewhere may only be misspelled here.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.blind = False
        self._by_place: dict[tuple[int, int], str] = {}
        self._without_line: list[str] = []

    def __len__(self) -> int:
        return len(self._by_place) + len(self._without_line)

    def __bool__(self) -> bool:
        return bool(self._by_place or self._without_line)

    def add(
        self, message: str, line: int | None = None, column: int | None = None, *, blinds: bool = False
    ) -> None:
        """Note a fault at a line and column (from 1) or, with None, of the file; a place's first stands."""
        self.blind = self.blind or blinds
        if line is None:
            self._without_line.append(message)
        else:
            self._by_place.setdefault((line, column or 0), message)

    def place(self, line: int, column: int = 0) -> str:
        """Return `PATH:LINE:COLUMN`, for a warning."""
        return f"{self.path}{_at(line, column)}"

    def told(self) -> list[str]:
        """Return `PATH:LINE: MESSAGE` for each fault, cut after `MOST_TOLD` with a count of the rest."""
        all_of_them = [
            f"{self.path}{_at(*place)}: {self._by_place[place]}" for place in sorted(self._by_place)
        ]
        all_of_them += [f"{self.path}: {message}" for message in self._without_line]
        rest = len(all_of_them) - MOST_TOLD
        if rest > 0:
            return [*all_of_them[:MOST_TOLD], f"{self.path}: ... and {rest} more"]
        return all_of_them


def _at(line: int, column: int) -> str:
    return f":{line}:{column}" if column else f":{line}"


def raise_if_any(files: Iterable[Faults]) -> None:
    """Raise one `EvalpinError` with the faults of all files, in the order given, if there are any."""
    lines = dict.fromkeys(line for faults in files for line in faults.told())  # a file may be named twice
    if lines:
        raise EvalpinError(*lines)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that `did_you_mean` would suggest; None if none is near."""
    return did_you_mean(name, known)[len(' (did you mean "') : -len('"?)')] or None


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return ` (did you mean "X"?)` for the nearest of the known names, or `otherwise` if none is near.

    Near is the same name in another case, one that begins the other, or an edit distance of at most a
    third of the longer name, a swap of neighbours counted as one edit. (`difflib` would do, but costs
    every start 3 ms.)
    """
    near = []
    for candidate in known:
        most = max(len(name), len(candidate)) // 3
        if candidate.lower() == name.lower() or _begins(name, candidate):
            near.append((0, candidate))
        elif abs(len(name) - len(candidate)) <= most and len(name) <= _LONGEST:
            distance = _edits(name, candidate)
            if distance <= most:
                near.append((distance, candidate))
    return f' (did you mean "{min(near)[1]}"?)' if near else otherwise


def _begins(a: str, b: str) -> bool:
    shorter = min(a, b, key=len)
    return len(shorter) >= _SHORTEST_BEGINNING and a.startswith(shorter) and b.startswith(shorter)


def _edits(a: str, b: str) -> int:
    """Return the optimal string alignment distance of two short names."""
    same = 0
    while same < min(len(a), len(b)) and a[same] == b[same]:
        same += 1
    a, b = a[max(same - 1, 0) :], b[max(same - 1, 0) :]  # one more, for a swap
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y)))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                row[j] = min(row[j], older[j - 2] + 1)
    return row[-1]
