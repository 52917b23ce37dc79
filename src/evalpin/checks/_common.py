"""What the kinds of checks share."""

from __future__ import annotations

import re

from evalpin.errors import BadValue
from evalpin.model import RunArtifacts
from evalpin.showing import brief

_SHORT_COUNT = re.compile("[0-9]{1,6}")


def reply(artifacts: RunArtifacts) -> str:
    """Return the reply as checks of text see it: without SPACE, TAB, CR and LF at its ends."""
    return (artifacts.final_text or "").strip(" \t\r\n")


def short_count(value: str) -> int:
    """Read one to six ASCII digits."""
    if not _SHORT_COUNT.fullmatch(value):
        raise BadValue(f"bad count {brief(value)} (expected 1 to 6 digits)")
    return int(value)
