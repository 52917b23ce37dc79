"""Results text to counts and back: rows, near misses, and the bytes that are written."""

from __future__ import annotations

import pytest

from evalpin import results
from evalpin.errors import Faults
from evalpin.model import Count, Results

HEADER = "evalpin-results 1"
RULE = "(expected a-z, 0-9, _ and -, not beginning with _ or -, at most 200 characters)"
SPACES = '(expected "ID PASSED TOTAL", single spaces between)'


def read(*lines: str) -> tuple[list[tuple[str, Count]], list[str]]:
    faults = Faults("r")
    found = results.parse(list(lines), faults)
    return list(found.items()), faults.told()


@pytest.mark.parametrize(
    ("row", "count"),
    [
        ("a 0 1", (0, 1)),
        ("a 1 1", (1, 1)),
        ("a 3 20", (3, 20)),
        ("a 007 010", (7, 10)),
        ("a 000000000 000000001", (0, 1)),
        ("a 999999999 999999999", (999999999, 999999999)),
    ],
)
def test_row(row: str, count: Count) -> None:
    assert read(HEADER, row) == ([("a", count)], [])


def test_header_alone_is_empty() -> None:
    assert read(HEADER) == ([], [])


def test_rows_keep_their_order() -> None:
    assert read(HEADER, "b 0 1", "a-_0 1 2", "0 2 2") == (
        [("b", (0, 1)), ("a-_0", (1, 2)), ("0", (2, 2))],
        [],
    )


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("", '""'),
        ("a 1 2", '"a 1 2"'),
        ("evalpin-results", '"evalpin-results"'),
        ("evalpin-results 2", '"evalpin-results 2"'),
        ("evalpin-results 01", '"evalpin-results 01"'),
        ("evalpin-results 1.0", '"evalpin-results 1.0"'),
        ("evalpin-results 10", '"evalpin-results 10"'),
        ("evalpin-results 1 ", '"evalpin-results 1 "'),
        (" evalpin-results 1", '" evalpin-results 1"'),
        ("evalpin-results  1", '"evalpin-results  1"'),
        ("evalpin-results\t1", r'"evalpin-results\t1"'),
        ("evalpin-results 1\r", r'"evalpin-results 1\r"'),
        ("\ufeffevalpin-results 1", '"\\ufeffevalpin-results 1"'),
        ("EVALPIN-RESULTS 1", '"EVALPIN-RESULTS 1"'),
        ("evalpin-results \uff11", '"evalpin-results \uff11"'),
    ],
)
def test_bad_header(line: str, shown: str) -> None:
    told = f'r:1: bad header: expected "evalpin-results 1", found {shown}'
    assert read(line)[1] == [told]
    assert read(line, "a 1 2", "b 1")[1] == [told, f'r:3: bad row "b 1" {SPACES}']


def test_empty_file() -> None:
    assert read() == ([], ['r:1: bad header: expected "evalpin-results 1", found nothing'])


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("", 'blank row (expected "ID PASSED TOTAL")'),
        (" ", f'bad row " " {SPACES}'),
        ("a", f'bad row "a" {SPACES}'),
        ("a 1", f'bad row "a 1" {SPACES}'),
        ("a 1 2 3", f'bad row "a 1 2 3" {SPACES}'),
        (" a 1 2", f'bad row " a 1 2" {SPACES}'),
        ("a 1 2 ", f'bad row "a 1 2 " {SPACES}'),
        ("a  1 2", f'bad row "a  1 2" {SPACES}'),
        ("a 1  2", f'bad row "a 1  2" {SPACES}'),
        ("a\t1\t2", rf'bad row "a\t1\t2" {SPACES}'),
        ("a\xa01\xa02", f'bad row "a\xa01\xa02" {SPACES}'),
        ("# a 1 2", f'bad row "# a 1 2" {SPACES}'),
        ("a 1/2", f'bad row "a 1/2" {SPACES}'),
        ("A 1 2", f'bad case ID "A" {RULE}'),
        ("_a 1 2", f'bad case ID "_a" {RULE}'),
        ("é 1 2", f'bad case ID "é" {RULE}'),
        ("a\x0c 1 2", rf'bad case ID "a\f" {RULE}'),
        ("x" * 201 + " 1 2", f'bad case ID "{"x" * 60}"... {RULE}'),
        ("a x 2", 'bad count "x" (expected 1 to 9 digits)'),
        ("a 1 x", 'bad count "x" (expected 1 to 9 digits)'),
        ("a -1 2", 'bad count "-1" (expected 1 to 9 digits)'),
        ("a +1 2", 'bad count "+1" (expected 1 to 9 digits)'),
        ("a 1.0 2", 'bad count "1.0" (expected 1 to 9 digits)'),
        ("a 1_0 20", 'bad count "1_0" (expected 1 to 9 digits)'),
        ("a 1 0000000002", 'bad count "0000000002" (expected 1 to 9 digits)'),
        ("a 1000000000 2", 'bad count "1000000000" (expected 1 to 9 digits)'),
        ("a \u0661 2", 'bad count "\u0661" (expected 1 to 9 digits)'),
        ("a \u00b2 2", 'bad count "\u00b2" (expected 1 to 9 digits)'),
        ("a 1 2\r", r'bad count "2\r" (expected 1 to 9 digits)'),
        ("a 1 2\u2028", r'bad count "2\u2028" (expected 1 to 9 digits)'),
        ("a 0 0", "total is 0 (expected at least 1)"),
        ("a 1 000", "total is 0 (expected at least 1)"),
        ("a 3 2", "3 passed of 2 (expected at most the total)"),
        ("a 010 9", "10 passed of 9 (expected at most the total)"),
    ],
)
def test_bad_row(row: str, message: str) -> None:
    assert read(HEADER, "b 1 2", row, "c 1 2")[1] == [f"r:3: {message}"]


def test_repeated_ids() -> None:
    rows = ["a 1 2", "b 1 2", "a 1 2", "a 2 2", "b 3 2"]
    assert read(HEADER, *rows)[1] == [
        'r:4: repeated case "a" (first at line 2)',
        'r:5: repeated case "a" (first at line 2)',
        'r:6: repeated case "b" (first at line 3)',
    ]


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        ({}, "evalpin-results 1\n"),
        ({"a": (1, 2)}, "evalpin-results 1\na 1 2\n"),
        ({"b": (0, 1), "a": (20, 20)}, "evalpin-results 1\nb 0 1\na 20 20\n"),
    ],
)
def test_written(counts: Results, text: str) -> None:
    assert results.render(counts) == text
