"""The one folder that a runner sees: its name says nothing, and only we can enter it."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from evalpin import files, hashing
from evalpin.subjects import _trees
from evalpin.subjects._variables import expanded
from evalpin.workspace import Program

_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True)
class View:
    """The folder of one attempt, and the places in it."""

    folder: str

    @property
    def workspace(self) -> str:
        """Return where the fixture is copied to."""
        return f"{self.folder}/workspace"

    def variables(self, *, diff: bool) -> dict[str, str]:
        """Return the variables of the runner, without their prefixes."""
        return {
            "CASE_FILE": f"{self.folder}/task/case.json",
            "WORKSPACE": self.workspace,
            "OUTPUT_FILE": f"{self.folder}/output.txt",
            "TASK_FILE": f"{self.folder}/task/task.txt",
            "DIFF_FILE": f"{self.folder}/task/input.diff" if diff else "",
            "ARTIFACTS": f"{self.folder}/artifacts.json",
        }


def place() -> str:
    """Return where views are made: the system's folder for what is temporary."""
    return os.path.realpath(tempfile.gettempdir())


def view_of(place: str, *parts: str) -> View:
    """Return the view of an attempt; its name is made of the parts and says nothing of them."""
    name = hashing.of_json(list(parts)).removeprefix("sha256:")[:16]
    return View(f"{place}/evalpin-{name}")


def make_private(folder: str) -> None:
    """Make a folder that only we can enter; one that an attempt left when it was cut off is replaced."""
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:
        status = os.lstat(folder)
        if not stat.S_ISDIR(status.st_mode) or (hasattr(os, "getuid") and status.st_uid != os.getuid()):
            raise
        _trees.remove(folder)
        os.mkdir(folder, 0o700)


def remove(view: View) -> None:
    """Remove a view with all that is in it; one that holds only what we put there goes at once."""
    folder, task = view.folder, f"{view.folder}/task"
    with suppress(OSError):
        if stat.S_ISDIR(os.lstat(folder).st_mode) and stat.S_ISDIR(os.lstat(task).st_mode):  # no links
            for name in os.listdir(task):
                os.unlink(f"{task}/{name}")
            for inner in (task, f"{folder}/home", folder):
                os.rmdir(inner)
            return
    _trees.remove(folder)


def identity(view: View) -> tuple[int, int]:
    """Return what tells the view's folder from any other that might stand there later."""
    status = os.lstat(view.folder)
    return status.st_dev, status.st_ino


def is_as_made(view: View, made: tuple[int, int]) -> bool:
    """Say whether the view is still the folder that was made; a workspace that is now a link is removed.

    A runner may put links in their places: nothing outside must be read, moved or removed by them.
    """
    try:
        if identity(view) != made:
            if os.path.islink(view.folder):
                os.unlink(view.folder)
            return False
        if os.path.islink(view.workspace):
            os.unlink(view.workspace)
    except OSError:
        return False
    return True


def read_regular(path: str, most: int) -> tuple[bytes, int]:
    """Return the beginning of a file that a runner left, and its size; raise `OSError` for what is none."""
    with open(os.open(path, _READ), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError("not a regular file")
        return file.read(most), status.st_size


def words(program: Program, variables: Mapping[str, str]) -> list[str]:
    """Return what to start; a shell's command gets its variables by environment only."""
    if program.shell:
        return ["/bin/sh", "-c", program.command]
    return [expanded(word, variables) for word in program.argv]


def environment(
    folder: str, cwd: str, allowed: Mapping[str, str], variables: Mapping[str, str]
) -> dict[str, str]:
    """Return the whole environment of what runs in a view: nothing else of ours is inherited."""
    own = {"PWD": cwd, "HOME": f"{folder}/home", "TMPDIR": f"{folder}/home"}
    if os.name == "nt":  # no program starts there without it
        own |= {"SYSTEMROOT": os.environ.get("SYSTEMROOT", ""), "TEMP": own["TMPDIR"]}
    return {**own, **allowed, **variables}


def reason(error: Exception) -> str:
    """Return why something failed, without naming a folder of today."""
    return files.reason(error) if isinstance(error, (OSError, ValueError)) else str(error)
