"""Two results to what became of each case; the gate."""

from __future__ import annotations

import pytest

from evalpin.compare import any_worse, compare, holds, totals
from evalpin.model import Change, Comparison, Count, Results


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        ((1, 2), (2, 2), "better"),
        ((0, 1), (1, 20), "better"),
        ((1, 3), (34, 100), "better"),
        ((333333333, 999999999), (333333334, 999999999), "better"),
        ((999999997, 999999998), (999999998, 999999999), "better"),
        ((2, 2), (1, 2), "worse"),
        ((1, 20), (0, 20), "worse"),
        ((1, 3), (33, 100), "worse"),
        ((999999998, 999999999), (999999997, 999999998), "worse"),
        ((1, 2), (1, 2), "same"),
        ((1, 2), (2, 4), "same"),
        ((10, 20), (1, 2), "same"),
        ((0, 1), (0, 20), "same"),
        ((1, 1), (20, 20), "same"),
        ((1, 3), (333333333, 999999999), "same"),
    ],
)
def test_change(before: Count, after: Count, change: Change) -> None:
    assert compare({"a": before}, {"a": after}) == [Comparison("a", before, after, change)]


def test_order_is_that_of_after_and_then_by_code_point() -> None:
    one = (1, 1)
    before: Results = dict.fromkeys(["z", "b", "_", "a-", "a_", "a0", "0"], one)
    after: Results = dict.fromkeys(["y", "b", "a"], one)
    assert [(row.case_id, row.change) for row in compare(before, after)] == [
        ("y", "new"),
        ("b", "same"),
        ("a", "new"),
        ("0", "gone"),
        ("_", "gone"),
        ("a-", "gone"),
        ("a0", "gone"),
        ("a_", "gone"),
        ("z", "gone"),
    ]


def test_new_and_gone() -> None:
    assert compare({"a": (1, 2)}, {"b": (3, 4)}) == [
        Comparison("b", None, (3, 4), "new"),
        Comparison("a", (1, 2), None, "gone"),
    ]


def test_nothing() -> None:
    assert compare({}, {}) == []
    assert totals([]) == {"better": 0, "same": 0, "worse": 0, "new": 0, "gone": 0}


def test_totals() -> None:
    before: Results = {"a": (1, 2), "b": (1, 2), "c": (1, 2), "d": (1, 2), "e": (1, 2)}
    after: Results = {"a": (2, 2), "b": (1, 2), "c": (0, 2), "f": (1, 2), "d": (2, 4)}
    found = totals(compare(before, after))
    assert list(found.items()) == [("better", 1), ("same", 2), ("worse", 1), ("new", 1), ("gone", 1)]


@pytest.mark.parametrize(
    ("before", "after", "gate", "worse"),
    [
        ({}, {}, True, False),
        ({"a": (1, 2)}, {"a": (1, 2)}, True, False),
        ({"a": (0, 2)}, {"a": (0, 2)}, True, False),
        ({"a": (0, 2)}, {"a": (1, 2)}, True, False),
        ({"a": (2, 2)}, {"a": (1, 2)}, False, True),
        ({"a": (2, 2)}, {}, True, False),
        ({}, {"a": (2, 2)}, True, False),
        ({}, {"a": (1, 2)}, False, False),
        ({}, {"a": (0, 2)}, False, False),
        ({"a": (1, 2)}, {"a": (2, 2), "b": (1, 2)}, False, False),
        ({"a": (1, 2), "b": (1, 2)}, {"a": (2, 2), "b": (0, 2)}, False, True),
    ],
)
def test_gate_with_a_baseline(before: Results, after: Results, gate: bool, worse: bool) -> None:
    rows = compare(before, after)
    assert holds(after, rows) == gate
    assert any_worse(rows) == worse


@pytest.mark.parametrize(
    ("after", "gate"),
    [
        ({}, True),
        ({"a": (2, 2)}, True),
        ({"a": (1, 2)}, False),
        ({"a": (0, 1)}, False),
        ({"a": (2, 2), "b": (19, 20)}, False),
    ],
)
def test_gate_without_a_baseline(after: Results, gate: bool) -> None:
    assert holds(after, None) == gate
