"""Calls with a time limit, and a `map` over threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable

import pytest

from evalpin.subjects._limits import TimedOut, mapper, within


def test_within_gives_what_the_call_gives() -> None:
    assert within(None, lambda: 4) == 4
    assert within(5, lambda: 4) == 4
    assert within(5, lambda: None) is None


@pytest.mark.parametrize("seconds", [None, 5])
@pytest.mark.parametrize("error", [ValueError("x"), SystemExit(3), KeyboardInterrupt()])
def test_within_raises_what_the_call_raises(seconds: float | None, error: BaseException) -> None:
    def call() -> None:
        raise error

    with pytest.raises(type(error)) as caught:
        within(seconds, call)
    assert caught.value is error


def test_within_gives_up() -> None:
    released = threading.Event()
    with pytest.raises(TimedOut, match=r"^timed out after 0\.01 s$"):
        within(0.01, released.wait)
    released.set()


def test_one_job_is_map() -> None:
    assert mapper(1) is map


@pytest.mark.parametrize("jobs", [2, 8, 100])
@pytest.mark.parametrize("items", [[], [1], list(range(50))])
def test_results_come_in_order(jobs: int, items: list[int]) -> None:
    def slow_first(n: int) -> int:
        time.sleep(0.01 if n == 0 else 0)
        return n * n

    assert list(mapper(jobs)(slow_first, items)) == [n * n for n in items]


def test_that_many_at_once() -> None:
    meeting = threading.Barrier(4, timeout=5)
    assert list(mapper(4)(lambda n: meeting.wait() >= 0 and n, range(4))) == [0, 1, 2, 3]


@pytest.mark.parametrize("error", [ValueError("x"), KeyboardInterrupt()])
def test_what_one_raises_comes_out(error: BaseException) -> None:
    def one_bad(n: int) -> int:
        if n == 3:
            raise error
        return n

    made: list[int] = []
    with pytest.raises(type(error)):
        take(mapper(2)(one_bad, range(10)), made)
    assert made == [0, 1, 2][: len(made)]


def take(results: Iterable[int], made: list[int]) -> None:
    """Keep the results that come before one is raised."""
    for result in results:
        made.append(result)  # noqa: PERF402 - what came before the error is to be seen
