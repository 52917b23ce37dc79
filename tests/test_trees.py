"""Manifests, what changed between two, and their JSON."""

from __future__ import annotations

import pytest

from evalpin import trees
from evalpin.errors import BadValue
from evalpin.jsonvalue import Value
from evalpin.trees import Entry, changes

FILE = Entry("a", "file", "1" * 64, 3, "0644")
LINK = Entry("a", "symlink", "2" * 64, target="b", broken=True)
FOLDER = Entry("a", "directory", mode="0755")
PIPE = Entry("a", "other", mode="0644", subtype="fifo")

CHANGED = [
    ([], [FILE], [("added", "file")]),
    ([LINK], [], [("deleted", "symlink")]),
    ([FILE], [Entry("a", "file", "3" * 64, 3, "0644")], [("modified", "file")]),
    ([FILE], [Entry("a", "file", "1" * 64, 3, "0755")], [("modified", "file")]),
    ([FILE], [LINK], [("modified", "symlink")]),
    ([LINK], [Entry("a", "symlink", "4" * 64, target="c", broken=True)], [("modified", "symlink")]),
    ([PIPE], [Entry("a", "other", mode="0644", subtype="socket")], [("modified", "other")]),
    ([FOLDER], [Entry("a", "directory", mode="0700")], [("modified", "directory")]),
    ([FILE], [FILE], []),
    ([LINK], [Entry("a", "symlink", "2" * 64, target="b", broken=False)], []),
]


@pytest.mark.parametrize(("before", "after", "expected"), CHANGED)
def test_changes(before: list[Entry], after: list[Entry], expected: list[tuple[str, str]]) -> None:
    found = changes(before, after)
    assert [(change.status, change.kind) for change in found] == expected


def test_order_is_that_of_bytes() -> None:
    names = ["b", "a/x", "a", "a-b", "\u00e9", "Z", "\U0001f600", "\uffff"]
    found = changes([], [Entry(name, "directory") for name in names])
    assert [change.path for change in found] == [
        "Z",
        "a",
        "a-b",
        "a/x",
        "b",
        "\u00e9",
        "\uffff",
        "\U0001f600",
    ]


def test_json_round_trip() -> None:
    entries = (FILE, LINK, FOLDER, PIPE, Entry("b", "file", "", 0, "0000"))
    assert trees.manifest_from_json(trees.manifest_to_json(entries)) == entries


BAD: list[tuple[Value, str]] = [
    ([], 'expected an object with a list "entries"'),
    ({"entries": {}}, 'expected an object with a list "entries"'),
    ({"entries": [1]}, 'entries[0]: expected an object with a text "path"'),
    ({"entries": [{"path": 1}]}, 'entries[0]: expected an object with a text "path"'),
    (
        {"entries": [{"path": "a", "kind": "fil"}]},
        "entries[0]: kind is not one of directory, file, symlink, other",
    ),
    ({"entries": [{"path": "a", "kind": "file", "size": "1"}]}, "entries[0]: size is of the wrong type"),
    ({"entries": [{"path": "a", "kind": "file", "size": True}]}, "entries[0]: size is of the wrong type"),
]


@pytest.mark.parametrize(("value", "message"), BAD)
def test_no_manifest(value: Value, message: str) -> None:
    with pytest.raises(BadValue) as caught:
        trees.manifest_from_json(value)
    assert str(caught.value) == message


def test_changes_as_json() -> None:
    found = changes([FILE], [Entry("a", "file", "1" * 64, 3, "0755"), Entry("n", "directory", mode="0755")])
    assert trees.changes_to_json(found) == {
        "changed_paths": [
            {
                "path": "a",
                "status": "modified",
                "kind": "file",
                "sha256_before": "1" * 64,
                "sha256_after": "1" * 64,
                "mode_before": "0644",
                "mode_after": "0755",
            },
            {
                "path": "n",
                "status": "added",
                "kind": "directory",
                "sha256_before": None,
                "sha256_after": None,
            },
        ]
    }
