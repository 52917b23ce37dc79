"""A command scorer: the tests as the suite has them, on what the agent made of the program."""

import io
import json
import os
import sys
import unittest
from pathlib import Path

tests = Path(os.environ["EVALPIN_SUITE"], "fixtures", "slugs", "test_slugs.py")
workspace = Path(os.environ["EVALPIN_WORKSPACE"])
(workspace / "test_slugs.py").write_text(tests.read_text())  # a copy of the workspace, made for us
sys.path.insert(0, str(workspace))

found = unittest.defaultTestLoader.loadTestsFromName("test_slugs")
result = unittest.TextTestRunner(io.StringIO()).run(found)
broken = [test.id().rpartition(".")[2] for test, _ in [*result.failures, *result.errors]]
passed = result.testsRun - len(broken)
print(json.dumps({"ok": not broken, "score": passed / max(result.testsRun, 1), "findings": broken}))
