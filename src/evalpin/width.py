"""How many columns of a terminal a text takes (Unicode UAX #11)."""

from __future__ import annotations

import unicodedata

# Zero-width joiner and variation selectors, which unicodedata does not call combining.
_NOTHING = frozenset("\u200b\u200c\u200d\ufe0e\ufe0f")


def columns(text: str) -> int:
    """Return the columns of a text: wide characters take two, combining ones none."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.combining(character) or character in _NOTHING:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
