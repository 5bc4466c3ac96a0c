"""Tell whether the wall clock is known to be right, and whether it is time to be quiet.

The kernel knows (adjtimex(2)), but a service with ProtectClock= may not ask it. So files are read:
systemd-timesyncd leaves a mark; and a clock chip, which goes on while the power is off, tells the
time in one. That chip is set from a clock that is right, by the kernel or by a person; a clock that
was guessed at the start does not agree with it.
"""

import os
import time
from collections.abc import Callable
from typing import NamedTuple

SYNCHRONIZED = "/run/systemd/timesync/synchronized"
CHIPS = "/sys/class/rtc"
AGREES_S = 60
# A chip without a battery begins at 1970 or 2000, and so may a clock that is set by it.
NOT_BEFORE = 1_750_000_000


def is_right(root: str = "", now: Callable[[], float] = time.time) -> bool:
    """Return whether a network or a clock chip has set the clock; `root` precedes every path."""
    return os.path.exists(root + SYNCHRONIZED) or chip_agrees(root, now)


def chip_agrees(root: str = "", now: Callable[[], float] = time.time) -> bool:
    """Return whether a clock chip tells the same time."""
    try:
        chips = os.listdir(root + CHIPS)
    except OSError:
        return False
    return any(_agrees(f"{root}{CHIPS}/{chip}/since_epoch", now) for chip in chips)


def _agrees(path: str, now: Callable[[], float]) -> bool:
    try:
        with open(path, encoding="ascii") as file:
            chip_s = int(file.read(32))
    except (OSError, ValueError):  # it stopped once, as its battery is flat: a read fails
        return False
    return chip_s >= NOT_BEFORE and abs(chip_s - now()) <= AGREES_S


class QuietHours(NamedTuple):
    """From one minute of the day to another; 22:00 to 7:00 is (1320, 420). The same: never."""

    start: int
    end: int

    def holds(self, minute: int) -> bool:
        if self.start <= self.end:
            return self.start <= minute < self.end
        return not self.end <= minute < self.start


def minute_of_day() -> int:
    """Read the wall clock, right or wrong."""
    now = time.localtime()
    return now.tm_hour * 60 + now.tm_min


def is_quiet(
    hours: QuietHours | None,
    clock_right: Callable[[], bool] = is_right,
    minute: Callable[[], int] = minute_of_day,
) -> bool:
    """Return whether quiet hours hold: only while the wall clock is known to be right. A Pi without
    a network may boot with the wrong time, and would stay silent all evening.
    """
    return hours is not None and clock_right() and hours.holds(minute())
