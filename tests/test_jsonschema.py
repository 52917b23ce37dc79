"""JSON Schema: what each keyword allows and what it does not, what is refused, and hostile input."""

from __future__ import annotations

import pytest

from evalpin import jsonpath
from evalpin.jsonschema import mismatches, problems
from evalpin.jsonvalue import Value
from evalpin.regex import TooHard

Object = dict[str, Value]
SUBSET = " (expected a keyword of the subset: type, enum, properties, required, items, ...)"
NO_TYPE = " (expected array, boolean, integer, null, number, object or string)"
ENDLESS = "leads back to itself without going into the value"


def told(schema: Value, value: Value, most: int = 20) -> list[str]:
    assert problems(schema) == []
    return [f"{jsonpath.show(one.path)}: {one.why}" for one in mismatches(schema, value, most)]


def refused(schema: Value) -> list[str]:
    return [f"{jsonpath.show(one.path)}: {one.message}" for one in problems(schema)]


def nested(levels: int, inner: Value = None) -> Value:
    for _ in range(levels):
        inner = [inner]
    return inner


@pytest.mark.parametrize(
    ("schema", "values"),
    [
        (True, [None, 0, "", [], {}]),
        ({}, [None, False, 1.5, [1, [2]], {"a": 1}]),
        ({"type": "null"}, [None]),
        ({"type": "boolean"}, [True, False]),
        ({"type": "integer"}, [0, -1, 1.0, -0.0, 1e300, 10**30]),
        ({"type": "number"}, [0, 1.5, 1.0, 10**30]),
        ({"type": "string"}, ["", "é"]),
        ({"type": "array"}, [[], [1]]),
        ({"type": "object"}, [{}, {"a": 1}]),
        ({"type": ["string", "null"]}, ["", None]),
        ({"enum": [1, "a", None, [1.0], {"a": 2}]}, [1, 1.0, "a", None, [1], {"a": 2.0}]),
        ({"const": None}, [None]),
        ({"const": {"a": [1]}}, [{"a": [1.0]}]),
        ({"const": False}, [False]),
        ({"minimum": 3}, [3, 3.0, 4, 10**30, "", None, True, [], {}]),
        ({"maximum": 3}, [3, 3.0, 2.9, -(10**30), "4", True]),
        ({"maximum": 2**53}, [2**53, float(2**53)]),
        ({"exclusiveMinimum": 3}, [3.0000001, 4, "3"]),
        ({"exclusiveMaximum": 3}, [2.9999999, 2, "3"]),
        ({"multipleOf": 0.1}, [0.3, 0, 0.0, 1, -0.7, 1e22, "x", True]),
        ({"multipleOf": 0.01}, [19.99, 4.35, 1.1]),
        ({"multipleOf": 2}, [4, 4.0, -2, 10**30]),
        ({"multipleOf": 1e-300}, [1, 3e-300]),
        ({"minLength": 2}, ["ab", "éé", "\U0001f600\U0001f600", 1, []]),
        ({"minLength": 2.0}, ["ab"]),
        ({"maxLength": 2}, ["", "ab", "\U0001f600\U0001f600", [1, 2, 3]]),
        ({"minItems": 1}, [[None], "", {}]),
        ({"maxItems": 1}, [[], [1], "ab", {"a": 1, "b": 2}]),
        ({"minProperties": 1}, [{"a": 1}, [], ""]),
        ({"maxProperties": 1}, [{}, {"a": 1}, [1, 2]]),
        ({"uniqueItems": True}, [[], [1, True, "1", None], [0, False, ""], [[1], [True]], "aa"]),
        (
            {"uniqueItems": True},
            [[{"a": 1}, {"a": True}, {"b": 1}], [[], {}], [[1, 2], [2, 1]], [2**53, 2**53 + 1]],
        ),
        ({"uniqueItems": False}, [[1, 1]]),
        ({"pattern": "b"}, ["abc", 1, None, ["x"]]),
        ({"pattern": "^a$"}, ["a"]),
        ({"pattern": "^\\w$"}, ["é"]),
        ({"required": ["a"]}, [{"a": None}, {"a": 1, "b": 2}, [], "a"]),
        ({"required": []}, [{}]),
        ({"properties": {"a": {"type": "null"}}}, [{}, {"a": None}, {"b": 1}, [1]]),
        ({"additionalProperties": False}, [{}, [1], "a"]),
        ({"properties": {"a": True}, "additionalProperties": False}, [{}, {"a": 1}]),
        ({"properties": {"a": True}, "additionalProperties": {"type": "null"}}, [{"a": 1, "b": None}]),
        ({"items": {"type": "null"}}, [[], [None, None], {"a": 1}]),
        ({"items": False}, [[], {}]),
        ({"prefixItems": [{"type": "null"}]}, [[], [None], [None, 1]]),
        ({"prefixItems": [True], "items": {"type": "null"}}, [[], [1], [1, None]]),
        ({"prefixItems": [True], "items": False}, [[], [1]]),
        ({"anyOf": [{"type": "null"}, {"minimum": 2}]}, [None, 2, "a"]),
        ({"oneOf": [{"type": "number"}, {"type": "string"}]}, [1, "a"]),
        ({"oneOf": [{"minimum": 2}, {"maximum": 3}]}, [1, 4]),
        ({"allOf": [{"minimum": 1}, {"maximum": 3}]}, [1, 2, 3, "a"]),
        ({"not": {"type": "null"}}, [1, "a"]),
        ({"not": {"items": {"type": "null"}}}, [[None, 1]]),
        ({"not": False}, [1, None]),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"type": "null"}}}, [None]),
        ({"$ref": "#/definitions/a", "definitions": {"a": {"type": "null"}}}, [None]),
        ({"$ref": "#/$defs/a~1b~0c%20d%C3%A9", "$defs": {"a/b~c dé": {"type": "null"}}}, [None]),
        ({"$ref": "#/%24defs/~01", "$defs": {"~1": {"type": "null"}}}, [None]),
        ({"anyOf": [{"type": "null"}, True], "items": {"$ref": "#/anyOf/0"}}, [[None]]),
        ({"items": {"$ref": "#"}, "type": "array"}, [[], [[], [[]]]]),
        ({"title": 1, "description": 2, "default": [], "examples": 3, "$comment": 4}, [1]),
        ({"$schema": "x", "$id": "y", "format": "date"}, ["no date"]),
    ],
)
def test_fits(schema: Value, values: list[Value]) -> None:
    for value in values:
        assert told(schema, value) == []


