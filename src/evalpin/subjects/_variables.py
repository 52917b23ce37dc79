"""The variables that a runner and a scorer get, and what `$NAME` means in their words."""

from __future__ import annotations

import re
from collections.abc import Mapping

NAMES = ("CASE_FILE", "WORKSPACE", "OUTPUT_FILE", "TASK_FILE", "DIFF_FILE", "ARTIFACTS")
"""Each is set with both prefixes."""

PREFIXES = ("EVALPIN_", "EVALCTL_")

_USE = re.compile(r"\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))")
_IN_WORKSPACE = re.compile(r"\$(?:\{EVAL(?:PIN|CTL)_WORKSPACE\}|EVAL(?:PIN|CTL)_WORKSPACE)/+(.+)")


def both(values: Mapping[str, str]) -> dict[str, str]:
    """Return variables under both prefixes."""
    return {prefix + name: value for prefix in PREFIXES for name, value in values.items()}


def expanded(word: str, variables: Mapping[str, str]) -> str:
    """Return a word with `$NAME` and `${NAME}` of these variables replaced, whole names only."""
    return _USE.sub(lambda match: variables.get(match[1] or match[2], match[0]), word)


def in_workspace(word: str) -> str | None:
    """Return the path below `$EVALPIN_WORKSPACE/` that a word is; None if it is not one."""
    match = _IN_WORKSPACE.fullmatch(word)
    return match[1] if match and "$" not in match[1] else None
