"""The door to the disk: reasons in one phrase, and a write that is whole or never was."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from evalpin.errors import EvalpinError, Faults
from evalpin.files import read_bytes, same_file, write_text
from support import Evalpin, Folder

posix = pytest.mark.skipif(os.name == "nt", reason="modes, links and pipes of POSIX")


def test_reads_bytes_as_they_are(folder: Folder) -> None:
    data = bytes(range(256)) + b"\r\n\x1a\xef\xbb\xbf"
    folder.write(a=data)
    faults = Faults("a.txt")
    assert read_bytes("a.txt", faults) == data
    assert faults.told() == []


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("missing.txt", "missing.txt: cannot read: no such file"),
        (".", ".: cannot read: is a directory"),
        ("a.txt/b", "a.txt/b: cannot read: a part of the path is no directory"),
        ("x" * 300, f"{'x' * 300}: cannot read: the name is too long"),
        ("a\0b", "a\0b: cannot read: not a path"),
    ],
)
@posix
def test_cannot_read(path: str, told: str, folder: Folder) -> None:
    folder.write(a="")
    faults = Faults(path)
    assert read_bytes(path, faults) == b""
    assert faults.told() == [told]
    assert faults.blind


@posix
def test_a_loop_of_links(folder: Folder) -> None:
    (folder.path / "loop").symlink_to("loop")
    faults = Faults("loop")
    read_bytes("loop", faults)
    assert faults.told() == ["loop: cannot read: too many levels of symbolic links"]


@pytest.mark.parametrize("text", ["", "a\n", "a\r\nb\rc\n", "é\U0001f600\n", "x" * 3_000_000])
@pytest.mark.parametrize("old", [None, "", "something longer than the new text\n" * 10])
def test_writes(text: str, old: str | None, folder: Folder) -> None:
    if old is not None:
        folder.write(out=old)
    write_text("out.txt", text)
    assert folder.read("out.txt") == text
    assert folder.names() == ["out.txt"]


@posix
def test_cannot_write(folder: Folder) -> None:
    folder.write(a="old")
    (folder.path / "sub").mkdir()
    messages: list[str] = []
    for path in ("none/out.txt", "sub", "a.txt/out.txt", "x" * 300, "a\0b"):
        with pytest.raises(EvalpinError) as raised:
            write_text(path, "new")
        messages += raised.value.lines
    assert messages == [
        "none/out.txt: cannot write: no such folder",
        "sub: cannot write: is a directory",
        "a.txt/out.txt: cannot write: a part of the path is no directory",
        f"{'x' * 300}: cannot write: the name is too long",
        "a\0b: cannot write: not a path",
    ]
    assert folder.names() == ["a.txt", "sub"]
    assert folder.read("a.txt") == "old"
    assert list((folder.path / "sub").iterdir()) == []


def device(name: str, folder: Folder) -> str:
    """Return a device that a faulty write cannot harm: who may replace those of /dev gets one of his own."""
    original = Path("/dev", name)
    if not original.exists():
        pytest.skip(f"no {original}")
    if not os.access("/dev", os.W_OK):
        return str(original)
    own = folder.path / name
    try:
        os.mknod(own, stat.S_IFCHR | 0o666, original.stat().st_rdev)
        own.open("wb").close()
    except OSError:
        pytest.skip(f"no device can be made here, and {original} could be replaced")
    return str(own)


@posix
def test_full_device(folder: Folder) -> None:
    full = device("full", folder)
    with pytest.raises(EvalpinError) as raised:
        write_text(full, "new")
    assert raised.value.lines == (f"{full}: cannot write: no space left on the device",)
    assert stat.S_ISCHR(Path(full).stat().st_mode)


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o664, 0o777, 0o444])
def test_mode_of_an_old_file_is_kept(mode: int, folder: Folder) -> None:
    folder.write(out="old")
    (folder.path / "out.txt").chmod(mode)
    write_text("out.txt", "new")
    assert stat.S_IMODE((folder.path / "out.txt").stat().st_mode) == mode
    assert folder.read("out.txt") == "new"


@posix
@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664), (0, 0o666)])
def test_mode_of_a_new_file_follows_the_umask(umask: int, mode: int, folder: Folder) -> None:
    before = os.umask(umask)
    try:
        write_text("out.txt", "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((folder.path / "out.txt").stat().st_mode) == mode


@posix
@pytest.mark.parametrize("old", [None, "old"])
def test_target_of_a_link_is_replaced_and_not_the_link(old: str | None, folder: Folder) -> None:
    (folder.path / "sub").mkdir()
    target = folder.path / "sub" / "real.txt"
    if old is not None:
        target.write_text(old, encoding="utf-8")
    (folder.path / "link2").symlink_to("sub/real.txt")
    (folder.path / "link").symlink_to("link2")
    write_text("link", "new")
    assert target.read_bytes() == b"new"
    assert (folder.path / "link").is_symlink()
    assert (folder.path / "link").readlink() == Path("link2")
    assert folder.names() == ["link", "link2", "sub"]
    assert [entry.name for entry in (folder.path / "sub").iterdir()] == ["real.txt"]


@posix
def test_an_old_file_is_replaced_and_never_cut(folder: Folder) -> None:
    folder.write(out="old")
    with (folder.path / "out.txt").open("rb") as reader:
        write_text("out.txt", "new")
        assert reader.read() == b"old"
    assert folder.read("out.txt") == "new"


@posix
def test_a_pipe_is_written_and_stays_one(folder: Folder) -> None:
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_text("pipe", "new")
        assert os.read(reader, 100) == b"new"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO((folder.path / "pipe").stat().st_mode)
    assert folder.names() == ["pipe"]


@posix
def test_a_device_is_written_and_stays_one(folder: Folder) -> None:
    null = device("null", folder)
    write_text(null, "new")
    assert stat.S_ISCHR(Path(null).stat().st_mode)


@posix
@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("a.txt", "a.txt", True),
        ("a.txt", "./a.txt", True),
        ("a.txt", "sub/../a.txt", True),
        ("a.txt", "link", True),
        ("a.txt", "hard", True),
        ("none", "./none", True),
        ("none", "dangling", True),
        ("a.txt", "b.txt", False),
        ("a.txt", "none", False),
        ("none", "nothing", False),
        ("a.txt", "a\0", False),
    ],
)
def test_same_file(a: str, b: str, same: bool, folder: Folder) -> None:
    folder.write(a="x", b="x")
    (folder.path / "sub").mkdir()
    (folder.path / "link").symlink_to("a.txt")
    (folder.path / "dangling").symlink_to("none")
    os.link("a.txt", "hard")
    assert same_file(a, b) == same
    assert same_file(b, a) == same


SUITE = "case a\nprompt: p\nexpect equals: x\n"
REPLIES = "reply a\n| x\n"


@posix
@pytest.mark.parametrize(
    ("out", "message"),
    [
        ("suite.txt", "--out suite.txt: names the suite itself (expected a file of its own)"),
        ("./suite.txt", "--out ./suite.txt: names the suite itself (expected a file of its own)"),
        ("replies.txt", "--out replies.txt: names the replies itself (expected a file of its own)"),
        ("link", "--out link: names the replies itself (expected a file of its own)"),
        ("none/out", "none/out: cannot write: no such folder"),
        (".", ".: cannot write: is a directory"),
    ],
)
def test_out_that_cannot_be(out: str, message: str, evalpin: Evalpin, folder: Folder) -> None:
    folder.write(suite=SUITE, replies=REPLIES)
    (folder.path / "link").symlink_to("replies.txt")
    ended = evalpin("run", "suite.txt", "--replies", "replies.txt", "--out", out)
    assert ended == (2, "", f"evalpin: {message}\n")
    assert (folder.read("suite.txt"), folder.read("replies.txt")) == (SUITE, REPLIES)
    assert folder.names() == ["link", "replies.txt", "suite.txt"]


def test_faults_of_all_files_are_told_in_order(evalpin: Evalpin, folder: Folder) -> None:
    folder.write(suite="case a\nprompt: p\nexpect equals:\n", replies="\nfail b\n")
    ended = evalpin("run", "suite.txt", "--replies", "replies.txt", "--baseline", "no\x1bne")
    assert ended == (
        2,
        "",
        (
            'evalpin: suite.txt:3: "equals" needs a value after the colon\n'
            'evalpin: replies.txt:2: "fail" without a message (expected "fail ID MESSAGE")\n'
            'evalpin: replies.txt: no reply for case "a"\n'
            "evalpin: no\\u001bne: cannot read: no such file\n"
        ),
    )
    assert folder.names() == ["replies.txt", "suite.txt"]


def test_a_baseline_may_be_replaced(evalpin: Evalpin, folder: Folder) -> None:
    folder.write(suite=SUITE, replies=REPLIES, base="evalpin-results 1\nb 0 1\n")
    ended = evalpin(
        "run", "suite.txt", "--replies", "replies.txt", "--baseline", "base.txt", "--out", "base.txt"
    )
    assert ended == (
        0,
        (
            "CASE  PASSED  RATE  ALL  VS\n"
            "a     1/1     100%  yes  new\n"
            "b     -       -     -    gone\n"
            "evalpin: 1 cases x 1 attempts, pass^1 1/1, pass@1 1/1; "
            "vs baseline: 0 better, 0 same, 0 worse, 1 new, 1 gone\n"
        ),
        "",
    )
    assert folder.read("base.txt") == "evalpin-results 1\na 1 1\n"


@pytest.mark.parametrize("name", ["new/", "old.txt/"])
def test_a_file_is_no_folder(name: str, folder: Folder) -> None:
    folder.write(old="old\n")
    with pytest.raises(EvalpinError) as raised:
        write_text(name, "text\n")
    assert raised.value.lines == (f"{name}: cannot write: is a directory",)
    assert folder.names() == ["old.txt"]


@pytest.mark.skipif(not os.path.isdir("/dev/fd"), reason="no descriptors by name here")
def test_a_descriptor_is_written_and_not_its_file(folder: Folder) -> None:
    with open("log.txt", "w+b") as log:
        write_text(f"/dev/fd/{log.fileno()}", "text\n")
        log.write(b"more\n")
    assert folder.read("log.txt") == "text\nmore\n"


def test_a_folder_that_cannot_be_synced_is_no_failure(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = []

    def fsync(descriptor: int) -> None:
        synced.append(descriptor)
        if len(synced) == 2:
            raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(os, "fsync", fsync)
    write_text("new.txt", "text\n")
    assert folder.names() == ["new.txt"]
    assert len(synced) == (1 if os.name == "nt" else 2)


@pytest.mark.skipif(os.name == "nt", reason="no such bits there")
def test_setuid_is_not_kept(folder: Folder) -> None:
    folder.write(old="old\n")
    os.chmod("old.txt", 0o4755)  # noqa: S103 - the danger is what is tested
    write_text("old.txt", "text\n")
    assert os.stat("old.txt").st_mode & 0o7777 == 0o755
