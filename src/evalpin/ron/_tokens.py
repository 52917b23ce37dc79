r"""What a RON text is made of below its values: blanks, names, numbers, strings.

    blank  := SPACE | TAB | LF | CR | "//" to the end of the line | "/*" (blank comments nest) "*/"
    name   := [A-Za-z_] [A-Za-z0-9_]*  not before one of . + -   |   "r#" [A-Za-z0-9_.+-]+
    number := [+-]? ( integer | float | "inf" | "NaN" )  not before a letter, a digit or one of _ . + -
    integer:= "0x" hex (hex | "_")* | "0b" .. | "0o" .. | digit (digit | "_")*
    float  := (digits "."? digits? | "." digits) ([eE] [+-]? digits)?
    string := '"' (character | escape)* '"'   |   "r" "#"* '"' .. '"' as many "#"
    char   := "'" (character | escape) "'"
    escape := "\" one of " ' \ n r t 0   |   "\x" hex hex   |   "\u{" 1 to 6 hex "}"

Each rule takes a place and returns a value and the next place. `_depth` is there because rules of
compound values take it, and one table holds them all.
"""

from __future__ import annotations

import re

from evalpin.ron._nodes import Char, Float, Int, RonError, Str
from evalpin.showing import brief, escape, quote

MOST_DIGITS = 4000
"""Decimal digits of an integer: Python converts at most 4,300, in either direction."""

# ---- blanks -----------------------------------------------------------------------------------

_BLANK = re.compile(r"(?:[ \t\n\r]++|//[^\n]*+)*+")
BEGINS_BLANK = frozenset(" \t\n\r/")
_COMMENT_EDGE = re.compile(r"/\*|\*/")


def skip(text: str, at: int) -> int:
    """Return the place after the blanks and comments that stand here."""
    if text[at : at + 1] not in BEGINS_BLANK:  # nearly always
        return at
    match = _BLANK.match(text, at)
    at = match.end() if match else at
    while text.startswith("/*", at):
        match = _BLANK.match(text, _after_comment(text, at))
        at = match.end() if match else at
    return at


def _after_comment(text: str, at: int) -> int:
    depth = 0
    for edge in _COMMENT_EDGE.finditer(text, at):
        depth += 1 if edge.group() == "/*" else -1
        if not depth:
            return edge.end()
    raise RonError('comment without an end (expected "*/")', at)


# ---- what stands there instead ------------------------------------------------------------------

_FOUND = re.compile(r"[^\s,:;=()\[\]{}\"'#/]+|::")
_HINTS = {
    "=": ' (write ":" between name and value)',
    "#": ' (a comment begins with "//")',
    "/": ' (comments are "// .." and "/* .. */")',
    ";": ' (write "," between values)',
    **dict.fromkeys("\u201c\u201d\u201e\u2018\u2019`", " (a string stands in straight quotes)"),
}


def expected(what: str, text: str, at: int) -> RonError:
    """Return the error that something else stands here than what was expected."""
    return RonError(f"expected {what}, found {_found(text, at)}", at)


def _found(text: str, at: int) -> str:
    if at == len(text):
        return "the end"
    here = text[at]
    if here == '"':
        return "a string"
    if not here.isprintable():  # told by number: to the eye it is a blank, or nothing
        return f"U+{ord(here):04X} (only SPACE, TAB, LF and CR are blank)"
    if text.startswith("#!", at):
        return '"#!" (attributes stand before the value)'
    match = _FOUND.match(text, at)
    return brief(match.group() if match else here) + _HINTS.get(here, "")


# ---- names --------------------------------------------------------------------------------------

_NAME = re.compile(r"r#([A-Za-z0-9_.+-]++)|([A-Za-z_][A-Za-z0-9_]*+)")
_RAW_NAME = re.compile("[A-Za-z0-9_.+-]+")


def name(text: str, at: int, what: str = "a name") -> tuple[str, bool, int]:
    """Read a name; return it, whether it is raw, and the next place."""
    match = _NAME.match(text, at)
    if match is None:
        raise expected(what, text, at)
    raw, plain = match.groups()
    end = match.end()
    if plain is None:
        return raw, True, end
    if text.startswith((".", "+", "-"), end):
        run = _RAW_NAME.match(text, at)
        whole = run.group() if run else plain
        raise RonError(f'bad name {brief(whole)} (write "r#" before a name with ".", "+" or "-")', at)
    return plain, False, end


def begins_field(text: str, at: int) -> bool:
    """Say whether a name and a `:` stand here, and not a path such as `Check::Kind`."""
    match = _NAME.match(text, at)
    if match is None:
        return False
    at = skip(text, match.end())
    return text.startswith(":", at) and not text.startswith("::", at)


# ---- numbers ------------------------------------------------------------------------------------

_INTEGER = r"[+-]?(?:0x[0-9a-fA-F][0-9a-fA-F_]*+|0b[01][01_]*+|0o[0-7][0-7_]*+|[0-9][0-9_]*+)(?![\w.+-])"
_FLOAT = r"[+-]?(?:(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?+|inf|NaN)(?![\w.+-])"
_NUMBER = re.compile(f"({_INTEGER})|{_FLOAT}")
_NOT_A_NUMBER = re.compile(r"[\w.+-]+")
_BASES = {"0x": 16, "0b": 2, "0o": 8}

