"""`evalpin scorer add`: add a scorer to a workspace suite."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from evalpin import authoring, suitefolder
from evalpin.checks.scorers import COMMAND, SCORERS
from evalpin.commands import _envelope
from evalpin.commands._arguments import one_of, path
from evalpin.errors import UsageError
from evalpin.jsonvalue import Value
from evalpin.showing import brief, escape


def configure(parser: ArgumentParser) -> None:
    """Name the arguments."""
    parser.usage = """evalpin scorer add SUITE --name NAME [--required | --advisory] [--id ID] [--json]
       evalpin scorer add SUITE --name command --id ID --argv 'WORDS' | --shell --command 'COMMAND'
                          [--timeout S] [--required | --advisory] [--json]"""
    parser.description = "Add a scorer to a workspace suite. Single quotes keep $NAMES from your shell."
    add = parser.add_argument
    names = (*SCORERS, COMMAND)
    add("action", metavar="add", type=lambda value: one_of(value, ("add",)), help="what to do")
    add("suite", metavar="SUITE", type=path, help="name in evals/suites, or a folder")
    add("--name", metavar="NAME", type=lambda value: one_of(value, names), help=f"one of {', '.join(names)}")
    add("--required", action="store_true", help="a case fails with it (default)")
    add("--advisory", action="store_true", help="it is told, and decides nothing")
    add("--id", metavar="ID", type=path, help="what tells two command scorers apart")
    add("--argv", metavar="WORDS", type=path, help="a program and its arguments, no shell")
    add("--command", metavar="COMMAND", type=path, help="a command of /bin/sh")
    add("--shell", action="store_true", help="beside --command: yes, run it by a shell")
    add("--timeout", metavar="S", type=_seconds, help="seconds that it may take (default: 30)")
    add("--json", action="store_true", help="print one line of JSON")


def execute(args: Namespace) -> int:
    """Add the scorer; the same one twice is added once."""
    scorer = _scorer(args)
    created = authoring.add_scorer(suitefolder.require(args.suite), scorer)
    name = f"{args.name} {args.id}" if args.id is not None else args.name
    _envelope.answer(
        {"suite": args.suite, "scorer": args.name, "id": args.id, "created": created},
        f"{'added' if created else 'is there already:'} {escape(name)}\n",
        as_json=args.json,
    )
    return 0


def _scorer(args: Namespace) -> dict[str, Value]:
    scorer: dict[str, Value] = {"name": args.name, "required": not args.advisory}
    if args.id is not None:
        scorer["id"] = args.id
    of_programs = (args.argv, args.command, args.timeout)
    if args.name is None:
        _refuse("expected --name")
    if args.required and args.advisory:
        _refuse("--required and --advisory: only one can be")
    if args.name != COMMAND:
        if args.shell or any(value is not None for value in of_programs):
            _refuse(f"--argv, --command, --shell and --timeout: only with --name {COMMAND}")
        return scorer
    if (
        args.id is None
        or (args.argv is None) == (args.command is None)
        or args.shell != (args.command is not None)
    ):
        _refuse("a command scorer needs --id, and --argv or --shell --command")
    scorer["shell"] = args.shell
    scorer |= (
        {"argv": list(authoring.words(args.argv))} if args.argv is not None else {"command": args.command}
    )
    return scorer if args.timeout is None else {**scorer, "timeout_seconds": args.timeout}


def _refuse(message: str) -> None:
    raise UsageError(message, code="E_CASE_INVALID", hint='try "evalpin scorer --help"')


def _seconds(value: str) -> int:
    if not value.isascii() or not value.isdigit() or not 0 < int(value[:9]) <= 1_000_000:
        raise ArgumentTypeError(f"bad number of seconds {brief(value)} (expected 1 to 1,000,000)")
    return int(value)
