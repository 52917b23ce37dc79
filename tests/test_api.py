"""The Python interface: agents, harnesses and scorers in, figures and a summary out."""

from __future__ import annotations

import ast
import asyncio
import inspect
import math
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

import evalpin
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
    FinalNumberEquals,
    FinalTextContains,
    FinalTextEquals,
    FinalTextMatches,
    NoError,
    NoToolCalls,
    RunArtifacts,
    RunMeta,
    ToolCall,
    ToolCallCount,
    Verdict,
    baseline,
    baseline_files,
    load_cases,
    run_eval,
    run_suite,
)
from evalpin.model import Check
from evalpin.toolcalls import parse
from support import ROOT, Folder

# ---- a whole test -------------------------------------------------------------------------------

SCRIPT = """\
from evalpin import Case, FinalTextContains, run_suite

def greeter(prompt):
    # your agent: anything that takes a prompt
    return f"Hello {prompt.removeprefix('Greet ')}"

report = run_suite(greeter, [
    Case("ana", "Greet Ana", [FinalTextContains("Ana")]),
    Case("bo", "Greet Bo", [FinalTextContains("Bo")]),
])
print(report.passed(), "of", report.total())
assert report.accuracy() == 1.0, str(report)
"""


def script(text: str, folder: Folder) -> subprocess.CompletedProcess[str]:
    (folder.path / "test.py").write_text(text)
    return subprocess.run(
        [sys.executable, "test.py"], capture_output=True, check=False, encoding="utf-8", cwd=folder.path
    )


def test_ten_lines_are_a_whole_test(folder: Folder) -> None:
    ended = script(SCRIPT, folder)
    assert len([line for line in SCRIPT.splitlines() if line]) == 10
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "2 of 2\n", "")


def test_a_whole_test_fails_with_the_summary(folder: Folder) -> None:
    ended = script(SCRIPT.replace('("Bo")', '("Bob")'), folder)
    assert ended.returncode == 1
    assert ended.stdout == "1 of 2\n"
    assert ended.stderr.endswith(
        '           - FAILED: FinalTextContains("Bob")\n           -   reply does not contain "Bob"\n'
    )


def test_first_example_has_ten_lines() -> None:
    lines = (ROOT / "examples" / "python-agent" / "test_greeter.py").read_text().splitlines()
    assert len([line for line in lines if line]) <= 10


# ---- two scenarios ------------------------------------------------------------------------------

OPERATIONS: dict[str, tuple[str, Callable[[float, float], float]]] = {
    "+": ("add", lambda a, b: a + b),
    "/": ("div", lambda a, b: a / b),
}


class Calculator:
    """Turns `A op B` into a call and says the result; says hello to all else."""

    def run(self, prompt: str) -> RunArtifacts:
        words = prompt.split()
        if len(words) != 3 or words[1] not in OPERATIONS:
            return RunArtifacts(final_text="Hello!")
        name, operation = OPERATIONS[words[1]]
        a, b = float(words[0]), float(words[2])
        call = ToolCall("calculator", {"op": name, "a": a, "b": b})
        return RunArtifacts(f"The answer is {operation(a, b)}.", [call])


def test_calculator() -> None:
    report = run_suite(
        Calculator(),
        [
            Case("adds", "2 + 2", (CalledToolWith("calculator", {"op": "add"}), FinalNumberEquals(4))),
            Case(
                "divides",
                "10 / 3",
                (
                    CalledTool("calculator"),
                    FinalNumberEquals(3.333, 0.01),
                    FinalTextContains("the answer", case_insensitive=True),
                ),
            ),
            Case("greets", "How are you?", (NoToolCalls(),)),
            Case("subtracts", "2 + 2", (CalledToolWith("calculator", {"op": "sub"}),)),
        ],
    )
    assert (report.total(), report.passed(), report.accuracy()) == (4, 3, 0.75)
    assert [(outcome.name, outcome.passed) for outcome in report.outcomes] == [
        ("adds", True),
        ("divides", True),
        ("greets", True),
        ("subtracts", False),
    ]
    assert report.outcomes[3].predicates == [('CalledToolWith(calculator, {"op":"sub"})', False)]
    assert report.outcomes[3].verdicts[0].note == (
        'call of "calculator" (call 1): $.op is "add", expected "sub"'
    )


@dataclass
class World:
    actions: list[str] = field(default_factory=list)


class Minimal:
    """A harness whose world is a list of what was done."""

    def __init__(self) -> None:
        self.worlds: list[World] = []

    def setup(self, setup: list[str]) -> World:
        self.worlds.append(World(setup))
        return self.worlds[-1]

    def run(self, prompt: str, world: World) -> RunArtifacts:
        world.actions += [f"did:{prompt}", "cleanup"]
        return RunArtifacts(tool_calls=(ToolCall("act"), ToolCall("clean")), tokens=42)


class Contains:
    """A scorer: some action contains what is expected."""

    def score(self, expect: str, _artifacts: RunArtifacts, world: World) -> tuple[str, bool]:
        return f"contains {expect}", any(expect in action for action in world.actions)


MINIMAL = [
    Case("a", "wash", ("wash", "cleanup"), setup=["seed"]),
    Case("b", "iron", ("seed", "wash"), setup=["seed"]),
]


