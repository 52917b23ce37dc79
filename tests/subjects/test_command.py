"""A command: what it gets, what counts as its reply, how it may fail, and that nothing of it is left."""

from __future__ import annotations

import shlex
import signal
import sys
import time
from pathlib import Path

import pytest

from evalpin.errors import EvalpinError
from evalpin.model import Case, RunArtifacts
from evalpin.subjects import _process
from evalpin.subjects.command import Running, split
from processes import lives, posix

CASE = Case("greet", "Greet Ana.", ())


def python(program: str, timeout: float | None = 20.0, case: Case = CASE) -> RunArtifacts:
    """Ask a Python program that gets the prompt on its stdin."""
    return Running([sys.executable, "-c", program], timeout)(case, 3)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "--command: expected a program, found nothing"),
        ("  ", "--command: expected a program, found nothing"),
        ("sh 'x", "--command sh 'x: no closing quotation"),
        (".", "--command .: not executable: ."),
        ("no-such-program -x", "--command no-such-program -x: no such program: no-such-program"),
    ],
)
def test_no_command(command: str, message: str) -> None:
    with pytest.raises(EvalpinError) as caught:
        split(command)
    assert str(caught.value) == message


@posix
def test_splits_as_a_shell_does() -> None:
    assert split("sh -c 'echo $HOME; exit' \"a b\" c\\ d") == ["sh", "-c", "echo $HOME; exit", "a b", "c d"]


@pytest.mark.parametrize(
    ("program", "text"),
    [
        ("print(input())", "Greet Ana."),
        ("import sys; sys.stdout.write('a')", "a"),
        ("import sys; sys.stdout.write('a\\n\\n')", "a\n"),
        ("import sys; sys.stdout.buffer.write(b'a\\r\\n')", "a"),
        ("import sys; sys.stdout.buffer.write(b' a\\r')", " a\r"),
        ("import sys; sys.stdout.buffer.write(b'caf\\xe9 \\xff\\n')", "caf\ufffd \ufffd"),
        ("import os; print(os.environ['EVALPIN_CASE'], os.environ['EVALPIN_ATTEMPT'])", "greet 3"),
        ("", ""),
    ],
)
def test_its_reply(program: str, text: str) -> None:
    found = python(program)
    assert (found.final_text, found.error, found.exit_code) == (text, None, 0)
    assert found.seconds is not None


@pytest.mark.parametrize(
    ("program", "error"),
    [
        ("import sys; sys.exit(3)", "exit code 3"),
        ("import sys; print('out'); sys.exit('first\\nno luck  \\n\\n')", "exit code 1: no luck"),
        ("import sys; sys.stderr.write('x' * 10**6 + '\\nlast'); sys.exit(2)", "exit code 2: last"),
    ],
)
def test_a_bad_exit_is_an_error(program: str, error: str) -> None:
    assert python(program).error == error


@posix
def test_a_signal_is_an_error_and_the_reply_is_kept() -> None:
    found = python("import os; print('out', flush=True); os.kill(os.getpid(), 9)")
    assert (found.error, found.exit_code, found.final_text) == ("ended by SIGKILL", -signal.SIGKILL, "out")


def test_a_program_that_goes_missing_is_an_error_of_the_attempt() -> None:
    found = Running(["./gone"])(CASE, 1)
    assert found.error == "cannot start ./gone: No such file or directory"


ARTIFACTS = "import os; open(os.environ['EVALPIN_ARTIFACTS'], 'w').write({!r})"


def test_it_may_tell_of_calls_and_tokens() -> None:
    written = '{"schema": 1, "tool_calls": [{"name": "search", "args": {"q": 1}}], "tokens": 7}'
    found = python(f"print('said'); {ARTIFACTS.format(written)}")
    assert (found.final_text, found.tokens, found.error) == ("said", 7, None)
    assert [call.display() for call in found.tool_calls] == ['search({"q":1})']


@pytest.mark.parametrize(
    ("written", "error"),
    [
        ("{", "bad EVALPIN_ARTIFACTS: "),
        ("[]", "bad EVALPIN_ARTIFACTS: "),
        ('{"tokns": 1}', "bad EVALPIN_ARTIFACTS: "),
        ('{"tokens": NaN}', "bad EVALPIN_ARTIFACTS: "),
        ("", "bad EVALPIN_ARTIFACTS: "),
    ],
)
def test_a_bad_artifacts_file_is_an_error(written: str, error: str) -> None:
    found = python(f"print('said'); {ARTIFACTS.format(written)}").error
    assert found is not None
    assert found.startswith(error)


@posix
@pytest.mark.parametrize(
    ("made", "error"),
    [
        ("os.mkdir(p)", "bad EVALPIN_ARTIFACTS: Is a directory"),
        ("os.mkfifo(p)", "bad EVALPIN_ARTIFACTS: not a regular file"),
        ("os.symlink('/etc/hosts', p)", "bad EVALPIN_ARTIFACTS: not a regular file"),
        (
            "open(p, 'w').truncate(2**34)",
            "bad EVALPIN_ARTIFACTS: 17179869184 bytes (expected at most 16777216)",
        ),
    ],
)
def test_no_trap_for_an_artifacts_file(made: str, error: str) -> None:
    assert python(f"import os; p = os.environ['EVALPIN_ARTIFACTS']; {made}").error == error


def test_a_bad_exit_comes_before_bad_artifacts() -> None:
    assert python(f"{ARTIFACTS.format('{')}; raise SystemExit(3)").error == "exit code 3"


def test_a_long_prompt_that_nobody_reads() -> None:
    found = python("print('done')", case=Case("a", "x" * 10**6, ()))
    assert (found.final_text, found.error) == ("done", None)


def test_floods_on_both_streams_do_not_block() -> None:
    program = "import sys\nfor s in (sys.stdout, sys.stderr):\n    s.write('x' * 4_000_000)"
    found = python(program)
    assert (len(found.final_text or ""), found.error) == (4_000_000, None)


def test_half_a_reply_is_no_reply() -> None:
    found = python("import sys; sys.stdout.write('x' * (17 * 2**20))")
    assert found.error == "the reply is longer than 16 MiB (1048576 bytes too many)"


@posix
def test_the_whole_group_is_ended_at_the_timeout(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    begin = time.monotonic()
    command = f"sh -c 'echo part; sleep 600 & echo $! > {shlex.quote(str(pid))}; sleep 60'"
    found = Running(split(command), 0.3)(CASE, 1)
    assert (found.error, found.final_text) == ("timed out after 0.3 s", "part")
    assert time.monotonic() - begin < 2.9
    assert not lives(int(pid.read_text()))


@posix
def test_term_may_be_ignored_but_not_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_process, "GRACE", 0.1)
    begin = time.monotonic()
    found = Running(split("sh -c 'trap \"\" TERM; while :; do sleep 0.05; done'"), 0.2)(CASE, 1)
    assert found.error == "timed out after 0.2 s"
    assert time.monotonic() - begin < 3


@posix
def test_a_background_child_neither_delays_nor_outlives_the_command(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    begin = time.monotonic()
    found = Running(split(f"sh -c 'sleep 600 & echo $! > {shlex.quote(str(pid))}; echo ok'"), 20)(CASE, 1)
    assert (found.final_text, found.error, found.exit_code) == ("ok", None, 0)
    assert time.monotonic() - begin < 5
    assert not lives(int(pid.read_text()))
