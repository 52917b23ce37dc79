"""Checks of the final text: case-blind contains, white space, the last number, JSON by the subset rule."""

from __future__ import annotations

import math

import pytest

from evalpin import FinalJsonMatches
from evalpin.checks import parse_check
from evalpin.checks.final import (
    FinalNumberEquals,
    FinalTextContains,
    FinalTextEquals,
    FinalTextMatches,
    FinalTextNotContains,
)
from evalpin.errors import BadValue
from evalpin.model import Check, RunArtifacts, Verdict


def note(check: Check, reply: str) -> str:
    """Return the note of one check of one reply; empty where it holds."""
    verdict = check.judge(RunArtifacts(final_text=reply))
    assert (verdict.outcome == "pass") == (verdict.note == "")
    return verdict.note


def refusal(kind: str, value: str) -> str:
    with pytest.raises(BadValue) as raised:
        parse_check(kind, value)
    return str(raised.value)


@pytest.mark.parametrize(
    ("check", "label"),
    [
        (FinalTextContains(""), 'FinalTextContains("")'),
        (FinalTextContains("", case_insensitive=True), 'FinalTextContains("", case-insensitive)'),
        (FinalTextNotContains("x"), 'FinalTextNotContains("x")'),
        (FinalTextEquals(""), 'FinalTextEquals("")'),
        (FinalTextMatches(""), 'FinalTextMatches("")'),
        (FinalNumberEquals(0), "FinalNumberEquals(0)"),
        (FinalNumberEquals(0, math.inf), "FinalNumberEquals(0 ± inf)"),
        (FinalJsonMatches(None), "FinalJsonMatches(null)"),
        (parse_check("contains-nocase", "a"), 'FinalTextContains("a", case-insensitive)'),
        (parse_check("matches", "a|"), 'FinalTextMatches("a|")'),
        (parse_check("number", "1"), "FinalNumberEquals(1)"),
        (parse_check("json-subset", "{}"), "FinalJsonMatches({})"),
    ],
)
def test_no_text_fails_whatever_is_expected(check: Check, label: str) -> None:
    assert check.judge(RunArtifacts()) == Verdict(label, "fail", "there is no reply text")


# ---- contains -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "reply"),
    [
        ("paris", "In PARIS."),
        ("PARIS", "in paris"),
        ("straße", "STRASSE"),
        ("STRASSE", "straße"),
        ("ΟΔΟΣ", "οδος"),
        ("ΟΔΟΣ", "οδοσ"),
        ("k", "\u212a"),
        ("ﬃ", "FFI"),
        ("É", "é"),
        ("a  b", "A  B"),
        ("a\u2028b", "A\u2028B"),
    ],
)
def test_nocase_holds(value: str, reply: str) -> None:
    assert note(parse_check("contains-nocase", value), reply) == ""


@pytest.mark.parametrize(
    ("value", "reply", "told"),
    [
        ("paris", "Pari s", 'reply does not contain "paris", case-insensitive'),
        ("a b", "a  b", 'reply does not contain "a b", case-insensitive'),
        ("é", "e\u0301", 'reply does not contain "é", case-insensitive'),
        ("İ", "i", 'reply does not contain "İ", case-insensitive'),
        ("a\x1b", "a", r'reply does not contain "a\u001b", case-insensitive'),
        ("x", "", 'reply does not contain "x", case-insensitive'),
    ],
)
def test_nocase_fails(value: str, reply: str, told: str) -> None:
    assert note(parse_check("contains-nocase", value), reply) == told


