"""What a scorer of a workspace suite says: a verdict with a score and findings, and its JSON.

Format (evalctl's): `{"scorer", "ok", "score", "label", "required", "findings"}`, with `"id"` where the scorer
has one of its own; an error adds `"error": true`, a command's also `"error_code"`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evalpin.jsonvalue import Value, compact
from evalpin.model import Outcome, Verdict
from evalpin.showing import escape, quote

Finding = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Scored(Verdict):
    """A verdict with what a report of workspaces shows of it.

    `scorer` is the kind, `id` what tells two of a kind apart, `score` 0 to 1. A verdict that is not
    `required` does not decide. `given` is a label that a command chose, else the outcome is the label.
    """

    scorer: str = ""
    id: str | None = None
    score: float = 0.0
    required: bool = True
    findings: Sequence[Finding] = ()
    given: str = ""

    def to_json(self) -> dict[str, Value]:
        """Return the JSON form."""
        made = self.summary()
        made |= {"score": self.score, "required": self.required}
        if self.outcome == "error":
            made["error"] = True
            if self.scorer == "command":
                made["error_code"] = "E_SCORER_CASE_FAILED"
        return made

    def summary(self) -> dict[str, Value]:
        """Return what `report_hash` covers."""
        made: dict[str, Value] = {
            "scorer": self.scorer,
            "ok": self.outcome == "pass",
            "label": self.given or self.outcome,
            "findings": [dict(finding) for finding in self.findings],
        }
        if self.id is not None:
            made["id"] = self.id
        return made


def outcome_of(verdicts: Iterable[Verdict], *, broken: bool) -> Outcome:
    """Return how a case ended: `error` before `fail` before `pass`; what is not required does not count."""
    if broken:
        return "error"
    outcomes = {verdict.outcome for verdict in verdicts if getattr(verdict, "required", True)}
    return "error" if "error" in outcomes else "fail" if "fail" in outcomes else "pass"


def told(scorer: str, findings: Sequence[Finding], otherwise: str) -> str:
    """Return one line that says why a scorer does not hold: its first finding, and how many more."""
    if not findings:
        return f"{scorer}: {otherwise}"
    more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
    return f"{scorer}: {tell(findings[0])}{more}"


def tell(finding: Finding) -> str:
    """Return a finding as one line that is safe to show."""
    why = finding.get("why")
    words = escape(why) if isinstance(why, str) else ""
    if "expected" in finding and "actual" in finding:
        words += f": expected {compact(finding['expected'])}, found {compact(finding['actual'])}"
    place = finding.get("path")
    if isinstance(place, str):
        words = f"{words}: {escape(place)}" if words else escape(place)
    value = finding.get("value")
    if value is not None:
        words += f": {quote(value)}" if isinstance(value, str) else f": {compact(value)}"
    return words or compact(dict(finding))


def canonical(value: Value) -> str:
    """Return the text of which all hashes are made: keys sorted, no blanks, nothing escaped needlessly."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
