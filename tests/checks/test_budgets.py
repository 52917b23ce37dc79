"""Checks of tokens, time and errors: each limit on both sides, what was not measured, bad limits."""

from __future__ import annotations

import math

import pytest

from evalpin.checks import judge, parse_check
from evalpin.checks.budgets import LatencyUnder, NoError, TokensUnder
from evalpin.errors import BadValue
from evalpin.model import Check, RunArtifacts, Verdict


@pytest.mark.parametrize(
    ("check", "label", "tokens", "told"),
    [
        (parse_check("max-tokens", "10"), "max-tokens: 10", 10, ""),
        (parse_check("max-tokens", "0"), "max-tokens: 0", 0, ""),
        (parse_check("max-tokens", "010"), "max-tokens: 10", 11, "used 11 tokens, expected at most 10"),
        (
            parse_check("max-tokens", "10"),
            "max-tokens: 10",
            None,
            "no tokens were reported, expected at most 10",
        ),
        (TokensUnder(10), "TokensUnder(10)", 9, ""),
        (TokensUnder(10), "TokensUnder(10)", 10, "used 10 tokens, expected under 10"),
        (TokensUnder(10), "TokensUnder(10)", None, "no tokens were reported, expected under 10"),
        (TokensUnder(1), "TokensUnder(1)", 0, ""),
    ],
)
def test_tokens(check: Check, label: str, tokens: int | None, told: str) -> None:
    verdict = check.judge(RunArtifacts(tokens=tokens))
    assert (verdict.label, verdict.note, verdict.passed) == (label, told, not told)


@pytest.mark.parametrize(
    ("check", "label", "seconds", "told"),
    [
        (parse_check("max-seconds", "2"), "max-seconds: 2", 2.0, ""),
        (parse_check("max-seconds", "0"), "max-seconds: 0", 0.0, ""),
        (parse_check("max-seconds", ".5"), "max-seconds: 0.5", 0.5, ""),
        (parse_check("max-seconds", "2"), "max-seconds: 2", 2.25, "took 2.25 s, expected at most 2 s"),
        (
            parse_check("max-seconds", "2"),
            "max-seconds: 2",
            None,
            "the attempt was not timed, expected at most 2 s",
        ),
        (LatencyUnder(500), "LatencyUnder(500)", 0.499, ""),
        (LatencyUnder(500), "LatencyUnder(500)", 0.5, "took 0.5 s, expected under 500 ms"),
        (LatencyUnder(500), "LatencyUnder(500)", None, "the attempt was not timed, expected under 500 ms"),
        (LatencyUnder(math.inf), "LatencyUnder(inf)", 1e9, ""),
        # A note must not say that 2 seconds are more than 2 seconds.
        (parse_check("max-seconds", "2"), "max-seconds: 2", 2.0004, "took 2.0004 s, expected at most 2 s"),
        (
            parse_check("max-seconds", "123456789"),
            "max-seconds: 123456789",
            123456790.0,
            "took 123456790 s, expected at most 123456789 s",
        ),
    ],
)
def test_seconds(check: Check, label: str, seconds: float | None, told: str) -> None:
    verdict = check.judge(RunArtifacts(seconds=seconds))
    assert (verdict.label, verdict.note, verdict.passed) == (label, told, not told)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (None, ""),
        ("", "the attempt ended in an error: "),
        ("rate limited", "the attempt ended in an error: rate limited"),
        ("a\n\x1b", r"the attempt ended in an error: a\n\u001b"),
    ],
)
def test_no_error(error: str | None, told: str) -> None:
    verdict = NoError().judge(RunArtifacts(error=error))
    assert verdict == (Verdict("NoError", "fail", told) if told else Verdict("NoError", "pass"))


def test_an_error_beats_checks_that_hold() -> None:
    checks = (TokensUnder(10), NoError())
    verdicts, outcome = judge(checks, RunArtifacts(tokens=5, error="x"))
    assert outcome == "error"
    assert [(v.outcome, v.evaluated) for v in verdicts] == [("pass", False), ("fail", False)]


def test_sides() -> None:
    assert TokensUnder(3).judge(RunArtifacts(tokens=4)) == Verdict(
        "TokensUnder(3)", "fail", "used 4 tokens, expected under 3", "under 3", "4"
    )
    assert LatencyUnder(3).judge(RunArtifacts(seconds=4)) == Verdict(
        "LatencyUnder(3)", "fail", "took 4 s, expected under 3 ms", "under 3 ms", "4 s"
    )


@pytest.mark.parametrize(
    ("kind", "value", "told"),
    [
        ("max-tokens", "", '"max-tokens" needs a value after the colon'),
        ("max-tokens", "-1", 'bad count "-1" (expected 1 to 9 digits)'),
        ("max-tokens", "1.5", 'bad count "1.5" (expected 1 to 9 digits)'),
        ("max-tokens", "1_000", 'bad count "1_000" (expected 1 to 9 digits)'),
        ("max-tokens", "1,000", 'bad count "1,000" (expected 1 to 9 digits)'),
        ("max-tokens", "1234567890", 'bad count "1234567890" (expected 1 to 9 digits)'),
        ("max-tokens", "\u0663", 'bad count "\u0663" (expected 1 to 9 digits)'),
        ("max-seconds", "", '"max-seconds" needs a value after the colon'),
        ("max-seconds", "-1", 'bad number of seconds "-1" (expected a number such as 2 or 0.5)'),
        ("max-seconds", "2s", 'bad number of seconds "2s" (expected a number such as 2 or 0.5)'),
        ("max-seconds", "2.", 'bad number of seconds "2." (expected a number such as 2 or 0.5)'),
        ("max-seconds", "nan", 'bad number of seconds "nan" (expected a number such as 2 or 0.5)'),
        ("max-seconds", "inf", 'bad number of seconds "inf" (expected a number such as 2 or 0.5)'),
        ("max-seconds", "1e3", 'bad number of seconds "1e3" (expected a number such as 2 or 0.5)'),
        ("max-seconds", "\u0663", 'bad number of seconds "\u0663" (expected a number such as 2 or 0.5)'),
    ],
)
def test_refused(kind: str, value: str, told: str) -> None:
    with pytest.raises(BadValue) as raised:
        parse_check(kind, value)
    assert str(raised.value) == told


@pytest.mark.parametrize(
    ("ms", "told"),
    [
        (0.0, "ms is 0.0 (expected more than 0)"),
        (-1.0, "ms is -1.0 (expected more than 0)"),
        (math.nan, "ms is nan (expected more than 0)"),
    ],
)
def test_latency_refused(ms: float, told: str) -> None:
    with pytest.raises(BadValue) as raised:
        LatencyUnder(ms)
    assert str(raised.value) == told


def test_a_limit_of_tokens_that_nothing_meets_is_refused() -> None:
    with pytest.raises(BadValue) as raised:
        TokensUnder(0)
    assert str(raised.value) == "n is 0 (expected 1 or more)"


@pytest.mark.parametrize(
    ("check", "timed"),
    [
        (parse_check("max-seconds", "1"), True),
        (LatencyUnder(1), True),
        (TokensUnder(1), False),
        (NoError(), False),
    ],
)
def test_timed(check: Check, timed: bool) -> None:
    assert check.timed == timed
