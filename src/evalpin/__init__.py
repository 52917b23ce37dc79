"""Pins what a prompt or an agent does, and fails a build when that gets worse.

The names below are loaded when they are first used, so importing the package costs next to nothing.
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from evalpin.agenterror import AgentError as AgentError
    from evalpin.checks._calls import ExpectedCall as ExpectedCall
    from evalpin.checks.budgets import LatencyUnder as LatencyUnder
    from evalpin.checks.budgets import NoError as NoError
    from evalpin.checks.budgets import TokensUnder as TokensUnder
    from evalpin.checks.final import FinalNumberEquals as FinalNumberEquals
    from evalpin.checks.final import FinalTextContains as FinalTextContains
    from evalpin.checks.final import FinalTextEquals as FinalTextEquals
    from evalpin.checks.final import FinalTextMatches as FinalTextMatches
    from evalpin.checks.final import FinalTextNotContains as FinalTextNotContains
    from evalpin.checks.subset import FinalJsonMatches as FinalJsonMatches
    from evalpin.checks.tools import CalledTool as CalledTool
    from evalpin.checks.tools import CalledToolsInOrder as CalledToolsInOrder
    from evalpin.checks.tools import CalledToolWith as CalledToolWith
    from evalpin.checks.tools import DidNotCallTool as DidNotCallTool
    from evalpin.checks.tools import NoToolCalls as NoToolCalls
    from evalpin.checks.tools import ToolCallCount as ToolCallCount
    from evalpin.checks.trajectory import Trajectory as Trajectory
    from evalpin.errors import BadValue as BadValue
    from evalpin.errors import EvalError as EvalError
    from evalpin.evalreport import CaseOutcome as CaseOutcome
    from evalpin.evalreport import EvalReport as EvalReport
    from evalpin.evaluate import Agent as Agent
    from evalpin.evaluate import Harness as Harness
    from evalpin.evaluate import Scorer as Scorer
    from evalpin.evaluate import load_cases as load_cases
    from evalpin.evaluate import run_eval as run_eval
    from evalpin.evaluate import run_suite as run_suite
    from evalpin.model import Case as Case
    from evalpin.model import RunArtifacts as RunArtifacts
    from evalpin.model import Verdict as Verdict
    from evalpin.records import RunMeta as RunMeta
    from evalpin.shipped import baseline as baseline
    from evalpin.shipped import baseline_files as baseline_files
    from evalpin.toolcalls import ToolCall as ToolCall

_NAMES = {
    "Agent": "evaluate.Agent",
    "AgentError": "agenterror.AgentError",
    "BadValue": "errors.BadValue",
    "baseline": "shipped.baseline",
    "baseline_files": "shipped.baseline_files",
    "CalledTool": "checks.tools.CalledTool",
    "CalledToolsInOrder": "checks.tools.CalledToolsInOrder",
    "CalledToolWith": "checks.tools.CalledToolWith",
    "Case": "model.Case",
    "CaseOutcome": "evalreport.CaseOutcome",
    "DidNotCallTool": "checks.tools.DidNotCallTool",
    "EvalError": "errors.EvalError",
    "EvalReport": "evalreport.EvalReport",
    "ExpectedCall": "checks._calls.ExpectedCall",
    "FinalJsonMatches": "checks.subset.FinalJsonMatches",
    "FinalNumberEquals": "checks.final.FinalNumberEquals",
    "FinalTextContains": "checks.final.FinalTextContains",
    "FinalTextEquals": "checks.final.FinalTextEquals",
    "FinalTextMatches": "checks.final.FinalTextMatches",
    "FinalTextNotContains": "checks.final.FinalTextNotContains",
    "Harness": "evaluate.Harness",
    "LatencyUnder": "checks.budgets.LatencyUnder",
    "load_cases": "evaluate.load_cases",
    "NoError": "checks.budgets.NoError",
    "NoToolCalls": "checks.tools.NoToolCalls",
    "run_eval": "evaluate.run_eval",
    "run_suite": "evaluate.run_suite",
    "RunArtifacts": "model.RunArtifacts",
    "RunMeta": "records.RunMeta",
    "Scorer": "evaluate.Scorer",
    "TokensUnder": "checks.budgets.TokensUnder",
    "ToolCall": "toolcalls.ToolCall",
    "ToolCallCount": "checks.tools.ToolCallCount",
    "Trajectory": "checks.trajectory.Trajectory",
    "Verdict": "model.Verdict",
}
"""Public name to the module and name that it is loaded from."""

__all__ = ["__version__", *_NAMES]  # noqa: PLE0604 - strings all


if not TYPE_CHECKING:  # type checkers have the list above, and would let any name pass

    def __getattr__(name: str) -> object:
        """Load a public name when it is first used."""
        if name not in _NAMES:
            raise AttributeError(f"module 'evalpin' has no attribute {name!r}")
        from importlib import import_module

        module, _, inner = _NAMES[name].rpartition(".")
        found: object = getattr(import_module(f"evalpin.{module}"), inner)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted(__all__)
