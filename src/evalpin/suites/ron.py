"""RON text to cases: one case or a list of them, each fault at its true place.

    case   := "EvalCase"? "(" name: string, instruction: string, setup: ()?, expect: [check, ..] ")"
    check  := a name of `checks.RON_KINDS`, with its fields in parentheses if it has any

A check's fields are those of its class; their types decide what may stand there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import lru_cache
from typing import Any

from evalpin import ron
from evalpin.checks import RON_KINDS, load
from evalpin.checks._calls import ExpectedCall
from evalpin.errors import BadValue, Faults, did_you_mean
from evalpin.model import Case, Check
from evalpin.showing import brief
from evalpin.source import CASE_ID

Decoder = Callable[[ron.Node], object]
"""Makes a value of a node, or raises why it cannot be one."""

CASE_FIELDS = ("name", "instruction", "setup", "expect")

_OTHERS = re.compile("[^a-z0-9_-]+")


def parse(text: str, faults: Faults, opened: dict[str, str]) -> list[Case]:
    """Return the cases of one file; with faults, those that could be understood.

    `opened` knows where the IDs of the files before were opened, and learns those of this one.
    """
    try:
        node = ron.parse(text)
    except ron.RonError as error:
        faults.add(error.message, *ron.place(text, error.at), blinds=True)
        return []
    reader = _Reader(text, faults, opened)
    found = [reader.case(item) for item in (node.items if isinstance(node, ron.List) else (node,))]
    return [case for case in found if case is not None]


def case_id(name: str) -> str:
    """Return the ID of a case's name: lower case, other characters as one `-`, none at the ends."""
    return _OTHERS.sub("-", name.lower()).strip("-").lstrip("_-")


class _Refused(Exception):
    """A node that is not what its place wants."""

    def __init__(self, node: ron.Node | ron.Field, message: str) -> None:
        super().__init__(message)
        self.at = node.at


