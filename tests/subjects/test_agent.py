"""A Python agent: what counts as one, what it may return, how it may fail, and bad targets."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from evalpin.agenterror import AgentError
from evalpin.errors import EvalpinError
from evalpin.model import Case, RunArtifacts
from evalpin.subjects.agent import Ask, as_ask, asking, load
from evalpin.toolcalls import ToolCall
from support import Folder

CASE = Case("greet", "Greet Ana.", ())

AGENTS = """
class Agent:
    def run(self, prompt):
        return f"class: {prompt}"

class Async:
    async def run(self, prompt):
        return f"async class: {prompt}"

class Outer:
    inner = Agent()

def function(prompt):
    return f"function: {prompt}"

async def coroutine(prompt):
    return f"coroutine: {prompt}"

made = Agent()
number = 4
"""


@pytest.fixture(autouse=True)
def _same_imports() -> Iterator[None]:
    """Leave the path and the modules of the tests as they were."""
    path, modules = list(sys.path), set(sys.modules)
    yield
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        if getattr(sys.modules[name], "__file__", None) and "agents" in name:
            del sys.modules[name]


def ask(agent: Ask, timeout: float | None = None) -> RunArtifacts:
    """Ask an agent once."""
    return asking(as_ask(agent), timeout)(CASE, 1)


@pytest.mark.parametrize("module", ["agents", "agents.py", "./agents.py"])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("function", "function: Greet Ana."),
        ("coroutine", "coroutine: Greet Ana."),
        ("Agent", "class: Greet Ana."),
        ("Async", "async class: Greet Ana."),
        ("made", "class: Greet Ana."),
        ("Outer.inner", "class: Greet Ana."),
    ],
)
def test_loads(module: str, name: str, said: str, folder: Folder) -> None:
    (folder.path / "agents.py").write_text(AGENTS)
    assert ask(load(f"{module}:{name}")).final_text == said


def test_a_file_finds_its_neighbours(folder: Folder) -> None:
    package = folder.path / "deep"
    package.mkdir()
    (package / "agents_help.py").write_text("SAID = 'from next door'\n")
    (package / "agents_main.py").write_text(
        "import agents_help\ndef run(prompt):\n    return agents_help.SAID\n"
    )
    assert ask(load("deep/agents_main.py:run")).final_text == "from next door"


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("agents", "--agent agents: expected package.module:name or path/to/file.py:name"),
        (":name", "--agent :name: expected package.module:name or path/to/file.py:name"),
        ("agents:", "--agent agents:: expected package.module:name or path/to/file.py:name"),
        ("agents.py:functoin", '--agent agents.py:functoin: no "functoin" there (did you mean "function"?)'),
        ("agents.py:number", "agent is int (expected a function, or an object or class with run(prompt))"),
        ("no_such:x", "--agent no_such:x: ModuleNotFoundError: No module named 'no_such'"),
        ("gone.py:x", "--agent gone.py:x: FileNotFoundError: no such file: gone.py"),
        ("raises.py:x", "--agent raises.py:x: {}/raises.py:2: ValueError: no key"),
        ("leaves.py:x", "--agent leaves.py:x: {}/leaves.py:2: SystemExit: 0"),
    ],
)
def test_bad_targets(target: str, message: str, folder: Folder) -> None:
    (folder.path / "agents.py").write_text(AGENTS)
    (folder.path / "raises.py").write_text("\nraise ValueError('no key')\n")
    (folder.path / "leaves.py").write_text("import sys\nsys.exit(0)\n")
    with pytest.raises(EvalpinError) as caught:
        load(target)
    shown = str(caught.value).replace(str(folder.path), "{}").replace(" raises.py:2", " {}/raises.py:2")
    assert shown.replace(" leaves.py:2", " {}/leaves.py:2") == message


def test_a_syntax_error_is_told_with_its_line(folder: Folder) -> None:
    (folder.path / "broken.py").write_text("x = 1\ndef run(:\n")
    with pytest.raises(EvalpinError, match=r"broken\.py:2: SyntaxError: invalid syntax"):
        load("broken.py:run")


CALL = ToolCall("search", {"q": "x"})


@pytest.mark.parametrize(
    ("returned", "text", "error"),
    [
        ("text", "text", None),
        ("", "", None),
        (RunArtifacts(final_text="x", tool_calls=(CALL,)), "x", None),
        ({"final_text": "x"}, "x", None),
        (RunArtifacts(error="soft"), None, "soft"),
        (None, None, "the agent returned None (expected RunArtifacts, a str or a dict)"),
        (4, None, "the agent returned int (expected RunArtifacts, a str or a dict)"),
        (b"x", None, "the agent returned bytes (expected RunArtifacts, a str or a dict)"),
        (["x"], None, "the agent returned list (expected RunArtifacts, a str or a dict)"),
    ],
)
def test_what_an_agent_returns(returned: object, text: str | None, error: str | None) -> None:
    found = ask(lambda _: returned)
    assert (found.final_text, found.error) == (text, error)
    assert found.seconds is not None
    assert 0 <= found.seconds < 5


def test_a_bad_dict_is_an_error_of_the_attempt() -> None:
    error = ask(lambda _: {"final_txt": "x"}).error
    assert error is not None
    assert error.startswith("the agent returned a dict that is no artifacts: ")
    assert '"final_txt"' in error


def raising(error: BaseException) -> Callable[[str], object]:
    """Return an agent that raises."""

    def agent(_prompt: str) -> object:
        raise error

    return agent


def endless(prompt: str) -> object:
    """Call itself until Python has had enough."""
    return endless(prompt)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("no key"), "ValueError: no key"),
        (SystemExit(0), "SystemExit: 0"),
        (asyncio.CancelledError(), "CancelledError: "),
        (GeneratorExit(), "GeneratorExit: "),
        (TimeoutError("slow model"), "TimeoutError: slow model"),
        (AgentError("backend down"), "backend down"),
        (MemoryError("x"), "MemoryError: x"),
    ],
)
def test_what_an_agent_raises(error: BaseException, told: str) -> None:
    assert ask(raising(error)).error == told
    assert ask(raising(error), 5.0).error == told


@pytest.mark.parametrize("timeout", [None, 5.0])
def test_what_an_async_agent_raises(timeout: float | None) -> None:
    async def agent(_prompt: str) -> object:
        raise TimeoutError("slow model")

    assert ask(agent, timeout).error == "TimeoutError: slow model"


def test_recursion_ends_the_attempt_only() -> None:
    error = ask(endless).error
    assert error is not None
    assert error.startswith("RecursionError: ")


def test_an_agent_error_keeps_what_was_done() -> None:
    partial = RunArtifacts(tool_calls=(CALL,), tokens=7)
    found = ask(raising(AgentError("backend down", partial)))
    assert (found.error, found.tool_calls, found.tokens) == ("backend down", (CALL,), 7)


def test_ctrl_c_goes_through() -> None:
    with pytest.raises(KeyboardInterrupt):
        ask(raising(KeyboardInterrupt()))


def test_a_sync_agent_that_hangs_is_given_up() -> None:
    released = threading.Event()
    begin = time.monotonic()
    found = ask(lambda _: released.wait(30), 0.05)
    released.set()
    assert found.error == "timed out after 0.05 s"
    assert time.monotonic() - begin < 5


def test_an_async_agent_that_hangs_is_cancelled() -> None:
    cancelled = threading.Event()

    async def agent(_prompt: str) -> str:
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            cancelled.set()
            raise
        return ""

    assert ask(agent, 0.05).error == "timed out after 0.05 s"
    assert cancelled.wait(5)


def test_the_seconds_an_agent_reports_stand(tmp_path: Path) -> None:
    assert ask(lambda _: RunArtifacts(final_text=str(tmp_path), seconds=4.5)).seconds == 4.5
