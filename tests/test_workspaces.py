"""Workspace suites from the command line: what an agent did to files, judged and kept."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalpin import jsonschema, schemas
from processes import posix
from support import Evalpin, Folder
from workspaces import ANCHOR, PYTHON, checked, run, suite

pytestmark = [posix, pytest.mark.usefixtures("folder")]


@pytest.fixture(autouse=True)
def _temporary(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Give each test a place of its own for views, and find it empty afterwards."""
    place = tmp_path_factory.mktemp("views")
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    yield
    assert list(place.iterdir()) == []


def test_the_sample_has_the_hash_of_the_original(evalpin: Evalpin) -> None:
    assert evalpin("init").status == 0
    ended = evalpin("run", "code-review", "-q", "--run-id", "r")
    assert (ended.status, ended.stderr) == (1, "")
    assert ended.stdout == (
        "CASE     PASSED  RATE  ALL\n"
        "cr-pass  1/1     100%  yes\n"
        "cr-fail  0/1     0%    no\n"
        "\n"
        'cr-fail: attempt 1: contains: missing text: "bounds check"\n'
        "evalpin: 2 cases x 1 attempts, pass^1 1/2, pass@1 1/2\n"
        "evalpin: kept in evals/runs/r\n"
        f"evalpin: report_hash {ANCHOR}\n"
    )
    report = evalpin("report", "r", "--json")
    assert checked(report, "report")["data"]["report_hash"] == ANCHOR


def test_a_copied_run_reports_the_same_elsewhere(evalpin: Evalpin, tmp_path: Path) -> None:
    evalpin("init")
    evalpin("run", "code-review", "-q", "--run-id", "r")
    shutil.move(tmp_path / "evals" / "runs" / "r", tmp_path / "copy")
    shutil.rmtree(tmp_path / "evals")
    shutil.rmtree(tmp_path / "copy" / "cases" / "cr-pass" / "workspace")
    report = evalpin("report", "--run-dir", "copy", "--format", "json")
    assert (report.status, report.stderr) == (0, "")
    assert checked(report, "report")["data"]["report_hash"] == ANCHOR
    assert f"`{ANCHOR}`" in evalpin("report", "--run-dir", "copy", "--format", "markdown").stdout
    assert evalpin("rescore", "--run-dir", "copy").status == 1
    assert evalpin("status", "--run-dir", "copy").stdout.endswith(f"evalpin: report_hash {ANCHOR}\n")


