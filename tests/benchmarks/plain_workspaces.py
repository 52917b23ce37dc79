"""The yardstick for workspaces: copy each case's fixture and run the runner in it, and nothing more."""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

root = Path(sys.argv[1])
runner = json.loads((root / "suite.json").read_text())["runner"]["argv"]
with tempfile.TemporaryDirectory() as folder:
    for line in (root / "cases.jsonl").read_text().splitlines():
        case = json.loads(line)
        place = Path(folder, case["id"])
        shutil.copytree(root / case["workspace"], place)
        subprocess.run(runner, cwd=place, capture_output=True, check=False)
