"""Replies text to scripted artifacts: the exact text of each entry, their order, every fault."""

from __future__ import annotations

import pytest

from evalpin import replies
from evalpin.errors import Faults
from evalpin.model import Case, RunArtifacts
from evalpin.subjects.scripted import scripted

RULE = "(expected a-z, 0-9, _ and -, not beginning with _ or -, at most 200 characters)"
OUTSIDE = 'text outside a reply (expected "reply ID" right before it)'
EXPECTED = '(expected "reply", "fail", "tool", "tokens" or "| TEXT")'


def read(*lines: str) -> tuple[replies.Script, list[str]]:
    faults = Faults("r")
    return replies.parse(list(lines), faults), faults.told()


def says(text: str) -> RunArtifacts:
    return RunArtifacts(final_text=text)


def fails(message: str) -> RunArtifacts:
    return RunArtifacts(error=message)


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ([], ""),
        (["|"], ""),
        (["| "], ""),
        (["|  "], " "),
        (["|x"], "x"),
        (["| x"], "x"),
        (["|  x"], " x"),
        (["|\tx"], "\tx"),
        (["| \tx"], "\tx"),
        (["|\xa0x"], "\xa0x"),
        (["| x \t "], "x \t "),
        (["||"], "|"),
        (["| | x"], "| x"),
        (["| # x"], "# x"),
        (["|# x"], "# x"),
        (["| reply b"], "reply b"),
        (["| x\r"], "x\r"),
        (["| a\u2028b\x0cc\u0085d"], "a\u2028b\x0cc\u0085d"),
        (["| a", "| b"], "a\nb"),
        (["|", "| a", "|", "|", "| b", "|"], "\na\n\n\nb\n"),
        (["|", "|"], "\n"),
    ],
)
def test_text(lines: list[str], text: str) -> None:
    assert read("reply a", *lines) == ({"a": [says(text)]}, [])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("fail a rate limited", "rate limited"),
        (" \tfail \t a \t rate  limited: 429 \t", "rate  limited: 429"),
        ("fail a #1", "#1"),
        ("fail a | x", "| x"),
        ("fail a a", "a"),
        ("fail a \xa0", "\xa0"),
        ("fail a \x1b[2J\r", "\x1b[2J\r"),
    ],
)
def test_fail(line: str, message: str) -> None:
    assert read(line) == ({"a": [fails(message)]}, [])


@pytest.mark.parametrize("line", ["reply a-1", "reply \t a-1", "\t reply a-1 \t"])
def test_reply(line: str) -> None:
    assert read(line, "| x") == ({"a-1": [says("x")]}, [])


def test_entries_in_file_order_for_each_id() -> None:
    lines = [
        "reply a",
        "| 1",
        "fail b x",
        "reply a",
        "",
        "# c",
        "fail a 3",
        "reply b",
        "| 2",
        "| 3",
        "reply a",
    ]
    assert read(*lines) == (
        {"a": [says("1"), says(""), fails("3"), says("")], "b": [fails("x"), says("2\n3")]},
        [],
    )


@pytest.mark.parametrize("lines", [[], ["", " \t", "# reply a", "\t# | x"]])
def test_nothing(lines: list[str]) -> None:
    assert read(*lines) == ({}, [])


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["| x"], [f"r:1: {OUTSIDE}"]),
        (["| x", "|", "| z"], [f"r:1: {OUTSIDE}"]),
        (["reply a", "", "| x"], [f"r:3: {OUTSIDE}"]),
        (["reply a", "| x", " ", "| y"], [f"r:4: {OUTSIDE}"]),
        (["reply a", "| x", "#", "| y"], [f"r:4: {OUTSIDE}"]),
        (["reply a", "| x", "fail a y", "| z"], [f"r:4: {OUTSIDE}"]),
        (["| x", "reply a", "| y", "", "| z"], [f"r:1: {OUTSIDE}", f"r:5: {OUTSIDE}"]),
        (["| x", "fail a y", "| z"], [f"r:1: {OUTSIDE}", f"r:3: {OUTSIDE}"]),
        (
            ["reply a", " | x", "| y"],
            ['r:2: "|" not in column one (expected a text line to begin with it)'],
        ),
        (["reply A", "| x"], [f'r:1: bad case ID "A" {RULE}']),
        (["reply a b", "| x"], [f'r:1: bad case ID "a b" {RULE}']),
        (["reply", "| x"], [f'r:1: "reply" without a case ID {RULE}']),
        (["fail"], [f'r:1: "fail" without a case ID {RULE}']),
        (["fail A x"], [f'r:1: bad case ID "A" {RULE}']),
        (["fail a\xa0x y"], [f'r:1: bad case ID "a\xa0x" {RULE}']),
        (["fail a"], ['r:1: "fail" without a message (expected "fail ID MESSAGE")']),
        (["fail a \t "], ['r:1: "fail" without a message (expected "fail ID MESSAGE")']),
        (["repl a", "| x"], ['r:1: unknown directive "repl" (did you mean "reply"?)']),
        (["REPLY a"], ['r:1: unknown directive "REPLY" (did you mean "reply"?)']),
        (["fails a x"], ['r:1: unknown directive "fails" (did you mean "fail"?)']),
        (["case a"], [f'r:1: unknown directive "case" {EXPECTED}']),
        (["reply a", "x", "| y"], [f'r:2: unknown directive "x" {EXPECTED}']),
        (["reply: a", "| x"], ['r:1: unknown directive "reply:" (did you mean "reply"?)']),
    ],
)
def test_faults(lines: list[str], told: list[str]) -> None:
    assert read(*lines)[1] == told


@pytest.mark.parametrize(
    ("line", "blind"),
    [("reply A", True), ("fail", True), ("repl a", True), ("fail a", False), ("| x", False)],
)
def test_an_unclear_name_blinds(line: str, blind: bool) -> None:
    faults = Faults("r")
    replies.parse([line], faults)
    assert bool(faults)
    assert faults.blind == blind


@pytest.mark.parametrize(
    ("entries", "cycle"),
    [
        (["1"], ["1", "1", "1", "1", "1"]),
        (["1", "2"], ["1", "2", "1", "2", "1"]),
        (["1", "2", "3"], ["1", "2", "3", "1", "2"]),
        (["1", "2", "3", "4", "5", "6"], ["1", "2", "3", "4", "5"]),
    ],
)
def test_attempts_cycle_through_the_entries(entries: list[str], cycle: list[str]) -> None:
    subject = scripted({"a": [says(text) for text in entries], "b": [fails("x")]})
    case = Case("a", "p", (), 1)
    assert [subject(case, number).final_text for number in range(1, 6)] == cycle
