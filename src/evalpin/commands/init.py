"""`evalpin init`: make `evals/` with a sample suite of two cases."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from evalpin import authoring, sample
from evalpin.commands import _envelope
from evalpin.notices import Notice
from evalpin.showing import escape


def configure(parser: ArgumentParser) -> None:
    """Name the arguments."""
    parser.usage = "evalpin init [--force] [--json]"
    parser.description = (
        "Make evals/ with a sample suite: one case that passes and one that fails in every way."
    )
    parser.add_argument("--force", action="store_true", help="replace files of the sample that were changed")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")


def execute(args: Namespace) -> int:
    """Write the sample, and name what was replaced."""
    created, written, replaced = authoring.init(force=args.force)
    lines = [f"{'made' if created else 'is there already:'} {escape(path)}" for path in written]
    lines += [f"replaced {escape(path)}" for path in replaced]
    _envelope.answer(
        {
            "created": "evals" if created else False,
            "suite": sample.NAME,
            "files": list(written),
            "replaced": list(replaced),
        },
        "".join(f"{line}\n" for line in [*lines, f"next: evalpin run {sample.NAME}"]),
        as_json=args.json,
        notices=[Notice("W_REPLACED", f"replaced {path}") for path in replaced] if args.json else [],
        commands=[(f"evalpin run {sample.NAME}", "run the sample")],
    )
    return 0
