"""Checks of the reply as JSON."""

from __future__ import annotations

from dataclasses import dataclass

from evalpin import jsonpath, jsontext
from evalpin.checks._common import NO_REPLY, reply, verdict
from evalpin.checks._fence import unfenced
from evalpin.errors import BadValue
from evalpin.model import Check, RunArtifacts, Verdict
from evalpin.showing import brief


@dataclass(frozen=True, slots=True)
class JsonScalar(Check):
    """`json: PATH = SCALAR`: the reply is JSON, and the value at PATH is SCALAR.

    Numbers are the same by their spelling, so `1` is not `1.0`; strings by their decoded text.
    """

    path: jsonpath.Path
    expected: jsontext.Scalar
    kind = "json"

    @classmethod
    def parse(cls, value: str) -> Check:
        path, end = jsonpath.parse(value)
        rest = value[end:].lstrip(" \t")
        if not rest.startswith("="):
            found = brief(rest) if rest else "the end"
            raise BadValue(f'expected "=" after the path {jsonpath.show(path)}, found {found}')
        return cls(path, _scalar(rest[1:].lstrip(" \t")))

    def judge(self, artifacts: RunArtifacts) -> Verdict:
        label = f"{self.kind}: {jsonpath.show(self.path)} = {jsontext.encode_scalar(self.expected)}"
        text = reply(artifacts)
        return verdict(label, NO_REPLY if text is None else self._complaint(unfenced(text)))

    def _complaint(self, text: str) -> str:
        """Return why the text does not hold the value, or the empty string."""
        try:
            found = jsonpath.find(self.path, jsontext.parse(text))
        except jsontext.NotJson as error:
            return f"reply is not JSON: {error}"
        except jsonpath.Missing as error:
            return str(error)
        if isinstance(found, (dict, list)):
            container = "an object" if isinstance(found, dict) else "an array"
            return f"{jsonpath.show(self.path)} is {container}, not a scalar"
        if jsontext.same_scalar(found, self.expected):
            return ""
        is_and_expected = f"{jsontext.encode_scalar(found)}, expected {jsontext.encode_scalar(self.expected)}"
        return f"{jsonpath.show(self.path)} is {is_and_expected}"


def _scalar(text: str) -> jsontext.Scalar:
    """Read exactly one JSON scalar."""
    if text[:1] in ("{", "["):
        raise BadValue(f"expected a string, number, true, false or null, found {brief(text)}")
    try:
        value, end = jsontext.parse_prefix(text, 0)
    except jsontext.NotJson as error:
        raise BadValue(f'bad value after "=": {error.reason}') from None
    if end < len(text) or isinstance(value, (dict, list)):
        raise BadValue(f"text after the value: {brief(text[end:])}")
    return value
