"""What left its process group: on Linux orphans come to us, known by the folder that they were given."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable
from contextlib import suppress

_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of prctl(2): orphaned descendants become our children."""

_MOST_SECONDS = 2.0


def adopt() -> bool:
    """Become the parent of all descendants that lose theirs; say whether the system can do that."""
    if not os.path.isdir("/proc/self/task"):
        return False
    import ctypes  # 2 ms that only runs which start processes pay

    try:
        return bool(ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def children() -> set[int]:
    """Return the process IDs of our children; none where the system does not tell."""
    found: set[int] = set()
    with suppress(OSError):
        for thread in os.listdir("/proc/self/task"):
            with suppress(OSError), open(f"/proc/self/task/{thread}/children", "rb", buffering=0) as file:
                found.update(map(int, file.read().split()))
    return found


def made_for(pid: int, folder: str) -> bool:
    """Say whether a process was given a folder in its environment, or works in it."""
    needle = os.fsencode(folder)
    with suppress(OSError), open(f"/proc/{pid}/environ", "rb") as file:
        if needle in file.read():
            return True
    with suppress(OSError):
        return os.fsencode(os.readlink(f"/proc/{pid}/cwd")).startswith(needle)
    return False


def group_members(group: int) -> int:
    """Return how many processes of a group live; 1 where the system does not tell."""
    if not os.path.isdir("/proc/self"):
        return 1
    return sum(
        1 for name in os.listdir("/proc") if name.isdigit() and _group_of(f"/proc/{name}/stat") == group
    )


def end(pids: Iterable[int]) -> int:
    """Kill children of ours and take them off the process table; return how many were alive."""
    alive = 0
    until = time.monotonic() + _MOST_SECONDS
    for pid in pids:
        alive += _state(pid) not in ("Z", "X", "")
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            while os.waitpid(pid, os.WNOHANG)[0] == 0 and time.monotonic() < until:
                time.sleep(0.001)
    return alive


def reap_group(group: int) -> None:
    """Take the dead of a group off the process table, as far as they are children of ours."""
    with suppress(ChildProcessError):
        while os.waitpid(-group, os.WNOHANG)[0]:
            pass


def _state(pid: int) -> str:
    return (_stat(f"/proc/{pid}/stat") or [""])[0]


def _group_of(path: str) -> int:
    """Return the group of a process that lives, 0 of one that does not."""
    fields = _stat(path)
    return int(fields[2]) if len(fields) > 2 and fields[0] not in ("Z", "X") else 0


def _stat(path: str) -> list[str]:
    """Return the fields of proc(5)'s `stat` from the third on: state, parent, group, .."""
    with suppress(OSError), open(path, "rb") as file:
        return file.read().rpartition(b")")[2].decode("ascii", "replace").split()
    return []