def test_minimal_harness() -> None:
    report = run_eval(Minimal(), Contains(), MINIMAL)
    assert (report.total(), report.passed()) == (2, 1)
    assert [outcome.predicates for outcome in report.outcomes] == [
        [("contains wash", True), ("contains cleanup", True)],
        [("contains seed", True), ("contains wash", False)],
    ]
    assert (report.total_tokens(), report.mean_tokens()) == (84, 42.0)
    assert [call.name for call in report.outcomes[0].tool_calls] == ["act", "clean"]
    assert report.outcomes[1].verdicts[1].note == "contains wash does not hold"


def test_world_is_made_once_an_attempt_of_a_copy_of_the_setup() -> None:
    setup = ["seed", ["inner"]]
    harness = Minimal()
    report = run_eval(harness, Contains(), [Case("a", "wash", ("wash",), setup=setup)], attempts=3)
    assert report.passed() == 1
    assert setup == ["seed", ["inner"]]
    assert len(harness.worlds) == 3
    assert all(world.actions == [*setup, "did:wash", "cleanup"] for world in harness.worlds)
    assert all(world.actions[1] is not setup[1] for world in harness.worlds)


def test_setup_is_not_part_of_the_latency() -> None:
    class Slow(Minimal):
        def setup(self, setup: list[str]) -> World:
            time.sleep(0.2)
            return super().setup(setup)

    assert run_eval(Slow(), Contains(), MINIMAL[:1]).mean_latency() < 0.2


class NoWorld(Minimal):
    """A harness that makes no world and tries for a while."""

    def setup(self, setup: list[str]) -> World:
        time.sleep(0.01)
        raise RuntimeError(f"no {setup[0]}")


def test_setup_that_fails_is_an_error_of_the_attempt() -> None:
    outcome = run_eval(NoWorld(), Contains(), MINIMAL[:1]).outcomes[0]
    assert (outcome.passed, outcome.latency, outcome.error) == (False, 0.0, "setup: RuntimeError: no seed")
    assert [verdict.evaluated for verdict in outcome.verdicts] == [False, False]


def test_setup_that_hangs() -> None:
    over = threading.Event()

    class Hangs(Minimal):
        def setup(self, setup: list[str]) -> World:
            over.wait(30)
            return World(setup)

    outcome = run_eval(Hangs(), Contains(), MINIMAL[:1], timeout=0.05).outcomes[0]
    over.set()
    assert outcome.error == "setup: timed out after 0.05 s"


class Unshowable(Exception):
    """An exception whose message cannot be made."""

    def __str__(self) -> str:
        raise ValueError("no message")


class Failing:
    """A scorer that fails in every way, by what is expected."""

    def score(self, expect: object, _artifacts: RunArtifacts, _world: World) -> Any:  # noqa: ANN401 - anything
        if isinstance(expect, BaseException):
            raise expect
        return expect


def test_one_failing_scorer_call_does_not_wipe_the_others() -> None:
    expected = (
        ("first", True),
        KeyError("x"),
        SystemExit(0),
        asyncio.CancelledError(),
        Unshowable(),
        None,
        Verdict("own", "fail", "why"),
        ("last", 1),
        ("not", 0),
    )
    verdicts = run_eval(Minimal(), Failing(), [Case("a", "p", expected, setup=[])]).outcomes[0].verdicts
    assert verdicts == (
        Verdict("first", "pass"),
        Verdict("predicate #1", "error", "predicate #1: KeyError: 'x'"),
        Verdict("predicate #2", "error", "predicate #2: SystemExit: 0"),
        Verdict("predicate #3", "error", "predicate #3: CancelledError: "),
        Verdict("predicate #4", "error", "predicate #4: Unshowable: its message cannot be shown"),
        Verdict(
            "predicate #5", "error", "predicate #5: TypeError: cannot unpack non-iterable NoneType object"
        ),
        Verdict("own", "fail", "why"),
        Verdict("last", "pass"),
        Verdict("not", "fail", "not does not hold"),
    )


def test_attempt_whose_scorer_fails_is_an_error_that_counts_as_failed() -> None:
    report = run_eval(Minimal(), Failing(), [Case("a", "p", (KeyError("x"), ("b", True)), setup=[])])
    assert (report.passed(), report.run.attempts[0].outcome) == (0, "error")


def test_ctrl_c_in_a_scorer_stops_the_run() -> None:
    with pytest.raises(KeyboardInterrupt):
        run_eval(Minimal(), Failing(), [Case("a", "p", (KeyboardInterrupt(),), setup=[])])


# ---- agents -------------------------------------------------------------------------------------

REPLIES = (FinalTextEquals("hi"),)


def outcome_of(agent: Any, *checks: Check, **options: Any) -> CaseOutcome:  # noqa: ANN401 - as run_suite takes them
    """Run one case; return its only outcome."""
    report = run_suite(agent, [Case("a", "p", checks or (NoError(),))], **options)
    assert len(report.outcomes) == 1
    return report.outcomes[0]


class Sync:
    def run(self, prompt: str) -> str:
        return f"hi {prompt}"


class Async:
    async def run(self, prompt: str) -> str:
        await asyncio.sleep(0)
        return f"hi {prompt}"