class _Reader:
    """The decoder of one file."""

    def __init__(self, text: str, faults: Faults, opened: dict[str, str]) -> None:
        self._text = text
        self._faults = faults
        self._opened = opened

    def case(self, node: ron.Node) -> Case | None:
        """Decode one case, every fault in it noted; None if it cannot be one at all."""
        if not isinstance(node, ron.Struct) or node.name not in (None, "EvalCase"):
            name = getattr(node, "name", None)
            found = brief(name) if isinstance(name, str) else ron.describe(node)
            self._add(node.at, f"expected EvalCase(..) or (..), found {found}", blinds=True)
            return None
        given = self._fields(node, CASE_FIELDS, ("name", "instruction", "expect"), "the case")
        name = self._try(given, "name", _string, None)
        prompt = self._try(given, "instruction", _string, "")
        self._try(given, "setup", _unit, None)
        checks = self._expect(given["expect"].value) if "expect" in given else ()
        if name is None:
            self._faults.blind = True
            return None
        ident = case_id(name)
        self._open(ident, name, given["name"].at)
        return Case(ident, prompt, checks, ron.place(self._text, node.at)[0], name)

    def _open(self, ident: str, name: str, at: int) -> None:
        place = ":".join(map(str, (self._faults.path, *ron.place(self._text, at))))
        if not CASE_ID.fullmatch(ident):
            expected = "expected 1 to 200 letters or digits"
            self._add(at, f"no case ID in the name {brief(name)} ({expected})", blinds=True)
        elif ident in self._opened:
            self._add(at, f'case {brief(name)} has the ID "{ident}" of the case at {self._opened[ident]}')
        self._opened.setdefault(ident, place)

    def _expect(self, node: ron.Node) -> tuple[Check, ...]:
        if not isinstance(node, ron.List):
            self._add(node.at, f"expect: expected a list of checks, found {ron.describe(node)}")
            return ()
        if not node.items:
            self._add(node.at, "case without a check (expected at least one in expect)")
        found = [self._check(item) for item in node.items]
        return tuple([check for check in found if check is not None])

    def _check(self, node: ron.Node) -> Check | None:
        name = getattr(node, "name", None)
        if not isinstance(node, (ron.Unit, ron.Struct, ron.Tuple)) or name is None:
            self._add(node.at, f"expected a check such as NoError, found {ron.describe(node)}")
            return None
        try:
            kind, wanted, required = _kind(name)
        except BadValue as error:
            self._add(node.at, str(error))
            return None
        if not wanted and isinstance(node, ron.Unit):
            return kind(**kind.ron)
        if not self._shape(node, name, bool(wanted)):
            return None
        given = self._fields(node, tuple(wanted), required, name)
        before = len(self._faults)
        values = {key: self._try(given, key, wanted[key], None) for key in given}
        if len(self._faults) > before or any(key not in given for key in required):
            return None
        try:
            return kind(**values, **kind.ron)
        except BadValue as error:
            self._add(_blamed(str(error), given, node), str(error))
            return None

    def _shape(self, node: ron.Unit | ron.Struct | ron.Tuple, name: str, has_fields: bool) -> bool:
        """Say whether a check has parentheses if it has fields, and fields by name."""
        if isinstance(node, ron.Tuple) and node.items:
            self._add(
                node.items[0].at, f"{name}: expected a field by its name, found {ron.describe(node.items[0])}"
            )
            return False
        if isinstance(node, ron.Unit) and has_fields:
            self._add(node.at, f"{name}: expected its fields in parentheses, {name}(..)")
            return False
        return True

    def _fields(
        self, node: ron.Node, known: tuple[str, ...], required: tuple[str, ...], owner: str
    ) -> dict[str, ron.Field]:
        """Return the fields of a struct by name; note those that are unknown, repeated or missing."""
        listed = node.fields if isinstance(node, ron.Struct) else ()
        given = {field.name: field for field in listed}
        if len(given) == len(listed) and given.keys() <= set(known) and given.keys() >= set(required):
            return given
        given = {}
        there = {field.name for field in listed}
        missing = [name for name in required if name not in there]
        lacks = f"; {owner} has no {' and no '.join(missing)}" if missing else ""
        for field in listed:
            if field.name in given:
                self._add(field.at, f"repeated field {brief(field.name)}")
            elif field.name not in known:
                expected = f" (expected {', '.join(known)})" if known else f" ({owner} has none)"
                near = did_you_mean(field.name, known, expected)
                self._add(field.at, f"unknown field {brief(field.name)}{near}{lacks}")
                lacks = ""
            given.setdefault(field.name, field)
        if lacks:
            self._add(node.at, lacks.removeprefix("; "))
        return {name: field for name, field in given.items() if name in known}

    def _try(self, given: dict[str, ron.Field], key: str, decode: Decoder, otherwise: object) -> Any:  # noqa: ANN401 - of the type that the decoder gives
        """Decode a field; note why it cannot be and return the other value."""
        if key not in given:
            return otherwise
        try:
            return decode(given[key].value)
        except (_Refused, ron.RonError) as error:
            self._add(error.at, f"{key}: {error}")
            return otherwise

    def _add(self, at: int, message: str, *, blinds: bool = False) -> None:
        self._faults.add(message, *ron.place(self._text, at), blinds=blinds)


@lru_cache(maxsize=64)
def _kind(name: str) -> tuple[type[Check], dict[str, Decoder], tuple[str, ...]]:
    """Return the class of a check, the decoders of its fields, and which of them it must have."""
    kind = load(name, RON_KINDS)
    known = [field for field in fields(kind) if field.init and field.name not in kind.ron]  # type: ignore[arg-type]
    required = tuple([field.name for field in known if field.default is MISSING])
    return kind, {field.name: _DECODERS[str(field.type)] for field in known}, required


def _blamed(message: str, given: dict[str, ron.Field], node: ron.Node) -> int:
    """Return the place of the field that a message names, else of the first one, else the check's."""
    named = next((given[word] for word in message.split() if word in given), None)
    field = named or next(iter(given.values()), None)
    return node.at if field is None else field.value.at


