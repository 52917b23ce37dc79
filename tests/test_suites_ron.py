"""RON text to cases: what is read, IDs from names, every fault of a file at its line and column."""

from __future__ import annotations

import pytest

from evalpin import FinalJsonMatches
from evalpin.checks._calls import ExpectedCall
from evalpin.checks.budgets import LatencyUnder, NoError, TokensUnder
from evalpin.checks.final import (
    FinalNumberEquals,
    FinalTextContains,
    FinalTextEquals,
    FinalTextMatches,
    FinalTextNotContains,
)
from evalpin.checks.tools import (
    CalledTool,
    CalledToolsInOrder,
    CalledToolWith,
    DidNotCallTool,
    NoToolCalls,
    ToolCallCount,
)
from evalpin.checks.trajectory import Trajectory
from evalpin.errors import Faults
from evalpin.model import Case, Check
from evalpin.suites import ron
from support import Evalpin, Folder


def read(text: str) -> tuple[list[Case], list[str]]:
    faults = Faults("s")
    return ron.parse(text, faults, {}), faults.told()


def one(check: str) -> tuple[tuple[Check, ...], list[str]]:
    """Read one check, which begins at line 2, column 1."""
    cases, told = read(f'(name: "a", instruction: "i", expect: [\n{check}\n])')
    return tuple(cases[0].checks) if cases else (), told


def case(checks: str = "NoError", name: str = "a") -> str:
    return f'(name: "{name}", instruction: "i", expect: [{checks}])'


@pytest.mark.parametrize(
    "text",
    [
        '(name: "A b", instruction: "i\nj", expect: [NoError])',
        'EvalCase(name: "A b", instruction: "i\\nj", expect: [NoError])',
        'EvalCase (\n  expect: [NoError,],\n  setup: (),\n  instruction: "i\nj",\n  name: "A b",\n)\n',
        '[(name: "A b", instruction: "i\nj", expect: [NoError()])]',
        '\ufeff#![enable(implicit_some)] (name: r"A b", instruction: r#"i\nj"#, expect: [NoError])',
        '(name: "A b", instruction: "i\nj", setup: ( ), expect: [NoError])',
        '/* c */ (r#name: "A b", instruction: "i\nj", expect: [NoError]) // c',
    ],
)
def test_case(text: str) -> None:
    assert read(text) == ([Case("a-b", "i\nj", (NoError(),), 1, "A b")], [])


def test_cases_in_order_with_their_lines() -> None:
    cases, told = read(f"[\n{case(name='b')},\n\n  {case(name='a')},\n]")
    assert told == []
    assert [(one.id, one.line) for one in cases] == [("b", 2), ("a", 4)]


@pytest.mark.parametrize(
    ("check", "made"),
    [
        ('CalledTool(tool: "x")', CalledTool("x")),
        ('DidNotCallTool(tool: "a b")', DidNotCallTool("a b")),
        ('CalledToolWith(tool: "x", args: {"a": 1})', CalledToolWith("x", {"a": 1})),
        (
            'CalledToolWith(tool: "x", args: (a: 1, b: [Some(2.0), null]))',
            CalledToolWith("x", {"a": 1, "b": [2.0, None]}),
        ),
        ('CalledToolWith(tool: "x", args: ())', CalledToolWith("x", None)),
        ("ToolCallCount()", ToolCallCount()),
        ('ToolCallCount(tool: "x", min: 1, max: 2)', ToolCallCount("x", 1, 2)),
        ('ToolCallCount(tool: Some("x"), min: Some(0x10), max: None)', ToolCallCount("x", 16, None)),
        ("NoToolCalls", NoToolCalls()),
        ("NoToolCalls()", NoToolCalls()),
        ("NoError()", NoError()),
        ('CalledToolsInOrder(tools: ["a", "b",])', CalledToolsInOrder(("a", "b"))),
        ("CalledToolsInOrder(tools: [])", CalledToolsInOrder(())),
        ('FinalTextContains(text: "x")', FinalTextContains("x")),
        (
            'FinalTextContains(text: "x", case_insensitive: true)',
            FinalTextContains("x", case_insensitive=True),
        ),
        ('FinalTextNotContains(text: "x")', FinalTextNotContains("x")),
        ('FinalTextEquals(text: " x ")', FinalTextEquals(" x ")),
        (r'FinalTextMatches(regex: r"\d+")', FinalTextMatches(r"\d+", "rust")),
        ("FinalNumberEquals(value: 4)", FinalNumberEquals(4.0)),
        ("FinalNumberEquals(value: -.5, tolerance: 1e-2)", FinalNumberEquals(-0.5, 0.01)),
        ("FinalNumberEquals(value: +4., tolerance: inf)", FinalNumberEquals(4.0, float("inf"))),
        ('FinalJsonMatches(value: {"a": [1, (2, "b")]})', FinalJsonMatches({"a": [1, [2, "b"]]})),
        ("TokensUnder(n: 10)", TokensUnder(10)),
        ("LatencyUnder(ms: 1.5)", LatencyUnder(1.5)),
        ("LatencyUnder(ms: 500)", LatencyUnder(500.0)),
        ('Trajectory(mode: "strict", calls: [])', Trajectory("strict", ())),
        (
            (
                'Trajectory(calls: ["a", (tool: "b"), (tool: "c", args: {}),\n'
                'Call(args: {"x": 1}, tool: "d"), (tool: "e", args: ())], mode: "subset")'
            ),
            Trajectory(
                "subset",
                (
                    ExpectedCall("a", any_args=True),
                    ExpectedCall("b", any_args=True),
                    ExpectedCall("c", {}),
                    ExpectedCall("d", {"x": 1}),
                    ExpectedCall("e", None),
                ),
            ),
        ),
    ],
)
def test_check(check: str, made: Check) -> None:
    assert one(check) == ((made,), [])


