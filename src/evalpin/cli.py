"""The command line: verbs, help, exit codes and one-line errors; no work of its own."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

from evalpin import __version__, console
from evalpin.errors import EvalpinError, UsageError, did_you_mean
from evalpin.showing import brief

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

VERBS = {
    "run": "run a suite and judge what comes back",
    "diff": "compare two results files",
    "baseline": "list or copy the shipped suite",
    "init": "make a folder of workspace suites, with a sample",
    "validate": "say all that is wrong with a suite",
    "suite": "add a workspace suite",
    "case": "add cases to one",
    "scorer": "add a scorer to one",
    "status": "say how a run of workspaces ended",
    "report": "show a run of workspaces, judged anew from its files",
    "rescore": "judge a run again by other checks, running nothing",
    "schema": "print the JSON Schema of an output or a file",
}
"""A verb is a module of `evalpin.commands` and a line here; only the one that is asked for is loaded."""

# argparse asks gettext for each of its phrases: that would cost every start 2 ms, and the words of a
# message would depend on the locale.
vars(argparse).update(_=str, ngettext=lambda one, many, count: one if count == 1 else many)

_EXIT_CODES = """exit codes:
  0    the gate held
  1    a case failed, or got worse
  2    it could not be done: arguments, input or output
  3    a bug of evalpin
  130  interrupted (143: terminated)"""


def main(argv: list[str]) -> int:
    """Run one command line (without the program's name) and return its exit code."""
    try:
        return _dispatch(argv)
    except EvalpinError as error:
        for line in (*error.lines, *([error.hint] if error.hint else [])):
            console.complain(line)
        if _is_among("--json", argv):
            import_module("evalpin.commands._envelope").fail(error)
        return 2
    except KeyboardInterrupt as error:
        import_module("signal").signal(
            2, import_module("signal").SIG_IGN
        )  # pressed again, it changes nothing
        status: int = getattr(error, "status", 130)
        console.complain("interrupted" if status == 130 else "terminated")
        return status
    except Exception:  # noqa: BLE001 - ours, whatever it is: shown whole, with an exit code of its own
        sys.excepthook(*sys.exc_info())  # prints the traceback without importing what formats it
        console.complain("this is a bug of evalpin, not of your files")
        return 3


def _dispatch(argv: list[str]) -> int:
    verb = argv[0] if argv else ""
    if verb in ("-h", "--help"):
        console.write(_help())
        return 0
    if verb == "--version":
        console.write(f"evalpin {__version__}\n")
        return 0
    if verb not in VERBS:
        raise _usage(_unknown_verb(verb), "evalpin", "E_UNKNOWN_COMMAND")
    command = import_module(f"evalpin.commands.{verb}")
    parser = _Parser(f"evalpin {verb}")
    command.configure(parser)
    if _asks_for_help(argv[1:]):
        console.write(parser.format_help())
        return 0
    status: int = command.execute(parser.read(argv[1:]))
    return status


class _Parser(argparse.ArgumentParser):
    """Argparse with our errors, and the same words under every version of Python."""

    def __init__(self, prog: str) -> None:
        super().__init__(
            prog=prog, epilog=_EXIT_CODES, formatter_class=_Help, allow_abbrev=False, add_help=False
        )
        self._readers: dict[str, tuple[str, Callable[[str], object]]] = {}
        self.add_argument("-h", "--help", action="store_true", help="show this help")

    def add_argument(self, *names: str, **how: Any) -> argparse.Action:  # noqa: ANN401
        """Add an argument; its `type` is applied after all are read: of a repeated option the last counts."""
        read = how.pop("type", None)
        action = super().add_argument(*names, **how)
        if read is not None:
            self._readers[action.dest] = (names[-1] if names[0].startswith("-") else how["metavar"], read)
        return action

    def read(self, words: list[str]) -> argparse.Namespace:
        """Return the arguments; raise `UsageError`.

        Unknown options are refused first: argparse would tell of a missing one that is only misspelled.
        """
        options = words[: words.index("--")] if "--" in words else words
        for word in options:
            name = word.partition("=")[0]
            if word.startswith("--") and " " not in name and name not in self._option_string_actions:
                near = did_you_mean(name, self._option_string_actions)
                raise _usage(f"unknown option {brief(name)}{near}", self.prog, "E_UNKNOWN_FLAG")
        # Argparse takes "--" out wherever it stands, and then misses it.
        if words.count("--") > 1 or any(word.startswith("-") and word[2:].endswith("--") for word in options):
            self.error('"--" cannot be a value (a file of that name is ./--)')
        args, left_over = self.parse_known_args(words)
        left_over = [word for word in left_over if word != "--"]
        if left_over:
            self.error(f"unexpected argument {brief(left_over[0])}")
        self._convert(args)
        return args

    def _convert(self, args: argparse.Namespace) -> None:
        """Apply the types; every value that is refused is told."""
        refused = []
        for dest, (name, read) in self._readers.items():
            value = getattr(args, dest)
            try:
                setattr(args, dest, read(value) if isinstance(value, str) else value)
            except argparse.ArgumentTypeError as error:
                refused.append(f"{name}: {error}")
        if refused:
            raise UsageError(*refused, code="E_CASE_INVALID", hint=_hint(self.prog))

    def error(self, message: str) -> NoReturn:
        raise _usage(message.removeprefix("argument "), self.prog)


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help of one width, whatever the terminal, without colour."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26, width=96)


def _usage(message: str, prog: str, code: str = "E_CASE_INVALID") -> UsageError:
    return UsageError(message, code=code, hint=_hint(prog))


def _hint(prog: str) -> str:
    return f'try "{prog} --help"'


def _unknown_verb(verb: str) -> str:
    *most, last = VERBS
    expected = f"expected {', '.join(most)} or {last}"
    if not verb:
        return f"no verb ({expected})"
    if verb.startswith("-"):
        otherwise = f" before the verb ({expected})"
        return f"unknown option {brief(verb)}{did_you_mean(verb, ('--help', '--version'), otherwise)}"
    return f"unknown verb {brief(verb)}{did_you_mean(verb, VERBS, f' ({expected})')}"


def _asks_for_help(words: list[str]) -> bool:
    before = words[: words.index("--")] if "--" in words else words
    return "--help" in before or any(word.startswith("-h") for word in before)


def _is_among(option: str, words: list[str]) -> bool:
    return option in (words[: words.index("--")] if "--" in words else words)


def _help() -> str:
    verbs = "\n".join(f"  {verb:<10}{what}" for verb, what in VERBS.items())
    return f"""usage: evalpin VERB ...

Say whether a prompt or an agent still does what it did.

verbs:
{verbs}

  evalpin VERB --help shows the arguments of one
  evalpin --version   shows the version

{_EXIT_CODES}
"""
