"""The command line: the page's two transcripts, usage errors with their whole messages, help."""

from __future__ import annotations

import os
import re

import pytest

from evalpin import __version__, runner
from evalpin.commands import diff
from support import ROOT, Evalpin, Folder

SUITE = "case greet\nprompt: Greet Ana.\nexpect contains: Ana\n"
HALF = "reply greet\n| Hello Ana!\nreply greet\n| Hi there.\n"
FULL = "reply greet\n| Hello Ana!\nreply greet\n| Hello again, Ana.\n"

posix = pytest.mark.skipif(os.name == "nt", reason="links and file names of POSIX")


def test_transcripts_of_the_page(evalpin: Evalpin, folder: Folder) -> None:
    folder.write(suite=SUITE, replies=HALF)
    ended = evalpin("run", "suite.txt", "--replies", "replies.txt", "-k", "2", "--out", "first.txt")
    assert ended == (
        1,
        """\
CASE   PASSED  RATE  ALL
greet  1/2     50%   no

greet: attempt 2: reply does not contain "Ana"
evalpin: 1 cases x 2 attempts, pass^2 0/1, pass@2 1/1
""",
        "",
    )
    assert folder.read("first.txt") == "evalpin-results 1\ngreet 1 2\n"
    folder.write(replies=FULL)
    ended = evalpin(*RUN, "-k", "2", "--out", "second.txt", "--baseline", "first.txt")
    totals = "1 better, 0 same, 0 worse, 0 new, 0 gone"
    assert ended == (
        0,
        f"""\
CASE   PASSED  RATE  ALL  VS
greet  2/2     100%  yes  better
evalpin: 1 cases x 2 attempts, pass^2 1/1, pass@2 1/1; vs baseline: {totals}
""",
        "",
    )
    assert evalpin("diff", "first.txt", "second.txt") == (
        0,
        f"CASE   OLD  NEW  VS\ngreet  1/2  2/2  better\nevalpin: {totals}\n",
        "",
    )
    assert folder.names() == ["first.txt", "replies.txt", "second.txt", "suite.txt"]


VERBS = "run, diff, baseline, init, validate, suite, case, scorer, status, report, rescore or schema"


RUN = ("run", "suite.txt", "--replies", "replies.txt")
DIFF = ("diff", "base.txt", "base.txt")
TIMES = "(expected 1 to 20)"

SUBJECTS = "(expected one of --replies, --agent or --command)"

USAGE_ERRORS = [
    ("", (), f"no verb (expected {VERBS})"),
    ("", ("",), f"no verb (expected {VERBS})"),
    ("", ("rnu",), 'unknown verb "rnu" (did you mean "run"?)'),
    ("", ("dif", "--help"), 'unknown verb "dif" (did you mean "diff"?)'),
    ("", ("RUN",), 'unknown verb "RUN" (did you mean "run"?)'),
    ("", ("suite.txt",), 'unknown verb "suite.txt" (did you mean "suite"?)'),
    ("", ("nothing",), f'unknown verb "nothing" (expected {VERBS})'),
    ("", ("\x1b[31m\u202e\n",), f'unknown verb "\\u001b[31m\\u202e\\n" (expected {VERBS})'),
    ("", ("-x",), f'unknown option "-x" before the verb (expected {VERBS})'),
    (
        "",
        ("--replies", "replies.txt", "run"),
        f'unknown option "--replies" before the verb (expected {VERBS})',
    ),
    ("run", ("run",), "the following arguments are required: SUITE"),
    ("run", ("run", "suite.txt"), f"nothing to ask {SUBJECTS}"),
    ("run", ("run", "--replies", "replies.txt"), "the following arguments are required: SUITE"),
    ("run", ("run", "suite.txt", "--replies"), "--replies: expected one argument"),
    ("run", ("run", "--replies", "--out", "x", "suite.txt"), "--replies: expected one argument"),
    ("run", ("run", "suite.txt", "--repl", "r"), 'unknown option "--repl" (did you mean "--replies"?)'),
    ("run", ("run", "suite.txt", "--replies=", "-k1"), "--replies: expected a path, found nothing"),
    ("run", ("run", "", "--replies", "replies.txt"), "SUITE: expected a path, found nothing"),
    ("run", (*RUN, "--out", ""), "--out: expected a path, found nothing"),
    ("run", (*RUN, "--baseline="), "--baseline: expected a path, found nothing"),
    ("run", (*RUN, "--baselin=x"), 'unknown option "--baselin" (did you mean "--baseline"?)'),
    ("run", (*RUN, "--ouput=x"), 'unknown option "--ouput" (did you mean "--out"?)'),
    ("run", (*RUN, "--parallel"), 'unknown option "--parallel"'),
    ("run", (*RUN, "--show", "all"), 'unknown option "--show"'),
    ("run", (*RUN, "-z"), 'unexpected argument "-z"'),
    ("run", (*RUN, "more.txt"), 'unexpected argument "more.txt"'),
    ("run", (*RUN, "--only"), "--only: expected one argument"),
    ("run", (*RUN, "-k"), "-k: expected one argument"),
    ("run", ("run", "--", "suite.txt", "--replies", "r"), 'unexpected argument "--replies"'),
    *[
        ("run", (*RUN, "-k", times), f'-k: bad number of attempts "{times}" {TIMES}')
        for times in ["0", "00", "21", "100", "-1", "+1", "1.0", "1e1", "0x1", "1_0", " 1", "1 ", "", "x"]
    ],
    ("run", (*RUN, "-k", "\uff15"), f'-k: bad number of attempts "\uff15" {TIMES}'),
    ("run", (*RUN, "-k", "\u0661"), f'-k: bad number of attempts "\u0661" {TIMES}'),
    ("run", (*RUN, "-k", "1\n"), f'-k: bad number of attempts "1\\n" {TIMES}'),
    ("run", (*RUN, "-k", "9" * 5000), f'-k: bad number of attempts "{"9" * 60}"... {TIMES}'),
    ("diff", ("diff",), "the following arguments are required: OLD, NEW"),
    ("diff", ("diff", "base.txt"), "the following arguments are required: NEW"),
    ("diff", ("diff", "base.txt", ""), "NEW: expected a path, found nothing"),
    ("diff", (*DIFF, "more.txt"), 'unexpected argument "more.txt"'),
    ("diff", (*DIFF, "--sho", "all"), 'unknown option "--sho" (did you mean "--show"?)'),
    ("diff", (*DIFF, "--show"), "--show: expected one argument"),
    ("diff", (*DIFF, "--show", "al"), '--show: unknown value "al" (did you mean "all"?)'),
    ("diff", (*DIFF, "--show", "rows"), '--show: unknown value "rows" (expected all or changes)'),
    ("diff", (*DIFF, "--show="), '--show: unknown value "" (expected all or changes)'),
    ("diff", (*DIFF, "-k", "2"), 'unexpected argument "-k"'),
]


