"""A coding agent: a command in a copy of a case's fixture, judged by what it leaves there.

The runner sees one folder; what is kept of it is made when nothing of the runner lives any more.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from evalpin import artifacts as artifacts_form
from evalpin import evidence, files, jsontext, jsonvalue, trees
from evalpin.errors import BadValue
from evalpin.evidence import Evidence, Runner
from evalpin.jsonvalue import Value
from evalpin.model import Case
from evalpin.redaction import Redactor
from evalpin.subjects import _trees, _view
from evalpin.subjects._process import Ended, Processes, Start
from evalpin.subjects._scorers import Scorers
from evalpin.subjects._streams import OVERLAP
from evalpin.subjects._textdiff import text_diff
from evalpin.subjects._variables import both, expanded
from evalpin.subjects._view import View
from evalpin.trees import Entry
from evalpin.workspace import WorkspaceSuite

REPLACED = "the folder of the attempt was replaced"

SHORT = 4
"""Characters of a secret under which its redaction would garble any text."""

MOST_TOLD = 16 * 1024 * 1024
"""Bytes of the file in which a runner tells of its tool calls."""


class Agent:
    """Makes attempts of one suite from its snapshot: the folder of the fixtures, and what that holds.

    `timeout` (seconds) stands instead of the suite's where it is given.
    """

    def __init__(
        self,
        suite: WorkspaceSuite,
        snapshot: str,
        tree: Sequence[Entry],
        processes: Processes,
        timeout: float | None = None,
    ) -> None:
        self._suite, self._snapshot, self._processes = suite, os.path.realpath(snapshot), processes
        self._tree, self._paths = tree, [entry.path.encode() for entry in tree]
        runner = suite.runner
        program = runner.program
        self._program = program if timeout is None else replace(program, timeout=timeout)
        self._allowed = {name: os.environ[name] for name in runner.environment if name in os.environ}
        values = [os.environ[name] for name in runner.secrets if name in os.environ]
        self._redactor = Redactor(values, runner.patterns)
        self._scorers = Scorers(suite.scorers, self._snapshot, processes, self._redactor, self._allowed)

    def attempt(self, case: Case, view: View) -> Evidence:
        """Run the agent once, in a view made for it; any trouble is an error of this attempt alone."""
        raw, task = case.setup.raw, case.prompt
        try:
            diff = self._prepare(case, view)
            made = _view.identity(view)
            before = self._before(case.setup.fixture)
        except (OSError, ValueError, _trees.CannotCopy) as error:
            told = self._clean(f"cannot prepare the workspace: {_view.reason(error)}")
            answers = self._scorers.without_workspace()
            failed = Runner(spawn_failed=True, error=told)
            return Evidence(raw, task, runner=failed, answers=answers, has_workspace=False)
        found = self._ran(case, view, Evidence(raw, task, diff, before), made)
        if not found.has_workspace:
            return replace(found, answers=self._scorers.without_workspace())
        return replace(found, answers=self._scorers.ask(view, found))

    def _prepare(self, case: Case, view: View) -> bytes | None:
        """Make the view; return the case's diff, if it has one."""
        _view.make_private(view.folder)
        for name in ("task", "home"):
            os.mkdir(f"{view.folder}/{name}")
        _trees.copy(f"{self._snapshot}/{case.setup.fixture}", view.workspace)
        shown: dict[str, Value] = {"id": case.id, "task": case.prompt}
        if "input" in case.setup.raw:
            shown["input"] = case.setup.raw["input"]
        files.put(f"{view.folder}/task/case.json", evidence.json_file(shown))
        files.put(f"{view.folder}/task/task.txt", case.prompt.encode("utf-8", "surrogatepass"))
        if case.setup.diff is None:
            return None
        with open(f"{self._snapshot}/{case.setup.diff}", "rb") as file:
            diff = file.read()
        files.put(f"{view.folder}/task/input.diff", diff)
        return diff

    def _before(self, fixture: str) -> list[Entry]:
        """Return what a fixture holds: it was hashed when the snapshot was made, and a copy is the same."""
        prefix = f"{fixture}/"
        first, end = (
            bisect_left(self._paths, text.encode()) for text in (prefix, f"{fixture}0")
        )  # 0 follows /
        found: list[Entry] = []
        left_out: tuple[str, ...] = ()
        for entry in self._tree[first:end]:
            path = entry.path.removeprefix(prefix)
            if left_out and path.startswith(left_out):
                continue
            if self._suite.ignored.leaves_out(path, folder=entry.kind == "directory"):
                left_out += (f"{path}/",)
            else:
                found.append(_moved(entry, path))
        return found

    def _ran(self, case: Case, view: View, prepared: Evidence, made: tuple[int, int]) -> Evidence:
        """Run the runner, and collect what it left."""
        variables = both(view.variables(diff=case.setup.diff is not None))
        try:
            ended = self._processes.run(self._start(view, variables))
            runner = self._runner(ended)
            streams = ended.stdout.data, ended.stderr.data
        except (OSError, ValueError) as error:
            told = self._clean(f"cannot start {self._named()}: {_view.reason(error)}")
            runner, streams = Runner(spawn_failed=True, error=told), (b"", told.encode("utf-8", "replace"))
        if not _view.is_as_made(view, made):
            return replace(prepared, runner=replace(runner, error=REPLACED), has_workspace=False)
        after, unreadable = _trees.snapshot(view.workspace, self._suite.ignored)
        changes = trees.changes(prepared.before, after)
        fixture = f"{self._snapshot}/{case.setup.fixture}"
        diff = self._clean(text_diff(changes, fixture, view.workspace))
        clean_before, clean_after = self._clean_paths(prepared.before), self._clean_paths(after)
        collected = replace(
            prepared,
            before=clean_before,
            after=clean_after,
            changes=trees.changes(clean_before, clean_after) if self._redactor else changes,
            diff=diff.encode("utf-8", "replace"),
            runner=runner,
            unreadable=tuple(map(self._clean, unreadable)),
        )
        return self._with_output(view, self._with_told(view, collected), *streams)

    def _start(self, view: View, variables: Mapping[str, str]) -> Start:
        runner = self._suite.runner
        cwd = view.workspace if runner.cwd is None else os.path.abspath(expanded(runner.cwd, variables))
        return Start(
            _view.words(self._program, variables),
            _view.environment(view.folder, cwd, self._allowed, variables),
            self._program.timeout,
            self._program.most_output,
            cwd,
            variables["EVALPIN_TASK_FILE"] if runner.task_on_stdin else None,
            view.folder,
        )

    def _named(self) -> str:
        """Return what was to be started, as the suite has it: a message must not name folders of today."""
        return "the command" if self._program.shell else self._program.argv[0]

    def _runner(self, ended: Ended) -> Runner:
        most = self._program.most_output
        cut = {name for name, of in (("stdout", ended.stdout), ("stderr", ended.stderr)) if of.size > most}
        return Runner(
            exit_code=ended.exit_code,
            timed_out=ended.timed_out,
            error=f"timed out after {self._program.timeout:g} s" if ended.timed_out else "",
            duration_ms=round(ended.seconds * 1000),
            truncated=frozenset(cut),
            leftovers=ended.leftovers,
            escaped=ended.escaped,
        )

    def _with_told(self, view: View, found: Evidence) -> Evidence:
        """Add what the runner told of itself, free of secrets; what is no such thing is an error."""
        try:
            data, size = _view.read_regular(f"{view.folder}/artifacts.json", MOST_TOLD)
        except FileNotFoundError:
            return found
        except OSError:
            return _broken(found, "bad EVALPIN_ARTIFACTS: not a regular file")
        if size > MOST_TOLD:
            return _broken(found, f"bad EVALPIN_ARTIFACTS: {size} bytes (expected at most {MOST_TOLD})")
        try:
            value = self._redactor.json(jsonvalue.parse(data.decode("utf-8-sig")))
            told = value if isinstance(value, dict) else {"": value}
            said = artifacts_form.from_json(told)
        except (UnicodeDecodeError, jsontext.NotJson, BadValue) as error:
            return _broken(found, self._clean(f"bad EVALPIN_ARTIFACTS: {error}"))
        found = replace(found, told=told)
        return found if said.error is None else _broken(found, said.error or "error without a message")

    def _with_output(self, view: View, found: Evidence, stdout: bytes, stderr: bytes) -> Evidence:
        """Add the streams and the output: the output file, else what was told, else stdout."""
        most = self._program.most_output
        runner = found.runner
        truncated, redacted = set(runner.truncated), set[str]()
        trouble = ""
        said = found.told.get("final_text") if found.told else None
        try:
            written, size = _view.read_regular(f"{view.folder}/output.txt", most + OVERLAP)
            truncated |= {"output"} if size > most else set()
        except FileNotFoundError:
            written = said.encode("utf-8", "surrogatepass") if isinstance(said, str) else stdout
            if len(written) > most or (said is None and "stdout" in truncated):
                truncated.add("output")
        except OSError:
            written, trouble = stdout, "the output file is not a regular file"
        kept: dict[str, bytes] = {}
        for name, data in (("stdout", stdout), ("stderr", stderr), ("output", written)):
            kept[name], had_secrets = self._redactor.cut(data, most)
            redacted |= {name} if had_secrets else set()
        runner = replace(
            runner,
            truncated=frozenset(truncated),
            redacted=frozenset(redacted),
            decode_errors=_decode_errors(kept["output"]),
        )
        found = replace(
            found, runner=runner, stdout=kept["stdout"], stderr=kept["stderr"], output=kept["output"]
        )
        return _broken(found, trouble) if trouble else found

    def _clean(self, text: str) -> str:
        return self._redactor.text(text)

    def _clean_paths(self, entries: Sequence[Entry]) -> Sequence[Entry]:
        if not self._redactor:
            return entries
        return [
            replace(entry, path=self._clean(entry.path), target=self._clean(entry.target))
            for entry in entries
        ]


def _moved(was: Entry, path: str) -> Entry:
    """Return an entry at another path; `dataclasses.replace` costs as much as hashing a small file."""
    return Entry(path, was.kind, was.sha256, was.size, was.mode, was.target, was.broken, was.subtype)


def short_secrets(suite: WorkspaceSuite) -> Iterable[str]:
    """Yield the names of variables whose values are so short that their redaction would garble any text."""
    for name in suite.runner.secrets:
        if 0 < len(os.environ.get(name, "")) < SHORT:
            yield name


def _broken(found: Evidence, error: str) -> Evidence:
    """Return the evidence with an error, if it has none before."""
    return found if found.runner.broken else replace(found, runner=replace(found.runner, error=error))


def _decode_errors(data: bytes) -> int:
    """Count what is not UTF-8, each replacement character once."""
    return (
        0 if data.isascii() else data.decode("utf-8", "replace").count("\ufffd") - data.count(b"\xef\xbf\xbd")
    )
