"""Replies text to scripted artifacts, and recorded artifacts to replies text.

    replies := (blank | "#" comment | reply | fail)*
    reply   := "reply" ID, then at once any number of lines
                 "|" TEXT               a line of the reply
               | "tool" NAME JSON?      a tool call; no JSON is {}
               | "tokens" N             what was used
    fail    := "fail" ID MESSAGE

For what the lines above cannot hold a recording has three more:

                 "text" JSON            the whole reply as a JSON string, or null for none
               | "tool-text" NAME JSON  a tool call whose arguments are a text that is not JSON
               | "seconds" X            how long it took
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from evalpin.errors import BadValue, EvalpinError, Faults, did_you_mean
from evalpin.model import Attempt, RunArtifacts
from evalpin.showing import brief, escape
from evalpin.source import BLANKS, CASE_ID, CASE_ID_RULE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from evalpin.toolcalls import ToolCall

DIRECTIVES = ("reply", "fail")
PARTS = ("tool", "tokens", "text", "tool-text", "seconds")
"""The lines besides text that belong to an open reply."""

Script = dict[str, list[RunArtifacts]]
"""Case ID to its entries in file order: attempt n uses entry (n-1) mod their number."""

_TEXT_TWICE = '"text" beside text lines (expected one or the other)'

_WORD_AND_REST = re.compile(r"([^ \t]*)[ \t]*(.*)", re.DOTALL)


def parse(lines: list[str], faults: Faults) -> Script:
    """Return the entries of each ID; with faults, what could be understood of them."""
    reader = _Reader(faults)
    for number, raw in enumerate(lines, 1):
        if raw[:1] == "|":
            reader.text(raw, number)
            continue
        line = raw.strip(BLANKS)
        if not line or line[0] == "#":
            reader.close()
        else:
            reader.read(line, number)
    reader.close()
    return reader.script


def render(attempts: Iterable[Attempt], timed: set[str]) -> str:
    """Return the replies text that gives the same artifacts to the same attempts.

    `timed` are the IDs of the cases whose verdict depends on the time taken. Raise `EvalpinError`
    for what no line can hold.
    """
    blocks = ["# recorded: run again with --replies and the same -k\n"]
    blocks += ["".join(f"{line}\n" for line in _entry(attempt, timed)) for attempt in attempts]
    return "\n".join(blocks)


class _Reader:
    """The reply that is open and the entries so far."""

    def __init__(self, faults: Faults) -> None:
        self.script: Script = {}
        self._faults = faults
        self._told_outside = False
        self._id: str | None = None
        self._text: list[str] = []
        self._parts: _Parts | None = None

    def read(self, line: str, number: int) -> None:
        """Take one trimmed line that is neither empty nor a comment nor a text line."""
        match = _WORD_AND_REST.match(line)
        word, rest = match.groups() if match else (line, "")
        if word == "reply":
            self.close()
            self._check_id(rest, number, "reply")
            self._id, self._text, self._told_outside = rest, [], False
        elif word == "fail":
            self.close()
            self._fail(rest, number)
            self._told_outside = False
        elif line[0] == "|":
            self._indented(number)
        elif word in PARTS:
            self._part(word, rest, number)
        else:
            expected = ' (expected "reply", "fail", "tool", "tokens" or "| TEXT")'
            near = did_you_mean(word, (*DIRECTIVES, *PARTS), expected)
            self._faults.add(f"unknown directive {brief(word)}{near}", number, blinds=True)
            self._told_outside = True  # what follows belongs to it

    def text(self, raw: str, number: int) -> None:
        """Take one line whose first character is `|`."""
        if self._id is None:
            self._outside("text", number)
        elif self._parts is not None and self._parts.has_text:
            self._faults.add(_TEXT_TWICE, number)
        else:
            self._text.append(raw[2:] if raw[1:2] == " " else raw[1:])

    def close(self) -> None:
        """End the reply that is open, if one is."""
        if self._id is None:
            return
        text = "\n".join(self._text)
        parts, self._parts = self._parts, None
        entry = RunArtifacts(final_text=text) if parts is None else parts.artifacts(text)
        self.script.setdefault(self._id, []).append(entry)
        self._id = None

    def _part(self, word: str, rest: str, number: int) -> None:
        if self._id is None:
            self._outside(f'"{word}"', number)
            return
        self._parts = self._parts or _Parts()
        try:
            self._parts.read(word, rest, bool(self._text))
        except BadValue as error:
            self._faults.add(str(error), number)

    def _outside(self, what: str, number: int) -> None:
        if not self._told_outside:
            self._faults.add(f'{what} outside a reply (expected "reply ID" right before it)', number)
        self._told_outside = True

    def _indented(self, number: int) -> None:
        """Take a line that would be text if its `|` stood in column one; it closes nothing."""
        if self._id is not None or not self._told_outside:
            self._faults.add('"|" not in column one (expected a text line to begin with it)', number)
        self._told_outside = self._id is None

    def _fail(self, rest: str, number: int) -> None:
        match = _WORD_AND_REST.match(rest)
        case_id, message = match.groups() if match else (rest, "")
        self._check_id(case_id, number, "fail")
        if not message:
            self._faults.add('"fail" without a message (expected "fail ID MESSAGE")', number)
        self.script.setdefault(case_id, []).append(RunArtifacts(error=message))

    def _check_id(self, case_id: str, number: int, word: str) -> None:
        if not CASE_ID.fullmatch(case_id):
            found = f"bad case ID {brief(case_id)}" if case_id else f'"{word}" without a case ID'
            self._faults.add(f"{found} (expected {CASE_ID_RULE})", number, blinds=True)


class _Parts:
    """What the lines besides text say of one reply."""

    def __init__(self) -> None:
        self._calls: list[ToolCall] = []
        self._once: dict[str, int | float | str | None] = {}

    @property
    def has_text(self) -> bool:
        """Say whether the whole text was given in one line."""
        return "text" in self._once

    def read(self, word: str, rest: str, has_text: bool) -> None:
        """Take one line; raise `BadValue`."""
        if word in ("tool", "tool-text"):
            # Only a script with tool calls pays for loading JSON.
            from evalpin import toolcalls

            self._calls.append(toolcalls.parse(rest, raw=word == "tool-text"))
            return
        if word in self._once:
            raise BadValue(f'second "{word}" in one reply')
        if word == "text" and has_text:
            raise BadValue(_TEXT_TWICE)
        self._once[word] = {"tokens": _tokens, "seconds": _seconds, "text": _json_text}[word](rest)

    def artifacts(self, text: str) -> RunArtifacts:
        """Return the artifacts of a reply with these parts and this text."""
        once = self._once
        return RunArtifacts(
            final_text=once.get("text", text),  # type: ignore[arg-type]  # each word has its type
            tool_calls=tuple(self._calls),
            tokens=once.get("tokens"),  # type: ignore[arg-type]
            seconds=once.get("seconds"),  # type: ignore[arg-type]
        )


def _tokens(rest: str) -> int:
    if not re.fullmatch("[0-9]{1,18}", rest):
        raise BadValue(f"bad count of tokens {brief(rest)} (expected 1 to 18 digits)")
    return int(rest)


def _seconds(rest: str) -> float:
    if not re.fullmatch(r"[0-9]{1,18}(\.[0-9]+)?(e[+-]?[0-9]{1,3})?", rest):
        raise BadValue(f"bad number of seconds {brief(rest)}")
    return float(rest)


def _json_text(rest: str) -> str | None:
    from evalpin import jsontext  # only a recording has such a line

    try:
        value = jsontext.parse(rest)
    except jsontext.NotJson as error:
        raise BadValue(f"bad text: {error.reason} (expected a JSON string or null)") from None
    if value is not None and (isinstance(value, jsontext.Number) or not isinstance(value, str)):
        raise BadValue(f"bad text {brief(rest)} (expected a JSON string or null)")
    return value


def _entry(attempt: Attempt, timed: set[str]) -> list[str]:
    """Return the lines of one attempt."""
    artifacts = attempt.artifacts
    if artifacts.error is not None:
        message = escape(attempt.note).strip(BLANKS) or "error without a message"
        return [f"fail {attempt.case_id} {message}"]
    lines = [f"reply {attempt.case_id}", *_text_lines(artifacts.final_text, attempt)]
    lines += [call.line() for call in artifacts.tool_calls]
    if artifacts.tokens is not None:
        lines.append(f"tokens {artifacts.tokens}")
    if artifacts.seconds is not None and attempt.case_id in timed:
        lines.append(f"seconds {artifacts.seconds!r}")
    return lines


def _text_lines(text: str | None, attempt: Attempt) -> list[str]:
    if text is None:
        return ["text null"]
    if "\0" in text:
        place = f'case "{attempt.case_id}", attempt {attempt.number}'
        raise EvalpinError(f"{place}: the reply holds a NUL, which a replies file cannot")
    # A reader makes LF of CRLF, and UTF-8 has no lone surrogates.
    if "\r\n" in text or text.endswith("\r") or re.search("[\ud800-\udfff]", text):
        import json  # only a recording of such a text

        return [f"text {json.dumps(text)}"]
    return [f"| {line}" for line in text.split("\n")] if text else []
