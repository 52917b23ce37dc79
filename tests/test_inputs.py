"""Hard inputs from public bug reports, each with the verdict that is right here."""

from __future__ import annotations

import pytest

from evalpin import replies
from evalpin.checks import judge, parse_check
from evalpin.checks.final import FinalTextEquals
from evalpin.checks.tools import CalledToolWith
from evalpin.errors import BadValue, Faults
from evalpin.model import Check, RunArtifacts, Verdict
from evalpin.source import read_lines
from evalpin.toolcalls import ToolCall
from support import Evalpin, Folder


def note(check: Check, artifacts: RunArtifacts) -> str:
    verdict = check.judge(artifacts)
    assert (verdict.outcome == "pass") == (verdict.note == "")
    return verdict.note


def said(kind: str, value: str, reply: str) -> str:
    return note(parse_check(kind, value), RunArtifacts(final_text=reply))


def called(kind: str, value: str, *calls: ToolCall) -> str:
    return note(parse_check(kind, value), RunArtifacts(final_text="", tool_calls=calls))


# ---- JSON in replies ----------------------------------------------------------------------------


def test_i1_prose_around_a_fence() -> None:
    # A fence counts only if it is the whole reply; there is no mode that looks for one.
    reply = 'Here:\n```json\n{"ok":true}\n```\nHope it helps'
    told = 'reply is not JSON: expected a value, found "Here" at line 1 column 1'
    assert said("json", "$.ok = true", reply) == told
    assert said("json-subset", '{"ok": true}', reply) == told
    assert said("json-subset", '{"ok": true}', '\n```json\n{"ok":true}\n```\n') == ""


def test_i2_fence_inside_a_string() -> None:
    reply = '{"note":"use ```json blocks"}'
    for text in (reply, f"```json\n{reply}\n```"):
        assert said("json", '$.note = "use ```json blocks"', text) == ""
        assert said("json-subset", reply, text) == ""


def test_i5_nan_is_not_json() -> None:
    for word in ("NaN", "Infinity", "-Infinity"):
        told = f'expected a value, found "{word}"'
        reply = f'{{"score": {word}}}'
        assert said("json", "$.score = 1", reply) == f"reply is not JSON: {told} at line 1 column 11"
        assert said("json-subset", "{}", reply) == f"reply is not JSON: {told} at line 1 column 11"
        assert ToolCall.from_json("t", reply).fault == f"arguments are not JSON at char 11: {told}"


def test_i6_repeated_key() -> None:
    # Not an error: of a repeated key the last counts, as for every common reader.
    reply = '{"role":"user","role":"admin"}'
    for kind, user, admin in (
        ("json", '$.role = "user"', '$.role = "admin"'),
        ("json-subset", '{"role": "user"}', '{"role": "admin"}'),
    ):
        assert said(kind, admin, reply) == ""
        assert said(kind, user, reply) == '$.role is "admin", expected "user"'


def test_i7_huge_integers() -> None:
    exact, near = '{"id": 18446744073709551616}', '{"id": 18446744073709551617}'
    assert said("json-subset", exact, exact) == ""
    told = "$.id is 18446744073709551617, expected 18446744073709551616"
    assert said("json-subset", exact, near) == told
    assert called("called-with", f"t {exact}", ToolCall.from_json("t", exact)) == ""
    assert (
        called("called-with", f"t {exact}", ToolCall.from_json("t", near)) == f'call of "t" (call 1): {told}'
    )
    told = "reply is not JSON: integer with more than 4,300 digits at line 1 column 8"
    assert said("json-subset", "{}", '{"id": ' + "9" * 5000 + "}") == told
    assert said("json", "$.id = 1", '{"id": 1, "n": ' + "9" * 5000 + "}") == ""
    assert said("number", "4", "9" * 5000).startswith("last number is 9999")