@pytest.mark.parametrize(("verb", "argv", "message"), USAGE_ERRORS)
def test_usage_error(
    verb: str, argv: tuple[str, ...], message: str, evalpin: Evalpin, folder: Folder
) -> None:
    folder.write(suite=SUITE, replies=HALF, base="evalpin-results 1\n")
    hint = f"evalpin {verb} --help" if verb else "evalpin --help"
    assert evalpin(*argv) == (2, "", f'evalpin: {message}\nevalpin: try "{hint}"\n')
    assert folder.names() == ["base.txt", "replies.txt", "suite.txt"]


@pytest.mark.parametrize("times", ["1", "2", "20", "020", "0000000000001"])
def test_number_of_attempts(times: str, evalpin: Evalpin, folder: Folder) -> None:
    folder.write(suite=SUITE, replies="reply greet\n| Ana\n")
    n = int(times)
    assert evalpin(*RUN, "-k", times) == (
        0,
        f"""\
CASE   PASSED  RATE  ALL
greet  {f"{n}/{n}":6}  100%  yes
evalpin: 1 cases x {n} attempts, pass^{n} 1/1, pass@{n} 1/1
""",
        "",
    )


@pytest.mark.parametrize(
    ("only", "messages"),
    [
        ([""], ['no case ""']),
        (["Greet"], ['no case "Greet" (did you mean "greet"?)']),
        (["greet "], ['no case "greet " (did you mean "greet"?)']),
        (["greet,other"], ['no case "greet,other" (did you mean "greet"?)']),
        (["b", "greet", "a", "b"], ['no case "b"', 'no case "a"']),
        (["\x1b[2J"], ['no case "\\u001b[2J"']),
    ],
)
def test_only_of_unknown_ids(only: list[str], messages: list[str], evalpin: Evalpin, folder: Folder) -> None:
    folder.write(suite=SUITE, replies=HALF)
    options = [word for case_id in only for word in ("--only", case_id)]
    told = "".join(f"evalpin: suite.txt: --only: {message}\n" for message in messages)
    assert evalpin(*RUN, *options) == (2, "", told)


def test_file_named_like_an_option(evalpin: Evalpin, folder: Folder) -> None:
    (folder.path / "--help").write_text(SUITE)
    folder.write(replies="reply greet\n| Ana\n")
    ended = evalpin("run", "--replies", "replies.txt", "--", "--help")
    assert ended == (
        0,
        """\
CASE   PASSED  RATE  ALL
greet  1/1     100%  yes
evalpin: 1 cases x 1 attempts, pass^1 1/1, pass@1 1/1
""",
        "",
    )


