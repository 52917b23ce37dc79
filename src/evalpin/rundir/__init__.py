"""Runs of workspaces on disk: a folder each, complete once it has a manifest, readable anywhere."""

from evalpin.rundir._place import check_id, find, folder_of, names, new_id, now

__all__ = ["check_id", "find", "folder_of", "names", "new_id", "now"]
