"""RON to values: what each text means, and of every text that means nothing the place and the reason."""

from __future__ import annotations

import json
import math

import pytest

from evalpin import ron
from evalpin.errors import Faults
from evalpin.ron import (
    MOST_DIGITS,
    MOST_NESTED,
    Bool,
    Char,
    Field,
    Float,
    Int,
    List,
    Map,
    Node,
    Option,
    RonError,
    Str,
    Struct,
    Tuple,
    Unit,
)
from evalpin.suites import ron as suites
from observed import Exceptions, Row, agree, rows, spelled, table


def value(text: str) -> ron.Value:
    return ron.to_json(ron.parse(text))


def refused(text: str) -> str:
    """Return `LINE:COLUMN: MESSAGE` of the error that a text is refused with."""
    with pytest.raises(RonError) as caught:
        value(text)
    line, column = ron.place(text, caught.value.at)
    assert str(caught.value) == caught.value.message
    return f"{line}:{column}: {caught.value.message}"


# ---- rows of another reader ---------------------------------------------------------------------

NOT_FINITE = "a number that is not finite is refused: JSON cannot hold it"
BARE = "of bare names only null and None are null"
EXACT = "integers are exact, whatever their size"
FIELDS = "a struct may have any number of fields"
DEEPER = "128 levels are read"


def lists(levels: int) -> str:
    return "[" * levels + "]" * levels


def maps(levels: int) -> str:
    return '{"a":' * levels + "1" + "}" * levels


UNTYPED: Exceptions = {
    "_1": ("line 1", BARE),
    "infinity": ("line 1", BARE),
    "True": ("line 1", BARE),
    "nil": ("line 1", BARE),
    "foo": ("line 1", BARE),
    "(a)": ("line 1", BARE),
    "[Foo,Bar()]": ("line 1", BARE),
    "18446744073709551616": (18446744073709551616, EXACT),
    "-9223372036854775809": (-9223372036854775809, EXACT),
    "1e400": ("line 1", NOT_FINITE),
    "-1e400": ("line 1", NOT_FINITE),
    "inf": ("line 1", NOT_FINITE),
    "-inf": ("line 1", NOT_FINITE),
    "+inf": ("line 1", NOT_FINITE),
    "-NaN": ("line 1", NOT_FINITE),
    "+NaN": ("line 1", NOT_FINITE),
    "Foo(a:1,b:[2,],)": ({"a": 1, "b": [2]}, FIELDS),
    "(type: 1, r#type2: 2)": ({"type": 1, "type2": 2}, FIELDS),
    '"a\\\nb"': ("line 1", "the place is the backslash's, not that of the line after it"),
    lists(65): (json.loads(lists(65)), DEEPER),
    maps(70): (json.loads(maps(70)), DEEPER),
}


def value_or_line(text: str) -> object:
    try:
        return value(text)
    except RonError as error:
        return f"line {ron.place(text, error.at)[0]}"


@pytest.mark.parametrize("row", table("ron_untyped"))
def test_untyped(row: Row) -> None:
    assert ("error" in row) != ("json" in row)
    theirs = f"line {row['error'][0]}" if "error" in row else json.loads(row["json"])
    agree(value_or_line(row["src"]), theirs, row["src"], UNTYPED)


def test_every_exception_has_a_row() -> None:
    sources = [row["src"] for row in rows("ron_untyped")]
    assert UNTYPED.keys() - set(sources) == set()
    assert len(sources) == len(set(sources))


# ---- values -------------------------------------------------------------------------------------

