"""Standard output and error of a process: readers that go, full disks, closed descriptors, slow pipes."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from evalpin import __version__
from processes import REPORT, RUN, Process, full, large, posix, small
from support import Folder

pytestmark = pytest.mark.process

DIFF = ("diff", "results.txt", "results.txt")
UNKNOWN = ("diff", "nowhere.txt", "missing.txt")
TOLD = """\
evalpin: nowhere.txt: cannot read: no such file
evalpin: missing.txt: cannot read: no such file
"""
WITH_OUTPUT = [RUN, DIFF, ("--help",), ("run", "--help"), ("--version",)]


def name_of(argv: object) -> str:
    return " ".join(argv) if isinstance(argv, tuple) else str(argv)


@pytest.fixture
def files(folder: Folder) -> Folder:
    """Return a folder with a suite that passes, its replies, and results that are the same."""
    small(folder)
    folder.write(results="evalpin-results 1\ngreet 1 1\n")
    return folder


@pytest.mark.parametrize(("passing", "status"), [(True, 0), (False, 1)])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_reader_that_takes_one_line(passing: bool, status: int, unbuffered: str, folder: Folder) -> None:
    report = large(folder, 5000, passing)
    process = Process(*RUN, env={"PYTHONUNBUFFERED": unbuffered})
    assert process.stdout is not None
    first = process.stdout.readline()
    process.stdout.close()
    process.stdout = None
    assert first.decode() == report.splitlines(keepends=True)[0]
    assert process.ended() == (status, "", "")


@posix
@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("argv", WITH_OUTPUT, ids=name_of)
def test_reader_that_is_gone(argv: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as stdout:
        assert Process(*argv, stdout=stdout).ended() == (0, "", "")


@full
@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("argv", WITH_OUTPUT, ids=name_of)
def test_full_disk(argv: tuple[str, ...], unbuffered: str) -> None:
    with Path("/dev/full").open("wb") as stdout:
        ended = Process(*argv, stdout=stdout, env={"PYTHONUNBUFFERED": unbuffered}).ended()
    assert ended == (2, "", "evalpin: cannot write to stdout: no space left on the device\n")


@full
def test_full_disk_and_a_failing_gate(folder: Folder) -> None:
    large(folder, 5000, passing=False)
    with Path("/dev/full").open("wb") as stdout:
        ended = Process(*RUN, "--out", "out.txt", stdout=stdout).ended()
    assert ended == (2, "", "evalpin: cannot write to stdout: no space left on the device\n")
    assert folder.read("out.txt").count("\n") == 5001


@posix
@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("argv", WITH_OUTPUT, ids=name_of)
def test_closed_stdout(argv: tuple[str, ...]) -> None:
    ended = Process(*argv, closed=[1]).ended()
    assert ended == (2, "", "evalpin: cannot write to stdout: it is closed\n")


@posix
def test_closed_stdout_and_out(files: Folder) -> None:
    ended = Process(*RUN, "--out", "out.txt", closed=[0, 1]).ended()
    assert ended == (2, "", "evalpin: cannot write to stdout: it is closed\n")
    assert files.read("out.txt") == "evalpin-results 1\ngreet 1 1\n"
    assert files.names() == ["out.txt", "replies.txt", "results.txt", "suite.txt"]


@posix
@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("argv", "status", "stdout"), [(RUN, 0, REPORT), (UNKNOWN, 2, ""), (("rnu",), 2, "")], ids=name_of
)
@pytest.mark.parametrize("closed", [[2], [0, 2]])
def test_closed_stderr(closed: list[int], argv: tuple[str, ...], status: int, stdout: str) -> None:
    assert Process(*argv, closed=closed).ended() == (status, stdout, "")


@posix
@pytest.mark.parametrize("closed", [[1, 2], [0, 1, 2]])
def test_all_closed(closed: list[int], files: Folder) -> None:
    assert Process(*RUN, "--out", "out.txt", closed=closed).ended() == (2, "", "")
    assert files.read("suite.txt") == "case greet\nprompt: Greet Ana.\nexpect contains: Ana\n"
    assert files.read("out.txt") == "evalpin-results 1\ngreet 1 1\n"


@full
@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("argv", "status", "stdout"), [(RUN, 0, REPORT), (UNKNOWN, 2, "")], ids=name_of)
def test_full_stderr(argv: tuple[str, ...], status: int, stdout: str) -> None:
    with Path("/dev/full").open("wb") as stderr:
        assert Process(*argv, stderr=stderr).ended() == (status, stdout, "")


@pytest.mark.usefixtures("files")
def test_errors_go_to_stderr_only() -> None:
    assert Process(*UNKNOWN).ended() == (2, "", TOLD)


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_slow_reader_gets_every_byte(unbuffered: str, folder: Folder) -> None:
    report = large(folder, 22_000).encode()
    assert len(report) > 1_000_000
    process = Process(*RUN, env={"PYTHONUNBUFFERED": unbuffered})
    assert process.stdout is not None
    received = []
    while chunk := os.read(process.stdout.fileno(), 50_000):
        received.append(chunk)
        time.sleep(0.002)
    assert b"".join(received) == report
    assert process.ended() == (0, "", "")


@pytest.mark.usefixtures("files")
def test_version_of_the_process() -> None:
    assert Process("--version").ended()[0] == 0
    assert Process("--version").ended()[1].split() == ["evalpin", __version__]
