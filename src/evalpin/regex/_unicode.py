"""Classes of characters as Rust's `regex` crate defines them (Unicode TR18, RL1.2a)."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

WHITE_SPACE = frozenset("\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000") | frozenset(
    map(chr, range(0x2000, 0x200B))
)

_JOIN_CONTROL = frozenset("\u200c\u200d")

# Other_Alphabetic of no letter category: circled and squared letters.
_ALPHABETIC_SYMBOLS = frozenset(
    chr(code)
    for low, high in ((0x24B6, 0x24E9), (0x1F130, 0x1F149), (0x1F150, 0x1F169), (0x1F170, 0x1F189))
    for code in range(low, high + 1)
)

_LAST_WITH_CASE = 0x1E943

CATEGORIES = {
    "L": "Letter", "LC": "Cased_Letter", "Lu": "Uppercase_Letter", "Ll": "Lowercase_Letter",
    "Lt": "Titlecase_Letter", "Lm": "Modifier_Letter", "Lo": "Other_Letter", "M": "Mark",
    "Mn": "Nonspacing_Mark", "Mc": "Spacing_Mark", "Me": "Enclosing_Mark", "N": "Number",
    "Nd": "Decimal_Number", "Nl": "Letter_Number", "No": "Other_Number", "P": "Punctuation",
    "Pc": "Connector_Punctuation", "Pd": "Dash_Punctuation", "Ps": "Open_Punctuation",
    "Pe": "Close_Punctuation", "Pi": "Initial_Punctuation", "Pf": "Final_Punctuation",
    "Po": "Other_Punctuation", "S": "Symbol", "Sm": "Math_Symbol", "Sc": "Currency_Symbol",
    "Sk": "Modifier_Symbol", "So": "Other_Symbol", "Z": "Separator", "Zs": "Space_Separator",
    "Zl": "Line_Separator", "Zp": "Paragraph_Separator", "C": "Other", "Cc": "Control", "Cf": "Format",
    "Cs": "Surrogate", "Co": "Private_Use", "Cn": "Unassigned",
}  # fmt: skip

_LOOSE = {
    name.lower().replace("_", ""): short for short, long in CATEGORIES.items() for name in (short, long)
}


def is_word(character: str) -> bool:
    r"""Say whether `\w` takes it: alphabetic, marks, decimal digits, connectors, joiners."""
    category = unicodedata.category(character)
    return (
        category[0] in "LM"
        or category in ("Nl", "Nd", "Pc")
        or character in _JOIN_CONTROL
        or character in _ALPHABETIC_SYMBOLS
    )


def is_digit(character: str) -> bool:
    r"""Say whether `\d` takes it: decimal digits of any script."""
    return unicodedata.category(character) == "Nd"


def category(name: str) -> str | None:
    """Return the short name of a general category, however it is spelled; None if it is none."""
    return _LOOSE.get(name.lower().replace("_", "").replace(" ", "").replace("-", ""))


def is_in(short: str, character: str) -> bool:
    """Say whether a character is of a general category, by its short name."""
    found = unicodedata.category(character)
    return found in ("Lu", "Ll", "Lt") if short == "LC" else found.startswith(short)


def same_but_case(character: str) -> tuple[str, ...]:
    """Return the characters that simple case folding makes the same, itself too."""
    return _orbits().get(_folded(character), (character,))


@lru_cache(maxsize=1)
def _orbits() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for code in range(_LAST_WITH_CASE + 1):
        folded = _folded(chr(code))
        if folded != chr(code):
            found.setdefault(folded, [folded]).append(chr(code))
    return {folded: tuple(others) for folded, others in found.items()}


def _folded(character: str) -> str:
    """Return the simple folding: the full one where that is one character, else the lower case if that is."""
    full = character.casefold()
    lower = character.lower()
    return full if len(full) == 1 else lower if len(lower) == 1 else character
