"""Suites made and added to by commands: whole or not at all, and the same twice is done once."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence

from evalpin import files, jsontext, jsonvalue, sample, suitefolder
from evalpin.errors import EvalpinError, Faults
from evalpin.evidence import json_file
from evalpin.jsonvalue import Value
from evalpin.scoring import canonical
from evalpin.showing import brief
from evalpin.subjects import _trees
from evalpin.suites._cases import case_id
from evalpin.suites._fields import PATH_RULE, SAFE_ID, SAFE_ID_RULE, normal_path

CONFLICT = "E_RUN_CONFLICT"


def init(*, force: bool) -> tuple[bool, list[str], list[str]]:
    """Write the sample; return whether anything was written, its two main files, and what was replaced.

    Nothing is deleted. Raise `EvalpinError` where a file of it is there with other content, unless `force`.
    """
    root = os.path.join(suitefolder.SUITES, sample.NAME)
    content = {os.path.join(root, *name.split("/")): text for name, text in sample.files().items()}
    other = [path for path, text in content.items() if os.path.lexists(path) and _text(path) != text]
    if other and not force:
        lines = [f"{path}: is there with other content, nothing was written" for path in other]
        raise EvalpinError(*lines, code=CONFLICT, hint="--force replaces these files")
    missing = [path for path in content if not os.path.lexists(path)]
    for path in (*missing, *other):
        if not _trees.contained(path, suitefolder.SUITES):
            raise EvalpinError(f"{path}: leads out of {suitefolder.SUITES} by a link", code=CONFLICT)
    _make_folder(suitefolder.RUNS)
    for path in (*missing, *other):
        _make_folder(os.path.dirname(path))
        files.write_text(path, content[path])
    main = [os.path.join(root, name) for name in ("suite.json", "cases.jsonl")]
    return bool(missing or other), main, other


def add_suite(name: str, argv: str | None, command: str | None) -> tuple[bool, str, list[str]]:
    """Make a suite without cases; return whether it is new, its folder and its files."""
    _safe("suite name", name)
    program: dict[str, Value] = (
        {"command": command, "shell": True} if argv is None else {"argv": list(words(argv))}
    )
    wanted = sample.suite_json(name, program, [])
    folder = os.path.join(suitefolder.SUITES, name)
    suite_file, cases_file = (os.path.join(folder, part) for part in ("suite.json", "cases.jsonl"))
    if os.path.lexists(folder):
        found = _object(suite_file)
        same = {key: value for key, value in found.items() if key != "scorers"}  # `scorer add` came after
        if same != {key: value for key, value in wanted.items() if key != "scorers"}:
            raise EvalpinError(f"{folder}: there is another suite of this name", code=CONFLICT)
        return False, folder, [suite_file, cases_file]
    temporary = os.path.join(suitefolder.SUITES, f".{name}.{os.urandom(6).hex()}.tmp")
    _make_folder(suitefolder.SUITES)
    try:
        os.mkdir(temporary)
        os.mkdir(os.path.join(temporary, "fixtures"))
        files.write_text(os.path.join(temporary, "suite.json"), json_file(wanted).decode("ascii"))
        files.write_text(os.path.join(temporary, "cases.jsonl"), "")
        suitefolder.open_suite(temporary)
        os.rename(temporary, folder)
    except OSError as error:
        raise EvalpinError(f"{folder}: cannot make it: {files.reason(error)}", code=CONFLICT) from None
    finally:
        if os.path.isdir(temporary):
            _trees.remove(temporary)
    return True, folder, [suite_file, cases_file]


def words(argv: str) -> list[str]:
    """Split a command as a shell does; raise `EvalpinError`, also for a JSON array."""
    if argv.lstrip().startswith("["):
        raise EvalpinError(
            f"argv is {brief(argv)} (expected words as in a shell, such as 'python3 agent.py')",
            code="E_CASE_INVALID",
        )
    try:
        split = shlex.split(argv)
    except ValueError as error:
        raise EvalpinError(f"argv is {brief(argv)}: {str(error).lower()}", code="E_CASE_INVALID") from None
    if not split:
        raise EvalpinError("argv is empty (expected a program)", code="E_CASE_INVALID")
    return split


def eaten(argv: str) -> list[str]:
    """Return the words that begin with `/` and are no file: a shell may have eaten a variable before it."""
    return [
        word
        for word in words(argv)
        if word.startswith("/") and word.count("/") == 1 and not os.path.exists(word)
    ]


def add_cases(folder: str, given: Sequence[Mapping[str, Value]]) -> list[tuple[str, bool, dict[str, Value]]]:
    """Add cases to a suite, all or none; return the ID of each, whether it is new, and the case.

    Raise `EvalpinError` where an ID is there with another case, or the suite would not be valid.
    """
    suite = suitefolder.open_suite(folder)
    there = {case.id: dict(case.setup.raw) for case in suite.cases}
    added: list[tuple[str, bool, dict[str, Value]]] = []
    for case in given:
        own = case.get("id") or case_id({key: value for key, value in case.items() if key != "id"})
        whole = {**case, "id": own}
        if str(own) in there and there[str(own)] != whole:
            raise EvalpinError(f"{folder}: there is another case {brief(str(own))}", code=CONFLICT)
        added.append((str(own), str(own) not in there, whole))
        there[str(own)] = whole
    path = os.path.join(folder, str(suite.raw.get("cases", "cases.jsonl")))
    lines = "".join([canonical(case) + "\n" for _, new, case in added if new])
    if lines:
        old = _text(path)
        _replace(folder, path, old, old + ("\n" if old and not old.endswith("\n") else "") + lines)
    return added


def read_cases(path: str) -> list[dict[str, Value]]:
    """Read a file of cases, one object a line; raise `EvalpinError` with every line that is none."""
    faults = Faults(path)
    found: list[dict[str, Value]] = []
    for number, line in enumerate(files.read_lines(faults), 1):
        if not line.strip():
            continue
        try:
            value = jsonvalue.from_spelled(jsontext.parse_unique(line), line)
        except jsontext.NotJson as error:
            faults.add(f"not JSON: {error}", number)
            continue
        if isinstance(value, dict):
            found.append(value)
        else:
            faults.add("expected an object", number)
    if faults:
        raise EvalpinError(*faults.told(), code="E_CASE_INVALID")
    return found


def add_scorer(folder: str, scorer: Mapping[str, Value]) -> bool:
    """Add a scorer to a suite; return whether it is new. Raise `EvalpinError` on another one of its name."""
    suite = suitefolder.open_suite(folder)
    listed = suite.raw.get("scorers")
    scorers = list(listed) if isinstance(listed, list) else []
    for other in scorers:
        if isinstance(other, dict) and _key(other) == _key(scorer):
            if other == dict(scorer):
                return False
            raise EvalpinError(f"{folder}: there is another scorer {brief(_key(scorer))}", code=CONFLICT)
    path = os.path.join(folder, suitefolder.SUITE_FILE)
    text = json_file({**suite.raw, "scorers": [*scorers, dict(scorer)]}).decode("ascii")
    _replace(folder, path, _text(path), text)
    return True


def relative(path: str, what: str) -> str:
    """Return a path in a suite's folder in its one spelling; raise `EvalpinError` for one that leaves it."""
    normal = normal_path(path)
    if normal is None:
        raise EvalpinError(f"{what} is {brief(path)} (expected {PATH_RULE})", code="E_CASE_INVALID")
    return normal


def _replace(folder: str, path: str, old: str, new: str) -> None:
    """Write a file of a suite, and put it back if the suite is then not valid."""
    files.write_text(path, new)
    try:
        suitefolder.open_suite(folder)
    except EvalpinError:
        files.write_text(path, old)
        raise


def _key(scorer: Mapping[str, Value]) -> str:
    name = str(scorer.get("name"))
    return f"command {scorer.get('id')}" if name == "command" else name


def _safe(what: str, name: str) -> None:
    if not SAFE_ID.fullmatch(name):
        raise EvalpinError(f"bad {what} {brief(name)} (expected {SAFE_ID_RULE})", code="E_CASE_INVALID")


def _make_folder(path: str) -> None:
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise EvalpinError(f"{path}: cannot make the folder: {files.reason(error)}", code=CONFLICT) from None


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return "\0"  # whatever it is, it is not ours


def _object(path: str) -> dict[str, Value]:
    try:
        value = jsonvalue.parse(_text(path))
    except jsontext.NotJson:
        return {}
    return value if isinstance(value, dict) else {}
