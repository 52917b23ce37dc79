"""Look at a workspace as a run does when the runner is gone: snapshot, and what changed."""

import sys

from evalpin.subjects import _trees
from evalpin.trees import changes

after, _ = _trees.snapshot(sys.argv[1])
print(len(changes(after[1:], after)))
