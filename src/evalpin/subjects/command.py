"""A command: the prompt on its stdin, the reply from its stdout, more if it writes the JSON form."""

from __future__ import annotations

import errno
import os
import shlex
import shutil
import signal
import stat
import tempfile
import time

from evalpin import artifacts, jsontext, jsonvalue
from evalpin.errors import BadValue, EvalpinError
from evalpin.model import Case, RunArtifacts
from evalpin.subjects._process import Ended, Processes, Start

ARTIFACTS = "EVALPIN_ARTIFACTS"
"""The variable that names the file to which a command may write the JSON form of its artifacts."""

MOST_READ = 16 * 1024 * 1024
"""Bytes of a reply that are read; the rest is counted."""


def split(command: str) -> list[str]:
    """Split a command as a shell does; raise `EvalpinError` if it is none or its program is not there."""
    try:
        argv = shlex.split(command)
    except ValueError as error:
        raise EvalpinError(f"--command {command}: {str(error).lower()}") from None
    if not argv:
        raise EvalpinError("--command: expected a program, found nothing")
    if shutil.which(argv[0]) is None:
        what = "not executable" if os.path.exists(argv[0]) else "no such program"
        raise EvalpinError(f"--command {command}: {what}: {argv[0]}")
    return argv


class Running:
    """The subject that runs a command for each attempt; its failures are errors of that attempt."""

    def __init__(self, argv: list[str], timeout: float | None = None) -> None:
        self._argv, self._timeout = argv, timeout
        self._processes = Processes()
        self.stop = self._processes.end_all

    def __call__(self, case: Case, number: int) -> RunArtifacts:
        """Run the command once with the case's prompt."""
        with tempfile.TemporaryDirectory(prefix="evalpin-", ignore_cleanup_errors=True) as folder:
            path = os.path.join(folder, "artifacts.json")
            environment = {
                **os.environ,
                ARTIFACTS: path,
                "EVALPIN_CASE": case.id,
                "EVALPIN_ATTEMPT": str(number),
            }
            begin = time.monotonic()
            stdin = os.path.join(folder, "prompt.txt")
            with open(stdin, "wb") as file:
                file.write(case.prompt.encode("utf-8", "surrogatepass"))
            start = Start(self._argv, environment, self._timeout, MOST_READ, stdin=stdin, folder=folder)
            try:
                ended = self._processes.run(start)
            except OSError as error:
                return RunArtifacts(error=f"cannot start {self._argv[0]}: {error.strerror}")
            found = _artifacts(ended, path, self._timeout)
            return found if found.seconds is not None else found.with_seconds(time.monotonic() - begin)


def _artifacts(ended: Ended, path: str, timeout: float | None) -> RunArtifacts:
    text = ended.stdout.data[:MOST_READ].decode("utf-8", "replace")
    text = text.removesuffix("\r\n") if text.endswith("\r\n") else text.removesuffix("\n")
    found = _written(path)
    if found.final_text is None:
        found = found.with_final_text(text)
    found = found.with_exit_code(ended.exit_code)
    error = _error(ended, timeout)
    return found if error is None else found.with_error(error)  # what went wrong outside comes first


def _written(path: str) -> RunArtifacts:
    """Return what the command wrote to the artifacts file, if it did."""
    try:
        value = jsonvalue.parse(_read_regular(path).decode("utf-8-sig"))
        return artifacts.from_json(value if isinstance(value, dict) else {"": value})
    except FileNotFoundError:
        return RunArtifacts()
    except OSError as error:
        why = "not a regular file" if error.errno == errno.ELOOP else error.strerror
        return RunArtifacts(error=f"bad {ARTIFACTS}: {why}")
    except (UnicodeDecodeError, jsontext.NotJson, BadValue) as error:
        return RunArtifacts(error=f"bad {ARTIFACTS}: {error}")


def _read_regular(path: str) -> bytes:
    """Read a file that the command left: no link, no pipe that would wait for ever, not without end."""
    flags = (
        os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    )
    with open(os.open(path, flags), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise BadValue("not a regular file")
        if status.st_size > MOST_READ:
            raise BadValue(f"{status.st_size} bytes (expected at most {MOST_READ})")
        return file.read(MOST_READ)


def _error(ended: Ended, timeout: float | None) -> str | None:
    if ended.exit_code is None:
        return f"timed out after {timeout:g} s"
    if ended.exit_code == 0:
        # A check of half a reply could hold by what it does not see.
        most = MOST_READ // 2**20
        cut = ended.stdout.size - MOST_READ
        return f"the reply is longer than {most} MiB ({cut} bytes too many)" if cut > 0 else None
    last = ended.stderr.end.decode("utf-8", "replace").strip().rpartition("\n")[2].strip()
    how = (
        f"exit code {ended.exit_code}"
        if ended.exit_code > 0
        else f"ended by {_signal_name(-ended.exit_code)}"
    )
    return f"{how}: {last}" if last else how


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
