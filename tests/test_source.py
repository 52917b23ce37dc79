"""Bytes to numbered lines: UTF-8, one BOM, CRLF, NUL, and no line end but LF; what a case ID is."""

from __future__ import annotations

import pytest

from evalpin.errors import Faults
from evalpin.source import CASE_ID, read_lines

BOM = b"\xef\xbb\xbf"


def read(data: bytes) -> tuple[list[str], list[str]]:
    faults = Faults("f")
    return read_lines(data, faults), faults.told()


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"\n", [""]),
        (b"a\n\n", ["a", ""]),
        (b"\n\na", ["", "", "a"]),
        (BOM, []),
        (BOM + b"a\n", ["a"]),
        (BOM + b"\n", [""]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"\r\n\r\n", ["", ""]),
        (b"a\r\nb\nc", ["a", "b", "c"]),
        (BOM + b"a\r\n", ["a"]),
        ("é\U0001f600\n".encode(), ["é\U0001f600"]),
        (b" a \t\n", [" a \t"]),
    ],
)
def test_lines(data: bytes, lines: list[str]) -> None:
    assert read(data) == (lines, [])


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (BOM + BOM + b"a", ["\ufeffa"]),
        (b"a" + BOM + b"\n", ["a\ufeff"]),
        (b"\n" + BOM + b"a", ["", "\ufeffa"]),
        (b"a\rb", ["a\rb"]),
        (b"a\r", ["a\r"]),
        (b"\r", ["\r"]),
        (b"a\r\r\nb", ["a\r", "b"]),
        (b"a\n\rb", ["a", "\rb"]),
        (b"a\x0cb\x0bc", ["a\x0cb\x0bc"]),
        (b"a\x1cb\x1dc\x1ed", ["a\x1cb\x1dc\x1ed"]),
        ("a\u0085b".encode(), ["a\u0085b"]),
        ("a\u2028b\u2029c".encode(), ["a\u2028b\u2029c"]),
    ],
)
def test_no_line_end_and_no_bom(data: bytes, lines: list[str]) -> None:
    assert read(data) == (lines, [])


@pytest.mark.parametrize(
    ("data", "offset"),
    [
        (b"\xff", 0),
        (b"\x80", 0),
        (b"ab\xfe", 2),
        (b"\xc3", 0),
        (b"a\xc3(", 1),
        (b"\xc3\xa9\xe9 ", 2),
        (b"\xe2\x82", 0),
        (b"a\xe2\x82\n", 1),
        (b"\xf0\x9f\x98", 0),
        (b"\xf0\x9f\x98x", 0),
        (b"\xc0\x80", 0),
        (b"\xe0\x80\x80", 0),
        (b"\xf0\x80\x80\x80", 0),
        (b"\xed\xa0\x80", 0),
        (b"..\xed\xbf\xbf", 2),
        (b"\xf4\x90\x80\x80", 0),
        (b"\xf8\x88\x80\x80\x80", 0),
        (BOM + b"\xff", 3),
        (b"\xef\xbb", 0),
        (b"\r\n\r\n\xff", 4),
        (b"\0\n\xff", 2),
        (b"\xff\xfea\0", 0),
    ],
)
def test_invalid_utf8(data: bytes, offset: int) -> None:
    assert read(data) == ([], [f"f: not valid UTF-8 (byte {offset})"])


@pytest.mark.parametrize(
    "data",
    [b"\xed\x9f\xbf", b"\xee\x80\x80", b"\xf4\x8f\xbf\xbf", b"\xef\xbf\xbf", b"\xc2\x80", b"\x7f"],
)
def test_near_misses_of_invalid_utf8(data: bytes) -> None:
    assert read(data) == ([data.decode()], [])


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\0", ["f:1: NUL byte"]),
        (b"a\n\0b\nc\n", ["f:2: NUL byte"]),
        (b"\0\0\0", ["f:1: NUL byte"]),
        (BOM + b"a\r\n\r\n\0\r\nb\0", ["f:3: NUL byte", "f:4: NUL byte"]),
        (b"a\n" * 20 + b"\0\n" * 21, [*(f"f:{n}: NUL byte" for n in range(21, 41)), "f: ... and 1 more"]),
        (b"a\rb\n\0", ["f:2: NUL byte"]),
        (b"0 \\0 \\x00\n", []),
    ],
)
def test_nul(data: bytes, told: list[str]) -> None:
    assert read(data)[1] == told


@pytest.mark.parametrize("case_id", ["a", "0", "9", "z", "a-", "a_", "0--__", "greet-2", "a" * 200])
def test_case_id(case_id: str) -> None:
    assert CASE_ID.fullmatch(case_id) is not None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "_",
        "-a",
        "_a",
        "A",
        "aB",
        "a b",
        " a",
        "a ",
        "a.b",
        "a/b",
        "é",
        "aé",
        "٣",
        "²",
        "a\n",
        "a\0",
        "a" * 201,
        "\u017f",
        "\u212a",
        "\u0131",
    ],  # the last fold to s, k and i
)
def test_no_case_id(text: str) -> None:
    assert CASE_ID.fullmatch(text) is None
