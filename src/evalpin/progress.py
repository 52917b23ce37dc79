"""What is going on while agents are asked, on stderr: nobody should have to guess at a hang."""

from __future__ import annotations

import sys
import threading
import time

from evalpin import console
from evalpin.model import Attempt, Case, Suite
from evalpin.showing import escape

QUIET_FOR = 30.0
"""Seconds without a finished case after which a log says what is still running."""

_WIDTH = 79


class Progress:
    """Follows the attempts of a run: a line that moves on a terminal, a line a finished case otherwise."""

    def __init__(self, suite: Suite, times: int) -> None:
        self._total, self._times = len(suite.cases), times
        self._names = {case.id: case.name for case in suite.cases}
        self._left = dict.fromkeys(self._names, times)
        self._passed = dict.fromkeys(self._names, 0)
        self._tokens: dict[str, int] = {}
        self._running: dict[tuple[str, int], float] = {}
        self._done = self._failed = 0
        self._begin = self._told = time.monotonic()
        self._lock = threading.Lock()
        self._moves = sys.stderr is not None and sys.stderr.isatty()
        self._end = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def began(self, case: Case, number: int) -> None:
        """Note that an attempt begins."""
        with self._lock:
            self._running[case.id, number] = time.monotonic()
            self._redraw()

    def ended(self, attempt: Attempt) -> None:
        """Note that an attempt ended; with the last of its case, tell of the case."""
        with self._lock:
            case_id = attempt.case_id
            self._running.pop((case_id, attempt.number), None)
            self._passed[case_id] += attempt.outcome == "pass"
            self._left[case_id] -= 1
            if self._left[case_id] == 0:
                self._done += 1
                self._failed += self._passed[case_id] < self._times
                self._tell(f"[{self._done}/{self._total}] {self._names[case_id]} {self._verdict(attempt)}")
            self._redraw()

    def close(self) -> None:
        """Clear the moving line."""
        self._end.set()
        with self._lock:
            if self._moves:
                console.progress(f"\r{' ' * _WIDTH}\r")

    def _verdict(self, attempt: Attempt) -> str:
        passed = self._passed[attempt.case_id]
        count = f" {passed}/{self._times}" if self._times > 1 else ""
        if passed == self._times:
            return f"passed{count}"
        why = f": {attempt.note}" if attempt.note else ""
        return f"FAILED{count}{why[:120]}"

    def _watch(self) -> None:
        while not self._end.wait(1.0):
            with self._lock:
                self._redraw()
                if self._running and time.monotonic() - self._told > QUIET_FOR:
                    self._tell(f"still running: {self._slowest()}")

    def _tell(self, line: str) -> None:
        self._told = time.monotonic()
        if not self._moves:
            console.progress(f"{escape(line)}\n")

    def _redraw(self) -> None:
        if self._moves and not self._end.is_set():
            elapsed = time.monotonic() - self._begin
            line = (
                f"{self._done}/{self._total} done, {self._failed} failed, {elapsed:.0f} s, {self._slowest()}"
            )
            console.progress(f"\r{escape(line)[:_WIDTH]:<{_WIDTH}}")

    def _slowest(self) -> str:
        if not self._running:
            return "nothing running"
        (case_id, _), since = min(self._running.items(), key=lambda item: item[1])
        more = f" and {len(self._running) - 1} more" if len(self._running) > 1 else ""
        return f"{self._names[case_id]} for {time.monotonic() - since:.0f} s{more}"