# ---- one decoder for each type that a field of a check may have ---------------------------------


def _string(node: ron.Node) -> str:
    if not isinstance(node, ron.Str):
        raise _Refused(node, f"expected a string, found {ron.describe(node)}")
    return node.value


def _tool(node: ron.Node) -> str:
    name = _string(node)
    if not name:
        raise _Refused(node, "empty tool name")
    return name


def _boolean(node: ron.Node) -> bool:
    if not isinstance(node, ron.Bool):
        raise _Refused(node, f"expected true or false, found {ron.describe(node)}")
    return node.value


def _unit(node: ron.Node) -> None:
    empty = isinstance(node, ron.Tuple) and node.name is None and not node.items
    if not empty and not (isinstance(node, ron.Unit) and node.name is None):
        raise _Refused(node, f"expected (), found {ron.describe(node)}")


def _float(node: ron.Node) -> float:
    if isinstance(node, ron.Float):
        return node.value
    if isinstance(node, ron.Int) and re.fullmatch("[+-]?[0-9]+", node.spelled):
        return float(node.spelled)  # not of the integer: a huge one is infinite, not an OverflowError
    raise _Refused(node, f"expected a decimal number, found {ron.describe(node)}")


def _unsigned(node: ron.Node) -> int:
    if not isinstance(node, ron.Int) or node.spelled[0] in "+-" or node.value >= 2**64:
        raise _Refused(node, f"expected an integer from 0, found {ron.describe(node)}")
    return node.value


def _optional(decode: Decoder) -> Decoder:
    """Return a decoder that also takes `None` and `Some(value)`."""

    def decoder(node: ron.Node) -> object:
        if isinstance(node, ron.Option):
            return None if node.value is None else decode(node.value)
        return decode(node)

    return decoder


def _list(decode: Decoder) -> Decoder:
    """Return a decoder of a list of such values."""

    def decoder(node: ron.Node) -> object:
        if not isinstance(node, ron.List):
            raise _Refused(node, f"expected a list, found {ron.describe(node)}")
        return tuple([decode(item) for item in node.items])

    return decoder


_CALL_FIELDS = ("tool", "args")


def _call(node: ron.Node) -> ExpectedCall:
    """Decode an expected call: `"tool"` with any arguments, or `(tool: "..", args: ..)`."""
    if isinstance(node, ron.Str):
        return _expected_call(node, node.value, any_args=True)
    if not isinstance(node, ron.Struct) or node.name not in (None, "Call"):
        raise _Refused(node, f'expected "tool" or (tool: .., args: ..), found {ron.describe(node)}')
    for field in node.fields:
        if field.name not in _CALL_FIELDS:
            near = did_you_mean(field.name, _CALL_FIELDS, " (expected tool, args)")
            raise _Refused(field, f"unknown field {brief(field.name)}{near}")
    for field in ron.repeated_fields(node):
        raise _Refused(field, f"repeated field {brief(field.name)}")
    given = {field.name: field.value for field in node.fields}
    if "tool" not in given:
        raise _Refused(node, "the call has no tool")
    args = ron.to_json(given["args"]) if "args" in given else None
    return _expected_call(node, _string(given["tool"]), args, any_args="args" not in given)


def _expected_call(node: ron.Node, tool: str, args: ron.Value = None, *, any_args: bool) -> ExpectedCall:
    try:
        return ExpectedCall(tool, args, any_args)
    except BadValue as error:
        raise _Refused(node, str(error)) from None


_DECODERS: dict[str, Decoder] = {
    "str": _string,
    "bool": _boolean,
    "float": _float,
    "int": _unsigned,
    "ToolName": _tool,
    "ToolName | None": _optional(_tool),
    "int | None": _optional(_unsigned),
    "Sequence[ToolName]": _list(_tool),
    "Sequence[ExpectedCall]": _list(_call),
    "Json": ron.to_json,
}
"""Type of a field, as its class writes it, to what reads it."""
