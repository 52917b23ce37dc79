"""Suite text to cases: what is read from a line, and every fault with its line."""

from __future__ import annotations

import pytest

from evalpin.checks import parse_check
from evalpin.errors import Faults
from evalpin.model import Case
from evalpin.suites import text as suites

RULE = "(expected a-z, 0-9, _ and -, not beginning with _ or -, at most 200 characters)"


def read(*lines: str) -> tuple[tuple[Case, ...], list[str]]:
    faults = Faults("s")
    suite = suites.parse(list(lines), faults)
    assert suite.name == "s"
    return suite.cases, faults.told()


@pytest.mark.parametrize(
    ("line", "prompt"),
    [
        ("prompt: Greet Ana.", "Greet Ana."),
        ("prompt:Greet Ana.", "Greet Ana."),
        (" \tprompt:\t Greet  Ana. \t", "Greet  Ana."),
        ("prompt: # no comment", "# no comment"),
        ("prompt: : prompt: x", ": prompt: x"),
        ("prompt: \xa0", "\xa0"),
        ("prompt: a\rb\r", "a\rb\r"),
        ("prompt: \x0ca\x0b", "\x0ca\x0b"),
        ("prompt: a\u2028b\u0085c", "a\u2028b\u0085c"),
        ("prompt: \ufeff", "\ufeff"),
    ],
)
def test_prompt(line: str, prompt: str) -> None:
    expected = Case("a", prompt, (parse_check("equals", "x"),), 1)
    assert read("case a", line, "expect equals: x") == ((expected,), [])


@pytest.mark.parametrize(
    ("line", "kind", "value"),
    [
        ("expect equals: x", "equals", "x"),
        ("expect equals:x", "equals", "x"),
        (" \texpect \tequals \t: \tx  y \t", "equals", "x  y"),
        ("expect equals: : x", "equals", ": x"),
        ("expect equals: # x", "equals", "# x"),
        ("expect equals: \xa0x\xa0", "equals", "\xa0x\xa0"),
        ("expect equals: x\r", "equals", "x\r"),
        ("expect not-contains: expect equals: x", "not-contains", "expect equals: x"),
        ("expect one-of: a|b", "one-of", "a | b"),
        ("expect max-chars: 007", "max-chars", "7"),
        ('expect json: $.a = "b"', "json", '$["a"]="\\u0062"'),
    ],
)
def test_expect(line: str, kind: str, value: str) -> None:
    expected = Case("a", "p", (parse_check(kind, value),), 1)
    assert read("case a", "prompt: p", line) == ((expected,), [])


@pytest.mark.parametrize("line", ["case a-1", "case \t a-1", "\tcase a-1 \t"])
def test_case(line: str) -> None:
    cases, told = read("", "# c", line, "prompt: p", "expect equals: x")
    assert (cases, told) == ((Case("a-1", "p", (parse_check("equals", "x"),), 3),), [])


def test_cases_and_checks_in_file_order() -> None:
    cases, told = read(
        *("case b", "expect contains: 1", "prompt: p", "expect equals: 2"),
        *("", " # c", "case a", "prompt: q", "", "expect contains: 1", "expect contains: 1"),
    )
    one, two = parse_check("contains", "1"), parse_check("equals", "2")
    assert (cases, told) == ((Case("b", "p", (one, two), 1), Case("a", "q", (one, one), 7)), [])


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([], ['s: suite has no case (expected "case ID")']),
        (["", " \t", "# case a", "\t#"], ['s: suite has no case (expected "case ID")']),
        (["prompt: p"], ['s:1: "prompt" outside a case (expected "case ID" before it)']),
        (["expect equals: x", "prompt: p"], ['s:1: "expect" outside a case (expected "case ID" before it)']),
        (["case a"], ['s:1: case "a" has no prompt and no expect']),
        (["case a", "prompt: p"], ['s:1: case "a" has no expect']),
        (["case a", "expect equals: x"], ['s:1: case "a" has no prompt']),
        (["case a", "prompt: p", "expect equals:"], ['s:3: "equals" needs a value after the colon']),
        (["case a", "prompt:", "expect equals: x"], ["s:2: empty prompt"]),
        (["case a", "prompt p", "expect equals: x"], ['s:2: expected ":" right after "prompt"']),
        (["case a", "prompt : p", "expect equals: x"], ['s:2: expected ":" right after "prompt"']),
        (["case a", "prompt\t: p", "expect equals: x"], ['s:2: expected ":" right after "prompt"']),
        (
            ["case a", "prompt p", "expect equals: x", "prompt: p"],
            [
                's:2: expected ":" right after "prompt"',
                "s:4: second prompt in one case (first at line 2)",
            ],
        ),
        (
            ["case a", "prompt: p", "expect contain: x"],
            ['s:3: unknown check kind "contain" (did you mean "contains"?)'],
        ),
        (
            ["case a", "prompt: p", "expect equals"],
            ['s:3: expected "expect KIND: VALUE", found "expect equals"'],
        ),
        (["case A", "prompt: p", "expect equals: x"], [f's:1: bad case ID "A" {RULE}']),
        (["case", "prompt: p", "expect equals: x"], [f"s:1: case without an ID {RULE}"]),
        (["case A"], [f's:1: bad case ID "A" {RULE}']),
        (["case a b", "prompt: p", "expect equals: x"], [f's:1: bad case ID "a b" {RULE}']),
        (["case a\xa0", "prompt: p", "expect equals: x"], [f's:1: bad case ID "a\xa0" {RULE}']),
        (
            ["case:a", "prompt: p", "expect equals: x"],
            ['s:1: unexpected ":" after "case" (expected "case ID")'],
        ),
        (
            ["case a", "prompt: p", "expect equals: x"] * 2,
            ['s:4: repeated case "a" (first at line 1)'],
        ),
        (
            ["case a", "case a", "prompt: p", "expect equals: x"],
            ['s:1: case "a" has no prompt and no expect', 's:2: repeated case "a" (first at line 1)'],
        ),
        (
            ["case a", "prompt: p", "expect equals: x", "rubbish"],
            ['s:4: unknown directive "rubbish" (expected "case", "prompt" or "expect")'],
        ),
        (["cas a", "prompt: p", "expect equals: x"], ['s:1: unknown directive "cas" (did you mean "case"?)']),
        (
            ["case a", "prmpt: p", "expect equals: x"],
            ['s:2: unknown directive "prmpt" (did you mean "prompt"?)'],
        ),
        (
            ["case a", "prompt: p", "expcet equals: x"],
            ['s:3: unknown directive "expcet" (did you mean "expect"?)'],
        ),
        (
            ["case a", "expcet equals: x", "case b", "prompt: p"],
            ['s:2: unknown directive "expcet" (did you mean "expect"?)', 's:3: case "b" has no expect'],
        ),
        (
            ["case a", "prompt: p", "| x", "expect equals: x"],
            ['s:3: unknown directive "|" (expected "case", "prompt" or "expect")'],
        ),
    ],
)
def test_faults(lines: list[str], told: list[str]) -> None:
    assert read(*lines)[1] == told


@pytest.mark.parametrize(
    ("line", "blind"),
    [
        ("case A", True),
        ("case", True),
        ("cas a", True),
        ("case a", False),
        ("prompt:", False),
        ("expect contain: x", False),
    ],
)
def test_an_unclear_name_blinds(line: str, blind: bool) -> None:
    faults = Faults("s")
    suites.parse(["case b", line], faults)
    assert bool(faults)
    assert faults.blind == blind
