"""Faults of files: one a line, in line order, at most twenty; the nearest known name."""

from __future__ import annotations

import pytest

from evalpin.errors import EvalpinError, Faults, did_you_mean, raise_if_any


def faults(path: str, *rows: tuple[str, int | None]) -> Faults:
    found = Faults(path)
    for message, line in rows:
        found.add(message, line)
    return found


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([], []),
        ([("a", 1)], ["p:1: a"]),
        ([("a", None)], ["p: a"]),
        ([("a", 2), ("b", 1)], ["p:1: b", "p:2: a"]),
        ([("a", 10), ("b", 9)], ["p:9: b", "p:10: a"]),
        ([("a", 1), ("b", 1)], ["p:1: a"]),
        ([("a", None), ("b", None), ("c", 3)], ["p:3: c", "p: a", "p: b"]),
        ([("a", n) for n in range(1, 21)], [f"p:{n}: a" for n in range(1, 21)]),
        ([("a", n) for n in range(1, 22)], [*(f"p:{n}: a" for n in range(1, 21)), "p: ... and 1 more"]),
        ([("a", n) for n in range(45, 0, -1)], [*(f"p:{n}: a" for n in range(1, 21)), "p: ... and 25 more"]),
        ([("a", None)] * 22, [*(["p: a"] * 20), "p: ... and 2 more"]),
        (
            [("b", None), *[("a", n) for n in range(1, 21)]],
            [*(f"p:{n}: a" for n in range(1, 21)), "p: ... and 1 more"],
        ),
    ],
)
def test_told(rows: list[tuple[str, int | None]], told: list[str]) -> None:
    found = faults("p", *rows)
    assert found.told() == told
    assert bool(found) == bool(rows)


def test_blind_stays() -> None:
    found = Faults("p")
    assert not found.blind
    found.add("a", 1, blinds=True)
    found.add("b", 2)
    assert found.blind


def test_blinds_also_where_the_line_is_told() -> None:
    found = faults("p", ("a", 1))
    found.add("b", 1, blinds=True)
    assert (found.blind, found.told()) == (True, ["p:1: a"])


def test_files_in_the_order_given() -> None:
    files = [faults("z", ("a", 2)), faults("y"), faults("x", ("b", 1))]
    with pytest.raises(EvalpinError) as raised:
        raise_if_any(files)
    assert raised.value.lines == ("z:2: a", "x:1: b")
    assert str(raised.value) == "z:2: a\nx:1: b"


def test_twenty_of_each_file() -> None:
    many = [("a", n) for n in range(1, 23)]
    with pytest.raises(EvalpinError) as raised:
        raise_if_any([faults("x", *many), faults("y", *many)])
    assert raised.value.lines == (
        *(f"x:{n}: a" for n in range(1, 21)),
        "x: ... and 2 more",
        *(f"y:{n}: a" for n in range(1, 21)),
        "y: ... and 2 more",
    )


def test_no_fault_raises_nothing() -> None:
    files = [Faults("x"), Faults("y")]
    raise_if_any(files)
    assert [file.told() for file in files] == [[], []]


KINDS = ["equals", "contains", "not-contains", "one-of", "max-chars", "min-chars", "json"]


@pytest.mark.parametrize(
    ("name", "known", "nearest"),
    [
        ("contain", KINDS, "contains"),
        ("contians", KINDS, "contains"),
        ("Contains", KINDS, "contains"),
        ("not_contains", KINDS, "not-contains"),
        ("notcontains", KINDS, "not-contains"),
        ("equal", KINDS, "equals"),
        ("oneof", KINDS, "one-of"),
        ("max-char", KINDS, "max-chars"),
        ("mix-chars", KINDS, "max-chars"),
        ("jsno", KINDS, "json"),
        ("JSON", KINDS, "json"),
        ("--repl", ["--help", "--replies"], "--replies"),
        ("--output", ["--out", "--only"], "--out"),
        ("cas", ["case"], "case"),
        ("acse", ["case"], "case"),
        ("abd", ["abc"], "abc"),
        ("greet2", ["greet3", "greet1", "great2"], "great2"),
    ],
)
def test_near(name: str, known: list[str], nearest: str) -> None:
    assert did_you_mean(name, known, " (x)") == f' (did you mean "{nearest}"?)'


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("", KINDS),
        ("x", KINDS),
        ("sounds-like", KINDS),
        ("length", KINDS),
        ("contains", []),
        ("", ["a"]),
        ("a", ["b"]),
        ("1", ["2", "3"]),
        ("a", ["ab"]),
        ("ab", ["ba"]),
        ("abc", ["bcd"]),
        ("a" * 300, ["b" * 300]),
    ],
)
def test_not_near(name: str, known: list[str]) -> None:
    assert did_you_mean(name, known, " (x)") == " (x)"