def test_i9_lone_surrogate(evalpin: Evalpin, folder: Folder) -> None:
    told = r'$ is "\ud83d", expected "x"'
    assert said("json", '$ = "x"', '"\\ud83d"') == told
    assert said("json-subset", '"x"', '"\\ud83d"') == told
    assert said("json-subset", '"\\ud83d"', '"\\ud83d"') == ""
    folder.write(s='case a\nprompt: p\nexpect json: $ = "x"\n', r='reply a\n| "\\ud83d"\n')
    ended = evalpin("run", "s.txt", "--replies", "r.txt")
    assert ended.status == 1
    assert f"a: attempt 1: {told}\n" in ended.stdout


def test_i10_deep_nesting() -> None:
    deep = "[" * 100_000
    told = "nested deeper than 500 levels"
    assert said("json", "$ = 1", deep) == f"reply is not JSON: {told} at line 1 column 501"
    assert said("json-subset", "[]", deep) == f"reply is not JSON: {told} at line 1 column 501"
    assert ToolCall.from_json("t", deep).fault == f"arguments are not JSON at char 501: {told}"
    for kind in ("called-with", "trajectory-strict"):
        with pytest.raises(BadValue) as raised:
            parse_check(kind, 't {"a": ' + deep)
        assert str(raised.value) == f'bad arguments of "t": {told} at column 508'


# ---- numbers ------------------------------------------------------------------------------------


def test_i11_currency() -> None:
    assert said("number", "29", "$29.00") == ""
    assert said("number", "29", "$29.01") == 'last number is 29.01 in "$29.01", expected 29'


def test_i12_thousands_and_a_full_stop() -> None:
    assert said("number", "1234.5", "$1,234.50.") == ""
    assert said("number", "234.5", "$1,234.50.") == 'last number is 1,234.50 in "$1,234.50.", expected 234.5'


def test_i13_lone_commas() -> None:
    assert said("number", "72", "72, in total,") == ""


def test_i15_percent() -> None:
    # The number is taken as it stands; the note shows the sign that stood behind it.
    assert said("number", "60", "60%") == ""
    assert said("number", "0.6", "60%") == 'last number is 60 in "60%", expected 0.6'


def test_i17_minus_and_digits_of_unicode() -> None:
    assert said("number", "-5", "\u22125") == ""
    assert said("number", "5", "\u22125") == 'last number is \u22125 in "\u22125", expected 5'
    # Only ASCII digits make a number.
    assert said("number", "0.5", "½") == "reply has no number, expected 0.5"
    assert said("number", "42", "\uff14\uff12") == "reply has no number, expected 42"


def test_i18_lists_ranges_dates() -> None:
    # The last number is the answer, always: there is no other mode.
    for reply, number, token in (
        ("1,2,3", "3", "3"),
        ("10-20", "20", "20"),
        ("2026-08-31", "31", "31"),
        ("1.2e5", "120000", "1.2e5"),
        ("4 (see section 3)", "3", "3"),
    ):
        assert said("number", number, reply) == ""
        assert said("number", "7", reply) == f'last number is {token} in "{reply}", expected 7'


def test_i19_an_error_is_not_judged_by_its_log(evalpin: Evalpin, folder: Folder) -> None:
    error = "connect ECONNREFUSED 127.0.0.1:8477"
    check = parse_check("contains", "4")
    assert judge((check,), RunArtifacts(error=error)) == (
        (Verdict("contains: 4", "fail", "there is no reply text", evaluated=False),),
        "error",
    )
    assert judge((check,), RunArtifacts(final_text=error, error="exit 1"))[1] == "error"
    folder.write(s="case a\nprompt: p\nexpect contains: 4\n", r=f"fail a {error}\n")
    ended = evalpin("run", "s.txt", "--replies", "r.txt")
    assert ended.status == 1
    assert f"a: attempt 1: {error}\n" in ended.stdout


# ---- text ---------------------------------------------------------------------------------------


def test_i22_characters_are_code_points() -> None:
    assert said("max-chars", "4", "你好世界") == ""
    assert said("max-chars", "3", "你好世界") == "reply has 4 characters, more than 3"
    family = "👨\u200d👩\u200d👧"
    assert said("max-chars", "5", family) == ""
    assert said("max-chars", "4", family) == "reply has 5 characters, more than 4"


