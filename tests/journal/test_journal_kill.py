"""SIGKILL at random moments: no acknowledged scan is lost, and nothing has to be repaired."""

import os
import random
import subprocess
import sys
from pathlib import Path

from support.soak import share

KILLER = str(Path(__file__).parents[1] / "support/journal_killer.py")
KILLS = share(1000)


def test_no_acknowledged_scan_is_lost_by_kills_at_random_moments(tmp_path: Path) -> None:
    seed = os.environ.get("OKANJO_SEED") or str(random.randrange(1 << 32))
    done = subprocess.run(
        [sys.executable, KILLER, str(tmp_path), str(KILLS), seed],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, f"OKANJO_SEED={seed}\n{done.stderr}"
    assert done.stdout.startswith(f"{KILLS} kills")
