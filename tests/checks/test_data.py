"""Checks of the reply as JSON: what holds, what does not and what is said then, what is no value."""

from __future__ import annotations

import pytest

from evalpin.checks import parse_check
from evalpin.checks._fence import unfenced
from evalpin.errors import BadValue
from evalpin.model import RunArtifacts


def note(value: str, reply: str) -> str:
    """Return the note of one `json` check of one reply; empty where it holds."""
    verdict = parse_check("json", value).judge(RunArtifacts(final_text=reply))
    assert (verdict.outcome == "pass") == (verdict.note == "")
    return verdict.note


@pytest.mark.parametrize(
    ("value", "reply"),
    [
        ("$ = 1", "1"),
        ("$=1", "1"),
        ("$ \t= \t1", " \r\n1\t"),
        ("$.a = 1", '{"a": 1}'),
        ('$["a"] = 1', '{"a": 1}'),
        ("$[0] = null", "[null]"),
        ("$.a[01].b = true", '{"a": [0, {"b": true}]}'),
        ('$ = "a"', '"a"'),
        ('$ = "\\u00e9"', '"é"'),
        ('$ = "é"', '"\\u00E9"'),
        ('$ = "\U0001f600"', '"\\ud83d\\ude00"'),
        ('$ = "\\ud800"', '"\\ud800"'),
        ('$ = " a "', '" a "'),
        ('$ = ""', '""'),
        ('$ = "="', '"="'),
        ('$.a = "$.a = 1"', '{"a": "$.a = 1"}'),
        ("$ = 1.0", "1.0"),
        ("$ = -0", "-0"),
        ("$ = 1E+2", "1E+2"),
        ("$ = " + "9" * 5000, "9" * 5000),
        ("$.a = 2", '{"a": 1, "a": 2}'),
        ("$ = 1", "```\n1\n```"),
        ("$ = 1", "```json\n1\n```"),
        ("$ = 1", "\n```json extra `x` \n\n 1\n\n```\n"),
        ("$ = 1", "````\n1\n```"),
        ("$[0] = 1", "```\n[\n1]\n```"),
    ],
)
def test_holds(value: str, reply: str) -> None:
    assert note(value, reply) == ""


@pytest.mark.parametrize(
    ("value", "reply", "told"),
    [
        ("$ = 1", "1.0", "$ is 1.0, expected 1"),
        ("$ = 1.0", "1", "$ is 1, expected 1.0"),
        ("$ = 1", "1e0", "$ is 1e0, expected 1"),
        ("$ = 0", "-0", "$ is -0, expected 0"),
        ("$ = 1", "true", "$ is true, expected 1"),
        ("$ = true", "1", "$ is 1, expected true"),
        ("$ = 0", "false", "$ is false, expected 0"),
        ("$ = 1", '"1"', '$ is "1", expected 1'),
        ('$ = "1"', "1", '$ is 1, expected "1"'),
        ("$ = null", '"null"', '$ is "null", expected null'),
        ("$ = false", "null", "$ is null, expected false"),
        ('$ = "a"', '"A"', '$ is "A", expected "a"'),
        ('$ = "a"', '"a "', '$ is "a ", expected "a"'),
        ('$ = "\u00e9"', '"e\\u0301"', '$ is "e\u0301", expected "\u00e9"'),
        ("$.a = 1", '{"a": 1, "a": 2}', "$.a is 2, expected 1"),
        ("$ = 1", '"\\u001b[2J\\n\\"\\\\\\u202e\\ud800"', r'$ is "\u001b[2J\n\"\\\u202e\ud800", expected 1'),
        ('$ = "\\u0007\\/"', "1", r'$ is 1, expected "\u0007/"'),
        ("$.a.b.c = 1", '{"a": {}}', "$.a.b is missing"),
        ("$.a = 1", "[1]", "$.a is missing"),
        ("$[0] = 1", '{"0": 1}', "$[0] is missing"),
        ("$[1] = 1", "[1]", "$[1] is missing"),
        ("$[0] = 1", '"text"', "$[0] is missing"),
        ("$.a = 1", "null", "$.a is missing"),
        ("$[000000000000000000000000000001] = 1", "[1]", "$[1] is missing"),
        ("$[99999999999999999999] = 1", "[1]", "$[99999999999999999999] is missing"),
        ('$["a b"].c = 1', "{}", '$["a b"] is missing'),
        ("$ = 1", "{}", "$ is an object, not a scalar"),
        ("$.a = 1", '{"a": {"b": 1}}', "$.a is an object, not a scalar"),
        ("$.a = 1", '{"a": [1]}', "$.a is an array, not a scalar"),
        ("$ = null", "[]", "$ is an array, not a scalar"),
        ("$ = 1", "", "reply is not JSON: expected a value, found the end at line 1 column 1"),
        ("$ = 1", " \n ", "reply is not JSON: expected a value, found the end at line 1 column 1"),
        ("$ = 1", "\xa01", 'reply is not JSON: expected a value, found "\xa0" at line 1 column 1'),
        ("$ = 1", "NaN", 'reply is not JSON: expected a value, found "NaN" at line 1 column 1'),
        ("$ = 1", "\n\n[1,]", 'reply is not JSON: expected a value, found "]" at line 1 column 4'),
        ("$ = 1", "[1,\n 2,\n]", 'reply is not JSON: expected a value, found "]" at line 3 column 1'),
        ("$ = 1", "Sure: 1", 'reply is not JSON: expected a value, found "Sure" at line 1 column 1'),
        ("$ = 1", "1 2", "reply is not JSON: text after the value at line 1 column 3"),
        ("$ = 1", '"a\nb"', r'reply is not JSON: control character "\n" in a string at line 1 column 3'),
        ("$ = 1", "```json\n[1,]\n```", 'reply is not JSON: expected a value, found "]" at line 1 column 4'),
        ("$ = 1", "```\n\nx\n```", 'reply is not JSON: expected a value, found "x" at line 2 column 1'),
        ("$ = 1", "```\n```", "reply is not JSON: expected a value, found the end at line 1 column 1"),
        ("$ = 1", "[" * 600, "reply is not JSON: nested deeper than 500 levels at line 1 column 501"),
    ],
)
def test_fails(value: str, reply: str, told: str) -> None:
    assert note(value, reply) == told


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("```\n```", ""),
        ("```\na\n```", "a"),
        ("```json\na\nb\n```", "a\nb"),
        ("``` json # x\n{}\n```", "{}"),
        ("``````\na\n```", "a"),
        ("```a```\nb\n```", "b"),
        ("```\n```\n```", "```"),
        ("```\n\n```", ""),
        ("```\n a \n```", " a "),
    ],
)
def test_fence(text: str, inside: str) -> None:
    assert unfenced(text) == inside