@posix
@pytest.mark.parametrize("name", ["suite", "replies"])
@pytest.mark.parametrize("hard", [False, True])
def test_out_names_an_input_through_a_link(name: str, hard: bool, evalpin: Evalpin, folder: Folder) -> None:
    folder.write(suite=SUITE, replies=HALF)
    link = folder.path / "link.txt"
    if hard:
        link.hardlink_to(f"{name}.txt")
    else:
        link.symlink_to(f"{name}.txt")
    assert evalpin(*RUN, "--out", "link.txt") == (
        2,
        "",
        f"evalpin: --out link.txt: names the {name} itself (expected a file of its own)\n",
    )
    assert (folder.read("suite.txt"), folder.read("replies.txt")) == (SUITE, HALF)


def test_out_names_an_input_that_is_not_there(evalpin: Evalpin, folder: Folder) -> None:
    assert evalpin(*RUN, "--out", "./suite.txt") == (
        2,
        "",
        "evalpin: --out ./suite.txt: names the suite itself (expected a file of its own)\n",
    )
    assert folder.names() == []


@posix
def test_out_is_a_folder(evalpin: Evalpin, folder: Folder) -> None:
    folder.write(suite=SUITE, replies=HALF)
    assert evalpin(*RUN, "--out", ".") == (2, "", "evalpin: .: cannot write: is a directory\n")


@posix
def test_path_is_told_as_typed_and_safe(evalpin: Evalpin, folder: Folder) -> None:
    assert folder.names() == []
    assert evalpin("diff", "./a/../süß\x1b[2J\n.txt", "b\u202e.txt") == (
        2,
        "",
        """\
evalpin: ./a/../süß\\u001b[2J\\n.txt: cannot read: no such file
evalpin: b\\u202e.txt: cannot read: no such file
""",
    )


HELP_OF_ALL = """\
usage: evalpin VERB ...

Say whether a prompt or an agent still does what it did.

verbs:
  run       run a suite and judge what comes back
  diff      compare two results files
  baseline  list or copy the shipped suite
  init      make a folder of workspace suites, with a sample
  validate  say all that is wrong with a suite
  suite     add a workspace suite
  case      add cases to one
  scorer    add a scorer to one
  status    say how a run of workspaces ended
  report    show a run of workspaces, judged anew from its files
  rescore   judge a run again by other checks, running nothing
  schema    print the JSON Schema of an output or a file

  evalpin VERB --help shows the arguments of one
  evalpin --version   shows the version

"""
HELP_OF_RUN = """\
usage: evalpin run SUITE --replies FILE [-k N] [--only ID]... [--out FILE] [--baseline FILE]
       evalpin run SUITE --agent TARGET | --command 'ARGV' [--jobs N] [--timeout S] [--record FILE] ..
       evalpin run WORKSPACES [--jobs N] [--timeout S] [--run-id ID] [--allow-unsandboxed] [--json] ..

Run every case of a suite; exit 1 if one fails, or got worse than the baseline.

positional arguments:
  SUITE                suite file, RON file or folder of them, baseline, or workspace suite: a
                       name in evals/suites or a folder

options:
  -h, --help           show this help
  --replies FILE       ask scripted replies
  --agent TARGET       ask a Python agent: package.module:name or file.py:name
  --command ARGV       ask a command: prompt on stdin, reply from stdout; no shell
  -k N                 attempts a case, 1 to 20 (default: 1)
  --only ID            run only this case (repeatable)
  --out FILE           write the results to this file
  --baseline FILE      compare with these results, fail only on what got worse
  --record FILE        write what was said as a replies file
  --save DIR           write a run record into this folder
  --model NAME         the name under which --save files the run
  --jobs N             attempts at once (default: 1)
  --timeout S          seconds an attempt may take; a command is ended, an async agent
                       cancelled, any other given up
  --run-id ID          name of the run of a workspace suite (default: a new one)
  --allow-unsandboxed  run a workspace suite that does not acknowledge that its runner is not
                       sandboxed
  --json               print one line of JSON instead of the report
  -q                   no progress on stderr

"""
HELP_OF_DIFF = """\
usage: evalpin diff OLD NEW [--show all|changes]

Compare two results files; exit 1 if any case got worse.

positional arguments:
  OLD                 results file from before
  NEW                 results file from now

options:
  -h, --help          show this help
  --show all|changes  every row, or only those that changed (default: all)

"""
EXIT_CODES = """\
exit codes:
  0    the gate held
  1    a case failed, or got worse
  2    it could not be done: arguments, input or output
  3    a bug of evalpin
  130  interrupted (143: terminated)
"""


