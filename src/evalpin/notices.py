"""Warnings: what is odd, and no reason to stop."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Notice:
    """A warning: its code (`W_..`) for machines, and one line that says the place and what is odd."""

    code: str
    message: str
