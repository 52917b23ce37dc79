"""Checks of what an attempt cost, and of whether it ended in an error."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from evalpin.checks._common import verdict
from evalpin.errors import BadValue
from evalpin.model import Check, RunArtifacts, Verdict
from evalpin.showing import brief, escape

_COUNT = re.compile("[0-9]{1,9}")
_SECONDS = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?|\.[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class MaxTokens(Check):
    """`max-tokens: N`: tokens were reported, and at most N."""

    limit: int

    @classmethod
    def parse(cls, value: str) -> Check:
        if not _COUNT.fullmatch(value):
            raise BadValue(f"bad count {brief(value)} (expected 1 to 9 digits)")
        return cls(int(value))

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        return _judge_tokens(
            f"max-tokens: {self.limit}", artifacts.tokens, self.limit, f"at most {self.limit}"
        )


@dataclass(frozen=True, slots=True)
class TokensUnder(Check):
    """Tokens were reported, and fewer than `n`."""

    n: int

    def __post_init__(self) -> None:
        if self.n < 1:
            raise BadValue(f"n is {self.n} (expected 1 or more)")

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        return _judge_tokens(f"TokensUnder({self.n})", artifacts.tokens, self.n - 1, f"under {self.n}")


@dataclass(frozen=True, slots=True)
class MaxSeconds(Check):
    """`max-seconds: X`: the attempt was timed, and took at most X seconds."""

    limit: float
    timed = True

    @classmethod
    def parse(cls, value: str) -> Check:
        if not _SECONDS.fullmatch(value):
            raise BadValue(f"bad number of seconds {brief(value)} (expected a number such as 2 or 0.5)")
        return cls(float(value))

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        seconds = artifacts.seconds
        held = seconds is not None and seconds <= self.limit
        return _judge_time(
            f"max-seconds: {_plain(self.limit)}", seconds, held, f"at most {_plain(self.limit)} s"
        )


@dataclass(frozen=True, slots=True)
class LatencyUnder(Check):
    """The attempt was timed, and took less than `ms` milliseconds."""

    ms: float
    timed = True

    def __post_init__(self) -> None:
        if math.isnan(self.ms) or self.ms <= 0:
            raise BadValue(f"ms is {self.ms} (expected more than 0)")

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        seconds = artifacts.seconds
        held = seconds is not None and seconds * 1000 < self.ms
        return _judge_time(f"LatencyUnder({_plain(self.ms)})", seconds, held, f"under {_plain(self.ms)} ms")


@dataclass(frozen=True, slots=True)
class NoError(Check):
    """The attempt reported no error, neither one of its own nor one that was raised."""

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        if artifacts.error is None:
            return _NO_ERROR
        return verdict("NoError", f"the attempt ended in an error: {escape(artifacts.error)}")


_NO_ERROR = Verdict("NoError", "pass")


def _judge_tokens(label: str, tokens: int | None, most: int, expected: str) -> Verdict:
    if tokens is None:
        return verdict(label, f"no tokens were reported, expected {expected}", expected)
    return verdict(
        label, "" if tokens <= most else f"used {tokens} tokens, expected {expected}", expected, str(tokens)
    )


def _judge_time(label: str, seconds: float | None, held: bool, expected: str) -> Verdict:
    if seconds is None:
        return verdict(label, f"the attempt was not timed, expected {expected}", expected)
    took = f"{_plain(seconds)} s"
    return verdict(label, "" if held else f"took {took}, expected {expected}", expected, took)


def _plain(number: float) -> str:
    """Return a number with up to six decimals, without an exponent."""
    return f"{number:.6f}".rstrip("0").rstrip(".")
