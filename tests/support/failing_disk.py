"""A journal's disk that is full, or slow."""

import sqlite3
import time
from collections.abc import Callable, Sequence

from firmware.journal.disk import Disk
from firmware.journal.rows import Found, GameRow, ScanRow


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
