"""What a start loads: our modules of the verb that is asked for, and next to nothing beside argparse."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

from support import Folder

PROGRAM = """
import sys
sys.argv[0] = "evalpin"
from evalpin.__main__ import main
status = main()
sys.stdout.flush()
sys.stderr.write(f"{status} {' '.join(sorted(sys.modules))}")
"""

NEVER = {
    "typing",
    "importlib.metadata",
    "logging",
    "asyncio",
    "subprocess",
    "socket",
    "pathlib",
    "difflib",
    "tempfile",
    "concurrent.futures",
    "threading",
    "random",
    "traceback",
    "locale",
    "shutil",
}

EVERY_VERB = {
    "evalpin",
    "evalpin.__main__",
    "evalpin.cli",
    "evalpin.commands",
    "evalpin.commands._arguments",
    "evalpin.compare",
    "evalpin.console",
    "evalpin.errors",
    "evalpin.files",
    "evalpin.model",
    "evalpin.report",
    "evalpin.results",
    "evalpin.showing",
    "evalpin.source",
}
RUN = EVERY_VERB | {
    "evalpin.checks",
    "evalpin.checks._common",
    "evalpin.checks.text",
    "evalpin.commands.run",
    "evalpin.replies",
    "evalpin.runner",
    "evalpin.library",
    "evalpin.subjects",
    "evalpin.subjects.scripted",
    "evalpin.suites",
    "evalpin.suites.text",
}
RUN_JSON = RUN | {"evalpin.checks._fence", "evalpin.checks.data", "evalpin.jsonpath", "evalpin.jsontext"}
DIFF = EVERY_VERB | {"evalpin.commands.diff"}

OF_PYTHON = {"__future__", "errno", "gc"}
"""What the verbs load beside our modules and what `import argparse, json, dataclasses` does."""


def modules(program: str, *argv: str) -> set[str]:
    """Return what a fresh interpreter has loaded after a program that ends well."""
    ended = subprocess.run(
        [sys.executable, "-c", program, *argv],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=True,
        encoding="utf-8",
    )
    status, *names = ended.stderr.split(" ")
    assert status == "0"
    return set(names)


def loaded_by(imports: str) -> set[str]:
    """Return what an import statement loads, and whatever `site` loads in this environment."""
    return modules(f"import sys; {imports}; sys.stderr.write(f'0 {{\" \".join(sorted(sys.modules))}}')")


@pytest.fixture
def files(folder: Folder) -> Folder:
    """Return a folder with a suite of text checks, one of JSON checks, replies and results."""
    folder.write(
        suite="case a\nprompt: p\nexpect equals: 1\n",
        json="case a\nprompt: p\nexpect equals: 1\nexpect json: $ = 1\n",
        replies="reply a\n| 1\n",
        results="evalpin-results 1\na 1 1\n",
    )
    return folder


VERBS = {
    "run": (RUN, "run suite.txt --replies replies.txt"),
    "run with everything": (
        RUN,
        "run suite.txt --replies replies.txt -k 2 --only a --out out.txt --baseline results.txt",
    ),
    "run of a JSON check": (RUN_JSON, "run json.txt --replies replies.txt"),
    "diff": (DIFF, "diff results.txt results.txt"),
}


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("ours", "argv"), VERBS.values(), ids=VERBS.keys())
def test_verb_loads_only_what_it_uses(ours: set[str], argv: str) -> None:
    more = modules(PROGRAM, *argv.split(" ")) - loaded_by("import argparse, json, dataclasses")
    assert {name for name in more if name.partition(".")[0] == "evalpin"} == ours
    assert more - ours <= OF_PYTHON


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("ours", "argv"), VERBS.values(), ids=VERBS.keys())
def test_verb_loads_nothing_slow(ours: set[str], argv: str) -> None:
    more = modules(PROGRAM, *argv.split(" ")) - loaded_by("pass")
    assert more >= ours  # it did run
    assert more & NEVER == set()


@pytest.mark.usefixtures("files")
def test_diff_loads_nothing_of_run() -> None:
    of_run = {"evalpin.commands.run", "evalpin.runner", "evalpin.suites", "evalpin.replies", "evalpin.checks"}
    assert modules(PROGRAM, "diff", "results.txt", "results.txt") & of_run == set()


def test_version_loads_next_to_nothing() -> None:
    assert modules(PROGRAM, "--version") - loaded_by("pass") == {
        "__future__",
        "evalpin",
        "evalpin.__main__",
        "gc",
    }


def test_help_loads_no_verb() -> None:
    more = modules(PROGRAM, "--help") - loaded_by("pass")
    assert {name for name in more if name.startswith("evalpin.commands")} == set()
    assert "evalpin.cli" in more


def test_a_slow_import_is_seen() -> None:
    slow = PROGRAM.replace("import sys\n", "import sys, subprocess\n", 1)
    assert "subprocess" in modules(slow, "--version") - loaded_by("pass")


@pytest.mark.parametrize("name", sorted(NEVER))
def test_what_must_not_be_loaded_exists(name: str) -> None:
    assert find_spec(name) is not None
