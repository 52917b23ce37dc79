"""Who may know whom in `src/evalpin`: the written-out table of modules, and what breaks it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from typing import NamedTuple


class Place(NamedTuple):
    """Where a module stands: it may import lower layers only; `pure` ones keep away from the world."""

    layer: float
    pure: bool


PURE, WORLD = True, False

TABLE = {
    "evalpin.errors": Place(0, PURE),
    "evalpin.notices": Place(0, PURE),
    "evalpin.showing": Place(1.0, PURE),
    "evalpin.width": Place(1.0, PURE),
    "evalpin.source": Place(1.1, PURE),
    "evalpin.numbers": Place(1.1, PURE),
    "evalpin.jsontext": Place(1.1, PURE),
    "evalpin.globs": Place(1.2, PURE),
    "evalpin.jsonpath": Place(1.2, PURE),
    "evalpin.jsonvalue": Place(1.3, PURE),
    "evalpin.toolcalls": Place(1.4, PURE),
    "evalpin.trees": Place(1.4, PURE),
    "evalpin.redaction": Place(1.4, PURE),
    "evalpin.model": Place(1.5, PURE),
    "evalpin.jsonschema._common": Place(1.5, PURE),
    "evalpin.jsonschema._schemas": Place(1.6, PURE),
    "evalpin.jsonschema._values": Place(1.6, PURE),
    "evalpin.jsonschema": Place(1.7, PURE),
    "evalpin.agenterror": Place(1.6, PURE),
    "evalpin.scoring": Place(1.6, PURE),
    "evalpin.hashing": Place(1.7, PURE),
    "evalpin.ron._nodes": Place(1.1, PURE),
    "evalpin.ron._tokens": Place(1.2, PURE),
    "evalpin.ron._parser": Place(1.3, PURE),
    "evalpin.ron._untyped": Place(1.3, PURE),
    "evalpin.ron": Place(1.4, PURE),
    "evalpin.regex._unicode": Place(1.1, PURE),
    "evalpin.regex._tree": Place(1.1, PURE),
    "evalpin.regex._engine": Place(1.2, PURE),
    "evalpin.regex._rustclass": Place(1.2, PURE),
    "evalpin.regex._python": Place(1.3, PURE),
    "evalpin.regex._rust": Place(1.3, PURE),
    "evalpin.regex": Place(1.4, PURE),
    "evalpin.checks._common": Place(2.0, PURE),
    "evalpin.checks._fence": Place(2.0, PURE),
    "evalpin.checks._calls": Place(2.0, PURE),
    "evalpin.checks.text": Place(2.1, PURE),
    "evalpin.checks.data": Place(2.1, PURE),
    "evalpin.checks.subset": Place(2.1, PURE),
    "evalpin.checks.final": Place(2.1, PURE),
    "evalpin.checks.tools": Place(2.1, PURE),
    "evalpin.checks.trajectory": Place(2.1, PURE),
    "evalpin.checks.budgets": Place(2.1, PURE),
    "evalpin.checks._scorer": Place(2.0, PURE),
    "evalpin.checks._output": Place(2.05, PURE),
    "evalpin.checks._left": Place(2.05, PURE),
    "evalpin.checks.scorers": Place(2.1, PURE),
    "evalpin.checks": Place(2.2, PURE),
    "evalpin.workspace": Place(2.3, PURE),
    "evalpin.suites.text": Place(3.0, PURE),
    "evalpin.suites.ron": Place(3.0, PURE),
    "evalpin.suites._fields": Place(2.8, PURE),
    "evalpin.suites._cases": Place(2.9, PURE),
    "evalpin.suites.workspace": Place(3.0, PURE),
    "evalpin.suites": Place(3.1, PURE),
    "evalpin.replies": Place(3, PURE),
    "evalpin.results": Place(3, PURE),
    "evalpin.artifacts": Place(3, PURE),
    "evalpin.records": Place(3.1, PURE),
    "evalpin.evidence": Place(3.1, PURE),
    "evalpin.runner": Place(4, PURE),
    "evalpin.compare": Place(4, PURE),
    "evalpin.projection": Place(4, PURE),
    "evalpin.report": Place(5, PURE),
    "evalpin.subjects._limits": Place(6.0, WORLD),
    "evalpin.subjects._strays": Place(6.0, WORLD),
    "evalpin.subjects._trees": Place(6.0, WORLD),
    "evalpin.subjects._variables": Place(6.0, WORLD),
    "evalpin.subjects._textdiff": Place(6.0, WORLD),
    "evalpin.subjects._answers": Place(6.0, WORLD),
    "evalpin.subjects._view": Place(6.06, WORLD),
    "evalpin.subjects._scorers": Place(6.07, WORLD),
    "evalpin.subjects.workspace": Place(6.1, WORLD),
    "evalpin.subjects._streams": Place(6.0, WORLD),
    "evalpin.subjects._guard": Place(6.0, WORLD),
    "evalpin.subjects._process": Place(6.01, WORLD),
    "evalpin.subjects.scripted": Place(6.1, WORLD),
    "evalpin.subjects.agent": Place(6.1, WORLD),
    "evalpin.subjects.command": Place(6.1, WORLD),
    "evalpin.subjects": Place(6.2, WORLD),
    "evalpin.files": Place(6.0, WORLD),
    "evalpin.console": Place(6.1, WORLD),
    "evalpin.shipped": Place(6.1, WORLD),
    "evalpin.library": Place(6.2, WORLD),
    "evalpin.progress": Place(6.2, WORLD),
    "evalpin.suitefolder": Place(6.25, WORLD),
    "evalpin.rundir._durable": Place(6.1, WORLD),
    "evalpin.rundir._place": Place(6.3, WORLD),
    "evalpin.rundir.making": Place(6.4, WORLD),
    "evalpin.rundir.reading": Place(6.4, WORLD),
    "evalpin.rundir": Place(6.5, WORLD),
    "evalpin.saving": Place(6.2, WORLD),
    "evalpin.evalreport": Place(6.3, WORLD),
    "evalpin.evaluate": Place(7.0, WORLD),
    "evalpin.sample": Place(4, PURE),
    "evalpin.schemas": Place(4, PURE),
    "evalpin.authoring": Place(6.3, WORLD),
    "evalpin.commands._arguments": Place(7.0, WORLD),
    "evalpin.commands._envelope": Place(7.0, WORLD),
    "evalpin.commands._workspaces": Place(7.0, WORLD),
    "evalpin.commands._run_workspaces": Place(7.05, WORLD),
    "evalpin.commands.init": Place(7.1, WORLD),
    "evalpin.commands.validate": Place(7.1, WORLD),
    "evalpin.commands.suite": Place(7.1, WORLD),
    "evalpin.commands.case": Place(7.1, WORLD),
    "evalpin.commands.scorer": Place(7.1, WORLD),
    "evalpin.commands.status": Place(7.1, WORLD),
    "evalpin.commands.report": Place(7.1, WORLD),
    "evalpin.commands.rescore": Place(7.1, WORLD),
    "evalpin.commands.schema": Place(7.1, WORLD),
    "evalpin.commands.run": Place(7.1, WORLD),
    "evalpin.commands.diff": Place(7.1, WORLD),
    "evalpin.commands.baseline": Place(7.1, WORLD),
    "evalpin.commands": Place(7.2, WORLD),
    "evalpin.cli": Place(8.0, WORLD),
    "evalpin.__main__": Place(8.1, WORLD),
    "evalpin": Place(8.2, WORLD),
}
"""Every module of ours. A new one is a new row."""

TABLES_BY_NAME = {
    "evalpin",
    "evalpin.cli",
    "evalpin.checks",
    "evalpin.commands.run",
    "evalpin.shipped",
    "evalpin.subjects.agent",
}
"""What chooses a module by name: public names, verbs, kinds of checks, subjects, shipped files, agents."""

FROM_ROOT = {"__version__"}
"""What anyone may import from `evalpin` itself."""

OF_THE_WORLD = {
    "os",
    "sys",
    "io",
    "pathlib",
    "subprocess",
    "time",
    "random",
    "socket",
    "tempfile",
    "shutil",
    "asyncio",
    "threading",
    "urllib",
    "http",
    "builtins",
    "codecs",
    "concurrent",
    "ctypes",
    "fileinput",
    "glob",
    "multiprocessing",
    "secrets",
    "select",
    "signal",
}
"""What a pure module may not import."""

DOORS = {"print", "open", "input"}
"""What a pure module may not call."""


def faults(sources: dict[str, str]) -> list[str]:
    """Return all that breaks the table in these modules (name to source text), in order."""
    found = [f"{name}: stands in no row of the table" for name in sources if name not in TABLE]
    found += [f"{name}: stands in the table, but is no module" for name in TABLE if name not in sources]
    for name, text in sources.items():
        if name in TABLE:
            nodes = sorted(_nodes(ast.parse(text)), key=lambda node: (node.lineno, node.col_offset))
            found += [f"{name}:{node.lineno}: {fault}" for node in nodes for fault in _faults_of(name, node)]
    return found


def _nodes(tree: ast.Module) -> Iterator[ast.stmt | ast.expr]:
    return (node for node in ast.walk(tree) if isinstance(node, (ast.stmt, ast.expr)))


def _faults_of(name: str, node: ast.AST) -> Iterator[str]:
    """Yield what is wrong with one statement or expression, wherever it stands."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield from _import_fault(name, alias.name, None)
    elif isinstance(node, ast.ImportFrom):
        if node.level:
            yield "relative import"
        else:
            for alias in node.names:
                yield from _import_fault(name, node.module or "", alias.name)
    elif isinstance(node, ast.Name):
        if node.id == "__import__":
            yield "__import__ hides what is imported"
        elif node.id in DOORS and TABLE[name].pure:
            yield f"pure, but uses {node.id}"


