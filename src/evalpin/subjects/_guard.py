"""A watcher that ends what we started if we are killed and can end nothing any more."""

from __future__ import annotations

import subprocess
from contextlib import suppress

_SCRIPT = """
live=' '
while read -r what group; do
    case $what in
        +) live="$live$group " ;;
        -) live="${live%%" $group "*} ${live#*" $group "}" ;;
    esac
done
for group in $live; do kill -s KILL -- "-$group"; done
"""
"""Reads `+ GROUP` and `- GROUP`; at the end of its input, which is ours, it ends the groups that are left."""


class Guard:
    """Knows the process groups that are to end with us. POSIX only."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", _SCRIPT],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd="/",
            env={},
            start_new_session=True,  # Ctrl-C in our terminal is not for it
        )
        self.pid = self._process.pid

    def watch(self, group: int) -> None:
        """End a group with us."""
        self._tell(f"+ {group}\n")

    def release(self, group: int) -> None:
        """Let go of a group: nobody of it is left, and its number may be another's soon."""
        self._tell(f"- {group}\n")

    def close(self) -> None:
        """End the watcher, and with it what is still watched."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()

    def _tell(self, line: str) -> None:
        if self._process.stdin is not None and not self._process.stdin.closed:
            with suppress(OSError):  # somebody ended it: we go on without
                self._process.stdin.write(line.encode("ascii"))
