"""Run records: what is in the file, what it is called, and that none is lost or half written."""

from __future__ import annotations

import json
import os
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from evalpin import (
    Case,
    EvalError,
    FinalTextContains,
    NoError,
    RunArtifacts,
    RunMeta,
    ToolCall,
    files,
    run_suite,
    saving,
)
from evalpin.model import Attempt, Check, Run, Suite
from evalpin.runner import judge_by_checks
from observed import Row, table
from processes import posix
from support import Evalpin, Folder

SPAN = (1_750_000_000.25, 1_750_000_061.5)
"""2025-06-15, from 15:06:40.25 to 15:07:41.5."""

STAMP = "20250615-150741"


def run_of(*given: RunArtifacts, checks: tuple[Check, ...] = (FinalTextContains("hi"),)) -> Run:
    """Return a run of one case with these attempts."""
    case = Case("a-b", "p", checks, title="A b")
    attempts = []
    for number, artifacts in enumerate(given, 1):
        verdicts, outcome = judge_by_checks(case, number, artifacts)
        attempts.append(Attempt(case.id, number, artifacts, verdicts, outcome))
    return Run(Suite("cases/s.ron", (case,)), len(given), tuple(attempts))


def record(path: str | Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(path).read_bytes().decode("utf-8"))
    return found


def saved(run: Run, folder: Folder, meta: RunMeta | None = None) -> dict[str, Any]:
    return record(saving.save(run, str(folder.path / "runs"), "m", "agent x:y", SPAN, meta))


# ---- names --------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", table("slug"))
def test_slug_row(row: Row) -> None:
    assert saving.slug(row["model"]) == row["slug"]


@pytest.mark.parametrize(
    ("model", "slug"),
    [
        ("x" * 80, "x" * 80),
        ("x" * 81, "x" * 80),
        ("x" * 79 + "/y", "x" * 79),
        ("/" + "x" * 80, "x" * 80),
        ("é" * 100 + "x", "x"),
        ("../../etc/passwd", "..-..-etc-passwd"),
        ("a\0b", "a-b"),
        ("a\ud800b", "a-b"),
        ("a\u0661b", "a-b"),
    ],
)
def test_slug(model: str, slug: str) -> None:
    assert saving.slug(model) == slug


def test_name_of_the_file(folder: Folder) -> None:
    path = saving.save(run_of(), str(folder.path / "new" / "runs"), "Qwen/Qwen3:7b.gguf", "k", SPAN)
    assert path == str(folder.path / "new" / "runs" / f"Qwen-Qwen3-7b.gguf_{STAMP}.json")
    assert record(path)["run_id"] == f"Qwen-Qwen3-7b.gguf_{STAMP}"
    assert record(path)["model"] == "Qwen/Qwen3:7b.gguf"


def test_runs_of_the_same_second_are_all_kept(folder: Folder) -> None:
    paths = [saving.save(run_of(), str(folder.path), model, model, SPAN) for model in ("a b", "a/b", "a:b")]
    names = [f"a-b_{STAMP}", f"a-b_{STAMP}-2", f"a-b_{STAMP}-3"]
    assert paths == [str(folder.path / f"{name}.json") for name in names]
    assert [record(path)["run_id"] for path in paths] == names
    assert [record(path)["model"] for path in paths] == ["a b", "a/b", "a:b"]
    assert folder.names() == sorted(os.path.basename(path) for path in paths)


