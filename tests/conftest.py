"""What every test may ask for: the command in process, and a folder to run it in."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, Protocol

import pytest

from evalpin.cli import main

ROOT = Path(__file__).resolve().parent.parent
"""The checkout."""


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    stdout: str
    stderr: str


class Evalpin(Protocol):
    """`evalpin("run", "suite.txt")` runs the command line in process."""

    def __call__(self, *argv: str) -> Ended: ...


class Folder:
    """A new, empty folder that is also the working folder; files are written by relative name."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, **files: str | bytes) -> None:
        """Write files: `suite="..."` becomes `suite.txt`, LF as it is, text as UTF-8."""
        for name, content in files.items():
            data = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
            (self.path / f"{name}.txt").write_bytes(data)

    def read(self, name: str) -> str:
        """Return a file's text, line ends as they are."""
        return (self.path / name).read_bytes().decode("utf-8")

    def names(self) -> list[str]:
        """Return the names of all files in it, sorted."""
        return sorted(entry.name for entry in self.path.iterdir())


@pytest.fixture
def evalpin(capfdbinary: pytest.CaptureFixture[bytes]) -> Evalpin:
    """Run the command line in process: `(status, stdout, stderr)`, output as UTF-8 text."""

    def run(*argv: str) -> Ended:
        capfdbinary.readouterr()
        status = main(list(argv))
        captured = capfdbinary.readouterr()
        return Ended(status, captured.out.decode("utf-8"), captured.err.decode("utf-8"))

    return run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """Return a new folder, which is the working folder of the test."""
    monkeypatch.chdir(tmp_path)
    return Folder(tmp_path)
