"""A Python agent: a function, an object with `run(prompt)`, or a class of such; each sync or async."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import sys
import threading
import time
import traceback
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from types import ModuleType

from evalpin import artifacts
from evalpin.agenterror import AgentError
from evalpin.errors import BadValue, EvalpinError, did_you_mean
from evalpin.model import Case, RunArtifacts
from evalpin.runner import Subject
from evalpin.showing import brief
from evalpin.subjects._limits import TimedOut, within

TYPE_CHECKING = False
if TYPE_CHECKING:
    import asyncio

Ask = Callable[[str], object]
"""Takes a prompt and gives what the agent returned, or an awaitable of it."""


def load(target: str) -> Ask:
    """Import `package.module:name` or `path/to/file.py:name`; raise `EvalpinError` with the reason and place.

    The working folder is importable, and so is the folder of a file.
    """
    where, colon, name = target.rpartition(":")
    if not colon or not where or not name:
        raise EvalpinError(f"--agent {target}: expected package.module:name or path/to/file.py:name")
    sys.path.insert(0, os.getcwd())
    try:
        found: object = _import_file(where) if where.endswith(".py") else importlib.import_module(where)
        for part in name.split("."):
            found = _attribute(found, part, target)
        return as_ask(found)
    except (EvalpinError, KeyboardInterrupt):
        raise
    except BaseException as error:  # noqa: BLE001 - whatever the user's module raises, SystemExit too
        raise EvalpinError(f"--agent {target}: {_place(error)}{type(error).__name__}: {error}") from None


def as_ask(agent: object) -> Ask:
    """Return the one call of an agent; raise `EvalpinError` for what is none."""
    if inspect.isclass(agent):
        agent = agent()
    run = getattr(agent, "run", None)
    if callable(run):
        return run  # type: ignore[no-any-return]
    if callable(agent):
        return agent
    raise EvalpinError(
        f"agent is {type(agent).__name__} (expected a function, or an object or class with run(prompt))"
    )


def asking(ask: Ask, timeout: float | None = None) -> Subject:
    """Return the subject that asks an agent; its failures are errors of the attempt alone."""

    def subject(case: Case, _number: int) -> RunArtifacts:
        return attempt(lambda: ask(case.prompt), timeout)

    return subject


def attempt(call: Callable[[], object], timeout: float | None) -> RunArtifacts:
    """Make one call of user code into artifacts: what it returned, or how it failed; timed.

    Every `Exception`, `SystemExit` and cancellation ends this attempt only; Ctrl-C goes on.
    """
    begin = time.monotonic()
    try:
        found = _artifacts(within(timeout, lambda: _settled(call(), timeout)))
    except KeyboardInterrupt:
        raise
    except AgentError as error:
        found = _artifacts(error.artifacts or RunArtifacts()).with_error(error.message)
    except TimedOut as error:
        found = RunArtifacts(error=str(error))
    except BaseException as error:  # noqa: BLE001 - sys.exit() in an agent must not end the run with 0
        found = RunArtifacts(error=told(error))
    if found.seconds is None:
        found = found.with_seconds(time.monotonic() - begin)
    return found


def leave_within(seconds: float, status: int, complain: Callable[[str], None]) -> None:
    """End the program after so many seconds, whatever threads the agent left: Python would wait for them."""

    def leave() -> None:
        time.sleep(seconds)
        complain("the agent left threads running, not waiting for them")
        os._exit(status)

    threading.Thread(target=leave, daemon=True).start()


def told(error: BaseException) -> str:
    """Return `Type: message` of what user code raised, also where making the message raises."""
    name = type(error).__name__
    try:
        return f"{name}: {error}"
    except Exception:  # noqa: BLE001 - a bad __str__ must not end the run
        return f"{name}: its message cannot be shown"


def _artifacts(returned: object) -> RunArtifacts:
    if isinstance(returned, RunArtifacts):
        try:
            return artifacts.checked(returned)
        except BadValue as error:
            return RunArtifacts(error=f"the agent returned bad RunArtifacts: {error}")
    if isinstance(returned, str):
        return RunArtifacts(final_text=returned)
    if isinstance(returned, Mapping):
        try:
            return artifacts.from_json(returned)
        except BadValue as error:
            return RunArtifacts(error=f"the agent returned a dict that is no artifacts: {error}")
    what = "None" if returned is None else type(returned).__name__
    return RunArtifacts(error=f"the agent returned {what} (expected RunArtifacts, a str or a dict)")


def _settled(returned: object, timeout: float | None) -> object:
    """Wait for an awaitable on the one loop of all async agents; anything else is there already."""
    if not inspect.isawaitable(returned):
        return returned
    return _Loop.shared().result(returned, timeout)


class _Loop:
    """One event loop in a thread of its own, for the async agents of all attempts."""

    _one: _Loop | None = None
    _lock = threading.Lock()

    def __init__(self) -> None:
        import asyncio  # only an async agent pays for it

        self._asyncio = asyncio
        self._loop: asyncio.AbstractEventLoop = asyncio.new_event_loop()
        threading.Thread(target=self._serve, daemon=True).start()

    @classmethod
    def shared(cls) -> _Loop:
        """Return the loop, started with the first who asks."""
        with cls._lock:
            cls._one = cls._one or cls()
            return cls._one

    def _serve(self) -> None:
        """Run for ever: a `sys.exit()` in a task leaves the loop, and that task alone is to end by it."""
        while True:
            with suppress(SystemExit, KeyboardInterrupt):
                self._loop.run_forever()

    def result(self, awaitable: Awaitable[object], timeout: float | None) -> object:
        """Return what an awaitable gives; raise `TimedOut`, the awaitable cancelled."""

        async def wait() -> object:
            return await awaitable

        future = self._asyncio.run_coroutine_threadsafe(wait(), self._loop)
        try:
            return future.result(timeout)
        except TimeoutError:
            if future.done():  # the agent's own
                raise
            future.cancel()
            raise TimedOut(timeout or 0) from None
        except KeyboardInterrupt:
            future.cancel()
            raise


def _import_file(path: str) -> ModuleType:
    if not os.path.isfile(path):
        raise FileNotFoundError(f"no such file: {path}")
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"not a Python file: {path}")
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickles look a module up by its name
    spec.loader.exec_module(module)
    return module


def _attribute(owner: object, name: str, target: str) -> object:
    try:
        return getattr(owner, name)
    except AttributeError:
        public = [known for known in dir(owner) if not known.startswith("_")]
        raise EvalpinError(f"--agent {target}: no {brief(name)} there{did_you_mean(name, public)}") from None


def _place(error: BaseException) -> str:
    """Return `FILE:LINE: ` of where the user's code raised, as far as that is known."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}: "
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith("<")
    ]
    frames = [frame for frame in frames if frame.filename != __file__ and not _is_importlib(frame.filename)]
    return f"{frames[-1].filename}:{frames[-1].lineno}: " if frames else ""


def _is_importlib(filename: str) -> bool:
    return filename == importlib.__file__
