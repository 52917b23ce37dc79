"""The suites that come with the program: 18 cases of what every agent should do."""

from __future__ import annotations

from importlib import resources

from evalpin.errors import Faults, raise_if_any
from evalpin.model import Case
from evalpin.suites import ron


def baseline() -> list[Case]:
    """Return the cases of the shipped suite, in the order of files and in theirs."""
    opened: dict[str, str] = {}
    read = [(text, Faults(name)) for name, text in baseline_files()]
    cases = [case for text, faults in read for case in ron.parse(text, faults, opened)]
    raise_if_any(faults for _, faults in read)
    return cases


def baseline_files() -> list[tuple[str, str]]:
    """Return name and text of each file of the shipped suite, by name: a template for one's own."""
    folder = resources.files("evalpin") / "baseline"
    found = [entry for entry in folder.iterdir() if entry.name.endswith(".ron")]
    return sorted((entry.name, entry.read_text(encoding="utf-8")) for entry in found)
