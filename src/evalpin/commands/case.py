"""`evalpin case add`: add a case to a workspace suite, or many from a file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from evalpin import authoring, jsontext, jsonvalue, suitefolder
from evalpin.commands import _envelope
from evalpin.commands._arguments import one_of, path
from evalpin.errors import EvalpinError, UsageError
from evalpin.jsonvalue import Value
from evalpin.showing import escape

ONE = ("id", "task", "workspace", "diff", "expect_json")


def configure(parser: ArgumentParser) -> None:
    """Name the arguments."""
    parser.usage = """evalpin case add SUITE --task TEXT --workspace PATH [--id ID] [--diff PATH]
                        [--expect-json OBJECT] [--json]
       evalpin case add SUITE --from FILE.jsonl [--json]"""
    parser.description = "Add cases to a workspace suite: all of them or none."
    add = parser.add_argument
    add("action", metavar="add", type=lambda value: one_of(value, ("add",)), help="what to do")
    add("suite", metavar="SUITE", type=path, help="name in evals/suites, or a folder")
    add("--task", metavar="TEXT", help="what the agent is asked to do")
    add("--workspace", metavar="PATH", type=path, help="folder in the suite that each attempt gets a copy of")
    add("--id", metavar="ID", type=path, help="ID of the case (default: made of its content)")
    add("--diff", metavar="PATH", type=path, help="file in the suite that the agent gets beside the task")
    add("--expect-json", metavar="OBJECT", type=path, help="what is expected, as JSON (default: nothing)")
    add(
        "--from",
        metavar="FILE",
        dest="source",
        type=path,
        help="add the cases of this file, one object a line",
    )
    add("--json", action="store_true", help="print one line of JSON")


def execute(args: Namespace) -> int:
    """Add what is not there yet."""
    folder = suitefolder.require(args.suite)
    given = [_one(args)] if args.source is None else _many(args)
    added = authoring.add_cases(folder, given)
    text = "".join(
        [f"{'added' if new else 'is there already:'} {escape(case_id)}\n" for case_id, new, _ in added]
    )
    if args.source is None:
        case_id, new, case = added[0]
        data: dict[str, Value] = {"suite": args.suite, "id": case_id, "created": new, "case": case}
    else:
        listed: list[Value] = [{"id": case_id, "created": new} for case_id, new, _ in added]
        data = {"suite": args.suite, "created": any(new for _, new, _ in added), "cases": listed}
    commands = [(f"evalpin run {args.suite}", "run the suite")]
    _envelope.answer(data, text, as_json=args.json, commands=commands)
    return 0


def _one(args: Namespace) -> dict[str, Value]:
    if args.task is None or args.workspace is None:
        raise UsageError(
            "expected --task and --workspace, or --from",
            code="E_CASE_INVALID",
            hint='try "evalpin case --help"',
        )
    case: dict[str, Value] = {
        "task": args.task,
        "workspace": authoring.relative(args.workspace, "--workspace"),
        "expect": _expected(args.expect_json),
    }
    if args.id is not None:
        case["id"] = args.id
    if args.diff is not None:
        case["diff"] = authoring.relative(args.diff, "--diff")
    return case


def _many(args: Namespace) -> list[dict[str, Value]]:
    if any(getattr(args, name) is not None for name in ONE):
        raise UsageError(
            "--from: the file says all of its cases", code="E_CASE_INVALID", hint='try "evalpin case --help"'
        )
    return authoring.read_cases(args.source)


def _expected(text: str | None) -> Value:
    if text is None:
        return {}
    try:
        value = jsonvalue.from_spelled(jsontext.parse_unique(text), text)
    except jsontext.NotJson as error:
        raise EvalpinError(f"--expect-json is not JSON: {error}", code="E_CASE_INVALID") from None
    if not isinstance(value, dict):
        raise EvalpinError("--expect-json: expected an object", code="E_CASE_INVALID")
    return value
