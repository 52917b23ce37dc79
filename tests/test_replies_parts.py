"""Replies text with calls, tokens, time, texts as JSON: what they mean, every fault, recordings read back."""

from __future__ import annotations

import random

import pytest

from evalpin import replies
from evalpin.errors import EvalpinError, Faults
from evalpin.model import Attempt, RunArtifacts
from evalpin.showing import escape
from evalpin.source import read_lines
from evalpin.toolcalls import ToolCall

SEED = 20_261_203


def read(*lines: str) -> tuple[replies.Script, list[str]]:
    faults = Faults("r")
    return replies.parse(list(lines), faults), faults.told()


@pytest.mark.parametrize(
    ("lines", "artifacts"),
    [
        (["tool t"], RunArtifacts("", (ToolCall("t", {}),))),
        (["| x", "tool t"], RunArtifacts("x", (ToolCall("t", {}),))),
        (["tool t", "| x"], RunArtifacts("x", (ToolCall("t", {}),))),
        (
            ["| x", 'tool t {"a": 1}', "| y", "tool t", "|"],
            RunArtifacts("x\ny\n", (ToolCall("t", {"a": 1}), ToolCall("t", {}))),
        ),
        (["tool b", "tool a"], RunArtifacts("", (ToolCall("b", {}), ToolCall("a", {})))),
        ([' \ttool \t t \t {"a": 1} \t'], RunArtifacts("", (ToolCall("t", {"a": 1}),))),
        (["tool t null"], RunArtifacts("", (ToolCall("t", None),))),
        (["tool t [1, 2.0]"], RunArtifacts("", (ToolCall("t", [1, 2.0]),))),
        (['tool "a b" 3'], RunArtifacts("", (ToolCall("a b", 3),))),
        ([r'tool "a\n\"b\"" "x"'], RunArtifacts("", (ToolCall('a\n"b"', "x"),))),
        (["tool reply"], RunArtifacts("", (ToolCall("reply", {}),))),
        (["tool #t"], RunArtifacts("", (ToolCall("#t", {}),))),
        ([r'tool-text t "{\"a\": [1,\n"'], RunArtifacts("", (ToolCall.from_json("t", '{"a": [1,\n'),))),
        (['tool-text t "x"'], RunArtifacts("", (ToolCall.from_json("t", "x"),))),
        (["tokens 0"], RunArtifacts("", tokens=0)),
        (["| x", "tokens \t 123456789"], RunArtifacts("x", tokens=123456789)),
        (["tokens 007"], RunArtifacts("", tokens=7)),
        (["seconds 2"], RunArtifacts("", seconds=2.0)),
        (["seconds 0.25"], RunArtifacts("", seconds=0.25)),
        (["seconds 1e-07"], RunArtifacts("", seconds=1e-07)),
        (['text "x"'], RunArtifacts("x")),
        (['text ""'], RunArtifacts("")),
        (["text null"], RunArtifacts(None)),
        ([r'text "a\r\nb\u0000\ud800"'], RunArtifacts("a\r\nb\0\ud800")),
        (
            ["text null", "tokens 1", "tool t", "seconds 1.5"],
            RunArtifacts(None, (ToolCall("t", {}),), 1, 1.5),
        ),
        (["| tool t"], RunArtifacts("tool t")),
        (["|tokens x"], RunArtifacts("tokens x")),
    ],
)
def test_parts(lines: list[str], artifacts: RunArtifacts) -> None:
    script, told = read("reply a", *lines)
    assert told == []
    assert script == {"a": [artifacts]}
    assert repr(script["a"][0]) == repr(artifacts)


def test_parts_belong_to_their_entry_alone() -> None:
    assert read("reply a", "tool t", "reply a", "| x", "fail a y", "reply b", "tokens 1") == (
        {
            "a": [RunArtifacts("", (ToolCall("t", {}),)), RunArtifacts("x"), RunArtifacts(error="y")],
            "b": [RunArtifacts("", tokens=1)],
        },
        [],
    )