KINDS = (
    "CalledTool, DidNotCallTool, CalledToolWith, ToolCallCount, NoToolCalls, CalledToolsInOrder, Trajectory, "
    "FinalTextContains, FinalTextNotContains, FinalTextEquals, FinalTextMatches, FinalNumberEquals, "
    "FinalJsonMatches, TokensUnder, LatencyUnder, NoError"
)


@pytest.mark.parametrize(
    ("check", "column", "told"),
    [
        ('CalledTol(tool: "x")', 1, 'unknown check kind "CalledTol" (did you mean "CalledTool"?)'),
        ('  called_tool(tool: "x")', 3, 'unknown check kind "called_tool" (did you mean "CalledTool"?)'),
        ("Bogus", 1, f'unknown check kind "Bogus" (expected {KINDS})'),
        ("CalledTool", 1, "CalledTool: expected its fields in parentheses, CalledTool(..)"),
        ("ToolCallCount", 1, "ToolCallCount: expected its fields in parentheses, ToolCallCount(..)"),
        ("CalledTool()", 1, "CalledTool has no tool"),
        ("CalledToolWith()", 1, "CalledToolWith has no tool and no args"),
        ('CalledTool("x")', 12, "CalledTool: expected a field by its name, found a string"),
        ('CalledTool(tol: "x")', 12, 'unknown field "tol" (did you mean "tool"?); CalledTool has no tool'),
        ('CalledTool(tool: "x", extra: 1)', 23, 'unknown field "extra" (expected tool)'),
        ("NoError(x: 1)", 9, 'unknown field "x" (NoError has none)'),
        ("NoToolCalls(1)", 13, "NoToolCalls: expected a field by its name, found an integer"),
        ('CalledTool(tool: "x", tool: "y")', 23, 'repeated field "tool"'),
        ("CalledTool(tool: 'x')", 18, "tool: expected a string, found a char"),
        ('CalledTool(tool: Some("x"))', 18, "tool: expected a string, found Some"),
        ("CalledTool(tool: x)", 18, "tool: expected a string, found a bare name"),
        ('CalledTool(tool: "")', 18, "tool: empty tool name"),
        ('CalledToolsInOrder(tools: ["a", ""])', 33, "tools: empty tool name"),
        ("CalledToolsInOrder(tools: [\"a\", 'b'])", 33, "tools: expected a string, found a char"),
        ('CalledToolsInOrder(tools: ("a", "b"))', 27, "tools: expected a list, found a tuple"),
        ('ToolCallCount(tool: "")', 21, "tool: empty tool name"),
        ("ToolCallCount(min: 3, max: 1)", 20, "min 3 is more than max 1"),
        ("ToolCallCount(max: 1, min: 3)", 28, "min 3 is more than max 1"),
        ("ToolCallCount(min: -1)", 20, "min: expected an integer from 0, found an integer"),
        ("ToolCallCount(min: Some(-1))", 25, "min: expected an integer from 0, found an integer"),
        ("ToolCallCount(min: 1.0)", 20, "min: expected an integer from 0, found a float"),
        ("ToolCallCount(min: Some(Some(1)))", 25, "min: expected an integer from 0, found Some"),
        (
            'FinalTextContains(text: "x", case_insensitive: True)',
            48,
            "case_insensitive: expected true or false, found a bare name",
        ),
        ('FinalNumberEquals(value: "4")', 26, "value: expected a decimal number, found a string"),
        ("FinalNumberEquals(value: 0x4)", 26, "value: expected a decimal number, found an integer"),
        ("FinalNumberEquals(value: NaN)", 26, "value is nan, which no number equals"),
        ("FinalNumberEquals(value: inf)", 26, "value is inf, which no number equals"),
        ("FinalNumberEquals(value: 1e400)", 26, "value is inf, which no number equals"),
        ("FinalNumberEquals(value: " + "9" * 400 + ")", 26, "value is inf, which no number equals"),
        ("FinalNumberEquals(value: 4, tolerance: -1)", 40, "tolerance is -1.0 (expected 0 or more)"),
        ("FinalNumberEquals(value: 4, tolerance: NaN)", 40, "tolerance is nan (expected 0 or more)"),
        (
            "FinalNumberEquals(value: 4, tolerence: 1)",
            29,
            'unknown field "tolerence" (did you mean "tolerance"?)',
        ),
        ('CalledToolWith(tool: "x", args: {"a": True})', 39, "args: unknown value True (did you mean true?)"),
        (
            'CalledToolWith(tool: "x", args: {"a": [1, NaN]})',
            43,
            "args: NaN is not finite: JSON cannot hold it",
        ),
        (
            'CalledToolWith(tool: "x", args: {a: 1})',
            34,
            'args: a key must be a string, found a bare name (write "a")',
        ),
        ('FinalJsonMatches(value: {"a": inf})', 31, "value: inf is not finite: JSON cannot hold it"),
        ("TokensUnder(n: 1.5)", 16, "n: expected an integer from 0, found a float"),
        ("LatencyUnder(ms: 0)", 18, "ms is 0.0 (expected more than 0)"),
        ('Trajectory(mode: "strcit", calls: [])', 18, 'unknown mode "strcit" (did you mean "strict"?)'),
        (
            'Trajectory(calls: [], mode: "any")',
            29,
            'unknown mode "any" (expected strict, unordered, superset, subset)',
        ),
        ("Trajectory(mode: strict, calls: [])", 18, "mode: expected a string, found a bare name"),
        ('Trajectory(mode: "strict")', 1, "Trajectory has no calls"),
        ('Trajectory(mode: "strict", calls: ["a", ""])', 41, "calls: empty tool name"),
        ('Trajectory(mode: "strict", calls: [(tool: "")])', 36, "calls: empty tool name"),
        ('Trajectory(mode: "strict", calls: [(args: {})])', 36, "calls: the call has no tool"),
        (
            'Trajectory(mode: "strict", calls: [1])',
            36,
            'calls: expected "tool" or (tool: .., args: ..), found an integer',
        ),
        (
            'Trajectory(mode: "strict", calls: [Foo(tool: "a")])',
            36,
            'calls: expected "tool" or (tool: .., args: ..), found a struct',
        ),
        (
            'Trajectory(mode: "strict", calls: [(tool: "a", arg: {})])',
            48,
            'calls: unknown field "arg" (did you mean "args"?)',
        ),
        ('Trajectory(mode: "strict", calls: [(tool: "a", tool: "b")])', 48, 'calls: repeated field "tool"'),
        ('"NoError"', 1, "expected a check such as NoError, found a string"),
        ("Some(NoError)", 1, "expected a check such as NoError, found Some"),
        ("(NoError)", 1, "expected a check such as NoError, found a tuple"),
        ("[NoError]", 1, "expected a check such as NoError, found a list"),
        (
            r'FinalTextMatches(regex: "\d+")',
            26,
            r'bad escape \d (a regex needs "\\d" or a raw string, r"\d")',
        ),
    ],
)
def test_bad_check(check: str, column: int, told: str) -> None:
    assert one(check)[1] == [f"s:2:{column}: {told}"]


