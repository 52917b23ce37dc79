"""Hashes as they are written: `sha256:` and 64 hex digits, of bytes or of a JSON value."""

from __future__ import annotations

import hashlib

from evalpin.jsonvalue import Value
from evalpin.scoring import canonical


def of_bytes(data: bytes) -> str:
    """Return the hash of bytes."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def of_json(value: Value) -> str:
    """Return the hash of a value's canonical JSON."""
    return of_bytes(canonical(value).encode("utf-8", "surrogatepass"))
