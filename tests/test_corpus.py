"""The corpus: every small file beside the whole text that the command line answers it with."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import ROOT, Evalpin

CORPUS = ROOT / "tests" / "corpus"


def files(which: str) -> list[str]:
    return sorted(str(path.relative_to(CORPUS)) for path in CORPUS.glob(f"*/{which}/*.txt"))


def command(room: str, name: str, out: Path) -> list[str]:
    """Return the command line that reads a file of a room; the files above it are what it is read with."""
    return {
        "suites": ["run", name, "--replies", "../replies.txt", "--out", str(out)],
        "replies": ["run", "../suite.txt", "--replies", name, "-k", "3", "--out", str(out)],
        "results": ["diff", "../old.txt", name],
    }[room]


def expected_of(path: Path) -> str:
    return path.with_suffix(".expected").read_bytes().decode("utf-8")


@pytest.mark.parametrize("file", files("invalid"))
def test_invalid(file: str, evalpin: Evalpin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = CORPUS / file
    monkeypatch.chdir(path.parent)
    before = sorted(path.parent.iterdir())
    ended = evalpin(*command(path.parts[-3], path.name, tmp_path / "out.txt"))
    assert ended == (2, "", expected_of(path))
    assert list(tmp_path.iterdir()) == []
    assert sorted(path.parent.iterdir()) == before


@pytest.mark.parametrize("file", files("valid"))
def test_valid(file: str, evalpin: Evalpin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = CORPUS / file
    monkeypatch.chdir(path.parent)
    expected = expected_of(path)
    fails = ("\n\n" in expected) if path.parts[-3] != "results" else (", 0 worse," not in expected)
    assert evalpin(*command(path.parts[-3], path.name, tmp_path / "out.txt")) == (int(fails), expected, "")


@pytest.mark.parametrize("room", ["suites", "replies", "results"])
@pytest.mark.parametrize("which", ["valid", "invalid"])
def test_each_file_has_its_expected_text(room: str, which: str) -> None:
    names = {path.name for path in (CORPUS / room / which).iterdir()}
    inputs = {name.removesuffix(".txt") for name in names if name.endswith(".txt")}
    assert len(inputs) >= 10
    assert names == {f"{name}{end}" for name in inputs for end in (".txt", ".expected")}
