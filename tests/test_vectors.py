"""Rows observed from another reader of these suites: each agrees, or is an exception with its reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from operator import itemgetter

import pytest

from evalpin import numbers
from evalpin.checks import RON_KINDS, load
from evalpin.errors import Faults
from evalpin.model import Case, Check, RunArtifacts
from evalpin.suites import ron
from evalpin.toolcalls import ToolCall
from observed import VECTORS, Exceptions, Row, agree, rows, spelled, table

EMPTY_TOOL = "empty tool names are refused"
BOUNDS = "bounds are shown bare in labels"
BARE = "a bare value is taken for an option"
UNKNOWN = "unknown fields are refused"
NO_CHECK = "a case without checks is refused"


# ---- one check ----------------------------------------------------------------------------------


def read_check(source: str) -> tuple[Check | None, list[int]]:
    """Read one check; return it and the lines of its faults, from 1."""
    attribute = "#![enable(implicit_some)]"
    head = attribute if source.startswith(attribute) else ""
    text = f'{head}(name: "a", instruction: "i", expect: [\n{source.removeprefix(attribute)} ,])'
    faults = Faults("v")
    found = ron.parse(text, faults, {})
    lines = [int(told.split(":")[1]) - 1 for told in faults.told()]
    return (found[0].checks[0] if found and found[0].checks else None), lines


def plain(check: Check) -> object:
    """Return a check as its vector has it: the name, or the name with its fields."""
    known = {load(kind, RON_KINDS): kind for kind in RON_KINDS}
    kind = known[type(check)]
    given = {
        field.name: getattr(check, field.name)
        for field in fields(check)  # type: ignore[arg-type]  # every kind is a dataclass
        if field.init and field.name not in check.ron
    }
    return {kind: json.loads(json.dumps(given))} if given else kind


def label(check: Check) -> str:
    return check.judge(RunArtifacts()).label


def key_of(row: Row) -> str:
    on = row["calls"] or row["final_text"] or row["error"]
    return f"{row['expect']} on {json.dumps(on, ensure_ascii=False)}"


EVALUATE: Exceptions = {
    'CalledTool(tool:"") on [["", {}]]': ("refused", EMPTY_TOOL),
    'ToolCallCount(tool:Some(""),min:Some(1)) on [["a", {}]]': ("refused", EMPTY_TOOL),
    'CalledToolWith(tool:"c",args:{"a":1}) on [["c", {"a": 1.0}]]': (
        (True, 'CalledToolWith(c, {"a":1})'),
        "1 equals 1.0",
    ),
    'CalledToolWith(tool:"c",args:{"a":NaN}) on [["c", {"a": null}]]': ("refused", "NaN is not JSON"),
    "ToolCallCount() on null": ((True, "ToolCallCount(any, any number)"), BOUNDS),
    "ToolCallCount(min:Some(0)) on null": ((True, "ToolCallCount(any, >=0)"), BOUNDS),
    "ToolCallCount(max:Some(0)) on null": ((True, "ToolCallCount(any, <=0)"), BOUNDS),
    'ToolCallCount(tool:Some("a"),max:Some(0)) on [["b", {}]]': (
        (True, "ToolCallCount(a, <=0)"),
        BOUNDS,
    ),
    'ToolCallCount(min:Some(2),max:Some(1)) on [["a", {}], ["b", {}]]': (
        "refused",
        "min above max is refused",
    ),
    'FinalTextContains(text:"straße",case_insensitive:true) on "STRASSE"': (
        (True, 'FinalTextContains("straße", case-insensitive)'),
        "the case-folded forms count too",
    ),
    'FinalTextContains(text:"STRASSE",case_insensitive:true) on "straße"': (
        (True, 'FinalTextContains("STRASSE", case-insensitive)'),
        "the case-folded forms count too",
    ),
    'FinalTextContains(text:"ΟΔΟΣ",case_insensitive:true) on "οδοσ"': (
        (True, 'FinalTextContains("ΟΔΟΣ", case-insensitive)'),
        "the case-folded forms count too",
    ),
    'FinalTextMatches(regex:"(") on "x"': ("refused", "a bad regex is refused"),
    'FinalTextMatches(regex:"(") on null': ("refused", "a bad regex is refused"),
    'FinalNumberEquals(value:3.33,tolerance:0.01) on "3.32"': (
        (True, "FinalNumberEquals(3.33 ± 0.01)"),
        "within by the exact decimals",
    ),
    'FinalNumberEquals(value:1.0,tolerance:0.1) on "1.1"': (
        (True, "FinalNumberEquals(1 ± 0.1)"),
        "within by the exact decimals",
    ),
    'FinalNumberEquals(value:100,tolerance:0.01) on "100.01"': (
        (True, "FinalNumberEquals(100 ± 0.01)"),
        "within by the exact decimals",
    ),
    'FinalNumberEquals(value:inf) on "4"': ("refused", "an infinite value is refused"),
    f'FinalNumberEquals(value:inf) on "{"9" * 400}"': ("refused", "an infinite value is refused"),
    'FinalNumberEquals(value:4,tolerance:-1) on "4"': ("refused", "a negative tolerance is refused"),
}


@pytest.mark.parametrize("row", table("evaluate"))
def test_evaluate(row: Row) -> None:
    check, _ = read_check(row["expect"])
    ours: object = "refused"
    if check is not None:
        calls = tuple(ToolCall(name, args) for name, args in row["calls"])
        verdict = check.judge(RunArtifacts(row["final_text"], calls, error=row["error"]))
        ours = (verdict.passed, verdict.label)
    agree(ours, (row["passed"], row["label"]), key_of(row), EVALUATE)


def count(low: int | None, high: int | None, tool: str | None, shown: str) -> object:
    name = tool or "any"
    return {"ToolCallCount": {"tool": tool, "min": low, "max": high}}, f"ToolCallCount({name}, {shown})"


EXPECTATION_PARSE: Exceptions = {
    'CalledTool(tool: "x", extra: 1)': (1, UNKNOWN),
    "FinalNumberEquals(value: 4, tolerence: 1)": (1, UNKNOWN),
    "ToolCallCount( )": (count(None, None, None, "any number"), BOUNDS),
    'ToolCallCount(tool: Some("s"), min: Some(1), max: Some(2))': (count(1, 2, "s", "1..2"), BOUNDS),
    "ToolCallCount(max: Some(0))": (count(None, 0, None, "<=0"), BOUNDS),
    "ToolCallCount(min: 1)": (count(1, None, None, ">=1"), BARE),
    '#![enable(implicit_some)] ToolCallCount(min: 1, tool: "x")': (count(1, None, "x", ">=1"), BOUNDS),
    "ToolCallCount(min: None)": (count(None, None, None, "any number"), BOUNDS),
    "ToolCallCount(min: Some(0x10))": (count(16, None, None, ">=16"), BOUNDS),
    "ToolCallCount(min: Some(1_0))": (count(10, None, None, ">=10"), BOUNDS),
    "ToolCallCount(min: Some(3), max: Some(1))": (1, "min above max is refused"),
    "ToolCallCount(min:Some(18446744073709551615))": (
        count(18446744073709551615, None, None, ">=18446744073709551615"),
        BOUNDS,
    ),
    'ToolCallCount(tool: "x")': (count(None, None, "x", "any number"), BARE),
    "FinalNumberEquals(value: NaN)": (1, "NaN is refused"),
    "FinalNumberEquals(value: 4, tolerance: -1)": (1, "a negative tolerance is refused"),
    r'FinalTextContains(text: "p\"q\n\t\u{1F600}é\u{7f}\\ \u{200b}' + "'\")": (
        (
            {"FinalTextContains": {"text": "p\"q\n\t\U0001f600é\x7f\\ \u200b'", "case_insensitive": False}},
            'FinalTextContains("p\\"q\\n\\t\U0001f600é\\u007f\\\\ \u200b\'")',
        ),
        "labels escape as JSON does, and only what can move a cursor",
    ),
}


@pytest.mark.parametrize("row", table("expectation_parse"))
def test_expectation_parse(row: Row) -> None:
    check, lines = read_check(row["src"])
    ours: object = lines[0] if lines else None
    if check is not None and not lines:
        ours = (plain(check), label(check))
    theirs = row["error"][0] if "error" in row else (row["value"], row["label"])
    agree(ours, theirs, row["src"], EXPECTATION_PARSE)


# ---- cases --------------------------------------------------------------------------------------


def plain_case(case: Case) -> Row:
    return {
        "name": case.title,
        "instruction": case.prompt,
        "expect": [plain(check) for check in case.checks],
    }


def read_cases(text: str) -> tuple[list[Row], list[str]]:
    faults = Faults("v")
    found = ron.parse(text, faults, {})
    return [plain_case(case) for case in found], faults.told()


CASE_PARSE: Exceptions = {
    '[EvalCase(name:"a",instruction:"i",expect:[]),(name:"a",instruction:"j",expect:[NoError,],),]': (
        1,
        f"{NO_CHECK}, and so is a repeated ID",
    ),
    '(name:"a",instruction:"i",setup:(),expect:[])': (1, NO_CHECK),
    '(name:"a",instruction:"i",tags:["x"],expect:[])': (1, UNKNOWN),
    '(name:"",instruction:"",expect:[])': (1, NO_CHECK),
    '(name:"a",instruction:"line1\nline2",expect:[])': (2, NO_CHECK),
    '[\n  (name:"a",instruction:"i",expect:[\n     CalledTol(tool: "x"),\n  ]),\n]': (
        3,
        "the true place, also inside lists",
    ),
    '// c\n[\n (name:"a" instruction:"i",expect:[]),\n]': (3, "the true place, also inside lists"),
    "\ufeff[]": ([], "one leading BOM is dropped"),
    '(r#name:"a",instruction:"i",expect:[])': (1, NO_CHECK),
}


@pytest.mark.parametrize("row", table("case_parse"))
def test_case_parse(row: Row) -> None:
    cases, told = read_cases(row["src"])
    ours: object = int(told[0].split(":")[1]) if told else cases
    theirs = row["error"][0] if "error" in row else row["cases"]
    agree(ours, theirs, row["src"], CASE_PARSE)


def test_golden_suite() -> None:
    cases, told = read_cases((VECTORS / "golden_suite.ron").read_bytes().decode())
    assert told == []
    assert spelled(cases) == spelled(rows("golden_suite"))


# ---- the last number ----------------------------------------------------------------------------

RANGE = "a sign right after a letter, digit or one of . ) ] % is none"
EXPONENT = "an exponent belongs to the number"
GROUPS = "commas count only in proper thousands groups"
MINUS = "U+2212 is a minus"

LAST_NUMBER: Exceptions = {
    "1e5": ("100000.0", EXPONENT),
    "5-3": ("3.0", RANGE),
    "12,34": ("34.0", GROUPS),
    "x-5": ("5.0", RANGE),
    "3-4-5": ("5.0", RANGE),
    "2024-01-15": ("15.0", RANGE),
    "1E+3": ("1000.0", EXPONENT),
    "6.02e23": ("6.02e+23", EXPONENT),
    "-.-5": ("5.0", RANGE),
    "1e400": ("inf", EXPONENT),
    "1,2a": ("2.0", GROUPS),
    "1.-2": ("2.0", RANGE),
    "1,23,456": ("23456.0", GROUPS),
    "1.5e3 units": ("1500.0", EXPONENT),
    "\u22120.5": ("-0.5", MINUS),
    "\u221218": ("-18.0", MINUS),
}


@pytest.mark.parametrize("row", table("last_number"))
def test_last_number(row: Row) -> None:
    token = numbers.last_number(row["text"])
    theirs = row["value"] if row["value"] is None else repr(float(row["value"]))
    agree(None if token is None else repr(token.value), theirs, row["text"], LAST_NUMBER)


# ---- the exceptions -----------------------------------------------------------------------------


KEYS: dict[str, Callable[[Row], str]] = {"evaluate": key_of, "last_number": itemgetter("text")}


@pytest.mark.parametrize(
    ("name", "exceptions"),
    [
        ("evaluate", EVALUATE),
        ("expectation_parse", EXPECTATION_PARSE),
        ("case_parse", CASE_PARSE),
        ("last_number", LAST_NUMBER),
    ],
)
def test_every_exception_has_a_row(name: str, exceptions: Exceptions) -> None:
    of = KEYS.get(name, itemgetter("src"))
    assert exceptions.keys() - {of(row) for row in rows(name)} == set()
    assert len(rows(name)) == len({of(row) for row in rows(name)})
