"""init, suite add, case add, scorer add: whole or not at all, and the same twice is done once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support import Evalpin
from workspaces import checked

pytestmark = pytest.mark.usefixtures("folder")

ADD = ("suite", "add", "demo", "--runner-argv", "sh $EVALPIN_WORKSPACE/r.sh")


def files_of(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def demo(evalpin: Evalpin, tmp_path: Path) -> Path:
    """Make the suite `demo` with one fixture; return its folder."""
    assert evalpin(*ADD).status == 0
    root = tmp_path / "evals" / "suites" / "demo"
    (root / "fixtures" / "x").mkdir()
    (root / "fixtures" / "x" / "r.sh").write_text("printf ok")
    return root


def test_init_twice(evalpin: Evalpin, tmp_path: Path) -> None:
    first = checked(evalpin("init", "--json"), "init")["data"]
    before = files_of(tmp_path)
    second = checked(evalpin("init", "--json"), "init")["data"]
    assert (first["created"], second["created"], files_of(tmp_path)) == ("evals", False, before)
    assert first["files"] == ["evals/suites/code-review/suite.json", "evals/suites/code-review/cases.jsonl"]


def test_init_deletes_nothing_and_says_what_it_replaced(evalpin: Evalpin, tmp_path: Path) -> None:
    evalpin("init")
    root = tmp_path / "evals" / "suites" / "code-review"
    kept = (root / "suite.json").read_bytes()
    (root / "suite.json").write_text("mine")
    (root / "notes").write_text("mine too")
    ended = evalpin("init")
    assert (ended.status, ended.stdout) == (2, "")
    assert ended.stderr == (
        "evalpin: evals/suites/code-review/suite.json: is there with other content, nothing was written\n"
        "evalpin: --force replaces these files\n"
    )
    assert (root / "suite.json").read_text() == "mine"
    forced = checked(evalpin("init", "--force", "--json"), "init")["data"]
    assert forced["replaced"] == ["evals/suites/code-review/suite.json"]
    assert ((root / "suite.json").read_bytes(), (root / "notes").read_text()) == (kept, "mine too")


def test_help_of_init_makes_nothing(evalpin: Evalpin, tmp_path: Path) -> None:
    assert evalpin("init", "--force", "--help").status == 0
    assert list(tmp_path.iterdir()) == []


def test_from_nothing_to_a_run(evalpin: Evalpin, tmp_path: Path) -> None:
    demo(evalpin, tmp_path)
    again = checked(evalpin(*ADD, "--json"), "suite")["data"]
    assert again["created"] is False
    case = (
        "case",
        "add",
        "demo",
        "--task",
        "do X",
        "--workspace",
        "./fixtures/x/",
        "--expect-json",
        '{"exact":"ok"}',
    )
    added = checked(evalpin(*case, "--json"), "case")["data"]
    assert (added["id"], added["created"]) == ("83070989c516", True)
    assert checked(evalpin(*case, "--json"), "case")["data"]["created"] is False
    scorer = ("scorer", "add", "demo", "--name", "exact", "--required")
    assert checked(evalpin(*scorer, "--json"), "scorer")["data"]["created"] is True
    assert checked(evalpin(*scorer, "--json"), "scorer")["data"]["created"] is False
    assert checked(evalpin(*ADD, "--json"), "suite")["data"]["created"] is False  # also after `scorer add`
    assert evalpin("run", "demo", "-q").status == 0


REFUSED = [
    (("suite", "add", "../x", "--runner-argv", "true"), "E_CASE_INVALID", 'bad suite name "../x"'),
    (
        ("suite", "add", "demo", "--runner-argv", "true"),
        "E_RUN_CONFLICT",
        "evals/suites/demo: there is another suite",
    ),
    (
        ("suite", "add", "y", "--runner-argv", '["a"]'),
        "E_CASE_INVALID",
        'argv is "[\\"a\\"]" (expected words',
    ),
    (
        ("suite", "add", "y", "--runner-argv", "a 'b"),
        "E_CASE_INVALID",
        'argv is "a \'b": no closing quotation',
    ),
    (("suite", "add", "y"), "E_CASE_INVALID", "expected --runner-argv, or --runner-command with --shell"),
    (("suite", "add", "y", "--runner-argv", "no-such-program-x"), "E_SCHEMA_VIOLATION", ""),
    (("case", "add", "demo", "--task", "t"), "E_CASE_INVALID", "expected --task and --workspace, or --from"),
    (
        ("case", "add", "demo", "--task", "t", "--workspace", "../x"),
        "E_CASE_INVALID",
        '--workspace is "../x" (expected a relative path',
    ),
    (("case", "add", "demo", "--task", "t", "--workspace", "fixtures/gone"), "E_CASE_INVALID", ""),
    (
        (
            "case",
            "add",
            "demo",
            "--task",
            "t",
            "--workspace",
            "fixtures/x",
            "--expect-json",
            '{"exactt": "x"}',
        ),
        "E_CASE_INVALID",
        "",
    ),
    (
        (
            "case",
            "add",
            "demo",
            "--task",
            "t",
            "--workspace",
            "fixtures/x",
            "--expect-json",
            '{"a": 1, "a": 2}',
        ),
        "E_CASE_INVALID",
        '--expect-json is not JSON: repeated key "a"',
    ),
    (
        ("case", "add", "demmo", "--task", "t", "--workspace", "x"),
        "E_SUITE_NOT_FOUND",
        'no workspace suite "demmo"',
    ),
    (
        ("scorer", "add", "demo", "--name", "exakt"),
        "E_CASE_INVALID",
        '--name: unknown value "exakt" (did you mean',
    ),
    (
        ("scorer", "add", "demo", "--name", "exact", "--argv", "x"),
        "E_CASE_INVALID",
        "--argv, --command, --shell",
    ),
    (
        ("scorer", "add", "demo", "--name", "command", "--id", "j"),
        "E_CASE_INVALID",
        "a command scorer needs --id",
    ),
    (("scorer", "add", "demo"), "E_CASE_INVALID", "expected --name"),
    (("suite", "ad", "demo"), "E_CASE_INVALID", 'add: unknown value "ad" (did you mean "add"?)'),
    (("suite", "add", "demo", "--jsn"), "E_UNKNOWN_FLAG", 'unknown option "--jsn" (did you mean "--json"?)'),
]


@pytest.mark.parametrize(("argv", "code", "message"), REFUSED)
def test_refused(argv: tuple[str, ...], code: str, message: str, evalpin: Evalpin, tmp_path: Path) -> None:
    demo(evalpin, tmp_path)
    before = files_of(tmp_path)
    ended = evalpin(*argv, "--json")
    envelope = checked(ended, argv[0])
    assert (ended.status, envelope["ok"], envelope["errors"][0]["code"]) == (2, False, code)
    assert envelope["errors"][0]["message"].startswith(message)
    assert ended.stderr.startswith(f"evalpin: {message}")
    assert files_of(tmp_path) == before


def test_a_variable_that_the_shell_has_eaten_is_told(evalpin: Evalpin) -> None:
    ended = evalpin("suite", "add", "y", "--runner-argv", "sh /r.sh")
    assert (ended.status, ended.stdout) == (0, "made evals/suites/y\n")
    assert ended.stderr == (
        'evalpin: warning: --runner-argv has "/r.sh", which is no file: was it $EVALPIN_WORKSPACE/r.sh, '
        "and your shell replaced the variable by nothing? (write it in single quotes)\n"
    )


def test_many_cases_or_none(evalpin: Evalpin, tmp_path: Path) -> None:
    root = demo(evalpin, tmp_path)
    one = {"id": "a", "task": "t", "workspace": "fixtures/x", "expect": {"exact": "ok"}}
    (tmp_path / "many.jsonl").write_text(f"{json.dumps(one)}\n\n{json.dumps({**one, 'id': 'b'})}\n")
    data = checked(evalpin("case", "add", "demo", "--from", "many.jsonl", "--json"), "case")["data"]
    assert data["cases"] == [{"id": "a", "created": True}, {"id": "b", "created": True}]
    before = (root / "cases.jsonl").read_bytes()
    (tmp_path / "bad.jsonl").write_text(
        f"{json.dumps({**one, 'id': 'c'})}\n{json.dumps({**one, 'task': 'other'})}\n"
    )
    ended = evalpin("case", "add", "demo", "--from", "bad.jsonl", "--json")
    assert (ended.status, checked(ended, "case")["errors"][0]["code"]) == (2, "E_RUN_CONFLICT")
    assert (root / "cases.jsonl").read_bytes() == before
    (tmp_path / "worse.jsonl").write_text('{"id": 1\n[]\n')
    ended = evalpin("case", "add", "demo", "--from", "worse.jsonl")
    assert ended.stderr == (
        'evalpin: worse.jsonl:1: not JSON: expected "," or "}", found the end at line 1 column 9\n'
        "evalpin: worse.jsonl:2: expected an object\n"
    )
