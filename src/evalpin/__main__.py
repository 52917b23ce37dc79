"""The program: `evalpin`, `python -m evalpin` and the zip file begin here."""

from __future__ import annotations

import gc
import os
import sys

from evalpin import __version__

GRACE = 3.0
"""Seconds that the threads of an agent have to end after the report."""


def main() -> int:
    """Run the command line of this process and return its exit code."""
    if sys.argv[1:] == ["--version"]:  # needs none of the imports below
        try:
            os.write(1, f"evalpin {__version__}\n".encode())
        except OSError:
            pass  # the front end tries again and says why
        else:
            return 0
    try:
        from evalpin import console
        from evalpin.cli import main as run
    except KeyboardInterrupt:  # a start takes long enough to be interrupted
        sys.stderr.write("evalpin: interrupted\n")
        return 130
    gc.set_threshold(100_000, 20, 20)  # a run makes many records and no cycles: looking for them cost 30 %
    status = run(sys.argv[1:])
    agents = sys.modules.get("evalpin.subjects.agent")
    if agents is not None:
        agents.leave_within(GRACE, status, console.complain)
    return status


if __name__ == "__main__":
    sys.exit(main())