def test_bad_regex_is_told_at_its_string() -> None:
    told = one('FinalTextMatches(regex: "a(b")')[1]
    assert len(told) == 1
    assert told[0].startswith("s:2:25: ")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["s:1:1: expected a value, found the end"]),
        ("// c", ["s:1:5: expected a value, found the end"]),
        ("(name: a", ['s:1:9: expected ")" for the "(" of line 1, found the end']),
        ("[1]", ["s:1:2: expected EvalCase(..) or (..), found an integer"]),
        ('"x"', ["s:1:1: expected EvalCase(..) or (..), found a string"]),
        ("()", ["s:1:1: expected EvalCase(..) or (..), found ()"]),
        ("( )", ["s:1:1: expected EvalCase(..) or (..), found a tuple"]),
        (f"Case{case()}", ['s:1:1: expected EvalCase(..) or (..), found "Case"']),
        (f"[\n{case()},\n  Cases{case()}\n]", ['s:3:3: expected EvalCase(..) or (..), found "Cases"']),
        (f"Some({case()})", ["s:1:1: expected EvalCase(..) or (..), found Some"]),
        ('{"name": "a"}', ["s:1:1: expected EvalCase(..) or (..), found a map"]),
        (case("") + "\n", ["s:1:39: case without a check (expected at least one in expect)"]),
        (
            '(name: "a", instruction: "i", expect: NoError)',
            ["s:1:39: expect: expected a list of checks, found a bare name"],
        ),
        ('(name: "a", instruction: "i")', ["s:1:1: the case has no expect"]),
        (
            '(nam: "a", instruction: "i", expect: [NoError])',
            ['s:1:2: unknown field "nam" (did you mean "name"?); the case has no name'],
        ),
        (
            '(name: "a", instruction: "i", tags: [], expect: [NoError])',
            ['s:1:31: unknown field "tags" (expected name, instruction, setup, expect)'],
        ),
        (
            '(name: "a", name: "b", instruction: "i", expect: [NoError])',
            ['s:1:13: repeated field "name"'],
        ),
        (
            "(name: a, instruction: 'i', expect: [NoError])",
            [
                "s:1:8: name: expected a string, found a bare name",
                "s:1:24: instruction: expected a string, found a char",
            ],
        ),
        (
            '(name: "a", instruction: "i", setup: (seed: 1), expect: [NoError])',
            ["s:1:38: setup: expected (), found a struct"],
        ),
        (f"{case()},", ['s:1:49: expected the end, found ","']),
    ],
)
def test_bad_case(text: str, told: list[str]) -> None:
    assert read(text)[1] == told


