"""Patterns of two dialects, searched for in a time that no pattern can explode.

`compile_python` takes what Python's `re` takes, `compile_rust` what the `regex` crate takes, each
with that dialect's meaning or a `BadValue` that names the place.
"""

from __future__ import annotations

from evalpin.regex._engine import Pattern, TooHard
from evalpin.regex._python import compile_python
from evalpin.regex._rust import compile_rust

__all__ = ["Pattern", "TooHard", "compile_python", "compile_rust"]
