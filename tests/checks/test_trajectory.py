"""Checks of all calls together: four modes, true one-to-one matchings, and what a note blames."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from evalpin.checks import parse_check
from evalpin.checks._calls import ExpectedCall
from evalpin.checks.trajectory import MODES, Trajectory, match
from evalpin.errors import BadValue
from evalpin.jsonvalue import Value
from evalpin.model import RunArtifacts, Verdict
from evalpin.toolcalls import ToolCall, parse

SEED = 20_261_201


def judged(mode: str, value: str, *lines: str) -> Verdict:
    artifacts = RunArtifacts(tool_calls=tuple(parse(line) for line in lines))
    verdict = parse_check(f"trajectory-{mode}", value).judge(artifacts)
    assert (verdict.outcome == "pass") == (verdict.note == "")
    return verdict


ALL = "strict unordered superset subset"
X1, X1Y2, X1Y3 = 'a {"x": 1}', 'a {"x": 1, "y": 2}', 'a {"x": 1, "y": 3}'


@pytest.mark.parametrize(
    ("value", "lines", "modes"),
    [
        ("a | b", ["a", "b"], ALL),
        ("a|b", ["b", "a"], "unordered superset subset"),
        ("a | b", ["a", "b", "c"], "superset"),
        ("a | b", ["a"], "subset"),
        ("a | b", [], "subset"),
        ("a | b", ["a", "c"], ""),
        ("a | a", ["a"], "subset"),
        ("a | a", ["a", "a"], ALL),
        ("a", ["a", "a"], "superset"),
        ("a", ["A"], ""),
        (X1, [X1Y2], ALL),
        (X1, ['a {"x": 1.0}'], ALL),
        (X1, ['a {"x": true}'], ""),
        ("a {}", ["a [1]"], ""),
        ("a", ["a [1]"], ALL),
        ('a {"x": "p | b"} | b', ['a {"x": "p | b"}', "b"], ALL),
        ('"a|b" | c', ['"a|b"', "c"], ALL),
        (f"{X1} | {X1Y2}", [X1Y2, X1], "unordered superset subset"),
        (f"a | {X1} | {X1Y2}", [X1Y2, X1, "a"], "unordered superset subset"),
        (f"{X1} | {X1Y2}", [X1Y2, X1Y3], "unordered superset subset"),
        (f"{X1} | {X1Y2}", [X1Y2, X1Y3, "b"], "superset"),
        (f"{X1} | {X1Y2} | b", [X1Y2, X1Y3], "subset"),
        (f"{X1} | {X1Y2}", [X1Y2], "subset"),
        (f"{X1} | {X1Y2}", [X1Y3, X1Y3], ""),
    ],
)
def test_modes(value: str, lines: list[str], modes: str) -> None:
    held = [mode for mode in MODES if judged(mode, value, *lines).passed]
    assert held == modes.split()


@pytest.mark.parametrize(
    ("mode", "value", "lines", "told"),
    [
        ("strict", "a | b", ["b", "a"], "call 1 is b({}): expected a"),
        ("strict", "a | b", ["a"], "1 calls, expected 2: b is missing"),
        ("strict", "a | b {}", [], "0 calls, expected 2: a is missing"),
        ("strict", "a", ["a", 'b {"x": 1}'], '2 calls, expected 1: b({"x":1}) is one too many'),
        (
            "strict",
            f"b | {X1}",
            ["b", 'a {"x": 2}'],
            'call 2 is a({"x":2}): $.x is 2, expected 1',
        ),
        ("strict", X1, ["b"], 'call 1 is b({}): expected a({"x":1})'),
        ("unordered", "a | b", ["a"], "no call of its own for b"),
        ("unordered", "a | b | c", ["a"], "no call of its own for b and 1 more"),
        ("unordered", "a", ["a", "b"], "unexpected b({})"),
        ("unordered", "a", ["a", "b", "c", "d"], "unexpected b({}) and 2 more"),
        ("unordered", "a | b", ["a", "c"], "no call of its own for b; unexpected c({})"),
        ("unordered", "a | a", ["a", "b"], "no call of its own for a; unexpected b({})"),
        (
            "unordered",
            X1,
            ['a {"x": 2}'],
            (
                'no call of its own for a({"x":1}) (call of "a" (call 1): $.x is 2, expected 1);'
                ' unexpected a({"x":2})'
            ),
        ),
        ("superset", "a | a", ["a", "b"], "no call of its own for a"),
        ("superset", "a", [], "no call of its own for a"),
        (
            "superset",
            X1,
            ["b", 'a {"x": 2}'],
            'no call of its own for a({"x":1}) (call of "a" (call 2): $.x is 2, expected 1)',
        ),
        ("subset", "a", ["a", "a"], "unexpected a({})"),
        ("subset", "a | b", ["c"], "unexpected c({})"),
        ("subset", "a", ['"\\u001b"'], r"unexpected \u001b({})"),
    ],
)
def test_notes(mode: str, value: str, lines: list[str], told: str) -> None:
    assert judged(mode, value, *lines).note == told


@pytest.mark.parametrize("mode", MODES)
def test_broken_arguments(mode: str) -> None:
    artifacts = RunArtifacts(tool_calls=(ToolCall.from_json("a", '{"x": 1'),))
    assert parse_check(f"trajectory-{mode}", "a").judge(artifacts).passed
    failed = parse_check(f"trajectory-{mode}", "a {}").judge(artifacts)
    fault = 'arguments are not JSON at char 8: expected "," or "}", found the end'
    why = f'call of "a" (call 1): {fault}'
    shown = r'a("{\"x\": 1")'
    assert (
        failed.note
        == {
            "strict": f"call 1 is {shown}: {fault}",
            "unordered": f"no call of its own for a({{}}) ({why}); unexpected {shown}",
            "superset": f"no call of its own for a({{}}) ({why})",
            "subset": f"unexpected {shown}",
        }[mode]
    )


def test_label_and_sides() -> None:
    assert judged("unordered", f"a | {X1}", "b") == Verdict(
        'Trajectory(unordered, a | a({"x":1}))',
        "fail",
        "no call of its own for a and 1 more; unexpected b({})",
        'a | a({"x":1})',
        "b({})",
    )


@pytest.mark.parametrize("mode", MODES)
def test_no_expected_calls(mode: str) -> None:
    check = Trajectory(mode, ())
    assert check.judge(RunArtifacts()) == Verdict(f"Trajectory({mode}, no calls)", "pass")
    assert check.judge(RunArtifacts(tool_calls=(ToolCall("a"),))).passed == (mode == "superset")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("|", "empty tool name"),
        ("a |", "empty tool name"),
        ("| a", "empty tool name"),
        ("a || b", "empty tool name"),
        ('"" {}', "empty tool name"),
        ("a b", 'expected "{" or the end after the tool "a", found "b"'),
        ("a [1]", 'expected "{" or the end after the tool "a", found "[1]"'),
        ("a {} b", 'text after the arguments of "a": "b"'),
        ("a | b {", 'bad arguments of "b": expected a key or "}", found the end at column 8'),
        ('a | b {"x": NaN}', 'bad arguments of "b": expected a value, found "NaN" at column 13'),
        ('"a', "bad tool name: string without an end at column 1"),
    ],
)
def test_refused(mode: str, value: str, told: str) -> None:
    with pytest.raises(BadValue) as raised:
        parse_check(f"trajectory-{mode}", value)
    assert str(raised.value) == told


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        ("Strict", 'unknown mode "Strict" (did you mean "strict"?)'),
        ("any", 'unknown mode "any" (expected strict, unordered, superset, subset)'),
        ("", 'unknown mode "" (expected strict, unordered, superset, subset)'),
        ("subste", 'unknown mode "subste" (did you mean "subset"?)'),
    ],
)
def test_unknown_mode(mode: str, told: str) -> None:
    with pytest.raises(BadValue) as raised:
        Trajectory(mode, ())
    assert str(raised.value) == told


def most_matched(fits: list[list[bool]], columns: int) -> int:
    """Return how many rows the best matching serves, by trying every one."""
    slots = [*range(columns), *[columns] * len(fits)]  # a column that is none, for whoever gets none
    found = 0
    for chosen in set(permutations(slots, len(fits))):
        found = max(
            found,
            sum(column < columns and fits[row][column] for row, column in enumerate(chosen)),
        )
    return found


def test_match_serves_as_many_rows_as_any_permutation() -> None:
    print(f"seed {SEED}")
    dice = random.Random(SEED)
    short_of_all = 0
    for _ in range(300):
        rows, columns = dice.randrange(5), dice.randrange(5)
        density = dice.random()
        fits = [[dice.random() < density for _ in range(columns)] for _ in range(rows)]
        pairs = match(fits, columns)
        taken = [column for column in pairs if column is not None]
        assert len(set(taken)) == len(taken)
        assert all(fits[row][column] for row, column in enumerate(pairs) if column is not None)
        assert len(taken) == most_matched(fits, columns)
        short_of_all += len(taken) < min(rows, columns)
    assert 30 < short_of_all < 270


def fits_by_hand(want: ExpectedCall, have: ToolCall) -> bool:
    if want.tool != have.name:
        return False
    wanted = {} if want.any_args else want.args
    assert isinstance(wanted, dict)
    assert isinstance(have.args, dict)
    return all(key in have.args and have.args[key] == value for key, value in wanted.items())


def holds_by_hand(mode: str, wanted: list[ExpectedCall], had: list[ToolCall]) -> bool:
    """Say whether a mode holds, by trying every assignment."""
    if mode in ("strict", "unordered") and len(wanted) != len(had):
        return False
    if mode == "strict":
        return all(map(fits_by_hand, wanted, had))
    if mode == "subset":
        return len(had) <= len(wanted) and any(
            all(map(fits_by_hand, chosen, had)) for chosen in permutations(wanted, len(had))
        )
    return len(wanted) <= len(had) and any(
        all(map(fits_by_hand, wanted, chosen)) for chosen in permutations(had, len(wanted))
    )


def test_modes_agree_with_every_permutation() -> None:
    print(f"seed {SEED}")
    dice = random.Random(SEED)
    seen = dict.fromkeys([(mode, held) for mode in MODES for held in (True, False)], 0)

    def args() -> dict[str, Value]:
        return {key: dice.randrange(2) for key in "xy" if dice.random() < 0.6}

    for _ in range(400):
        had = [ToolCall(dice.choice("aab"), args()) for _ in range(dice.randrange(5))]
        wanted = [
            ExpectedCall(call.name, {key: value for key, value in call.args.items() if dice.random() < 0.5})
            if isinstance(call.args, dict) and dice.random() < 0.9
            else ExpectedCall(dice.choice("ab"), any_args=True)
            for call in had
        ]
        dice.shuffle(wanted)
        if wanted and dice.random() < 0.3:
            wanted.pop()
        if dice.random() < 0.3:
            wanted.append(ExpectedCall("a", args()))
        for mode in MODES:
            verdict = Trajectory(mode, tuple(wanted)).judge(RunArtifacts(tool_calls=tuple(had)))
            held = holds_by_hand(mode, wanted, had)
            assert verdict.passed == held, (mode, wanted, had)
            seen[mode, held] += 1
    assert min(seen.values()) > 20


def test_a_long_chain_of_calls() -> None:
    """Each expected call fits two actual ones, and the last one only what all others want first."""
    size = 300
    wanted = [ExpectedCall("a", {"n": {str(n): 0}}) for n in range(size)]
    had = [ToolCall("a", {"n": {str(n): 0, str(n + 1): 0}}) for n in range(size - 1)]
    had.append(ToolCall("a", {"n": {"0": 0}}))
    check = Trajectory("unordered", tuple(wanted))
    assert check.judge(RunArtifacts(tool_calls=tuple(had))).passed
    had[-1] = ToolCall("a", {"n": {}})
    assert not check.judge(RunArtifacts(tool_calls=tuple(had))).passed
