"""Replies that were written down before."""

from __future__ import annotations

from evalpin.model import Case, RunArtifacts
from evalpin.replies import Script
from evalpin.runner import Subject


def scripted(script: Script) -> Subject:
    """Return the subject that says, at attempt n, entry `(n - 1) mod count` of the case; n counts from 1."""

    def ask(case: Case, number: int) -> RunArtifacts:
        entries = script[case.id]
        return entries[(number - 1) % len(entries)]

    return ask
