"""A workspace suite's folder: found, read, and held against the disk for what a run would trip over."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence

from evalpin import files, library, source
from evalpin.errors import EvalpinError, Faults, did_you_mean
from evalpin.model import Case
from evalpin.notices import Notice
from evalpin.showing import brief
from evalpin.subjects import _trees, _variables
from evalpin.suites import workspace as reader
from evalpin.workspace import Program, Rules, WorkspaceSuite

SUITES = os.path.join("evals", "suites")
RUNS = os.path.join("evals", "runs")
SUITE_FILE = "suite.json"


def find(name: str) -> str | None:
    """Return the folder of a workspace suite that a word names: a path, or a name in `evals/suites`.

    None if there is no such suite; raise `EvalpinError` if the word could mean two things.
    """
    named = os.path.join(SUITES, name)
    by_name = "/" not in name and os.sep not in name and os.path.isfile(os.path.join(named, SUITE_FILE))
    by_path = os.path.isfile(os.path.join(name, SUITE_FILE))
    if by_name and name not in (".", "..") and os.path.lexists(name) and not files.same_file(name, named):
        raise EvalpinError(
            f'"{name}" is a path here and the name of {named} (write ./{name} or {named})',
            code="E_SUITE_NOT_FOUND",
        )
    return name if by_path else named if by_name else None


def require(name: str) -> str:
    """Return the folder of a workspace suite; raise `EvalpinError` with what there is."""
    folder = find(name)
    if folder is not None:
        return folder
    known = library.workspaces()
    there = f" (there are {', '.join(known[:10])})" if known else f" (there is none in {SUITES})"
    message = f"no workspace suite {brief(name)}{did_you_mean(name, known) or there}"
    hint = 'make one with "evalpin init" or "evalpin suite add"'
    raise EvalpinError(message, code="E_SUITE_NOT_FOUND", hint=hint, context={"valid_values": known})


def is_no_part(path: str, entry: os.DirEntry[str]) -> bool:
    """Say whether something in a suite's folder is no part of the suite: its repository, and the runs."""
    if path == ".git":
        return True
    return entry.name == os.path.basename(RUNS) and files.same_file(entry.path, RUNS)


def open_kept(folder: str) -> WorkspaceSuite:
    """Read the suite that a run keeps, on any machine: its programs need not be there."""
    return open_suite(folder, programs=False)


def open_suite(folder: str, *, programs: bool = True) -> WorkspaceSuite:
    """Read and validate a suite; raise `EvalpinError` with every fault of both files, each with its code."""
    notices: list[Notice] = []
    of_suite = Faults(os.path.join(folder, SUITE_FILE))
    text = _text(of_suite)
    if of_suite:
        raise EvalpinError(*of_suite.told(), code="E_SCHEMA_VIOLATION")
    rules = reader.parse_suite(text, os.path.basename(os.path.realpath(folder)), of_suite, notices)
    of_cases = Faults(os.path.join(folder, *rules.cases.split("/")))
    cases: tuple[Case, ...] = ()
    if not of_suite.blind and _is_inside(folder, rules.cases, of_suite):
        cases = reader.parse_cases(files.read_lines(of_cases), rules, of_cases, notices)
        if programs:
            _World(folder, rules).check(cases, of_suite, of_cases)
    if of_suite or of_cases:
        told = (of_suite.told(), "E_SCHEMA_VIOLATION"), (of_cases.told(), "E_CASE_INVALID")
        pairs = [(line, code) for lines, code in told for line in lines]
        raise EvalpinError(*[line for line, _ in pairs], codes=[code for _, code in pairs])
    return reader.suite_of(folder, rules, cases, notices)


def _text(faults: Faults) -> str:
    """Return a file's text with its line ends as they are to JSON, a BOM aside."""
    return "\n".join(source.read_lines(files.read_bytes(faults.path, faults), faults))


def _is_inside(folder: str, cases: str, faults: Faults) -> bool:
    if _trees.contained(os.path.join(folder, cases), folder):
        return True
    faults.add(f"cases is {brief(cases)}, a link out of the suite's folder")
    return False


