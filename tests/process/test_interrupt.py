"""Ctrl-C: one line, exit code 130, no traceback, and no half-written file, wherever it comes."""

from __future__ import annotations

import os
import time

import pytest

from processes import RESULTS, RUN, TIMEOUT, Process, posix, small
from support import Folder

pytestmark = [pytest.mark.process, posix]

ENDED = (130, "", "evalpin: interrupted\n")


def wait_for_reader(fifo: str, process: Process) -> int:
    """Open a FIFO for writing as soon as the process reads it; return the descriptor."""
    until = time.monotonic() + TIMEOUT
    while time.monotonic() < until and process.poll() is None:
        try:
            return os.open(fifo, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:  # nobody reads it yet
            time.sleep(0.005)
    process.kill()
    raise AssertionError(process.ended())


@pytest.mark.parametrize("name", ["suite.txt", "replies.txt", "base.txt"])
def test_while_it_reads(name: str, folder: Folder) -> None:
    small(folder)
    folder.write(base=RESULTS, out="old\n")
    (folder.path / name).unlink()
    os.mkfifo(name)
    process = Process(*RUN, "--baseline", "base.txt", "--out", "out.txt")
    descriptor = wait_for_reader(name, process)
    process.interrupt()
    assert process.ended() == ENDED
    os.close(descriptor)
    assert folder.read("out.txt") == "old\n"
    assert folder.names() == ["base.txt", "out.txt", "replies.txt", "suite.txt"]


def test_while_it_waits_for_a_reader_of_out(folder: Folder) -> None:
    small(folder)
    os.mkfifo("out")
    os.mkfifo("base")
    process = Process(*RUN, "--baseline", "base", "--out", "out")
    descriptor = wait_for_reader("base", process)
    os.write(descriptor, RESULTS.encode())
    os.close(descriptor)
    time.sleep(0.3)  # past the run, into the opening of a FIFO that nobody reads; before it is as good
    process.interrupt()
    assert process.ended() == ENDED
    assert folder.names() == ["base", "out", "replies.txt", "suite.txt"]


AT = """
import os, signal, sys
from evalpin import files
from evalpin.cli import main

call, when = sys.argv[1:3]
real = getattr(os, call)

def interrupted(first, *rest):
    mine = call != "open" or ".evalpin-" in str(first)
    if mine and when == "before":
        signal.raise_signal(signal.SIGINT)
    if mine and when == "within":
        rest = (bytes(rest[0])[:5],)
    result = real(first, *rest)
    if mine:
        signal.raise_signal(signal.SIGINT)
    return result

setattr(os, call, interrupted)
sys.exit(main(sys.argv[3:]))
"""

STEPS = [
    ("open", "before", "old\n"),
    ("open", "after", "old\n"),
    ("write", "before", "old\n"),
    ("write", "within", "old\n"),
    ("write", "after", "old\n"),
    ("fchmod", "after", "old\n"),
    ("fsync", "before", "old\n"),
    ("fsync", "after", "old\n"),
    ("close", "after", "old\n"),
    ("replace", "before", "old\n"),
    ("replace", "after", RESULTS),
]


@pytest.mark.parametrize(("call", "when", "content"), STEPS)
def test_while_it_writes_out(call: str, when: str, content: str, folder: Folder) -> None:
    small(folder)
    folder.write(out="old\n")
    process = Process(call, when, *RUN, "--out", "out.txt", program=AT)
    assert process.ended() == ENDED
    assert folder.read("out.txt") == content
    assert folder.names() == ["out.txt", "replies.txt", "suite.txt"]


@pytest.mark.parametrize(("call", "when", "content"), STEPS)
def test_while_it_writes_a_new_out(call: str, when: str, content: str, folder: Folder) -> None:
    small(folder)
    process = Process(call, when, *RUN, "--out", "out.txt", program=AT)
    if call == "fchmod":  # a new file keeps no mode
        assert process.ended()[0] == 0
    else:
        assert process.ended() == ENDED
        left = ["out.txt"] if content == RESULTS else []
        assert folder.names() == [*left, "replies.txt", "suite.txt"]


def test_while_it_prints_to_a_reader_that_stopped(folder: Folder) -> None:
    names = [f"c{number}" for number in range(20_000)]
    folder.write(
        suite="".join([f"case {name}\nprompt: p\nexpect equals: yes\n" for name in names]),
        replies="".join([f"reply {name}\n| yes\n" for name in names]),
    )
    process = Process(*RUN)
    assert process.stdout is not None
    assert os.read(process.stdout.fileno(), 4) == b"CASE"  # it prints, and the pipe will not take all
    process.interrupt()
    status, _, stderr = process.ended()
    assert (status, stderr) == (130, "evalpin: interrupted\n")