# The first that fits tells why; a spelling that none fits is told without a reason.
_WHY_NOT = (
    (re.compile("[+-]?0[XBO].*"), 'the prefixes are "0x", "0b" and "0o"'),
    (re.compile("[+-]?0x.*"), 'expected hexadecimal digits after "0x"'),
    (re.compile("[+-]?0b.*"), 'expected 0 or 1 after "0b"'),
    (re.compile("[+-]?0o.*"), 'expected 0 to 7 after "0o"'),
    (re.compile(r"[+-]?[0-9_.]+(?:[iu](?:8|16|32|64|128|size)|f32|f64)"), "write it without its type"),
    (re.compile(r"[+-]?\.?[0-9][0-9_.]*(?:[eE][+-]?[0-9_]+)?"), '"_" and a second "." do not fit a float'),
)


def number(text: str, at: int, _depth: int = 0) -> tuple[Int | Float, int]:
    """Read an integer or a float, with its sign."""
    match = _NUMBER.match(text, at)
    if match is None:
        raise _bad_number(text, at)
    spelled = match.group()
    if match.group(1) is None:
        return Float(at, float(spelled), spelled), match.end()
    return Int(at, _integer(spelled, at), spelled), match.end()


def _integer(spelled: str, at: int) -> int:
    digits = spelled.replace("_", "")
    base = _BASES.get(digits.lstrip("+-")[:2], 10)
    if len(digits) < 1000:
        return int(digits, base)
    if base == 10:
        digits = digits[0] + digits[1:].lstrip("0")
    if base != 10 or len(digits) <= MOST_DIGITS + 1:
        value = int(digits, base)
        if abs(value) < 10**MOST_DIGITS:
            return value
    raise RonError(f"integer of more than {MOST_DIGITS} digits", at)


def _bad_number(text: str, at: int) -> RonError:
    match = _NOT_A_NUMBER.match(text, at)
    spelled = match.group() if match else text[at]
    for form, reason in _WHY_NOT:
        if form.fullmatch(spelled):
            return RonError(f"bad number {brief(spelled)} ({reason})", at)
    return RonError(f"bad number {brief(spelled)}", at)


# ---- strings ------------------------------------------------------------------------------------

_STRING = re.compile(r'"([^"\\]*+)(?:"|(?:\\.[^"\\]*+)*+")', re.DOTALL)
_RAW_STRING = re.compile('r(#*)"')
_ESCAPE = re.compile(r"""\\(?:(["'\\nrt0])|x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\})""")
_ONE = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}
_KNOWN = r"""\" \' \\ \n \r \t \0 \xHH \u{H}"""
_OF_A_REGEX = frozenset("dDwWsSbBAzZ.()[]{}+*?|^$-")


def string(text: str, at: int, _depth: int = 0) -> tuple[Str, int]:
    """Read a plain string."""
    match = _STRING.match(text, at)
    if match is None:
        raise RonError("string without an end (expected '\"')", at)
    end = match.end()
    if match.end(1) == end - 1:
        return Str(at, match.group(1)), end
    return Str(at, _unescaped(text, at + 1, end - 1)), end


def raw_string(text: str, at: int) -> tuple[Str, int] | None:
    """Read a raw string, or return None if none begins here."""
    match = _RAW_STRING.match(text, at)
    if match is None:
        return None
    close = '"' + match.group(1)
    end = text.find(close, match.end())
    if end < 0:
        raise RonError(f"raw string without an end (expected '{brief_hashes(close)}')", at)
    return Str(at, text[match.end() : end]), end + len(close)


def brief_hashes(close: str) -> str:
    """Return the end of a raw string, cut if it is long."""
    return close if len(close) <= 20 else f"{close[:20]}.."


def char(text: str, at: int, _depth: int = 0) -> tuple[Char, int]:
    """Read a char: one character or escape in `'`."""
    if text.startswith("\\", at + 1):
        value, end = _escape(text, at + 1)
    else:
        value, end = text[at + 1 : at + 2], at + 2
    if not text.startswith("'", end):
        raise RonError("bad char (expected one character between two ', or a string in \")", at)
    return Char(at, value), end + 1


def _unescaped(text: str, at: int, end: int) -> str:
    parts = []
    while (slash := text.find("\\", at, end)) >= 0:
        parts.append(text[at:slash])
        value, at = _escape(text, slash)
        parts.append(value)
    parts.append(text[at:end])
    return "".join(parts)


def _escape(text: str, at: int) -> tuple[str, int]:
    match = _ESCAPE.match(text, at)
    if match is None:
        raise RonError(_bad_escape(text, at), at)
    one, two_digits, digits = match.groups()
    if one is not None:
        return _ONE.get(one, one), match.end()
    code = int(two_digits or digits, 16)
    if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF:
        raise RonError(f"bad escape {match.group()}: there is no such character", at)
    return chr(code), match.end()


def _bad_escape(text: str, at: int) -> str:
    letter = text[at + 1 : at + 2]
    if letter in ("\n", "\r"):
        return "bad escape: a backslash at the end of a line (a line break stands in a string as it is)"
    found = f"bad escape \\{escape(letter)}"
    if letter == "x":
        return f"{found} (expected two hexadecimal digits after it)"
    if letter == "u":
        return f'{found} (expected "{{", 1 to 6 hexadecimal digits and "}}" after it)'
    if letter in _OF_A_REGEX:
        whole = quote("\\" + letter)
        return f'{found} (a regex needs {whole} or a raw string, r"\\{letter}")'
    return f"{found} (expected one of {_KNOWN})"
