"""What `mypy --strict` says to a user: nothing to a right script, and where a wrong one is wrong."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import evalpin
from support import ROOT

RIGHT = '''\
"""Every public name, used as the documentation says."""

from collections.abc import Mapping
from pathlib import Path

from evalpin import (
    Agent,
    AgentError,
    BadValue,
    CalledTool,
    CalledToolsInOrder,
    CalledToolWith,
    Case,
    CaseOutcome,
    DidNotCallTool,
    EvalError,
    EvalReport,
    ExpectedCall,
    FinalJsonMatches,
    FinalNumberEquals,
    FinalTextContains,
    FinalTextEquals,
    FinalTextMatches,
    FinalTextNotContains,
    Harness,
    LatencyUnder,
    NoError,
    NoToolCalls,
    RunArtifacts,
    RunMeta,
    Scorer,
    TokensUnder,
    ToolCall,
    ToolCallCount,
    Trajectory,
    Verdict,
    __version__,
    baseline,
    baseline_files,
    load_cases,
    run_eval,
    run_suite,
)

version: str = __version__


def function(prompt: str) -> str:
    return prompt


async def coroutine(prompt: str) -> RunArtifacts:
    return RunArtifacts(prompt)


class Sync:
    def run(self, prompt: str) -> RunArtifacts:
        args = {"op": "add", "a": 2.0, "b": [1, 2]}
        calls = [ToolCall("calculator", args, result=4.0), ToolCall.from_json("search", '{"q": 1}')]
        if not prompt:
            raise AgentError("no prompt", RunArtifacts(tool_calls=calls))
        said = RunArtifacts("4", calls, tokens=7, seconds=0.5, transcript=[{"role": "user"}])
        return said.with_tokens(8).with_error(None).with_tool_calls(calls).with_final_text(None)


class Async:
    async def run(self, prompt: str) -> Mapping[str, object]:
        return {"final_text": prompt}


agents: list[Agent] = [Sync(), Async()]

cases: list[Case] = [
    Case("first", "What is 2 + 2?", [FinalNumberEquals(4.0), FinalNumberEquals(4, 0.5), NoError()]),
    Case("second", "Say hi.", (FinalTextContains("hi", case_insensitive=True), FinalTextEquals("hi"))),
    Case(
        "third",
        "Search.",
        [
            FinalTextMatches("^h"),
            FinalTextNotContains("x"),
            FinalJsonMatches({"a": [1]}),
            CalledTool("search"),
            DidNotCallTool("rm"),
            CalledToolWith("search", {"q": "x"}),
            ToolCallCount("search", min=1, max=2),
            ToolCallCount(),
            CalledToolsInOrder(["search", "mail"]),
            NoToolCalls(),
            Trajectory("strict", [ExpectedCall("search", {"q": "x"}), ExpectedCall("mail", any_args=True)]),
            TokensUnder(100),
            LatencyUnder(250.0),
        ],
        title="The third",
    ),
    *load_cases("suite.txt"),
    *load_cases(Path("suites")),
    *baseline(),
]
files: list[tuple[str, str]] = baseline_files()

report: EvalReport = run_suite(Sync(), cases)
run_suite(function, cases, attempts=2, jobs=3, timeout=1.5, progress=True)
run_suite(coroutine, (case for case in cases), timeout=None, meta=RunMeta(0.7, "local", "Be kind."))
run_suite(Async, cases, meta=RunMeta().persist_to("runs", "my-model"))

counts: tuple[int, int] = (report.passed(), report.total())
figures: list[float] = [
    report.accuracy(),
    report.mean_latency(),
    report.p50_latency(),
    report.p95_latency(),
    report.latency_percentile(0.9),
]
tokens: tuple[int | None, float | None] = (report.total_tokens(), report.mean_tokens())
path: str = report.save()
summary: str = str(report)

outcome: CaseOutcome
for outcome in report.outcomes:
    held: list[tuple[str, bool]] = outcome.predicates
    verdicts: tuple[Verdict, ...] = outcome.verdicts
    names: list[str] = [call.name for call in outcome.tool_calls]
    operations: list[str] = [call.args["op"] for call in outcome.tool_calls]
    text: str | None = outcome.final_text
    error: str | None = outcome.error
    seconds: float = outcome.latency
    why: str = verdicts[0].note if not verdicts[0].passed else ""


class World:
    def __init__(self, actions: list[str]) -> None:
        self.actions = actions


class Own:
    def setup(self, setup: list[str]) -> World:
        return World(setup)

    def run(self, prompt: str, world: World) -> RunArtifacts:
        world.actions.append(prompt)
        return RunArtifacts(final_text="done")


class Pairs:
    def score(self, expect: str, artifacts: RunArtifacts, world: World) -> tuple[str, bool]:
        return expect, expect in world.actions


class Verdicts:
    def score(self, expect: str, artifacts: RunArtifacts, world: World) -> Verdict:
        return Verdict(expect, "pass") if expect in world.actions else Verdict(expect, "fail", "not done")


harness: Harness[list[str], World] = Own()
scorers: list[Scorer[str, World]] = [Pairs(), Verdicts()]
for scorer in scorers:
    run_eval(harness, scorer, [Case("a", "wash", ["wash"], setup=["seed"])], attempts=2, jobs=2, timeout=1)
run_eval(Own(), Pairs(), [])

try:
    FinalTextMatches("(")
except BadValue as bad:
    message: str = str(bad)
try:
    load_cases("nowhere")
except AgentError as failed:
    partial: RunArtifacts | None = failed.artifacts
except EvalError as wrong:
    lines: tuple[str, ...] = wrong.lines
'''

WRONG = """\
from evalpin import Nonsense  # wrong
from evalpin import Agent, Case, CaseOutcome, CalledTool, CalledToolsInOrder, EvalReport, FinalNumberEquals
from evalpin import Harness, RunArtifacts, RunMeta, Scorer, ToolCall, Verdict, load_cases, run_eval, run_suite