COUNT = "(expected 1 to 18 digits)"
STRING = "(expected a JSON string or null)"
OUTSIDE = 'outside a reply (expected "reply ID" right before it)'
EXPECTED = '(expected "reply", "fail", "tool", "tokens" or "| TEXT")'


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("tool", "empty tool name"),
        ('tool "t', "bad tool name: string without an end at column 1"),
        ("tool t {", 'bad arguments of "t": expected a key or "}", found the end at column 2'),
        ("tool t {} {}", 'bad arguments of "t": text after the value at column 4'),
        ("tool t x", 'bad arguments of "t": expected a value, found "x" at column 1'),
        ("tool a b {}", 'bad arguments of "a": expected a value, found "b" at column 1'),
        ("tool t NaN", 'bad arguments of "t": expected a value, found "NaN" at column 1'),
        ("tool t 1e400", 'bad arguments of "t": number too large for a double at column 1'),
        ("tool-text t", 'bad arguments of "t": expected a JSON string, found the end'),
        ("tool-text t {}", 'bad arguments of "t": expected a JSON string, found "{}"'),
        ("tool-text", "empty tool name"),
        ("tokens", f'bad count of tokens "" {COUNT}'),
        ("tokens -1", f'bad count of tokens "-1" {COUNT}'),
        ("tokens 1.0", f'bad count of tokens "1.0" {COUNT}'),
        ("tokens 1 2", f'bad count of tokens "1 2" {COUNT}'),
        ("tokens 1_0", f'bad count of tokens "1_0" {COUNT}'),
        ("tokens \u0663", f'bad count of tokens "\u0663" {COUNT}'),
        ("seconds", 'bad number of seconds ""'),
        ("seconds -1", 'bad number of seconds "-1"'),
        ("seconds nan", 'bad number of seconds "nan"'),
        ("seconds inf", 'bad number of seconds "inf"'),
        ("seconds 1s", 'bad number of seconds "1s"'),
        ("seconds \u0663", 'bad number of seconds "\u0663"'),
        ("text", f"bad text: expected a value, found the end {STRING}"),
        ("text x", f'bad text: expected a value, found "x" {STRING}'),
        ("text 'x'", f"bad text: expected a value, found \"'x'\" {STRING}"),
        ("text 1", f'bad text "1" {STRING}'),
        ("text true", f'bad text "true" {STRING}'),
        ('text ["x"]', rf'bad text "[\"x\"]" {STRING}'),
        ('text "x" y', f"bad text: text after the value {STRING}"),
        ('text "x', f"bad text: string without an end {STRING}"),
        ("toool t", 'unknown directive "toool" (did you mean "tool"?)'),
        ("token 1", 'unknown directive "token" (did you mean "tokens"?)'),
        ("TOOL t", 'unknown directive "TOOL" (did you mean "tool"?)'),
        ("tool: t", 'unknown directive "tool:" (did you mean "tool"?)'),
    ],
)
def test_fault(line: str, told: str) -> None:
    assert read("reply a", line)[1] == [f"r:2: {told}"]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["tool t"], [f'r:1: "tool" {OUTSIDE}']),
        (["tokens 1", "tool t"], [f'r:1: "tokens" {OUTSIDE}']),
        (["reply a", "", "tool t"], [f'r:3: "tool" {OUTSIDE}']),
        (["reply a", "# c", "seconds 1"], [f'r:3: "seconds" {OUTSIDE}']),
        (["fail a x", "text null"], [f'r:2: "text" {OUTSIDE}']),
        (["fail a x", "tool-text t {}"], [f'r:2: "tool-text" {OUTSIDE}']),
        (["reply a", "tokens 1", "tokens 1"], ['r:3: second "tokens" in one reply']),
        (["reply a", "seconds 1", "| x", "seconds 2"], ['r:4: second "seconds" in one reply']),
        (["reply a", "text null", 'text "x"'], ['r:3: second "text" in one reply']),
        (["reply a", "| x", 'text "y"'], ['r:3: "text" beside text lines (expected one or the other)']),
        (["reply a", 'text "y"', "| x"], ['r:3: "text" beside text lines (expected one or the other)']),
        (["reply a", "tool", "tokens x"], ["r:2: empty tool name", f'r:3: bad count of tokens "x" {COUNT}']),
    ],
)
def test_faults(lines: list[str], told: list[str]) -> None:
    assert read(*lines)[1] == told


# ---- recordings ---------------------------------------------------------------------------------


