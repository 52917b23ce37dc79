"""Workspace suites read from disk: every fault at once, with file, line and column."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from evalpin import suitefolder
from evalpin.errors import EvalpinError
from processes import posix
from support import Evalpin

pytestmark = [posix, pytest.mark.usefixtures("folder")]

GOOD_SUITE = '{"runner": {"argv": ["true"]}}'
GOOD_CASE = '{"id": "a", "task": "t", "workspace": "fixtures/x", "expect": {"exact": "x"}}'


def write(suite: str = GOOD_SUITE, cases: str = GOOD_CASE) -> Path:
    """Write the suite `s` with one fixture; return its folder."""
    root = Path("evals", "suites", "s")
    (root / "fixtures" / "x").mkdir(parents=True, exist_ok=True)
    (root / "fixtures" / "x" / "file").write_text("text")
    (root / "suite.json").write_bytes(suite.encode())
    (root / "cases.jsonl").write_bytes(cases.encode())
    return root


def faults() -> list[str]:
    """Return the faults of the suite `s`, less its folder."""
    with pytest.raises(EvalpinError) as caught:
        suitefolder.open_suite("evals/suites/s")
    assert len(caught.value.codes) == len(caught.value.lines)
    for code, line in zip(caught.value.codes, caught.value.lines, strict=True):
        assert code == (
            "E_SCHEMA_VIOLATION" if line.startswith("evals/suites/s/suite.json") else "E_CASE_INVALID"
        )
    return [line.removeprefix("evals/suites/s/") for line in caught.value.lines]


def notices() -> list[tuple[str, str]]:
    """Return the warnings of the suite `s`, which is valid."""
    found = suitefolder.open_suite("evals/suites/s").notices
    return [(notice.code, notice.message.removeprefix("evals/suites/s/")) for notice in found]


SCORERS = (
    "contains, regex, exact, json-schema, numeric-threshold, file-exists, exit-code, workspace-diff, command"
)
ID_RULE = 'letters, digits, ".", "_" and "-", not beginning with "-", without "..", at most 200 characters'
KEYS = (
    "name, cases, acknowledged_unsandboxed_runner, runner, scorers, glob, ignore, keep_workspace, exit_check"
)

OF_SUITE = [
    ("", ["suite.json:1:1: not JSON: expected a value, found the end"]),
    ("[]", ["suite.json:1:1: expected an object, found []"]),
    ("{}", ["suite.json:1:1: suite.json has no runner (expected an object with argv)"]),
    ('{\n "runner": 1}', ["suite.json:2:12: runner is 1 (expected an object)"]),
    ('{"runner": {"argv": []}}', ["suite.json:1:21: runner has no argv (expected a list of words)"]),
    ('{"runner": {"argv": "true"}}', ['suite.json:1:21: argv is "true" (expected a list of texts)']),
    ('{"runner": {"argv": [true]}}', ["suite.json:1:22: argv has true (expected text)"]),
    (
        '{"runner": {"argv": ["true"], "command": "b"}}',
        ["suite.json:1:42: runner has both argv and command (expected one of them)"],
    ),
    ('{"runner": {"shell": true}}', ["suite.json:1:12: runner has no command (expected one beside shell)"]),
    (
        '{"runner": {"command": "true"}}',
        ['suite.json:1:24: runner has a command and no shell (expected "shell": true beside it, or argv)'],
    ),
    (
        '{"runner": {"argv": ["true"], "stdin": "yes"}}',
        ['suite.json:1:40: stdin is "yes" (expected "task", or nothing)'],
    ),
    (
        '{"runner": {"argv": ["true"], "timeout_seconds": -1}}',
        ["suite.json:1:50: timeout_seconds is -1 (expected a number up to 1,000,000, null or 0 for 300)"],
    ),
    (
        '{"runner": {"argv": ["true"], "max_output_bytes": 1.5}}',
        ["suite.json:1:51: max_output_bytes is 1.5 (expected a whole number)"],
    ),
    (
        '{"runner": {"argv": ["true"], "redact_patterns": ["("]}}',
        ['suite.json:1:51: "(" is no pattern: missing ), unterminated subpattern at position 0'],
    ),
    (
        '{"runner": {"argv": ["true"], "env": []}}',
        [
            (
                'suite.json:1:31: unknown key "env" in runner (expected one of argv, command, shell, cwd, '
                "timeout_seconds, max_output_bytes, env_allowlist, stdin, redact_env_values, redact_patterns)"
            )
        ],
    ),
    (
        '{"runner": {"argv": ["true"]}, "scorer": []}',
        ['suite.json:1:32: unknown key "scorer" in suite.json (did you mean "scorers"?)'],
    ),
    (
        '{"runner": {"argv": ["true"]}, "name": ""}',
        ['suite.json:1:40: name is "" (expected a text that is not empty)'],
    ),
    (
        '{"runner": {"argv": ["true"]}, "cases": "../c"}',
        ['suite.json:1:41: cases is "../c" (expected a relative path inside the suite\'s folder)'],
    ),
    (
        '{"runner": {"argv": ["true"]}, "glob": "paths"}',
        ['suite.json:1:40: glob is "paths" (did you mean "path"?)'],
    ),
    (
        '{"runner": {"argv": ["true"]}, "scorers": [{"name": "exakt"}, {}, 5]}',
        [
            'suite.json:1:53: unknown scorer "exakt" (did you mean "exact"?)',
            f"suite.json:1:63: scorer without a name (expected one of {SCORERS})",
            "suite.json:1:67: expected an object with a name, found 5",
        ],
    ),
    (
        '{"runner": {"argv": ["true"]}, "scorers": [{"name": "command", "id": "../x", "argv": ["true"]}]}',
        [f'suite.json:1:70: bad scorer ID "../x" (expected {ID_RULE})'],
    ),
    (
        '{"runner": {"argv": ["no-such-thing"]}}',
        [
            (
                'suite.json: runner: no such program "no-such-thing" on the path "/bin:/usr/bin"; '
                'env_allowlist does not have "PATH"'
            )
        ],
    ),
    (
        '{"runner": {"argv": ["true"]}, "runner": {}}',
        ['suite.json:1:32: not JSON: repeated key "runner"'],
    ),
]


@pytest.mark.parametrize(("suite", "expected"), OF_SUITE)
def test_faults_of_suite_json(suite: str, expected: list[str]) -> None:
    write(suite)
    assert faults() == expected


def case(**fields: object) -> str:
    """Return the line of a case."""
    return json.dumps({"id": "a", "task": "t", "workspace": "fixtures/x", **fields})


INSIDE = "(expected a relative path inside the suite's folder)"
OF_CASES = [
    ("{", ['1:2: not JSON: expected a key or "}", found the end']),
    ("[]", ["1:1: expected an object, found []"]),
    ("\n\nnull", ["3:1: expected an object, found null"]),
    (case(expect={"exact": "x"}, id="../up"), [f'1:8: bad case ID "../up" (expected {ID_RULE})']),
    (f"{GOOD_CASE}\n{GOOD_CASE}", ['2:8: repeated case "a" (first at line 1)']),
    (
        '{"task": "t", "expect": {"exact": ""}}',
        ['1:1: the case has no workspace (expected a text "workspace")'],
    ),
    (case(task=1, expect={"exact": ""}), ["1:21: task is 1 (expected text)"]),
    (case(workspace="/etc", expect={"exact": ""}), [f'1:39: workspace is "/etc" {INSIDE}']),
    (
        case(workspace="fixtures/../..", expect={"exact": ""}),
        [f'1:39: workspace is "fixtures/../.." {INSIDE}'],
    ),
    (case(workspace=".", expect={"exact": ""}), [f'1:39: workspace is "." {INSIDE}']),
    (case(workspace="fixtures/gone", expect={"exact": ""}), ['1: workspace "fixtures/gone": no such folder']),
    (
        case(workspace="fixtures/x/file", expect={"exact": ""}),
        ['1: workspace "fixtures/x/file" is no folder'],
    ),
    (case(diff="gone", expect={"exact": ""}), ['1: diff "gone": no such file']),
    (case(), ['1:1: case "a" has no expect (expected an object, {} for nothing)']),
    (case(expect=[]), ["1:63: expect is [] (expected an object)"]),
    (
        case(xpect={}, expect={"exact": ""}),
        ['1:53: unknown key "xpect" in the case (did you mean "expect"?)'],
    ),
    (
        case(expect={"text_contain": ["a"]}),
        ['1:64: unknown key "text_contain" in expect (did you mean "text_contains"?)'],
    ),
    (case(expect={"text_contains": "abc"}), ['1:81: text_contains is "abc" (expected a list of texts)']),
    (
        case(expect={"text_contains": [""]}),
        ['1:82: text_contains has "" (expected a text that is not empty)'],
    ),
    (case(expect={"exact": None}), ["1:73: exact is null (expected text)"]),
    (case(expect={"exit_code": True}), ["1:77: exit_code is true (expected an integer)"]),
    (
        case(expect={"numeric_threshold": {"path": "a"}}),
        ["1:85: numeric_threshold: expected at least one of gte, lte and eq"],
    ),
    (case(expect={"json_schema": {"typ": 1}}), ['1:87: unknown keyword "typ" (did you mean "type"?)']),
    (
        case(expect={"files_exist": ["../x"]}),
        ['1:80: files_exist: no path of a workspace is "../x" (expected a path such as "src/app.py")'],
    ),
    (case(expect={"contains": 5}), ["1:76: contains is 5 (expected a text or a list of texts)"]),
    (case(checks=["contians: x"]), ['1:64: unknown check kind "contians" (did you mean "contains"?)']),
    (case(checks=["called"]), ['1:64: expected "KIND: VALUE", found "called"']),
]


@pytest.mark.parametrize(("lines", "expected"), OF_CASES)
def test_faults_of_cases(lines: str, expected: list[str]) -> None:
    write(cases=lines)
    assert [line.removeprefix("cases.jsonl:") for line in faults()] == expected


def test_all_faults_of_both_files_at_once() -> None:
    write('{"runner": {"argv": []}}', f"{case(task=1)}\n[]")
    assert [line.rpartition(":")[0] for line in faults()[:2]] == ["suite.json:1:21", "cases.jsonl:1:1"]
    assert len(faults()) == 4


def test_a_case_without_id_has_that_of_its_content() -> None:
    write(cases='{"task":"do X","workspace":"fixtures/x","expect":{"exact":"ok"}}')
    assert [one.id for one in suitefolder.open_suite("evals/suites/s").cases] == ["83070989c516"]


def test_bom_blank_lines_and_separators() -> None:
    line = case(task="a\u2028b", expect={"exact": ""})
    write(cases=f"\ufeff\n\r\n{line}\r\n\n")
    assert [one.prompt for one in suitefolder.open_suite("evals/suites/s").cases] == ["a\u2028b"]
    write(
        cases=json.dumps(
            {"id": "a", "task": "a\u2028b", "workspace": "fixtures/x", "expect": {}}, ensure_ascii=False
        )
    )
    assert [one.prompt for one in suitefolder.open_suite("evals/suites/s").cases] == ["a\u2028b"]


WARNED = [
    (GOOD_SUITE, "", [("W_SUITE_EMPTY", "cases.jsonl: suite has no case")]),
    (
        '{"runner": {"argv": ["true"]}, "scorers": [{"name": "exit-code"}]}',
        case(expect={}),
        [("W_EXPECT_EMPTY", 'cases.jsonl:1:63: case "a" expects nothing')],
    ),
    (
        '{"runner": {"argv": ["true"]}, "scorers": [{"name": "exit-code"}]}',
        case(expect={"exact": "x", "exit_code": 0}),
        [
            (
                "W_EXPECT_UNREAD",
                'cases.jsonl:1:64: no scorer of the suite reads "exact" (expected the scorer exact)',
            )
        ],
    ),
    (
        '{"runner": {"argv": ["true"]}, "description": "d"}',
        case(expect={"exact": "x"}, notes="n"),
        [
            ("W_UNKNOWN_KEY", 'suite.json:1:32: unknown key "description" in suite.json'),
            ("W_UNKNOWN_KEY", 'cases.jsonl:1:79: unknown key "notes" in the case'),
        ],
    ),
]


@pytest.mark.parametrize(("suite", "cases", "expected"), WARNED)
def test_warnings(suite: str, cases: str, expected: list[tuple[str, str]]) -> None:
    write(suite, cases)
    assert notices() == expected


def test_no_verdict_can_come() -> None:
    write(
        '{"runner": {"argv": ["true"]}, "scorers": [{"name": "workspace-diff"}]}', case(expect={"exact": "x"})
    )
    assert faults() == ['cases.jsonl:1:63: no verdict can come of case "a": no scorer reads its expect']


def test_what_is_ignored_cannot_be_expected() -> None:
    write('{"runner": {"argv": ["true"]}, "glob": "path"}', case(expect={"files_forbidden": [".git/config"]}))
    assert faults() == [
        'cases.jsonl:1:84: files_forbidden: ".git/config" is ignored, so nothing would ever be seen of it'
    ]
    write(cases=case(expect={"files_forbidden": [".git/config"]}))  # as evalctl has it
    assert notices() == []


@pytest.mark.parametrize(
    ("target", "fault"),
    [
        ("/etc", "links to the absolute path /etc"),
        ("../../suite.json", "links out of its fixture, to ../../suite.json"),
        ("file", None),
        ("not-there", None),
        ("../../../../../x", "links out of its fixture, to ../../../../../x"),
    ],
)
def test_links_of_fixtures(target: str, fault: str | None) -> None:
    root = write()
    os.symlink(target, root / "fixtures" / "x" / "link")
    if fault is None:
        assert notices() == []
    else:
        assert f'cases.jsonl:1: workspace "fixtures/x": link {fault}' in faults()


def test_a_pipe_in_a_fixture_is_refused() -> None:
    os.mkfifo(write() / "fixtures" / "x" / "pipe")
    assert 'cases.jsonl:1: workspace "fixtures/x": pipe is no file, folder or link' in faults()


def test_a_case_file_that_links_out_is_refused(tmp_path: Path) -> None:
    (tmp_path / "outside").write_text(GOOD_CASE)
    root = write()
    (root / "cases.jsonl").unlink()
    os.symlink("../../../outside", root / "cases.jsonl")
    assert faults() == ['suite.json: cases is "cases.jsonl", a link out of the suite\'s folder']


@pytest.mark.parametrize(("word", "fault"), [("run.sh", "no such program"), ("file", "is not executable")])
@pytest.mark.parametrize("prefix", ["$EVALPIN_WORKSPACE/", "${EVALCTL_WORKSPACE}/", "./"])
def test_a_program_that_comes_with_the_fixture(word: str, fault: str, prefix: str) -> None:
    write(json.dumps({"runner": {"argv": [f"{prefix}{word}"]}}))
    assert len(faults()) == 1
    assert fault in faults()[0]


def test_a_name_that_is_also_a_path_is_said(evalpin: Evalpin) -> None:
    write()
    Path("s").mkdir()
    assert evalpin("run", "s") == (
        2,
        "",
        'evalpin: "s" is a path here and the name of evals/suites/s (write ./s or evals/suites/s)\n',
    )


def test_a_suite_that_is_not_there(evalpin: Evalpin) -> None:
    write()
    Path("evals/suites/code-review").mkdir()
    Path("evals/suites/code-review/suite.json").write_text(GOOD_SUITE)
    told = (2, "", 'evalpin: code-reveiw: no such suite (did you mean "code-review"?)\n')
    assert evalpin("run", "code-reveiw") == told
    ended = evalpin("validate", "code-reveiw")
    assert ended.stderr.startswith(
        'evalpin: no workspace suite "code-reveiw" (did you mean "code-review"?)\n'
    )


def test_validate_of_what_is_valid(evalpin: Evalpin) -> None:
    write()
    assert evalpin("validate", "s") == (0, "evalpin: s is valid, 1 cases\n", "")
    Path("text.txt").write_text("case a\nprompt: p\nexpect equals: x\n")
    assert evalpin("validate", "text.txt") == (0, "evalpin: text.txt is valid, 1 cases\n", "")
    assert evalpin("validate", "gone").status == 2
