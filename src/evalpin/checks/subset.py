"""A check that the reply is JSON which contains other JSON."""

from __future__ import annotations

from dataclasses import dataclass

from evalpin import jsontext, jsonvalue
from evalpin.checks._common import NO_REPLY, reply, verdict
from evalpin.checks._fence import unfenced
from evalpin.errors import BadValue
from evalpin.model import Check, RunArtifacts, Verdict
from evalpin.toolcalls import Json, as_json


@dataclass(frozen=True, slots=True)
class FinalJsonMatches(Check):
    """The reply is JSON, alone or in one fence, and contains a value by the subset rule.

    `json-subset: JSON` in text suites, `FinalJsonMatches(value: ..)` in RON.
    """

    value: Json

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", as_json(self.value))

    @classmethod
    def parse(cls, value: str) -> Check:
        try:
            return cls(jsonvalue.parse(value))
        except jsontext.NotJson as error:
            raise BadValue(f"bad JSON: {error.reason} at column {error.at + 1} of the value") from None

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        label = f"FinalJsonMatches({jsonvalue.compact(self.value)})"
        text = reply(artifacts)
        if text is None:
            return verdict(label, NO_REPLY)
        try:
            found = jsonvalue.parse(unfenced(text))
        except jsontext.NotJson as error:
            return verdict(label, f"reply is not JSON: {error}")
        first = next(jsonvalue.differences(self.value, found), None)
        return verdict(label, str(first or ""), jsonvalue.compact(self.value), jsonvalue.compact(found))