def test_all_faults_of_a_file_are_told_in_order() -> None:
    text = """[
  (name: "a", instruction: "i", expect: [
    CalledTol(tool: "x"),
    FinalNumberEquals(value: "4", tolerance: true, tolerence: 1),
    NoError,
  ]),
  Case(),
  (name: "A", instruction: 'é', expect: []),
  (name: "é…", expect: [ToolCallCount(min: 2, max: 1)]),
]"""
    assert read(text)[1] == [
        's:3:5: unknown check kind "CalledTol" (did you mean "CalledTool"?)',
        "s:4:30: value: expected a decimal number, found a string",
        "s:4:46: tolerance: expected a decimal number, found a boolean",
        's:4:52: unknown field "tolerence" (did you mean "tolerance"?)',
        's:7:3: expected EvalCase(..) or (..), found "Case"',
        's:8:4: case "A" has the ID "a" of the case at s:2:4',
        "s:8:28: instruction: expected a string, found a char",
        "s:8:41: case without a check (expected at least one in expect)",
        "s:9:3: the case has no instruction",
        's:9:4: no case ID in the name "é…" (expected 1 to 200 letters or digits)',
        "s:9:44: min 2 is more than max 1",
    ]


@pytest.mark.parametrize(
    ("name", "ident"),
    [
        ("a", "a"),
        ("Adds two numbers", "adds-two-numbers"),
        ("  A  B ", "a-b"),
        ("a/b: c!", "a-b-c"),
        ("tool_use", "tool_use"),
        ("a--b", "a--b"),
        ("a - b", "a---b"),
        ("--a--", "a"),
        ("Ünï", "n"),
        ("2+2", "2-2"),
        ("x" * 200, "x" * 200),
        ("K", "k"),
    ],
)
def test_id_is_the_name(name: str, ident: str) -> None:
    cases, told = read(case(name=name))
    assert told == []
    assert [(one.id, one.title, one.name) for one in cases] == [(ident, name, name)]


