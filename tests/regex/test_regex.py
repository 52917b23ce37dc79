"""Patterns of both dialects against what their own engines say, and patterns that explode elsewhere."""

from __future__ import annotations

import json
import random
import re

import pytest

from evalpin.errors import BadValue
from evalpin.regex import Pattern, TooHard, compile_python, compile_rust
from evalpin.regex._engine import _Sets, _Tries
from support import ROOT

ROWS = json.loads((ROOT / "tests" / "vectors" / "eval-core" / "regex.json").read_text(encoding="utf-8"))

REFUSED = {
    r"\p{Greek}": "scripts are not known",
    r"\p{Han}": "scripts are not known",
    r"\p{Script=Cyrillic}": "scripts are not known",
    r"\p{Emoji}": "binary properties are not known",
}
"""Patterns of the crate that are refused, each with the reason."""


def says(compiled: Pattern, text: str) -> str:
    return "match" if compiled.search(text) else "no"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['pattern']!a} in {row['text'][:20]!a}")
def test_rust(row: dict[str, str]) -> None:
    if row["rust"] == "error" or row["pattern"] in REFUSED:
        with pytest.raises(BadValue, match=r"^bad pattern: "):
            compile_rust(row["pattern"])
    else:
        assert says(compile_rust(row["pattern"]), row["text"]) == row["rust"]


@pytest.mark.filterwarnings("ignore::FutureWarning")  # what may be a nested set one day
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['pattern']!a} in {row['text'][:20]!a}")
def test_python(row: dict[str, str]) -> None:
    if row["python"] == "timeout":
        assert says(compile_python(row["pattern"]), row["text"]) == row["rust"]
        return
    try:
        now = "match" if re.search(row["pattern"], row["text"]) else "no"
    except re.error:
        now = "error"
    if now == "error":
        with pytest.raises(BadValue, match=r"^bad pattern: "):
            compile_python(row["pattern"])
    else:  # what this Python says: 3.14 knows \z, and \B in an empty text
        assert says(compile_python(row["pattern"]), row["text"]) == now


def test_every_refused_pattern_is_a_row() -> None:
    assert REFUSED.keys() <= {row["pattern"] for row in ROWS if row["rust"] == "match"}


EXPLODES = [
    (r"(a|aa)+$", "a" * 40 + "b", "no"),
    (r"(a+)+$", "a" * 5_000 + "b", "no"),
    (r"(.*)*x", "a" * 50_000, "no"),
    (r"(x+x+)+y", "x" * 20_000, "no"),
    (r"(a?){60}a{60}", "a" * 50_000, "match"),
    (r"^(([a-z])+.)+[A-Z]([a-z])+$", "a" * 30_000, "no"),
    (r"(a*)*(b*)*(a*)*c", "ab" * 10_000, "no"),
]


@pytest.mark.parametrize(("pattern", "text", "answer"), EXPLODES)
@pytest.mark.parametrize("compiled", [compile_python, compile_rust])
def test_explodes_elsewhere(compiled: object, pattern: str, text: str, answer: str) -> None:
    assert callable(compiled)
    assert says(compiled(pattern), text) == answer


@pytest.mark.parametrize("pattern", [r"(a+)+\1b", r"(?:(a|b)+\1?)+c", r"(?>(?:a+)+)(a*)*b(?(1)x)"])
def test_going_back_has_an_end(pattern: str) -> None:
    with pytest.raises(TooHard, match=r"^too many ways to match, given up$"):
        compile_python(pattern).search("a" * 5_000)


HITS = [
    (r"(?i)straSSe", "STRASSE"),
    (r"(\w+) \1", "bye bye"),
    (r"(?P<q>['\"]).*?(?P=q)", "say 'hi'"),
    (r"(?i)(ab)\1", "abAB"),
    (r"(<)?x(?(1)>|$)", "<x>"),
    (r"(<)?x(?(1)>|$)", "x"),
    (r"(?(1)a|b)(c)?", "b"),
    (r"(?>a|ab)c", "ac"),
    (r"a++b", "aab"),
    (r"(?<=a)(b)\1", "abb"),
    (r"(?!a)(.)\1", "bb"),
    (r"(?x) a  b # c", "ab"),
    (r"a{,2}b{2,}", "bb"),
    (r"a{}", "a{}"),
    (r"a{x}", "a{x}"),
    (r"[]a]", "]"),
    (r"(?s:a.)b", "a\nb"),
    (r"\141\x62\u0063", "abc"),
    (r"(?:(?i:a)b)(c)\1", "Abcc"),
    (r"(?m)^b$", "a\nb\nc"),
    (r"a$", "a\n"),
    (r"(?#c)a", "a"),
    (r"(?(1)(?:x|y)|z)(q)?", "z"),
    (r"(q)?(?(1)(?:x|y)|z)", "qy"),
]
MISSES = [
    (r"(\w+) \1$", "bye by"),
    (r"(?>ab?)bc", "abc"),
    (r"a++ab", "aaab"),
    (r"^(<)?x(?(1)>|$)", "<x"),
    (r"(?<!a)(b)\1", "abb"),
    (r"(ab)\1", "abAB"),
    (r"(?m)^b$", "ab\nbc"),
    (r"(?a)\d\w", "٣é"),
    (r"a\Z", "a\n"),
    (r"(?-i:a)", "A"),
]


