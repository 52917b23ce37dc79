"""The last number of a text: what a check of a number takes for the answer.

    token    := sign? (integer fraction? | "." digits) exponent?
    integer  := digits | digits in proper thousands groups ("1,024")
    fraction := "." digits?
    exponent := ("e" | "E") ("+" | "-")? digits

ASCII digits only. A sign (`+`, `-`, U+2212) counts only where no letter, digit, `.`, `)`, `]` or `%`
stands right before it, so `10-20` ends with 20 and `2026-08-31` with 31.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from evalpin.showing import quote

_SIGN = r"(?<![^\W_])(?<![.)\]%])[+\-\u2212]"
_INTEGER = r"(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]+)"
_TOKEN = re.compile(rf"(?:{_SIGN})?(?:{_INTEGER}(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")

_AROUND = 20
"""Code points shown on each side of a token."""

_MOST_EXPONENT = 4000
"""Beyond it, in digits or exponent, no exact decimal is made, only the double."""


@dataclass(frozen=True, slots=True)
class Token:
    """A number as it stands in a text: its spelling, its place, and what stands around it."""

    spelled: str
    at: int
    around: str

    @property
    def value(self) -> float:
        """Return the double (infinite where it overflows)."""
        return float(_normal(self.spelled))


def last_number(text: str) -> Token | None:
    """Return the last number of a text, or None if it has none."""
    tokens = list(_TOKEN.finditer(text))
    if not tokens:
        return None
    last = tokens[-1]
    begin, end = max(last.start() - _AROUND, 0), last.end() + _AROUND
    before, after = "..." if begin else "", "..." if end < len(text) else ""
    return Token(last.group().rstrip("."), last.start(), f"{before}{quote(text[begin:end])}{after}")


def within(token: Token, value: float, tolerance: float) -> bool:
    """Say whether a token is within the tolerance of a value, by the doubles or by the exact decimals.

    The second is for 1.1, which is within 0.1 of 1.0 for everybody but a double; a double's decimal
    is its shortest spelling.
    """
    if abs(token.value - value) <= tolerance:
        return True
    exact = [_exact(_normal(token.spelled)), _exact(repr(value)), _exact(repr(tolerance))]
    number, wanted, most = exact
    return number is not None and wanted is not None and most is not None and abs(number - wanted) <= most


def _normal(spelled: str) -> str:
    return spelled.replace(",", "").replace("\u2212", "-")


def _exact(spelled: str) -> Fraction | None:
    _, _, exponent = spelled.lower().partition("e")
    if spelled[-1:].isalpha() or len(spelled) > _MOST_EXPONENT:  # inf, nan
        return None
    if len(exponent) > 5 or abs(int(exponent or 0)) > _MOST_EXPONENT:
        return None
    return Fraction(spelled.rstrip("."))