@pytest.mark.parametrize(
    ("schema", "value", "whys"),
    [
        (False, 1, ["$: no value is allowed"]),
        ({"type": "string"}, 1, ["$: expected string, found integer"]),
        ({"type": "string"}, 1.0, ["$: expected string, found integer"]),
        ({"type": "integer"}, 1.5, ["$: expected integer, found number"]),
        ({"type": "integer"}, True, ["$: expected integer, found boolean"]),
        ({"type": "number"}, False, ["$: expected number, found boolean"]),
        ({"type": "boolean"}, 1, ["$: expected boolean, found integer"]),
        ({"type": "object"}, [], ["$: expected object, found array"]),
        ({"type": "array"}, {}, ["$: expected array, found object"]),
        ({"type": ["string", "null", "array"]}, 1, ["$: expected string, null or array, found integer"]),
        ({"type": "object"}, None, ["$: expected object, found null"]),
        ({"enum": [1, "a"]}, True, ["$: is not one of the values"]),
        ({"enum": ["1", [1, 2]]}, 1, ["$: is not one of the values"]),
        ({"enum": [[1, 2]]}, [2, 1], ["$: is not one of the values"]),
        ({"const": 1}, True, ["$: is not the value"]),
        ({"const": {"a": 1}}, {"a": 1, "b": 2}, ["$: is not the value"]),
        ({"const": None}, False, ["$: is not the value"]),
        ({"minimum": 3}, 2, ["$: expected at least 3, found 2"]),
        ({"minimum": 2**53 + 1}, float(2**53), [f"$: expected at least {2**53 + 1}, found {2.0**53}"]),
        ({"maximum": 0.5}, 0.75, ["$: expected at most 0.5, found 0.75"]),
        ({"exclusiveMinimum": 3}, 3.0, ["$: expected more than 3, found 3.0"]),
        ({"exclusiveMaximum": 3}, 3, ["$: expected less than 3, found 3"]),
        ({"multipleOf": 0.1}, 0.35, ["$: expected a multiple of 0.1, found 0.35"]),
        ({"multipleOf": 3}, 10**30, [f"$: expected a multiple of 3, found {10**30}"]),
        ({"minLength": 3}, "éé", ["$: shorter than 3 characters"]),
        ({"minLength": 1}, "", ["$: shorter than 1 character"]),
        ({"minLength": 2}, "\U0001f600", ["$: shorter than 2 characters"]),
        ({"maxLength": 1}, "e\u0301", ["$: longer than 1 character"]),
        ({"maxLength": 0}, "a", ["$: longer than 0 characters"]),
        ({"minItems": 2}, [1], ["$: fewer than 2 items"]),
        ({"minItems": 1}, [], ["$: fewer than 1 item"]),
        ({"maxItems": 0}, [1], ["$: more than 0 items"]),
        ({"minProperties": 1}, {}, ["$: fewer than 1 property"]),
        ({"maxProperties": 2}, {"a": 1, "b": 2, "c": 3}, ["$: more than 2 properties"]),
        ({"uniqueItems": True}, [1, 2, 1.0, 2], ["$: repeated item (at 0 and 2)"]),
        ({"uniqueItems": True}, [{"a": 1, "b": [2]}, {"b": [2.0], "a": 1}],
         ["$: repeated item (at 0 and 1)"]),
        ({"uniqueItems": True}, [None, [], [], None], ["$: repeated item (at 1 and 2)"]),
        ({"pattern": "^a"}, "ba", ['$: does not match "^a"']),
        ({"pattern": '"\\d"'}, "1", ['$: does not match "\\"\\\\d\\""']),
        ({"required": ["b", "a"]}, {}, ['$: missing property "b"', '$: missing property "a"']),
        ({"required": ["a\n"]}, {"a": 1}, [r'$: missing property "a\n"']),
        ({"additionalProperties": False}, {"x": 1, "y": 2},
         ['$: unexpected property "x"', '$: unexpected property "y"']),
        ({"additionalProperties": {"type": "null"}}, {"x": 1}, ["$.x: expected null, found integer"]),
        ({"properties": {"x y": False}}, {"x y": 1}, ['$["x y"]: no value is allowed']),
        ({"items": {"type": "null"}}, [None, 1], ["$[1]: expected null, found integer"]),
        ({"items": False, "prefixItems": [True]}, [1, 2], ["$[1]: no value is allowed"]),
        ({"prefixItems": [True, {"type": "null"}]}, [1, 2, 3], ["$[1]: expected null, found integer"]),
        ({"anyOf": [{"type": "null"}, {"minimum": 2}]}, 1, ["$: not one of the alternatives"]),
        ({"oneOf": [{"type": "null"}, {"minimum": 2}]}, 1, ["$: not one of the alternatives"]),
        ({"oneOf": [{"minimum": 2}, {"maximum": 3}, {}]}, 2, ["$: fits 3 of the alternatives, expected 1"]),
        ({"allOf": [{"minimum": 3}, {"multipleOf": 2}]}, 1,
         ["$: expected at least 3, found 1", "$: expected a multiple of 2, found 1"]),
        ({"not": {}}, 1, ["$: is what is ruled out"]),
        ({"not": {"items": {"type": "null"}}}, [None], ["$: is what is ruled out"]),
        ({"not": {"not": {"type": "null"}}}, 1, ["$: is what is ruled out"]),
        ({"$ref": "#/$defs/a", "minimum": 2, "$defs": {"a": {"type": "string"}}}, 1,
         ["$: expected at least 2, found 1", "$: expected string, found integer"]),
        # The same is said once, whoever else says it.
        ({"allOf": [{"type": "null"}, {"type": "null"}]}, 1, ["$: expected null, found integer"]),
    ],
)  # fmt: skip
def test_does_not_fit(schema: Value, value: Value, whys: list[str]) -> None:
    assert told(schema, value) == whys


