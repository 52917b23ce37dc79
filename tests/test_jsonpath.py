"""The path walker: what a path is, its one spelling, and what it finds."""

from __future__ import annotations

import pytest

from evalpin.errors import BadValue
from evalpin.jsonpath import Missing, Path, find, parse, show
from evalpin.jsontext import Json, Number
from evalpin.jsontext import parse as parse_json


@pytest.mark.parametrize(
    ("text", "path", "shown"),
    [
        ("$", (), "$"),
        ("$.a", ("a",), "$.a"),
        ("$.a.b.c", ("a", "b", "c"), "$.a.b.c"),
        ("$[0]", (0,), "$[0]"),
        ("$[007]", (7,), "$[7]"),
        ("$[000]", (0,), "$[0]"),
        ("$[12][3].x", (12, 3, "x"), "$[12][3].x"),
        ("$.0", ("0",), "$.0"),
        ("$.-1", ("-1",), "$.-1"),
        ("$.$", ("$",), "$.$"),
        ("$.a-b_c:d,e'f#g", ("a-b_c:d,e'f#g",), "$.a-b_c:d,e'f#g"),
        ("$.é\U0001f600", ("é\U0001f600",), "$.é\U0001f600"),
        ("$.a\xa0b", ("a\xa0b",), "$.a\xa0b"),
        (r"$.a\b", (r"a\b",), r"$.a\b"),
        ('$["a"]', ("a",), "$.a"),
        ('$["0"]', ("0",), "$.0"),
        ('$[""]', ("",), '$[""]'),
        ('$["a b"]', ("a b",), '$["a b"]'),
        ('$["a\xa0b"]', ("a\xa0b",), "$.a\xa0b"),
        ('$["a.b"]["[0]"]', ("a.b", "[0]"), '$["a.b"]["[0]"]'),
        ('$["="]', ("=",), '$["="]'),
        (r'$["\""]', ('"',), r'$["\""]'),
        (r'$["\t"]', ("\t",), r'$["\t"]'),
        (r'$["\u0061\ud83d\ude00"].b', ("a\U0001f600", "b"), "$.a\U0001f600.b"),
        ("$.a\u202eb", ("a\u202eb",), r'$["a\u202eb"]'),
        ("$.a\x1bb", ("a\x1bb",), r'$["a\u001bb"]'),
        ("$.a\rb", ("a\rb",), r'$["a\rb"]'),
        (r'$["\ud800"]', ("\ud800",), r'$["\ud800"]'),
        ("$[999999999999999999]", (999999999999999999,), "$[999999999999999999]"),
        ("$[12345678901234567890]", (12345678901234567890,), "$[12345678901234567890]"),
    ],
)
def test_path(text: str, path: Path, shown: str) -> None:
    assert parse(text) == (path, len(text))
    assert parse(text + " = 1") == (path, len(text))
    assert show(path) == shown
    assert parse(shown) == (path, len(shown))


