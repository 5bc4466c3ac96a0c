"""`python -m fuzz TARGET [COUNT] [FIRST]`: run cases by hand, PYTHONPATH=.:tests. All targets, one
after the other: `python -m fuzz all 100000 7000000`. Without a COUNT as many as a test run tries.
"""

import signal
import sys

from fuzz.fuzzing import fuzz, warm_up
from fuzz.targets import TARGETS
from support.soak import SOAK

name, count, first = (*sys.argv[1:], *("", "0")[len(sys.argv) - 2 :])
signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # tidies up
if name == "all":
    warm_up()
wrong = False
for target in TARGETS if name == "all" else [name]:
    cases = int(count or TARGETS[target].cases * (100 if SOAK else 1))
    why = fuzz(target, int(first), cases)
    wrong = wrong or why != ""
    print(target, why or "ok", flush=True)
sys.exit(wrong)
