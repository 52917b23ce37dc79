"""Replies text to scripted artifacts.

replies := (blank | "#" comment | reply | fail)*
reply   := "reply" ID, then at once any number of lines "|" TEXT
fail    := "fail" ID MESSAGE
"""

from __future__ import annotations

import re

from evalpin.errors import Faults, did_you_mean
from evalpin.model import RunArtifacts
from evalpin.showing import brief
from evalpin.source import BLANKS, CASE_ID, CASE_ID_RULE

DIRECTIVES = ("reply", "fail")

Script = dict[str, list[RunArtifacts]]
"""Case ID to its entries in file order: attempt n uses entry (n-1) mod their number."""

_WORD_AND_REST = re.compile(r"([^ \t]*)[ \t]*(.*)", re.DOTALL)


def parse(lines: list[str], faults: Faults) -> Script:
    """Return the entries of each ID; with faults, what could be understood of them."""
    reader = _Reader(faults)
    for number, raw in enumerate(lines, 1):
        if raw[:1] == "|":
            reader.text(raw, number)
            continue
        line = raw.strip(BLANKS)
        if not line or line[0] == "#":
            reader.close()
        else:
            reader.read(line, number)
    reader.close()
    return reader.script


class _Reader:
    """The reply that is open and the entries so far."""

    def __init__(self, faults: Faults) -> None:
        self.script: Script = {}
        self._faults = faults
        self._told_outside = False
        self._id: str | None = None
        self._text: list[str] = []

    def read(self, line: str, number: int) -> None:
        """Take one trimmed line that is neither empty nor a comment nor a text line."""
        match = _WORD_AND_REST.match(line)
        word, rest = match.groups() if match else (line, "")
        if word == "reply":
            self.close()
            self._check_id(rest, number, "reply")
            self._id, self._text, self._told_outside = rest, [], False
        elif word == "fail":
            self.close()
            self._fail(rest, number)
            self._told_outside = False
        elif line[0] == "|":
            self._indented(number)
        else:
            near = did_you_mean(word, DIRECTIVES, ' (expected "reply", "fail" or a text line "| TEXT")')
            self._faults.add(f"unknown directive {brief(word)}{near}", number, blinds=True)
            self._told_outside = True  # what follows belongs to it

    def text(self, raw: str, number: int) -> None:
        """Take one line whose first character is `|`."""
        if self._id is None:
            if not self._told_outside:
                self._faults.add('text outside a reply (expected "reply ID" right before it)', number)
            self._told_outside = True
        else:
            self._text.append(raw[2:] if raw[1:2] == " " else raw[1:])

    def _indented(self, number: int) -> None:
        """Take a line that would be text if its `|` stood in column one; it closes nothing."""
        if self._id is not None or not self._told_outside:
            self._faults.add('"|" not in column one (expected a text line to begin with it)', number)
        self._told_outside = self._id is None

    def close(self) -> None:
        """End the reply that is open, if one is."""
        if self._id is not None:
            self._add(self._id, RunArtifacts(final_text="\n".join(self._text)))
            self._id = None

    def _fail(self, rest: str, number: int) -> None:
        match = _WORD_AND_REST.match(rest)
        case_id, message = match.groups() if match else (rest, "")
        self._check_id(case_id, number, "fail")
        if not message:
            self._faults.add('"fail" without a message (expected "fail ID MESSAGE")', number)
        self._add(case_id, RunArtifacts(error=message))

    def _check_id(self, case_id: str, number: int, word: str) -> None:
        if not CASE_ID.fullmatch(case_id):
            found = f"bad case ID {brief(case_id)}" if case_id else f'"{word}" without a case ID'
            self._faults.add(f"{found} (expected {CASE_ID_RULE})", number, blinds=True)

    def _add(self, case_id: str, entry: RunArtifacts) -> None:
        self.script.setdefault(case_id, []).append(entry)