@pytest.mark.parametrize(
    ("check", "reply", "told"),
    [
        (FinalTextContains(""), "", ""),
        (FinalTextContains(" a "), "x a y", ""),
        (FinalTextContains(" a "), "a", 'reply does not contain " a "'),
        (FinalTextContains("Ana"), "ana", 'reply does not contain "Ana"'),
        (FinalTextContains("a\nb"), "a\r\nb", r'reply does not contain "a\nb"'),
        (FinalTextNotContains("Ana"), "ana", ""),
        (FinalTextNotContains("Ana"), "", ""),
        (FinalTextNotContains("Ana"), "Hi Ana.", 'reply contains "Ana"'),
        (FinalTextNotContains(""), "", 'reply contains ""'),
    ],
)
def test_contains(check: Check, reply: str, told: str) -> None:
    assert note(check, reply) == told


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("OK", " OK\n"),
        (" OK ", "OK"),
        ("", " \t"),
        ("\u3000a", "a\xa0"),
        ("a", "\x0b\x0c\x85\u1680\u2000\u200a\u2028\u2029\u202f\u205fa\r\n"),
        ("a\r\nb", "a\r\nb"),
    ],
)
def test_equals_holds(text: str, reply: str) -> None:
    assert note(FinalTextEquals(text), reply) == ""


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("OK", "OK."),
        ("OK", "ok"),
        ("a b", "a  b"),
        ("a", "\u200ba"),
        ("a", "\ufeffa"),
        ("a", "\x1ca"),
        ("a", "a\x1f"),
        ("a\nb", "a\r\nb"),
        ("\xe9", "e\u0301"),
        ("a", ""),
    ],
)
def test_equals_fails(text: str, reply: str) -> None:
    verdict = FinalTextEquals(text).judge(RunArtifacts(final_text=reply))
    shown = text.replace("\n", "\\n")
    label, told = f'FinalTextEquals("{shown}")', f'reply is not "{shown}"'
    assert verdict == Verdict(label, "fail", told, text, reply)


@pytest.mark.parametrize(
    ("value", "reply", "told"),
    [
        (r"\d+", "a 12 b", ""),
        ("^a", "ba", 'reply does not match "^a"'),
        (r"\d", "abc", r'reply does not match "\\d"'),
        ('"', "a", r'reply does not match "\""'),
    ],
)
def test_matches(value: str, reply: str, told: str) -> None:
    assert note(parse_check("matches", value), reply) == told


# ---- numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "reply"),
    [
        ("4", "4"),
        ("4", "It is 4.00."),
        ("-5", "\u22125"),
        ("1024.5", "1,024.50"),
        ("+4", "4"),
        (".5", "0.5"),
        ("4.", "4"),
        ("1e3", "1,000"),
        ("0", "-0"),
        ("20", "10-20"),
        ("3.33 +- 0.01", "3.34"),
        ("3.33 +- 0.01", "3.32"),
        ("1 +- 0.1", "1.1"),
        ("1 +- 0.1", "0.9"),
        ("100 +- 0.01", "100.01"),
        ("100 ± 0.01", "99.99"),
        ("100±0.01", "100"),
        ("100+-0.01", "100"),
        ("100 \t+-\t 1", "101"),
        ("-1 +- 1", "-2"),
        ("1 +- 1e-1", "1.1"),
        ("9007199254740993", "9007199254740992"),
        ("0.1", "0.10000000000000000000000001"),
    ],
)
def test_number_holds(value: str, reply: str) -> None:
    assert note(parse_check("number", value), reply) == ""


