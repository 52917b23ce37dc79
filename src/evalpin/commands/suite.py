"""`evalpin suite add`: make a workspace suite without cases."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from evalpin import authoring
from evalpin.commands import _envelope
from evalpin.commands._arguments import one_of, path
from evalpin.errors import UsageError
from evalpin.notices import Notice
from evalpin.showing import brief, escape


def configure(parser: ArgumentParser) -> None:
    """Name the arguments."""
    parser.usage = """evalpin suite add NAME --runner-argv 'python3 $EVALPIN_WORKSPACE/agent.py' [--json]
       evalpin suite add NAME --shell --runner-command 'COMMAND' [--json]"""
    parser.description = "Make a workspace suite in evals/suites. Single quotes keep $NAMES from your shell."
    add = parser.add_argument
    add("action", metavar="add", type=lambda value: one_of(value, ("add",)), help="what to do")
    add("name", metavar="NAME", type=path, help="name of the suite")
    add("--runner-argv", metavar="WORDS", type=path, help="the agent: a program and its arguments, no shell")
    add("--runner-command", metavar="COMMAND", type=path, help="the agent as a command of /bin/sh")
    add("--shell", action="store_true", help="beside --runner-command: yes, run it by a shell")
    add("--json", action="store_true", help="print one line of JSON")


def execute(args: Namespace) -> int:
    """Make the suite; the same one twice is made once."""
    argv, command = args.runner_argv, args.runner_command
    if (argv is None) == (command is None) or args.shell != (command is not None):
        raise UsageError(
            "expected --runner-argv, or --runner-command with --shell",
            code="E_CASE_INVALID",
            hint='try "evalpin suite --help"',
        )
    created, folder, written = authoring.add_suite(args.name, argv, command)
    eaten = authoring.eaten(argv) if argv is not None else []
    notices = [Notice("W_VARIABLE_EATEN", _eaten(word)) for word in eaten]
    _envelope.answer(
        {"suite": args.name, "suite_dir": folder, "created": created, "files": list(written)},
        f"{'made' if created else 'is there already:'} {escape(folder)}\n",
        as_json=args.json,
        notices=notices,
        commands=[(f"evalpin case add {args.name} --task TEXT --workspace fixtures/NAME", "add a case")],
    )
    return 0


def _eaten(word: str) -> str:
    return (
        f"--runner-argv has {brief(word)}, which is no file: was it $EVALPIN_WORKSPACE{word}, and your shell "
        "replaced the variable by nothing? (write it in single quotes)"
    )
