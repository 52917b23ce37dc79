"""Whole command lines, a folder each: arguments, files before, all that is printed, files after."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from evalpin.cli import main

GOLDEN = Path(__file__).resolve().parent / "golden"
SCENARIOS = sorted(path for path in GOLDEN.iterdir() if path.is_dir())
PARTS = {"argv", "in", "out", "status", "stderr", "stdout"}


def files_of(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder, which need not be there, by its relative name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def arguments(scenario: Path) -> list[str]:
    """Return the arguments, one a line; an empty line is an empty one."""
    return (scenario / "argv").read_text(encoding="utf-8").split("\n")[:-1]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda path: path.name)
def test_golden(
    scenario: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    before = files_of(scenario / "in")
    shutil.copytree(scenario / "in", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    status = main(arguments(scenario))
    stdout, stderr = capfdbinary.readouterr()
    assert (f"{status}\n".encode(), stdout, stderr) == (
        (scenario / "status").read_bytes(),
        (scenario / "stdout").read_bytes(),
        (scenario / "stderr").read_bytes(),
    )
    assert files_of(tmp_path) == {**before, **files_of(scenario / "out")}


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda path: path.name)
def test_golden_folder_is_complete(scenario: Path) -> None:
    names = {path.name for path in scenario.iterdir()}
    assert names - PARTS == set()
    assert PARTS - names <= {"out"}
    before, after = files_of(scenario / "in"), files_of(scenario / "out")
    assert before
    assert {name for name, data in after.items() if before.get(name) == data} == set()
