"""Runs and comparisons as text: columns, rates, notes, totals, to the byte."""

from __future__ import annotations

import pytest

from evalpin import runner
from evalpin.checks import parse_check
from evalpin.compare import compare
from evalpin.model import Case, Results, Run, RunArtifacts, Suite
from evalpin.report import render_diff, render_run


def run_of(times: int, **passing: int) -> Run:
    """Return a run whose case `NAME=N` passes its last N attempts and fails those before."""

    def subject(case: Case, number: int) -> RunArtifacts:
        return RunArtifacts(final_text="yes" if number > times - passing[case.id] else "no")

    checks = (parse_check("equals", "yes"),)
    suite = Suite("s", tuple(Case(name, "p", checks, 1) for name in passing))
    return runner.run(suite, subject, times)


def report(run: Run, before: Results | None = None) -> str:
    counts = run.counts()
    return render_run(run, counts, None if before is None else compare(before, counts))


def test_all_pass() -> None:
    assert report(run_of(2, greet=2, a=2)) == (
        "CASE   PASSED  RATE  ALL\n"
        "greet  2/2     100%  yes\n"
        "a      2/2     100%  yes\n"
        "evalpin: 2 cases x 2 attempts, pass^2 2/2, pass@2 2/2\n"
    )


def test_some_fail() -> None:
    assert report(run_of(20, b=0, a=9, c=20)) == (
        "CASE  PASSED  RATE  ALL\n"
        "b     0/20    0%    no\n"
        "a     9/20    45%   no\n"
        "c     20/20   100%  yes\n"
        "\n"
        'b: attempt 1: reply is not "yes"\n'
        'a: attempt 1: reply is not "yes"\n'
        "evalpin: 3 cases x 20 attempts, pass^20 1/3, pass@20 2/3\n"
    )


def test_with_a_baseline() -> None:
    before: Results = {"z": (1, 1), "up": (0, 2), "down": (2, 2), "even": (2, 4), "y": (0, 1)}
    assert report(run_of(2, up=1, down=1, even=1, fresh=2), before) == (
        "CASE   PASSED  RATE  ALL  VS\n"
        "up     1/2     50%   no   better\n"
        "down   1/2     50%   no   worse\n"
        "even   1/2     50%   no   same\n"
        "fresh  2/2     100%  yes  new\n"
        "y      -       -     -    gone\n"
        "z      -       -     -    gone\n"
        "\n"
        'up: attempt 1: reply is not "yes"\n'
        'down: attempt 1: reply is not "yes"\n'
        'even: attempt 1: reply is not "yes"\n'
        "evalpin: 4 cases x 2 attempts, pass^2 1/4, pass@2 4/4; "
        "vs baseline: 1 better, 1 same, 1 worse, 1 new, 2 gone\n"
    )


def test_with_an_empty_baseline() -> None:
    assert report(run_of(1, a=1), {}) == (
        "CASE  PASSED  RATE  ALL  VS\n"
        "a     1/1     100%  yes  new\n"
        "evalpin: 1 cases x 1 attempts, pass^1 1/1, pass@1 1/1; "
        "vs baseline: 0 better, 0 same, 0 worse, 1 new, 0 gone\n"
    )


def test_a_gone_case_may_be_the_widest() -> None:
    assert report(run_of(1, a=1), {"a": (1, 1), "a-long-name": (1, 1)}) == (
        "CASE         PASSED  RATE  ALL  VS\n"
        "a            1/1     100%  yes  same\n"
        "a-long-name  -       -     -    gone\n"
        "evalpin: 1 cases x 1 attempts, pass^1 1/1, pass@1 1/1; "
        "vs baseline: 0 better, 1 same, 0 worse, 0 new, 1 gone\n"
    )