def test_writers_at_once_all_get_a_name_of_their_own(folder: Folder) -> None:
    start = threading.Barrier(8, timeout=20)
    paths: list[str] = []

    def write() -> None:
        start.wait()
        paths.append(files.write_new(str(folder.path), "r", ".json", lambda name: name))

    threads = [threading.Thread(target=write) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert len(set(paths)) == 8
    assert sorted(folder.read(name) for name in folder.names()) == ["r", *(f"r-{n}" for n in range(2, 9))]


def test_nothing_is_written_over(folder: Folder) -> None:
    (folder.path / f"m_{STAMP}.json").write_text("mine")
    (folder.path / f"m_{STAMP}-2.json").mkdir()
    path = saving.save(run_of(), str(folder.path), "m", "k", SPAN)
    assert os.path.basename(path) == f"m_{STAMP}-3.json"
    assert folder.read(f"m_{STAMP}.json") == "mine"


# ---- the record ---------------------------------------------------------------------------------

FIRST = RunArtifacts(
    "hi there",
    (ToolCall("search", {"q": "x"}, result=[1, 2.5], turn=1), ToolCall.from_json("b", "{")),
    17,
    1.25,
    None,
    ({"role": "user", "content": "p"},),
    0,
)
SECOND = RunArtifacts(error="backend\ndown")

RECORD = {
    "schema": 1,
    "run_id": f"m_{STAMP}",
    "model": "m",
    "timestamp_display": "2025-06-15 15:07:41",
    "timestamp_file": STAMP,
    "backend": "agent x:y",
    "cases_dir": "cases/s.ron",
    "system_prompt": "Be kind.",
    "started": "2025-06-15T15:06:40.250000+00:00",
    "finished": "2025-06-15T15:07:41.500000+00:00",
    "report": {
        "outcomes": [
            {
                "name": "A b",
                "id": "a-b",
                "attempt": 1,
                "passed": True,
                "predicates": [['FinalTextContains("hi")', True]],
                "latency": {"secs": 1, "nanos": 250_000_000},
                "tokens": 17,
                "tool_calls": ['search({"q":"x"})', 'b("{")'],
                "final_text": "hi there",
                "error": None,
                "transcript": [{"role": "user", "content": "p"}],
                "verdicts": [
                    {
                        "label": 'FinalTextContains("hi")',
                        "outcome": "pass",
                        "note": "",
                        "expected": "",
                        "found": "",
                        "evaluated": True,
                    }
                ],
                "artifacts": {
                    "schema": 1,
                    "final_text": "hi there",
                    "tool_calls": [
                        {"name": "search", "args": {"q": "x"}, "result": [1, 2.5], "turn": 1},
                        {"name": "b", "arguments": "{"},
                    ],
                    "tokens": 17,
                    "seconds": 1.25,
                    "error": None,
                    "transcript": [{"role": "user", "content": "p"}],
                    "exit_code": 0,
                },
            },
            {
                "name": "A b",
                "id": "a-b",
                "attempt": 2,
                "passed": False,
                "predicates": [['FinalTextContains("hi")', False]],
                "latency": {"secs": 0, "nanos": 0},
                "tokens": None,
                "tool_calls": [],
                "final_text": None,
                "error": "backend\ndown",
                "transcript": [],
                "verdicts": [
                    {
                        "label": 'FinalTextContains("hi")',
                        "outcome": "fail",
                        "note": "there is no reply text",
                        "expected": "",
                        "found": "",
                        "evaluated": False,
                    }
                ],
                "artifacts": {
                    "schema": 1,
                    "final_text": None,
                    "tool_calls": [],
                    "tokens": None,
                    "seconds": None,
                    "error": "backend\ndown",
                    "transcript": [],
                    "exit_code": None,
                },
            },
        ],
        "temperature": 0.7,
        "backend": "local: m",
        "system_prompt": "Be kind.",
    },
}


def test_record(folder: Folder) -> None:
    assert saved(run_of(FIRST, SECOND), folder, RunMeta(0.7, "local: m", "Be kind.")) == RECORD


def test_record_without_a_meta(folder: Folder) -> None:
    found = saved(run_of(), folder)
    assert found["system_prompt"] == ""
    assert found["report"] == {
        "outcomes": [],
        "temperature": 0.0,
        "backend": "agent x:y",
        "system_prompt": "",
    }


@pytest.mark.parametrize(
    ("seconds", "secs", "nanos"),
    [
        (None, 0, 0),
        (0.0, 0, 0),
        (1e-9, 0, 1),
        (0.9999999999, 1, 0),
        (61.5, 61, 500_000_000),
        (1e6 + 0.125, 1_000_000, 125_000_000),
    ],
)
def test_latency(seconds: float | None, secs: int, nanos: int, folder: Folder) -> None:
    outcome = saved(run_of(RunArtifacts("hi", seconds=seconds)), folder)["report"]["outcomes"][0]
    assert outcome["latency"] == {"secs": secs, "nanos": nanos}


def test_text_of_the_file(folder: Folder) -> None:
    path = saving.save(run_of(RunArtifacts("h\u00e9\U0001f600\u2028")), str(folder.path), "m", "k", SPAN)
    text = Path(path).read_bytes().decode("utf-8")
    assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n"
    assert '\n        "final_text": "h\u00e9\U0001f600\u2028",\n' in text


def test_lone_surrogates(folder: Folder) -> None:
    given = RunArtifacts("\ud800 \udcff \\ud800", (ToolCall("\udfff", {"\ud83d": "\U0001f600"}),))
    path = saving.save(run_of(given), str(folder.path), "m\udcff", "k\udc80", SPAN)
    text = Path(path).read_bytes().decode("utf-8")
    assert r'"\ud800 \udcff \\ud800"' in text
    outcome = record(path)["report"]["outcomes"][0]
    assert outcome["final_text"] == given.final_text
    assert outcome["artifacts"]["tool_calls"] == [{"name": "\udfff", "args": {"\ud83d": "\U0001f600"}}]
    assert (record(path)["model"], record(path)["backend"]) == ("m\udcff", "k\udc80")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1}])
