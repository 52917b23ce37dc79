"""Checks of the reply as a text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import ge, le

from evalpin.checks._common import NO_REPLY, reply, short_count
from evalpin.errors import BadValue
from evalpin.model import Check, RunArtifacts, Verdict
from evalpin.showing import brief, quote


@dataclass(frozen=True, slots=True)
class _Text(Check):
    """A check against one text of the suite."""

    text: str
    _passed: Verdict = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Made once: many attempts, and often many cases, are judged by one check.
        object.__setattr__(self, "_passed", Verdict(f"{self.kind}: {self.text}", "pass"))

    @classmethod
    def parse(cls, value: str) -> Check:
        return cls(value)

    def _verdict(self, text: str | None, passed: bool, complaint: str) -> Verdict:
        if passed:
            return self._passed
        note = NO_REPLY if text is None else f"{complaint} {quote(self.text)}"
        return Verdict(self._passed.label, "fail", note)


class Equals(_Text):
    """`equals: TEXT`: the reply is TEXT."""

    __slots__ = ()
    kind = "equals"

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        text = reply(artifacts)
        return self._verdict(text, text == self.text, "reply is not")


class Contains(_Text):
    """`contains: TEXT`: TEXT stands somewhere in the reply."""

    __slots__ = ()
    kind = "contains"

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        text = reply(artifacts)
        return self._verdict(text, text is not None and self.text in text, "reply does not contain")


class NotContains(_Text):
    """`not-contains: TEXT`: TEXT stands nowhere in the reply."""

    __slots__ = ()
    kind = "not-contains"

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        text = reply(artifacts)
        return self._verdict(text, text is not None and self.text not in text, "reply contains")


class OneOf(_Text):
    """`one-of: A | B | ..`: the reply is exactly one of the choices."""

    __slots__ = ()
    kind = "one-of"

    @classmethod
    def parse(cls, value: str) -> Check:
        choices = _choices(value)
        if not all(choices):
            raise BadValue(f'empty choice in {brief(value)} (expected "A | B")')
        return cls(" | ".join(choices))

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        choices = _choices(self.text)
        text = reply(artifacts)
        if text in choices:
            return self._passed
        note = NO_REPLY if text is None else f"reply is not one of {', '.join(map(quote, choices))}"
        return Verdict(self._passed.label, "fail", note)


@dataclass(frozen=True, slots=True)
class _Length(Check):
    """A limit on the reply's length in Unicode code points, itself allowed."""

    limit: int
    _passed: Verdict = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_passed", Verdict(f"{self.kind}: {self.limit}", "pass"))

    @classmethod
    def parse(cls, value: str) -> Check:
        return cls(short_count(value))

    def _verdict(self, text: str | None, holds: Callable[[int, int], bool], than: str) -> Verdict:
        if text is None:
            return Verdict(self._passed.label, "fail", NO_REPLY)
        length = len(text)
        if holds(length, self.limit):
            return self._passed
        note = f"reply has {length} characters, {than} than {self.limit}"
        return Verdict(self._passed.label, "fail", note)


class MaxChars(_Length):
    """`max-chars: N`: the reply has at most N code points."""

    __slots__ = ()
    kind = "max-chars"

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        return self._verdict(reply(artifacts), le, "more")


class MinChars(_Length):
    """`min-chars: N`: the reply has at least N code points."""

    __slots__ = ()
    kind = "min-chars"

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        return self._verdict(reply(artifacts), ge, "fewer")


def _choices(value: str) -> list[str]:
    return [choice.strip(" \t") for choice in value.split("|")]
