"""A journal's disk that is full, or slow; a small disk of a command's own."""

import sqlite3
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from firmware.core.journal.disk import Disk
from firmware.core.journal.rows import Found, GameRow, ScanRow


class FailingDisk(Disk):
    """`full` refuses every row, `slow_s` is how long each commit takes."""

    full = False
    slow_s = 0.0
    sleep: Callable[[float], None] = staticmethod(time.sleep)

    def look(self) -> Found:
        self._check()
        return super().look()

    def write(self, scans: Sequence[ScanRow], games: Sequence[GameRow]) -> None:
        self._check()
        if self.slow_s:
            self.sleep(self.slow_s)
        super().write(scans, games)

    def _check(self) -> None:
        if self.full:
            why = sqlite3.OperationalError("database or disk is full")
            why.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise why


def in_own_mounts(folder: Path, size: str, *steps: str) -> list[str]:
    """The words before a command that give it a small disk of its own at `folder`."""
    folder.mkdir(exist_ok=True)
    mount = f'mount -t tmpfs -o size={size} okanjo "{folder}"'
    under = ["unshare", "--mount", "sh", "-c", " && ".join([mount, *steps, 'exec "$@"']), "sh"]
    tried = subprocess.run([*under, "true"], capture_output=True, text=True, check=False)
    if tried.returncode:
        pytest.skip(f"no disk of its own can be mounted here: {tried.stderr.strip()}")
    return under
