"""The yardstick for `evalpin diff`: both results files read into dicts with a loop."""

import sys

tables = []
for path in sys.argv[1:]:
    rows = {}
    with open(path, encoding="utf-8") as file:
        next(file)
        for line in file:
            case_id, passed, total = line.split(" ")
            rows[case_id] = (int(passed), int(total))
    tables.append(rows)
print(len(tables[0]), len(tables[1]))
