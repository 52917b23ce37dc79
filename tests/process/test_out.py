"""`--out` on a real disk: devices, pipes, our own output, modes, links, folders that refuse."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from processes import REPORT, RESULTS, RUN, TIMEOUT, Process, full, large, posix, small
from support import Folder

pytestmark = [pytest.mark.process, posix]

OUT = (*RUN, "--out", "out.txt")
PASSED = (0, REPORT, "")


@pytest.fixture
def files(folder: Folder) -> Folder:
    """Return a folder with a suite that passes and its replies."""
    small(folder)
    return folder


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@full
@pytest.mark.usefixtures("files")
def test_full_device_gives_no_report() -> None:
    ended = Process(*RUN, "--out", "/dev/full").ended()
    assert ended == (2, "", "evalpin: /dev/full: cannot write: no space left on the device\n")


def test_null_device_stays_one(files: Folder) -> None:
    assert Process(*RUN, "--out", os.devnull).ended() == PASSED
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)
    assert files.names() == ["replies.txt", "suite.txt"]


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("path", ["/dev/stdout", "/dev/fd/1"])
def test_own_stdout_that_is_a_pipe(path: str) -> None:
    assert Process(*RUN, "--out", path).ended() == (0, RESULTS + REPORT, "")


@pytest.mark.usefixtures("files")
def test_own_stderr_that_is_a_pipe() -> None:
    assert Process(*RUN, "--out", "/dev/stderr").ended() == (0, REPORT, RESULTS)


@pytest.mark.parametrize("path", ["/dev/stdout", "/dev/fd/1", "all.txt", "./all.txt", "link.txt"])
@pytest.mark.parametrize(("how", "before"), [("wb", ""), ("ab", "what was there\n")])
def test_own_stdout_that_is_a_file(path: str, how: str, before: str, files: Folder) -> None:
    files.write(all="what was there\n")
    (files.path / "link.txt").symlink_to("all.txt")
    with (files.path / "all.txt").open(how) as stdout:
        assert Process(*RUN, "--out", path, stdout=stdout).ended() == (0, "", "")
    assert files.read("all.txt") == before + RESULTS + REPORT
    assert files.names() == ["all.txt", "link.txt", "replies.txt", "suite.txt"]


def test_own_stdout_that_is_a_pipe_of_much(folder: Folder) -> None:
    report = large(folder, 5000)
    status, stdout, stderr = Process(*RUN, "--out", "/dev/stdout").ended()
    rows = "".join([f"case-with-a-long-name-{number:06} 1 1\n" for number in range(5000)])
    assert (status, stderr) == (0, "")
    assert stdout == f"evalpin-results 1\n{rows}{report}"


def test_fifo_with_a_reader(files: Folder) -> None:
    os.mkfifo("out.txt")
    with subprocess.Popen(["cat", "out.txt"], stdout=subprocess.PIPE) as reader:
        assert Process(*OUT).ended() == PASSED
        received, _ = reader.communicate(timeout=TIMEOUT)
    assert received.decode() == RESULTS
    assert (files.path / "out.txt").is_fifo()


@pytest.mark.parametrize("kept", [0o640, 0o600, 0o664, 0o755, 0o444])
def test_mode_of_an_existing_file_is_kept(kept: int, files: Folder) -> None:
    files.write(out="old\n")
    (files.path / "out.txt").chmod(kept)
    assert Process(*OUT, umask=0o077).ended() == PASSED
    assert mode(files.path / "out.txt") == kept
    assert files.read("out.txt") == RESULTS


@pytest.mark.parametrize(("umask", "expected"), [(0o027, 0o640), (0o022, 0o644), (0o077, 0o600), (0, 0o666)])
def test_new_file_follows_the_umask(umask: int, expected: int, files: Folder) -> None:
    assert Process(*OUT, umask=umask).ended() == PASSED
    assert mode(files.path / "out.txt") == expected
    assert files.names() == ["out.txt", "replies.txt", "suite.txt"]


@pytest.mark.parametrize("old", [None, "old\n"])
@pytest.mark.parametrize("absolute", [False, True])
def test_target_of_a_link_is_written(old: str | None, absolute: bool, files: Folder) -> None:
    target = files.path / "sub" / "target.txt"
    target.parent.mkdir()
    if old is not None:
        target.write_text(old)
    link = files.path / "out.txt"
    link.symlink_to(target if absolute else "sub/target.txt")
    assert Process(*OUT).ended() == PASSED
    assert link.readlink() == (target if absolute else Path("sub/target.txt"))
    assert not target.is_symlink()
    assert target.read_text() == RESULTS
    assert [path.name for path in target.parent.iterdir()] == ["target.txt"]
    assert files.names() == ["out.txt", "replies.txt", "sub", "suite.txt"]


def test_link_of_a_link(files: Folder) -> None:
    (files.path / "out.txt").symlink_to("middle.txt")
    (files.path / "middle.txt").symlink_to("end.txt")
    assert Process(*OUT).ended() == PASSED
    assert files.names() == ["end.txt", "middle.txt", "out.txt", "replies.txt", "suite.txt"]
    assert (files.path / "middle.txt").readlink() == Path("end.txt")
    assert files.read("end.txt") == RESULTS


def test_link_into_no_folder(files: Folder) -> None:
    (files.path / "out.txt").symlink_to("no/target.txt")
    assert Process(*OUT).ended() == (2, "", "evalpin: out.txt: cannot write: no such folder\n")
    assert (files.path / "out.txt").is_symlink()


def test_other_names_of_a_file_keep_the_old_one(files: Folder) -> None:
    files.write(other="old\n")
    (files.path / "out.txt").hardlink_to("other.txt")
    assert Process(*OUT).ended() == PASSED
    assert (files.read("out.txt"), files.read("other.txt")) == (RESULTS, "old\n")


LIMITED = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))
from evalpin.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("old", [None, "old\n"])
def test_disk_that_takes_only_a_part(old: str | None, files: Folder) -> None:
    if old is not None:
        files.write(out=old)
    ended = Process(*OUT, program=LIMITED, env={"PYTHONDONTWRITEBYTECODE": "1"}).ended()
    assert ended == (2, "", "evalpin: out.txt: cannot write: file too large\n")
    assert files.names() == (["out.txt"] if old is not None else []) + ["replies.txt", "suite.txt"]
    assert old is None or files.read("out.txt") == old


NOBODY = """
import os, sys
from evalpin.checks import text
from evalpin.cli import main
from evalpin.commands import run
if os.geteuid() == 0:  # whom no mode binds
    os.seteuid(65534)
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def open_to_all(monkeypatch: pytest.MonkeyPatch) -> Iterator[Folder]:
    """Return a folder, the working one, that another user can reach, with a suite and its replies."""
    path = Path(tempfile.mkdtemp(prefix="evalpin-test-"))
    try:
        path.chmod(0o755)
        monkeypatch.chdir(path)
        folder = Folder(path)
        small(folder)
        yield folder
    finally:
        path.chmod(0o755)
        shutil.rmtree(path)


@pytest.mark.parametrize("old", [None, "old\n"])
def test_folder_that_refuses(old: str | None, open_to_all: Folder) -> None:
    if old is not None:
        open_to_all.write(out=old)
        (open_to_all.path / "out.txt").chmod(0o666)
    open_to_all.path.chmod(0o555)
    ended = Process(*OUT, program=NOBODY).ended()
    assert ended == (2, "", "evalpin: out.txt: cannot write: permission denied\n")
    assert open_to_all.names() == (["out.txt"] if old is not None else []) + ["replies.txt", "suite.txt"]
    assert old is None or open_to_all.read("out.txt") == old


def test_input_that_refuses(open_to_all: Folder) -> None:
    (open_to_all.path / "suite.txt").chmod(0)
    ended = Process(*OUT, program=NOBODY).ended()
    assert ended == (2, "", "evalpin: suite.txt: cannot read: permission denied\n")


def test_folder_that_allows(open_to_all: Folder) -> None:
    open_to_all.path.chmod(0o777)
    assert Process(*OUT, program=NOBODY).ended() == PASSED
    assert open_to_all.read("out.txt") == RESULTS
