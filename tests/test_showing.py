"""Text from outside made safe: what is escaped, what stays, and how much of a word is shown."""

from __future__ import annotations

import json

import pytest

from evalpin.showing import brief, escape, quote

UNSAFE = [
    ("\0", r"\u0000"),
    ("\x01", r"\u0001"),
    ("\x07", r"\u0007"),
    ("\b", r"\b"),
    ("\t", r"\t"),
    ("\n", r"\n"),
    ("\x0b", r"\u000b"),
    ("\f", r"\f"),
    ("\r", r"\r"),
    ("\x1b", r"\u001b"),
    ("\x1f", r"\u001f"),
    ("\x7f", r"\u007f"),
    ("\x80", r"\u0080"),
    ("\x85", r"\u0085"),
    ("\x9b", r"\u009b"),
    ("\x9f", r"\u009f"),
    ("\u061c", r"\u061c"),
    ("\u200e", r"\u200e"),
    ("\u200f", r"\u200f"),
    ("\u2028", r"\u2028"),
    ("\u2029", r"\u2029"),
    ("\u202a", r"\u202a"),
    ("\u202e", r"\u202e"),
    ("\u2066", r"\u2066"),
    ("\u2069", r"\u2069"),
    ("\ud800", r"\ud800"),
    ("\udcff", r"\udcff"),
    ("\udfff", r"\udfff"),
]
SAFE = [
    " ",
    "~",
    "\xa0",
    "é",
    "e\u0301",
    "\u2027",
    "\u202f",
    "\u2065",
    "\u206a",
    "\ud7ff",
    "\ue000",
    "\U0001f600",
    "'",
    "/",
]


@pytest.mark.parametrize(("character", "shown"), UNSAFE)
def test_unsafe_is_escaped(character: str, shown: str) -> None:
    assert escape(f"a{character}b{character}") == f"a{shown}b{shown}"
    assert quote(f"a{character}b") == f'"a{shown}b"'


@pytest.mark.parametrize("character", SAFE)
def test_safe_stays(character: str) -> None:
    assert escape(character) == character
    assert quote(character) == f'"{character}"'


@pytest.mark.parametrize(
    ("text", "quoted", "escaped"),
    [
        ("", '""', ""),
        ('"', r'"\""', '"'),
        ("\\", r'"\\"', "\\"),
        (r"\n", r'"\\n"', r"\n"),
        ('say "hi"\n', r'"say \"hi\"\n"', r'say "hi"\n'),
    ],
)
def test_quotes_and_backslashes(text: str, quoted: str, escaped: str) -> None:
    assert quote(text) == quoted
    assert escape(text) == escaped


def test_quoted_is_json() -> None:
    text = "".join(map(chr, range(0x3000))) + "\ud800 \udfff \U0001f600"
    assert json.loads(quote(text)) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", '""'),
        ("a", '"a"'),
        ("a" * 60, f'"{"a" * 60}"'),
        ("a" * 61, f'"{"a" * 60}"...'),
        ("\n" * 60, '"' + r"\n" * 60 + '"'),
        ("\n" * 61, '"' + r"\n" * 60 + '"...'),
    ],
)
def test_brief(text: str, shown: str) -> None:
    assert brief(text) == shown
