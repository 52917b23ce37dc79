"""Bytes of a file to its numbered lines, the same for every text format."""

from __future__ import annotations

import re

from evalpin.errors import Faults

BLANKS = " \t"
"""What counts as blank within a line: SPACE and TAB, nothing else of Unicode's."""

CASE_ID = re.compile("[a-z0-9][a-z0-9_-]{0,199}")
CASE_ID_RULE = "a-z, 0-9, _ and -, not beginning with _ or -, at most 200 characters"

_BOM = "\ufeff"


def read_lines(data: bytes, faults: Faults) -> list[str]:
    """Return the lines of a text file without their LF; none, with the fault noted, if it is no text.

    One BOM is dropped, CRLF becomes LF, a CR on its own stays. Lines end at LF only: the many
    other separators that `str.splitlines` knows may stand in a prompt.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        faults.add(f"not valid UTF-8 (byte {error.start})", blinds=True)
        return []
    lines = text.removeprefix(_BOM).replace("\r\n", "\n").split("\n")
    if not lines[-1]:
        lines.pop()
    if "\0" in text:
        for number, line in enumerate(lines, 1):
            if "\0" in line:
                faults.add("NUL byte", number)
    return lines
