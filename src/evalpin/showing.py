"""Text from outside made safe to show: nothing in it can move a cursor, end a line or turn it around."""

from __future__ import annotations

_SHORT = {"\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}

# Bidi controls (Unicode UAX #9), line and paragraph separators, and the BOM, which nobody would see.
_TURNING = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029\ufeff"
)

BRIEF = 60
"""Code points shown of a word that is only quoted to point at it."""


def quote(text: str) -> str:
    r"""Return the text as a JSON string in `"`, with what is unsafe to show escaped (`\n`, `\u202e`)."""
    return '"' + escape(text.replace("\\", "\\\\").replace('"', '\\"')) + '"'


def escape(text: str) -> str:
    """Return the text as one line that is safe to show; what is safe already stays as it is."""
    if text.isprintable():  # nearly always, and then it holds nothing unsafe
        return text
    return "".join([_escaped(character) if _unsafe(character) else character for character in text])


def brief(text: str) -> str:
    """Quote the beginning of a text that is shown only to point at it."""
    return quote(text) if len(text) <= BRIEF else quote(text[:BRIEF]) + "..."


def _unsafe(character: str) -> bool:
    """Say whether it is of C0, DEL, C1, bidi controls, separators or lone surrogates."""
    return (
        character < " "
        or "\x7f" <= character <= "\x9f"
        or "\ud800" <= character <= "\udfff"
        or character in _TURNING
    )


def _escaped(character: str) -> str:
    return _SHORT.get(character) or f"\\u{ord(character):04x}"