HOSTILE: dict[str, tuple[str, dict[str, Any], str, list[object]]] = {
    "passes": ("echo hi; echo x > new", {"files_changed": ["new"], "text_contains": ["hi"]}, "pass", []),
    "output file": ("echo no; printf yes > $EVALCTL_OUTPUT_FILE", {"exact": "yes"}, "pass", []),
    "empty output file counts": ("echo no; : > $EVALPIN_OUTPUT_FILE", {"exact": ""}, "pass", []),
    "background child": ("sleep 600 & echo ok", {"exact": "ok\n"}, "pass", []),
    "not UTF-8": ("printf 'a\\377'", {"exact": "a\ufffd"}, "pass", []),
    "CR is kept": ("printf 'a\\r\\n'", {"exact": "a\r\n"}, "pass", []),
    "exit code is graded only if asked": ("echo x > new; exit 3", {"files_changed": ["new"]}, "pass", []),
    "exit code": (
        "exit 3",
        {"exit_code": 0},
        "fail",
        [{"why": "exit code mismatch", "expected": 0, "actual": 3}],
    ),
    "signal": (
        "kill -9 $$",
        {"exit_code": 0},
        "fail",
        [{"why": "exit code mismatch", "expected": 0, "actual": -9}],
    ),
    "mode of a forbidden file": (
        "chmod 600 src/app.py",
        {"files_forbidden": ["src/*"]},
        "fail",
        [{"path": "src/*", "why": "forbidden path modified"}],
    ),
    "link over a forbidden file": (
        "rm src/app.py; ln -s /etc/hosts src/app.py",
        {"files_forbidden": ["src/app.py"]},
        "fail",
        [{"path": "src/app.py", "why": "forbidden path modified"}],
    ),
    "a star stops at a slash": (
        "mkdir -p src/d; echo x > src/d/f",
        {"files_forbidden": ["src/*.py"]},
        "pass",
        [],
    ),
    "ignored": (
        "mkdir -p .git sub/__pycache__; echo x > .git/x; echo y > sub/__pycache__/y; rm -r .git; rm -r sub",
        {"files_forbidden": ["**"]},
        "pass",
        [],
    ),
    "removes its workspace": (
        "rm -rf $EVALPIN_WORKSPACE",
        {"files_exist": ["src/app.py"]},
        "fail",
        [{"path": "src/app.py", "why": "expected file missing"}],
    ),
    "denies access": ("mkdir locked; chmod 0 locked src", {"files_changed": ["locked"]}, "pass", []),
    "fifo and socket": ("mkfifo pipe", {"files_exist": ["pipe"]}, "pass", []),
    "expectations are not to be found": (
        "cat $EVALPIN_CASE_FILE; env; pwd; ls -R .. ; cat ../*/*",
        {"not-contains": ["the secret expectation"]},
        "pass",
        [],
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_runner(name: str, evalpin: Evalpin, tmp_path: Path) -> None:
    script, expect, outcome, findings = HOSTILE[name]
    suite(tmp_path, script, expect)
    made = run(evalpin, tmp_path)
    assert (made.json("state.json")["status"], made.why()) == (outcome, findings)
    assert made.ended.status == (0 if outcome == "pass" else 1)
    again = evalpin("report", "r", "--json")  # from the files alone
    assert checked(again, "report")["data"]["cases"] == [
        {"id": "a", "status": outcome, "ok": outcome == "pass"}
    ]
    assert checked(again, "report")["warnings"] == []


TRICKS = {
    "workspace is a link": "cd /; rm -r $EVALPIN_WORKSPACE; ln -s $LOOT $EVALPIN_WORKSPACE",
    "view is a link": "cd /; v=${EVALPIN_WORKSPACE%/*}; rm -r $v; ln -s $LOOT $v",
    "view is another folder": "cd /; v=${EVALPIN_WORKSPACE%/*}; rm -r $v; cp -r $LOOT $v",
    "the scorer's place is a link": "ln -s $LOOT $EVALPIN_WORKSPACE/../scorer",
    "the scorer's place is taken": "cp -r $LOOT $EVALPIN_WORKSPACE/../scorer",
    "everything is gone": "cd /; rm -r ${EVALPIN_WORKSPACE%/*}",
}


@pytest.mark.parametrize("name", TRICKS)
def test_nothing_outside_is_read_moved_or_removed(
    name: str, evalpin: Evalpin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loot = tmp_path / "loot"
    (loot / "workspace" / "locked").mkdir(parents=True)
    (loot / "workspace" / "locked").chmod(0o500)
    for file in ("output.txt", "workspace/file", "file"):
        (loot / file).write_text("from outside")
    monkeypatch.setenv("LOOT", str(loot))
    scorer = {"name": "command", "id": "judge", "argv": ["true"]}
    suite(
        tmp_path,
        TRICKS[name],
        {},
        runner={"env_allowlist": ["PATH", "LOOT"]},
        scorers=[{"name": "workspace-diff"}, scorer],
    )
    made = run(evalpin, tmp_path)
    assert made.ended.status == 1
    assert sorted(path.name for path in loot.rglob("*")) == [
        "file",
        "file",
        "locked",
        "output.txt",
        "workspace",
    ]
    assert (loot / "workspace" / "locked").stat().st_mode & 0o777 == 0o500
    kept = [path for path in (made.folder / "cases").rglob("*") if path.is_file()]
    assert [path.name for path in kept if b"from outside" in path.read_bytes()] == []


BROKEN: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "timeout": ("echo part; sleep 600", {"timeout_seconds": 0.3}, "timed out after 0.3 s", "part\n"),
    "output is a link": (
        "ln -s /etc/hosts $EVALPIN_OUTPUT_FILE",
        {},
        "the output file is not a regular file",
        "",
    ),
    "output is a pipe": ("mkfifo $EVALPIN_OUTPUT_FILE", {}, "the output file is not a regular file", ""),
    "output is a folder": ("mkdir $EVALPIN_OUTPUT_FILE", {}, "the output file is not a regular file", ""),
    "no such folder": ("true", {"cwd": "nowhere"}, "cannot start sh: no such file", ""),
    "bad artifacts": ("echo 1 > $EVALPIN_ARTIFACTS", {}, 'bad EVALPIN_ARTIFACTS: unknown key ""', ""),
    "its own error": (
        'echo out; echo \'{"error": "gave up"}\' > $EVALPIN_ARTIFACTS',
        {},
        "gave up",
        "out\n",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_trouble_is_an_error_of_the_case(name: str, evalpin: Evalpin, tmp_path: Path) -> None:
    script, runner, error, output = BROKEN[name]
    suite(tmp_path, script, {}, runner=runner)
    made = run(evalpin, tmp_path)
    assert (made.ended.status, made.json("state.json")["status"]) == (1, "error")
    assert made.json("runner.json")["error"].startswith(error)
    assert made.read("output.txt" if name != "no such folder" else "workspace.diff") == output.encode()
    assert Path("/etc/hosts").read_bytes() != b""


def test_a_flood_is_cut_and_told(evalpin: Evalpin, tmp_path: Path) -> None:
    suite(tmp_path, "head -c 3000000 /dev/zero", {"exit_code": 0}, runner={"max_output_bytes": 1000})
    made = run(evalpin, tmp_path)
    assert made.ended.stderr == (
        "evalpin: warning: cases/a: output is longer than its cap and was cut\n"
        "evalpin: warning: cases/a: stdout is longer than its cap and was cut\n"
    )
    assert (len(made.read("output.txt")), len(made.read("runner.stdout.txt"))) == (1000, 1000)
    assert made.json("runner.json")["stdout_truncated"] is True


def test_secrets_are_in_nothing_that_is_written(
    evalpin: Evalpin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEY_OF_MINE", "hunter2hunter2")
    script = """
        echo "key $KEY_OF_MINE"; echo "err to""ken=abc""def" >&2; head -c 990 /dev/zero | tr '\\0' x
        echo "$KEY_OF_MINE"; echo "$KEY_OF_MINE" > src/app.py; echo a > "name-$KEY_OF_MINE"
        echo "{\\"error\\": \\"$KEY_OF_MINE\\"}" > $EVALPIN_ARTIFACTS
    """
    answer = '{\\"ok\\": false, \\"score\\": 0, \\"findings\\": [\\"$KEY_OF_MINE\\"]}'
    scorer = f'echo "{answer}"; echo $KEY_OF_MINE >&2'
    suite(
        tmp_path,
        script,
        {},
        runner={
            "env_allowlist": ["PATH", "KEY_OF_MINE"],
            "redact_env_values": ["KEY_OF_MINE"],
            "redact_patterns": ["token=\\S+"],
            "max_output_bytes": 1012,
        },
        scorers=[{"name": "command", "id": "judge", "shell": True, "command": scorer}],
        keep_workspace="never",
    )
    made = run(evalpin, tmp_path)
    everything = {str(path): path.read_bytes() for path in made.folder.rglob("*") if path.is_file()}
    assert [name for name, data in everything.items() if b"hunter2" in data or b"abcdef" in data] == []
    assert [name for name in everything if "hunter2" in name] == []
    assert "hunter2" not in made.ended.stdout + made.ended.stderr
    assert made.json("scorers/judge.json")["findings"] == [{"why": "[REDACTED]"}]
    assert b"[REDACTED]" in made.read("workspace.diff")
    assert len(made.read("runner.stdout.txt")) <= 1012


def test_what_a_runner_sees(evalpin: Evalpin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/somewhere")
    script = f'exec {PYTHON} -c "import os, json; print(json.dumps(dict(os.environ)))"'
    suite(tmp_path, script, {}, cases=[{"id": "secret-name", "input": {"n": 1}}])
    made = run(evalpin, tmp_path)
    seen = json.loads(made.read("output.txt", "secret-name"))
    names = ("CASE_FILE", "WORKSPACE", "OUTPUT_FILE", "TASK_FILE", "DIFF_FILE", "ARTIFACTS")
    of_ours = {prefix + name for prefix in ("EVALPIN_", "EVALCTL_") for name in names}
    assert of_ours | {"HOME", "PATH", "PWD", "TMPDIR"} == set(seen) - {"LC_CTYPE", "OLDPWD", "SHLVL", "_"}
    assert seen["EVALPIN_DIFF_FILE"] == ""
    view = os.path.dirname(seen["EVALPIN_WORKSPACE"])
    assert os.path.basename(view).startswith("evalpin-")
    assert all(value.startswith(view) for name, value in seen.items() if name in ("PWD", "HOME", "TMPDIR"))
    assert not any("secret-name" in value or "suites" in value for value in seen.values())


def test_attempts_baseline_and_results(evalpin: Evalpin, folder: Folder, tmp_path: Path) -> None:
    suite(tmp_path, 'test -e "$0.gone" || exit 4', {"exit_code": 0}, cases=[{"id": "a"}, {"id": "b"}])
    made = run(evalpin, tmp_path, "-k", "2", "--only", "b", "--out", "out.txt")
    assert made.ended.status == 1
    assert folder.read("out.txt") == "evalpin-results 1\nb 0 2\n"
    assert sorted(path.name for path in (made.folder / "cases").iterdir()) == ["b", "b@2"]
    manifest = json.loads((made.folder / "manifest.json").read_text())
    assert [one["attempt"] for one in manifest["cases"][0]["attempts"]] == [1, 2]
    ended = evalpin("run", "s", "-q", "--run-id", "r2", "-k", "2", "--only", "b", "--baseline", "out.txt")
    assert (ended.status, ended.stdout.splitlines()[1]) == (0, "b     0/2     0%    no   same")
    report = checked(evalpin("report", "r2", "--json"), "report")["data"]
    assert report["cases"][0]["attempts"][1] == {"attempt": 2, "status": "fail", "ok": False}


def test_jobs_change_nothing(evalpin: Evalpin, tmp_path: Path) -> None:
    cases = [{"id": f"c{number}"} for number in range(6)]
    suite(tmp_path, "sleep 0.1; echo x > new", {"files_changed": ["new"]}, cases=cases)
    one = checked(evalpin("run", "s", "-q", "--run-id", "one", "--json"), "run")["data"]
    many = checked(evalpin("run", "s", "-q", "--run-id", "many", "--jobs", "3", "--json"), "run")["data"]
    assert one["report_hash"] == many["report_hash"]


def test_the_same_run_again_runs_nothing(evalpin: Evalpin, tmp_path: Path) -> None:
    count = tmp_path / "count"
    root = suite(tmp_path, f"echo x >> {count}; exit 1", {"exit_code": 0})
    first, second = run(evalpin, tmp_path), run(evalpin, tmp_path, "--json")
    assert (first.ended.status, second.ended.status, count.read_text()) == (1, 1, "x\n")
    assert checked(second.ended, "run")["data"]["existing"] is True
    (root / "fixtures" / "x" / "more").write_text("a fixture is part of what a run is")
    ended = run(evalpin, tmp_path, "--json").ended
    assert (ended.status, checked(ended, "run")["errors"][0]["code"]) == (2, "E_RUN_CONFLICT")
    (tmp_path / "evals" / "runs" / "half").mkdir()
    ended = evalpin("run", "s", "-q", "--run-id", "half", "--json")
    assert (ended.status, checked(ended, "run")["errors"][0]["code"]) == (2, "E_RUN_BUSY")


def test_nobody_has_acknowledged_the_runner(evalpin: Evalpin, tmp_path: Path) -> None:
    suite(tmp_path, "true", {"exit_code": 0}, acknowledged_unsandboxed_runner=False)
    ended = evalpin("run", "s", "--json")
    assert (ended.status, checked(ended, "run")["errors"][0]["code"]) == (2, "E_UNSANDBOXED_RUNNER_UNACK")
    assert not (tmp_path / "evals" / "runs").exists()
    assert run(evalpin, tmp_path, "--allow-unsandboxed").ended.status == 0


def test_evidence_that_was_changed_is_told(evalpin: Evalpin, tmp_path: Path) -> None:
    suite(tmp_path, "echo no", {"text_contains": ["yes"]})
    made = run(evalpin, tmp_path)
    (made.folder / "cases" / "a" / "output.txt").write_text("yes")
    (made.folder / "cases" / "a" / "score.json").write_text("{")  # no evidence
    ended = evalpin("report", "r")
    assert (ended.status, ended.stderr) == (
        0,
        "evalpin: warning: cases/a/output.txt is not as the run wrote it\n",
    )


def test_rescore_judges_by_other_checks_and_runs_nothing(evalpin: Evalpin, tmp_path: Path) -> None:
    count = tmp_path / "count"
    root = suite(tmp_path, f"echo x >> {count}; echo no", {"text_contains": ["yes"]})
    made = run(evalpin, tmp_path)
    line = json.loads((root / "cases.jsonl").read_text())
    (root / "cases.jsonl").write_text(json.dumps({**line, "expect": {"text_contains": ["no"]}}))
    assert evalpin("rescore", "r").status == 1
    ended = evalpin("rescore", "r", "--suite", "s", "--json")
    assert (ended.status, checked(ended, "rescore")["data"]["gate"]) == (0, {"ok": True})
    assert (made.json("score.json")["status"], count.read_text()) == ("pass", "x\n")


ANSWERS = [
    ('echo \'{"ok": true, "score": 0, "findings": []}\'', "pass", []),
    ('echo \'{"ok": false, "score": 1, "findings": ["a", {"n": 1}]}\'', "fail", [{"why": "a"}, {"n": 1}]),
    ("sleep 600", "error", [{"why": "command scorer timed out after 0.3s"}]),
    ("exit 7", "error", [{"why": "command scorer exited 7"}]),
    ("echo []", "error", [{"why": "command scorer stdout must be one JSON object"}]),
    ("echo '{}'", "error", [{"why": "command scorer verdict requires boolean ok"}]),
    (
        'echo \'{"ok": true, "score": 2}\'',
        "error",
        [{"why": "command scorer verdict requires finite numeric score in 0.0..1.0"}],
    ),
    (
        'echo \'{"ok": true, "score": 1, "label": 1}\'',
        "error",
        [{"why": "command scorer verdict label must be a string"}],
    ),
    (
        'echo \'{"ok": true, "score": 1}\'',
        "error",
        [{"why": "command scorer verdict requires findings list"}],
    ),
    (
        'echo \'{"ok": true, "score": 1, "findings": [1]}\'',
        "error",
        [{"why": "command scorer verdict findings must be objects or strings"}],
    ),
    ("printf '\\377'", "error", [{"why": "invalid command scorer JSON: not UTF-8"}]),
]


@pytest.mark.parametrize(("command", "outcome", "findings"), ANSWERS)
def test_a_command_scorer(
    command: str, outcome: str, findings: list[object], evalpin: Evalpin, tmp_path: Path
) -> None:
    scorer = {"name": "command", "id": "judge", "shell": True, "command": command, "timeout_seconds": 0.3}
    suite(tmp_path, "true", {}, scorers=[scorer])
    made = run(evalpin, tmp_path)
    verdict = made.json("score.json")["scores"][0]
    assert (verdict["label"], verdict["findings"], verdict["id"]) == (outcome, findings, "judge")
    assert verdict.get("error_code") == ("E_SCORER_CASE_FAILED" if outcome == "error" else None)
    again = checked(evalpin("report", "r", "--json"), "report")["data"]
    assert [score["findings"] for one in again["failures"] for score in one["scores"]] == (
        [] if outcome == "pass" else [findings]
    )


def test_an_advisory_scorer_decides_nothing(evalpin: Evalpin, tmp_path: Path) -> None:
    scorers = [
        {"name": "command", "id": "judge", "required": False, "argv": ["false"]},
        {"name": "exit-code"},
    ]
    suite(tmp_path, "true", {"exit_code": 0}, scorers=scorers)
    assert run(evalpin, tmp_path).ended.status == 0


def test_a_scorer_gets_a_copy_and_the_whole_case(evalpin: Evalpin, tmp_path: Path) -> None:
    command = (
        "grep -q expect $EVALPIN_CASE_FILE && grep -q made new && rm new && test $PWD = $EVALCTL_WORKSPACE &&"
        ' test -f $EVALPIN_SUITE/suite.json && echo \'{"ok": true, "score": 1, "findings": []}\''
    )
    scorers = [
        {"name": "command", "id": "one", "shell": True, "command": command},
        {"name": "command", "id": "two", "shell": True, "command": command},
    ]
    suite(tmp_path, "echo made > new", {}, scorers=scorers)
    made = run(evalpin, tmp_path)
    assert made.ended.status == 0
    assert made.read("workspace/new") == b"made\n"


def test_did_something(evalpin: Evalpin, tmp_path: Path) -> None:
    suite(tmp_path, "true", {"files_forbidden": ["src/*"]}, exit_check=True)
    made = run(evalpin, tmp_path)
    assert (made.ended.status, made.why()) == (
        1,
        [{"why": "the runner left no output and changed nothing"}],
    )


@pytest.mark.parametrize("name", ["scorer", "suite", "cases", "artifacts", "record", "run", ""])
def test_schema(name: str, evalpin: Evalpin) -> None:
    ended = evalpin("schema", *([name] if name else []))
    assert (ended.status, json.loads(ended.stdout)) == (0, schemas.of(name or None))


def test_schemas_are_good_ones(evalpin: Evalpin, tmp_path: Path) -> None:
    for schema in (schemas.ENVELOPE, *schemas.VERBS.values(), *schemas.FILES.values()):
        assert jsonschema.problems(schema) == []
    evalpin("init")
    root = tmp_path / "evals" / "suites" / "code-review"
    assert jsonschema.mismatches(schemas.FILES["suite"], json.loads((root / "suite.json").read_text())) == []
    for line in (root / "cases.jsonl").read_text().splitlines():
        assert jsonschema.mismatches(schemas.FILES["cases"], json.loads(line)) == []
