"""What every test may ask for: the command in process, and a folder to run it in."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalpin.cli import main
from support import Ended, Evalpin, Folder


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
