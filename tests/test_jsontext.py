"""Strict JSON: values, spelling of numbers, and the reason and place of what is no JSON."""

from __future__ import annotations

import pytest

from evalpin.jsontext import (
    MOST_NESTED,
    Json,
    NotJson,
    Number,
    Scalar,
    encode_scalar,
    parse,
    parse_prefix,
    same_scalar,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None),
        ("true", True),
        ("false", False),
        ("0", Number("0")),
        ("-0", Number("-0")),
        ("1", Number("1")),
        ("1.0", Number("1.0")),
        ("1e0", Number("1e0")),
        ("-1.50E+007", Number("-1.50E+007")),
        ("1e99999", Number("1e99999")),
        ("9" * 5000, Number("9" * 5000)),
        ('""', ""),
        ('"a\u2028\u0085\x7f"', "a\u2028\u0085\x7f"),
        (r'"\"\\\/\b\f\n\r\t\u00e9\u00E9"', '"\\/\b\f\n\r\téé'),
        (r'"\ud83d\ude00"', "\U0001f600"),
        (r'"\ud800"', "\ud800"),
        (r'"\udc00\ud800"', "\udc00\ud800"),
        ("[]", []),
        ("{}", {}),
        (" \t\r\n[ 1 ,\n2 ]\r\n", [Number("1"), Number("2")]),
        ('{"a" : {"b": [null]}}', {"a": {"b": [None]}}),
        ('{"a": 1, "b": 2, "a": 3}', {"a": Number("3"), "b": Number("2")}),
        ('{"": 0}', {"": Number("0")}),
    ],
)
def test_json(text: str, value: Json) -> None:
    found = parse(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a value, found the end at line 1 column 1"),
        (" \n ", "expected a value, found the end at line 2 column 2"),
        ("NaN", 'expected a value, found "NaN" at line 1 column 1'),
        ("Infinity", 'expected a value, found "Infinity" at line 1 column 1'),
        ("-Infinity", 'expected a value, found "-Infinity" at line 1 column 1'),
        ("[1, NaN]", 'expected a value, found "NaN" at line 1 column 5'),
        ("True", 'expected a value, found "True" at line 1 column 1'),
        ("undefined", 'expected a value, found "undefined" at line 1 column 1'),
        ("'a'", "expected a value, found \"'a'\" at line 1 column 1"),
        ("+1", 'expected a value, found "+1" at line 1 column 1'),
        (".5", 'expected a value, found ".5" at line 1 column 1'),
        ("-", 'expected a value, found "-" at line 1 column 1'),
        ("\ufeff1", 'expected a value, found "\\ufeff1" at line 1 column 1'),
        ("\xa01", 'expected a value, found "\xa0" at line 1 column 1'),
        ("\x0c1", r'expected a value, found "\f" at line 1 column 1'),
        ("\u20281", r'expected a value, found "\u2028" at line 1 column 1'),
        ("٣", 'expected a value, found "٣" at line 1 column 1'),
        ("// x\n1", 'expected a value, found "//" at line 1 column 1'),
        ("[1, /* x */ 2]", 'expected a value, found "/*" at line 1 column 5'),
        ("[1 2]", 'expected "," or "]", found "2" at line 1 column 4'),
        ("[01]", 'expected "," or "]", found "1" at line 1 column 3'),
        ("[1.]", 'expected "," or "]", found "." at line 1 column 3'),
        ("[1e]", 'expected "," or "]", found "e" at line 1 column 3'),
        ("[1}", 'expected "," or "]", found "}" at line 1 column 3'),
        ("[1,]", 'expected a value, found "]" at line 1 column 4'),
        ("[,1]", 'expected a value or "]", found "," at line 1 column 2'),
        ("[", 'expected a value or "]", found the end at line 1 column 2'),
        ("[1", 'expected "," or "]", found the end at line 1 column 3'),
        ("[1,", "expected a value, found the end at line 1 column 4"),
        ("]", 'expected a value, found "]" at line 1 column 1'),
        ("{", 'expected a key or "}", found the end at line 1 column 2'),
        ("{1: 2}", 'expected a key or "}", found "1" at line 1 column 2'),
        ("{a: 2}", 'expected a key or "}", found "a" at line 1 column 2'),
        ("{'a': 2}", 'expected a key or "}", found "\'a\'" at line 1 column 2'),
        ("{]", 'expected a key or "}", found "]" at line 1 column 2'),
        ('{"a"}', 'expected ":", found "}" at line 1 column 5'),
        ('{"a" 1}', 'expected ":", found "1" at line 1 column 6'),
        ('{"a"', 'expected ":", found the end at line 1 column 5'),
        ('{"a":', "expected a value, found the end at line 1 column 6"),
        ('{"a":}', 'expected a value, found "}" at line 1 column 6'),
        ('{"a": 1', 'expected "," or "}", found the end at line 1 column 8'),
        ('{"a": 1 "b": 2}', 'expected "," or "}", found "\\"" at line 1 column 9'),
        ('{"a": 1,}', 'expected a key, found "}" at line 1 column 9'),
        ('{"a": 1,, "b": 2}', 'expected a key, found "," at line 1 column 9'),
        ('{\n  "a": 1,\n  b\n}', 'expected a key, found "b" at line 3 column 3'),
        ('["é\U0001f600", x]', 'expected a value, found "x" at line 1 column 8'),
        ("[1,\r\n\r\nx]", 'expected a value, found "x" at line 3 column 1'),
        ("[1,\rx]", 'expected a value, found "x" at line 1 column 5'),
        ('["\u2028", x]', 'expected a value, found "x" at line 1 column 7'),
        ("1 2", "text after the value at line 1 column 3"),
        ("{}\n{}", "text after the value at line 2 column 1"),
        ("01", "text after the value at line 1 column 2"),
        ("nullx", "text after the value at line 1 column 5"),
        ("[]]", "text after the value at line 1 column 3"),
        ("1 // one", "text after the value at line 1 column 3"),
        ('"a', "string without an end at line 1 column 1"),
        ('["a", "b', "string without an end at line 1 column 7"),
        ('"a\\"', "string without an end at line 1 column 1"),
        ('{"a', "string without an end at line 1 column 2"),
        (r'"a\x"', r'bad escape "\\x" in a string at line 1 column 3'),
        (r'"a\u12g4"', r'bad escape "\\u" in a string at line 1 column 3'),
        (r'"\U0001f600"', r'bad escape "\\U" in a string at line 1 column 2'),
        (r'{"\'": 1}', r"""bad escape "\\'" in a string at line 1 column 3"""),
        ('"a\nb"', r'control character "\n" in a string at line 1 column 3'),
        ('"\tb"', r'control character "\t" in a string at line 1 column 2'),
        ('"\x00"', r'control character "\u0000" in a string at line 1 column 2'),
        ('"\x1f"', r'control character "\u001f" in a string at line 1 column 2'),
        ("x" * 61, f'expected a value, found "{"x" * 60}"... at line 1 column 1'),
    ],
)
def test_no_json(text: str, message: str) -> None:
    with pytest.raises(NotJson) as raised:
        parse(text)
    assert str(raised.value) == message


