"""Imports point down, pure stays pure, nothing comes from elsewhere; and the checker itself is tested."""

from __future__ import annotations

import pytest

from layers import TABLE, faults
from support import ROOT


def read_sources() -> dict[str, str]:
    """Return every module under `src/evalpin` by its dotted name."""
    source = ROOT / "src"
    sources = {}
    for path in sorted((source / "evalpin").rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        sources[name] = path.read_text(encoding="utf-8")
    return sources


SOURCES = read_sources()


def test_nothing_breaks_the_table() -> None:
    assert faults(SOURCES) == []


def test_all_up_to_reports_is_pure_and_nothing_above() -> None:
    assert {name for name, place in TABLE.items() if place.pure != (place.layer < 6)} == set()


PLANTED = [
    (
        "higher",
        "evalpin.model",
        "import evalpin.runner",
        ["1: imports evalpin.runner: layer 4 is not below 1.5"],
    ),
    (
        "higher from root",
        "evalpin.model",
        "from evalpin import runner",
        ["1: imports evalpin.runner: layer 4 is not below 1.5"],
    ),
    (
        "name of a higher one",
        "evalpin.compare",
        "from evalpin.report import render_run",
        ["1: imports evalpin.report: layer 5 is not below 4"],
    ),
    (
        "inside a function",
        "evalpin.checks.text",
        "def f() -> None:\n    if f:\n        from evalpin import runner",
        ["3: imports evalpin.runner: layer 4 is not below 2.1"],
    ),
    (
        "for types only",
        "evalpin.results",
        "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from evalpin.runner import Subject",
        ["3: imports evalpin.runner: layer 4 is not below 3"],
    ),
    (
        "two of one line",
        "evalpin.source",
        "from evalpin import errors, replies, __version__, suites",
        [
            "1: imports evalpin.replies: layer 3 is not below 1.1",
            "1: imports evalpin.suites: layer 3.1 is not below 1.1",
        ],
    ),
    (
        "same layer",
        "evalpin.suites.text",
        "from evalpin import replies",
        ["1: imports evalpin.replies: layer 3 is not below 3"],
    ),
    (
        "itself",
        "evalpin.suites",
        "import evalpin.suites",
        ["1: imports evalpin.suites: layer 3.1 is not below 3.1"],
    ),
    (
        "sister",
        "evalpin.checks.data",
        "from evalpin.checks import text",
        ["1: imports evalpin.checks.text, its sister"],
    ),
    (
        "name of a sister",
        "evalpin.commands.run",
        "from evalpin.commands.diff import SHOW",
        ["1: imports evalpin.commands.diff, its sister"],
    ),
    (
        "helper that knows its room",
        "evalpin.commands._arguments",
        "import evalpin.commands.run",
        ["1: imports evalpin.commands.run, its sister"],
    ),
    (
        "piece that knows the table",
        "evalpin.checks.text",
        "from evalpin.checks import KINDS",
        ["1: imports evalpin.checks: layer 2.2 is not below 2.1"],
    ),
    ("relative", "evalpin.cli", "from . import console", ["1: relative import"]),
    ("relative by name", "evalpin.checks.text", "from ..errors import BadValue", ["1: relative import"]),
    ("root whole", "evalpin.cli", "import evalpin", ["1: imports all from evalpin, which is for users"]),
    (
        "root's names",
        "evalpin.cli",
        "from evalpin import __version__, judge",
        ["1: imports judge from evalpin, which is for users"],
    ),
    (
        "unknown of ours",
        "evalpin.cli",
        "import evalpin.stats",
        ["1: imports evalpin.stats, which stands in no row of the table"],
    ),
    ("pure with os", "evalpin.model", "import os", ["1: pure, but imports os"]),
    ("pure with os.path", "evalpin.model", "import os.path as p", ["1: pure, but imports os"]),
    ("pure with a part", "evalpin.report", "from urllib.parse import quote", ["1: pure, but imports urllib"]),
    (
        "pure with two",
        "evalpin.results",
        "import re, sys\nimport json, time",
        ["1: pure, but imports sys", "2: pure, but imports time"],
    ),
    ("pure that prints", "evalpin.report", "x = 1\nprint(x)", ["2: pure, but uses print"]),
    ("pure that opens", "evalpin.source", "def f():\n    return open('x')", ["2: pure, but uses open"]),
    ("pure that asks", "evalpin.runner", "ask = input", ["1: pure, but uses input"]),
    (
        "foreign",
        "evalpin.files",
        "import requests",
        ["1: imports requests, which is not in the standard library"],
    ),
    (
        "part of foreign",
        "evalpin.files",
        "def f():\n    from yaml.nodes import Node",
        ["2: imports yaml, which is not in the standard library"],
    ),
    ("socket", "evalpin.files", "from socket import socket", ["1: imports socket, which nobody may"]),
    ("hidden", "evalpin.cli", "m = __import__('evalpin.runner')", ["1: __import__ hides what is imported"]),
    (
        "by name",
        "evalpin.commands.diff",
        "from importlib import import_module",
        ["1: imports importlib, which only tables that choose by name may"],
    ),
    (
        "by name, whole",
        "evalpin.suites",
        "import importlib.util",
        ["1: imports importlib, which only tables that choose by name may"],
    ),
]


@pytest.mark.parametrize(
    ("module", "text", "expected"), [row[1:] for row in PLANTED], ids=[row[0] for row in PLANTED]
)
def test_planted_fault_is_found(module: str, text: str, expected: list[str]) -> None:
    assert faults({**SOURCES, module: text}) == [f"{module}:{line}" for line in expected]


NEAR_MISSES = [
    ("lower", "evalpin.runner", "from evalpin import checks, model\nimport evalpin.errors"),
    ("lower within a layer", "evalpin.jsonpath", "from evalpin import jsontext"),
    ("helper of the room", "evalpin.checks.data", "from evalpin.checks._common import reply"),
    ("table that knows its pieces", "evalpin.checks", "from evalpin.checks import text"),
    ("version", "evalpin.errors", "from evalpin import __version__"),
    ("table by name", "evalpin.checks", "from importlib import import_module"),
    ("world in the world", "evalpin.files", "import os, sys, time\nprint(open(input()))"),
    ("method called open", "evalpin.suites", "class A:\n    def open(self): self.open(); self.print()"),
    ("only words", "evalpin.model", '"""import os"""\n# import os\nx = "from evalpin import runner"'),
]


@pytest.mark.parametrize(
    ("module", "text"), [row[1:] for row in NEAR_MISSES], ids=[row[0] for row in NEAR_MISSES]
)
def test_near_miss_is_no_fault(module: str, text: str) -> None:
    assert faults({**SOURCES, module: text}) == []


def test_module_without_a_row() -> None:
    assert faults({**SOURCES, "evalpin.stats": "import requests"}) == [
        "evalpin.stats: stands in no row of the table"
    ]


def test_row_without_a_module() -> None:
    sources = {name: text for name, text in SOURCES.items() if name != "evalpin.replies"}
    assert faults(sources) == ["evalpin.replies: stands in the table, but is no module"]