@pytest.mark.parametrize(
    ("argv", "text"),
    [
        ("--help", HELP_OF_ALL),
        ("-h", HELP_OF_ALL),
        ("--help run", HELP_OF_ALL),
        ("run --help", HELP_OF_RUN),
        ("run -h", HELP_OF_RUN),
        ("run suite.txt --replies replies.txt --no-such-option --help", HELP_OF_RUN),
        ("diff --help", HELP_OF_DIFF),
        ("diff -h old.txt", HELP_OF_DIFF),
    ],
)
@pytest.mark.parametrize("columns", ["20", "80", "300"])
def test_help(argv: str, text: str, columns: str, evalpin: Evalpin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert evalpin(*argv.split(" ")) == (0, text + EXIT_CODES, "")


def test_help_names_the_forms_of_the_page() -> None:
    forms = re.findall(r"^usage: (.*)$", HELP_OF_RUN + HELP_OF_DIFF, re.MULTILINE)
    assert forms == [
        "evalpin run SUITE --replies FILE [-k N] [--only ID]... [--out FILE] [--baseline FILE]",
        "evalpin diff OLD NEW [--show all|changes]",
    ]


def test_version(evalpin: Evalpin) -> None:
    root = ROOT / "src" / "evalpin" / "__init__.py"
    assert f'\n__version__ = "{__version__}"\n' in root.read_text(encoding="utf-8")
    assert evalpin("--version") == (0, f"evalpin {__version__}\n", "")


def test_a_bug_is_shown_whole(evalpin: Evalpin, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> int:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(diff, "execute", broken)
    status, stdout, stderr = evalpin("diff", "a", "b")
    assert (status, stdout) == (3, "")
    assert stderr.startswith("Traceback (most recent call last):\n")
    assert stderr.endswith(
        "\nZeroDivisionError: planted\nevalpin: this is a bug of evalpin, not of your files\n"
    )


def test_interrupted_run(evalpin: Evalpin, folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    folder.write(suite=SUITE, replies=HALF, out="old\n")
    monkeypatch.setattr(runner, "run", interrupted)
    assert evalpin(*RUN, "--out", "out.txt") == (130, "", "evalpin: interrupted\n")
    assert folder.names() == ["out.txt", "replies.txt", "suite.txt"]
    assert folder.read("out.txt") == "old\n"


@pytest.mark.parametrize(
    "argv",
    [
        ["--out=--"],
        ["--replies=--"],
        ["--only=--"],
        ["-k=--"],
        ["-k--"],
        ["--", "--"],
    ],
)
def test_two_dashes_are_no_value(argv: list[str], evalpin: Evalpin, folder: Folder) -> None:
    folder.write(suite=SUITE, replies="reply greet\n| Ana\n")
    ended = evalpin("run", "suite.txt", "--replies", "replies.txt", *argv)
    told = (
        'evalpin: "--" cannot be a value (a file of that name is ./--)\nevalpin: try "evalpin run --help"\n'
    )
    assert ended == (2, "", told)
    assert folder.names() == ["replies.txt", "suite.txt"]


def test_of_a_repeated_option_the_last_counts(evalpin: Evalpin, folder: Folder) -> None:
    folder.write(suite=SUITE, replies="reply greet\n| Ana\n")
    argv = ["-k", "99", "--replies", "nowhere.txt", "-k", "2", "--replies", "replies.txt"]
    assert evalpin("run", "suite.txt", *argv).stdout.endswith(
        "1 cases x 2 attempts, pass^2 1/1, pass@2 1/1\n"
    )


def test_every_bad_value_is_told(evalpin: Evalpin) -> None:
    ended = evalpin("run", "", "--replies=", "-k", "0")
    assert ended.stderr == (
        "evalpin: SUITE: expected a path, found nothing\n"
        "evalpin: --replies: expected a path, found nothing\n"
        'evalpin: -k: bad number of attempts "0" (expected 1 to 20)\n'
        'evalpin: try "evalpin run --help"\n'
    )


@pytest.mark.parametrize("argv", [["diff", "a", "b", "--"], ["diff", "--", "a", "b"]])
def test_two_dashes_end_the_options(argv: list[str], evalpin: Evalpin, folder: Folder) -> None:
    (folder.path / "a").write_bytes(b"evalpin-results 1\n")
    (folder.path / "b").write_bytes(b"evalpin-results 1\n")
    assert evalpin(*argv) == (0, "evalpin: 0 better, 0 same, 0 worse, 0 new, 0 gone\n", "")


@pytest.mark.parametrize("argv", [["-hk3"], ["-h"], ["--help", "--nonsense"], ["-k", "0", "-h"]])
def test_help_comes_first(argv: list[str], evalpin: Evalpin) -> None:
    assert evalpin("run", *argv) == evalpin("run", "--help")
