"""A script of faults: after so many scans, what goes wrong or is right again, and its words.

It goes round for ever, so that however long the evening is, every part has its turn.
"""

from __future__ import annotations

import errno
import sqlite3
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from drivers.simulated.parts import SimulatedDisplay, SimulatedStrip
from drivers.simulated.scanner import SimulatedScanner
from firmware.journal.disk import Disk
from firmware.journal.rows import Found, GameRow, ScanRow

SLOW_S = 0.25  # a card that is busy with itself
HALF_A_CODE = "062"


class FailingDisk(Disk):
    """The journal's disk: `full` refuses every row, `slow_s` is how long each commit takes."""

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


class Hardware:
    """All that can fail; faults and their ends by name, none of which ever raises."""

    def __init__(self, folder: str) -> None:
        self.display, self.strip = SimulatedDisplay(), SimulatedStrip()
        self.scanner = SimulatedScanner(folder)
        self.scanner.plug()
        self.disks: list[FailingDisk] = []

    def disk(self, folder: str, synchronous: str) -> FailingDisk:
        """For a journal, which asks for its disk."""
        self.disks.append(FailingDisk(folder, synchronous))
        return self.disks[-1]

    def display_out(self) -> None:
        self.display.unplug(errno.EREMOTEIO)

    def display_back(self) -> None:
        self.display.plug()

    def scanner_out(self) -> None:
        self.scanner.read(HALF_A_CODE, ending="")
        self.scanner.unplug()

    def scanner_back(self) -> None:
        self.scanner.plug()

    def disk_full(self) -> None:
        for disk in self.disks:
            disk.full = True

    def disk_has_room(self) -> None:
        for disk in self.disks:
            disk.full = False

    def card_slow(self) -> None:
        for disk in self.disks:
            disk.slow_s = SLOW_S

    def card_fast(self) -> None:
        for disk in self.disks:
            disk.slow_s = 0.0

    def strip_out(self) -> None:
        self.strip.unplug(errno.EIO)

    def strip_back(self) -> None:
        self.strip.plug()

    def all_back(self) -> None:
        """The evening's faults are over."""
        for back in (
            self.display_back,
            self.scanner_back,
            self.disk_has_room,
            self.card_fast,
            self.strip_back,
        ):
            back()


class Step(NamedTuple):
    """What happens after so many scans of a turn of the script."""

    after: int
    words: str
    act: Callable[[Hardware], None]


SCRIPT = (
    Step(3, "The display's plug comes off", Hardware.display_out),
    Step(6, "The display is plugged in again", Hardware.display_back),
    Step(8, "The scanner is pulled out in the middle of a code", Hardware.scanner_out),
    Step(9, "The scanner is plugged in again", Hardware.scanner_back),
    Step(11, "The disk is full", Hardware.disk_full),
    Step(15, "The disk has room again", Hardware.disk_has_room),
    Step(17, "The card is slow: 250 ms a commit", Hardware.card_slow),
    Step(20, "The card is as fast as before", Hardware.card_fast),
    Step(22, "The LED strip loses its supply", Hardware.strip_out),
    Step(26, "The LED strip has its supply again", Hardware.strip_back),
)
TURN = 28  # scans until it all begins again


class Script:
    """Where the evening is in the script."""

    def __init__(self, steps: Sequence[Step] = SCRIPT, turn: int = TURN) -> None:
        self.steps, self._turn = steps, turn
        self._scans = 0

    def reach(self, scans: int) -> list[Step]:
        """The steps that are due now that there have been so many scans."""
        due = [
            step
            for number in range(self._scans + 1, scans + 1)
            for step in self.steps
            if number % self._turn == step.after
        ]
        self._scans = max(self._scans, scans)
        return due
