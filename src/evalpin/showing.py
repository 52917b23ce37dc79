"""Text from outside made safe to show: nothing in it can move a cursor, end a line or turn it around."""

from __future__ import annotations

import re

# C0, DEL and C1; bidi controls (Unicode UAX #9); line and paragraph separators; surrogates.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ud800-\udfff]"
)
_UNSAFE_QUOTED = re.compile('["\\\\]|' + _UNSAFE.pattern)
_SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}

BRIEF = 60
"""Code points shown of a word that is only quoted to point at it."""


def quote(text: str) -> str:
    r"""Return the text as a JSON string in `"`, with what is unsafe to show escaped (`\n`, `\u202e`)."""
    return f'"{_UNSAFE_QUOTED.sub(_escaped, text)}"'


def escape(text: str) -> str:
    """Return the text as one line that is safe to show; what is safe already stays as it is."""
    return _UNSAFE.sub(_escaped, text)


def brief(text: str) -> str:
    """Quote the beginning of a text that is shown only to point at it."""
    return quote(text) if len(text) <= BRIEF else quote(text[:BRIEF]) + "..."


def _escaped(match: re.Match[str]) -> str:
    character = match.group()
    return _SHORT.get(character) or f"\\u{ord(character):04x}"
