"""The program: `evalpin`, `python -m evalpin` and the zip file begin here."""

from __future__ import annotations

import gc
import sys

from evalpin import __version__


def main() -> int:
    """Run the command line of this process and return its exit code."""
    if sys.argv[1:] == ["--version"] and sys.stdout is not None:  # needs none of the imports below
        try:
            sys.stdout.write(f"evalpin {__version__}\n")
            sys.stdout.flush()
        except OSError:
            pass  # the front end tries again and says why
        else:
            return 0
    try:
        from evalpin.cli import main as run
    except KeyboardInterrupt:  # a start takes long enough to be interrupted
        return 130
    gc.set_threshold(100_000, 20, 20)  # a run makes many records and no cycles: looking for them cost 30 %
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