async def afunction(prompt: str) -> dict[str, object]:
    await asyncio.sleep(0)
    return {"final_text": f"hi {prompt}"}


class Called:
    def __call__(self, prompt: str) -> RunArtifacts:
        return RunArtifacts(final_text=f"hi {prompt}")


AGENTS = [Sync(), Sync, Async(), Async, afunction, Called(), lambda prompt: f"hi {prompt}"]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("timeout", [None, 20.0])
@pytest.mark.parametrize("agent", AGENTS)
def test_whatever_takes_a_prompt_is_an_agent(agent: object, timeout: float | None, jobs: int) -> None:
    outcome = outcome_of(agent, FinalTextEquals("hi p"), timeout=timeout, jobs=jobs)
    assert (outcome.passed, outcome.final_text, outcome.error) == (True, "hi p", None)


def test_agent_protocol() -> None:
    assert isinstance(Sync(), Agent)
    assert not isinstance(afunction, Agent)


@pytest.mark.parametrize(("agent", "what"), [(None, "NoneType"), ("x", "str"), (7, "int")])
def test_no_agent(agent: object, what: str) -> None:
    with pytest.raises(EvalError) as caught:
        outcome_of(agent)
    assert str(caught.value) == (
        f"agent is {what} (expected a function, or an object or class with run(prompt))"
    )


RAISED = [
    (ValueError("bad"), "ValueError: bad"),
    (AssertionError(), "AssertionError: "),
    (RecursionError("deep"), "RecursionError: deep"),
    (MemoryError(), "MemoryError: "),
    (TimeoutError("mine"), "TimeoutError: mine"),
    (SystemExit(0), "SystemExit: 0"),
    (asyncio.CancelledError("c"), "CancelledError: c"),
    (GeneratorExit(), "GeneratorExit: "),
    (BaseException("base"), "BaseException: base"),
    (Unshowable(), "Unshowable: its message cannot be shown"),
    (AgentError("backend down"), "backend down"),
    (AgentError(ValueError("v")), "v"),
    (AgentError(), ""),
]


@pytest.mark.parametrize("timeout", [None, 20.0])
@pytest.mark.parametrize(("error", "told"), RAISED, ids=[told for _, told in RAISED])
def test_what_an_agent_raises_is_an_error_of_that_attempt(
    error: BaseException, told: str, timeout: float | None
) -> None:
    def agent(prompt: str) -> str:
        if prompt == "bad":
            raise error
        return "hi"

    report = run_suite(
        agent,
        [Case("a", "p", REPLIES), Case("b", "bad", REPLIES), Case("c", "p", REPLIES)],
        timeout=timeout,
    )
    assert [(outcome.passed, outcome.error) for outcome in report.outcomes] == [
        (True, None),
        (False, told),
        (True, None),
    ]
    assert [verdict.evaluated for verdict in report.outcomes[1].verdicts] == [False]


@pytest.mark.parametrize("timeout", [None, 20.0])
@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("bad"), "ValueError: bad"),
        (TimeoutError("mine"), "TimeoutError: mine"),
        (asyncio.CancelledError(), "CancelledError: "),
        (SystemExit(3), "SystemExit: 3"),
        (StopIteration("s"), "RuntimeError: coroutine raised StopIteration"),
        (AgentError("backend down"), "backend down"),
    ],
)
def test_what_an_async_agent_raises_is_an_error_of_that_attempt(
    error: BaseException, told: str, timeout: float | None
) -> None:
    async def inner() -> str:
        raise error

    async def agent(prompt: str) -> str:
        await asyncio.sleep(0)
        if prompt == "1":
            raise error
        return await asyncio.create_task(inner()) if prompt == "2" else prompt

    report = run_suite(agent, numbered(5), jobs=5, timeout=timeout)
    assert [outcome.error for outcome in report.outcomes] == [None, told, told, None, None]


