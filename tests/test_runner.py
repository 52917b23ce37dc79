"""Cases times attempts: asked with the case and a number from 1, judged, in suite order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

import pytest

from evalpin import runner
from evalpin.checks import parse_check
from evalpin.model import Attempt, Case, RunArtifacts, Suite, Verdict

Unit = tuple[Case, int]


def case(case_id: str, *checks: tuple[str, str]) -> Case:
    return Case(case_id, f"prompt of {case_id}", tuple(parse_check(*check) for check in checks), 1)


def suite(*cases: Case) -> Suite:
    return Suite("s", cases)


def echo(asked: Case, number: int) -> RunArtifacts:
    """Answer with the prompt and the number, and fail at the third attempt."""
    if number == 3:
        return RunArtifacts(error="three")
    return RunArtifacts(final_text=f"{asked.prompt} {number}")


def backwards(function: Callable[[Unit], Attempt], units: Iterable[Unit]) -> Iterable[Attempt]:
    """Work from the end and hand back in order, as a mapper may."""
    return reversed([function(unit) for unit in reversed(list(units))])


TWO = suite(case("b", ("contains", "of b 1")), case("a", ("contains", "of a"), ("max-chars", "13")))


def test_attempts() -> None:
    run = runner.run(TWO, echo, 3)
    assert [(a.case_id, a.number, a.outcome, a.note) for a in run.attempts] == [
        ("b", 1, "pass", ""),
        ("b", 2, "fail", 'reply does not contain "of b 1"'),
        ("b", 3, "error", "three"),
        ("a", 1, "pass", ""),
        ("a", 2, "pass", ""),
        ("a", 3, "error", "three"),
    ]
    assert (run.suite, run.times) == (TWO, 3)
    assert list(run.counts().items()) == [("b", (1, 3)), ("a", (2, 3))]


def test_artifacts_and_verdicts_are_kept() -> None:
    run = runner.run(TWO, echo, 3)
    assert run.attempts[4].artifacts == RunArtifacts(final_text="prompt of a 2")
    assert [verdict.outcome for verdict in run.attempts[4].verdicts] == ["pass", "pass"]
    assert run.attempts[5].verdicts == (
        Verdict("contains: of a", "fail", "there is no reply text", evaluated=False),
        Verdict("max-chars: 13", "fail", "there is no reply text", evaluated=False),
    )


@pytest.mark.parametrize("times", [1, 2, 20])
def test_every_case_is_asked_so_often(times: int) -> None:
    asked: list[tuple[str, int]] = []

    def subject(which: Case, number: int) -> RunArtifacts:
        asked.append((which.id, number))
        return RunArtifacts(final_text="")

    runner.run(TWO, subject, times)
    assert asked == [(case_id, number) for case_id in ("b", "a") for number in range(1, times + 1)]


def test_any_mapper_gives_the_same_run() -> None:
    serial = runner.run(TWO, echo, 5)
    assert runner.run(TWO, echo, 5, backwards) == serial
    with ThreadPoolExecutor(4) as pool:
        assert runner.run(TWO, echo, 5, pool.map) == serial


@pytest.mark.parametrize(
    ("reply", "note"),
    [
        ("abcdef", 'reply contains "a"'),
        ("bcdef", "reply has 5 characters, more than 3"),
        ("bcd", ""),
    ],
)
def test_note_is_of_the_first_failing_check(reply: str, note: str) -> None:
    checks = ("min-chars", "0"), ("not-contains", "a"), ("max-chars", "3")
    run = runner.run(suite(case("a", *checks)), lambda *_: RunArtifacts(final_text=reply), 1)
    assert run.attempts[0].note == note


def test_no_case() -> None:
    run = runner.run(suite(), echo, 2)
    assert (run.attempts, run.counts()) == ((), {})