MEANT = [
    # integers
    ("007", 7),
    ("-0", 0),
    ("1_", 1),
    ("1__0", 10),
    ("0x1_F", 31),
    ("0xaBcD", 0xABCD),
    ("-0b1_01", -5),
    ("+0o17", 15),
    ("0x1FFFFFFFFFFFFFFFF", 0x1FFFFFFFFFFFFFFFF),
    ("-0x1FFFFFFFFFFFFFFFF", -0x1FFFFFFFFFFFFFFFF),
    ("9" * 100, 10**100 - 1),
    ("0" * 5000 + "1", 1),
    ("9" * MOST_DIGITS, 10**MOST_DIGITS - 1),
    # floats
    ("1.0", 1.0),
    ("-0.0", -0.0),
    ("5.", 5.0),
    (".5", 0.5),
    ("-.5", -0.5),
    ("+.5", 0.5),
    ("1e5", 100000.0),
    ("1E+5", 100000.0),
    ("5.e1", 50.0),
    (".5e-1", 0.05),
    ("4e1", 40.0),
    ("1e-400", 0.0),
    # strings and chars
    ('""', ""),
    ('"a\n b\r\n"', "a\n b\r\n"),
    (r'"\"\'\\\n\r\t\0"', "\"'\\\n\r\t\0"),
    (r'"\x41\xe9\xFF"', "Aé\xff"),
    (r'"\u{e9}\u{1F600}\u{10FFFF}\u{00004a}"', "é\U0001f600\U0010ffffJ"),
    ('"// /* #"', "// /* #"),
    ('"\u2028\x1b"', "\u2028\x1b"),
    ('r""', ""),
    (r'r"\d\"', "\\d\\"),
    ('r#"a"b"#', 'a"b'),
    ('r##"a"#b"##', 'a"#b'),
    ('r"a\nb"', "a\nb"),
    ('r#"//"#', "//"),
    ("'a'", "a"),
    ("'é'", "é"),
    ("'\U0001f600'", "\U0001f600"),
    ("'\"'", '"'),
    (r"'\''", "'"),
    (r"'\u{e9}'", "é"),
    (r"'\x00'", "\0"),
    # null
    ("null", None),
    ("None", None),
    ("()", None),
    ("r#null", None),
    # options
    ("Some(1)", 1),
    ("Some ( 1 , )", 1),
    ("Some(Some(None))", None),
    ("Some(())", None),
    # lists, tuples, maps, structs
    ("[]", []),
    ("[1,]", [1]),
    ("[ 1 , 1.0 , true ]", [1, 1.0, True]),
    ("(1)", [1]),
    ("(1,)", [1]),
    ("( )", []),
    ("(/**/)", []),
    ("Name()", []),
    ("Name (1, 2)", [1, 2]),
    ("r#Some(1)", [1]),
    ("{}", {}),
    ('{"a":1,}', {"a": 1}),
    ('{r"a" : 1}', {"a": 1}),
    ('{"a":1,"a":2}', {"a": 2}),
    ("(a:1)", {"a": 1}),
    ("(a : 1 , b : 2 ,)", {"a": 1, "b": 2}),
    ("Name(a:(b:Some(2)))", {"a": {"b": 2}}),
    ("(r#type:1)", {"type": 1}),
    ("(r#a.b+c-d:1, r#0:2)", {"a.b+c-d": 1, "0": 2}),
    ("(true:1, None:2, inf:3)", {"true": 1, "None": 2, "inf": 3}),
    # blanks and comments
    (" \t\r\n1\n", 1),
    ("1//", 1),
    ("1// a /* b", 1),
    ("// */\n1", 1),
    ("/* a /* b */ c */ 1", 1),
    ("/***/1/**/", 1),
    ("/*/**/*/1", 1),
    ("/* // */1", 1),
    ("//\n//\r\n\n/**/ /**///\n1", 1),
    ("[/* , */1// ]\n,/**/2]", [1, 2]),
    ("(a/**/:/**/1)", {"a": 1}),
    ("Some/**/(/**/1/**/)", 1),
    ("Name// (\n(1)", [1]),
    # the beginning of a file
    ("\ufeff1", 1),
    ('\ufeff"\ufeff"', "\ufeff"),
    ("#![enable(implicit_some)]1", 1),
    ("# ! [ enable ( unwrap_newtypes , implicit_some , ) ] // c\n [1]", [1]),
    ("#/**/![enable(unwrap_variant_newtypes)]\n#![enable(implicit_some)] 1", 1),
]


@pytest.mark.parametrize(("text", "meant"), MEANT)
def test_value(text: str, meant: ron.Value) -> None:
    assert spelled(value(text)) == spelled(meant)


# ---- refusals -----------------------------------------------------------------------------------