class _World:
    """The suite's folder on disk."""

    def __init__(self, folder: str, rules: Rules) -> None:
        self._folder, self._rules = folder, rules
        self._trees: dict[str, list[str]] = {}
        path = os.environ.get("PATH") if "PATH" in rules.runner.environment else os.defpath
        self._path = os.defpath if path is None else path

    def check(self, cases: Sequence[Case], of_suite: Faults, of_cases: Faults) -> None:
        """Note what is not there or must not be."""
        for path, entry in _trees.walk(
            self._folder,
            unreadable=lambda path: of_suite.add(f"{path}: cannot read"),
            leave_out=is_no_part,
        ):
            if (fault := _trees.fault_of(self._folder, path, entry)) is not None:
                of_suite.add(f"{_trees.shown(path)} {fault.replace('its fixture', 'the suite')}")
        for case in cases:
            place = of_cases, case.line
            if case.setup.fixture:
                self._check_fixture(case, *place)
            if case.setup.diff and self._is_there(case.setup.diff, "diff", *place):
                self._expect_kind(case.setup.diff, "diff", "file", *place)
        self._check_program(self._rules.runner.program, "runner", of_suite)
        for command in self._rules.commands:
            self._check_program(command.program, f"scorer {command.id}", of_suite)

    def _check_fixture(self, case: Case, faults: Faults, line: int) -> None:
        fixture = case.setup.fixture
        if not self._is_there(fixture, "workspace", faults, line):
            return
        if not self._expect_kind(fixture, "workspace", "folder", faults, line):
            return
        for message in self._faults_in(fixture):
            faults.add(message, line)
        program = self._rules.runner.program
        if not program.shell and program.argv and self._rules.runner.cwd is None:
            self._check_inside(program.argv[0], fixture, faults, line)

    def _faults_in(self, fixture: str) -> list[str]:
        if fixture not in self._trees:
            root = os.path.join(self._folder, fixture)
            self._trees[fixture] = [
                f"workspace {brief(fixture)}: {_trees.shown(path)} {fault}"
                for path, entry in _trees.walk(root)
                if (fault := _trees.fault_of(root, path, entry)) is not None
            ]
        return self._trees[fixture]

    def _is_there(self, path: str, what: str, faults: Faults, line: int) -> bool:
        full = os.path.join(self._folder, path)
        if not os.path.exists(full):
            faults.add(f"{what} {brief(path)}: no such {'folder' if what == 'workspace' else 'file'}", line)
        elif not _trees.contained(full, self._folder):
            faults.add(f"{what} {brief(path)} links out of the suite's folder", line)
        elif os.path.realpath(full) != os.path.join(os.path.realpath(self._folder), *path.split("/")):
            faults.add(f"{what} {brief(path)} is reached by a link (expected none on the way)", line)
        else:
            return True
        return False

    def _expect_kind(self, path: str, what: str, kind: str, faults: Faults, line: int) -> bool:
        full = os.path.join(self._folder, path)
        if os.path.isdir(full) if kind == "folder" else os.path.isfile(full):
            return True
        faults.add(f"{what} {brief(path)} is no {kind}", line)
        return False

    def _check_inside(self, word: str, fixture: str, faults: Faults, line: int) -> None:
        """Note a program that should come with the fixture and does not."""
        inner = _variables.in_workspace(word)
        if inner is None and "/" in word and not os.path.isabs(word) and "$" not in word:
            inner = word
        if inner is None:
            return
        path = os.path.join(self._folder, fixture, inner)
        if not os.path.isfile(path):
            faults.add(f"runner: no such program {brief(word)} in workspace {brief(fixture)}", line)
        elif not os.access(path, os.X_OK):
            faults.add(f"runner: {brief(word)} in workspace {brief(fixture)} is not executable", line)

    def _check_program(self, program: Program, what: str, faults: Faults) -> None:
        """Note a program that the search path, or its absolute path, does not have."""
        if program.shell or not program.argv or "$" in program.argv[0]:
            return
        word = program.argv[0]
        if ("/" not in word or os.path.isabs(word)) and shutil.which(word, path=self._path) is None:
            known = "" if "PATH" in self._rules.runner.environment else '; env_allowlist does not have "PATH"'
            where = "" if os.path.isabs(word) else f" on the path {brief(self._path)}{known}"
            faults.add(f"{what}: no such program {brief(word)}{where}")