def test_what_is_not_json_is_refused_and_nothing_stays_behind(value: object, folder: Folder) -> None:
    with pytest.raises((ValueError, TypeError)):
        saved(run_of(RunArtifacts("hi", transcript=(value,))), folder)
    assert list((folder.path / "runs").iterdir()) == []


@posix
def test_times_are_utc_wherever_one_is(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as there:
        there.setenv("TZ", "XXX-05:30")
        time.tzset()
        found = saved(run_of(FIRST, SECOND), folder, RunMeta(0.7, "local: m", "Be kind."))
    time.tzset()
    assert found == RECORD


# ---- where it comes from ------------------------------------------------------------------------


def test_run_of_python_is_saved(folder: Folder) -> None:
    before = datetime.now(UTC)

    def agent(_prompt: str) -> str:
        time.sleep(0.01)
        return "hi"

    meta = RunMeta(0.5, "local: m", "Be kind.").persist_to(str(folder.path / "runs"), "My model")
    report = run_suite(agent, [Case("a", "p", (NoError(),))], meta=meta)
    (path,) = (folder.path / "runs").iterdir()
    found = record(path)
    assert path.name == f"My-model_{found['timestamp_file']}.json"
    assert (found["model"], found["backend"], found["cases_dir"]) == ("My model", "local: m", "cases")
    assert found["report"]["temperature"] == 0.5
    started, finished = (datetime.fromisoformat(found[key]) for key in ("started", "finished"))
    assert before <= started < finished <= datetime.now(UTC)
    again = report.save()
    assert Path(again).name == f"{path.stem}-2.json"
    assert {**record(again), "run_id": path.stem} == found


def test_report_without_a_folder_is_saved_where_one_is(folder: Folder) -> None:
    report = run_suite(lambda _: "hi", [Case("a", "p", (NoError(),))])
    assert folder.names() == []
    path = report.save()
    assert folder.names() == [os.path.basename(path)]
    assert os.path.basename(path).startswith("model_")


def test_command(evalpin: Evalpin, folder: Folder) -> None:
    folder.write(s="case a\nprompt: p\nexpect equals: hi\n", r="reply a\n| hi\ntokens 3\nreply a\n| ho\n")
    argv = ("run", "s.txt", "--replies", "r.txt", "-k", "2", "--save", "runs")
    assert evalpin(*argv, "--model", "Qwen/3").status == 1
    assert evalpin(*argv).status == 1
    first, second = sorted((folder.path / "runs").iterdir())
    found = record(first)
    assert first.name == f"Qwen-3_{found['timestamp_file']}.json"
    assert second.name.startswith("model_")
    assert (found["model"], found["backend"], found["cases_dir"]) == ("Qwen/3", "replies r.txt", "s.txt")
    assert [outcome["passed"] for outcome in found["report"]["outcomes"]] == [True, False]
    assert [outcome["tokens"] for outcome in found["report"]["outcomes"]] == [3, None]


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("s.txt", "s.txt: cannot make the folder: file exists"),
        ("s.txt/runs", "s.txt/runs: cannot make the folder: a part of the path is no directory"),
        ("a\0b", "a\0b: cannot make the folder: not a path"),
    ],
)
def test_folder_that_cannot_be_made(where: str, told: str, folder: Folder) -> None:
    folder.write(s="")
    with pytest.raises(EvalError) as caught:
        saving.save(run_of(), where, "m", "k", SPAN)
    assert caught.value.lines == (told,)


def test_disk_that_is_full(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int, _data: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(EvalError) as caught:
        saving.save(run_of(), "runs", "m", "k", SPAN)
    monkeypatch.undo()
    path = os.path.join("runs", f"m_{STAMP}.json")
    assert caught.value.lines == (f"{path}: cannot write: no space left on the device",)
    assert list((folder.path / "runs").iterdir()) == []
