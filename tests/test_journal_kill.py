"""SIGKILL at random moments: no acknowledged scan is lost, and nothing has to be repaired."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

KILLER = str(Path(__file__).with_name("journal_killer.py"))


def killed(folder: Path, rounds: int) -> str:
    seed = int(os.environ.get("OKANJO_SEED", random.randrange(1 << 32)))
    done = subprocess.run(
        [sys.executable, KILLER, str(folder), str(rounds), str(seed)],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, f"OKANJO_SEED={seed}\n{done.stderr}"
    return done.stdout


def test_no_acknowledged_scan_is_lost_in_300_kills(tmp_path: Path) -> None:
    assert killed(tmp_path, 300).startswith("300 kills")


@pytest.mark.soak
def test_no_acknowledged_scan_is_lost_in_1000_kills(tmp_path: Path) -> None:
    assert killed(tmp_path, 1000).startswith("1000 kills")
