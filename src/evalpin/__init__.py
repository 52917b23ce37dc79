"""Pins what a prompt or an agent does, and fails a build when that gets worse."""

__version__ = "0.1.0"
