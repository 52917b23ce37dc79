"""Secrets taken out: whole, in every text, and also where a cut goes through one."""

from __future__ import annotations

import random

import pytest

from evalpin.jsonvalue import Value
from evalpin.redaction import Redactor

TEXTS: list[tuple[list[str], list[str], str, str]] = [
    (["hunter2"], [], "a hunter2 b", "a [REDACTED] b"),
    (["ab", "abc"], [], "abcab", "[REDACTED][REDACTED]"),
    (["a.c"], [], "abc a.c", "abc [REDACTED]"),
    (["", "x"], [], "axa", "a[REDACTED]a"),
    ([], [r"token=\S+"], "token=1 token=2", "[REDACTED] [REDACTED]"),
    ([], ["(?i)key: .*"], "KEY: a\nb", "[REDACTED]\nb"),
    ([], [r"\b"], "a", "[REDACTED]a[REDACTED]"),
    (["hunter2"], [r"p=\S+"], "p=hunter2", "[REDACTED]"),
    (["hunter2"], [], "hunter", "hunter"),
    ([], [], "hunter2", "hunter2"),
]


@pytest.mark.parametrize(("values", "patterns", "text", "clean"), TEXTS)
def test_text(values: list[str], patterns: list[str], text: str, clean: str) -> None:
    assert Redactor(values, patterns).text(text) == clean


def test_json_with_its_keys() -> None:
    value: Value = {"a hunter2": ["hunter2", 1, None, True, {"b": "no"}]}
    assert Redactor(["hunter2"]).json(value) == {"a [REDACTED]": ["[REDACTED]", 1, None, True, {"b": "no"}]}
    assert Redactor().json(value) is value


@pytest.mark.parametrize("values", [(), ("absent",)])
def test_without_secrets_a_cut_is_a_cut(values: tuple[str, ...]) -> None:
    data = "h\u00e9llo \U0001f600".encode() + b"\xff\xfe end"
    for most in range(len(data) + 2):
        assert Redactor(values).cut(data, most) == (data[:most], False)


def test_no_part_of_a_secret_survives_any_cut() -> None:
    chance = random.Random(6)
    secrets = ["hunter2hunter2", "s3cr\u00e9t-\u20ac-value", "key-abcdef"]
    patterns = [r"token=[a-z0-9]+"]
    hidden = [*secrets, "token=zzzz9999"]
    redactor = Redactor(secrets, patterns)
    for _ in range(40):
        pieces = [chance.choice([*hidden, "plain ", "h\u00e9 ", "\n"]).encode() for _ in range(6)]
        data = b" ".join([*pieces, chance.choice([b"", b"\xff\x80"])])
        for most in range(len(data) + 1):
            clean, _ = redactor.cut(data, most)
            assert len(clean) <= most
            for secret in hidden:
                raw = secret.encode()
                assert not any(raw[at : at + 5] in clean for at in range(len(raw) - 4)), (data, most, clean)


def test_a_cut_says_whether_there_were_secrets() -> None:
    redactor = Redactor(["hunter2"])
    assert redactor.cut(b"a hunter2 b", 100) == (b"a [REDACTED] b", True)
    assert redactor.cut(b"a b hunter2", 3) == (b"a b", False)
    assert redactor.cut(b"a hunter2", 4) == (b"a [R", True)
