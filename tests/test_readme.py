"""Every transcript in the README and in the examples is run, and its output is what it says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "examples").glob("*/README.md"))]
TRANSCRIPTS = [
    pytest.param(page, block, id=f"{page.relative_to(ROOT).as_posix()}:{number}")
    for page in PAGES
    for number, block in enumerate(
        re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL), 1
    )
]
SHELL = shutil.which("sh")

END = "--- end of a command ---"


def commands(block: str) -> list[tuple[str, str]]:
    """Return the commands of a transcript, each with the output below it."""
    return [
        (part.partition("\n")[0], part.partition("\n")[2])
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    ]


def script(lines: list[str]) -> str:
    """Return a shell script that runs the lines and keeps `$?` from one to the next."""
    return "".join(f'{line}\nstatus=$?; echo "{END}"; (exit $status)\n' for line in lines)


def run(block: str, folder: Path) -> list[tuple[str, str]]:
    """Run a transcript in a folder; return its commands with the output that they really have."""
    lines = [line for line, _ in commands(block)]
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
    }
    ended = subprocess.run(
        [SHELL or "sh", "-c", script(lines)],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        encoding="utf-8",
    )
    return list(zip(lines, ended.stdout.split(f"{END}\n"), strict=False))


def test_finds_commands_and_what_they_print() -> None:
    assert commands("$ a b\nx\ny\n$ c\n") == [("a b", "x\ny\n"), ("c", "")]


def test_runs_what_it_finds(tmp_path: Path) -> None:
    assert run("$ echo a\n$ false\n$ echo $?\n", tmp_path) == [
        ("echo a", "a\n"),
        ("false", ""),
        ("echo $?", "1\n"),
    ]


@pytest.mark.parametrize(("page", "block"), TRANSCRIPTS)
def test_transcript(page: Path, block: str, tmp_path: Path) -> None:
    folder = tmp_path / "checkout"
    shutil.copytree(ROOT / "examples", folder / "examples")
    assert run(block, folder / page.parent.relative_to(ROOT)) == commands(block)


def test_every_page_with_a_command_has_a_transcript() -> None:
    assert {param.values[0] for param in TRANSCRIPTS} == set(PAGES)
