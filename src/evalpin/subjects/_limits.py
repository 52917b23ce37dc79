"""Time limits for calls that may hang, and threads that a hanging call cannot keep from ending."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Iterator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    Given = TypeVar("Given")
    Made = TypeVar("Made")

# What a worker hands over: place, result, what was raised instead.
_Slot = tuple[int, object, BaseException | None]


class TimedOut(Exception):
    """A call that did not come back in time; it is given up, not ended."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"timed out after {seconds:g} s")


def within(seconds: float | None, call: Callable[[], Made]) -> Made:
    """Return what a call gives, or raise `TimedOut`; None is no limit, and no thread."""
    if seconds is None:
        return call()
    done: queue.SimpleQueue[tuple[Made | None, BaseException | None]] = queue.SimpleQueue()

    def work() -> None:
        try:
            done.put((call(), None))
        except BaseException as error:  # noqa: BLE001 - handed to the waiting thread whatever it is
            done.put((None, error))

    threading.Thread(target=work, daemon=True).start()
    try:
        made, error = done.get(timeout=seconds)
    except queue.Empty:
        raise TimedOut(seconds) from None
    if error is not None:
        raise error
    return made  # type: ignore[return-value]  # None only where the call gave it


def mapper(jobs: int) -> Callable[[Callable[[Given], Made], Iterable[Given]], Iterator[Made]]:
    """Return a `map` over so many threads that gives results in order; with one job, `map` itself.

    The threads are daemons: unlike an executor's they never keep the program from ending.
    """
    if jobs == 1:
        return map

    def run(function: Callable[[Given], Made], items: Iterable[Given]) -> Iterator[Made]:
        todo: queue.SimpleQueue[tuple[int, Given]] = queue.SimpleQueue()
        done: queue.SimpleQueue[_Slot] = queue.SimpleQueue()
        count = 0
        for count, item in enumerate(items, 1):
            todo.put((count - 1, item))
        for _ in range(min(jobs, count)):
            threading.Thread(target=_work, args=(function, todo, done), daemon=True).start()
        return _in_order(done, count)

    return run


def _work(
    function: Callable[[Given], Made],
    todo: queue.SimpleQueue[tuple[int, Given]],
    done: queue.SimpleQueue[_Slot],
) -> None:
    while True:
        try:
            place, item = todo.get_nowait()
        except queue.Empty:
            return
        try:
            done.put((place, function(item), None))
        except BaseException as error:  # noqa: BLE001 - raised where the results are read
            done.put((place, None, error))


def _in_order(done: queue.SimpleQueue[_Slot], count: int) -> Iterator[Made]:
    early: dict[int, object] = {}
    for place in range(count):
        while place not in early:
            at, made, error = done.get()
            if error is not None:
                raise error
            early[at] = made
        yield early.pop(place)  # type: ignore[misc]  # what the function gave for this place