ESCAPES = r"""(expected one of \" \' \\ \n \r \t \0 \xHH \u{H})"""
BLANKS = "(only SPACE, TAB, LF and CR are blank)"
COLON = '(write ":" between name and value)'
SLASH = '(comments are "// .." and "/* .. */")'
CHAR = "1:1: bad char (expected one character between two ', or a string in \")"
STRING = "1:1: string without an end (expected '\"')"
OF_U = '(expected "{", 1 to 6 hexadecimal digits and "}" after it)'
OF_X = "(expected two hexadecimal digits after it)"
PREFIX = '(expected ".." or r"..")'
RAW_NAME = '(write "r#" before a name with ".", "+" or "-")'
FLOAT = '("_" and a second "." do not fit a float)'
EXTENSIONS = "(expected one of implicit_some, unwrap_newtypes, unwrap_variant_newtypes)"

REFUSED = [
    # where the reader is pointed to: the first character of what is wrong
    ("[1,,2]", '1:4: expected a value, found ","'),
    ("[1 2]", '1:4: expected "," or "]", found "2"'),
    ('{"a":1,\n "b" 2}', '2:6: expected ":", found "2"'),
    ('"abc', STRING),
    (r'"\q"', rf"1:2: bad escape \q {ESCAPES}"),
    ('[\n "x\n y",\n @]', '4:2: expected a value, found "@"'),
    # columns are code points, lines end at LF alone
    ('["\U0001f600é", @]', '1:8: expected a value, found "@"'),
    ('["e\u0301", @]', '1:8: expected a value, found "@"'),
    ("\ufeff @", '1:2: expected a value, found "@"'),
    ("\ufeff[\n@]", '2:1: expected a value, found "@"'),
    ("[\r\n\t@]", '2:2: expected a value, found "@"'),
    ("[\r1 2]", '1:5: expected "," or "]", found "2"'),
    ('["\u2028\u0085\x0b", @]', '1:9: expected a value, found "@"'),
    ("/*\n\n*/ @", '3:4: expected a value, found "@"'),
    ('r"\n\n" @', '3:3: expected the end, found "@"'),
    # one value
    ("", "1:1: expected a value, found the end"),
    (" \n ", "2:2: expected a value, found the end"),
    ("// c", "1:5: expected a value, found the end"),
    ("#![enable(implicit_some)]", "1:26: expected a value, found the end"),
    ("1 2", '1:3: expected the end, found "2"'),
    ("[],", '1:3: expected the end, found ","'),
    ("( ) 1", '1:5: expected the end, found "1"'),
    ('"a" "b"', "1:5: expected the end, found a string"),
    ('"""', "1:3: expected the end, found a string"),
    ("None(1)", '1:5: expected the end, found "("'),
    ("true(1)", '1:5: expected the end, found "("'),
    ("inf(1)", '1:4: expected the end, found "("'),
    ("@", '1:1: expected a value, found "@"'),
    ("é", '1:1: expected a value, found "é"'),
    (":", '1:1: expected a value, found ":"'),
    ("]", '1:1: expected a value, found "]"'),
    ("x" * 61 + "{}", f'1:62: expected "(" after the name "{"x" * 60}"..., found "{{"'),
    # blanks and comments
    ("\x0c1", f"1:1: expected a value, found U+000C {BLANKS}"),
    ("\x0b1", f"1:1: expected a value, found U+000B {BLANKS}"),
    ("1\xa0", f"1:2: expected the end, found U+00A0 {BLANKS}"),
    ("[1,\u20282]", f"1:4: expected a value, found U+2028 {BLANKS}"),
    ("\ufeff\ufeff1", f"1:1: expected a value, found U+FEFF {BLANKS}"),
    ("1 \ufeff", f"1:3: expected the end, found U+FEFF {BLANKS}"),
    ("\0", f"1:1: expected a value, found U+0000 {BLANKS}"),
    ("/* a", '1:1: comment without an end (expected "*/")'),
    ("[1,\n /* /* */\n]", '2:2: comment without an end (expected "*/")'),
    ("/*/1", '1:1: comment without an end (expected "*/")'),
    ("1 */", '1:3: expected the end, found "*"'),
    ("/", f'1:1: expected a value, found "/" {SLASH}'),
    ("[1 /x/ 2]", f'1:4: expected "," or "]", found "/" {SLASH}'),
    ("1 # c", '1:3: expected the end, found "#" (a comment begins with "//")'),
    ("-- c", '1:1: bad number "--"'),
    ("[1; 2]", '1:3: expected "," or "]", found ";" (write "," between values)'),
    # attributes
    ("#![enable()] 1", '1:11: expected the name of an extension, found ")"'),
    ("#![enable(,)] 1", '1:11: expected the name of an extension, found ","'),
    ("#![enable(foo)] 1", f'1:11: unknown extension "foo" {EXTENSIONS}'),
    ("#![enable(implicit_sum)] 1", '1:11: unknown extension "implicit_sum" (did you mean "implicit_some"?)'),
    (
        "#![enable(explicit_struct_names)] 1",
        f'1:11: unknown extension "explicit_struct_names" {EXTENSIONS}',
    ),
    ("#[enable(implicit_some)] 1", '1:1: expected a value, found "#" (a comment begins with "//")'),
    ("#![enabled(implicit_some)] 1", '1:10: expected "(", found "d"'),
    ("#![enable(implicit_some] 1", '1:24: expected "," or ")", found "]"'),
    ("#![enable(implicit_some) 1", '1:26: expected "]", found "1"'),
    (
        "#![enable(implicit_some unwrap_newtypes)] 1",
        '1:25: expected "," or ")", found "unwrap_newtypes"',
    ),
    ("#![allow(x)] 1", '1:4: expected "enable", found "allow"'),
    (
        "1 #![enable(implicit_some)]",
        '1:3: expected the end, found "#!" (attributes stand before the value)',
    ),
    # numbers
    ("0XFF", '1:1: bad number "0XFF" (the prefixes are "0x", "0b" and "0o")'),
    ("0B1", '1:1: bad number "0B1" (the prefixes are "0x", "0b" and "0o")'),
    ("0b12", '1:1: bad number "0b12" (expected 0 or 1 after "0b")'),
    ("0o8", '1:1: bad number "0o8" (expected 0 to 7 after "0o")'),
    ("0x", '1:1: bad number "0x" (expected hexadecimal digits after "0x")'),
    ("0x_1", '1:1: bad number "0x_1" (expected hexadecimal digits after "0x")'),
    ("1_0.5", f'1:1: bad number "1_0.5" {FLOAT}'),
    ("1.0_0", f'1:1: bad number "1.0_0" {FLOAT}'),
    ("1_e5", f'1:1: bad number "1_e5" {FLOAT}'),
    ("1.2.3", f'1:1: bad number "1.2.3" {FLOAT}'),
    (".", '1:1: bad number "."'),
    ("-", '1:1: bad number "-"'),
    ("+-1", '1:1: bad number "+-1"'),
    ("5-3", '1:1: bad number "5-3"'),
    ("1e", '1:1: bad number "1e"'),
    ("1e+", '1:1: bad number "1e+"'),
    ("12ab", '1:1: bad number "12ab"'),
    ("1é", '1:1: bad number "1é"'),
    ("1u8", '1:1: bad number "1u8" (write it without its type)'),
    ("1.5f64", '1:1: bad number "1.5f64" (write it without its type)'),
    ("-infinity", '1:1: bad number "-infinity"'),
    ("+nan", '1:1: bad number "+nan"'),
    ("\u0661", '1:1: expected a value, found "\u0661"'),
    ("1\u0661", '1:1: bad number "1\u0661"'),
    ("1" * 100 + ".x", f'1:1: bad number "{"1" * 60}"...'),
    ("[1,\n " + "1" * (MOST_DIGITS + 1) + "]", "2:2: integer of more than 4000 digits"),
    ("-" + "9" * 100_000, "1:1: integer of more than 4000 digits"),
    ("0x" + "f" * 100_000, "1:1: integer of more than 4000 digits"),
    ("NaN", "1:1: NaN is not finite: JSON cannot hold it"),
    ("[-inf]", "1:2: -inf is not finite: JSON cannot hold it"),
    ("[[1e400]]", "1:3: 1e400 is not finite: JSON cannot hold it"),
    # strings
    ('"\\', STRING),
    ('"a\\"', STRING),
    (r'"\d+"', r'1:2: bad escape \d (a regex needs "\\d" or a raw string, r"\d")'),
    (r'"\w"', r'1:2: bad escape \w (a regex needs "\\w" or a raw string, r"\w")'),
    (r'"\s"', r'1:2: bad escape \s (a regex needs "\\s" or a raw string, r"\s")'),
    (r'"\b"', r'1:2: bad escape \b (a regex needs "\\b" or a raw string, r"\b")'),
    (r'"a\.b"', r'1:3: bad escape \. (a regex needs "\\." or a raw string, r"\.")'),
    (r'"\/"', rf"1:2: bad escape \/ {ESCAPES}"),
    (r'"\a"', rf"1:2: bad escape \a {ESCAPES}"),
    (r'"\é"', rf"1:2: bad escape \é {ESCAPES}"),
    ('"\\\x1b"', rf"1:2: bad escape \\u001b {ESCAPES}"),
    (r'"\u0041"', rf"1:2: bad escape \u {OF_U}"),
    (r'"\u{}"', rf"1:2: bad escape \u {OF_U}"),
    (r'"\u{0000041}"', rf"1:2: bad escape \u {OF_U}"),
    (r'"\u{d800}"', r"1:2: bad escape \u{d800}: there is no such character"),
    (r'"\u{DFFF}"', r"1:2: bad escape \u{DFFF}: there is no such character"),
    (r'"\u{110000}"', r"1:2: bad escape \u{110000}: there is no such character"),
    (r'"\xg0"', rf"1:2: bad escape \x {OF_X}"),
    (r'"\x4"', rf"1:2: bad escape \x {OF_X}"),
    (
        '"a\\\nb"',
        "1:3: bad escape: a backslash at the end of a line (a line break stands in a string as it is)",
    ),
    (
        '["\n\\\r\n"]',
        "2:1: bad escape: a backslash at the end of a line (a line break stands in a string as it is)",
    ),
    ('r"a', "1:1: raw string without an end (expected '\"')"),
    ('r###"a"##', "1:1: raw string without an end (expected '\"###')"),
    ("r" + "#" * 99 + '"', f"1:1: raw string without an end (expected '\"{'#' * 19}..')"),
    ("r#", '1:1: expected a name or a string right after "r#"'),
    ("r# a", '1:1: expected a name or a string right after "r#"'),
    ('b"x"', f'1:1: unknown prefix "b" of a string {PREFIX}'),
    ('br"x"', f'1:1: unknown prefix "br" of a string {PREFIX}'),
    ('R"x"', f'1:1: unknown prefix "R" of a string {PREFIX}'),
    ("b'x'", f'1:1: unknown prefix "b" of a string {PREFIX}'),
    ("\u201ca\u201d", '1:1: expected a value, found "\u201ca\u201d" (a string stands in straight quotes)'),
    ("`a`", '1:1: expected a value, found "`a`" (a string stands in straight quotes)'),
    # chars
    ("''", CHAR),
    ("'ab'", CHAR),
    ("'e\u0301'", CHAR),
    ("'a", CHAR),
    ("'", CHAR),
    (r"'\n", CHAR),
    (r"'\q'", rf"1:2: bad escape \q {ESCAPES}"),
    # names
    ("a-b", f'1:1: bad name "a-b" {RAW_NAME}'),
    ("a.b", f'1:1: bad name "a.b" {RAW_NAME}'),
    ("(a-b: 1)", f'1:2: bad name "a-b" {RAW_NAME}'),
    ("Foo::Bar(1)", '1:4: unexpected "::" after "Foo" (a name stands without its path)'),
    ("(a::b: 1)", '1:3: unexpected "::" after "a" (a name stands without its path)'),
    # compounds
    ("[,]", '1:2: expected a value, found ","'),
    ("(,)", '1:2: expected a value, found ","'),
    ("{,}", '1:2: expected a value, found ","'),
    ("[\n1,\n", '3:1: expected "]" for the "[" of line 1, found the end'),
    ("\n{\n", '3:1: expected "}" for the "{" of line 2, found the end'),
    ("(a: 1", '1:6: expected ")" for the "(" of line 1, found the end'),
    ("[1)", '1:3: expected "," or "]", found ")"'),
    ("(1}", '1:3: expected "," or ")", found "}"'),
    ('{"a"=1}', f'1:5: expected ":", found "=" {COLON}'),
    ("(a=1)", f'1:3: expected "," or ")", found "=" {COLON}'),
    ("(a:1, b=2)", f'1:8: expected ":", found "=" {COLON}'),
    ("(a: 1, 2)", '1:8: expected a field name, found "2"'),
    ("(1, a: 2)", '1:6: expected "," or ")", found ":"'),
    ("Foo{a:1}", '1:4: expected "(" after the name "Foo", found "{"'),
    ("Foo [1]", '1:5: expected "(" after the name "Foo", found "["'),
    ("Some", "1:1: Some without a value (expected Some(..))"),
    ("Some 1", "1:1: Some without a value (expected Some(..))"),
    ("Some()", '1:6: expected a value, found ")"'),
    ("Some(1,2)", "1:8: Some takes one value, this is a second"),
    ("Some(a: 1)", '1:7: expected "," or ")", found ":"'),
    # what JSON cannot hold
    ("[True]", "1:2: unknown value True (did you mean true?)"),
    ("FALSE", "1:1: unknown value FALSE (did you mean false?)"),
    ("Null", "1:1: unknown value Null (did you mean null?)"),
    ("none", "1:1: unknown value none (did you mean null?)"),
    ("nil", "1:1: unknown value nil (did you mean null?)"),
    ("undefined", "1:1: unknown value undefined (did you mean null?)"),
    ("r#true", "1:1: unknown value r#true (did you mean true?)"),
    ("(a: foo)", '1:5: unknown value foo (a string stands in quotes: "foo")'),
    ("nan", '1:1: unknown value nan (a string stands in quotes: "nan")'),
    ("{a: 1}", '1:2: a key must be a string, found a bare name (write "a")'),
    ("{'a': 1}", "1:2: a key must be a string, found a char"),
    ("{1: 2}", "1:2: a key must be a string, found an integer"),
    ("{1.0: 2}", "1:2: a key must be a string, found a float"),
    ("{true: 2}", "1:2: a key must be a string, found a boolean"),
    ("{None: 1}", "1:2: a key must be a string, found None"),
    ('{Some("a"): 1}', "1:2: a key must be a string, found Some"),
    ("{(): 1}", "1:2: a key must be a string, found ()"),
    ("{(1,): 1}", "1:2: a key must be a string, found a tuple"),
    ("{(a: 1): 1}", "1:2: a key must be a string, found a struct"),
    ("{[]: 1}", "1:2: a key must be a string, found a list"),
    ("{{}: 1}", "1:2: a key must be a string, found a map"),
    ("(a: 1,\n r#a: 2)", "2:2: repeated field a"),
]