def test_mismatches_are_in_the_order_of_the_value() -> None:
    item: Value = {
        "properties": {"a": {"type": "string"}, "b": {"items": {"type": "null"}}},
        "required": ["c"],
    }
    schema: Value = {"allOf": [{"items": {"minProperties": 3}}], "items": item, "maxItems": 1}
    assert told(schema, [{"b": [None, 1], "a": 2}, {"c": 1, "a": 0, "d": 0}]) == [
        "$: more than 1 item",
        '$[0]: missing property "c"',
        "$[0]: fewer than 3 properties",
        "$[0].b[1]: expected null, found integer",
        "$[0].a: expected string, found integer",
        "$[1].a: expected string, found integer",
    ]


@pytest.mark.parametrize(("most", "found"), [(0, 0), (1, 1), (20, 20), (100, 50)])
def test_at_most_so_many(most: int, found: int) -> None:
    assert len(told({"items": {"type": "null"}}, [1] * 50, most)) == found


def test_a_pattern_that_is_too_hard_is_told() -> None:
    with pytest.raises(TooHard):
        mismatches({"pattern": r"^(a|a)*\1$"}, "a" * 5000 + "b")


@pytest.mark.parametrize(
    ("schema", "messages"),
    [
        (None, ["$: expected a schema (an object, true or false), found null"]),
        (1, ["$: expected a schema (an object, true or false), found 1"]),
        ([], ["$: expected a schema (an object, true or false), found []"]),
        ({"propertys": {}}, ['$.propertys: unknown keyword "propertys" (did you mean "properties"?)']),
        ({"Type": "null"}, ['$.Type: unknown keyword "Type" (did you mean "type"?)']),
        ({"zzz": 1}, [f'$.zzz: unknown keyword "zzz"{SUBSET}']),
        ({"": 1}, [f'$[""]: unknown keyword ""{SUBSET}']),
        ({"if": True}, [f'$.if: unknown keyword "if"{SUBSET}']),
        ({"patternProperties": {}}, [f'$.patternProperties: unknown keyword "patternProperties"{SUBSET}']),
        ({"propertyNames": True}, [f'$.propertyNames: unknown keyword "propertyNames"{SUBSET}']),
        ({"type": "strin"}, ['$.type: unknown type "strin" (did you mean "string"?)']),
        ({"type": ["null", "x"]}, ['$.type: unknown type "x"' + NO_TYPE]),
        ({"type": ""}, ['$.type: unknown type ""' + NO_TYPE]),
        ({"type": []}, ["$.type: expected a type or a list of types, found []"]),
        ({"type": [1]}, ["$.type: expected a type or a list of types, found [1]"]),
        ({"type": None}, ["$.type: expected a type or a list of types, found null"]),
        ({"enum": []}, ["$.enum: expected a list of at least one value, found []"]),
        ({"enum": "a"}, ['$.enum: expected a list of at least one value, found "a"']),
        ({"required": "a"}, ['$.required: expected a list of names, found "a"']),
        ({"required": ["a", 1]}, ['$.required: expected a list of names, found ["a",1]']),
        ({"minimum": "1"}, ['$.minimum: expected a number, found "1"']),
        ({"maximum": True}, ["$.maximum: expected a number, found true"]),
        ({"exclusiveMinimum": True}, ["$.exclusiveMinimum: expected a number, found true"]),
        ({"exclusiveMaximum": None}, ["$.exclusiveMaximum: expected a number, found null"]),
        ({"multipleOf": 0}, ["$.multipleOf: expected a number above 0, found 0"]),
        ({"multipleOf": -0.5}, ["$.multipleOf: expected a number above 0, found -0.5"]),
        ({"multipleOf": True}, ["$.multipleOf: expected a number above 0, found true"]),
        ({"minLength": -1}, ["$.minLength: expected a whole number from 0, found -1"]),
        ({"maxLength": 1.5}, ["$.maxLength: expected a whole number from 0, found 1.5"]),
        ({"minItems": True}, ["$.minItems: expected a whole number from 0, found true"]),
        ({"maxItems": "1"}, ['$.maxItems: expected a whole number from 0, found "1"']),
        ({"minProperties": []}, ["$.minProperties: expected a whole number from 0, found []"]),
        ({"maxProperties": -1}, ["$.maxProperties: expected a whole number from 0, found -1"]),
        ({"uniqueItems": 1}, ["$.uniqueItems: expected true or false, found 1"]),
        ({"pattern": 1}, ["$.pattern: expected a text, found 1"]),
        ({"pattern": "a("}, ["$.pattern: bad pattern: missing ), unterminated subpattern at column 2"]),
        ({"properties": []}, ["$.properties: expected an object of schemas, found []"]),
        ({"$defs": True}, ["$.$defs: expected an object of schemas, found true"]),
        ({"anyOf": []}, ["$.anyOf: expected a list of at least one schema, found []"]),
        ({"oneOf": {}}, ["$.oneOf: expected a list of at least one schema, found {}"]),
        ({"allOf": []}, ["$.allOf: expected a list of at least one schema, found []"]),
        ({"prefixItems": True}, ["$.prefixItems: expected a list of at least one schema, found true"]),
        ({"items": [True]}, ["$.items: expected a schema (an object, true or false), found [true]"]),
        ({"not": None}, ["$.not: expected a schema (an object, true or false), found null"]),
        ({"anyOf": [True, 1]}, ["$.anyOf[1]: expected a schema (an object, true or false), found 1"]),
        ({"$defs": {"a": {"minItems": -1}}},
         ["$.$defs.a.minItems: expected a whole number from 0, found -1"]),
        ({"definitions": {"a b": 1}}, [
            '$.definitions["a b"]: expected a schema (an object, true or false), found 1']),
        ({"$ref": 1}, ["$.$ref: expected a text, found 1"]),
        ({"$ref": ["#"]}, ['$.$ref: expected a text, found ["#"]']),
        ({"$ref": ""}, ['$.$ref: only "#" and "#/..." are in the subset, found ""']),
        ({"$ref": "a.json#/x"}, ['$.$ref: only "#" and "#/..." are in the subset, found "a.json#/x"']),
        ({"$ref": "#a"}, ['$.$ref: only "#" and "#/..." are in the subset, found "#a"']),
        ({"$ref": "#/$defs/a"}, ['$.$ref: nothing stands at "#/$defs/a"']),
        ({"$ref": "#/"}, ['$.$ref: nothing stands at "#/"']),
        ({"$ref": "#/%FF"}, ['$.$ref: nothing stands at "#/%FF"']),
        ({"$ref": "#/$defs", "$defs": {}}, ['$.$ref: no schema stands at "#/$defs"']),
        ({"$ref": "#/enum/0", "enum": [{}]}, ['$.$ref: no schema stands at "#/enum/0"']),
        ({"$ref": "#/allOf/01", "allOf": [{}, {}]}, ['$.$ref: nothing stands at "#/allOf/01"']),
        ({"$ref": "#/allOf/2", "allOf": [{}, {}]}, ['$.$ref: nothing stands at "#/allOf/2"']),
        ({"$ref": "#"}, [f"$.$ref: {ENDLESS}"]),
        ({"not": {"$ref": "#"}}, [f"$.not.$ref: {ENDLESS}"]),
        ({"allOf": [{"anyOf": [{"oneOf": [{"$ref": "#"}]}]}]},
         [f"$.allOf[0].anyOf[0].oneOf[0].$ref: {ENDLESS}"]),
        ({"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"allOf": [{"$ref": "#/$defs/a"}]},
         "c": {"$ref": "#/$defs/a"}}},
         [f"$.$defs.a.$ref: {ENDLESS}", f"$.$defs.b.allOf[0].$ref: {ENDLESS}"]),
        ({"$defs": {"a": {"$ref": "#/$defs/a"}, "b": {"$ref": "#/$defs/b"}}},
         [f"$.$defs.a.$ref: {ENDLESS}", f"$.$defs.b.$ref: {ENDLESS}"]),
        ({"minLength": -1, "properties": {"a": {"type": "x", "itmes": True}}, "enum": []}, [
            "$.minLength: expected a whole number from 0, found -1",
            "$.enum: expected a list of at least one value, found []",
            '$.properties.a.type: unknown type "x"' + NO_TYPE,
            '$.properties.a.itmes: unknown keyword "itmes" (did you mean "items"?)']),
    ],
)  # fmt: skip
def test_problems(schema: Value, messages: list[str]) -> None:
    assert refused(schema) == messages


