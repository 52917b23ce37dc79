"""Checks of the reply as a text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import ge, le

from evalpin.checks._common import NO_REPLY, reply, short_count
from evalpin.errors import BadValue
from evalpin.model import Check, RunArtifacts, Verdict
from evalpin.showing import brief, quote


@dataclass(frozen=True, slots=True)
class _Text(Check):
    """A check against one text of the suite."""

    text: str

    @classmethod
    def parse(cls, value: str) -> Check:
        return cls(value)

    def _verdict(self, text: str | None, passed: bool, complaint: str) -> Verdict:
        label = f"{self.kind}: {self.text}"
        if passed:
            return Verdict(label, "pass")
        return Verdict(label, "fail", NO_REPLY if text is None else f"{complaint} {quote(self.text)}")


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
        label = f"{self.kind}: {self.text}"
        text = reply(artifacts)
        if text is None:
            return Verdict(label, "fail", NO_REPLY)
        if text in choices:
            return Verdict(label, "pass")
        return Verdict(label, "fail", f"reply is not one of {', '.join(map(quote, choices))}")


@dataclass(frozen=True, slots=True)
class _Length(Check):
    """A limit on the reply's length in Unicode code points, itself allowed."""

    limit: int

    @classmethod
    def parse(cls, value: str) -> Check:
        return cls(short_count(value))

    def _verdict(self, text: str | None, holds: Callable[[int, int], bool], than: str) -> Verdict:
        label = f"{self.kind}: {self.limit}"
        if text is None:
            return Verdict(label, "fail", NO_REPLY)
        length = len(text)
        if holds(length, self.limit):
            return Verdict(label, "pass")
        return Verdict(label, "fail", f"reply has {length} characters, {than} than {self.limit}")


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
