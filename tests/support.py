"""What tests share: how a command ended, and a folder of files to run it in."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, Protocol

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
