"""What a folder held before and after: manifests, what changed between two, and their JSON.

Format of a manifest: `{"root": ".", "entries": [..]}`, entries sorted by the bytes of their paths. An entry
is `{"path", "kind"}` and, by kind: `directory` (mode), `file` (mode, sha256, size), `symlink` (target,
sha256 of the target's text, broken), `other` (subtype). Links are not followed. A path that is not UTF-8
stands with U+FFFD for each bad byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evalpin.errors import BadValue
from evalpin.jsonvalue import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Kind = Literal["directory", "file", "symlink", "other"]
    Status = Literal["added", "deleted", "modified"]
else:
    Kind = Status = str

KINDS = ("directory", "file", "symlink", "other")


@dataclass(frozen=True, slots=True)
class Entry:
    """One path of a tree. `sha256` is 64 hex digits; `mode` is four octal digits, empty where unknown."""

    path: str
    kind: Kind
    sha256: str = ""
    size: int = 0
    mode: str = ""
    target: str = ""
    broken: bool = False
    subtype: str = ""


@dataclass(frozen=True, slots=True)
class PathChange:
    """One path that is not as it was; `kind` is the present one, or the former of what is gone."""

    path: str
    status: Status
    kind: Kind
    before: Entry | None
    after: Entry | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command scorer said of one attempt; `error` says why it said nothing that counts."""

    ok: bool = False
    score: float = 0.0
    label: str = ""
    findings: Sequence[Mapping[str, Value]] = ()
    error: str = ""


@dataclass(frozen=True, slots=True)
class Left:
    """What an attempt left in its workspace, and what command scorers answered, by scorer ID."""

    before: Sequence[Entry]
    after: Sequence[Entry]
    changes: Sequence[PathChange]
    answers: Mapping[str, Answer]


def changes(before: Iterable[Entry], after: Iterable[Entry]) -> tuple[PathChange, ...]:
    """Return what changed, by path: added, deleted, or of another kind, content, mode or target."""
    old = {entry.path: entry for entry in before}
    new = {entry.path: entry for entry in after}
    found: list[PathChange] = []
    for path, entry in new.items():
        was = old.get(path)
        if was is None:
            found.append(PathChange(path, "added", entry.kind, None, entry))
        elif was != entry and _differs(was, entry):
            found.append(PathChange(path, "modified", entry.kind, was, entry))
    found += [
        PathChange(path, "deleted", entry.kind, entry, None) for path, entry in old.items() if path not in new
    ]
    return tuple(sorted(found, key=lambda change: change.path.encode("utf-8", "surrogateescape")))


def _differs(a: Entry, b: Entry) -> bool:
    """Say whether two entries of a path differ in what counts; whether a link is broken does not."""
    return (a.kind, a.sha256, a.mode, a.subtype) != (b.kind, b.sha256, b.mode, b.subtype)


# ---- JSON -----------------------------------------------------------------------------------


def manifest_to_json(entries: Iterable[Entry]) -> Value:
    """Return the JSON form of a manifest."""
    return {"root": ".", "entries": [_entry_to_json(entry) for entry in entries]}


def manifest_from_json(value: Value) -> tuple[Entry, ...]:
    """Read the JSON form of a manifest; raise `BadValue`."""
    listed = value.get("entries") if isinstance(value, dict) else None
    if not isinstance(listed, list):
        raise BadValue('expected an object with a list "entries"')
    return tuple([_entry_from_json(entry, at) for at, entry in enumerate(listed)])


def changes_to_json(found: Iterable[PathChange]) -> Value:
    """Return the JSON form of changes: `{"changed_paths": [..]}`."""
    return {"changed_paths": [_change_to_json(change) for change in found]}


def _entry_to_json(entry: Entry) -> Value:
    made: dict[str, Value] = {"path": entry.path, "kind": entry.kind}
    if entry.mode:
        made["mode"] = entry.mode
    if entry.kind == "file":
        made |= {"sha256": entry.sha256, "size": entry.size}
    elif entry.kind == "symlink":
        made |= {"target": entry.target, "sha256": entry.sha256, "broken": entry.broken}
    elif entry.kind == "other":
        made["subtype"] = entry.subtype
    return made


_FIELDS = {"sha256": str, "size": int, "mode": str, "target": str, "broken": bool, "subtype": str}


def _entry_from_json(value: Value, at: int) -> Entry:
    if not isinstance(value, dict) or not isinstance(value.get("path"), str):
        raise BadValue(f'entries[{at}]: expected an object with a text "path"')
    if value.get("kind") not in KINDS:
        raise BadValue(f"entries[{at}]: kind is not one of {', '.join(KINDS)}")
    for name, kind in _FIELDS.items():
        if name in value and type(value[name]) is not kind:
            raise BadValue(f"entries[{at}]: {name} is of the wrong type")
    known = {name: value[name] for name in ("path", "kind", *_FIELDS) if name in value}
    return Entry(**known)  # type: ignore[arg-type]  # each is of the type of its field


def _change_to_json(change: PathChange) -> Value:
    before, after = change.before, change.after
    made: dict[str, Value] = {
        "path": change.path,
        "status": change.status,
        "kind": change.kind,
        "sha256_before": _hash(before),
        "sha256_after": _hash(after),
    }
    if before and after and before.mode != after.mode:
        made |= {"mode_before": before.mode, "mode_after": after.mode}
    return made


def _hash(entry: Entry | None) -> Value:
    return entry.sha256 or None if entry else None