@pytest.mark.parametrize(("text", "told"), REFUSED, ids=[text[:40] for text, _ in REFUSED])
def test_refused(text: str, told: str) -> None:
    assert refused(text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            '(name: a, instruction: "i", expect: [NoError])',
            "s:1:8: name: expected a string, found a bare name",
        ),
        (
            '[\n (name: "a", instruction: "i", expect: [\n  CalledTol(tool: "x")])]',
            's:3:3: unknown check kind "CalledTol" (did you mean "CalledTool"?)',
        ),
        (
            '(name: "a", instruction: "i", expect: [\n CalledTool(tol: "x")])',
            's:2:13: unknown field "tol" (did you mean "tool"?); CalledTool has no tool',
        ),
        ('(name: "a", instruction: "i",\n expect: [1 2])', 's:2:13: expected "," or "]", found "2"'),
    ],
)
def test_refused_in_a_suite(text: str, told: str) -> None:
    faults = Faults("s")
    suites.parse(text, faults, {})
    assert faults.told() == [told]


def test_all_that_json_cannot_hold_is_told_in_one_go() -> None:
    told: list[tuple[str, int]] = []
    text = "[True, inf, {1: foo}, (a: 1, a: nil), 5]"
    found = ron.to_json(ron.parse(text), lambda message, at: told.append((message, at)))
    assert found == [None, None, {}, {"a": None}, 5]
    assert told == [
        ("unknown value True (did you mean true?)", 1),
        ("inf is not finite: JSON cannot hold it", 7),
        ('unknown value foo (a string stands in quotes: "foo")', 16),
        ("a key must be a string, found an integer", 13),
        ("repeated field a", 29),
        ("unknown value nil (did you mean null?)", 32),
    ]