@pytest.mark.parametrize(
    ("passed", "times", "rate"),
    [
        (0, 1, "0%"),
        (1, 1, "100%"),
        (1, 2, "50%"),
        (1, 3, "33%"),
        (2, 3, "67%"),
        (1, 6, "17%"),
        (5, 6, "83%"),
        (1, 8, "13%"),  # 12.5
        (3, 8, "38%"),  # 37.5
        (5, 8, "63%"),  # 62.5
        (7, 8, "88%"),  # 87.5
        (1, 16, "6%"),  # 6.25
        (1, 15, "7%"),
        (1, 20, "5%"),
        (19, 20, "95%"),
        (18, 19, "95%"),
    ],
)
def test_rate(passed: int, times: int, rate: str) -> None:
    row = report(run_of(times, a=passed)).splitlines()[1]
    assert row.split() == ["a", f"{passed}/{times}", rate, "yes" if passed == times else "no"]


@pytest.mark.parametrize("passed", [0, 1, 2])
def test_note_is_of_the_first_failed_attempt(passed: int) -> None:
    def subject(_: Case, number: int) -> RunArtifacts:
        return RunArtifacts(final_text="yes") if number <= passed else RunArtifacts(error=f"e{number}")

    run = runner.run(Suite("s", (Case("a", "p", (parse_check("equals", "yes"),), 1),)), subject, 4)
    assert report(run).split("\n")[2:4] == ["", f"a: attempt {passed + 1}: e{passed + 1}"]


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("rate limited", "rate limited"),
        ('say "hi" \\n', 'say "hi" \\n'),
        ("\x1b[2J\r\n", r"\u001b[2J\r\n"),
        ("\u202ex\u2028\x9b\ud800", r"\u202ex\u2028\u009b\ud800"),
        ("é \U0001f600\xa0", "é \U0001f600\xa0"),
        ("x" * 500, "x" * 500),
    ],
)
def test_message_of_a_failed_attempt(message: str, shown: str) -> None:
    run = runner.run(Suite("s", (Case("a", "p", (), 1),)), lambda *_: RunArtifacts(error=message), 1)
    assert report(run) == (
        "CASE  PASSED  RATE  ALL\n"
        "a     0/1     0%    no\n"
        "\n"
        f"a: attempt 1: {shown}\n"
        "evalpin: 1 cases x 1 attempts, pass^1 0/1, pass@1 0/1\n"
    )


OLD: Results = {"greet": (1, 2), "old": (2, 2), "kept": (3, 4), "abc": (10, 20)}
NEW: Results = {"greet": (2, 2), "late": (1, 2), "kept": (6, 8)}
TOTALS = "evalpin: 1 better, 1 same, 0 worse, 1 new, 2 gone\n"


def test_diff() -> None:
    assert render_diff(compare(OLD, NEW), changes_only=False) == (
        "CASE   OLD    NEW  VS\n"
        "greet  1/2    2/2  better\n"
        "late   -      1/2  new\n"
        "kept   3/4    6/8  same\n"
        "abc    10/20  -    gone\n"
        "old    2/2    -    gone\n" + TOTALS
    )


def test_changes_only() -> None:
    assert render_diff(compare(OLD, NEW), changes_only=True) == (
        "CASE   OLD    NEW  VS\n"
        "greet  1/2    2/2  better\n"
        "late   -      1/2  new\n"
        "abc    10/20  -    gone\n"
        "old    2/2    -    gone\n" + TOTALS
    )


def test_columns_fit_the_rows_that_are_shown() -> None:
    rows = compare({"a-long-name": (100, 200), "a": (1, 2)}, {"a-long-name": (100, 200), "a": (0, 2)})
    assert render_diff(rows, changes_only=True) == (
        "CASE  OLD  NEW  VS\na     1/2  0/2  worse\nevalpin: 0 better, 1 same, 1 worse, 0 new, 0 gone\n"
    )


@pytest.mark.parametrize("changes_only", [False, True])
def test_no_row_has_no_header(changes_only: bool) -> None:
    assert render_diff([], changes_only=changes_only) == "evalpin: 0 better, 0 same, 0 worse, 0 new, 0 gone\n"


def test_no_change_has_no_header() -> None:
    assert render_diff(compare(OLD, OLD), changes_only=True) == (
        "evalpin: 0 better, 4 same, 0 worse, 0 new, 0 gone\n"
    )
