"""Speed and memory of whole commands against yardsticks, side by side in one run.

    python tests/benchmarks/run.py [--runs N] [--json FILE] [ROW ...]

Prints a table and exits 1 if a bar is missed. Every figure is the median over the runs of a ratio
of two processes that ran one after the other, so a machine whose speed drifts does not matter
much. Inputs are generated, the same each time.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
PYTHON = sys.executable
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


class Cost(NamedTuple):
    """What one process took."""

    seconds: float
    kilobytes: int


class Row(NamedTuple):
    """One line of the table; `bar` is the most that `value` may be."""

    name: str
    value: float
    bar: float
    detail: str


def program() -> list[str]:
    """Return the command that a user types: the script beside this Python, else the module."""
    script = shutil.which("evalpin", path=str(Path(PYTHON).parent))
    return [PYTHON, script] if script and os.name != "nt" else [PYTHON, "-m", "evalpin"]


def cost(argv: list[str]) -> Cost:
    """Run a process to its end, its output thrown away."""
    begin = time.perf_counter()
    process = subprocess.Popen(argv, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
    if not hasattr(os, "wait4"):
        process.wait()
        return Cost(time.perf_counter() - begin, 0)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"{argv} ended with {process.returncode}")
    return Cost(time.perf_counter() - begin, usage.ru_maxrss)


def pairs(ours: list[str], theirs: list[str], runs: int) -> tuple[float, float, float]:
    """Return the median ratio of the pairs, and the median seconds of either side."""
    cost(ours), cost(theirs)
    took = [(cost(ours).seconds, cost(theirs).seconds) for _ in range(runs)]
    ratio = statistics.median(a / b for a, b in took)
    return ratio, statistics.median(a for a, _ in took), statistics.median(b for _, b in took)


def write_suite(folder: Path, cases: int) -> list[str]:
    """Write a suite of two text checks a case and its replies; return the two paths."""
    suite, replies = folder / f"suite-{cases}.txt", folder / f"replies-{cases}.txt"
    with suite.open("w", encoding="utf-8") as s, replies.open("w", encoding="utf-8") as r:
        for n in range(cases):
            s.write(f"case topic-{n:06}\nprompt: Say one sentence about topic {n}, please.\n")
            s.write(f"expect contains: topic {n}\nexpect max-chars: 80\n\n")
            r.write(f"reply topic-{n:06}\n| Here is one sentence about topic {n}, as you asked.\n\n")
    return [str(suite), str(replies)]


def write_results(folder: Path, name: str, rows: int, every: int) -> str:
    """Write a results file in which every so-manieth case did worse."""
    path = folder / name
    with path.open("w", encoding="utf-8") as file:
        file.write("evalpin-results 1\n")
        for n in range(rows):
            file.write(f"topic-{n:06} {7 if n % every == 0 else 10} 10\n")
    return str(path)


def row(name: str, ours: list[str], theirs: list[str], bar: float, runs: int) -> Row:
    """Measure one ratio."""
    ratio, a, b = pairs(ours, theirs, runs)
    return Row(name, ratio, bar, f"{a * 1000:.1f} ms : {b * 1000:.1f} ms")


def start_up(folder: Path, runs: int) -> list[Row]:
    """Measure what every single command pays."""
    suite, replies = write_suite(folder, 1)
    one_case = [*program(), "run", suite, "--replies", replies]
    imports = [PYTHON, "-c", "import argparse, json, dataclasses"]
    version = [*program(), "--version"]
    return [
        row("run of one case : bare imports", one_case, imports, 1.35, runs * 4),
        row("--version : python -c pass", version, [PYTHON, "-c", "pass"], 1.3, runs * 4),
    ]


def text_checks(folder: Path, runs: int) -> list[Row]:
    """Measure the work a case and an attempt, and that it stays linear."""
    plain = [PYTHON, str(HERE / "plain.py")]
    found = []
    suite, replies = write_suite(folder, 10_000)
    ten_thousand = [*program(), "run", suite, "--replies", replies]
    found.append(row("10,000 cases : plain script", ten_thousand, [*plain, suite, replies, "1"], 2.5, runs))
    few, few_replies = write_suite(folder, 1_000)
    twenty = [*program(), "run", few, "--replies", few_replies, "-k", "20"]
    found.append(
        per_unit("an attempt, 1,000 x 20 : 10,000 x 1", twenty, 20_000, ten_thousand, 10_000, 1.0, runs)
    )
    many, many_replies = write_suite(folder, 100_000)
    hundred = [*program(), "run", many, "--replies", many_replies]
    found.append(
        per_unit("a case, 100,000 : 10,000", hundred, 100_000, ten_thousand, 10_000, 1.2, min(runs, 5))
    )
    size = (Path(many).stat().st_size + Path(many_replies).stat().st_size) / 1024
    most = 3 * size + 1.2 * 100_000
    peak = cost(hundred).kilobytes
    found.append(
        Row(
            "peak memory of 100,000 : 3 x input + 1.2 KB a case",
            peak / most,
            1.0,
            f"{peak / 1024:.0f} MB : {most / 1024:.0f} MB",
        )
    )
    return found


def per_unit(
    name: str, ours: list[str], units: int, theirs: list[str], of_theirs: int, bar: float, runs: int
) -> Row:
    """Measure a ratio of costs a unit of work."""
    ratio, a, b = pairs(ours, theirs, runs)
    detail = f"{a / units * 1e6:.1f} us : {b / of_theirs * 1e6:.1f} us"
    return Row(name, ratio * of_theirs / units, bar, detail)


def write_tool_suite(folder: Path, cases: int) -> list[str]:
    """Write a suite of two tool checks a case and its replies; return the two paths."""
    suite, replies = folder / f"tools-{cases}.txt", folder / f"tool-replies-{cases}.txt"
    with suite.open("w", encoding="utf-8") as s, replies.open("w", encoding="utf-8") as r:
        for n in range(cases):
            s.write(f"case topic-{n:06}\nprompt: Look up topic {n}, please.\n")
            s.write(f'expect called-with: search {{"topic": {n}}}\nexpect calls: 1..2\n\n')
            r.write(f"reply topic-{n:06}\n| Done.\n")
            r.write(f'tool search {{"topic": {n}, "limit": 10}}\n\n')
    return [str(suite), str(replies)]


def write_ron_suite(folder: Path, cases: int) -> str:
    """Write the cases of `write_suite` as RON; return the path."""
    path = folder / f"suite-{cases}.ron"
    with path.open("w", encoding="utf-8") as file:
        file.write("[\n")
        for n in range(cases):
            file.write(
                f'  (name: "topic-{n:06}", instruction: "Say one sentence about topic {n}, please.",\n'
            )
            file.write(f'   expect: [FinalTextContains(text: "topic {n}"), NoError]),\n')
        file.write("]\n")
    return str(path)


def agents(folder: Path, runs: int) -> list[Row]:
    """Measure RON and tool checks against text checks, and that waiting agents wait together."""
    suite, replies = write_suite(folder, 10_000)
    text = [*program(), "run", suite, "--replies", replies]
    tools, tool_replies = write_tool_suite(folder, 10_000)
    with_tools = [*program(), "run", tools, "--replies", tool_replies]
    as_ron = [*program(), "run", write_ron_suite(folder, 10_000), "--replies", replies]
    few, few_replies = write_suite(folder, 80)
    agent = folder / "sleeper.py"
    agent.write_text(
        "import time\n\n\ndef ask(prompt):\n    time.sleep(0.05)\n    return prompt\n", encoding="utf-8"
    )
    slow = [*program(), "run", few, "--agent", f"{agent}:ask", "--jobs", "8", "-q"]
    _, took, start = pairs(slow, [*program(), "run", few, "--replies", few_replies], runs)
    return [
        row("10,000 cases of tool checks : text checks", with_tools, text, 3.0, runs),
        row("10,000 cases of RON : text suite", as_ron, text, 3.0, runs),
        Row(
            "80 attempts of 50 ms, --jobs 8: seconds beyond start",
            took - start,
            0.8,
            f"{took:.2f} s - {start:.2f} s",
        ),
    ]


def diff(folder: Path, runs: int) -> list[Row]:
    """Measure the comparison of two large results files."""
    old = write_results(folder, "old.txt", 100_000, 10)
    new = write_results(folder, "new.txt", 100_000, 7)
    ours, theirs = [*program(), "diff", old, new], [PYTHON, str(HERE / "plain_diff.py"), old, new]
    return [row("diff of 100,000 rows : read into dicts", ours, theirs, 2.0, runs)]


def write_workspaces(folder: Path, cases: int, runner: list[str], files: int = 5) -> Path:
    """Write a workspace suite with a fixture of small files a case; return its folder."""
    root = folder / "suite"
    for n in range(cases):
        fixture = root / "fixtures" / f"c{n:06}"
        fixture.mkdir(parents=True)
        for number in range(files):
            (fixture / f"file{number:06}.py").write_text(f"print({number})\n" * 20, encoding="utf-8")
    suite = {
        "acknowledged_unsandboxed_runner": True,
        "glob": "path",
        "runner": {"argv": runner, "env_allowlist": ["PATH"], "max_output_bytes": 2**20},
        "scorers": [{"name": "exit-code"}, {"name": "workspace-diff"}],
    }
    (root / "suite.json").write_text(json.dumps(suite), encoding="utf-8")
    case = {"task": "t", "expect": {"exit_code": 0}}
    lines = [{**case, "id": f"c{n:06}", "workspace": f"fixtures/c{n:06}"} for n in range(cases)]
    (root / "cases.jsonl").write_text("".join([json.dumps(line) + "\n" for line in lines]), encoding="utf-8")
    return root


def fresh(folder: Path, name: str, *options: str) -> Cost:
    """Run the suite of a folder under a new ID; nothing is removed, for that would cost the next run."""
    here = os.getcwd()
    os.chdir(folder)
    try:
        return cost([*program(), "run", "suite", "-q", "--run-id", name, *options])
    finally:
        os.chdir(here)


def ratio_of(
    name: str, bar: float, runs: int, ours: Callable[[int], float], theirs: Callable[[int], float]
) -> Row:
    """Measure two things in turn; return the median of their ratios."""
    ours(-1), theirs(-1)
    took = [(ours(run), theirs(run)) for run in range(runs)]
    ratio = statistics.median(a / b for a, b in took)
    a, b = (statistics.median(side) for side in zip(*took, strict=True))
    return Row(name, ratio, bar, f"{a * 1000:.0f} ms : {b * 1000:.0f} ms")


def workspaces(folder: Path, runs: int) -> list[Row]:
    """Measure runs of coding agents that do nothing, something, far too much, and much to look at."""
    runs = min(runs, 5)
    many, busy, flood, wide = (folder / name for name in ("many", "busy", "flood", "wide"))
    root = write_workspaces(many, 500, ["true"])
    plain = [PYTHON, str(HERE / "plain_workspaces.py"), str(root)]
    write_workspaces(busy, 40, [PYTHON, "-c", "sum(range(3_000_000))"])
    write_workspaces(flood, 1, ["head", "-c", "1000000000", "/dev/zero"])
    listing = str(write_workspaces(wide, 1, ["true"], 20_000) / "fixtures")
    hashing, look = [[PYTHON, str(HERE / name), listing] for name in ("plain_hashes.py", "look.py")]
    return [
        ratio_of(
            "500 workspaces : copy and spawn",
            2.5,
            runs,
            lambda n: fresh(many, f"r{n}").seconds,
            lambda n: cost([*plain, str(many / f"plain{n}")]).seconds,
        ),
        ratio_of(
            "40 agents that compute, --jobs 2 : --jobs 1",
            1 / 1.6,
            runs,
            lambda n: fresh(busy, f"two{n}", "--jobs", "2").seconds,
            lambda n: fresh(busy, f"one{n}").seconds,
        ),
        ratio_of(
            "peak memory in MB of 1 GB of output : 64",
            1.0,
            1,
            lambda n: fresh(flood, f"r{n}").kilobytes / 1024,
            lambda _: 64.0,
        ),
        row("a workspace of 20,000 files, diffed : hash them once", look, hashing, 3.0, runs),
    ]


GROUPS = {"start": start_up, "text": text_checks, "agents": agents, "diff": diff, "workspaces": workspaces}


def main() -> int:
    """Measure, print, and say whether every bar was reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="ROW", help=f"of {', '.join(GROUPS)} (default: all)")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        for name in args.groups or GROUPS:
            rows += GROUPS[name](Path(folder), args.runs)
    for found in rows:
        mark = "" if found.value <= found.bar else "  MISSED"
        print(f"{found.name:<52}{found.value:>7.2f} of {found.bar:<5}{found.detail}{mark}")
    if args.json:
        args.json.write_text(
            json.dumps([found._asdict() for found in rows], indent=2) + "\n", encoding="utf-8"
        )
    return int(any(found.value > found.bar for found in rows))


if __name__ == "__main__":
    sys.exit(main())
