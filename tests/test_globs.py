"""Globs over paths in both meanings, a path that one matches, and what is ignored."""

from __future__ import annotations

import random
from fnmatch import fnmatchcase

import pytest

from evalpin import globs
from evalpin.globs import Ignored, matches, sample

HITS = [
    ("a", "a"),
    ("*", "a.py"),
    ("src/*.py", "src/a.py"),
    ("**", "a/b/c"),
    ("**/a", "a"),
    ("**/a", "x/y/a"),
    ("src/**/a", "src/a"),
    ("src/**/a", "src/x/y/a"),
    ("src/**", "src/x/y"),
    ("a**b", "a/x/b"),
    ("x**/a", "xy/z/a"),
    ("?", "\u00e9"),
    ("[a-c]x", "bx"),
    ("[!a]x", "bx"),
    ("[]]x", "]x"),
    ("[^]", "^"),
    ("a.b", "a.b"),
    ("**/**/a", "a"),
    ("*/*/*/*/x*", "a/b/c/d/xy"),
    ("**/*/**/b/**", "x/y/b/z"),
]
MISSES = [
    ("*", "a/b"),
    ("?", "/"),
    ("a?b", "a/b"),
    ("[!a]", "/"),
    ("a[/]b", "a/b"),
    ("src/*.py", "src/d/a.py"),
    ("**/a", "xa"),
    ("src/**/a", "srca"),
    ("src/**", "src"),
    ("a.b", "axb"),
    ("a", "a/"),
    ("a", "a\n"),
    ("A", "a"),
    ("*/*/*/*/x*", "a/b/c/x"),
    ("**/*/**/b/**", "b"),
]


@pytest.mark.parametrize(("glob", "path"), HITS)
@pytest.mark.parametrize("most", [0, 3])
def test_hit(glob: str, path: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(globs, "MOST_WILD", most)  # 0: all are followed step by step
    globs.compiled.cache_clear()
    assert matches(glob, path, "path")


@pytest.mark.parametrize(("glob", "path"), MISSES)
@pytest.mark.parametrize("most", [0, 3])
def test_miss(glob: str, path: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(globs, "MOST_WILD", most)
    globs.compiled.cache_clear()
    assert not matches(glob, path, "path")


def test_both_ways_agree_and_within_a_step_both_meanings(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(4)
    for _ in range(3000):
        glob = "".join(
            chance.choices(["a", "b", "*", "?", "[ab]", "[!a]", "**", "/", "**/"], k=chance.randint(1, 6))
        )
        path = "".join(chance.choices("ab/", k=chance.randint(1, 7)))
        found = []
        for most in (0, 99):
            monkeypatch.setattr(globs, "MOST_WILD", most)
            globs.compiled.cache_clear()
            found.append(matches(glob, path, "path"))
        assert found[0] == found[1], (glob, path)
        assert matches(glob, path, "shell") == fnmatchcase(path, glob), (glob, path)
        if "/" not in path and "**" not in glob and "/" not in glob:
            assert found[0] == fnmatchcase(path, glob), (glob, path)


@pytest.mark.parametrize(
    "glob", ["*a*a*a*a*a*a*a*a*a*a*b", "**/**/**/**/**/**/**/**/b", "**a**a**a**a**a**a**b"]
)
@pytest.mark.parametrize("meaning", globs.MEANINGS)
def test_no_path_makes_a_glob_take_for_ever(glob: str, meaning: str) -> None:
    assert not matches(glob, "a" * 2000, meaning)
    assert not matches(glob, "a/" * 1000, meaning)


def test_a_sample_is_matched() -> None:
    chance = random.Random(5)
    for _ in range(500):
        glob = "".join(chance.choices(["a", ".", "*", "?", "**", "/b", "**/"], k=chance.randint(1, 6)))
        assert matches(glob, sample(glob), "path"), (glob, sample(glob))


@pytest.mark.parametrize(
    ("pattern", "path", "covered"),
    [
        (".git/", ".git/x", True),
        (".git/", "a/.git/x/y", True),
        (".git/", "a/.gitignore", False),
        ("a/b/", "a/b/c", True),
        ("a/b/", "x/a/b/c", False),
        ("*.pyc", "a.pyc", True),
        ("*.pyc", "d/a.pyc", False),
        ("**/*.pyc", "d/a.pyc", True),
        ("out", "out/x", True),
        ("out", "outer", False),
        ("build*/", "x/build1/y", True),
    ],
)
def test_ignored(pattern: str, path: str, covered: bool) -> None:
    assert Ignored([pattern], "path").covers(path) is covered
    assert bool(Ignored([pattern], "path"))
    assert not Ignored([], "path")
