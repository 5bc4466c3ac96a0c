"""Labels for the largest deck, from outside: the whole command, its start included."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from bench.bench_figures import Figure, p99
from support.table_program import environ, settings

LAPS = 9


def party() -> Figure:
    """`okanjo labels sushi-go-party` until its PDF is on the disk."""
    laps = []
    with tempfile.TemporaryDirectory(prefix="okanjo-bench-") as folder:
        words = (*settings(Path(folder)), "labels", "sushi-go-party")
        for lap in range(LAPS + 1):
            begun = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "firmware", *words],
                env=environ(Path(folder)),
                cwd=folder,
                stdout=subprocess.DEVNULL,
                check=True,
            )
            if lap:  # the first one only warms the caches of the disk
                laps.append(time.perf_counter() - begun)
    return Figure("s", median(laps), p99(laps), 2.0, f"181 labels, {LAPS} laps")
