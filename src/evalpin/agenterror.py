"""The error by which an agent says that it failed, and what it had done by then."""

from __future__ import annotations

from evalpin.errors import EvalpinError
from evalpin.model import RunArtifacts


class AgentError(EvalpinError):
    """An agent's own failure: the attempt fails with this message.

    `artifacts` keeps what the agent had done by then; its own `error`, if any, is replaced.
    """

    def __init__(self, message: object = "", artifacts: RunArtifacts | None = None) -> None:
        super().__init__(str(message))
        self.message = str(message)
        self.artifacts = artifacts