def _import_fault(name: str, module: str, member: str | None) -> Iterator[str]:
    root = module.partition(".")[0]
    if root == "evalpin":
        yield from _inner_fault(name, module, member)
    elif root not in sys.stdlib_module_names:
        yield f"imports {root}, which is not in the standard library"
    elif root == "socket":
        yield "imports socket, which nobody may"
    elif root in OF_THE_WORLD and TABLE[name].pure:
        yield f"pure, but imports {root}"
    elif root == "importlib" and name not in TABLES_BY_NAME:
        yield "imports importlib, which only tables that choose by name may"


def _inner_fault(name: str, module: str, member: str | None) -> Iterator[str]:
    """Yield what is wrong with an import of ours; a member that is a module is what is imported."""
    target = f"{module}.{member}" if f"{module}.{member}" in TABLE else module
    if target == "evalpin":
        if member not in FROM_ROOT:
            yield f"imports {member or 'all'} from evalpin, which is for users"
    elif target not in TABLE:
        yield f"imports {target}, which stands in no row of the table"
    elif _sisters(name, target):
        yield f"imports {target}, its sister"
    elif TABLE[target].layer >= TABLE[name].layer:
        yield f"imports {target}: layer {TABLE[target].layer:g} is not below {TABLE[name].layer:g}"


def _sisters(name: str, target: str) -> bool:
    """Say whether two different modules are pieces of one room, underscored helpers aside."""
    (room, _, piece), (other_room, _, other) = name.rpartition("."), target.rpartition(".")
    return room == other_room != "evalpin" and piece != other and not other.startswith("_")
