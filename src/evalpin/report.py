"""A run or a comparison as the text that a terminal shows."""

from __future__ import annotations

from evalpin.compare import totals
from evalpin.model import Comparison, Count, Run
from evalpin.showing import escape


def render_run(run: Run, rows: list[Comparison] | None) -> str:
    """Return the report of a run; `rows` compares it with its baseline, None without one."""
    table: list[tuple[str, ...]] = [("CASE", "PASSED", "RATE", "ALL", "VS"), *_cases(run, rows or [])]
    if rows is None:
        table = [cells[:4] for cells in table]
    notes = _notes(run)
    blocks = [_aligned(table), *([["", *notes]] if notes else []), [_summary(run, rows)]]
    return _text([line for block in blocks for line in block])


def render_diff(rows: list[Comparison], *, changes_only: bool) -> str:
    """Return the report of a comparison; `changes_only` leaves out the rows that are the same."""
    shown = [row for row in rows if not (changes_only and row.change == "same")]
    table = [
        ("CASE", "OLD", "NEW", "VS"),
        *[(row.case_id, _count(row.before), _count(row.after), row.change) for row in shown],
    ]
    return _text([*(_aligned(table) if shown else []), f"evalpin: {_changes(rows)}"])


def _cases(run: Run, rows: list[Comparison]) -> list[tuple[str, ...]]:
    change = {row.case_id: row.change for row in rows}
    cells: list[tuple[str, ...]] = []
    for case_id, (passed, total) in run.counts().items():
        rate = (200 * passed + total) // (2 * total)  # halves up, in integers
        every = "yes" if passed == total else "no"
        cells.append((case_id, f"{passed}/{total}", f"{rate}%", every, change.get(case_id, "")))
    return cells + [(row.case_id, "-", "-", "-", row.change) for row in rows if row.after is None]


def _notes(run: Run) -> list[str]:
    """Return one line a case that failed: its first failed attempt."""
    first: dict[str, str] = {}
    for attempt in run.attempts:
        if attempt.outcome != "pass" and attempt.case_id not in first:
            first[attempt.case_id] = escape(f"{attempt.case_id}: attempt {attempt.number}: {attempt.note}")
    return list(first.values())


def _summary(run: Run, rows: list[Comparison] | None) -> str:
    counts = run.counts().values()
    cases, times = len(counts), run.times
    every = sum(passed == total for passed, total in counts)
    some = sum(passed > 0 for passed, _ in counts)
    passing = f"pass^{times} {every}/{cases}, pass@{times} {some}/{cases}"
    line = f"evalpin: {cases} cases x {times} attempts, {passing}"
    return line if rows is None else f"{line}; vs baseline: {_changes(rows)}"


def _changes(rows: list[Comparison]) -> str:
    return ", ".join(f"{count} {change}" for change, count in totals(rows).items())


def _count(count: Count | None) -> str:
    return "-" if count is None else f"{count[0]}/{count[1]}"


def _aligned(table: list[tuple[str, ...]]) -> list[str]:
    """Return the rows with columns as wide as their widest cell, two spaces apart, none at the end."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    row = "  ".join([f"%-{width}s" for width in widths])
    return [(row % cells).rstrip(" ") for cells in table]


def _text(lines: list[str]) -> str:
    return "\n".join([*lines, ""])