@pytest.mark.parametrize(("pattern", "text"), HITS)
def test_hit(pattern: str, text: str) -> None:
    assert re.search(pattern, text)
    assert says(compile_python(pattern), text) == "match"


@pytest.mark.parametrize(("pattern", "text"), MISSES)
def test_miss(pattern: str, text: str) -> None:
    assert not re.search(pattern, text)
    assert says(compile_python(pattern), text) == "no"


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(", 'bad pattern: "(" without ")" at column 1'),
        ("a)", 'bad pattern: ")" without "(" at column 2'),
        (
            "a{,2}",
            (
                r"bad pattern: bad counted repeat (expected {n}, {n,} or {n,m}; "
                r'a "{" itself is "\{") at column 2'
            ),
        ),
        ("*a", r'bad pattern: repeat of nothing (a "*" itself is "\*") at column 1'),
        ("(?=a)", "bad pattern: look-around is not of this dialect at column 1"),
        (r"(a)\1", "bad pattern: back-references and octal escapes are not of this dialect at column 4"),
        (r"a\Z", r"bad pattern: \Z is not of this dialect (expected \z) at column 2"),
        ("[z-a]", 'bad pattern: range "z-a" runs backwards at column 1'),
        ("[a", 'bad pattern: "[" without "]" at column 1'),
        (
            r"\p{Greek}",
            'bad pattern: Unicode class "Greek" is not known here (only general categories are) at column 1',
        ),
        (r"\q", 'bad pattern: unknown escape "\\\\q" at column 1'),
        ("(?y)a", 'bad pattern: unknown flag "y" (expected i, m, s, x, U, R or u) at column 1'),
        ("(a{1000}){1000}", "bad pattern: its counted repeats are too large"),
        ("(?<n>a)(?<n>b)", "bad pattern: repeated group name n at column 8"),
        ("(" * 200 + ")" * 200, "bad pattern: groups nested deeper than 100 at column 101"),
    ],
)
def test_refused_by_rust(pattern: str, message: str) -> None:
    with pytest.raises(BadValue) as raised:
        compile_rust(pattern)
    assert str(raised.value) == message


@pytest.mark.parametrize("pattern", ["(", "a**", "[z-a]", r"\p{L}", "(?<n>a)", "a" * 3 + "{99999999999}"])
def test_refused_by_python(pattern: str) -> None:
    with pytest.raises(BadValue, match=r"^bad pattern: "):
        compile_python(pattern)


ATOMS = ["a", "b", ".", "[ab]", "[^a]", r"\w", r"\b", "^", "$", r"\B"]


def random_pattern(rng: random.Random, depth: int) -> str:
    if depth == 0 or rng.random() < 0.3:
        return rng.choice(ATOMS)
    kind = rng.randrange(6)
    inner = random_pattern(rng, depth - 1)
    if kind == 0:
        return inner + random_pattern(rng, depth - 1)
    if kind == 1:
        return f"(?:{inner}|{random_pattern(rng, depth - 1)})"
    if kind == 2:
        return f"(?:{inner}){rng.choice(['*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '+?'])}"
    if kind == 3:
        return f"({inner})"
    return f"(?{rng.choice(['=', '!'])}{inner})" if kind == 4 else inner


def test_random_patterns_as_re_has_them() -> None:
    seed = 20261
    rng = random.Random(seed)
    for _ in range(3_000):
        pattern = random_pattern(rng, 4)
        text = "".join(rng.choice("ab \n") for _ in range(rng.randrange(9)))
        compiled = compile_python(pattern)
        expected = re.search(pattern, text) is not None
        print(seed, pattern, repr(text))
        assert _Sets(text).found(compiled.tree) == expected
        assert _Tries(text).found(compiled.tree) == expected
