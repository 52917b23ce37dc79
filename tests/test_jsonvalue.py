"""JSON values: numbers by value, equality, the subset rule, and every place where two values differ."""

from __future__ import annotations

import pytest

from evalpin import jsonvalue
from evalpin.jsontext import NotJson
from evalpin.jsonvalue import Value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("1.0", 1.0),
        ("-0", 0),
        ("-0.0", -0.0),
        ("1e2", 100.0),
        ("18446744073709551616", 18446744073709551616),
        ("9" * 4300, int("9" * 4300)),
        ("1e-400", 0.0),
        ("[1, [2.5, {}]]", [1, [2.5, {}]]),
        ('{"a": null, "b": [true, false]}', {"a": None, "b": [True, False]}),
        ('{"a": 1, "a": 2}', {"a": 2}),
        ('"1"', "1"),
        ('"\\ud83d"', "\ud83d"),
    ],
)
def test_parse(text: str, value: Value) -> None:
    assert repr(jsonvalue.parse(text)) == repr(value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1e400", "number too large for a double at line 1 column 1"),
        ("[1,\n -1e400]", "number too large for a double at line 2 column 2"),
        ("9" * 4301, "integer with more than 4,300 digits at line 1 column 1"),
        ("[" * 501, "nested deeper than 500 levels at line 1 column 501"),
        ("NaN", 'expected a value, found "NaN" at line 1 column 1'),
        ("Infinity", 'expected a value, found "Infinity" at line 1 column 1'),
        ("", "expected a value, found the end at line 1 column 1"),
        ("01", "text after the value at line 1 column 2"),
        # The place is of the number, not of a string that spells it too.
        ('{"1e400": 1e400}', "number too large for a double at line 1 column 11"),
    ],
)
def test_not_json(text: str, told: str) -> None:
    with pytest.raises(NotJson) as raised:
        jsonvalue.parse(text)
    assert str(raised.value) == told


@pytest.mark.parametrize(
    ("text", "start", "value", "end"),
    [("x 1 y", 2, 1, 3), ('a {"b": [1]}|', 2, {"b": [1]}, 12), ('"a"b', 0, "a", 3)],
)
def test_parse_prefix(text: str, start: int, value: Value, end: int) -> None:
    assert jsonvalue.parse_prefix(text, start) == (value, end)


def test_prefix_is_refused_deep() -> None:
    with pytest.raises(NotJson) as raised:
        jsonvalue.parse_prefix("a " + "[" * 100_000, 2)
    assert str(raised.value) == "nested deeper than 500 levels at line 1 column 503"


SAME: list[tuple[Value, Value]] = [
    (1, 1.0),
    (0, -0.0),
    (10**22, 1e22),
    (18446744073709551616, 18446744073709551616),
    (True, True),
    (None, None),
    ("", ""),
    ([], []),
    ({}, {}),
    ({"a": 1, "b": 2}, {"b": 2.0, "a": 1.0}),
    ([1, {"a": [2]}], [1.0, {"a": [2.0]}]),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_same(a: Value, b: Value) -> None:
    assert jsonvalue.same(a, b)
    assert jsonvalue.same(b, a)
    assert jsonvalue.contains(a, b)
    assert jsonvalue.contains(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (1, True),
        (0, False),
        (1.0, True),
        (1, "1"),
        (None, False),
        (None, 0),
        ("", None),
        ([], {}),
        ([], None),
        ({}, None),
        ("é", "e\u0301"),
        (2**53 + 1, float(2**53)),
        (18446744073709551616, 18446744073709551617),
        (10**23, 1e23),
        ([1], [True]),
        ([{"a": 0}], [{"a": False}]),
        ([1, 2], [2, 1]),
        ([1], [1, 1]),
        ({"a": 1}, {"b": 1}),
        ({"a": None}, {"b": None}),
    ],
)
def test_not_same(a: Value, b: Value) -> None:
    for one, other in ((a, b), (b, a)):
        assert not jsonvalue.same(one, other)
        assert not jsonvalue.contains(one, other)


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        ({"x": 1}, {}),
        ({"a": 1, "b": 2}, {"a": 1.0}),
        ({"a": {"b": {"z": 1}}}, {"a": {"b": {}}}),
        ({"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"c": 2}}),
        ({"a": None, "b": 1}, {"a": None}),
    ],
)
def test_contains_one_way(actual: Value, expected: Value) -> None:
    assert jsonvalue.contains(actual, expected)
    assert not jsonvalue.contains(expected, actual)
    assert not jsonvalue.same(actual, expected)
    assert not jsonvalue.same(expected, actual)


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        ({"a": [1, 2, 3]}, {"a": [1, 2]}),
        ({"a": [1]}, {"a": []}),
        ({"a": [{"x": 1, "y": 2}]}, {"a": [{"x": 1}]}),
        ([{"x": {"y": 1, "z": 2}}], [{"x": {"y": 1}}]),
        ({}, {"a": None}),
        ([], {}),
        ("{}", {}),
    ],
)
def test_contains_not(actual: Value, expected: Value) -> None:
    assert not jsonvalue.contains(actual, expected)