@pytest.mark.parametrize("name", ["", " ", "é", "---", "日本", "x" * 201])
def test_no_id_in_a_name(name: str) -> None:
    shown = name if len(name) < 60 else name[:60]
    more = "" if len(name) < 60 else "..."
    expected = "(expected 1 to 200 letters or digits)"
    assert read(case(name=name))[1] == [f's:1:2: no case ID in the name "{shown}"{more} {expected}']


def test_columns_count_code_points_and_lines_end_at_lf() -> None:
    text = '(name: "\U0001f600e\u0301\r\n\u2028x", instruction: 1, expect: [\r\n\tBogus(), NoErr])'
    assert read(text)[1] == [
        "s:2:19: instruction: expected a string, found an integer",
        f's:3:2: unknown check kind "Bogus" (expected {KINDS})',
        's:3:11: unknown check kind "NoErr" (did you mean "NoError"?)',
    ]


# ---- files --------------------------------------------------------------------------------------


def write(folder: Folder, **files: str) -> None:
    (folder.path / "d").mkdir()
    for name, text in files.items():
        (folder.path / "d" / f"{name}.ron").write_bytes(text.encode())


def test_collisions_across_files_tell_both_places(evalpin: Evalpin, folder: Folder) -> None:
    write(folder, b=f"[\n {case(name='A b')},\n]", a=f"\n{case(name='a  B')}", c=case(name="a-b"))
    folder.write(r="reply a-b\n| x\n")
    assert evalpin("run", "d", "--replies", "r.txt") == (
        2,
        "",
        (
            'evalpin: d/b.ron:2:3: case "A b" has the ID "a-b" of the case at d/a.ron:2:2\n'
            'evalpin: d/c.ron:1:2: case "a-b" has the ID "a-b" of the case at d/a.ron:2:2\n'
        ),
    )


def test_all_faults_of_all_files(evalpin: Evalpin, folder: Folder) -> None:
    write(folder, b=case("NoErr", "b"), B="(", a=case())
    folder.write(r="fail a x\nfail b x\n")
    assert evalpin("run", "d", "--replies", "r.txt") == (
        2,
        "",
        (
            'evalpin: d/B.ron:1:2: expected ")" for the "(" of line 1, found the end\n'
            'evalpin: d/b.ron:1:40: unknown check kind "NoErr" (did you mean "NoError"?)\n'
        ),
    )


def test_files_of_a_folder(evalpin: Evalpin, folder: Folder) -> None:
    write(folder, b=case(name="3"), B=case(name="1"), _x=case(name="2"))
    inside = folder.path / "d"
    (inside / "c.RON").write_bytes(case(name="4").encode())
    for name in (".ron", "x.ron.bak", "x.txt", "ron"):
        (inside / name).write_bytes(b"(")
    (inside / "sub.ron").mkdir()
    (inside / "sub.ron" / "y.ron").write_bytes(b"(")
    folder.write(r="".join(f"fail {n} no {n}\n" for n in (1, 2, 3, 4)))
    ended = evalpin("run", "d", "--replies", "r.txt", "--out", "o.txt")
    assert ended.status == 1
    assert [line.split()[-1] for line in ended.stdout.splitlines() if "no " in line] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"\xff", "evalpin: s.ron: not valid UTF-8 (byte 0)\n"),
        (b"[]", "evalpin: s.ron: suite has no case\n"),
        (b"", "evalpin: s.ron:1:1: expected a value, found the end\n"),
    ],
)
def test_file(text: bytes, told: str, evalpin: Evalpin, folder: Folder) -> None:
    (folder.path / "s.ron").write_bytes(text)
    folder.write(r="")
    assert evalpin("run", "s.ron", "--replies", "r.txt") == (2, "", told)


def test_reports_show_the_name(evalpin: Evalpin, folder: Folder) -> None:
    (folder.path / "s.ron").write_bytes(case(name="Two Words").encode())
    folder.write(r="fail two-words gone\n")
    ended = evalpin("run", "s.ron", "--replies", "r.txt")
    assert ended.status == 1
    assert "Two Words: attempt 1: gone" in ended.stdout + ended.stderr