def attempt(artifacts: RunArtifacts, number: int = 1, case_id: str = "a") -> Attempt:
    return Attempt(case_id, number, artifacts, (), "pass" if artifacts.error is None else "error")


def again(*artifacts: RunArtifacts) -> list[RunArtifacts]:
    """Record attempts of one timed case, as a file, and read that."""
    attempts = [attempt(one, number) for number, one in enumerate(artifacts, 1)]
    data = replies.render(attempts, {"a"}).encode("utf-8")
    faults = Faults("r")
    script = replies.parse(read_lines(data, faults), faults)
    assert faults.told() == []
    return script["a"]


TEXTS = [
    "",
    "x",
    " ",
    " x ",
    "\tx\t",
    "   x\n y\n",
    "\n",
    "\n\n\n",
    "x\n",
    "x\n\n",
    "\nx",
    "\n\nx\n\ny",
    "\r",
    "x\r",
    "x\ry",
    "\rx",
    "\r\n",
    "x\r\ny",
    "x\r\n",
    "x\n\r",
    "x\r\r\n",
    "|",
    "| x",
    "||",
    "#",
    "# x\n#",
    "reply a",
    "fail a x\nreply b\n| y",
    "tool t {}\ntokens 5\ntext null",
    "x\u2028y\u2029",
    "x\x0cy\x0bz\x85w",
    "\x1b[2J\x07\x7f",
    "\u202eabc",
    "\ufeff",
    "\ufeffx",
    "x\n\ufeff",
    "\ud800",
    "\udfff x\n",
    "\ud83d\n\ude00",
    "\U0001f600 e\u0301",
    '"quoted" \\ \\n',
    "null",
    "\xa0x\xa0",
    "\x1c\x1d\x1e\x1f",
    "x" * 100_000,
]


@pytest.mark.parametrize("text", TEXTS)
def test_text_comes_back(text: str) -> None:
    made = [RunArtifacts(text), RunArtifacts(text, (ToolCall("t", {}),), tokens=3)]
    assert again(*made) == made


@pytest.mark.parametrize(
    "call",
    [
        ToolCall("t", {}),
        ToolCall("t", None),
        ToolCall("t", True),
        ToolCall("t", 0),
        ToolCall("t", -0.0),
        ToolCall("t", 1.0),
        ToolCall("t", 1e300),
        ToolCall("t", 2**64),
        ToolCall("t", [-(10**400)]),
        ToolCall("t", ""),
        ToolCall("t", "a\r\n\0\ud800\u2028\x7f |#"),
        ToolCall("t", []),
        ToolCall("t", {"": {"a b": [{"\n": None}]}}),
        ToolCall("t", {"b": 1, "a": 2}),
        ToolCall("a b", {}),
        ToolCall(" a ", {"x": 1}),
        ToolCall('"', {}),
        ToolCall('a"b', {}),
        ToolCall("a\nb\tc", {}),
        ToolCall("\r", {}),
        ToolCall("\0", {}),
        ToolCall("\ud800", {}),
        ToolCall("\ufeff\u2028", {}),
        ToolCall("#", {}),
        ToolCall("|", {}),
        ToolCall("{}", {}),
        ToolCall("null", None),
        ToolCall("é\xa0", {}),
        ToolCall("", {}),
        ToolCall("", None),
        ToolCall.from_json("t", "{"),
        ToolCall.from_json("t", '{"a": [1,\n'),
        ToolCall.from_json("a b", '"\\ud800 \0\r\n'),
        ToolCall.from_json("t", " "),
    ],
)
def test_call_comes_back(call: ToolCall) -> None:
    made = RunArtifacts("x", (call, ToolCall("u", {}), call))
    found = again(made)
    assert found == [made]
    assert repr(found[0]) == repr(made)


@pytest.mark.parametrize(
    "artifacts",
    [
        RunArtifacts(),
        RunArtifacts(None, (ToolCall("t", {}),), 0, 0.0),
        RunArtifacts("", tokens=0),
        RunArtifacts("x", tokens=999_999_999),
        RunArtifacts("x", tokens=1_000_000_000),
        RunArtifacts("x", seconds=0.0),
        RunArtifacts("x", seconds=1e-07),
        RunArtifacts("x", seconds=5e-324),
        RunArtifacts("x", seconds=0.1 + 0.2),
        RunArtifacts("x", seconds=123456.789),
        RunArtifacts("x", seconds=1e9),
        RunArtifacts("x", seconds=1e16),
    ],
)
def test_numbers_come_back(artifacts: RunArtifacts) -> None:
    assert again(artifacts, artifacts) == [artifacts, artifacts]


