"""Secrets taken out of what is written: values of named variables, and matches of patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable

from evalpin.jsonvalue import Value

MARK = "[REDACTED]"


class Redactor:
    """Replaces secrets by `[REDACTED]`; values first, the longest of them first.

    Patterns are Python's (multi-line mode is theirs to ask for). Empty values are no secrets.
    """

    def __init__(self, values: Iterable[str] = (), patterns: Iterable[str] = ()) -> None:
        self._values = sorted({value for value in values if value}, key=len, reverse=True)
        self._patterns = [re.compile(pattern) for pattern in patterns]
        alternatives = "|".join(map(re.escape, self._values))
        self._of_values = re.compile(alternatives) if alternatives else None

    def __bool__(self) -> bool:
        return bool(self._values or self._patterns)

    def text(self, text: str) -> str:
        """Return a text without secrets."""
        if self._of_values is not None:
            text = self._of_values.sub(MARK, text)
        for pattern in self._patterns:
            text = pattern.sub(MARK, text)
        return text

    def json(self, value: Value) -> Value:
        """Return a JSON value whose texts, keys too, hold no secrets."""
        if not self:
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.json(item) for item in value]
        if isinstance(value, dict):
            return {self.text(key): self.json(item) for key, item in value.items()}
        return value

    def cut(self, data: bytes, most: int) -> tuple[bytes, bool]:
        """Return at most `most` bytes of a stream without secrets, and whether there were any.

        `data` may go on beyond `most`: a secret that the cut would go through is known whole by that,
        and taken out whole. Bytes that are not UTF-8 stay as they are.
        """
        if not self:
            return data[:most], False
        kept = data[:most].decode("utf-8", "surrogateescape")
        whole = data.decode("utf-8", "surrogateescape")
        while not whole.startswith(kept):  # the cut went through a character
            kept = kept[:-1]
        clean = self._first(whole, len(kept))
        if clean == kept:
            return data[:most], False
        return clean.encode("utf-8", "surrogateescape")[:most], True

    def _first(self, text: str, most: int) -> str:
        """Return the text without secrets up to `most` characters of the original."""
        spans = sorted(self._spans(text, most))
        pieces: list[str] = []
        at = 0
        for begin, end in spans:
            if end <= at:
                continue
            if begin >= at:
                pieces += [text[at:begin], MARK]
            at = end
        return "".join(pieces) + text[at:most]

    def _spans(self, text: str, most: int) -> Iterable[tuple[int, int]]:
        patterns = [self._of_values, *self._patterns] if self._of_values is not None else self._patterns
        for pattern in patterns:
            for match in pattern.finditer(text):
                if match.start() >= most:
                    break
                yield match.span()
