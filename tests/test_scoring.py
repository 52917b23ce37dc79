"""Scored verdicts: their JSON, what they make of a case, and how a finding is told."""

from __future__ import annotations

import json

import pytest

from evalpin.evidence import json_file
from evalpin.jsonvalue import Value
from evalpin.model import Outcome, Verdict
from evalpin.scoring import Finding, Scored, canonical, outcome_of, tell, told

PASS, FAIL, ERROR = (Scored("x", outcome, scorer="exact") for outcome in ("pass", "fail", "error"))
ADVISORY_FAIL, ADVISORY_ERROR = (Scored("x", outcome, required=False) for outcome in ("fail", "error"))


@pytest.mark.parametrize(
    ("verdicts", "broken", "outcome"),
    [
        ([], False, "pass"),
        ([PASS], False, "pass"),
        ([PASS, FAIL], False, "fail"),
        ([FAIL, ERROR], False, "error"),
        ([PASS, ADVISORY_FAIL, ADVISORY_ERROR], False, "pass"),
        ([FAIL, ADVISORY_ERROR], False, "fail"),
        ([PASS], True, "error"),
        ([Verdict("plain", "fail")], False, "fail"),
    ],
)
def test_outcome(verdicts: list[Verdict], broken: bool, outcome: Outcome) -> None:
    assert outcome_of(verdicts, broken=broken) == outcome


def test_json() -> None:
    verdict = Scored("x", "fail", scorer="exact", score=0.0, findings=({"why": "w"},))
    assert verdict.to_json() == {
        "scorer": "exact",
        "ok": False,
        "score": 0.0,
        "label": "fail",
        "required": True,
        "findings": [{"why": "w"}],
    }
    command = Scored("x", "error", scorer="command", id="judge", required=False)
    assert command.to_json() == {
        "scorer": "command",
        "id": "judge",
        "ok": False,
        "score": 0.0,
        "label": "error",
        "required": False,
        "findings": [],
        "error": True,
        "error_code": "E_SCORER_CASE_FAILED",
    }
    assert Scored("x", "pass", scorer="command", id="judge", given="fine").summary()["label"] == "fine"


@pytest.mark.parametrize(
    ("finding", "line"),
    [
        ({"why": "missing text", "value": "a\x1b"}, 'missing text: "a\\u001b"'),
        (
            {"why": "exit code mismatch", "expected": 0, "actual": None},
            "exit code mismatch: expected 0, found null",
        ),
        ({"path": "a\nb", "why": "expected file missing"}, "expected file missing: a\\nb"),
        ({"path": "a"}, "a"),
        ({"n": 1, "m": "\u202e"}, '{"m":"\\u202e","n":1}'),
        ({"why": "w", "value": [1]}, "w: [1]"),
    ],
)
def test_a_finding_as_a_line(finding: Finding, line: str) -> None:
    assert tell(finding) == line


def test_told() -> None:
    assert told("exact", [], "output is not it") == "exact: output is not it"
    assert told("contains", [{"why": "a"}, {"why": "b"}, {"why": "c"}], "") == "contains: a (and 2 more)"


def test_canonical() -> None:
    assert canonical({"b": [1, 1.5, None], "a": "\u00e9"}) == '{"a":"\u00e9","b":[1,1.5,null]}'
    with pytest.raises(ValueError, match="Out of range"):
        canonical(float("nan"))


def test_a_json_file_is_what_the_standard_library_writes() -> None:
    value: Value = {
        "z": {"b": [], "a": {}},
        "a": ["\u00e9\ud800\n\x7f", 1, -2, 1.5, 1e300, 10**30, True, False, None, [[1], {"x": [{}]}]],
        "": "",
    }
    assert json_file(value) == (json.dumps(value, sort_keys=True, indent=2) + "\n").encode()
