"""A run that is being made: the suite's snapshot, each attempt's files, and last that it is whole."""

from __future__ import annotations

import os
from collections.abc import Sequence

from evalpin import evidence, files, hashing, projection, suitefolder, trees
from evalpin.errors import EvalpinError
from evalpin.evidence import Evidence, Runner
from evalpin.jsonvalue import Value
from evalpin.model import Attempt, Case, Outcome, Run
from evalpin.notices import Notice
from evalpin.projection import About
from evalpin.rundir import _place
from evalpin.rundir._durable import Durable
from evalpin.scoring import outcome_of
from evalpin.showing import brief
from evalpin.subjects import _trees, _view
from evalpin.subjects._view import View
from evalpin.subjects.workspace import Agent
from evalpin.trees import Entry
from evalpin.workspace import WorkspaceSuite

snapshot_of = _place.snapshot_of


class RunFolder:
    """The folder of a run that is being made: the suite's snapshot (`tree`), and what attempts leave."""

    def __init__(self, folder: str, suite: WorkspaceSuite, about: About, tree: Sequence[Entry]) -> None:
        self.folder, self._suite, self.about, self.tree = folder, suite, about, tree
        self.notices: list[Notice] = []
        self._place, self._project = _view.place(), os.getcwd()
        self._views: set[View] = set()
        self._durable = Durable(folder)

    def attempt(self, agent: Agent, case: Case, number: int) -> Attempt:
        """Make one attempt from beginning to end, whatever happens: an attempt, its files and its marker.

        This is the unit of work, whoever calls it. Raise `OSError` if not even an error can be written.
        """
        view = _view.view_of(self._place, self._project, self.about.run_id, case.id, str(number))
        self._views.add(view)
        found = agent.attempt(case, view)
        try:
            return self._add(case, number, found, view)
        except OSError as error:  # the disk is full, say: this attempt is one that told nothing
            told = Runner(error=f"cannot keep what was left: {files.reason(error)}")
            _trees.remove(os.path.join(self.folder, projection.folder_of(case.id, number)))
            return self._add(
                case, number, Evidence(case.setup.raw, case.prompt, runner=told, has_workspace=False), view
            )

    def _add(self, case: Case, number: int, found: Evidence, view: View) -> Attempt:
        """Judge an attempt and keep it: its files, its workspace, and last its marker."""
        artifacts = found.artifacts()
        verdicts = tuple([check.judge(artifacts) for check in case.checks])
        outcome = outcome_of(verdicts, broken=found.runner.broken)
        name = projection.folder_of(case.id, number)
        target = f"{self.folder}/{name}"
        made = found.files()
        os.mkdir(target)
        if found.answers:
            os.mkdir(f"{target}/{evidence.SCORERS}")
        for file, data in made.items():
            files.put(f"{target}/{file}", data)
        files.put(f"{target}/{evidence.HASHES}", evidence.hashes(made))
        files.put(f"{target}/{evidence.SCORE}", evidence.score_file(case.id, outcome, verdicts))
        if found.has_workspace and self._keeps(outcome) and os.path.isdir(view.workspace):
            _trees.move(view.workspace, f"{target}/{evidence.WORKSPACE}")
        self._note(name, found)
        state = evidence.state_file(case.id, outcome, _place.now())
        self._durable.mark(target, evidence.STATE, state, lambda: self._remove(view))
        return Attempt(case.id, number, artifacts, verdicts, outcome)

    def finish(self, run: Run) -> None:
        """Write what says that the run is complete, after all that it speaks for is on the disk."""
        self._durable.settle()
        told = projection.of_run(run, self._suite.name)
        self._durable.write(_place.REPORT, projection.markdown(told, self.about.run_id).encode())
        self._durable.write(_place.MANIFEST, projection.manifest_file(run, self._suite, self.about))

    def close(self) -> None:
        """Let nothing more be written, and leave nothing of attempts that were cut off."""
        self._durable.close()
        for view in list(self._views):
            self._remove(view)

    def _remove(self, view: View) -> None:
        _view.remove(view)
        self._views.discard(view)

    def _keeps(self, outcome: Outcome) -> bool:
        return self._suite.keep == "always" or (self._suite.keep == "failed" and outcome != "pass")

    def _note(self, name: str, found: Evidence) -> None:
        for path in found.unreadable:
            self.notices.append(Notice("W_PATH_UNREADABLE", f"{name}: cannot look at or show {brief(path)}"))
        for stream in sorted(found.runner.truncated):
            self.notices.append(
                Notice("W_OUTPUT_TRUNCATED", f"{name}: {stream} is longer than its cap and was cut")
            )


def create(
    suite: WorkspaceSuite, source: str, cases: Sequence[Case], times: int, about: About
) -> RunFolder | str:
    """Make the folder of a new run, with the snapshot of its suite; return it.

    If there is a complete run of that ID and of the same suite, return its folder. Raise `EvalpinError`
    if there is another one, or the folder cannot be made.
    """
    folder = _place.folder_of(about.run_id)
    try:
        os.makedirs(suitefolder.RUNS, exist_ok=True)
        os.mkdir(folder)
    except FileExistsError:
        _expect_same(folder, suite, source, cases, times)
        return folder
    except OSError as error:
        raise EvalpinError(
            f"{folder}: cannot make the folder: {files.reason(error)}", code="E_RUN_FAILED"
        ) from None
    try:
        snapshot = _place.snapshot_of(folder)
        tree = _trees.copy_and_list(source, snapshot, leave_out=suitefolder.is_no_part)
        same = projection.identity(suite, cases, _hash_of(tree), times)
        run = RunFolder(folder, suite, about, tree)
        notes: dict[str, Value] = {"allow_unsandboxed": not suite.acknowledged}
        os.mkdir(os.path.join(folder, projection.CASES))
        files.put(os.path.join(folder, _place.RUN_FILE), projection.run_file(about, same, notes))
    except (OSError, _trees.CannotCopy) as error:
        _trees.remove(folder)
        why = files.reason(error) if isinstance(error, OSError) else str(error)
        raise EvalpinError(f"{folder}: cannot write: {why}", code="E_RUN_FAILED") from None
    return run


def _expect_same(folder: str, suite: WorkspaceSuite, source: str, cases: Sequence[Case], times: int) -> None:
    """Raise `EvalpinError` unless a folder holds a complete run of the very same suite."""
    if not os.path.isfile(os.path.join(folder, _place.MANIFEST)):
        raise EvalpinError(f"{folder}: there is a run of this ID that is not complete", code="E_RUN_BUSY")
    tree, _ = _trees.snapshot(source, leave_out=suitefolder.is_no_part)
    same = projection.identity(suite, cases, _hash_of(tree), times)
    recorded = _place.read_object(os.path.join(folder, _place.RUN_FILE)).get("suite_identity")
    if recorded != same:
        raise EvalpinError(
            f"{folder}: there is a run of this ID with another suite or other cases (expected a new ID)",
            code="E_RUN_CONFLICT",
        )


def _hash_of(tree: Sequence[Entry]) -> str:
    return hashing.of_json(trees.manifest_to_json(tree))