@pytest.mark.parametrize(
    "text",
    [
        "",
        "```",
        "``````",
        "```a```",
        "``\na\n``",
        "```\na",
        "```\na\n``",
        "```\na\n````",
        "```\na\n ```",
        "```\na\n```x",
        "```\na```",
        " ```\na\n```",
        "x\n```\na\n```",
        "```\na\n```\nx",
        "~~~\na\n~~~",
        "```\ra\r```",
        "```\u2028a\u2028```",
    ],
)
def test_no_fence(text: str) -> None:
    assert unfenced(text) == text


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("a = 1", 'bad path: expected "$", found "a = 1"'),
        ("$", 'expected "=" after the path $, found the end'),
        ("$.a", 'expected "=" after the path $.a, found the end'),
        ("$.a 1", 'expected "=" after the path $.a, found "1"'),
        ("$.a : 1", 'expected "=" after the path $.a, found ": 1"'),
        ("$[0]\xa0= 1", 'expected "=" after the path $[0], found "\xa0= 1"'),
        ("$.a =", 'bad value after "=": expected a value, found the end'),
        ("$.a == 1", 'bad value after "=": expected a value, found "="'),
        ("$.a = \xa01", 'bad value after "=": expected a value, found "\xa01"'),
        ("$.a = {}", 'expected a string, number, true, false or null, found "{}"'),
        ('$.a = ["x"]', r'expected a string, number, true, false or null, found "[\"x\"]"'),
        ("$.a = [", 'expected a string, number, true, false or null, found "["'),
        ("$.a = NaN", 'bad value after "=": expected a value, found "NaN"'),
        ("$.a = -Infinity", 'bad value after "=": expected a value, found "-Infinity"'),
        ("$.a = nil", 'bad value after "=": expected a value, found "nil"'),
        ("$.a = 'x'", 'bad value after "=": expected a value, found "\'x\'"'),
        ('$.a = "x', 'bad value after "=": string without an end'),
        ('$.a = "\\x"', r'bad value after "=": bad escape "\\x" in a string'),
        ('$.a = "\t"', r'bad value after "=": control character "\t" in a string'),
        ("$.a = 1 2", 'text after the value: " 2"'),
        ("$.a = 01", 'text after the value: "1"'),
        ("$.a = 1,", 'text after the value: ","'),
        ('$.a = "x" // y', 'text after the value: " // y"'),
        ("$.a = 1\r", r'text after the value: "\r"'),
        ("$.a = \r1", r'bad value after "=": expected a value, found "\r1"'),
    ],
)
def test_no_check(value: str, message: str) -> None:
    with pytest.raises(BadValue) as raised:
        parse_check("json", value)
    assert str(raised.value) == message


def test_label_has_one_spelling() -> None:
    check = parse_check("json", '$["a"][007]="\\u00e9"')
    assert check.judge(RunArtifacts(final_text="1")).label == 'json: $.a[7] = "é"'
