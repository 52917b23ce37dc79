"""Run records into a folder: a file a run, none ever overwritten."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime

from evalpin import files, records
from evalpin.errors import EvalpinError
from evalpin.model import Run
from evalpin.records import RunMeta

_KEPT = re.compile("[^A-Za-z0-9._-]+")
_MOST = 80


def slug(model: str) -> str:
    """Return a model's name as a part of a file name: runs of other characters as `-`, at most 80."""
    return _KEPT.sub("-", model).strip("-")[:_MOST].strip("-") or "model"


def save(
    run: Run, folder: str, model: str, kind: str, span: tuple[float, float], meta: RunMeta | None = None
) -> str:
    """Write the record of a run into a folder, made if it is not there; return the file's path.

    `kind` is what was asked, `span` when the run began and ended, in seconds of the epoch. Times are
    written as UTC. Raise `EvalpinError` if it cannot be written.
    """
    began, ended = [datetime.fromtimestamp(seconds, UTC) for seconds in span]
    about = {
        "model": model,
        "timestamp_display": f"{ended:%Y-%m-%d %H:%M:%S}",
        "timestamp_file": f"{ended:%Y%m%d-%H%M%S}",
        "backend": kind,
        "system_prompt": meta.system_prompt if meta else "",
        "started": began.isoformat(),
        "finished": ended.isoformat(),
    }
    inner = {
        "temperature": meta.temperature if meta else 0.0,
        "backend": meta.backend if meta else kind,
        "system_prompt": meta.system_prompt if meta else "",
    }
    try:
        os.makedirs(folder, exist_ok=True)
    except (OSError, ValueError) as error:
        raise EvalpinError(f"{folder}: cannot make the folder: {files.reason(error)}") from None
    stem = f"{slug(model)}_{about['timestamp_file']}"
    return files.write_new(
        folder, stem, ".json", lambda name: records.render(run, {"run_id": name, **about}, inner)
    )
