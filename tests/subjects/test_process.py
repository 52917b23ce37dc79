"""A process from start to end: all of its output up to a cap, its deadline, and nothing of it left alive."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

import pytest

from evalpin.subjects import _process
from evalpin.subjects._process import Ended, Processes, Start, Stopped
from evalpin.subjects._streams import OVERLAP, Captured
from processes import posix

pytestmark = posix
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="sub-reapers are Linux's")

KIB = 1024


def shell(script: str, folder: Path, timeout: float | None = 20.0, most: int = 64 * KIB) -> Ended:
    """Run a shell script in a folder that marks what belongs to it."""
    environment = {"PATH": os.environ["PATH"], "MARK": str(folder)}
    start = Start(["sh", "-c", script], environment, timeout, most, cwd=str(folder), folder=str(folder))
    return Processes().run(start)


def alive(path: Path) -> list[int]:
    """Return those of the process IDs in a file that live; at least one is there."""
    pids = [int(line) for line in path.read_text().split()]
    assert pids
    return [pid for pid in pids if _state(pid) not in ("", "Z", "X")]


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""


@pytest.mark.parametrize(
    ("script", "code", "out", "err"),
    [
        ("true", 0, b"", b""),
        ("echo out; echo err >&2; exit 7", 7, b"out\n", b"err\n"),
        ("printf 'a\\r\\n\\377'", 0, b"a\r\n\xff", b""),
        ("kill -9 $$", -9, b"", b""),
        ("cat; echo end", 0, b"end\n", b""),
        ("exec >&- 2>&-; sleep 0.1; exit 3", 3, b"", b""),
    ],
)
def test_its_end(script: str, code: int, out: bytes, err: bytes, tmp_path: Path) -> None:
    ended = shell(script, tmp_path)
    assert (ended.exit_code, ended.stdout.data, ended.stderr.data) == (code, out, err)
    assert (ended.timed_out, ended.leftovers, ended.escaped) == (False, 0, 0)


def test_what_cannot_be_started_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Processes().run(Start(["./gone"], {}, None, 1, cwd=str(tmp_path)))


@pytest.mark.parametrize(
    ("script", "leftovers", "escaped"),
    [
        ("sleep 600 & echo $! > pids; echo ok", 1, 0),
        ("(sleep 600 & echo $! > pids; sleep 600 & echo $! >> pids); echo ok", 2, 0),
        ("(trap '' TERM; exec sleep 600) & echo $! > pids; sleep 0.2; echo ok", 1, 0),
        pytest.param("setsid sleep 600 & echo $! > pids; sleep 0.2; echo ok", 0, 1, marks=linux),
        pytest.param(
            "setsid sh -c 'sleep 600 & echo $! > pids; echo $$ >> pids; wait' & sleep 0.2; echo ok",
            0,
            2,
            marks=linux,
        ),
        pytest.param(
            "cd /; setsid env -i sleep 600 & echo $! > $MARK/pids; sleep 0.2; echo ok", 0, 1, marks=linux
        ),
    ],
)
def test_what_it_leaves_alive_is_ended(
    script: str, leftovers: int, escaped: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_process, "GRACE", 0.3)
    begin = time.monotonic()
    ended = shell(script, tmp_path)
    assert (ended.exit_code, ended.stdout.data, ended.timed_out) == (0, b"ok\n", False)
    assert (ended.leftovers, ended.escaped) == (leftovers, escaped)
    assert alive(tmp_path / "pids") == []
    assert time.monotonic() - begin < 5


@linux
def test_two_at_once_do_not_end_what_is_the_others(tmp_path: Path) -> None:
    processes = Processes()
    ended: dict[str, Ended] = {}

    def run(name: str, script: str) -> None:
        folder = tmp_path / name
        folder.mkdir()
        environment = {"PATH": os.environ["PATH"], "MARK": str(folder)}
        start = Start(["sh", "-c", script], environment, 20, KIB, cwd=str(folder), folder=str(folder))
        ended[name] = processes.run(start)

    slow = "setsid sh -c 'sleep 0.8; echo done > file' & sleep 1.2; cat file"
    threads = [
        threading.Thread(target=run, args=("slow", slow)),
        threading.Thread(target=run, args=("quick", "setsid sleep 600 & echo $! > pids; sleep 0.2")),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (ended["slow"].stdout.data, ended["slow"].escaped) == (b"done\n", 0)
    assert (ended["quick"].escaped, alive(tmp_path / "quick" / "pids")) == (1, [])


def test_the_deadline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_process, "GRACE", 0.3)
    script = "echo part; sleep 600 & echo $! > pids; trap 'echo asked' TERM; while :; do sleep 0.02; done"
    ended = shell(script, tmp_path, timeout=0.3)
    assert (ended.exit_code, ended.timed_out) == (None, True)
    assert ended.stdout.data == b"part\nasked\n"  # once, and also what came after TERM
    assert 0.3 <= ended.seconds < 2
    assert alive(tmp_path / "pids") == []


@pytest.mark.parametrize(
    ("size", "kept"), [(0, 0), (999, 999), (1000, 1000), (1000 + OVERLAP, 1000 + OVERLAP), (10**6, 66536)]
)
def test_the_cap(size: int, kept: int, tmp_path: Path) -> None:
    ended = shell(f"head -c {size} /dev/zero; echo later >&2", tmp_path, most=1000)
    assert (len(ended.stdout.data), ended.stdout.size, ended.exit_code) == (kept, size, 0)
    assert ended.stderr.data == b"later\n"


def test_the_end_of_a_stream_is_known_beyond_the_cap() -> None:
    captured = Captured(3)
    for chunk in (b"ab", b"c" * OVERLAP, b"d" * 10_000, b"last"):
        captured.add(chunk)
    assert captured.end == b"d" * 4092 + b"last"
    assert len(captured.data) == 3 + OVERLAP
    short = Captured(3)
    short.add(b"ab")
    assert (short.end, short.data, short.size) == (b"ab", b"ab", 2)


@linux
def test_a_flood_takes_no_memory(tmp_path: Path) -> None:
    program = (
        "import os\n"
        "from evalpin.subjects._process import Processes, Start\n"
        "argv = ['head', '-c', '1000000000', '/dev/zero']\n"
        "ended = Processes().run(Start(argv, dict(os.environ), None, 2**20))\n"
        "print(ended.stdout.size, open('/proc/self/status').read().split('VmHWM:')[1].split()[0])\n"
    )
    (tmp_path / "flood.py").write_text(program)
    environment = dict(os.environ)
    ended = Processes().run(Start([sys.executable, str(tmp_path / "flood.py")], environment, 60, KIB))
    size, most = map(int, ended.stdout.data.split())
    assert size == 10**9
    assert most < 64 * KIB


def test_ending_all_ends_what_runs_and_starts_no_more(tmp_path: Path) -> None:
    processes = Processes()
    start = Start(["sh", "-c", "echo $$ > pids; sleep 600"], dict(os.environ), None, KIB, cwd=str(tmp_path))
    raised: list[BaseException] = []

    def run() -> None:
        try:
            processes.run(start)
        except Stopped as error:
            raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    while not (tmp_path / "pids").exists() or not (tmp_path / "pids").read_text():
        time.sleep(0.01)
    processes.end_all()
    thread.join(10)
    assert len(raised) == 1
    assert alive(tmp_path / "pids") == []
    with pytest.raises(Stopped):
        processes.run(start)
