"""Results text to counts and back.

    results := "evalpin-results 1" LF (ID " " PASSED " " TOTAL LF)*

PASSED and TOTAL are one to nine ASCII digits; TOTAL is at least 1, PASSED at most TOTAL.
"""

from __future__ import annotations

import re

from evalpin.errors import Faults
from evalpin.model import Count, Results
from evalpin.showing import brief
from evalpin.source import CASE_ID, CASE_ID_RULE

HEADER = "evalpin-results 1"

_ROW = re.compile(rf"({CASE_ID.pattern}) ([0-9]{{1,9}}) ([0-9]{{1,9}})")
_ROWS = re.compile(rf"(?:{_ROW.pattern}\n)*+")
_COUNT = re.compile("[0-9]{1,9}")


def parse(lines: list[str], faults: Faults) -> Results:
    """Return the counts of each ID; with faults, those that could be understood."""
    results = None if faults else _parse_whole(lines)
    return _parse_each(lines, faults) if results is None else results


def _parse_whole(lines: list[str]) -> Results | None:
    """Return what a faultless file holds, in half the time of line by line; None if it has a fault."""
    if lines[:1] != [HEADER] or not _ROWS.fullmatch("\n".join([*lines[1:], ""])):
        return None
    results: Results = {}
    known: dict[str, Count] = {}  # many cases, few different counts
    for line in lines[1:]:
        case_id, _, spelled = line.partition(" ")
        count = known.get(spelled)
        if count is None:
            passed, _, total = spelled.partition(" ")
            count = known[spelled] = int(passed), int(total)
        results[case_id] = count
    possible = all(passed <= total > 0 for passed, total in known.values())
    return results if possible and len(results) == len(lines) - 1 else None


def _parse_each(lines: list[str], faults: Faults) -> Results:
    if (not lines and not faults) or lines[:1] not in ([], [HEADER]):
        found = brief(lines[0]) if lines else "nothing"
        faults.add(f'bad header: expected "{HEADER}", found {found}', 1)
    results: Results = {}
    first: dict[str, int] = {}
    for number, line in enumerate(lines[1:], 2):
        match = _ROW.fullmatch(line)
        if match is None:
            faults.add(_why_bad(line), number)
            continue
        case_id, passed, total = match.groups()
        count = int(passed), int(total)
        if case_id in results:
            faults.add(f'repeated case "{case_id}" (first at line {first[case_id]})', number)
        elif count[1] == 0:
            faults.add("total is 0 (expected at least 1)", number)
        elif count[0] > count[1]:
            faults.add(f"{count[0]} passed of {count[1]} (expected at most the total)", number)
        results.setdefault(case_id, count)
        first.setdefault(case_id, number)
    return results


def render(results: Results) -> str:
    """Return the text of a results file, rows in the order given."""
    return "".join(
        [f"{HEADER}\n", *[f"{case_id} {passed} {total}\n" for case_id, (passed, total) in results.items()]]
    )


def _why_bad(line: str) -> str:
    fields = line.split(" ")
    if not line:
        return 'blank row (expected "ID PASSED TOTAL")'
    if len(fields) != 3 or not all(fields):
        return f'bad row {brief(line)} (expected "ID PASSED TOTAL", single spaces between)'
    if not CASE_ID.fullmatch(fields[0]):
        return f"bad case ID {brief(fields[0])} (expected {CASE_ID_RULE})"
    bad = next(field for field in fields[1:] if not _COUNT.fullmatch(field))
    return f"bad count {brief(bad)} (expected 1 to 9 digits)"
