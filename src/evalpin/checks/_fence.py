"""A reply that is one fenced block, as models like to wrap JSON."""

from __future__ import annotations

_FENCE = "```"


def unfenced(text: str) -> str:
    """Return what stands inside the fence, if the whole trimmed reply is one fenced block, else the text.

    A block has at least two lines, the first begins with three backticks (what follows them does
    not matter), the last is exactly three backticks.
    """
    if not text.startswith(_FENCE):
        return text
    lines = text.split("\n")
    return "\n".join(lines[1:-1]) if len(lines) > 1 and lines[-1] == _FENCE else text
