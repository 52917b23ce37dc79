"""Two results to what became of each case, and the gate that a run must pass."""

from __future__ import annotations

from evalpin.model import Change, Comparison, Count, Results

CHANGES: tuple[Change, ...] = ("better", "same", "worse", "new", "gone")


def compare(before: Results, after: Results) -> list[Comparison]:
    """Compare every case of either side: those of `after` in its order, then those gone, by code point."""
    rows = [
        Comparison(case_id, was := before.get(case_id), now, "same" if was == now else _change(was, now))
        for case_id, now in after.items()
    ]
    gone = sorted(before.keys() - after.keys())
    return rows + [Comparison(case_id, before[case_id], None, "gone") for case_id in gone]


def totals(rows: list[Comparison]) -> dict[Change, int]:
    """Return how many cases changed in each way, every way named."""
    found = [row.change for row in rows]
    return {change: found.count(change) for change in CHANGES}


def any_worse(rows: list[Comparison]) -> bool:
    """Say whether any case got worse."""
    return any(row.change == "worse" for row in rows)


def holds(after: Results, rows: list[Comparison] | None) -> bool:
    """Say whether a run passes the gate.

    Without a baseline (None) every case must pass all its attempts. With one a case fails the
    gate only if it is worse, or new and not fully passing.
    """
    if rows is None:
        return all(passed == total for passed, total in after.values())
    return not any(row.change == "worse" or (row.change == "new" and not _full(row.after)) for row in rows)


def _full(count: Count | None) -> bool:
    return count is not None and count[0] == count[1]


def _change(before: Count | None, after: Count) -> Change:
    if before is None:
        return "new"
    was, now = before[0] * after[1], after[0] * before[1]  # the rates, exactly: cross-multiplied
    return "better" if now > was else "worse" if now < was else "same"