@pytest.mark.parametrize(
    ("expected", "actual", "told"),
    [
        ({"a": 1, "b": 2}, {"a": 2}, ["$.a is 2, expected 1", "$.b is missing, expected 2"]),
        (
            {"a": {"b": 1, "c": 1}},
            {"a": {"b": 2, "c": 2}},
            ["$.a.b is 2, expected 1", "$.a.c is 2, expected 1"],
        ),
        ({"a": 1}, None, ['$ is null, expected {"a":1}']),
        ([1, 2], [2, 1], ["$[0] is 2, expected 1", "$[1] is 1, expected 2"]),
        ([1, 2], [1], ["$ is [1], expected [1,2]"]),
        (
            [{"a": 1}],
            [{"a": 2, "b": 3}],
            ["$[0].a is 2, expected 1", '$[0] is {"a":2,"b":3}, expected {"a":1}'],
        ),
        ({"x y": 1}, {"x y": "1"}, ['$["x y"] is "1", expected 1']),
        ({"a": 1}, {"a": "\x1b[2J"}, [r'$.a is "\u001b[2J", expected 1']),
        ({}, {"a": 1}, []),
    ],
)
def test_differences(expected: Value, actual: Value, told: list[str]) -> None:
    assert [str(difference) for difference in jsonvalue.differences(expected, actual)] == told


def test_differences_when_whole() -> None:
    found = list(jsonvalue.differences({"a": 1}, {"a": 1, "b": 2}, whole=True))
    assert [str(difference) for difference in found] == ['$ is {"a":1,"b":2}, expected {"a":1}']


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({"b": 1, "a": [1.0, None, True]}, '{"a":[1.0,null,true],"b":1}'),
        ("é", '"é"'),
        ("\ud800\u202e\x7f", r'"\ud800\u202e\u007f"'),
        ('"\\\n', r'"\"\\\n"'),
        (1e21, "1e+21"),
        ("x" * 198, '"' + "x" * 198 + '"'),
        ("x" * 199, '"' + "x" * 199 + "..."),
        ([], "[]"),
    ],
)
def test_compact(value: Value, shown: str) -> None:
    assert jsonvalue.compact(value) == shown


def test_values_as_deep_as_can_be_read() -> None:
    deep = jsonvalue.parse("[" * 500 + "]" * 500)
    other = jsonvalue.parse("[" * 499 + "0" + "]" * 499)
    assert jsonvalue.same(deep, deep)
    assert not jsonvalue.same(deep, other)
    objects = jsonvalue.parse('{"a":' * 500 + "1" + "}" * 500)
    assert jsonvalue.contains(objects, objects)
    assert jsonvalue.compact(deep) == "[" * 200 + "..."