def test_deep_enough() -> None:
    value = parse("[" * MOST_NESTED + "]" * MOST_NESTED)
    depth = 0
    while isinstance(value, list):
        depth, value = depth + 1, value[0] if value else None
    assert depth == MOST_NESTED


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 501 + "]" * 501, "nested deeper than 500 levels at line 1 column 501"),
        ("[" * 100_000, "nested deeper than 500 levels at line 1 column 501"),
        ("[\n" * 501, "nested deeper than 500 levels at line 501 column 1"),
        ('{"a":' * 501, "nested deeper than 500 levels at line 1 column 2501"),
        ('["[[[",' + "[" * 500, "nested deeper than 500 levels at line 1 column 507"),
    ],
)
def test_too_deep(text: str, message: str) -> None:
    with pytest.raises(NotJson) as raised:
        parse(text)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    "text",
    [
        "[" + ",".join(["[]"] * 1000) + "]",
        '"' + "[" * 1000 + '"',
        '"' + '\\"[' * 1000 + '"',
        "[" + '{"[":"{"},' * 600 + "0]",
    ],
)
def test_many_brackets_are_not_deep(text: str) -> None:
    assert parse(text) is not None


@pytest.mark.parametrize(
    ("text", "start", "value", "end"),
    [
        ("1", 0, Number("1"), 1),
        ("1 2", 0, Number("1"), 1),
        ("01", 0, Number("0"), 1),
        ("1.", 0, Number("1"), 1),
        ('["a"]', 1, "a", 4),
        ('"a" b', 0, "a", 3),
        ("truex", 0, True, 4),
    ],
)
def test_prefix(text: str, start: int, value: Json, end: int) -> None:
    assert parse_prefix(text, start) == (value, end)


@pytest.mark.parametrize(
    ("text", "start", "reason"),
    [
        ("", 0, "expected a value, found the end"),
        ("a", 1, "expected a value, found the end"),
        ("ab", 1, 'expected a value, found "b"'),
        ('["a', 1, "string without an end"),
        (" 1", 0, 'expected a value, found " 1"'),
        ("\r1", 0, r'expected a value, found "\r1"'),
        ("NaN", 0, 'expected a value, found "NaN"'),
    ],
)
def test_no_prefix(text: str, start: int, reason: str) -> None:
    with pytest.raises(NotJson) as raised:
        parse_prefix(text, start)
    assert raised.value.reason == reason


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (Number("1e0"), "1e0"),
        (Number("-0"), "-0"),
        ("", '""'),
        ("1", '"1"'),
        ("true", '"true"'),
        ('é"\\\n\u202e', r'"é\"\\\n\u202e"'),
        ("\ud800", r'"\ud800"'),
    ],
)
def test_scalar_as_json(value: Scalar, text: str) -> None:
    assert encode_scalar(value) == text
    assert parse(text) == value


@pytest.mark.parametrize("text", ["null", "true", "false", "0", "-0", "1.50", '""', '"1"', '"caf\\u00e9"'])
def test_same(text: str) -> None:
    value = parse(text)
    assert not isinstance(value, (list, dict))
    assert same_scalar(value, value)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("1", "1.0"),
        ("1", "1e0"),
        ("1e0", "1E0"),
        ("1e1", "1e+1"),
        ("1.0", "1.00"),
        ("0", "-0"),
        ("1", '"1"'),
        ("1", "true"),
        ("0", "false"),
        ("0", "null"),
        ("null", '"null"'),
        ("null", "false"),
        ("null", '""'),
        ("true", '"true"'),
        ('"\\u00e9"', '"e\\u0301"'),
        ('"a"', '"A"'),
        ('"a"', '"a "'),
        ('""', "[]"),
        ("null", "{}"),
    ],
)
def test_not_the_same(a: str, b: str) -> None:
    first, second = parse(a), parse(b)
    if not isinstance(second, (list, dict)):
        assert not same_scalar(first, second)
    if not isinstance(first, (list, dict)):
        assert not same_scalar(second, first)