class NoRun:
    pass
class NoWorld:
    def run(self, prompt: str) -> str:
        return prompt
class NoScore:
    def score(self, expect: str) -> bool:
        return True

Case("a", "p")  # wrong
Case(1, "p", [])  # wrong
Case("a", "p", 5)  # wrong
Case("a", "p", [], titel="x")  # wrong
CalledTool(5)  # wrong
CalledTool()  # wrong
CalledToolsInOrder([1])  # wrong
FinalNumberEquals("4")  # wrong
RunArtifacts(final_text=4)  # wrong
RunArtifacts(tool_calls=["search"])  # wrong
RunArtifacts(tokens="7")  # wrong
ToolCall(5)  # wrong
Verdict("label", "passed")  # wrong
RunMeta(temperature="hot")  # wrong
load_cases(5)  # wrong
report = run_suite(print, [])
run_suite(NoRun(), [])  # wrong
run_suite(5, [])  # wrong
run_suite(print, [5])  # wrong
run_suite(print, [], attempts="2")  # wrong
run_suite(print, [], 2)  # wrong
run_suite(print, [], timeout="1")  # wrong
total: str = report.total()  # wrong
tokens: int = report.total_tokens()  # wrong
report.p99_latency()  # wrong
text: str = report.outcomes[0].final_text  # wrong
report.outcomes[0].passed = True  # wrong
Case("a", "p", []).prompt = "q"  # wrong
agent: Agent = NoRun()  # wrong
harness: Harness[str, str] = NoWorld()  # wrong
scorer: Scorer[str, str] = NoScore()  # wrong
run_eval(NoWorld(), NoScore(), [])  # wrong
"""

TOLD = re.compile(r"wrong\.py:(\d+): error: .*")


def public_names(script: str) -> set[str]:
    tree = ast.parse(script)
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "evalpin"]
    return {alias.name for node in imports for alias in node.names}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return what mypy says, of all scripts in one go: a run of it takes seconds."""
    folder = tmp_path_factory.mktemp("typed")
    (folder / "right.py").write_text(RIGHT)
    (folder / "wrong.py").write_text(WRONG)
    examples = sorted(map(str, (ROOT / "examples").rglob("*.py")))
    ended = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", "right.py", "wrong.py", *examples],
        capture_output=True,
        check=False,
        encoding="utf-8",
        cwd=folder,
    )
    assert ended.stderr == ""
    return [line for line in ended.stdout.splitlines() if ": note: " not in line]


def test_right_script_uses_every_public_name() -> None:
    assert public_names(RIGHT) == set(evalpin.__all__)


def test_right_script_and_examples_are_clean(told: list[str]) -> None:
    assert told[-1].startswith("Found ")
    assert [line for line in told[:-1] if not line.startswith("wrong.py")] == []


def test_wrong_script_is_refused_where_it_is_wrong(told: list[str]) -> None:
    wanted = {n for n, line in enumerate(WRONG.splitlines(), 1) if line.endswith("# wrong")}
    found = [TOLD.fullmatch(line) for line in told if line.startswith("wrong.py")]
    assert None not in found
    assert {int(match[1]) for match in found if match} == wanted


def test_package_says_that_it_is_typed() -> None:
    assert (Path(evalpin.__file__).parent / "py.typed").is_file()
