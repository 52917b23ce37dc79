"""What is asked with a case's prompt. So far: replies that were written down before."""

from __future__ import annotations

from dataclasses import dataclass

from evalpin.model import Case, RunArtifacts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from evalpin.replies import Script


@dataclass(frozen=True, slots=True)
class Scripted:
    """The entries of a replies file, in a cycle for each case."""

    script: Script

    def __call__(self, case: Case, number: int) -> RunArtifacts:
        """Return what entry `(number - 1) mod count` of the case says; number counts from 1."""
        entries = self.script[case.id]
        return entries[(number - 1) % len(entries)]
