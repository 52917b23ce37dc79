"""Random inputs of a fixed seed: round trips, mirrors, oracles, and no crash whatever the bytes."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from evalpin import jsonpath, jsontext, replies, results
from evalpin.compare import compare, totals
from evalpin.errors import Faults
from evalpin.model import Results
from evalpin.showing import escape
from evalpin.source import read_lines
from evalpin.suites import text as suites
from support import ROOT, Evalpin, Folder

SEED = 20_240_229
CORPUS = ROOT / "tests" / "corpus"

ODD = [
    "\0",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\x0b",
    "\x0c",
    "\x1b[2J",
    "\x85",
    "\xa0",
    "\u2028",
    "\u202e",
    "\ufeff",
]
WORDS = [
    "case ",
    "prompt:",
    "expect ",
    "json: $",
    "one-of: ",
    "max-chars: ",
    "reply ",
    "fail ",
    "| ",
    "# ",
    "greet",
]
PIECES = [
    *ODD,
    *WORDS,
    '"',
    "\\",
    "[",
    "]",
    ".",
    "=",
    ":",
    " ",
    "0",
    "9",
    "-",
    "é",
    "\U0001f600",
    "evalpin-results 1",
]


def seeded() -> random.Random:
    """Return dice of the fixed seed, which is printed: shown only where a test fails."""
    print(f"seed {SEED}")
    return random.Random(SEED)


def mutated(data: bytes, dice: random.Random) -> bytes:
    """Cut, copy, swap and plant things in a file, as an editor's slip or a broken transfer would."""
    for _ in range(dice.randint(1, 4)):
        at = dice.randint(0, len(data))
        to = min(len(data), at + dice.randint(0, 12))
        new = dice.choice(
            [
                b"",
                data[at:to] * 2,
                data[at:to][::-1],
                dice.choice(PIECES).encode(),
                dice.choice(PIECES).encode("utf-16-le"),
                dice.randbytes(dice.randint(1, 3)),
            ]
        )
        data = data[:at] + new + data[to:]
    return data


def case_id(dice: random.Random) -> str:
    first = dice.choice("abc019")
    return first + "".join(dice.choices("abz09_-", k=dice.choice([0, 1, 2, 2, 2, 199])))


def some_results(dice: random.Random) -> Results:
    found: Results = {}
    for _ in range(dice.randint(0, 12)):
        total = dice.choice([1, 2, 3, 4, 20, 999_999_999, dice.randint(1, 999_999_999)])
        found[case_id(dice)] = dice.choice([0, 1, total, dice.randint(0, total)]), total
    return found


def test_results_are_read_as_they_were_written() -> None:
    dice = seeded()
    for _ in range(300):
        expected = some_results(dice)
        faults = Faults("r")
        found = results.parse(read_lines(results.render(expected).encode(), faults), faults)
        assert faults.told() == []
        assert list(found.items()) == list(expected.items())


def test_a_file_is_the_same_as_itself() -> None:
    dice = seeded()
    for _ in range(300):
        counts = some_results(dice)
        assert [row.change for row in compare(counts, counts)] == ["same"] * len(counts)
        times = dice.randint(1, 9)
        longer = {case: (passed * times, total * times) for case, (passed, total) in counts.items()}
        assert [row.change for row in compare(counts, longer)] == ["same"] * len(counts)


