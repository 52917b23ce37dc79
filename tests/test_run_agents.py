"""`evalpin run` with live subjects, recorded and replayed, and what comes with them on the command line."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest

from processes import Process, posix
from support import Evalpin, Folder

AGENT = """
import sys, time
from evalpin import RunArtifacts, ToolCall
import texts
counts = {}

def agent(prompt):
    print("said to stdout")
    count = counts[prompt] = counts.get(prompt, 0) + 1
    time.sleep(0.001 * (count % 3))
    return texts.reply(prompt, count)
"""

# Texts that a format of lines could spoil, and what the reply is to hold at each attempt.
NASTY = [
    "plain",
    "",
    " leading",
    "  \ttwo",
    "| bar",
    "|",
    "# no comment",
    "reply x",
    "tool y {}",
    "trailing ",
    "line\n",
    "lines\n\n\n",
    "\n\nfirst empty",
    "a\n\nb",
    "a\rb",
    "a\r\nb\r\n",
    "\r",
    "u\u2028v\u2029w\x85x\x0by\x0cz",
    "\ufeffbom",
    "esc \x1b[31m red",
    "surrogate \ud83d alone",
    "😀 e\u0301",
    "null",
    '"quoted"',
]

REPLY = """
from evalpin import RunArtifacts, ToolCall
TEXTS = {texts!r}

def reply(prompt, count):
    text = TEXTS[(int(prompt) + count) % len(TEXTS)]
    if (int(prompt) + count) % 7 == 3:
        raise ValueError(text)
    if (int(prompt) + count) % 7 == 5:
        return RunArtifacts(error="")
    return RunArtifacts(
        final_text=None if (int(prompt) + count) % 11 == 6 else text,
        tool_calls=[ToolCall("a b", {{"q": text, "n": 1e300}}), ToolCall.from_json("broken", "[1,\\n")],
        tokens=int(prompt),
    )