def test_time_is_recorded_only_where_a_check_looks_at_it() -> None:
    text = replies.render([attempt(RunArtifacts("x", seconds=0.5))], set())
    assert text == "# recorded: run again with --replies and the same -k\n\nreply a\n| x\n"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        ("rate limited", "rate limited"),
        ("", "error without a message"),
        ("ValueError: a\nb", r"ValueError: a\nb"),
        ("a\r\n\tb\x1b\0", r"a\r\n\tb\u001b\u0000"),
        ("\ud800", r"\ud800"),
        ("# | x", "# | x"),
        ("\\n", "\\n"),
        ("\ufeff\u2028\u202e", r"\ufeff\u2028\u202e"),
        ("x" * 5000, "x" * 5000),
    ],
)
def test_error_comes_back_as_it_is_printed(error: str, told: str) -> None:
    made = RunArtifacts("lost", (ToolCall("t", {}),), error=error)
    found = again(made)
    assert found == [RunArtifacts(error=told)]
    assert escape(attempt(found[0]).note) == escape(attempt(made).note)


@pytest.mark.parametrize("text", ["\0", "x\0y", "a\r\n\0", "\ud800\0"])
def test_nul_is_refused_by_name(text: str) -> None:
    attempts = [attempt(RunArtifacts("x")), attempt(RunArtifacts(text), 2, "b-1")]
    with pytest.raises(EvalpinError) as raised:
        replies.render(attempts, set())
    assert raised.value.lines == (
        'case "b-1", attempt 2: the reply holds a NUL, which a replies file cannot',
    )


def test_attempts_in_order_of_each_case() -> None:
    made = [
        attempt(RunArtifacts("1"), 1, "b"),
        attempt(RunArtifacts(error="2"), 2, "b"),
        attempt(RunArtifacts("", tokens=5), 1, "a"),
        attempt(RunArtifacts(None), 2, "a"),
    ]
    assert replies.render(made, set()).split("\n") == [
        "# recorded: run again with --replies and the same -k",
        "",
        "reply b",
        "| 1",
        "",
        "fail b 2",
        "",
        "reply a",
        "tokens 5",
        "",
        "reply a",
        "text null",
        "",
    ]


NASTY = [
    "a",
    " ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "|",
    "#",
    '"',
    "\\",
    "\u2028",
    "\x0c",
    "\ufeff",
    "\ud800",
    "\x1b",
    "é",
]


def nasty(dice: random.Random) -> str:
    return "".join(dice.choice(NASTY) for _ in range(dice.randrange(8)))


def value(dice: random.Random, depth: int = 3) -> object:
    kind = dice.randrange(8 if depth else 6)
    if kind == 6:
        return [value(dice, depth - 1) for _ in range(dice.randrange(4))]
    if kind == 7:
        return {nasty(dice): value(dice, depth - 1) for _ in range(dice.randrange(4))}
    scalars = [None, dice.random() < 0.5, dice.randrange(-(10**25), 10**25), dice.uniform(-9, 9)]
    return [*scalars, nasty(dice), dice.random() * 10 ** dice.randrange(-300, 300)][kind]


def test_any_artifacts_come_back() -> None:
    print(f"seed {SEED}")
    dice = random.Random(SEED)
    for _ in range(400):
        made = []
        for _ in range(dice.randrange(1, 5)):
            calls = [
                ToolCall("x" + nasty(dice), value(dice))
                if dice.random() < 0.8
                else ToolCall.from_json("y" + nasty(dice), "{" + nasty(dice))
                for _ in range(dice.randrange(3))
            ]
            made.append(
                RunArtifacts(
                    None if dice.random() < 0.1 else nasty(dice),
                    tuple(calls),
                    dice.choice([None, dice.randrange(10**9)]),
                    dice.choice([None, dice.random(), dice.random() * 1e-6, dice.random() * 1e6]),
                )
            )
        found = again(*made)
        assert found == made
        assert repr(found) == repr(made)
