"""`python -m fuzz TARGET [COUNT] [FIRST]`: run cases by hand, PYTHONPATH=.:tests. All targets, one
after the other: `python -m fuzz all 100000 7000000`.
"""

import sys

from fuzz.cases import run
from fuzz.fuzzing import fuzz
from fuzz.targets import TARGETS

name, count, first = (*sys.argv[1:], *("1000", "0")[len(sys.argv) - 2 :])
if name.startswith("in-here:"):
    run(name.removeprefix("in-here:"), int(first), int(count))
else:
    for target in TARGETS if name == "all" else [name]:
        print(target, fuzz(target, int(first), int(count)) or "ok", flush=True)
