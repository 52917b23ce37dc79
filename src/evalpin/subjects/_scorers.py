"""Command scorers: programs that say, once an attempt was made, whether it is good.

Each gets the whole case, the output as it is kept, and a copy of the workspace of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from evalpin import evidence, files
from evalpin.evidence import Evidence, ScorerRun
from evalpin.redaction import Redactor
from evalpin.subjects import _answers, _trees, _view
from evalpin.subjects._process import Ended, Processes, Start
from evalpin.subjects._variables import both
from evalpin.subjects._view import View
from evalpin.trees import Answer
from evalpin.workspace import CommandScorer, Program


class Scorers:
    """The command scorers of a suite; `allowed` are the variables that they inherit."""

    def __init__(
        self,
        scorers: tuple[CommandScorer, ...],
        snapshot: str,
        processes: Processes,
        redactor: Redactor,
        allowed: Mapping[str, str],
    ) -> None:
        self._scorers, self._snapshot, self._processes = scorers, snapshot, processes
        self._redactor, self._allowed = redactor, allowed

    def ask(self, view: View, found: Evidence) -> dict[str, ScorerRun]:
        """Return what each says of an attempt."""
        return {scorer.id: self._ask(scorer, view, found) for scorer in self._scorers}

    def without_workspace(self) -> dict[str, ScorerRun]:
        """Return what each says where there is nothing to look at."""
        return {scorer.id: ScorerRun(Answer(error="there is no workspace")) for scorer in self._scorers}

    def _ask(self, scorer: CommandScorer, view: View, found: Evidence) -> ScorerRun:
        folder, program = f"{view.folder}/scorer", scorer.program
        try:
            _view.make_private(folder)  # the runner may have put something there
            ended = self._processes.run(self._start(program, folder, view, found))
        except (OSError, ValueError) as error:
            told = self._redactor.text(f"command scorer spawn failed: {_view.reason(error)}")
            return ScorerRun(Answer(error=told))
        finally:
            _trees.remove(folder)
        streams = [self._redactor.cut(of.data, program.most_output)[0] for of in (ended.stdout, ended.stderr)]
        return ScorerRun(self._clean(_answer_of(ended, program)), *streams)

    def _start(self, program: Program, folder: str, view: View, found: Evidence) -> Start:
        workspace = f"{folder}/workspace"
        _trees.copy_as_is(view.workspace, workspace)
        variables = both({"WORKSPACE": workspace, "SUITE": self._snapshot, **_given(folder, found)})
        return Start(
            _view.words(program, variables),
            _view.environment(view.folder, workspace, self._allowed, variables),
            program.timeout,
            program.most_output,
            workspace,
            None,
            view.folder,
        )

    def _clean(self, answer: Answer) -> Answer:
        if not self._redactor:
            return answer
        findings = [self._redactor.json(dict(finding)) for finding in answer.findings]
        return replace(
            answer,
            label=self._redactor.text(answer.label),
            error=self._redactor.text(answer.error),
            findings=tuple([finding for finding in findings if isinstance(finding, dict)]),
        )


def _given(folder: str, found: Evidence) -> dict[str, str]:
    """Write what a scorer gets beside the workspace; return the variables."""
    contents = {
        "CASE_FILE": ("case.json", evidence.json_file(dict(found.raw))),
        "OUTPUT_FILE": ("output.txt", found.output),
        "TASK_FILE": ("task.txt", found.task.encode("utf-8", "surrogatepass")),
        "DIFF_FILE": ("input.diff", found.input_diff),
    }
    given = {}
    for name, (file, data) in contents.items():
        given[name] = "" if data is None else f"{folder}/{file}"
        if data is not None:
            files.put(f"{folder}/{file}", data)
    return given


def _answer_of(ended: Ended, program: Program) -> Answer:
    if ended.timed_out:
        return Answer(error=f"command scorer timed out after {program.timeout:g}s")
    if ended.exit_code != 0:
        return Answer(error=f"command scorer exited {ended.exit_code}")
    if ended.stdout.size > program.most_output:
        return Answer(error=f"command scorer stdout has more than {program.most_output} bytes")
    return _answers.read(ended.stdout.data)
