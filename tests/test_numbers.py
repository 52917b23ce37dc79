"""The last number of a text: the grammar of a token, its value, its surroundings, and tolerances."""

from __future__ import annotations

import math
import random

import pytest

from evalpin.numbers import last_number, within

SEED = 20_261_202


@pytest.mark.parametrize(
    ("text", "spelled", "value"),
    [
        ("10-20", "20", 20.0),
        ("2026-08-31", "31", 31.0),
        ("1,2,3", "3", 3.0),
        ("-1,024.50", "-1,024.50", -1024.5),
        ("6.02e23", "6.02e23", 6.02e23),
        ("\u22125", "\u22125", -5.0),
        ("$5", "5", 5.0),
        ("$29.00", "29.00", 29.0),
        ("$1,234.50.", "1,234.50", 1234.5),
        ("72, in total,", "72", 72.0),
        ("-$5", "5", 5.0),
        ("$-5", "-5", -5.0),
        ("+7", "+7", 7.0),
        ("(-5)", "-5", -5.0),
        ("[-5]", "-5", -5.0),
        ("\n-5", "-5", -5.0),
        ("=-5", "-5", -5.0),
        ("--5", "-5", -5.0),
        ("+-3", "-3", -3.0),
        ("_-5", "-5", -5.0),
        ("x -5", "-5", -5.0),
        ("1 -5", "-5", -5.0),
        ("1 - 5", "5", 5.0),
        ("x-5", "5", 5.0),
        ("é-5", "5", 5.0),
        ("²-5", "5", 5.0),
        ("٣-5", "5", 5.0),
        ("3)-5", "5", 5.0),
        ("a]-5", "5", 5.0),
        ("50%-60", "60", 60.0),
        ("3.-5", "5", 5.0),
        ("10\u221220", "20", 20.0),
        ("10\u201320", "20", 20.0),
        ("1e5", "1e5", 1e5),
        ("1.2E+5", "1.2E+5", 1.2e5),
        ("2e-3", "2e-3", 0.002),
        (".5e1", ".5e1", 5.0),
        ("5.e1", "5.e1", 50.0),
        ("1e", "1", 1.0),
        ("1e+", "1", 1.0),
        ("3em", "3", 3.0),
        ("1e5e6", "6", 6.0),
        ("1,024e2", "1,024e2", 102400.0),
        ("-.5", "-.5", -0.5),
        ("..5", ".5", 0.5),
        ("5..", "5", 5.0),
        ("42.", "42", 42.0),
        ("42...", "42", 42.0),
        ("12,34", "34", 34.0),
        ("1,0245", "0245", 245.0),
        ("1234,567", "567", 567.0),
        ("1,024,", "1,024", 1024.0),
        ("1,024,5", "5", 5.0),
        ("1,,024", "024", 24.0),
        ("12,345,678.9", "12,345,678.9", 12345678.9),
        ("1, 024", "024", 24.0),
        ("1.5,000", "000", 0.0),
        ("007", "007", 7.0),
        ("v2", "2", 2.0),
        ("H2O", "2", 2.0),
        ("10%", "10", 10.0),
        ("1/2", "2", 2.0),
        ("12:30", "30", 30.0),
        ("4 [1]", "1", 1.0),
        ("1e400", "1e400", math.inf),
        ("-1e400", "-1e400", -math.inf),
        ("9" * 400, "9" * 400, math.inf),
        ("-0", "-0", -0.0),
    ],
)
def test_last(text: str, spelled: str, value: float) -> None:
    token = last_number(text)
    assert token is not None
    assert (token.spelled, repr(token.value)) == (spelled, repr(value))
    assert text[token.at :].startswith(spelled)


@pytest.mark.parametrize(
    "text",
    ["", "four", "-", ".", "-.", "Infinity", "NaN", "½", "²", "\uff14\uff12", "٤٢", "二", "a.b"],
)
def test_none(text: str) -> None:
    assert last_number(text) is None