def test_backwards_is_the_mirror() -> None:
    dice = seeded()
    mirror = {"better": "worse", "worse": "better", "same": "same", "new": "gone", "gone": "new"}
    seen: set[str] = set()
    for _ in range(300):
        a, b = some_results(dice), some_results(dice)
        for case in dice.sample(list(a), len(a) // 2):
            b[case] = dice.choice([a[case], (dice.randint(0, 2), 2)])
        there = {row.case_id: (row.before, row.after, row.change) for row in compare(a, b)}
        back = {row.case_id: (row.after, row.before, mirror[row.change]) for row in compare(b, a)}
        assert there == back
        assert there.keys() == a.keys() | b.keys()
        assert sum(totals(compare(a, b)).values()) == len(there)
        seen.update(change for _, _, change in there.values())
    assert seen == set(mirror)


PARSERS: dict[str, Callable[[list[str], Faults], object]] = {
    "suites": suites.parse,
    "replies": replies.parse,
    "results": results.parse,
}


def corpus_of(room: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((CORPUS / room).glob("*/*.txt"))]


@pytest.mark.parametrize("room", PARSERS)
def test_parsers_record_faults_and_never_raise(room: str) -> None:
    dice = seeded()
    files = corpus_of(room)
    faulty = 0
    for number in range(1500):
        data = dice.randbytes(dice.randint(0, 60)) if number % 10 == 0 else mutated(dice.choice(files), dice)
        faults = Faults("f")
        lines = read_lines(data, faults)
        assert "\n" not in "".join(lines)
        PARSERS[room](lines, faults)
        told = faults.told()
        assert len(told) <= 21
        for number_of_line in [int(line.split(":")[1]) for line in told if line[:3] != "f: "]:
            assert 1 <= number_of_line <= max(1, data.count(b"\n") + 1)
        faulty += bool(told)
    assert 300 < faulty <= 1500


def check_ended(status: int, stdout: str, stderr: str) -> None:
    """Assert what holds of every command line, whatever its files hold."""
    assert status in (0, 1, 2)
    for text in (stdout, stderr):
        assert text == "" or text.endswith("\n")
        for line in text.split("\n"):
            assert escape(line) == line
    if status == 2:
        assert stdout == ""
        assert stderr != ""
        assert all(line.startswith("evalpin: ") for line in stderr[:-1].split("\n"))
    else:
        assert stderr == ""
        assert stdout[:-1].split("\n")[-1].startswith("evalpin: ")


def test_any_bytes_as_the_files_of_a_run(evalpin: Evalpin, folder: Folder) -> None:
    dice = seeded()
    pool = {
        room: [path.read_bytes() for path in sorted((CORPUS / room).glob("valid/*.txt"))] for room in PARSERS
    }
    good = {
        "suite": (CORPUS / "replies" / "suite.txt").read_bytes(),
        "replies": (CORPUS / "suites" / "replies.txt").read_bytes(),
        "base": (CORPUS / "results" / "old.txt").read_bytes(),
    }
    statuses = []
    for number in range(400):
        files = dict(good)
        name, room = dice.choice([("suite", "suites"), ("replies", "replies"), ("base", "results")])
        files[name] = dice.randbytes(40) if number % 20 == 0 else dice.choice(pool[room])
        if dice.random() < 0.8:
            files[name] = mutated(files[name], dice)
        folder.write(**files)
        argv = [
            "run",
            "suite.txt",
            "--replies",
            "replies.txt",
            "-k",
            str(dice.randint(1, 4)),
            "--out",
            "out.txt",
        ]
        ended = evalpin(*argv, *(["--baseline", "base.txt"] if dice.random() < 0.7 else []))
        check_ended(*ended)
        assert ("out.txt" in folder.names()) == (ended.status != 2)
        (folder.path / "out.txt").unlink(missing_ok=True)
        statuses.append(ended.status)
    assert min(statuses.count(status) for status in (0, 1, 2)) > 10


def test_any_bytes_as_the_files_of_a_diff(evalpin: Evalpin, folder: Folder) -> None:
    dice = seeded()
    pool = [path.read_bytes() for path in sorted((CORPUS / "results").glob("valid/*.txt"))]
    statuses = []
    for _ in range(400):
        old, new = dice.choice(pool), dice.choice(pool)
        folder.write(
            old=mutated(old, dice) if dice.random() < 0.3 else old,
            new=mutated(new, dice) if dice.random() < 0.5 else new,
        )
        ended = evalpin("diff", "old.txt", "new.txt", "--show", dice.choice(["all", "changes"]))
        check_ended(*ended)
        assert folder.names() == ["new.txt", "old.txt"]
        statuses.append(ended.status)
    assert min(statuses.count(status) for status in (0, 1, 2)) > 10


KEYS = ["a", "b", "0", "1", "", "a b", "é", '"', "a.b", "\\", "\u202e", "length"]


def some_json(dice: random.Random, depth: int = 4) -> jsontext.Json:
    kind = dice.randint(0, 7 if depth else 4)
    if kind <= 4:
        return [None, True, False, jsontext.Number(dice.choice(["0", "1", "-1.5e3"])), dice.choice(KEYS)][
            kind
        ]
    if kind == 5:
        return [some_json(dice, depth - 1) for _ in range(dice.randint(0, 3))]
    return {dice.choice(KEYS): some_json(dice, depth - 1) for _ in range(dice.randint(0, 4))}


def walk(path: jsonpath.Path, document: jsontext.Json) -> tuple[bool, object]:
    """Subscript step by step: the oracle. A string has no steps, an array no keys, an object no indexes."""
    value: Any = document
    for step in path:
        if not isinstance(value, dict if isinstance(step, str) else list):
            return False, None
        there: Any = step
        try:
            value = value[there]
        except (KeyError, IndexError):
            return False, None
    return True, value


def some_path(dice: random.Random, document: jsontext.Json) -> jsonpath.Path:
    """Return a path that mostly follows the document and then may leave it."""
    steps: list[str | int] = []
    value = document
    for _ in range(dice.randint(0, 5)):
        if isinstance(value, dict) and value and dice.random() < 0.85:
            key = dice.choice(list(value))
            steps, value = [*steps, key], value[key]
        elif isinstance(value, list) and value and dice.random() < 0.85:
            index = dice.randrange(len(value))
            steps, value = [*steps, index], value[index]
        else:
            astray: list[str | int] = [dice.choice(KEYS), dice.choice([0, 1, 2, 10**25])]
            steps, value = [*steps, dice.choice(astray)], None
    return tuple(steps)


def test_path_walker_is_plain_subscripts() -> None:
    dice = seeded()
    hits = 0
    for _ in range(5000):
        document = some_json(dice)
        path = some_path(dice, document)
        there, value = walk(path, document)
        if there:
            assert jsonpath.find(path, document) is value
            hits += 1
            continue
        with pytest.raises(jsonpath.Missing) as raised:
            jsonpath.find(path, document)
        missing = raised.value.path
        assert walk(missing[:-1], document)[0]
        assert not walk(missing, document)[0]
        assert missing == path[: len(missing)]
    assert 1000 < hits < 4500


def test_a_path_is_read_as_it_is_shown() -> None:
    dice = seeded()
    characters = "ab0.[]=\"\\ \t\n\x0c\x7f\x85\xa0\u2028\u202e\ud800é\U0001f600$'"
    for _ in range(3000):
        names = ["".join(dice.choices(characters, k=dice.randint(0, 4))) for _ in range(dice.randint(0, 4))]
        path: jsonpath.Path = tuple(
            name if dice.random() < 0.5 else dice.randint(0, 10**20) for name in names
        )
        shown = jsonpath.show(path)
        assert jsonpath.parse(shown) == (path, len(shown))
        assert escape(shown) == shown


JSON_PIECES = [
    *'{}[]:,"\\-+.eE0123456789 \t\r\n\x0c\x00\x1f\x7f\xa0\u2028\ufeff',
    "'",
    "//",
    "/*",
    "tru",
    "null",
]
JSON_PIECES += [
    "true",
    "NaN",
    "Infinity",
    "-Infinity",
    "\\u",
    "\\ud83d",
    "\\ude00",
    "\\x",
    "é",
    "\u0663",
    "\ud800",
    "1e5",
]


def some_json_text(dice: random.Random) -> str:
    if dice.random() < 0.1:
        return "".join(dice.choices(JSON_PIECES, k=dice.randint(0, 6)))
    value = some_json(dice)
    text = json.dumps(value, ensure_ascii=dice.random() < 0.5, indent=dice.choice([None, 1]))
    text = text.replace('"-1.5e3"', "-1.5e3").replace('"1"', dice.choice(["1", '"1"']))
    for _ in range(dice.choice([0, 1, 1, 1, 2, 3])):
        at = dice.randint(0, len(text))
        to = at + dice.choice([0, 0, 1, 1, 2])
        text = text[:at] + dice.choice(["", *JSON_PIECES]) + text[to:]
    return text


def refuse(name: str) -> None:
    raise ValueError(name)


def strictly(text: str) -> tuple[bool, object]:
    """Ask the standard decoder, its extras refused and numbers as they are spelled: the oracle."""
    try:
        return True, json.loads(text, parse_constant=refuse, parse_int=str, parse_float=str)
    except ValueError:
        return False, None


def refusal(text: str) -> jsontext.NotJson | None:
    """Return why a text is not JSON, None if it is."""
    try:
        jsontext.parse(text)
    except jsontext.NotJson as error:
        return error
    return None


def test_strict_json_is_what_a_strict_decoder_takes() -> None:
    dice = seeded()
    taken = 0
    for _ in range(15_000):
        text = some_json_text(dice)
        good, value = strictly(text)
        error = refusal(text)
        assert good == (error is None), text
        if error is None:
            assert jsontext.parse(text) == value, text
            taken += 1
            continue
        assert error.reason != "not JSON", text
        assert 0 <= error.at <= len(text), text
        line = text[: error.at].count("\n") + 1
        column = len(text[: error.at].split("\n")[-1]) + 1
        assert str(error) == f"{error.reason} at line {line} column {column}", text
    assert 2000 < taken < 13_000


def test_the_place_is_that_of_the_first_fault() -> None:
    """A text that is cut right there is only unfinished: what is expected is what was before."""
    dice = seeded()
    cut = 0
    for _ in range(3000):
        text = some_json_text(dice)
        error = refusal(text)
        if error is not None and error.reason.startswith("expected "):
            again = refusal(text[: error.at])
            assert again is not None, text
            assert again.at == error.at, text
            assert again.reason == error.reason.partition(", found ")[0] + ", found the end", text
            cut += 1
    assert cut > 300


def test_a_scalar_is_read_as_it_is_shown() -> None:
    dice = seeded()
    for _ in range(2000):
        text = "".join(chr(dice.choice([dice.randrange(0x100), dice.randrange(0x11_0000)])) for _ in range(4))
        shown = jsontext.encode_scalar(text)
        if any("\ud800" <= a <= "\udbff" and "\udc00" <= b <= "\udfff" for a, b in pairwise(text)):
            continue  # two halves are one character in JSON
        assert jsontext.parse(shown) == text
        assert escape(shown) == shown