def test_problems_show_the_beginning_of_what_was_found() -> None:
    (message,) = refused({"minimum": "x" * 100})
    assert message == '$.minimum: expected a number, found "' + "x" * 59 + "..."


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"type": {"type": "string"}, "propertys": True, "$ref": {}}},  # names are no keywords
        {"$defs": {"$ref": True}},
        {"enum": [{"propertys": 1}], "const": {"type": "strin"}, "default": {"$ref": 1}},
        {"items": {"$ref": "#"}, "properties": {"a": {"$ref": "#"}}, "additionalProperties": {"$ref": "#"}},
        {"prefixItems": [{"$ref": "#"}], "anyOf": [{"items": {"$ref": "#/anyOf/0"}}]},
        {"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {"anyOf": [{}]}}},
        {"$ref": "#/properties/a", "properties": {"a": True}},
        {"minLength": 0, "maxLength": 1e3, "type": ["null", "null"], "required": [], "enum": [None]},
    ],
)
def test_no_problems(schema: Value) -> None:
    assert refused(schema) == []


# ---- hostile --------------------------------------------------------------------------------

TREE: Value = {
    "$ref": "#/$defs/n",
    "$defs": {"n": {"anyOf": [{"type": "null"}, {"type": "array", "items": {"$ref": "#/$defs/n"}}]}},
}