@pytest.mark.parametrize(
    ("value", "reply", "told"),
    [
        ("4", "5", 'last number is 5 in "5", expected 4'),
        ("4", "4 of 5", 'last number is 5 in "4 of 5", expected 4'),
        ("4", "none", "reply has no number, expected 4"),
        ("4", "", "reply has no number, expected 4"),
        ("4", "two", "reply has no number, expected 4"),
        ("-20", "10-20", 'last number is 20 in "10-20", expected -20'),
        ("123", "1,2,3", 'last number is 3 in "1,2,3", expected 123'),
        ("1 +- 0.1", "1.1000000001", 'last number is 1.1000000001 in "1.1000000001", expected 1 ± 0.1'),
        ("3.33 ± 0.01", "3.35", 'last number is 3.35 in "3.35", expected 3.33 ± 0.01'),
        ("4", "\u22124", 'last number is \u22124 in "\u22124", expected 4'),
        ("4", "1,024.", 'last number is 1,024 in "1,024.", expected 4'),
        ("4", "x\n\x1b7\ty", r'last number is 7 in "x\n\u001b7\ty", expected 4'),
        (
            "4",
            "abcdefghijklmnopqrstuvwxyz 5 abcdefghijklmnopqrstuvwxyz",
            'last number is 5 in ..."hijklmnopqrstuvwxyz 5 abcdefghijklmnopqrs"..., expected 4',
        ),
        ("4", "abcdefghijklmnopqrst5", 'last number is 5 in "abcdefghijklmnopqrst5", expected 4'),
        ("4", "abcdefghijklmnopqrstu5", 'last number is 5 in ..."bcdefghijklmnopqrstu5", expected 4'),
        ("1e21", "5", 'last number is 5 in "5", expected 1000000000000000000000'),
        ("1e-7", "5", 'last number is 5 in "5", expected 0.0000001'),
        ("4", "1e400", 'last number is 1e400 in "1e400", expected 4'),
        ("4 +- 0.0", "5", 'last number is 5 in "5", expected 4'),
    ],
)
def test_number_fails(value: str, reply: str, told: str) -> None:
    assert note(parse_check("number", value), reply) == told


def test_number_has_two_sides() -> None:
    verdict = FinalNumberEquals(4, 0.5).judge(RunArtifacts(final_text="about 5.0"))
    told = 'last number is 5.0 in "about 5.0", expected 4 ± 0.5'
    assert verdict == Verdict("FinalNumberEquals(4 ± 0.5)", "fail", told, "4 ± 0.5", "5.0")


def test_infinite_tolerance_takes_any_number_and_only_numbers() -> None:
    assert note(FinalNumberEquals(4, math.inf), "-99") == ""
    assert note(FinalNumberEquals(4, math.inf), "x") == "reply has no number, expected 4 ± inf"


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("four", 'bad number "four" (expected "X" or "X +- T")'),
        ("4 5", 'bad number "4 5" (expected "X" or "X +- T")'),
        ("1,024", 'bad number "1,024" (expected "X" or "X +- T")'),
        ("0x10", 'bad number "0x10" (expected "X" or "X +- T")'),
        ("1_0", 'bad number "1_0" (expected "X" or "X +- T")'),
        ("\u0664", 'bad number "\u0664" (expected "X" or "X +- T")'),
        ("4 +-", 'bad number "4 +-" (expected "X" or "X +- T")'),
        ("+- 4", 'bad number "+- 4" (expected "X" or "X +- T")'),
        ("4 +- 1 +- 1", 'bad number "1 +- 1" (expected "X" or "X +- T")'),
        ("4 +- x", 'bad number "x" (expected "X" or "X +- T")'),
        ("4 + 1", 'bad number "4 + 1" (expected "X" or "X +- T")'),
        (".", 'bad number "." (expected "X" or "X +- T")'),
        ("nan", 'bad number "nan" (expected "X" or "X +- T")'),
        ("inf", 'bad number "inf" (expected "X" or "X +- T")'),
        ("1e400", "value is inf, which no number equals"),
        ("-1e400", "value is -inf, which no number equals"),
        ("4 +- -1", "tolerance is -1.0 (expected 0 or more)"),
        ("", '"number" needs a value after the colon'),
    ],
)
def test_number_refused(value: str, told: str) -> None:
    assert refusal("number", value) == told


@pytest.mark.parametrize(
    ("value", "tolerance", "told"),
    [
        (math.nan, 0.0, "value is nan, which no number equals"),
        (math.inf, math.inf, "value is inf, which no number equals"),
        (4.0, math.nan, "tolerance is nan (expected 0 or more)"),
        (4.0, -0.5, "tolerance is -0.5 (expected 0 or more)"),
        (4.0, -math.inf, "tolerance is -inf (expected 0 or more)"),
    ],
)
def test_number_class_refuses(value: float, tolerance: float, told: str) -> None:
    with pytest.raises(BadValue) as raised:
        FinalNumberEquals(value, tolerance)
    assert str(raised.value) == told