@pytest.mark.parametrize("jobs", [1, 3])
def test_ctrl_c_stops_the_run(jobs: int) -> None:
    def agent(_prompt: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        outcome_of(agent, jobs=jobs)


PARTIAL = RunArtifacts(
    "so far", (ToolCall("search"),), tokens=7, error="mine", transcript=({"role": "user"},)
)


def test_agent_error_keeps_what_was_done() -> None:
    def agent(_prompt: str) -> str:
        raise AgentError("backend down", PARTIAL)

    outcome = outcome_of(agent, CalledTool("search"))
    assert (outcome.error, outcome.final_text, outcome.tokens) == ("backend down", "so far", 7)
    assert (outcome.tool_calls, outcome.transcript) == ((ToolCall("search"),), ({"role": "user"},))
    assert outcome.passed is False
    assert outcome.verdicts == (Verdict("CalledTool(search)", "pass", evaluated=False),)


def test_agent_error() -> None:
    error = AgentError(ValueError("v"), PARTIAL)
    assert isinstance(error, EvalError)
    assert (str(error), error.message, error.lines, error.artifacts) == ("v", "v", ("v",), PARTIAL)


BAD = [
    (None, "the agent returned None (expected RunArtifacts, a str or a dict)"),
    (7, "the agent returned int (expected RunArtifacts, a str or a dict)"),
    (b"x", "the agent returned bytes (expected RunArtifacts, a str or a dict)"),
    (
        {"tool": "x"},
        'the agent returned a dict that is no artifacts: unknown key "tool" (did you mean "tool_calls"?)',
    ),
    (RunArtifacts(final_text=3), "final_text is an integer (expected a string or null)"),  # type: ignore[arg-type]
    (RunArtifacts(error=ValueError("x")), "error is ValueError (expected a string or null)"),  # type: ignore[arg-type]
    (RunArtifacts(tokens="7"), "tokens is a string (expected an integer or null)"),  # type: ignore[arg-type]
    (RunArtifacts(tokens=-1), "tokens is -1 (expected 0 or more)"),
    (RunArtifacts(seconds=math.nan), "seconds is nan (expected 0 or more)"),
    (RunArtifacts(seconds=-0.5), "seconds is -0.5 (expected 0 or more)"),
    (
        RunArtifacts(tool_calls=("x",)),  # type: ignore[arg-type]
        "tool_calls[0] is a string (expected an object with name and args)",
    ),
    (RunArtifacts(transcript=({1},)), "transcript[0] is set, which is not JSON"),
    (RunArtifacts(transcript=([math.nan],)), "transcript[0][0] is nan, which JSON does not have"),
]


@pytest.mark.parametrize(("returned", "told"), BAD)
def test_what_is_no_artifacts_is_an_error_of_that_attempt(returned: object, told: str) -> None:
    ours = isinstance(returned, RunArtifacts)
    wanted = f"the agent returned bad RunArtifacts: {told}" if ours else told
    outcome = outcome_of(lambda _: returned, FinalTextContains("x"))
    assert (outcome.passed, outcome.error, outcome.final_text) == (False, wanted, None)


def test_bad_artifacts_of_an_agent_error_do_not_hide_its_message() -> None:
    def agent(_prompt: str) -> str:
        raise AgentError("backend down", RunArtifacts("so far", transcript=({1},)))

    assert outcome_of(agent).error == "backend down"


def test_what_an_agent_changes_later_does_not_reach_the_record() -> None:
    messages: list[dict[str, object]] = [{"role": "user"}]

    def agent(_prompt: str) -> RunArtifacts:
        return RunArtifacts("hi", transcript=tuple(messages))

    outcome = outcome_of(agent)
    messages[0]["role"] = "changed"
    assert outcome.transcript == ({"role": "user"},)


# ---- attempts, jobs, timeout, progress ----------------------------------------------------------


def test_a_case_passes_if_all_its_attempts_do() -> None:
    asked: list[str] = []

    def agent(prompt: str) -> str:
        asked.append(prompt)
        return "hi" if prompt == "p" or len(asked) % 2 else "ho"

    report = run_suite(agent, [Case("a", "p", REPLIES), Case("b", "q", REPLIES)], attempts=3)
    assert asked == ["p", "p", "p", "q", "q", "q"]
    assert (report.total(), report.passed(), report.accuracy()) == (2, 1, 0.5)
    assert [(outcome.name, outcome.attempt, outcome.passed) for outcome in report.outcomes] == [
        ("a", 1, True),
        ("a", 2, True),
        ("a", 3, True),
        ("b", 1, False),
        ("b", 2, True),
        ("b", 3, False),
    ]


def numbered(count: int) -> list[Case]:
    return [Case(f"c{n}", str(n), (FinalTextEquals(str(n)),)) for n in range(count)]


def test_jobs_at_once_and_outcomes_in_suite_order() -> None:
    together = threading.Barrier(3, timeout=20)

    def agent(prompt: str) -> str:
        together.wait()
        time.sleep(0.01 * (3 - int(prompt) % 3))
        return prompt

    report = run_suite(agent, numbered(9), jobs=3)
    assert report.passed() == 9
    assert [outcome.name for outcome in report.outcomes] == [f"c{n}" for n in range(9)]


def test_async_agents_share_one_loop() -> None:
    loops: list[object] = []

    async def agent(prompt: str) -> str:
        loops.append(asyncio.get_running_loop())
        while len(loops) < 4:
            await asyncio.sleep(0.001)
        return prompt

    assert run_suite(agent, numbered(4), jobs=4, timeout=20).passed() == 4
    assert len(set(map(id, loops))) == 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_timeout_gives_up_a_sync_agent(jobs: int) -> None:
    over = threading.Event()

    def agent(prompt: str) -> str:
        if prompt == "1":
            over.wait(30)
        return prompt

    report = run_suite(agent, numbered(3), jobs=jobs, timeout=0.2)
    over.set()
    assert [outcome.error for outcome in report.outcomes] == [None, "timed out after 0.2 s", None]
    assert 0.2 <= report.outcomes[1].latency < 20


def test_timeout_cancels_an_async_agent() -> None:
    cancelled = threading.Event()

    async def agent(_prompt: str) -> str:
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            cancelled.set()
            raise
        return "late"

    assert outcome_of(agent, timeout=0.1).error == "timed out after 0.1 s"
    assert cancelled.wait(20)


PROGRESS = """\
[1/2] a passed 2/2
[2/2] Two\\u001b FAILED 0/2: reply is not "hi"
"""


@pytest.mark.parametrize(("progress", "told"), [(True, PROGRESS), (False, ""), (None, "")])
def test_progress(progress: bool | None, told: str, capfd: pytest.CaptureFixture[str]) -> None:
    run_suite(
        lambda prompt: prompt,
        [Case("a", "hi", REPLIES), Case("b", "ho", REPLIES, title="Two\x1b")],
        attempts=2,
        progress=progress,
    )
    assert capfd.readouterr() == ("", told)


# ---- what is refused before anything is asked ---------------------------------------------------


def never(_prompt: str) -> str:
    raise AssertionError("asked")


ONE = [Case("a", "p", REPLIES)]
REFUSED: list[tuple[list[Case], dict[str, Any], type[Exception], str]] = [
    ([*ONE, Case("b", "p", REPLIES), *ONE], {}, ValueError, 'two cases have the ID "a"'),
    ([Case("a\n", "p", ())], {}, ValueError, r'case "a\n" has no checks'),
    (ONE, {"attempts": 0}, ValueError, "attempts=0, jobs=1 (expected 1 or more)"),
    (ONE, {"jobs": -1}, ValueError, "attempts=1, jobs=-1 (expected 1 or more)"),
    (ONE, {"timeout": 0}, ValueError, "timeout=0 (expected more than 0)"),
    (ONE, {"timeout": -1.5}, ValueError, "timeout=-1.5 (expected more than 0)"),
    (ONE, {"timeout": math.nan}, ValueError, "timeout=nan (expected more than 0)"),
]


@pytest.mark.parametrize(("cases", "options", "kind", "told"), REFUSED)
def test_refused(cases: list[Case], options: dict[str, Any], kind: type[Exception], told: str) -> None:
    with pytest.raises(kind) as of_suite:
        run_suite(never, cases, **options)
    with pytest.raises(kind) as of_eval:
        run_eval(Minimal(), Contains(), cases, **options)
    assert (str(of_suite.value), str(of_eval.value)) == (told, told)


def test_check_that_is_none() -> None:
    with pytest.raises(TypeError) as caught:
        run_suite(never, [Case("a", "p", ("contains x",))])
    assert str(caught.value) == 'case "a": str is no check'


@pytest.mark.parametrize("temperature", [math.nan, math.inf, -math.inf])
def test_temperature_that_is_not_finite(temperature: float) -> None:
    with pytest.raises(ValueError, match="temperature") as caught:
        RunMeta(temperature=temperature)
    assert str(caught.value) == f"temperature is {temperature} (expected a finite number)"


def test_own_check() -> None:
    class Short(Check):
        def judge(self, artifacts: RunArtifacts) -> Verdict:
            short = len(artifacts.final_text or "") < 3
            return Verdict("short", "pass") if short else Verdict("short", "fail", "too long")

    report = run_suite(lambda prompt: prompt, [Case("a", "hi", (Short(),)), Case("b", "long", (Short(),))])
    assert [outcome.predicates for outcome in report.outcomes] == [[("short", True)], [("short", False)]]


# ---- figures ------------------------------------------------------------------------------------


def timed(seconds: list[float], tokens: list[int | None] | None = None) -> EvalReport:
    """Return the report of cases that took these times and tokens."""
    used = tokens or [None] * len(seconds)
    given = {
        str(n): RunArtifacts("x", seconds=took, tokens=count)
        for n, (took, count) in enumerate(zip(seconds, used, strict=True))
    }
    return run_suite(given.__getitem__, [Case(f"c{n}", n, (NoError(),)) for n in given])


@pytest.mark.parametrize(
    ("n", "p50", "p95"),
    [
        (1, 1, 1),
        (2, 1, 2),
        (3, 2, 3),
        (4, 2, 4),
        (5, 3, 5),
        (10, 5, 10),
        (19, 10, 19),
        (20, 10, 19),
        (21, 11, 20),
        (40, 20, 38),
        (41, 21, 39),
        (60, 30, 57),
        (100, 50, 95),
    ],
)
def test_nearest_rank(n: int, p50: float, p95: float) -> None:
    report = timed([float((7 * k) % n + 1) if n % 7 else float(n - k) for k in range(n)])
    assert sorted(outcome.latency for outcome in report.outcomes) == [float(k + 1) for k in range(n)]
    assert (report.p50_latency(), report.p95_latency()) == (p50, p95)
    assert report.mean_latency() == (n + 1) / 2


@pytest.mark.parametrize(
    ("p", "seconds"),
    [(0.0, 1), (-1.0, 1), (math.nan, 1), (0.25, 1), (0.26, 2), (1.0, 4), (1.5, 4), (math.inf, 4)],
)
def test_percentile(p: float, seconds: float) -> None:
    assert timed([4.0, 1.0, 3.0, 2.0]).latency_percentile(p) == seconds


@pytest.mark.parametrize(
    ("tokens", "total", "mean"),
    [
        ([None, None], None, None),
        ([0, None], 0, 0.0),
        ([1, 2, None], 3, 1.5),
        ([0, 5, 5], 10, 10 / 3),
    ],
)
def test_tokens(tokens: list[int | None], total: int | None, mean: float | None) -> None:
    report = timed([1.0] * len(tokens), tokens)
    assert (report.total_tokens(), report.mean_tokens()) == (total, mean)


EMPTY = """\
AI eval report
  temperature: 0
  accuracy:    0/0 cases passed (no cases)
  latency:     mean 0.0ms  p50 0.0ms  p95 0.0ms
  tokens:      not reported
  cases:"""


def test_empty_report() -> None:
    report = run_suite(never, [])
    assert (report.outcomes, report.total(), report.passed(), report.accuracy()) == ([], 0, 0, 0.0)
    assert (report.mean_latency(), report.p50_latency(), report.p95_latency()) == (0.0, 0.0, 0.0)
    assert (report.total_tokens(), report.mean_tokens()) == (None, None)
    assert str(report) == EMPTY


def test_outcome() -> None:
    given = RunArtifacts("hi", (ToolCall("a", {"x": 1}),), 3, 0.25, None, ({"role": "user"},), 0)
    assert outcome_of(lambda _: given, *REPLIES) == CaseOutcome(
        name="a",
        attempt=1,
        passed=True,
        verdicts=(Verdict('FinalTextEquals("hi")', "pass"),),
        latency=0.25,
        tokens=3,
        tool_calls=(ToolCall("a", {"x": 1}),),
        final_text="hi",
        error=None,
        transcript=({"role": "user"},),
    )


def test_an_agent_is_timed_where_it_does_not_say() -> None:
    def agent(_prompt: str) -> str:
        time.sleep(0.02)
        return "hi"

    assert 0.02 <= outcome_of(agent).latency < 20


# ---- the summary --------------------------------------------------------------------------------

GIVEN = {
    "add": RunArtifacts("The answer is 4.", (ToolCall("calculator", {"op": "add"}),), 17, 0.12),
    "wide": RunArtifacts(
        "About 5 \x1b[m", (ToolCall("\x1b[2Jrm\n", {"q": "\u202e"}), ToolCall("b", {})), 0, 1.3005
    ),
    "down": RunArtifacts(None, (ToolCall("search"),), error="backend\ndown\x07", seconds=0.0001),
    "silent": RunArtifacts("x", error="", seconds=61.5),
}
MIXED = [
    Case("adds", "add", (CalledTool("calculator"), FinalNumberEquals(4))),
    Case(
        "wide",
        "wide",
        (NoToolCalls(), FinalNumberEquals(4), FinalTextContains("About")),
        title="\u65e5\u672c\u8a9e\te\u0301",
    ),
    Case("backend-down", "down", (NoError(), FinalTextContains("x"))),
    Case("s", "silent", (FinalTextContains("x"),)),
]
SUMMARY = """\
AI eval report
  backend:     local\\u001b: m
  temperature: 0.7
  accuracy:    1/4 cases passed (25%)
  latency:     mean 15.73s  p50 120.0ms  p95 61.50s
  tokens:      17 total, 8.5 mean (attempts that reported)
  cases:
    [PASS] adds          120.0ms  preds 2/2  calls 1  tok 17
    [FAIL] \u65e5\u672c\u8a9e\\te\u0301     1.30s  preds 1/3  calls 2  tok 0
           - emitted: \\u001b[2Jrm\\n({"q":"\\u202e"})
           - emitted: b({})
           - FAILED: NoToolCalls
           -   2 tool calls, expected none (calls: \\u001b[2Jrm\\n, b)
           - FAILED: FinalNumberEquals(4)
           -   last number is 5 in "About 5 \\u001b[m", expected 4
    [FAIL] backend-down  0.1ms  preds 0/2  calls 1
           - emitted: search(null)
           - run error: backend\\ndown\\u0007
    [FAIL] s             61.50s  preds 1/1  calls 0
           - run error: without a message"""


def test_summary() -> None:
    report = run_suite(GIVEN.__getitem__, MIXED, meta=RunMeta(0.7, "local\x1b: m"))
    assert str(report) == SUMMARY


REPEATED = """\
AI eval report
  temperature: 0
  accuracy:    1/1 cases passed (100%)
  latency:     mean 120.0ms  p50 120.0ms  p95 120.0ms
  tokens:      34 total, 17.0 mean (attempts that reported)
  cases:
    [PASS] adds #1  120.0ms  preds 2/2  calls 1  tok 17
    [PASS] adds #2  120.0ms  preds 2/2  calls 1  tok 17"""


def test_summary_of_several_attempts() -> None:
    assert str(run_suite(GIVEN.__getitem__, MIXED[:1], attempts=2)) == REPEATED


def test_short_names_take_four_columns() -> None:
    lines = str(run_suite(GIVEN.__getitem__, [MIXED[3]])).splitlines()
    assert lines[-2] == "    [FAIL] s     61.50s  preds 1/1  calls 0"


@pytest.mark.parametrize(
    ("passed", "total", "shown"),
    [
        (0, 3, "0%"),
        (1, 8, "12.5%"),
        (1, 3, "33.3%"),
        (2, 3, "66.6%"),
        (199, 200, "99.5%"),
        (1999, 2000, "99.9%"),
        (200, 200, "100%"),
    ],
)
def test_never_one_hundred_percent_unless_all_passed(passed: int, total: int, shown: str) -> None:
    cases = [Case(f"c{n}", "hi" if n < passed else "ho", REPLIES) for n in range(total)]
    report = run_suite(lambda prompt: prompt, cases)
    assert f"  accuracy:    {passed}/{total} cases passed ({shown})" in str(report).splitlines()


# ---- suites -------------------------------------------------------------------------------------

SHIPPED: list[tuple[str, list[Check]]] = [
    ("arith_addition_trivial", [FinalNumberEquals(4.0), NoToolCalls()]),
    ("arith_subtraction_negative", [FinalNumberEquals(-18.0)]),
    ("arith_multiplication", [FinalNumberEquals(91.0)]),
    ("arith_division_with_tolerance", [FinalNumberEquals(3.33, 0.01)]),
    ("arith_uses_calculator_tool_add", [CalledTool("calculator"), FinalNumberEquals(384.0)]),
    (
        "arith_calculator_called_with_args",
        [CalledToolWith("calculator", {"op": "add"}), FinalNumberEquals(4.0)],
    ),
    ("lang_factual_contains", [FinalTextContains("paris", True)]),
    ("lang_reply_exactly", [FinalTextEquals("OK")]),
    ("lang_yes_no_regex", [FinalTextMatches(r"(?i)^\s*(yes|no)\b", "rust")]),
    ("lang_list_three_colors", [FinalTextContains(","), FinalTextContains("red", True)]),
    ("lang_hashtag_format", [FinalTextMatches(r"#\w+", "rust")]),
    ("tool_search_called", [CalledTool("search")]),
    ("tool_search_with_query_arg", [CalledToolWith("search", {"query": "rust programming language"})]),
    ("tool_calculator_with_args", [CalledToolWith("calculator", {"op": "add", "a": 40, "b": 2})]),
    ("tool_single_call_count", [ToolCallCount(None, 1, 1)]),
    ("tool_search_then_email_in_order", [CalledToolsInOrder(("search", "send_email"))]),
    ("tool_no_search_for_greeting", [DidNotCallTool("search"), FinalTextContains("hello", True)]),
    (
        "tool_email_with_args",
        [CalledToolWith("send_email", {"to": "bob@example.com", "subject": "Status update"})],
    ),
]


@pytest.mark.parametrize("number", range(18), ids=[name for name, _ in SHIPPED])
def test_baseline_row(number: int) -> None:
    case = baseline()[number]
    name, checks = SHIPPED[number]
    assert (case.name, list(case.checks)) == (name, [NoError(), *checks])
    assert case.setup is None
    assert case.prompt.strip() == case.prompt != ""


def test_baseline() -> None:
    cases = baseline()
    assert len(cases) == len(SHIPPED) == len({case.id for case in cases}) == 18
    assert load_cases("baseline") == cases


def test_baseline_files(folder: Folder) -> None:
    files = baseline_files()
    counts = []
    for name, text in files:
        (folder.path / name).write_bytes(text.encode())
        counts.append((name, len(load_cases(name))))
    assert counts == [("arithmetic.ron", 6), ("language.ron", 5), ("tool_use.ron", 7)]
    assert load_cases(folder.path) == baseline()


CALLED = {
    "arith_uses": "calculator",
    "arith_calculator": 'calculator {"op": "add"}',
    "tool_search_called": "search",
    "tool_search_with": 'search {"query": "rust programming language"}',
    "tool_calculator": 'calculator {"op": "add", "a": 40.0, "b": 2}',
    "tool_single": "lookup",
    "tool_email": 'send_email {"to": "bob@example.com", "subject": "Status update", "cc": null}',
}
SAID = ["4", "-18", "91.", "3.33", "It is 384.", "4", "Paris", "OK", "Yes.", "Red, blue", "#coffee"]


def test_baseline_can_be_passed() -> None:
    by_prompt = {case.prompt: (n, case.name) for n, case in enumerate(baseline())}

    def agent(prompt: str) -> RunArtifacts:
        n, name = by_prompt[prompt]
        calls = [parse(call) for start, call in CALLED.items() if name.startswith(start)]
        if name == "tool_search_then_email_in_order":
            calls = [parse("search"), parse("send_email")]
        return RunArtifacts(SAID[n] if n < len(SAID) else "Hello!", tuple(calls))

    report = run_suite(agent, baseline())
    assert report.passed() == 18, str(report)
    assert run_suite(lambda _: "", baseline()).passed() == 0


TEXT = "case a\nprompt: p\nexpect equals: hi\n"
RON = '[(name: "B c", instruction: "p", expect: [NoError]), (name: "a", instruction: "q", expect: [NoError])]'


def test_load_cases_of_a_text_file(folder: Folder) -> None:
    folder.write(suite=TEXT)
    (case,) = load_cases("suite.txt")
    assert (case.id, case.prompt, case.line) == ("a", "p", 1)
    assert load_cases(folder.path / "suite.txt") == [case]
    assert run_suite(lambda _: "hi", [case]).passed() == 1


def test_load_cases_of_ron(folder: Folder) -> None:
    (folder.path / "s.RON").write_text(RON)
    (folder.path / "d").mkdir()
    (folder.path / "d" / "s.ron").write_text(RON)
    found = load_cases("s.RON")
    assert [(case.id, case.name, case.prompt) for case in found] == [("b-c", "B c", "p"), ("a", "a", "q")]
    assert load_cases("d") == load_cases(folder.path / "d") == found


@pytest.mark.parametrize(
    ("path", "lines"),
    [
        ("nowhere.txt", ["nowhere.txt: cannot read: no such file"]),
        ("nowhere.ron", ["nowhere.ron: cannot read: no such file"]),
        ("nowhere", ["nowhere: cannot read: no such file"]),
        ("", [": cannot read: no such file"]),
        ("empty", ["empty: no suite in this folder (expected files that end in .ron)"]),
        (
            "bad.txt",
            [
                'bad.txt:1: case "a" has no prompt',
                'bad.txt:2: unknown check kind "contain" (did you mean "contains"?)',
            ],
        ),
        (
            "d",
            [
                "d/a.ron:1:1: expected a value, found the end",
                'd/b.ron:2:2: unknown check kind "NoErr" (did you mean "NoError"?)',
            ],
        ),
    ],
)
def test_load_cases_tells_every_fault(path: str, lines: list[str], folder: Folder) -> None:
    folder.write(bad="case a\nexpect contain: x\n")
    for name in ("empty", "d"):
        (folder.path / name).mkdir()
    (folder.path / "d" / "a.ron").write_text("")
    (folder.path / "d" / "b.ron").write_text('(name: "a", instruction: "p", expect: [\n NoErr])')
    with pytest.raises(EvalError) as caught:
        load_cases(path)
    assert list(caught.value.lines) == str(caught.value).splitlines() == lines


def test_load_cases_of_a_folder_that_cannot_be_read(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    def listdir(_path: str) -> list[str]:
        raise PermissionError(13, "Permission denied")

    (folder.path / "d").mkdir()
    monkeypatch.setattr(os, "listdir", listdir)
    with pytest.raises(EvalError) as caught:
        load_cases("d")
    assert caught.value.lines == ("d: cannot read: permission denied",)


# ---- the package --------------------------------------------------------------------------------

PUBLIC = [name for name in evalpin.__all__ if name != "__version__"]

OF_THE_SPEC = {
    *(
        "Agent",
        "Harness",
        "Scorer",
        "Case",
        "RunArtifacts",
        "ToolCall",
        "load_cases",
        "run_suite",
        "run_eval",
    ),
    *("EvalReport", "baseline", "baseline_files", "RunMeta", "EvalError", "AgentError", "BadValue"),
}


def modules_after(program: str) -> list[str]:
    """Return our modules that a fresh interpreter has loaded after a program."""
    program += "\nimport sys; print(*sorted(name for name in sys.modules if name.startswith('evalpin')))"
    ended = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=True, text=True)
    return ended.stdout.split()


def test_importing_loads_no_module() -> None:
    assert modules_after("import evalpin; evalpin.__version__; dir(evalpin)") == ["evalpin"]


def test_a_name_loads_what_it_needs() -> None:
    loaded = modules_after("from evalpin import ToolCall")
    assert "evalpin.toolcalls" in loaded
    assert not {"evalpin.evaluate", "evalpin.checks", "evalpin.ron", "evalpin.saving"} & set(loaded)


def test_every_name_comes_in_any_order_alone() -> None:
    program = "import evalpin, sys\n" + "".join(f"evalpin.{name}\n" for name in reversed(PUBLIC))
    assert "evalpin.evaluate" in modules_after(program)
    assert modules_after("from evalpin import *")[0] == "evalpin"


def test_lists_of_names_agree() -> None:
    tree = ast.parse((ROOT / "src" / "evalpin" / "__init__.py").read_text())
    guarded = next(
        node
        for node in tree.body
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    )
    imported = {
        alias.asname: f"{node.module}.{alias.name}"
        for node in guarded.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert imported == {name: f"evalpin.{place}" for name, place in evalpin._NAMES.items()}
    assert evalpin.__all__ == ["__version__", *evalpin._NAMES]
    assert list(evalpin._NAMES) == sorted(evalpin._NAMES, key=str.lower)
    assert dir(evalpin) == sorted(evalpin.__all__)


def test_names_of_the_spec_are_public() -> None:
    from evalpin.checks import RON_KINDS

    assert {*OF_THE_SPEC, *RON_KINDS} - set(PUBLIC) == set()


def test_unknown_name() -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(evalpin, "Nonsense")  # noqa: B009 - mypy knows that there is none
    assert str(caught.value) == "module 'evalpin' has no attribute 'Nonsense'"


@pytest.mark.parametrize("name", PUBLIC)
def test_docstring(name: str) -> None:
    thing = getattr(evalpin, name)
    assert thing.__doc__
    assert not thing.__doc__.startswith(f"{name}("), "made by dataclass"
    if not inspect.isclass(thing):
        return
    for inner, value in vars(thing).items():
        if not inner.startswith("_") and (inspect.isroutine(value) or isinstance(value, property)):
            assert inspect.getdoc(getattr(thing, inner)), f"{name}.{inner}"


def test_errors() -> None:
    assert issubclass(BadValue, ValueError)
    assert issubclass(AgentError, EvalError)
    assert EvalError("a", "b").lines == ("a", "b")
