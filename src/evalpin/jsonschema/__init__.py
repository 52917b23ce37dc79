"""JSON Schema, a subset of 2020-12: what is wrong with a schema, and where a value does not fit one.

The subset is `true`, `false` and the keywords of `_schemas._FORMS`; any other is refused, for a check
that never runs looks like one that holds. `$ref` is local, `$id` moves nothing, and a `pattern` is
one of Python's.
"""

from __future__ import annotations

from evalpin.jsonschema._schemas import Problem, problems
from evalpin.jsonschema._values import Mismatch, mismatches

__all__ = ["Mismatch", "Problem", "mismatches", "problems"]
