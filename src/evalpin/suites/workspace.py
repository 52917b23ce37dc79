"""`suite.json` and `cases.jsonl` to a workspace suite, in the format of evalctl 0.4.3.

`suite.json` is an object: name, cases (a file name), runner, scorers, acknowledged_unsandboxed_runner, and
of our own glob, ignore, keep_workspace, exit_check. (`_cases` reads the other file.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evalpin import globs
from evalpin.checks.scorers import COMMAND, SCORERS, Settings
from evalpin.errors import Faults, did_you_mean
from evalpin.jsonvalue import compact
from evalpin.model import Case, Suite
from evalpin.notices import Notice
from evalpin.showing import brief
from evalpin.suites import _cases, _fields
from evalpin.suites._fields import Document, Fields
from evalpin.workspace import (
    KEEP,
    CommandScorer,
    Configured,
    Keep,
    Program,
    Rules,
    Runner,
    WorkspaceSuite,
)

parse_cases = _cases.parse

SUITE_KEYS = (
    "name",
    "cases",
    "acknowledged_unsandboxed_runner",
    "runner",
    "scorers",
    "glob",
    "ignore",
    "keep_workspace",
    "exit_check",
)
RUNNER_KEYS = (
    "argv",
    "command",
    "shell",
    "cwd",
    "timeout_seconds",
    "max_output_bytes",
    "env_allowlist",
    "stdin",
    "redact_env_values",
    "redact_patterns",
)
SCORER_KEYS = ("name", "id", "required")
COMMAND_KEYS = (*SCORER_KEYS, "argv", "command", "shell", "timeout_seconds", "max_output_bytes")

DEFAULT_IGNORED = (".git/", "__pycache__/")
"""What is left out where globs mean paths."""

MOST_SECONDS = 1_000_000
MOST_OUTPUT = 2**30


def parse_suite(text: str, folder: str, faults: Faults, notices: list[Notice]) -> Rules:
    """Return what `suite.json` says; with faults, what could be understood of it. `folder` is a name."""
    document = Document(text, faults, notices)
    value = document.parse()
    if not isinstance(value, dict) and not faults.blind:
        document.fault((), f"expected an object, found {compact(value, 60)}")
        faults.blind = True
    fields = Fields(document, value)
    fields.refuse_unknown(SUITE_KEYS, strict=False, where="suite.json")
    meaning = fields.choice("glob", ("path", "evalctl"), "evalctl").replace("evalctl", "shell")
    ignore = _ignore(fields)
    defaults = DEFAULT_IGNORED if meaning == "path" else ()
    configured, commands = _scorers(fields, meaning)
    return Rules(
        name=fields.text("name", folder, empty=False),
        cases=_fields.relative_path(fields, "cases", "cases.jsonl"),
        runner=_runner(fields) if isinstance(value, dict) else Runner(Program()),
        configured=configured,
        commands=commands,
        meaning=meaning,
        ignored=globs.Ignored((*defaults, *ignore), meaning),
        keep=_keep(fields),
        exit_check=fields.flag("exit_check"),
        acknowledged=fields.flag("acknowledged_unsandboxed_runner"),
        raw=fields.values,
    )


def suite_of(path: str, rules: Rules, cases: tuple[Case, ...], notices: Sequence[Notice]) -> WorkspaceSuite:
    """Put both files together; `path` is the suite's as the user typed it."""
    return WorkspaceSuite(
        rules.name,
        Suite(path, cases),
        rules.runner,
        rules.commands,
        rules.ignored,
        rules.keep,
        rules.acknowledged,
        rules.raw,
        tuple(notices),
    )


# ---- suite.json -----------------------------------------------------------------------------


def _keep(fields: Fields) -> Keep:
    return fields.choice("keep_workspace", KEEP, "always")  # type: ignore[return-value]  # one of them


def _ignore(fields: Fields) -> tuple[str, ...]:
    patterns = fields.texts("ignore")
    for at, pattern in enumerate(patterns):
        steps = pattern.removesuffix("/").split("/")
        if any(step in ("", ".", "..") for step in steps):
            expected = 'expected a glob such as "build/" or "*.pyc"'
            message = f"ignore: no path of a workspace is {brief(pattern)} ({expected})"
            fields.document.fault(("ignore", at), message)
    return patterns