# ---- depth --------------------------------------------------------------------------------------

LEVELS = {
    "list": ("[", "]"),
    "tuple": ("(", ")"),
    "named tuple": ("N(", ")"),
    "struct": ("(a:", ")"),
    "named struct": ("N(a:", ")"),
    "map": ('{"a":', "}"),
    "key": ("{", ":1}"),
    "option": ("Some(", ")"),
}


@pytest.mark.parametrize(("opening", "close"), LEVELS.values(), ids=LEVELS.keys())
def test_most_levels_are_read(opening: str, close: str) -> None:
    node = ron.parse(f"{opening * MOST_NESTED}1{close * MOST_NESTED}")
    ron.to_json(node, lambda _message, _at: None)  # a map as a key is none, but it is looked at
    assert depth(node) == MOST_NESTED == 128


@pytest.mark.parametrize("more", [1, 2, 100_000])
@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize(("opening", "close"), LEVELS.values(), ids=LEVELS.keys())
def test_one_level_more_is_refused_where_it_opens(opening: str, close: str, more: int, closed: bool) -> None:
    text = opening * (MOST_NESTED + more) + "1" + close * (MOST_NESTED + more) * closed
    bracket = next(at for at, character in enumerate(opening) if character in "[({")
    column = len(opening) * MOST_NESTED + bracket + 1
    assert refused(text) == f"1:{column}: nested deeper than 128 levels"


