"""RON where no type is wanted, such as a tool's arguments: a tree to JSON values."""

from __future__ import annotations

import math

from evalpin.ron._nodes import (
    Float,
    List,
    Map,
    Node,
    Option,
    RonError,
    Str,
    Struct,
    Tuple,
    Unit,
    describe,
    repeated_fields,
)
from evalpin.showing import BRIEF, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Refuse = Callable[[str, int], None]

Value = bool | int | float | str | None | list["Value"] | dict[str, "Value"]
"""A JSON value; integers and floats stay apart, and floats are finite."""

# As other languages write what is meant. To read such a name as null, or as a string, would let a
# case pass or fail for another reason than its author had in mind.
_MEANT = {
    "true": "true",
    "false": "false",
    "null": "null",
    "none": "null",
    "nil": "null",
    "undefined": "null",
}


def _raise(message: str, at: int) -> None:
    raise RonError(message, at)


def to_json(node: Node, refuse: Refuse = _raise) -> Value:
    """Return the JSON value of a node; of a repeated key the last counts.

    What JSON cannot hold is handed to `refuse` with its place; if that returns (to hear of more),
    null stands there. Without `refuse`, the first raises `RonError`.
    """
    if isinstance(node, Unit):
        _check_name(node, refuse)
        return None
    if isinstance(node, Option):
        return None if node.value is None else to_json(node.value, refuse)
    if isinstance(node, Tuple | List):
        return [to_json(item, refuse) for item in node.items]
    if isinstance(node, Struct):
        return _struct(node, refuse)
    if isinstance(node, Map):
        return _map(node, refuse)
    if isinstance(node, Float) and not math.isfinite(node.value):
        refuse(f"{_shown(node.spelled)} is not finite: JSON cannot hold it", node.at)
        return None
    return node.value


def _check_name(node: Unit, refuse: Refuse) -> None:
    if node.name is None or node.name in ("null", "None"):
        return
    meant = _MEANT.get(node.name.lower())
    hint = f"did you mean {meant}?" if meant else f"a string stands in quotes: {quote(_shown(node.name))}"
    refuse(f"unknown value {'r#' if node.raw else ''}{_shown(node.name)} ({hint})", node.at)


def _struct(node: Struct, refuse: Refuse) -> dict[str, Value]:
    for field in repeated_fields(node):
        refuse(f"repeated field {_shown(field.name)}", field.at)
    return {field.name: to_json(field.value, refuse) for field in node.fields}


def _map(node: Map, refuse: Refuse) -> dict[str, Value]:
    entries: dict[str, Value] = {}
    for key, node_of_value in node.entries:
        value = to_json(node_of_value, refuse)
        if isinstance(key, Str):
            entries[key.value] = value
        else:
            name = key.name if isinstance(key, Unit) else None
            hint = f" (write {quote(_shown(name))})" if name else ""
            refuse(f"a key must be a string, found {describe(key)}{hint}", key.at)
    return entries


def _shown(name: str) -> str:
    return name if len(name) <= BRIEF else f"{name[:BRIEF]}..."
