"""The command line: the page's two transcripts, usage errors with their whole messages, help."""

from __future__ import annotations

from support import Evalpin, Folder

SUITE = "case greet\nprompt: Greet Ana.\nexpect contains: Ana\n"


def test_first_transcript_of_the_page(evalpin: Evalpin, folder: Folder) -> None:
    folder.write(suite=SUITE, replies="reply greet\n| Hello Ana!\nreply greet\n| Hi there.\n")
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
