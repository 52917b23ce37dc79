"""The program as a process of its own, for what only a process can show."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import pytest

from support import Folder

TIMEOUT = 60
"""Seconds after which a process that hangs fails its test; none needs more than two."""

POSIX = os.name == "posix"
posix = pytest.mark.skipif(not POSIX, reason="devices, signals and modes of POSIX")
full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")

SUITE = "case greet\nprompt: Greet Ana.\nexpect contains: Ana\n"
RUN = ("run", "suite.txt", "--replies", "replies.txt")
RESULTS = "evalpin-results 1\ngreet 1 1\n"
REPORT = """\
CASE   PASSED  RATE  ALL
greet  1/1     100%  yes
evalpin: 1 cases x 1 attempts, pass^1 1/1, pass@1 1/1
"""


class Process(subprocess.Popen[bytes]):
    """`python -m evalpin ARGV`, or `python -c PROGRAM ARGV`, with a sane handling of Ctrl-C."""

    def __init__(
        self,
        *argv: str,
        program: str | None = None,
        stdout: int | IO[Any] = subprocess.PIPE,
        stderr: int | IO[Any] = subprocess.PIPE,
        env: Mapping[str, str] | None = None,
        umask: int = -1,
        closed: Sequence[int] = (),
    ) -> None:
        how = ["-m", "evalpin"] if program is None else ["-c", program]
        super().__init__(
            [sys.executable, *how, *argv],
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            env={**_environment(), **(env or {})},
            umask=umask,
            preexec_fn=_before(closed) if POSIX else None,
        )

    def interrupt(self) -> None:
        """Press Ctrl-C, and again if nothing comes of it for long.

        A signal that arrives between Python's look for signals and a blocking read is seen after the
        read only: that is Python's, and a person would press again too.
        """
        for _ in range(TIMEOUT):
            self.send_signal(signal.SIGINT)
            try:
                self.wait(5)
            except subprocess.TimeoutExpired:
                continue
            return

    def ended(self) -> tuple[int, str, str]:
        """Wait for its end: `(status, stdout, stderr)`, empty where they went elsewhere."""
        try:
            stdout, stderr = self.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        return self.returncode, (stdout or b"").decode("utf-8"), (stderr or b"").decode("utf-8")


def _environment() -> dict[str, str]:
    """Return ours without what changes how Python prints: only what a test says may do that."""
    changing = {"PYTHONUNBUFFERED", "PYTHONIOENCODING", "PYTHONUTF8", "PYTHONHASHSEED", "NO_COLOR"}
    return {name: value for name, value in os.environ.items() if name not in changing}


def _before(closed: Sequence[int]) -> Callable[[], None]:
    def before() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a background job starts with it ignored
        for descriptor in closed:
            os.close(descriptor)

    return before


def small(folder: Folder) -> None:
    """Write a suite of one case, which passes, and its replies."""
    folder.write(suite=SUITE, replies="reply greet\n| Hello Ana!\n")


def large(folder: Folder, cases: int, passing: bool = True) -> str:
    """Write a suite of many cases; return the report that `RUN` prints of it."""
    names = [f"case-with-a-long-name-{number:06}" for number in range(cases)]
    reply = "yes" if passing else "no"
    folder.write(
        suite="".join([f"case {name}\nprompt: p\nexpect equals: yes\n" for name in names]),
        replies="".join([f"reply {name}\n| {reply}\n" for name in names]),
    )
    count, rate, every, passed = ("1/1", "100%", "yes", cases) if passing else ("0/1", "0%", "no", 0)
    rows = "".join([f"{name}  {count:6}  {rate:4}  {every}\n" for name in names])
    notes = "" if passing else "\n" + "".join([f'{name}: attempt 1: reply is not "yes"\n' for name in names])
    totals = f"pass^1 {passed}/{cases}, pass@1 {passed}/{cases}"
    return f"{'CASE':28}  PASSED  RATE  ALL\n{rows}{notes}evalpin: {cases} cases x 1 attempts, {totals}\n"


def lives(pid: int) -> bool:
    """Say whether a process runs; one that only waits to be collected does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not (stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z")
