"""The yardstick for workspaces: copy each case's fixture and run the runner in it, and nothing more.

The copies stay: on ext4 what was removed a minute ago makes each new file dearer, whoever makes it.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

root = Path(sys.argv[1])
runner = json.loads((root / "suite.json").read_text())["runner"]["argv"]
folder = Path(sys.argv[2])
folder.mkdir()
for line in (root / "cases.jsonl").read_text().splitlines():
    case = json.loads(line)
    place = folder / case["id"]
    shutil.copytree(root / case["workspace"], place)
    subprocess.run(runner, cwd=place, capture_output=True, check=False)