def test_comments_nest_as_deep_as_one_likes() -> None:
    assert value("/*" * 100_000 + "*/" * 100_000 + "1") == 1
    assert refused("/*" * 100_000 + "*/" * 99_999 + "1") == '1:1: comment without an end (expected "*/")'


def test_ten_thousand_values_side_by_side() -> None:
    assert value(f"[{'(a: [1, None]), ' * 10_000}]") == [{"a": [1, None]}] * 10_000


def depth(node: Node) -> int:
    if isinstance(node, Option):
        return 0 if node.value is None else 1 + depth(node.value)
    if isinstance(node, Map):
        return 1 + max(max(depth(key), depth(inner)) for key, inner in node.entries)
    if isinstance(node, Struct):
        return 1 + max(depth(field.value) for field in node.fields)
    if isinstance(node, (List, Tuple)):
        return 1 + max((depth(item) for item in node.items), default=0)
    return 0


# ---- the tree -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "node"),
    [
        (' r"a"', Str(1, "a")),
        ("'a'", Char(0, "a")),
        ("-0x1_0", Int(0, -16, "-0x1_0")),
        ("+4.", Float(0, 4.0, "+4.")),
        ("-inf", Float(0, -math.inf, "-inf")),
        ("1e999", Float(0, math.inf, "1e999")),
        ("true", Bool(0, True)),
        ("None", Option(0, None)),
        ("Some( 1)", Option(0, Int(6, 1, "1"))),
        ("()", Unit(0, None, False)),
        ("\ufeff A", Unit(1, "A", False)),
        ("r#A-B", Unit(0, "A-B", True)),
        ("( )", Tuple(0, None, False, ())),
        ("A (1)", Tuple(0, "A", False, (Int(3, 1, "1"),))),
        (
            "A(r#b: 1, r#b: 2)",
            Struct(
                0,
                "A",
                False,
                (Field(2, "b", True, Int(7, 1, "1")), Field(10, "b", True, Int(15, 2, "2"))),
            ),
        ),
        ("[1]", List(0, (Int(1, 1, "1"),))),
        ("{1: 2}", Map(0, ((Int(1, 1, "1"), Int(4, 2, "2")),))),
    ],
)
def test_tree(text: str, node: Node) -> None:
    assert ron.parse(text) == node


def test_not_a_number_is_in_the_tree() -> None:
    for text in ("NaN", "+NaN", "-NaN"):
        node = ron.parse(text)
        assert isinstance(node, Float)
        assert math.isnan(node.value)


def test_repeated_fields() -> None:
    node = ron.parse("(a: 1, b: 2, a: 3, a: 4)")
    assert isinstance(node, Struct)
    assert [field.at for field in ron.repeated_fields(node)] == [13, 19]


@pytest.mark.parametrize(
    ("text", "at", "place"),
    [
        ("", 0, (1, 1)),
        ("a\nb", 1, (1, 2)),
        ("a\nb", 2, (2, 1)),
        ("a\nb", 3, (2, 2)),
        ("\n\n", 2, (3, 1)),
        ("\ufeffa\nb", 2, (2, 1)),
        ("\U0001f600\r\u2028x", 3, (1, 4)),
    ],
)
def test_place(text: str, at: int, place: tuple[int, int]) -> None:
    assert ron.place(text, at) == place
