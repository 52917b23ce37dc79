"""What a run in Python gives: the figures, the outcomes, and a summary for people."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from evalpin.model import Attempt, Run, Verdict
from evalpin.records import RunMeta
from evalpin.saving import save
from evalpin.showing import escape
from evalpin.toolcalls import ToolCall
from evalpin.width import columns


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """One attempt of one case: whether it passed, why not, and what the agent did.

    `latency` is in seconds. `predicates` are the verdicts as pairs of label and whether it held.
    """

    name: str
    attempt: int
    passed: bool
    verdicts: tuple[Verdict, ...]
    latency: float
    tokens: int | None
    tool_calls: tuple[ToolCall, ...]
    final_text: str | None
    error: str | None
    transcript: tuple[object, ...]

    @property
    def predicates(self) -> list[tuple[str, bool]]:
        """Return the label of each check and whether it held."""
        return [(verdict.label, verdict.passed) for verdict in self.verdicts]


class EvalReport:
    """The outcomes of a run and figures over them; `str(report)` is a summary to print.

    A case counts as passed if all its attempts passed. Latencies, in seconds, and tokens are taken
    over the attempts. `span` is when the run began and ended, in seconds of the epoch.
    """

    def __init__(self, run: Run, meta: RunMeta, span: tuple[float, float]) -> None:
        self.run = run
        self.meta = meta
        self.span = span

    @cached_property
    def outcomes(self) -> list[CaseOutcome]:
        """The outcome of every attempt, in suite order."""
        names = {case.id: case.name for case in self.run.suite.cases}
        return [_outcome(names[attempt.case_id], attempt) for attempt in self.run.attempts]

    def total(self) -> int:
        """Return the number of cases."""
        return len(self.run.suite.cases)

    def passed(self) -> int:
        """Return the number of cases that passed all their attempts."""
        return sum(passed == total for passed, total in self.run.counts().values())

    def accuracy(self) -> float:
        """Return passed / total, from 0.0 to 1.0; 0.0 without a case."""
        return self.passed() / self.total() if self.total() else 0.0

    def mean_latency(self) -> float:
        """Return the mean time of an attempt in seconds; 0.0 without one."""
        return math.fsum(self._latencies()) / len(self.outcomes) if self.outcomes else 0.0

    def latency_percentile(self, p: float) -> float:
        """Return the nearest-rank quantile of the times in seconds, p from 0.0 to 1.0; 0.0 without one."""
        ordered = sorted(self._latencies())
        if not ordered:
            return 0.0
        rank = math.ceil(p * len(ordered)) if 0 < p <= 1 else (len(ordered) if p > 1 else 1)
        return ordered[min(max(rank, 1), len(ordered)) - 1]

    def p50_latency(self) -> float:
        """Return the median time in seconds, by nearest rank."""
        return self.latency_percentile(0.50)

    def p95_latency(self) -> float:
        """Return the 95th percentile of the times in seconds, by nearest rank."""
        return self.latency_percentile(0.95)

    def total_tokens(self) -> int | None:
        """Return the sum of the tokens that were reported; None where none were."""
        reported = self._tokens()
        return sum(reported) if reported else None

    def mean_tokens(self) -> float | None:
        """Return that sum over the attempts that reported; None where none did."""
        reported = self._tokens()
        return sum(reported) / len(reported) if reported else None

    def save(self) -> str:
        """Write the run record into the folder of the meta, else the working folder; return its path."""
        meta = self.meta
        return save(self.run, meta.directory or ".", meta.model, meta.backend, self.span, meta)

    def __str__(self) -> str:
        return "\n".join([*self._head(), "  cases:", *self._cases()])

    def _latencies(self) -> list[float]:
        return [outcome.latency for outcome in self.outcomes]

    def _tokens(self) -> list[int]:
        return [outcome.tokens for outcome in self.outcomes if outcome.tokens is not None]

    def _head(self) -> list[str]:
        mean, p50, p95 = self.mean_latency(), self.p50_latency(), self.p95_latency()
        tokens, each = self.total_tokens(), self.mean_tokens()
        used = (
            "not reported" if tokens is None else f"{tokens} total, {each:.1f} mean (attempts that reported)"
        )
        rows = [
            ("backend", escape(self.meta.backend)),
            ("temperature", f"{self.meta.temperature:g}"),
            (
                "accuracy",
                f"{self.passed()}/{self.total()} cases passed ({_percent(self.passed(), self.total())})",
            ),
            ("latency", f"mean {_time(mean)}  p50 {_time(p50)}  p95 {_time(p95)}"),
            ("tokens", used),
        ]
        return ["AI eval report", *[f"  {label + ':':<13}{value}" for label, value in rows if value]]

    def _cases(self) -> list[str]:
        titles = [_title(outcome, self.run.times) for outcome in self.outcomes]
        width = max([4, *map(columns, titles)])
        lines: list[str] = []
        for title, outcome in zip(titles, self.outcomes, strict=True):
            lines.append(_line(title + " " * (width - columns(title)), outcome))
            lines += [] if outcome.passed else [f"           - {escape(line)}" for line in _why(outcome)]
        return lines


def _outcome(name: str, attempt: Attempt) -> CaseOutcome:
    found = attempt.artifacts
    return CaseOutcome(
        name=name,
        attempt=attempt.number,
        passed=attempt.outcome == "pass",
        verdicts=attempt.verdicts,
        latency=found.seconds or 0.0,
        tokens=found.tokens,
        tool_calls=tuple(found.tool_calls),
        final_text=found.final_text,
        error=found.error,
        transcript=tuple(found.transcript),
    )


def _title(outcome: CaseOutcome, times: int) -> str:
    return escape(outcome.name) + (f" #{outcome.attempt}" if times > 1 else "")


def _line(title: str, outcome: CaseOutcome) -> str:
    mark = "PASS" if outcome.passed else "FAIL"
    held = sum(verdict.passed for verdict in outcome.verdicts)
    counts = f"preds {held}/{len(outcome.verdicts)}  calls {len(outcome.tool_calls)}"
    tokens = "" if outcome.tokens is None else f"  tok {outcome.tokens}"
    return f"    [{mark}] {title}  {_time(outcome.latency)}  {counts}{tokens}"


def _why(outcome: CaseOutcome) -> list[str]:
    """Return what a failed attempt called, which checks failed and what was seen, and its error."""
    lines = [f"emitted: {call.display()}" for call in outcome.tool_calls]
    for verdict in outcome.verdicts:
        if not verdict.passed and verdict.evaluated:
            lines.append(f"FAILED: {verdict.label}")
            lines += [f"  {verdict.note}"] if verdict.note else []
    return lines if outcome.error is None else [*lines, f"run error: {outcome.error or 'without a message'}"]


def _percent(passed: int, total: int) -> str:
    """Return a percentage with one decimal, rounded down: 100% only if all passed."""
    if not total:
        return "no cases"
    tenths = 1000 * passed // total
    return f"{tenths // 10}%" if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}%"


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.1f}ms" if seconds < 1 else f"{seconds:.2f}s"
