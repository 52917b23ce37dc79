"""The same bytes whatever the locale, the encoding that Python is told, and the seed of its hashes."""

from __future__ import annotations

import sys

import pytest

from processes import Process, posix
from support import Folder

pytestmark = pytest.mark.process

RUN = (
    "run",
    "suite.txt",
    "--replies",
    "replies.txt",
    "-k",
    "2",
    "--baseline",
    "base.txt",
    "--out",
    "out.txt",
)
REPORT = """\
CASE  PASSED  RATE  ALL  VS
z     0/2     0%    no   same
a     1/2     50%   no   better
m     0/2     0%    no   new
0     -       -     -    gone
b     -       -     -    gone
k     -       -     -    gone

z: attempt 1: reply does not contain "süß 猫 \U0001f600"
a: attempt 2: naïve \\u001b[0m café
m: attempt 1: $.ключ is "\\ud800ж", expected "ж"
evalpin: 3 cases x 2 attempts, pass^2 0/3, pass@2 1/3; vs baseline: 1 better, 1 same, 0 worse, 1 new, 3 gone
"""

ENVIRONMENTS = {
    "C": {"LC_ALL": "C"},
    "POSIX": {"LC_ALL": "POSIX"},
    "C without UTF-8 mode": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "C.UTF-8": {"LC_ALL": "C.UTF-8"},
    "no such locale": {"LC_ALL": "xx_XX.ISO-8859-1"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "ascii, replacing": {"PYTHONIOENCODING": "ascii:replace"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "utf-16": {"PYTHONIOENCODING": "utf-16"},
    "utf-8 with BOM": {"PYTHONIOENCODING": "utf-8-sig"},
    "cp1252": {"PYTHONIOENCODING": "cp1252:strict"},
    "UTF-8 mode": {"PYTHONUTF8": "1"},
    "unbuffered": {"PYTHONUNBUFFERED": "1"},
    "optimized": {"PYTHONOPTIMIZE": "2"},
    "coloured": {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": "20"},
    "development mode": {"PYTHONDEVMODE": "1"},
    **{f"seed {seed}": {"PYTHONHASHSEED": seed} for seed in ("0", "1", "2", "4294967295", "random")},
}
each = pytest.mark.parametrize("env", ENVIRONMENTS.values(), ids=ENVIRONMENTS.keys())


@pytest.fixture
def files(folder: Folder) -> Folder:
    """Return a folder whose run shows text of many scripts and cases in no alphabetic order."""
    folder.write(
        suite="case z\nprompt: p\nexpect contains: süß 猫 \U0001f600\n"
        "case a\nprompt: p\nexpect equals: ж\n"
        'case m\nprompt: p\nexpect json: $.ключ = "ж"\n',
        replies='reply z\n| no\nreply a\n| ж\nfail a naïve \x1b[0m café\nreply m\n| {"ключ": "\\ud800ж"}\n',
        base="evalpin-results 1\nk 1 1\nz 0 1\nb 1 1\na 0 1\n0 1 1\n",
    )
    return folder


@each
def test_report(env: dict[str, str], files: Folder) -> None:
    assert Process(*RUN, env=env).ended() == (1, REPORT, "")
    assert files.read("out.txt") == "evalpin-results 1\nz 0 2\na 1 2\nm 0 2\n"


@each
def test_errors(env: dict[str, str], folder: Folder) -> None:
    folder.write(suite="case a\nprompt: p\nexpect jsön: 猫\n\\\x1b ж\n", replies="ж\n")
    assert Process(*RUN[:4], env=env).ended() == (
        2,
        "",
        """\
evalpin: suite.txt:3: unknown check kind "jsön" (did you mean "json"?)
evalpin: suite.txt:4: unknown directive "\\\\\\u001b" (expected "case", "prompt" or "expect")
evalpin: replies.txt:1: unknown directive "ж" (expected "reply", "fail", "tool", "tokens" or "| TEXT")
""",
    )


@posix
@each
def test_names_of_files(env: dict[str, str], folder: Folder) -> None:
    (folder.path / "süß.txt").write_bytes(b"evalpin-results 1\na 1 2\n")
    assert Process("diff", "süß.txt", "猫.txt", env=env).ended() == (
        2,
        "",
        "evalpin: 猫.txt: cannot read: no such file\n",
    )


@pytest.mark.skipif(sys.platform != "linux", reason="a system where every byte may stand in a name")
@each
def test_name_of_a_file_that_is_not_utf_8(env: dict[str, str], folder: Folder) -> None:
    (folder.path / "a.txt").write_bytes(b"evalpin-results 1\na 1 2\n")
    assert Process("diff", "a.txt", "\udcff.txt", env=env).ended() == (
        2,
        "",
        "evalpin: \\udcff.txt: cannot read: no such file\n",
    )