def test_i26_line_ends() -> None:
    faults = Faults("r")
    lines = read_lines(b"reply a\r\n| a\r\n| b\r\n", faults)
    read = replies.parse(lines, faults)["a"][0]
    assert note(FinalTextEquals("a\nb"), read) == ""
    assert said("equals", "x", "x\r\n") == ""
    # Inside a text nothing is folded: the check is exact, and what was found is at hand.
    verdict = FinalTextEquals("a\nb").judge(RunArtifacts(final_text="a\r\nb"))
    assert verdict == Verdict(r'FinalTextEquals("a\nb")', "fail", r'reply is not "a\nb"', "a\nb", "a\r\nb")


# ---- tool calls ---------------------------------------------------------------------------------


def test_i27_arguments_as_a_string() -> None:
    expected = 't {"city": "Rome"}'
    once = '{"city":"Rome"}'
    assert called("called-with", expected, ToolCall.from_json("t", once)) == ""
    hint = "(the arguments are a text; ToolCall.from_json decodes one)"
    quoted = r'"{\"city\":\"Rome\"}"'
    told = f'call of "t" (call 1): $ is {quoted}, expected {once} {hint}'
    assert called("called-with", expected, ToolCall.from_json("t", quoted)) == told
    assert called("called-with", expected, ToolCall("t", once)) == told


def test_i29_broken_arguments() -> None:
    # The place is where a value was expected: after the line end, not before it.
    text = '{"a": [1,\n'
    call = ToolCall.from_json("t", text)
    assert call.args == text
    artifacts = RunArtifacts(final_text="x", tool_calls=(call,))
    checks = tuple(
        parse_check(*check) for check in (("called-with", "t {}"), ("called", "t"), ("equals", "x"))
    )
    verdicts, outcome = judge(checks, artifacts)
    told = 'call of "t" (call 1): arguments are not JSON at char 11: expected a value, found the end'
    assert [verdict.note for verdict in verdicts] == [told, "", ""]
    assert outcome == "fail"


def test_i30_arguments_that_are_no_object() -> None:
    assert note(CalledToolWith("t", [1, 2]), RunArtifacts(tool_calls=(ToolCall("t", [1, 2]),))) == ""
    told = 'call of "t" (call 1): $ is [1,2], expected [1]'
    assert note(CalledToolWith("t", [1]), RunArtifacts(tool_calls=(ToolCall("t", [1, 2]),))) == told
    assert ToolCall.from_json("t", "7").args == 7


def test_i31_numbers_booleans_and_strings() -> None:
    for kind, place in (("called-with", 'call of "t" (call 1): '), ("trajectory-superset", None)):
        value = 't {"a": 1}'
        assert called(kind, value, ToolCall("t", {"a": 1.0})) == ""
        for found, shown in ((True, "true"), ("1", '"1"'), (1.5, "1.5")):
            told = called(kind, value, ToolCall("t", {"a": found}))
            if place is None:
                why = f'(call of "t" (call 1): $.a is {shown}, expected 1)'
                assert told == f'no call of its own for t({{"a":1}}) {why}'
            else:
                assert told == f"{place}$.a is {shown}, expected 1"


def test_i33_the_same_call_twice() -> None:
    call = ToolCall("t", {"a": 1})
    twice = 't {"a": 1} | t {"a": 1}'
    told = 'no call of its own for t({"a":1})'
    for mode in ("unordered", "superset"):
        assert called(f"trajectory-{mode}", twice, call, call) == ""
        assert called(f"trajectory-{mode}", twice, call) == told
    assert called("trajectory-strict", twice, call) == '1 calls, expected 2: t({"a":1}) is missing'
    assert called("trajectory-unordered", 't {"a": 1}', call, call) == 'unexpected t({"a":1})'
    assert called("called-in-order", "t | t", call) == 'no call of "t" after "t" (calls: t)'


def test_i35_no_calls_at_all() -> None:
    assert called("called-with", "t {}") == '"t" was never called'
    assert called("called", "t") == '"t" was never called (no calls at all)'
    assert called("trajectory-superset", "t {}") == "no call of its own for t({})"
    assert called("calls", "t 1..") == '0 calls of "t", expected >=1 (no calls at all)'
