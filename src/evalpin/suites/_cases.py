"""The lines of `cases.jsonl`: an object each: id, task, workspace, diff, expect; ours are input and checks.

`input` is any JSON, handed to the runner with the task.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evalpin import checks, globs, hashing
from evalpin.checks.scorers import (
    COMMAND,
    READ_BY,
    SCORERS,
    BadExpectation,
    Command,
    DidSomething,
    Settings,
    Worded,
)
from evalpin.errors import BadValue, Faults, did_you_mean
from evalpin.jsonvalue import Value, compact
from evalpin.model import Case, Check
from evalpin.notices import Notice
from evalpin.showing import brief
from evalpin.source import BLANKS
from evalpin.suites._fields import SAFE_ID, SAFE_ID_RULE, Document, Fields, relative_path
from evalpin.workspace import Rules, Setup

CASE_KEYS = ("id", "task", "workspace", "diff", "input", "expect", "checks")


def parse(lines: Sequence[str], rules: Rules, faults: Faults, notices: list[Notice]) -> tuple[Case, ...]:
    """Return the cases that the lines hold; with faults, what could be understood of them."""
    cases: list[Case] = []
    opened: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip(BLANKS):
            continue
        document = Document(line, faults, notices, number)
        value = document.parse()
        if isinstance(value, dict):
            case = _case(Fields(document, value), rules, number)
            if case.id in opened:
                document.fault(("id",), f'repeated case "{case.id}" (first at line {opened[case.id]})')
            opened.setdefault(case.id, number)
            cases.append(case)
        elif value is not None or line.strip(BLANKS) == "null":
            document.fault((), f"expected an object, found {compact(value, 60)}")
    if not cases and not faults:
        notices.append(Notice("W_SUITE_EMPTY", f"{faults.path}: suite has no case"))
    return tuple(cases)


def case_id(raw: Mapping[str, Value]) -> str:
    """Return the ID of a case that names none: 12 digits of the hash of its canonical JSON."""
    return hashing.of_json(dict(raw)).removeprefix("sha256:")[:12]


def _case(fields: Fields, rules: Rules, line: int) -> Case:
    fields.refuse_unknown(CASE_KEYS, strict=False, where="the case")
    raw = dict(fields.values)
    own = fields.text("id")
    if own and not SAFE_ID.fullmatch(own):
        fields.fault("id", f"bad case ID {brief(own)} (expected {SAFE_ID_RULE})")
    for name in ("task", "workspace"):
        if name not in fields:
            fields.fault(name, f'the case has no {name} (expected a text "{name}")')
    task, workspace = fields.text("task"), relative_path(fields, "workspace", "")
    diff = relative_path(fields, "diff", "") or None
    made = own or case_id(raw)
    found = _checks(fields, rules, made)
    return Case(made, task, found, line, setup=Setup(workspace, diff, {**raw, "id": made}))


def _checks(fields: Fields, rules: Rules, case: str) -> tuple[Check, ...]:
    """Return the checks of a case, and note why no verdict would come, or one that says nothing."""
    worded = _worded(fields)
    if "expect" not in fields:
        if not worded and "checks" not in fields:
            fields.fault("expect", f"case {brief(case)} has no expect (expected an object, {{}} for nothing)")
        expect: Mapping[str, Value] = {}
    else:
        expect = fields.inside("expect").values
    reader = _Expectations(fields, rules, expect)
    found = [*reader.scored(), *reader.text_kinds(), *worded]
    reader.refuse_unread(case, judged_otherwise=bool(worded))
    if rules.exit_check and "exit_code" not in expect:
        found.append(DidSomething(Settings("exit-code", globs=rules.meaning)))
    return tuple(found)


class _Expectations:
    """The `expect` of one case, read by the scorers of its suite and by the kinds of text suites."""

    def __init__(self, fields: Fields, rules: Rules, expect: Mapping[str, Value]) -> None:
        self._fields, self._rules, self._expect = fields, rules, expect
        self._configured = {one.settings.name for one in rules.configured}

    def scored(self) -> list[Check]:
        """Return the checks of the suite's scorers in their order; what nobody reads is still checked."""
        found: list[Check] = []
        for one in self._rules.configured:
            if one.is_command:
                found.append(Command(one.settings))
            else:
                check = self._of(one.settings)
                found += [] if check is None else [check]
        for name in dict.fromkeys(READ_BY[key] for key in self._expect if key in READ_BY):
            if name not in self._configured:
                self._of(Settings(name, globs=self._rules.meaning))
        self._refuse_ignored()
        return found

    def text_kinds(self) -> list[Check]:
        """Return the checks whose names are those of text suites."""
        found: list[Check] = []
        for kind, value in self._expect.items():
            if kind not in checks.KINDS:
                continue
            texts = value if isinstance(value, list) else [value]
            for at, text in enumerate(texts):
                path = ("expect", kind, at) if isinstance(value, list) else ("expect", kind)
                if isinstance(text, str):
                    found += _parsed(self._fields, path, kind, text)
                else:
                    message = f"{kind} is {compact(text, 60)} (expected a text or a list of texts)"
                    self._fields.document.fault(path, message)
        return found

    def refuse_unread(self, case: str, *, judged_otherwise: bool) -> None:
        """Note keys that nobody knows or reads, and a case that nothing judges."""
        known = [*READ_BY, *checks.KINDS]
        listed = self._rules.raw.get("scorers")
        unclear = isinstance(listed, list) and len(listed) > len(self._rules.configured)
        read = judged_otherwise or unclear or COMMAND in self._configured
        for key in self._expect:
            if key not in known:
                expected = f" (expected one of {', '.join(READ_BY)}, or a kind of text suites)"
                message = f"unknown key {brief(key)} in expect{did_you_mean(key, known, expected)}"
                self._fields.document.fault(("expect", key), message, of_key=True)
                read = True  # it may have been anything
            elif key in READ_BY and READ_BY[key] not in self._configured:
                message = f"no scorer of the suite reads {brief(key)} (expected the scorer {READ_BY[key]})"
                self._fields.document.notice("W_EXPECT_UNREAD", ("expect", key), message, of_key=True)
            else:
                read = True
        if not self._expect and not read and "expect" in self._fields:
            message = f"case {brief(case)} expects nothing"
            self._fields.document.notice("W_EXPECT_EMPTY", ("expect",), message)
        elif self._expect and not read:
            self._fields.fault(
                "expect", f"no verdict can come of case {brief(case)}: no scorer reads its expect"
            )

    def _of(self, settings: Settings) -> Check | None:
        try:
            return SCORERS[settings.name].of(settings, self._expect)
        except BadExpectation as error:
            self._fields.document.fault(("expect", *error.path), error.message)
            return None

    def _refuse_ignored(self) -> None:
        """Note paths of which no scorer would ever hear."""
        for key in ("files_exist", "files_changed", "files_forbidden"):
            listed = self._expect.get(key)
            for at, path in enumerate(listed if isinstance(listed, list) else []):
                if isinstance(path, str) and self._rules.ignored.covers(globs.sample(path)):
                    message = f"{key}: {brief(path)} is ignored, so nothing would ever be seen of it"
                    self._fields.document.fault(("expect", key, at), message)


def _worded(fields: Fields) -> list[Check]:
    """Return the checks in the words of text suites."""
    found: list[Check] = []
    for at, words in enumerate(fields.texts("checks")):
        kind, colon, value = words.partition(":")
        if colon:
            found += _parsed(fields, ("checks", at), kind.strip(BLANKS), value.strip(BLANKS))
        else:
            fields.document.fault(("checks", at), f'expected "KIND: VALUE", found {brief(words)}')
    return found


def _parsed(fields: Fields, path: Sequence[str | int], kind: str, value: str) -> list[Check]:
    try:
        return [Worded(f"{kind}: {value}", checks.parse_check(kind, value))]
    except BadValue as error:
        fields.document.fault(path, str(error))
        return []
