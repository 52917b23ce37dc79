"""A run or a comparison as the text that a terminal shows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from evalpin.compare import totals
from evalpin.model import Comparison, Count, Results, Run
from evalpin.showing import escape


def render_run(run: Run, counts: Results, rows: list[Comparison] | None) -> str:
    """Return the report of a run and its counts; `rows` compares it with its baseline, None without one."""
    gone = [row.case_id for row in rows or () if row.after is None]
    dashes = ["-"] * len(gone)
    names = {case.id: escape(case.name) for case in run.suite.cases if case.title}
    columns = [
        ["CASE", *[names.get(case_id, case_id) for case_id in counts], *gone],
        ["PASSED", *map(_count, counts.values()), *dashes],
        ["RATE", *map(_rate, counts.values()), *dashes],
        ["ALL", *["yes" if passed == total else "no" for passed, total in counts.values()], *dashes],
    ]
    if rows is not None:
        columns.append(["VS", *[row.change for row in rows]])
    notes = _notes(run)
    return _text([*_aligned(columns), *(["", *notes] if notes else []), _summary(run, counts, rows)])


def render_diff(rows: list[Comparison], *, changes_only: bool) -> str:
    """Return the report of a comparison; `changes_only` leaves out the rows that are the same."""
    shown = [row for row in rows if row.change != "same"] if changes_only else rows
    columns = [
        ["CASE", *[row.case_id for row in shown]],
        ["OLD", *[_count(row.before) for row in shown]],
        ["NEW", *[_count(row.after) for row in shown]],
        ["VS", *[row.change for row in shown]],
    ]
    return _text([*(_aligned(columns) if shown else []), f"evalpin: {_changes(rows)}"])


def _notes(run: Run) -> list[str]:
    """Return one line a case that failed: its first failed attempt."""
    names = {case.id: case.title for case in run.suite.cases if case.title}
    first: dict[str, str] = {}
    for attempt in run.attempts:
        if attempt.outcome != "pass" and attempt.case_id not in first:
            name = names.get(attempt.case_id, attempt.case_id)
            first[attempt.case_id] = escape(f"{name}: attempt {attempt.number}: {attempt.note}")
    return list(first.values())


def _summary(run: Run, counts: Results, rows: list[Comparison] | None) -> str:
    cases, times = len(counts), run.times
    every = sum(passed == total for passed, total in counts.values())
    some = sum(passed > 0 for passed, _ in counts.values())
    passing = f"pass^{times} {every}/{cases}, pass@{times} {some}/{cases}"
    line = f"evalpin: {cases} cases x {times} attempts, {passing}"
    return line if rows is None else f"{line}; vs baseline: {_changes(rows)}"


def _changes(rows: list[Comparison]) -> str:
    return ", ".join(f"{count} {change}" for change, count in totals(rows).items())


@lru_cache(maxsize=1024)  # many cases, few different counts
def _count(count: Count | None) -> str:
    return "-" if count is None else f"{count[0]}/{count[1]}"


@lru_cache(maxsize=1024)
def _rate(count: Count) -> str:
    passed, total = count
    return f"{(200 * passed + total) // (2 * total)}%"  # halves up, in integers


def _aligned(columns: list[list[str]]) -> Iterable[str]:
    """Return the rows with columns as wide as their widest cell, two spaces apart, none at the end."""
    if not all(map(str.isascii, columns[0])):
        columns = [_padded(columns[0]), *columns[1:]]
    widths = [max(map(len, column)) for column in columns[:-1]]
    row = "".join([f"%-{width}s  " for width in widths]) + "%s"
    return map(row.__mod__, zip(*columns, strict=True))


def _padded(column: list[str]) -> list[str]:
    """Return the cells with blanks behind them, so that wide characters keep the columns straight."""
    from evalpin.width import columns  # only names that are not ASCII pay for it

    widest = max(map(columns, column))
    return [cell + " " * (widest - columns(cell)) for cell in column]


def _text(lines: list[str]) -> str:
    return "\n".join([*lines, ""])
