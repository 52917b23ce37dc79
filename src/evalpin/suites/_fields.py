"""Fields of a JSON object in a file that people write: each of its type, or a fault with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from evalpin import jsontext, jsonvalue
from evalpin.errors import Faults, did_you_mean, nearest
from evalpin.jsonvalue import Value, compact
from evalpin.notices import Notice
from evalpin.showing import brief

SHOWN = 60

SAFE_ID = re.compile(r"(?!-)(?!\.\.?\Z)(?!.*\.\.)[A-Za-z0-9._-]{1,200}")
SAFE_ID_RULE = (
    'letters, digits, ".", "_" and "-", not beginning with "-", without "..", at most 200 characters'
)


class Document:
    """A JSON text that may stand on a line of a larger file, and where its faults go."""

    def __init__(self, text: str, faults: Faults, notices: list[Notice], line: int = 1) -> None:
        self._text, self._faults, self._notices = text, faults, notices
        self._first = line - 1

    def parse(self) -> Value:
        """Return the value; None, with the fault noted, if the text is none."""
        try:
            return jsonvalue.from_spelled(jsontext.parse_unique(self._text), self._text)
        except jsontext.NotJson as error:
            line, column = jsontext.line_column(self._text, error.at)
            self._faults.add(f"not JSON: {error.reason}", line + self._first, column, blinds=True)
            return None

    def fault(self, path: Sequence[str | int], message: str, *, of_key: bool = False) -> None:
        """Note a fault at the value of a path, or at its key."""
        self._faults.add(message, *self._at(path, of_key=of_key))

    def notice(self, code: str, path: Sequence[str | int], message: str, *, of_key: bool = False) -> None:
        """Note a warning at the value of a path, or at its key."""
        place = self._faults.place(*self._at(path, of_key=of_key))
        self._notices.append(Notice(code, f"{place}: {message}"))

    def _at(self, path: Sequence[str | int], *, of_key: bool) -> tuple[int, int]:
        at = jsontext.place(self._text, path, of_key=of_key)
        line, column = jsontext.line_column(self._text, at)
        return line + self._first, column


class Fields:
    """The fields of one object of a document; each reader notes a fault and gives the default instead."""

    def __init__(self, document: Document, value: Value, path: Sequence[str | int] = ()) -> None:
        self.document, self.path = document, tuple(path)
        self.values: dict[str, Value] = value if isinstance(value, dict) else {}

    def __contains__(self, name: str) -> bool:
        return self.values.get(name) is not None

    def fault(self, name: str, message: str) -> None:
        """Note a fault at a field, or at the object if it has no such field."""
        self.document.fault((*self.path, name), message)

    def wrong(self, name: str, expected: str) -> None:
        """Note that a field is not what was expected."""
        self.fault(name, f"{name} is {compact(self.values.get(name), SHOWN)} (expected {expected})")

    def refuse_unknown(self, known: Iterable[str], *, strict: bool, where: str) -> None:
        """Note unknown keys: faults where `strict` or for a near miss of a known one, else warnings."""
        names = list(known)
        for name in self.values:
            if name in names:
                continue
            message = f"unknown key {brief(name)} in {where}"
            if strict or nearest(name, names):
                expected = f" (expected one of {', '.join(names)})"
                self.document.fault(
                    (*self.path, name), f"{message}{did_you_mean(name, names, expected)}", of_key=True
                )
            else:
                self.document.notice("W_UNKNOWN_KEY", (*self.path, name), message, of_key=True)

    def text(self, name: str, default: str = "", *, empty: bool = True) -> str:
        """Return a text; `default` where it is not there or null."""
        value = self.values.get(name)
        if value is None:
            return default
        if isinstance(value, str) and (value or empty):
            return value
        self.wrong(name, "text" if empty else "a text that is not empty")
        return default

    def flag(self, name: str, *, default: bool = False) -> bool:
        """Return true or false; `default` where it is not there."""
        value = self.values.get(name, default)
        if isinstance(value, bool):
            return value
        self.wrong(name, "true or false")
        return default

    def number(self, name: str, default: float, most: float) -> float:
        """Return a number above 0; `default` where it is not there, null or 0."""
        value = self.values.get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= most:
            self.wrong(name, f"a number up to {most:,}, null or 0 for {default:,}")
            return default
        return value or default

    def count(self, name: str, default: int, most: int) -> int:
        """Return a whole number above 0; `default` where it is not there, null or 0."""
        value = self.number(name, default, most)
        if isinstance(value, int):
            return value
        self.wrong(name, "a whole number")
        return default

    def choice(self, name: str, choices: Sequence[str], default: str) -> str:
        """Return one of some words; `default` where it is not there or null."""
        value = self.values.get(name)
        if value is None:
            return default
        if isinstance(value, str) and value in choices:
            return value
        otherwise = f" (expected one of {', '.join(choices)})"
        near = did_you_mean(value, choices, otherwise) if isinstance(value, str) else otherwise
        self.fault(name, f"{name} is {compact(value, SHOWN)}{near}")
        return default

    def texts(self, name: str, *, numbers: bool = False) -> tuple[str, ...]:
        """Return a list of texts, none where it is not there or null; with `numbers`, integers as texts."""
        value = self.values.get(name)
        if value is None:
            return ()
        if not isinstance(value, list):
            self.wrong(name, "a list of texts")
            return ()
        for at, item in enumerate(value):
            if isinstance(item, str) or (numbers and type(item) is int):
                continue
            self.document.fault((*self.path, name, at), f"{name} has {compact(item, SHOWN)} (expected text)")
            return ()
        return tuple(map(str, value))

    def inside(self, name: str) -> Fields:
        """Return the fields of an object in this one; none, with the fault noted, if it is no object."""
        value = self.values.get(name)
        if value is not None and not isinstance(value, dict):
            self.wrong(name, "an object")
        return Fields(self.document, value, (*self.path, name))


def relative_path(fields: Fields, name: str, default: str) -> str:
    """Return a path under the suite's folder with `/`; one that is none is a fault."""
    path = fields.text(name, default, empty=False)
    normal = normal_path(path) if path else ""
    if normal is None:
        fields.fault(name, f"{name} is {brief(path)} (expected {PATH_RULE})")
        return default
    return normal


PATH_RULE = "a relative path inside the suite's folder"


def normal_path(path: str) -> str | None:
    """Return the one spelling of a relative path with `/`; None if it is no path below a folder."""
    steps = [step for step in path.split("/") if step not in ("", ".")]
    is_other = path.startswith("/") or any(character in path for character in "\\\0")
    is_drive = ":" in path.partition("/")[0]
    return None if is_other or is_drive or ".." in steps or not steps else "/".join(steps)