# ---- JSON ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "reply"),
    [
        ("{}", '{"a": 1}'),
        ('{"a": 1}', '{"b": 2, "a": 1.0}'),
        ('{"a": {"b": {}}}', '{"a": {"b": {"z": 1}}}'),
        ('{"a": [1, 2]}', '{"a": [1, 2]}'),
        ("1", " 1.0 "),
        ("null", "null"),
        ('"x"', '"x"'),
        ("[]", "[]"),
        ('{"a": 1}', '```json\n{"a": 1}\n```'),
        ("18446744073709551616", "18446744073709551616"),
        ('{"a": -0.0}', '{"a": 0}'),
        ("[1]", "[1.0]"),
    ],
)
def test_json_holds(value: str, reply: str) -> None:
    assert note(parse_check("json-subset", value), reply) == ""


@pytest.mark.parametrize(
    ("value", "reply", "told"),
    [
        ('{"a": 1}', "{}", "$.a is missing, expected 1"),
        ('{"a": null}', "{}", "$.a is missing, expected null"),
        ('{"a": 1}', '{"a": "1"}', '$.a is "1", expected 1'),
        ('{"a": 1}', '{"a": true}', "$.a is true, expected 1"),
        ('{"a": 0}', '{"a": false}', "$.a is false, expected 0"),
        ('{"a": null}', '{"a": 0}', "$.a is 0, expected null"),
        ('{"a b": {"c": 1}}', '{"a b": {"c": 2}}', '$["a b"].c is 2, expected 1'),
        ('{"a": [1, 2]}', '{"a": [1, 2, 3]}', "$.a is [1,2,3], expected [1,2]"),
        ('{"a": [{"x": 1}]}', '{"a": [{"x": 1, "y": 2}]}', '$.a[0] is {"x":1,"y":2}, expected {"x":1}'),
        ("[1, 2]", "[1, 3]", "$[1] is 3, expected 2"),
        ("{}", "[]", "$ is [], expected {}"),
        ("{}", "null", "$ is null, expected {}"),
        ("[]", "{}", "$ is {}, expected []"),
        (
            "18446744073709551616",
            "18446744073709551617",
            "$ is 18446744073709551617, expected 18446744073709551616",
        ),
        ("9007199254740993", "9007199254740992.0", "$ is 9007199254740992.0, expected 9007199254740993"),
        ('{"a": 1}', '{"a": {"b": 1}}', '$.a is {"b":1}, expected 1'),
        ("{}", "hello", 'reply is not JSON: expected a value, found "hello" at line 1 column 1'),
        ("{}", "{} x", "reply is not JSON: text after the value at line 1 column 4"),
        ("{}", "1e400", "reply is not JSON: number too large for a double at line 1 column 1"),
        ("{}", "", "reply is not JSON: expected a value, found the end at line 1 column 1"),
    ],
)
def test_json_fails(value: str, reply: str, told: str) -> None:
    assert note(parse_check("json-subset", value), reply) == told


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("", '"json-subset" needs a value after the colon'),
        ("{", 'bad JSON: expected a key or "}", found the end at column 2 of the value'),
        ('{"a": 1,}', 'bad JSON: expected a key, found "}" at column 9 of the value'),
        ("NaN", 'bad JSON: expected a value, found "NaN" at column 1 of the value'),
        ("1 2", "bad JSON: text after the value at column 3 of the value"),
        ("[1e400]", "bad JSON: number too large for a double at column 2 of the value"),
        ("[" * 501, "bad JSON: nested deeper than 500 levels at column 501 of the value"),
    ],
)
def test_json_refused(value: str, told: str) -> None:
    assert refusal("json-subset", value) == told


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (math.nan, "$ is nan, which JSON does not have"),
        ({"a": [1, {2}]}, "$.a[1] is set, which is not JSON"),
    ],
)
def test_json_class_refuses_what_is_not_json(value: object, told: str) -> None:
    with pytest.raises(TypeError) as raised:
        FinalJsonMatches(value)
    assert str(raised.value) == told
