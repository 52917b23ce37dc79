"""What tests of workspaces share: a suite in a folder, and the run that came of it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

from evalpin import jsonschema, schemas
from support import Ended, Evalpin

ANCHOR = "sha256:89f6dee9ee258d67c8d868bd4edbf7b0d90af0012cdab31b35ca030717bac88e"
"""The report hash of the sample in every version of evalctl that was run."""


class Made(NamedTuple):
    """How a run ended, and its folder."""

    ended: Ended
    folder: Path

    def json(self, name: str, case: str = "a") -> Any:  # noqa: ANN401 - JSON of any shape
        """Return a JSON file of a case's attempt."""
        return json.loads((self.folder / "cases" / case / name).read_text())

    def read(self, name: str, case: str = "a") -> bytes:
        """Return a file of a case's attempt."""
        return (self.folder / "cases" / case / name).read_bytes()

    def why(self, case: str = "a") -> list[object]:
        """Return the findings of all verdicts of a case that do not hold."""
        return [
            one
            for score in self.json("score.json", case)["scores"]
            if not score["ok"]
            for one in score["findings"]
        ]


def suite(
    folder: Path,
    script: str,
    expect: dict[str, Any] | None = None,
    *,
    cases: list[dict[str, Any]] | None = None,
    files: dict[str, str] | None = None,
    runner: dict[str, Any] | None = None,
    **more: object,
) -> Path:
    """Write a suite `s` whose runner is a shell script (`agent.sh` in every fixture); return its folder."""
    root = folder / "evals" / "suites" / "s"
    fixture = root / "fixtures" / "x"
    fixture.mkdir(parents=True)
    (fixture / "agent.sh").write_text(script)
    for name, text in (files or {"src/app.py": "print(1)\n"}).items():
        (fixture / name).parent.mkdir(parents=True, exist_ok=True)
        (fixture / name).write_text(text)
    made = {
        "acknowledged_unsandboxed_runner": True,
        "glob": "path",
        "runner": {
            "argv": ["sh", "$EVALPIN_WORKSPACE/agent.sh"],
            "env_allowlist": ["PATH"],
            "timeout_seconds": 20,
            **(runner or {}),
        },
        **more,
    }
    (root / "suite.json").write_text(json.dumps(made))
    one = {"id": "a", "task": "do it", "workspace": "fixtures/x", "expect": {} if expect is None else expect}
    lines = [one] if cases is None else [{**one, **case} for case in cases]
    (root / "cases.jsonl").write_text("".join([json.dumps(line) + "\n" for line in lines]))
    return root


def run(evalpin: Evalpin, folder: Path, *argv: str) -> Made:
    """Run the suite `s` under the ID `r`."""
    ended = evalpin("run", "s", "-q", "--run-id", "r", *argv)
    return Made(ended, folder / "evals" / "runs" / "r")


def checked(ended: Ended, verb: str) -> dict[str, Any]:
    """Return the envelope that a verb printed, held against its schema."""
    envelope: dict[str, Any] = json.loads(ended.stdout)
    assert (
        ended.stdout == json.dumps(envelope, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"
    )
    assert jsonschema.mismatches(schemas.ENVELOPE, envelope) == []
    if envelope["ok"]:
        assert jsonschema.mismatches(schemas.VERBS[verb], envelope["data"]) == []
    return envelope


PYTHON = sys.executable
