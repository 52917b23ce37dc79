"""Checks of the final text in the words of RON and Python; text suites borrow some of them."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from decimal import Decimal

from evalpin import numbers
from evalpin import regex as _regex
from evalpin.checks._common import NO_REPLY, verdict
from evalpin.errors import BadValue
from evalpin.model import Check, RunArtifacts, Verdict
from evalpin.showing import brief, quote

# Unicode White_Space; str.strip() without it would also take U+001C to U+001F.
_WHITE = "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
_WHITE += "\u2028\u2029\u202f\u205f\u3000"

_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_TOLERANCE = re.compile(r"[ \t]*(?:\+-|±)[ \t]*")


@dataclass(frozen=True, slots=True)
class FinalTextContains(Check):
    """The final text contains a text; `case_insensitive` compares lower-cased, then case-folded forms.

    `contains-nocase: TEXT` in text suites, `FinalTextContains(text: .., case_insensitive: ..)` in RON.
    """

    text: str
    case_insensitive: bool = False

    @classmethod
    def parse(cls, value: str) -> Check:
        return cls(value, case_insensitive=True)

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        nocase = ", case-insensitive" if self.case_insensitive else ""
        label = f"FinalTextContains({quote(self.text)}{nocase})"
        if artifacts.final_text is None:
            return verdict(label, NO_REPLY)
        found = self._in(artifacts.final_text)
        return verdict(label, "" if found else f"reply does not contain {quote(self.text)}{nocase}")

    def _in(self, text: str) -> bool:
        if not self.case_insensitive:
            return self.text in text
        return self.text.lower() in text.lower() or self.text.casefold() in text.casefold()


@dataclass(frozen=True, slots=True)
class FinalTextNotContains(Check):
    """There is a final text, and it does not contain this one."""

    text: str

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        label = f"FinalTextNotContains({quote(self.text)})"
        if artifacts.final_text is None:
            return verdict(label, NO_REPLY)
        return verdict(
            label, f"reply contains {quote(self.text)}" if self.text in artifacts.final_text else ""
        )


@dataclass(frozen=True, slots=True)
class FinalTextEquals(Check):
    """The final text is this one, both without the Unicode white space at their ends."""

    text: str

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        label = f"FinalTextEquals({quote(self.text)})"
        if artifacts.final_text is None:
            return verdict(label, NO_REPLY)
        same = artifacts.final_text.strip(_WHITE) == self.text.strip(_WHITE)
        note = "" if same else f"reply is not {quote(self.text)}"
        return verdict(label, note, self.text, artifacts.final_text)


@dataclass(frozen=True, slots=True)
class FinalTextMatches(Check):
    """A pattern is found somewhere in the final text.

    `dialect` is `"python"` (`matches: REGEX` in text suites, and Python code) or `"rust"` (RON).
    Raises `BadValue`, a `ValueError`, for a pattern that is none.
    """

    regex: str
    dialect: str = "python"
    ron = {"dialect": "rust"}
    _pattern: _regex.Pattern = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        compiled = _regex.compile_rust if self.dialect == "rust" else _regex.compile_python
        object.__setattr__(self, "_pattern", compiled(self.regex))

    @classmethod
    def parse(cls, value: str) -> Check:
        return cls(value)

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        label = f"FinalTextMatches({quote(self.regex)})"
        if artifacts.final_text is None:
            return verdict(label, NO_REPLY)
        try:
            found = self._pattern.search(artifacts.final_text)
        except _regex.TooHard as error:
            return Verdict(label, "error", f"pattern {quote(self.regex)}: {error}")
        return verdict(label, "" if found else f"reply does not match {quote(self.regex)}")


@dataclass(frozen=True, slots=True)
class FinalNumberEquals(Check):
    """The last number of the final text is this one, within a tolerance.

    `number: X`, `number: X +- T` in text suites. Raises `BadValue`, a `ValueError`, for NaN, infinity
    and a negative tolerance. See `evalpin.numbers` for what a number is.
    """

    value: float
    tolerance: float = 0.0

    def __post_init__(self) -> None:
        if not math.isfinite(self.value):
            raise BadValue(f"value is {self.value}, which no number equals")
        if math.isnan(self.tolerance) or self.tolerance < 0:
            raise BadValue(f"tolerance is {self.tolerance} (expected 0 or more)")

    @classmethod
    def parse(cls, value: str) -> Check:
        number, *tolerance = _TOLERANCE.split(value, maxsplit=1)
        for spelled in (number, *tolerance):
            if not _DECIMAL.fullmatch(spelled):
                raise BadValue(f'bad number {brief(spelled or value)} (expected "X" or "X +- T")')
        return cls(float(number), float(tolerance[0]) if tolerance else 0.0)

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        wanted = _plain(self.value) + (f" ± {_plain(self.tolerance)}" if self.tolerance else "")
        label = f"FinalNumberEquals({wanted})"
        if artifacts.final_text is None:
            return verdict(label, NO_REPLY)
        token = numbers.last_number(artifacts.final_text)
        if token is None:
            return verdict(label, f"reply has no number, expected {wanted}", wanted)
        held = numbers.within(token, self.value, self.tolerance)
        note = f"last number is {token.spelled} in {token.around}, expected {wanted}"
        return verdict(label, "" if held else note, wanted, token.spelled)


def _plain(value: float) -> str:
    """Return a double without an exponent, and whole numbers without `.0`."""
    if math.isinf(value):
        return str(value)
    return f"{Decimal(repr(value)):f}".removesuffix(".0")