def _runner(fields: Fields) -> Runner:
    if "runner" not in fields:
        fields.fault("runner", "suite.json has no runner (expected an object with argv)")
        return Runner(Program())
    runner = fields.inside("runner")
    runner.refuse_unknown(RUNNER_KEYS, strict=True, where="runner")
    program = _program(runner, "runner", 300, 5 * 1024 * 1024)
    if runner.values.get("stdin") not in (None, "task"):
        runner.wrong("stdin", '"task", or nothing')
    patterns = runner.texts("redact_patterns")
    for at, pattern in enumerate(patterns):
        try:
            re.compile(pattern)
        except re.error as error:
            runner.document.fault(
                ("runner", "redact_patterns", at), f"{brief(pattern)} is no pattern: {error}"
            )
    return Runner(
        program,
        runner.text("cwd") or None,
        runner.texts("env_allowlist"),
        task_on_stdin=runner.values.get("stdin") == "task",
        secrets=runner.texts("redact_env_values"),
        patterns=patterns,
    )


def _program(fields: Fields, what: str, seconds: int, most_output: int) -> Program:
    shell = fields.flag("shell")
    argv, command = fields.texts("argv", numbers=True), fields.text("command")
    if argv and command:
        fields.fault("command", f"{what} has both argv and command (expected one of them)")
    elif shell and not command:
        fields.fault("command", f"{what} has no command (expected one beside shell)")
    elif not shell and command:
        fields.fault(
            "command", f'{what} has a command and no shell (expected "shell": true beside it, or argv)'
        )
    elif not shell and not fields.values.get("argv"):
        fields.fault("argv", f"{what} has no argv (expected a list of words)")
    for name, words in (("argv", argv), ("command", (command,))):
        if any("\0" in word for word in words):
            fields.fault(name, f"{name} has a NUL character")
    return Program(
        argv,
        command,
        shell,
        fields.number("timeout_seconds", seconds, MOST_SECONDS),
        fields.count("max_output_bytes", most_output, MOST_OUTPUT),
    )


def _scorers(fields: Fields, meaning: str) -> tuple[tuple[Configured, ...], tuple[CommandScorer, ...]]:
    listed = fields.values.get("scorers")
    if listed is not None and not isinstance(listed, list):
        fields.wrong("scorers", "a list")
    if not isinstance(listed, list) or not listed:
        return tuple([Configured(Settings(name, globs=meaning), is_command=False) for name in SCORERS]), ()
    configured: list[Configured] = []
    commands: dict[str, CommandScorer] = {}
    for at, value in enumerate(listed):
        scorer = Fields(fields.document, value, ("scorers", at))
        if not isinstance(value, dict):
            fields.document.fault(scorer.path, f"expected an object with a name, found {compact(value, 60)}")
        elif (one := _scorer(scorer, meaning, fields, commands)) is not None:
            configured.append(one)
    return tuple(configured), tuple(commands.values())


def _scorer(
    fields: Fields, meaning: str, suite: Fields, commands: dict[str, CommandScorer]
) -> Configured | None:
    name = fields.text("name", empty=False)
    known = (*SCORERS, COMMAND)
    if name not in known:
        if name or "name" not in fields:
            otherwise = f" (expected one of {', '.join(known)})"
            what = f"unknown scorer {brief(name)}" if name else "scorer without a name"
            fields.fault("name", f"{what}{did_you_mean(name, known, otherwise)}")
        return None
    is_command = name == COMMAND
    fields.refuse_unknown(COMMAND_KEYS if is_command else SCORER_KEYS, strict=True, where=f"scorer {name}")
    own = fields.text("id")
    settings = Settings(name, own or None, fields.flag("required", default=True), meaning)
    if is_command:
        if not _fields.SAFE_ID.fullmatch(own):
            fields.fault("id", f"bad scorer ID {brief(own)} (expected {_fields.SAFE_ID_RULE})")
        elif own in commands:
            fields.fault("id", f"repeated scorer ID {brief(own)}")
        runner = suite.values.get("runner")
        outer = runner.get("max_output_bytes") if isinstance(runner, dict) else None
        most = outer if type(outer) is int and outer > 0 else 5 * 1024 * 1024
        commands.setdefault(own, CommandScorer(own, _program(fields, f"scorer {own}", 30, most)))
    return Configured(settings, is_command)