"""

HINT = 'evalpin: try "evalpin run --help"\n'
GREET = "case greet\nprompt: Greet Ana.\nexpect contains: Ana\n"
ONE = "CASE   PASSED  RATE  ALL\ngreet  1/1     100%  yes\n"
ONE += "evalpin: 1 cases x 1 attempts, pass^1 1/1, pass@1 1/1\n"


def agent(folder: Folder, **more: str) -> str:
    """Write an agent that greets, and other files of Python; return the target."""
    (folder.path / "greeter.py").write_text("def run(prompt):\n    return prompt\n")
    for name, text in more.items():
        (folder.path / f"{name}.py").write_text(text, encoding="utf-8")
    return "greeter.py:run"


@pytest.mark.parametrize(
    ("argv", "wrong"),
    [
        ([], "nothing to ask"),
        (["--replies", "r", "--agent", "a:b"], "--replies and --agent: only one can be asked"),
        (["--agent", "a:b", "--command", "c"], "--agent and --command: only one can be asked"),
    ],
)
def test_exactly_one_is_asked(argv: list[str], wrong: str, evalpin: Evalpin, folder: Folder) -> None:
    folder.write(suite=GREET)
    assert evalpin("run", "suite.txt", *argv) == (
        2,
        "",
        f"evalpin: {wrong} (expected one of --replies, --agent or --command)\n{HINT}",
    )


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--jobs", "0", '--jobs: bad number of jobs "0" (expected 1 to 256)'),
        ("--jobs", "257", '--jobs: bad number of jobs "257" (expected 1 to 256)'),
        ("--jobs", "x", '--jobs: bad number of jobs "x" (expected 1 to 256)'),
        ("--timeout", "0", '--timeout: bad number of seconds "0" (expected a number such as 30 or 0.5)'),
        ("--timeout", "nan", '--timeout: bad number of seconds "nan" (expected a number such as 30 or 0.5)'),
        ("--timeout", "-1", '--timeout: bad number of seconds "-1" (expected a number such as 30 or 0.5)'),
    ],
)
def test_bad_limits(option: str, value: str, message: str, evalpin: Evalpin, folder: Folder) -> None:
    folder.write(suite=GREET)
    ended = evalpin("run", "suite.txt", "--agent", agent(folder), f"{option}={value}")
    assert ended == (2, "", f"evalpin: {message}\n{HINT}")


def test_a_line_a_case_goes_to_stderr(evalpin: Evalpin, folder: Folder) -> None:
    folder.write(suite=f"{GREET}case other\nprompt: x\nexpect equals: y\n")
    status, stdout, stderr = evalpin("run", "suite.txt", "--agent", agent(folder))
    assert status == 1
    assert stdout.startswith("CASE ")
    assert stderr == '[1/2] greet passed\n[2/2] other FAILED: reply is not "y"\n'


def test_quiet(evalpin: Evalpin, folder: Folder) -> None:
    folder.write(suite=GREET)
    assert evalpin("run", "suite.txt", "--agent", agent(folder), "-q") == (0, ONE, "")


def test_what_an_agent_prints_goes_to_stderr(evalpin: Evalpin, folder: Folder) -> None:
    noisy = (
        "import os\nprint('loaded')\ndef run(p):\n    print('ran')\n    os.write(1, b'raw')\n    return p\n"
    )
    folder.write(suite=GREET)
    agent(folder, noisy=noisy)
    status, stdout, stderr = evalpin("run", "suite.txt", "--agent", "noisy.py:run", "-q")
    assert (status, stdout) == (0, ONE)
    assert sorted(stderr.replace("raw", "raw\n").split()) == ["loaded", "ran", "raw"]


def test_one_failing_attempt_never_ends_the_run(evalpin: Evalpin, folder: Folder) -> None:
    bad = "import sys\ndef run(p):\n    if p == 'bad': sys.exit(0)\n    return p\n"
    agent(folder, bad=bad)
    folder.write(suite=f"case first\nprompt: bad\nexpect not-contains: z\n{GREET}")
    status, stdout, _ = evalpin("run", "suite.txt", "--agent", "bad.py:run", "--jobs", "2")
    assert status == 1
    assert "first  0/1     0%    no\ngreet  1/1     100%  yes\n" in stdout
    assert "first: attempt 1: SystemExit: 0\n" in stdout


def test_an_agent_that_goes_elsewhere_does_not_take_the_outputs_with_it(
    evalpin: Evalpin, folder: Folder
) -> None:
    (folder.path / "elsewhere").mkdir()
    agent(folder, roams="import os\ndef run(p):\n    os.chdir('elsewhere')\n    return p\n")
    folder.write(suite=GREET)
    outputs = ("--out", "out.txt", "--record", "said.txt", "--save", "runs")
    assert evalpin("run", "suite.txt", "--agent", "roams.py:run", "-q", *outputs) == (0, ONE, "")
    assert {"out.txt", "said.txt", "runs"} <= set(folder.names())
    assert not list((folder.path / "elsewhere").iterdir())


def test_timeout(evalpin: Evalpin, folder: Folder) -> None:
    agent(folder, slow="import time\ndef run(p):\n    time.sleep(5)\n")
    folder.write(suite=GREET)
    begin = time.monotonic()
    status, stdout, _ = evalpin("run", "suite.txt", "--agent", "slow.py:run", "-q", "--timeout", "0.05")
    assert time.monotonic() - begin < 4
    assert status == 1
    assert "greet: attempt 1: timed out after 0.05 s\n" in stdout


def nasty(folder: Folder) -> None:
    """Write an agent that says what formats of lines spoil, and a suite that looks at all of it."""
    agent(folder, nasty=AGENT, texts=REPLY.format(texts=NASTY))
    cases = [
        f"case c{n}\nprompt: {n}\nexpect contains: {'a' if n % 2 else 'l'}\nexpect called: broken\n"
        f"expect max-tokens: {n}\nexpect min-chars: 1\nexpect calls: 2"
        for n in range(len(NASTY))
    ]
    folder.write(suite="\n".join(cases) + "\n")


def test_jobs_give_the_same_report_and_results(evalpin: Evalpin, folder: Folder) -> None:
    nasty(folder)
    run = ("run", "suite.txt", "--agent", "nasty.py:agent", "-q", "-k", "1")
    one = evalpin(*run, "--out", "one.txt", "--record", "one-said.txt")
    sys.modules.pop("nasty", None)
    sys.modules.pop("texts", None)
    many = evalpin(*run, "--jobs", "6", "--out", "many.txt", "--record", "many-said.txt")
    assert many[:2] == one[:2]
    assert one.status == 1
    assert folder.read("many.txt") == folder.read("one.txt")
    assert folder.read("many-said.txt") == folder.read("one-said.txt")


def test_what_is_recorded_replays_to_the_same_verdicts(evalpin: Evalpin, folder: Folder) -> None:
    nasty(folder)
    live = evalpin(
        *("run", "suite.txt", "--agent", "nasty.py:agent", "-q", "-k", "5", "--jobs", "3"),
        *("--out", "live.txt", "--record", "said.txt"),
    )
    replayed = evalpin(
        *("run", "suite.txt", "--replies", "said.txt", "-k", "5"),
        *("--out", "replayed.txt", "--record", "again.txt"),
    )
    assert live.status == 1
    assert replayed == (1, live.stdout, "")
    assert folder.read("replayed.txt") == folder.read("live.txt")
    assert folder.read("again.txt") == folder.read("said.txt")
    assert "c6    4/5     80%   no\n" in live.stdout  # some hold: there is something to lose


def test_a_nul_is_refused_and_nothing_overwritten(evalpin: Evalpin, folder: Folder) -> None:
    agent(folder, nul="def run(p):\n    return 'a\\0b'\n")
    folder.write(suite=GREET, said="old\n", out="old\n")
    ended = evalpin(
        *("run", "suite.txt", "--agent", "nul.py:run", "-q", "--record", "said.txt", "--out", "out.txt")
    )
    assert ended.status == 2
    assert "NUL" in ended.stderr
    assert "greet" in ended.stderr
    assert (folder.read("said.txt"), folder.read("out.txt")) == ("old\n", "old\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["--record", "suite.txt"],
            "--record suite.txt: names the suite itself (expected a file of its own)",
        ),
        (
            ["--record", "x.txt", "--out", "./x.txt"],
            "--record x.txt: names the file of --out (expected a file of its own)",
        ),
    ],
)
def test_no_output_over_another_file(
    options: list[str], message: str, evalpin: Evalpin, folder: Folder
) -> None:
    folder.write(suite=GREET)
    ended = evalpin("run", "suite.txt", "--agent", agent(folder), *options)
    assert ended == (2, "", f"evalpin: {message}\n")
    assert folder.read("suite.txt") == GREET


def test_save_writes_a_record_a_run(evalpin: Evalpin, folder: Folder) -> None:
    folder.write(suite=GREET)
    run = ("run", "suite.txt", "--agent", agent(folder), "-q", "--save", "runs", "--model", "Qwen/3:7b")
    assert evalpin(*run) == evalpin(*run) == (0, ONE, "")
    paths = sorted((folder.path / "runs").iterdir())
    assert len(paths) == 2
    assert all(path.name.startswith("Qwen-3-7b_") for path in paths)
    record = json.loads(paths[0].read_text(encoding="utf-8"))
    assert (record["model"], record["cases_dir"]) == ("Qwen/3:7b", "suite.txt")
    (outcome,) = record["report"]["outcomes"]
    assert (outcome["name"], outcome["passed"], outcome["final_text"]) == ("greet", True, "Greet Ana.")
    assert outcome["predicates"] == [["contains: Ana", True]]


def test_the_shipped_suite_is_asked(evalpin: Evalpin, folder: Folder) -> None:
    status, stdout, _ = evalpin("run", "baseline", "--agent", agent(folder), "-q")
    assert status == 1
    assert stdout.splitlines()[-1].startswith("evalpin: 18 cases x 1 attempts, ")


def test_a_path_of_the_name_of_the_shipped_suite_is_no_guess(evalpin: Evalpin, folder: Folder) -> None:
    (folder.path / "baseline").mkdir()
    message = '"baseline" is a path here and the name of the shipped suite (write ./baseline)'
    assert evalpin("run", "baseline", "--agent", agent(folder)) == (2, "", f"evalpin: {message}\n")


def test_dump_overwrites_nothing(evalpin: Evalpin, folder: Folder) -> None:
    names = [os.path.join("mine", f"{name}.ron") for name in ("arithmetic", "language", "tool_use")]
    assert evalpin("baseline", "--dump", "mine") == (0, "".join(f"{name}\n" for name in names), "")
    Path(names[0]).unlink()
    Path(names[1]).write_text("mine")
    there = "".join(f"evalpin: {name}: is there already, nothing was written\n" for name in names[1:])
    assert evalpin("baseline", "--dump", "mine") == (2, "", there)
    assert not Path(names[0]).exists()
    assert Path(names[1]).read_text() == "mine"
    assert evalpin("run", names[2], "--agent", agent(folder), "-q").status == 1


def test_all_faults_of_all_files_of_a_folder(evalpin: Evalpin, folder: Folder) -> None:
    cases = folder.path / "cases"
    cases.mkdir()
    (cases / "a.ron").write_text(
        '[\n  (name: "One", instruction: "x", expect: [NoError]),\n'
        '  (name: "Two", instruction: "x", expect: [CalledTol(tool: "x")]),\n'
        '  (name: "Three", instrction: "x", expect: []),\n]\n'
    )
    (cases / "b.RON").write_text('(name: "one", instruction: "x", expect: [NoError])\n')
    (cases / "c.ron").write_text('(name: "Four", instruction: "x", expect: [FinalTextMatches(regex: "(")])')
    (cases / "d.txt").write_text("not looked at")
    status, stdout, stderr = evalpin("run", "cases", "--agent", agent(folder))
    assert (status, stdout) == (2, "")
    places = [line.removeprefix("evalpin: cases/").partition(": ")[0] for line in stderr.splitlines()]
    assert places == ["a.ron:3:44", "a.ron:4:19", "a.ron:4:44", "b.RON:1:2", "c.ron:1:67"]
    assert '(did you mean "CalledTool"?)' in stderr
    assert '(did you mean "instruction"?)' in stderr


HANGING = "import time\ndef run(p):\n    open('began', 'w').close()\n    time.sleep(60)\n"


@posix
@pytest.mark.process
@pytest.mark.parametrize("jobs", ["1", "3"])
@pytest.mark.parametrize(
    "subject",
    [("--agent", "slow.py:run"), ("--command", f"{sys.executable} slow.py"), ("--agent", "slow.py:co")],
)
def test_ctrl_c_ends_the_run(subject: tuple[str, str], jobs: str, folder: Folder) -> None:
    agent(
        folder,
        slow=f"{HANGING}\nasync def co(p):\n    import asyncio\n    open('began', 'w').close()\n"
        "    await asyncio.sleep(60)\nif __name__ == '__main__':\n    run('')\n",
    )
    folder.write(suite=GREET, said="old\n")
    process = Process(
        *("run", "suite.txt", *subject, "-k", "3", "--jobs", jobs, "-q", "--record", "said.txt")
    )
    until = time.monotonic() + 20
    while not (folder.path / "began").exists() and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(0.05)
    begin = time.monotonic()
    process.interrupt()
    assert process.ended() == (130, "", "evalpin: interrupted\n")
    assert time.monotonic() - begin < 5
    assert folder.read("said.txt") == "old\n"


@pytest.mark.process
def test_threads_that_an_agent_leaves_do_not_keep_the_program(folder: Folder) -> None:
    agent(
        folder,
        lasting="import threading, time\ndef run(p):\n"
        "    threading.Thread(target=time.sleep, args=(50,)).start()\n    return p\n",
    )
    folder.write(suite=GREET)
    process = Process("run", "suite.txt", "--agent", "lasting.py:run", "-q")
    left = "evalpin: the agent left threads running, not waiting for them\n"
    assert process.ended() == (0, ONE, left)
