"""The files of the sample that `evalpin init` writes, by their names in the suite's folder."""

from __future__ import annotations

from collections.abc import Mapping

from evalpin.evidence import json_file
from evalpin.jsonvalue import Value
from evalpin.scoring import canonical

NAME = "code-review"

TASK = "Review the change in the diff. Write what you find to review.md, and say it in one line."

SECRET_PATTERNS = (
    "(?i)(secret|token|api[_-]?key)\\s*[:=]\\s*\\S+",
    "(?i)bearer\\s+[a-z0-9._-]{8,}",
)

_APP = """\
def first_word(line):
    words = line.split()
    return words[0]


def greet(user):
    return "Hello " + user.name
"""

_DIFF = """\
--- a/src/app.py
+++ b/src/app.py
@@ -4,4 +4,4 @@


 def greet(user):
-    return "Hello " + user.name if user else "Hello"
+    return "Hello " + user.name
"""

_CAREFUL = '''\
"""A reviewer as a coding agent would be: it reads its task, looks at the workspace, leaves a file."""

import os
from pathlib import Path

found = "null dereference at src/app.py:7: greet() is called with user=None"
Path(os.environ["EVALPIN_WORKSPACE"], "review.md").write_text(f"# Review\\n\\n- {found}\\n")
print(found)
'''

_CARELESS = '''\
"""A reviewer that sees nothing, leaves no review and touches what it must not."""

import os
from pathlib import Path

Path(os.environ["EVALPIN_WORKSPACE"], "src", "secrets.py").write_text("KEY = 'made up'\\n")
print("looks good to me")
'''

_EXPECTED: dict[str, Value] = {
    "files_exist": ["review.md"],
    "files_changed": ["review.md"],
    "files_forbidden": ["src/secrets.py"],
    "exit_code": 0,
}


def suite_json(name: str, program: Mapping[str, Value], scorers: list[Value]) -> dict[str, Value]:
    """Return a suite.json as `init` and `suite add` write it."""
    return {
        "name": name,
        "cases": "cases.jsonl",
        "acknowledged_unsandboxed_runner": True,
        "exit_check": True,
        "glob": "path",
        "runner": {
            "argv": [],
            "command": "",
            "shell": False,
            "cwd": None,
            "timeout_seconds": 30,
            "max_output_bytes": 1024 * 1024,
            "env_allowlist": ["PATH", "HOME"],
            "redact_env_values": [],
            "redact_patterns": [],
            **program,
        },
        "scorers": scorers,
    }


def files() -> dict[str, str]:
    """Return the sample: a suite of two cases, one that passes and one that fails in every way."""
    scorers: list[Value] = [
        {"name": name, "required": True}
        for name in ("contains", "exit-code", "file-exists", "workspace-diff")
    ]
    program: dict[str, Value] = {
        "argv": ["python3", "$EVALPIN_WORKSPACE/runner.py"],
        "redact_patterns": list(SECRET_PATTERNS),
    }
    expected = {"cr-pass": ["null dereference", "src/app.py:7"], "cr-fail": ["bounds check"]}
    lines: list[str] = []
    made = {"suite.json": json_file(suite_json(NAME, program, scorers)).decode("ascii"), "cases.jsonl": ""}
    for case_id, texts in expected.items():
        fixture = f"fixtures/{case_id}"
        case: dict[str, Value] = {
            "id": case_id,
            "task": TASK,
            "workspace": fixture,
            "diff": f"{fixture}/change.diff",
            "expect": {"text_contains": list(texts), **_EXPECTED},
        }
        lines.append(canonical(case) + "\n")
        made |= {
            f"{fixture}/runner.py": _CAREFUL if case_id == "cr-pass" else _CARELESS,
            f"{fixture}/src/app.py": _APP,
            f"{fixture}/change.diff": _DIFF,
        }
    made["cases.jsonl"] = "".join(lines)
    return made