@pytest.mark.parametrize(
    ("text", "around"),
    [
        ("5", '"5"'),
        ("a" * 20 + "5" + "b" * 20, '"' + "a" * 20 + "5" + "b" * 20 + '"'),
        ("a" * 21 + "5" + "b" * 21, '..."' + "a" * 20 + "5" + "b" * 20 + '"...'),
        ('"5"\n\x1b\\', r'"\"5\"\n\u001b\\"'),
        ("1 and 2", '"1 and 2"'),
    ],
)
def test_around(text: str, around: str) -> None:
    token = last_number(text)
    assert token is not None
    assert token.around == around


@pytest.mark.parametrize(
    ("text", "value", "tolerance", "held"),
    [
        ("4", 4.0, 0.0, True),
        ("4.0000", 4.0, 0.0, True),
        ("1.1", 1.0, 0.1, True),
        ("0.9", 1.0, 0.1, True),
        ("1.1000000000000000000001", 1.0, 0.1, False),
        ("1.11", 1.0, 0.1, False),
        ("3.32", 3.33, 0.01, True),
        ("3.34", 3.33, 0.01, True),
        ("3.3199", 3.33, 0.01, False),
        ("100.01", 100.0, 0.01, True),
        ("-1.1", -1.0, 0.1, True),
        ("1,000.1", 1000.0, 0.1, True),
        ("\u22121.1", -1.0, 0.1, True),
        ("0.3", 0.3, 0.0, True),
        ("0.30000000000000004", 0.3, 0.0, False),
        ("9007199254740992", 9007199254740993.0, 0.0, True),
        ("9007199254740993", 9007199254740992.0, 0.0, True),
        ("1e400", 4.0, 1e308, False),
        ("1e400", 4.0, math.inf, True),
        ("99", 4.0, math.inf, True),
        ("1e-400", 0.0, 0.0, True),
        ("1e99999999999", 0.0, 1.0, False),
        ("-0", 0.0, 0.0, True),
        ("9" * 5000, 4.0, 1.0, False),
        ("4." + "0" * 5000, 4.0, 0.0, True),
        ("1e5", 100000.0, 0.0, True),
        ("5", 4.0, 0.999, False),
    ],
)
def test_within(text: str, value: float, tolerance: float, held: bool) -> None:
    token = last_number(text)
    assert token is not None
    assert within(token, value, tolerance) == held


def spelling(dice: random.Random) -> tuple[str, float]:
    """Return a number as a text may spell it, and its value, each made from the same parts."""
    whole, places = dice.randrange(10 ** dice.randrange(1, 10)), dice.randrange(4)
    fraction = "".join(dice.choice("0123456789") for _ in range(places))
    spelled = dice.choice([f"{whole}", f"{whole:,}"]) + (f".{fraction}" if fraction else "")
    value = f"{whole}.{fraction or 0}"
    if dice.random() < 0.3:
        exponent = dice.randrange(-9, 9)
        spelled, value = f"{spelled}{dice.choice('eE')}{exponent}", f"{value}e{exponent}"
    sign = dice.choice(["", "", "+", "-", "\u2212"])
    return sign + spelled, float(value) * (-1 if sign in ("-", "\u2212") else 1)


def test_numbers_among_words() -> None:
    print(f"seed {SEED}")
    dice = random.Random(SEED)
    for _ in range(2000):
        numbers = [spelling(dice) for _ in range(dice.randrange(1, 4))]
        between = [" so ", ": ", "\n", " = $", " (", "\t*"]
        text = "".join(dice.choice(between) + spelled for spelled, _ in numbers)
        text += dice.choice(["", ".", ", all told.", ")", " %", "!", "\n", " - "])
        token = last_number(text)
        assert token is not None
        assert token.spelled == numbers[-1][0], text
        assert repr(token.value) == repr(numbers[-1][1]), text
        assert within(token, numbers[-1][1], 0.0), text


@pytest.mark.parametrize(
    ("text", "times", "spelled"),
    [("1,", 200_000, "1"), ("1.e", 100_000, "1.e1"), ("1,000", 50_000, "000"), ("-", 200_000, None)],
)
def test_long_texts(text: str, times: int, spelled: str | None) -> None:
    token = last_number(text * times)
    assert (token and token.spelled) == spelled
