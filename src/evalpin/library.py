"""Which suite a path names: a text suite, a RON file, a folder of RON files, or the shipped baseline."""

from __future__ import annotations

import os

from evalpin import files
from evalpin.errors import EvalpinError, Faults
from evalpin.model import Case, Suite
from evalpin.suites import text

BASELINE = "baseline"
"""The name of the suite that is shipped."""


def open_suite(path: str) -> tuple[Suite, list[Faults]]:
    """Read the suite that a path names; with faults, what could be understood of it."""
    shipped = path == BASELINE
    if shipped and not os.path.exists(path):
        return _ron(path, _shipped())
    if shipped:
        raise EvalpinError(
            f'"{BASELINE}" is a path here and the name of the shipped suite (write ./{BASELINE})'
        )
    if os.path.isdir(path):
        names = ron_files(path)
        if not names:
            raise EvalpinError(f"{path}: no suite in this folder (expected files that end in .ron)")
        return _ron(path, [_text(name) for name in names])
    if path.lower().endswith(".ron"):
        return _ron(path, [_text(path)])
    faults = Faults(path)
    return text.parse(files.read_lines(faults), faults), [faults]


def exists(path: str) -> bool:
    """Say whether a word names anything that a suite could be read from."""
    return path == BASELINE or os.path.lexists(path)


def is_workspaces(path: str) -> bool:
    """Say whether a word names a workspace suite: a folder with a suite.json, or a name in `evals/suites`."""
    folders = (path, os.path.join("evals", "suites", path))
    return any(os.path.isfile(os.path.join(folder, "suite.json")) for folder in folders)


def workspaces() -> list[str]:
    """Return the names of the workspace suites in `evals/suites`."""
    try:
        return sorted(name for name in os.listdir(os.path.join("evals", "suites")) if is_workspaces(name))
    except OSError:
        return []


def ron_files(folder: str) -> list[str]:
    """Return the paths of a folder's RON files, bytewise by name; its subfolders do not count."""
    try:
        listed = os.listdir(folder)
    except OSError as error:
        raise EvalpinError(f"{folder}: cannot read: {files.reason(error)}") from None
    names = [name for name in listed if os.path.splitext(name)[1].lower() == ".ron"]
    paths = [os.path.join(folder, name) for name in sorted(names, key=os.fsencode)]
    return [path for path in paths if not os.path.isdir(path)]


def _text(path: str) -> tuple[str, Faults]:
    faults = Faults(path)
    return "\n".join(files.read_lines(faults)), faults


def _shipped() -> list[tuple[str, Faults]]:
    from evalpin import shipped  # read only when it is asked for

    return [(content, Faults(name)) for name, content in shipped.baseline_files()]


def _ron(path: str, texts: list[tuple[str, Faults]]) -> tuple[Suite, list[Faults]]:
    from evalpin.suites import ron  # the format is chosen by the name of the file

    cases: list[Case] = []
    opened: dict[str, str] = {}
    for content, faults in texts:
        cases += [] if faults.blind else ron.parse(content, faults, opened)  # blind: it could not be read
    if not cases and not any(faults for _, faults in texts):
        texts[0][1].add("suite has no case")
    return Suite(path, tuple(cases)), [faults for _, faults in texts]
