"""What a person would write in an afternoon: the yardstick for `evalpin run` on text checks."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def read_suite(path: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = []
    with open(path, encoding="utf-8") as file:
        for raw in file:
            line = raw.strip()
            if line.startswith("case "):
                cases.append({"id": line[5:], "checks": []})
            elif line.startswith("prompt: "):
                cases[-1]["prompt"] = line[8:]
            elif line.startswith("expect "):
                kind, _, value = line[7:].partition(": ")
                cases[-1]["checks"].append((kind, value))
    return cases


def read_replies(path: str) -> dict[str, list[str]]:
    replies: dict[str, list[list[str]]] = {}
    text: list[str] = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("reply "):
                text = []
                replies.setdefault(line[6:].strip(), []).append(text)
            elif line.startswith("| "):
                text.append(line[2:].rstrip("\n"))
    return {case_id: ["\n".join(text) for text in texts] for case_id, texts in replies.items()}


def complaint(kind: str, value: str, reply: str) -> str | None:
    if kind == "contains" and value not in reply:
        return f'reply does not contain "{value}"'
    if kind == "max-chars" and len(reply) > int(value):
        return f"reply has {len(reply)} characters, more than {value}"
    return None


def main(suite: str, replies: str, times: int) -> None:
    cases, texts, width = read_suite(suite), read_replies(replies), 4
    passed: dict[str, int] = {}
    notes: list[str] = []
    for case in cases:
        passed[case["id"]] = 0
        for n in range(times):
            reply = texts[case["id"]][n % len(texts[case["id"]])].strip()
            found = [c for kind, value in case["checks"] if (c := complaint(kind, value, reply))]
            passed[case["id"]] += not found
            notes += [f"{case['id']}: attempt {n + 1}: {found[0]}"] if found else []
        width = max(width, len(case["id"]))
    print(f"{'CASE':{width}}  PASSED  RATE  ALL")
    for case_id, count in passed.items():
        every = "yes" if count == times else "no"
        print(f"{case_id:{width}}  {count}/{times}     {100 * count // times}%  {every}")
    print("\n".join(notes))
    print(f"{len(cases)} cases, {sum(count == times for count in passed.values())} passed")


main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