def test_a_recursive_schema_on_a_deep_value() -> None:
    assert told(TREE, nested(500)) == []
    assert told(TREE, nested(500, 1)) == ["$: not one of the alternatives"]
    (found,) = mismatches({"items": {"$ref": "#"}, "type": ["array", "null"]}, nested(500, 1))
    assert found.path == (0,) * 500


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf", "allOf"])
def test_alternatives_that_go_the_same_way_are_judged_once(keyword: str) -> None:
    ways: list[Value] = [{"type": "array", "items": {"$ref": "#/$defs/n"}, "minItems": n} for n in range(3)]
    schema: Value = {"$ref": "#/$defs/n", "$defs": {"n": {keyword: ways}}}
    assert told(schema, nested(400, 1)) != []


def test_schemas_joined_twice_at_every_step_are_judged_once() -> None:
    defs: Object = {str(n): {"allOf": [{"$ref": f"#/$defs/{n + 1}"}] * 2} for n in range(60)}
    defs["60"] = {"type": "null"}
    schema: Object = {"$ref": "#/$defs/0", "$defs": defs}
    assert told(schema, 1) == ["$: expected null, found integer"]
    assert told({"not": {"$ref": "#/$defs/0"}, "$defs": defs}, None) == ["$: is what is ruled out"]


