"""What the kinds of checks share."""

from __future__ import annotations

import re

from evalpin.errors import BadValue
from evalpin.model import RunArtifacts, Verdict
from evalpin.showing import brief

NO_REPLY = "there is no reply text"

_SHORT_COUNT = re.compile("[0-9]{1,6}")


def reply(artifacts: RunArtifacts) -> str | None:
    """Return the reply as text suites see it: without SPACE, TAB, CR and LF at its ends; None is none."""
    text = artifacts.final_text
    return text if text is None else text.strip(" \t\r\n")


def short_count(value: str) -> int:
    """Read one to six ASCII digits."""
    if not _SHORT_COUNT.fullmatch(value):
        raise BadValue(f"bad count {brief(value)} (expected 1 to 6 digits)")
    return int(value)


def verdict(label: str, note: str, expected: str = "", found: str = "") -> Verdict:
    """Return a pass if there is no note, else a failure with it and with both sides of it."""
    return Verdict(label, "fail", note, expected, found) if note else Verdict(label, "pass")