@pytest.mark.parametrize(
    ("text", "path", "rest"),
    [
        ("$a", (), "a"),
        ("$ .a", (), " .a"),
        ("$.a=1", ("a",), "=1"),
        ("$.a b", ("a",), " b"),
        ("$.a\tb", ("a",), "\tb"),
        ("$.a]", ("a",), "]"),
        ('$.a"b"', ("a",), '"b"'),
        ("$[0]a", (0,), "a"),
        ("$[0] [1]", (0,), " [1]"),
        ('$["a"]b', ("a",), "b"),
    ],
)
def test_path_ends(text: str, path: Path, rest: str) -> None:
    assert parse(text) == (path, len(text) - len(rest))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", 'bad path: expected "$", found the end'),
        ("a", 'bad path: expected "$", found "a"'),
        (" $", 'bad path: expected "$", found " $"'),
        ("\uff04.a", 'bad path: expected "$", found "\uff04.a"'),
        ("$.", 'bad path: expected a name after "$.", found the end'),
        ("$.a..b", 'bad path: expected a name after "$.a.", found ".b"'),
        ("$. a", 'bad path: expected a name after "$.", found " a"'),
        ("$.\ta", r'bad path: expected a name after "$.", found "\ta"'),
        ("$.[0]", 'bad path: expected a name after "$.", found "[0]"'),
        ("$[", 'bad path: expected an index or a JSON string after "$[", found the end'),
        ("$[]", 'bad path: expected an index or a JSON string after "$[", found "]"'),
        ("$[-1]", 'bad path: expected an index or a JSON string after "$[", found "-1]"'),
        ("$[+1]", 'bad path: expected an index or a JSON string after "$[", found "+1]"'),
        ("$[1.0]", 'bad path: expected an index or a JSON string after "$[", found "1.0]"'),
        ("$[0x1]", 'bad path: expected an index or a JSON string after "$[", found "0x1]"'),
        ("$[1_0]", 'bad path: expected an index or a JSON string after "$[", found "1_0]"'),
        ("$[ 1]", 'bad path: expected an index or a JSON string after "$[", found " 1]"'),
        ("$[\u0663]", 'bad path: expected an index or a JSON string after "$[", found "\u0663]"'),
        ("$[\u00b2]", 'bad path: expected an index or a JSON string after "$[", found "\u00b2]"'),
        ("$[*]", 'bad path: expected an index or a JSON string after "$[", found "*]"'),
        ("$['a']", 'bad path: expected an index or a JSON string after "$[", found "\'a\']"'),
        ("$.a[null]", 'bad path: expected an index or a JSON string after "$.a[", found "null]"'),
        ('$["a', 'bad path: string without an end after "$["'),
        (r'$["\q"]', r'bad path: bad escape "\\q" in a string after "$["'),
        ('$["\n"]', r'bad path: control character "\n" in a string after "$["'),
        ('$["a" ]', r'bad path: expected "]" after "$[\"a\"", found " ]"'),
        ('$["a"', r'bad path: expected "]" after "$[\"a\"", found the end'),
        ('$["a"].', r'bad path: expected a name after "$[\"a\"].", found the end'),
    ],
)
def test_no_path(text: str, message: str) -> None:
    with pytest.raises(BadValue) as raised:
        parse(text)
    assert str(raised.value) == message


DOCUMENT = parse_json('{"a": {"b": [10, [20, null], {"": false}]}, "0": "x", "s": "text", "a.b": 1}')


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("$.a.b[0]", Number("10")),
        ("$.a.b[1][1]", None),
        ('$.a.b[2][""]', False),
        ("$.a.b[1]", [Number("20"), None]),
        ("$.0", "x"),
        ('$["0"]', "x"),
        ('$["a.b"]', Number("1")),
        ("$", DOCUMENT),
    ],
)
def test_found(text: str, value: Json) -> None:
    assert find(parse(text)[0], DOCUMENT) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("$.x", "$.x is missing"),
        ("$.x.y.z", "$.x is missing"),
        ("$.A", "$.A is missing"),
        ("$.a.b[3]", "$.a.b[3] is missing"),
        ("$.a.b[3].x", "$.a.b[3] is missing"),
        ("$.a.b.0", "$.a.b.0 is missing"),
        ("$.a.b.length", "$.a.b.length is missing"),
        ("$[0]", "$[0] is missing"),
        ("$.a[0]", "$.a[0] is missing"),
        ("$.s[0]", "$.s[0] is missing"),
        ("$.s.x", "$.s.x is missing"),
        ("$.a.b[0][0]", "$.a.b[0][0] is missing"),
        ("$.a.b[1][1].x", "$.a.b[1][1].x is missing"),
        ('$.a["b "]', '$.a["b "] is missing'),
        (r'$["\u001b"].x', r'$["\u001b"] is missing'),
    ],
)
def test_missing(text: str, message: str) -> None:
    with pytest.raises(Missing) as raised:
        find(parse(text)[0], DOCUMENT)
    assert str(raised.value) == message
