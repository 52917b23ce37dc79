"""Checks of the reply as a text: what holds, what does not and what is said then, what is no value."""

from __future__ import annotations

import pytest

from evalpin.checks import judge, parse_check
from evalpin.errors import BadValue
from evalpin.model import RunArtifacts, Verdict


def note(kind: str, value: str, reply: str | None) -> str:
    """Return the note of one check of one reply; empty where it holds."""
    verdict = parse_check(kind, value).judge(RunArtifacts(final_text=reply))
    assert (verdict.outcome == "pass") == (verdict.note == "")
    assert verdict.outcome in ("pass", "fail")
    return verdict.note


@pytest.mark.parametrize(
    ("kind", "value", "reply"),
    [
        ("equals", "Ana", "Ana"),
        ("equals", "Ana", " \t\r\n Ana \t\r\n"),
        ("equals", "a  b", "a  b"),
        ("equals", "\xa0", "\xa0"),
        ("equals", "a\rb", "a\rb"),
        ("contains", "Ana", "Hello Ana!"),
        ("contains", "Ana", "Ana"),
        ("contains", "|", "a|b"),
        ("contains", "a\tb", "xa\tby"),
        ("not-contains", "Ana", "Hello ana!"),
        ("not-contains", "Ana", ""),
        ("not-contains", " a", " a"),
        ("not-contains", "\u00e9", "e\u0301"),
        ("one-of", "yes", "yes"),
        ("one-of", "yes|no", "no"),
        ("one-of", "yes |\tno\t|  may be ", " may be\n"),
        ("one-of", "\xa0|b", "\xa0"),
        ("one-of", "a|a", "a"),
        ("one-of", '"a"|b', '"a"'),
        ("max-chars", "3", "abc"),
        ("max-chars", "3", ""),
        ("max-chars", "0", " \n"),
        ("max-chars", "000003", "abc"),
        ("max-chars", "1", "\U0001f600"),
        ("max-chars", "2", "e\u0301"),
        ("max-chars", "999999", "a" * 999_999),
        ("min-chars", "3", "abc"),
        ("min-chars", "0", ""),
        ("min-chars", "3", "a b"),
        ("min-chars", "1", "\ufeff"),
    ],
)
def test_holds(kind: str, value: str, reply: str) -> None:
    assert note(kind, value, reply) == ""


@pytest.mark.parametrize(
    ("kind", "value", "reply", "told"),
    [
        ("equals", "Ana", "ana", 'reply is not "Ana"'),
        ("equals", "Ana", "", 'reply is not "Ana"'),
        ("equals", "Ana", "Ana!", 'reply is not "Ana"'),
        ("equals", "Ana", "Ana\xa0", 'reply is not "Ana"'),
        ("equals", "Ana", "Ana\x0c", 'reply is not "Ana"'),
        ("equals", "Ana", "\x0bAna", 'reply is not "Ana"'),
        ("equals", "Ana", "Ana\u2028", 'reply is not "Ana"'),
        ("equals", "Ana", "\ufeffAna", 'reply is not "Ana"'),
        ("equals", "a b", "a  b", 'reply is not "a b"'),
        ("equals", "\u00e9", "e\u0301", 'reply is not "\u00e9"'),
        ("equals", 'say "hi" \\', "x", r'reply is not "say \"hi\" \\"'),
        ("equals", "\x1b[2J\u202e\ud800", "x", r'reply is not "\u001b[2J\u202e\ud800"'),
        ("equals", "x" * 100, "x", f'reply is not "{"x" * 100}"'),
        ("contains", "Ana", "An a", 'reply does not contain "Ana"'),
        ("contains", "ana", "Ana", 'reply does not contain "ana"'),
        ("contains", "a\tb", "a b", r'reply does not contain "a\tb"'),
        ("contains", "A.a", "Ana", 'reply does not contain "A.a"'),
        ("not-contains", "Ana", "Hello Ana!", 'reply contains "Ana"'),
        ("not-contains", "Ana", "Ana", 'reply contains "Ana"'),
        ("one-of", "yes", "no", 'reply is not one of "yes"'),
        ("one-of", "yes | no", "Yes", 'reply is not one of "yes", "no"'),
        ("one-of", "yes | no", "yes | no", 'reply is not one of "yes", "no"'),
        ("one-of", "yes | no", "", 'reply is not one of "yes", "no"'),
        ("one-of", 'a, b|c"d', "a", r'reply is not one of "a, b", "c\"d"'),
        ("max-chars", "3", "abcd", "reply has 4 characters, more than 3"),
        ("max-chars", "0", "a", "reply has 1 characters, more than 0"),
        ("max-chars", "007", "12345678", "reply has 8 characters, more than 7"),
        ("max-chars", "1", "e\u0301", "reply has 2 characters, more than 1"),
        ("max-chars", "999999", "a" * 1_000_000, "reply has 1000000 characters, more than 999999"),
        ("min-chars", "3", "ab", "reply has 2 characters, fewer than 3"),
        ("min-chars", "3", " ab ", "reply has 2 characters, fewer than 3"),
        ("min-chars", "2", "\U0001f600", "reply has 1 characters, fewer than 2"),
        ("min-chars", "001", "", "reply has 0 characters, fewer than 1"),
    ],
)
def test_fails(kind: str, value: str, reply: str, told: str) -> None:
    assert note(kind, value, reply) == told