def test_a_chain_of_references_longer_than_the_stack() -> None:
    defs: Object = {str(n): {"anyOf": [{"$ref": f"#/$defs/{n + 1}"}]} for n in range(3000)}
    chain: Object = {"$ref": "#/$defs/0", "$defs": {**defs, "3000": {"type": "null"}}}
    assert told(chain, None) == []
    assert told(chain, 1) == ["$: not one of the alternatives"]
    loop: Object = {"$defs": {**defs, "3000": {"$ref": "#/$defs/0"}}}
    assert len(problems(loop)) == 3001


@pytest.mark.parametrize("keyword", ["const", "enum", "uniqueItems"])
def test_equality_of_deep_values(keyword: str) -> None:
    deep, other = nested(498, 1), nested(498, 2)
    rule: Value = {"const": deep, "enum": [other, deep], "uniqueItems": True}[keyword]
    schema: Object = {keyword: rule}
    value: Value = [deep, other] if keyword == "uniqueItems" else nested(498, 1.0)
    assert told(schema, value) == []
    assert len(told(schema, [deep, nested(498, 1.0)])) == 1


def test_a_deep_schema() -> None:
    schema: Value = {"type": "null"}
    for _ in range(240):
        schema = {"allOf": [{"not": {"not": schema}}]}
    assert told(schema, None) == []
    assert told(schema, 1) == ["$: is what is ruled out"]


def test_many_items() -> None:
    items: list[Value] = [*range(100_000)]
    texts: list[Value] = [str(n) for n in range(100_000)]
    schema: Value = {"uniqueItems": True, "items": {"type": ["integer", "string"]}}
    assert told(schema, items + texts) == []
    assert told(schema, [*items, 7.0]) == ["$: repeated item (at 7 and 100000)"]
    objects: list[Value] = [{"a": [n]} for n in range(20_000)]
    assert told({"uniqueItems": True}, objects) == []
