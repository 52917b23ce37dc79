"""Hard inputs of workspaces from public bug reports, each with what is right here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from processes import posix
from support import Evalpin
from workspaces import checked, run, suite

pytestmark = [posix, pytest.mark.usefixtures("folder")]


def test_i36_output_that_is_not_utf8(evalpin: Evalpin, tmp_path: Path) -> None:
    suite(tmp_path, "printf 'a\\377b'", {"exact": "a\ufffdb"})
    made = run(evalpin, tmp_path)
    assert (made.ended.status, made.read("output.txt")) == (0, b"a\xffb")
    assert made.json("runner.json")["decode_errors"] == 1


def test_i37_a_background_child(evalpin: Evalpin, tmp_path: Path) -> None:
    suite(tmp_path, "sleep 600 & echo ok", {"exact": "ok\n", "exit_code": 0})
    made = run(evalpin, tmp_path)
    told = made.json("runner.json")
    assert (made.ended.status, told["timed_out"], told["exit_code"], told["leftovers_killed"]) == (
        0,
        False,
        0,
        1,
    )


@pytest.mark.parametrize(
    ("script", "exit_check", "status"),
    [
        ("echo x > new; exit 1", False, 0),  # graded by its files, as evalctl does
        ("echo x > new; exit 1", True, 1),  # what init and suite add write
        ("echo x > new", True, 0),
        ("true", True, 1),  # exit 0, and nothing at all was done
    ],
)
def test_i39_a_bad_exit_with_good_files(
    script: str, exit_check: bool, status: int, evalpin: Evalpin, tmp_path: Path
) -> None:
    expect = {"files_changed": ["new"]} if "new" in script else {"files_forbidden": ["new"]}
    suite(tmp_path, script, expect, exit_check=exit_check)
    assert run(evalpin, tmp_path).ended.status == status


def test_i40_links_in_fixtures(evalpin: Evalpin, tmp_path: Path) -> None:
    fixture = (
        suite(tmp_path, "readlink inside dangling", {"exact": "src/app.py\nnowhere\n"}) / "fixtures" / "x"
    )
    os.symlink("src/app.py", fixture / "inside")
    os.symlink("nowhere", fixture / "dangling")
    made = run(evalpin, tmp_path)
    assert made.ended.status == 0
    links = [entry for entry in made.json("workspace-before.json")["entries"] if entry["kind"] == "symlink"]
    assert [(link["path"], link["target"], link["broken"]) for link in links] == [
        ("dangling", "nowhere", True),
        ("inside", "src/app.py", False),
    ]
    assert os.readlink(made.folder / "cases" / "a" / "workspace" / "inside") == "src/app.py"
    os.symlink("/etc/passwd", fixture / "outside")
    ended = evalpin("validate", "s")
    assert ended.status == 2
    assert 'workspace "fixtures/x": outside links to the absolute path /etc/passwd' in ended.stderr


def test_i42_paths_in_files_have_slashes_and_the_console_may_be_latin(
    evalpin: Evalpin, tmp_path: Path
) -> None:
    suite(tmp_path, "mkdir d; echo x > d/\u00e9", {"files_changed": ["d/\u00e9"], "exact": "\u00e9"})
    made = run(evalpin, tmp_path)
    assert "d/\u00e9" in [one["path"] for one in made.json("workspace-diff.json")["changed_paths"]]
    ended = subprocess.run(
        [sys.executable, "-m", "evalpin", "report", "r"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "latin-1", "LC_ALL": "C"},
    )
    assert (ended.returncode, "\u00e9".encode() in ended.stdout) == (0, True)


def test_i43_bom_separators_and_blank_lines(evalpin: Evalpin, tmp_path: Path) -> None:
    root = suite(tmp_path, 'cat "$EVALPIN_TASK_FILE"')
    case = {"id": "a", "task": "one\u2028two", "workspace": "fixtures/x", "expect": {"exact": "one\u2028two"}}
    line = json.dumps(case, ensure_ascii=False)
    (root / "cases.jsonl").write_bytes(f"\ufeff{line}\r\n\r\n\n".encode())
    assert run(evalpin, tmp_path).ended.status == 0
    (root / "cases.jsonl").write_bytes(f"{line}\n\n{{\n".encode())
    assert evalpin("validate", "s").stderr.startswith("evalpin: evals/suites/s/cases.jsonl:3:2: not JSON")


def test_i45_runs_of_the_same_second_and_of_the_same_name(evalpin: Evalpin, tmp_path: Path) -> None:
    suite(tmp_path, "sleep 0.3; echo ok", {"exact": "ok\n"})
    argv = [sys.executable, "-m", "evalpin", "run", "s", "-q", "--json"]
    many = [subprocess.Popen(argv, stdout=subprocess.PIPE, encoding="utf-8") for _ in range(4)]
    ids = {json.loads(process.communicate()[0])["data"]["run_id"] for process in many}
    assert len(ids) == 4
    argv += ["--run-id", "one"]
    same = [
        subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)
    ]
    told = [json.loads(process.communicate()[0]) for process in same]
    assert sum(envelope["ok"] for envelope in told) >= 1
    codes = {error["code"] for envelope in told for error in envelope["errors"]}
    assert codes <= {"E_RUN_BUSY"}
    assert checked(evalpin("status", "one", "--json"), "status")["data"]["run"]["ok"] is True


def test_i47_nothing_points_at_the_repository(
    evalpin: Evalpin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PWD", str(tmp_path))
    monkeypatch.setenv("OLDPWD", str(tmp_path))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / ".git"))
    suite(tmp_path, "env; pwd; git rev-parse --show-toplevel 2>&1 || true", {"not-contains": [str(tmp_path)]})
    assert run(evalpin, tmp_path).ended.status == 0