KINDS = (
    "equals, contains, not-contains, one-of, max-chars, min-chars, json, json-subset, contains-nocase, "
    "matches, number, called, not-called, called-with, calls, called-in-order, trajectory-strict, "
    "trajectory-unordered, trajectory-superset, trajectory-subset, max-tokens, max-seconds"
)


@pytest.mark.parametrize(
    ("kind", "value", "message"),
    [
        ("contain", "Ana", 'unknown check kind "contain" (did you mean "contains"?)'),
        ("EQUALS", "Ana", 'unknown check kind "EQUALS" (did you mean "equals"?)'),
        ("sounds-like", "Ana", f'unknown check kind "sounds-like" (expected {KINDS})'),
        ("\x1b", "Ana", rf'unknown check kind "\u001b" (expected {KINDS})'),
        ("equals", "", '"equals" needs a value after the colon'),
        ("json", "", '"json" needs a value after the colon'),
        ("one-of", "|", 'empty choice in "|" (expected "A | B")'),
        ("one-of", "a| \t|b", r'empty choice in "a| \t|b" (expected "A | B")'),
        ("one-of", "a|b|", 'empty choice in "a|b|" (expected "A | B")'),
        ("max-chars", "-1", 'bad count "-1" (expected 1 to 6 digits)'),
        ("max-chars", "+1", 'bad count "+1" (expected 1 to 6 digits)'),
        ("max-chars", "0000001", 'bad count "0000001" (expected 1 to 6 digits)'),
        ("max-chars", "1.0", 'bad count "1.0" (expected 1 to 6 digits)'),
        ("max-chars", "1 2", 'bad count "1 2" (expected 1 to 6 digits)'),
        ("min-chars", "1_0", 'bad count "1_0" (expected 1 to 6 digits)'),
        ("min-chars", "\u0663", 'bad count "\u0663" (expected 1 to 6 digits)'),
        ("min-chars", "\uff11", 'bad count "\uff11" (expected 1 to 6 digits)'),
        ("min-chars", "\u00b2", 'bad count "\u00b2" (expected 1 to 6 digits)'),
        ("min-chars", "1\r", r'bad count "1\r" (expected 1 to 6 digits)'),
        ("min-chars", "ten", 'bad count "ten" (expected 1 to 6 digits)'),
    ],
)
def test_no_check(kind: str, value: str, message: str) -> None:
    with pytest.raises(BadValue) as raised:
        parse_check(kind, value)
    assert str(raised.value) == message


KINDS_OF_TEXT = [
    ("equals", "x"),
    ("contains", "x"),
    ("not-contains", "x"),
    ("one-of", "x | y"),
    ("max-chars", "9"),
    ("min-chars", "0"),
]


@pytest.mark.parametrize(("kind", "value"), KINDS_OF_TEXT)
def test_no_text_is_no_empty_text(kind: str, value: str) -> None:
    verdict = parse_check(kind, value).judge(RunArtifacts())
    assert verdict == Verdict(f"{kind}: {value}", "fail", "there is no reply text")


@pytest.mark.parametrize("error", ["rate limited", ""])
def test_after_an_error_verdicts_are_not_evaluated(error: str) -> None:
    checks = (parse_check("not-contains", "x"), parse_check("contains", "y"))
    assert judge(checks, RunArtifacts(error=error)) == (
        (
            Verdict("not-contains: x", "fail", "there is no reply text", evaluated=False),
            Verdict("contains: y", "fail", "there is no reply text", evaluated=False),
        ),
        "error",
    )
    assert judge(checks, RunArtifacts(final_text="x y", error=error)) == (
        (
            Verdict("not-contains: x", "fail", 'reply contains "x"', evaluated=False),
            Verdict("contains: y", "pass", evaluated=False),
        ),
        "error",
    )


@pytest.mark.parametrize(
    ("reply", "notes", "outcome"),
    [
        ("abc", ["", "", ""], "pass"),
        ("xbc", ['reply does not contain "a"', "", ""], "fail"),
        ("abcd", ["", "reply has 4 characters, more than 3", ""], "fail"),
        ("d", ['reply does not contain "a"', "", "reply has 1 characters, fewer than 2"], "fail"),
    ],
)
def test_every_check_is_judged_in_order(reply: str, notes: list[str], outcome: str) -> None:
    checks = (parse_check("contains", "a"), parse_check("max-chars", "3"), parse_check("min-chars", "2"))
    verdicts, found = judge(checks, RunArtifacts(final_text=reply))
    assert [verdict.note for verdict in verdicts] == notes
    assert found == outcome


@pytest.mark.parametrize(
    ("kind", "value", "label"),
    [
        ("equals", "Ana", "equals: Ana"),
        ("one-of", "a|  b", "one-of: a | b"),
        ("max-chars", "007", "max-chars: 7"),
    ],
)
def test_label(kind: str, value: str, label: str) -> None:
    assert parse_check(kind, value).judge(RunArtifacts(final_text="x")).label == label
