"""Suite text to `Suite`.

    suite  := (blank | "#" comment | case)*
    case   := "case" ID, then in any order one "prompt:" TEXT and one or more "expect" KIND ":" VALUE

A line is trimmed of blanks before it is looked at.
"""

from __future__ import annotations

import re

from evalpin.checks import parse_check
from evalpin.errors import BadValue, Faults, did_you_mean
from evalpin.model import Case, Check, Suite
from evalpin.showing import brief
from evalpin.source import BLANKS, CASE_ID, CASE_ID_RULE

DIRECTIVES = ("case", "prompt", "expect")

_USUAL = {"case": ("case", ""), "prompt:": ("prompt", ":"), "expect": ("expect", "")}
"""How nearly all lines begin: twice as fast as the expression that takes the others apart."""

_LINE = re.compile(r"([^ \t:]*)(:?)[ \t]*(.*)", re.DOTALL)


def parse(lines: list[str], faults: Faults) -> Suite:
    """Return the suite that the lines hold; with faults, what could be understood of it."""
    reader = _Reader(faults)
    for number, raw in enumerate(lines, 1):
        line = raw.strip(BLANKS)
        if line and line[0] != "#":
            reader.read(line, number)
    return reader.end()


class _Reader:
    """The case that is open and those that are closed."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._cases: list[Case] = []
        self._opened_at: dict[str, int] = {}
        self._told_outside = False
        self._id: str | None = None
        self._line = 0
        self._prompt: str | None = None
        self._prompt_line = 0
        self._checks: list[Check] = []
        self._expects = 0
        self._unclear = False

    def read(self, line: str, number: int) -> None:
        """Take one trimmed line that is neither empty nor a comment."""
        first, _, rest = line.partition(" ")
        if first == "expect" and self._id is not None:  # more than half of all lines
            self._read_expect("", rest.lstrip(BLANKS), number)
            return
        if first in _USUAL:
            word, colon = _USUAL[first]
            rest = rest.lstrip(BLANKS)
        else:
            match = _LINE.match(line)
            word, colon, rest = match.groups() if match else (line, "", "")
        if word not in DIRECTIVES:
            near = did_you_mean(word, DIRECTIVES, ' (expected "case", "prompt" or "expect")')
            self._faults.add(f"unknown directive {brief(word)}{near}", number, blinds=True)
            self._unclear = True  # it may have been the prompt or the expect that the case then lacks
            self._told_outside = True  # what follows belongs to it
        elif word == "case":
            if colon:
                self._faults.add('unexpected ":" after "case" (expected "case ID")', number)
            self._open(rest, number)
        elif self._id is None:
            if not self._told_outside:
                self._faults.add(f'"{word}" outside a case (expected "case ID" before it)', number)
            self._told_outside = True
        elif word == "prompt":
            self._read_prompt(colon, rest, number)
        else:
            self._read_expect(colon, rest, number)

    def end(self) -> Suite:
        """Close the last case and return the suite."""
        self._close()
        if not self._opened_at and not self._faults:
            self._faults.add('suite has no case (expected "case ID")')
        return Suite(self._faults.path, tuple(self._cases))

    def _open(self, case_id: str, number: int) -> None:
        self._close()
        if not CASE_ID.fullmatch(case_id):
            found = f"bad case ID {brief(case_id)}" if case_id else "case without an ID"
            self._faults.add(f"{found} (expected {CASE_ID_RULE})", number, blinds=True)
        elif case_id in self._opened_at:
            self._faults.add(f'repeated case "{case_id}" (first at line {self._opened_at[case_id]})', number)
        self._opened_at.setdefault(case_id, number)
        self._id, self._line = case_id, number
        self._prompt, self._checks, self._expects, self._unclear = None, [], 0, False

    def _close(self) -> None:
        if self._id is None:
            return
        if not self._unclear and (self._prompt is None or not self._expects):
            lacks = [] if self._prompt is not None else ["prompt"]
            lacks += [] if self._expects else ["expect"]
            self._faults.add(f"case {brief(self._id)} has no {' and no '.join(lacks)}", self._line)
        self._cases.append(Case(self._id, self._prompt or "", tuple(self._checks), self._line))

    def _read_prompt(self, colon: str, text: str, number: int) -> None:
        if not colon:
            self._faults.add('expected ":" right after "prompt"', number)
        elif self._prompt is not None and not self._unclear:
            self._faults.add(f"second prompt in one case (first at line {self._prompt_line})", number)
        elif not text:
            self._faults.add("empty prompt", number)
        if self._prompt is None:
            self._prompt, self._prompt_line = text, number

    def _read_expect(self, misplaced: str, rest: str, number: int) -> None:
        self._expects += 1
        kind, colon, value = rest.partition(":")
        if misplaced or not colon or not kind.strip(BLANKS):
            self._faults.add(
                f'expected "expect KIND: VALUE", found {brief(f"expect{misplaced} {rest}".rstrip())}',
                number,
            )
            return
        try:
            self._checks.append(parse_check(kind.rstrip(BLANKS), value.lstrip(BLANKS)))
        except BadValue as error:
            self._faults.add(str(error), number)
