"""Report when the board's supply is low, by the kernel's own alarm, read once a minute.

It needs no library, process or thread, and does not wake up a program that is woken anyway; a
board without the alarm is read once.
"""

import os
import time
from collections.abc import Callable

from drivers.events import SupplyChanged

SENSORS = "/sys/class/hwmon"
# get_throttled in /sys/devices says more, but its first use after a boot puts a trace of the
# kernel into the log
SENSOR, ALARM = "rpi_volt", "in0_lcrit_alarm"
EVERY_S = 60.0


def alarm(sensors: str = SENSORS) -> bool | None:
    """Return whether the supply is low at this moment; None where no sensor tells."""
    try:
        for sensor in os.listdir(sensors):
            if _text(f"{sensors}/{sensor}/name") == SENSOR:
                return {"0": False, "1": True}.get(_text(f"{sensors}/{sensor}/{ALARM}"))
    except OSError:
        pass
    return None


def _text(path: str) -> str:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read(100).strip()
    except OSError:  # a sensor of another kind
        return ""


class Supply:
    """Reads the alarm about once a minute, when `turn` is called; `beat` is called with it."""

    def __init__(
        self,
        sink: Callable[[SupplyChanged], None],
        beat: Callable[[], float | None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        sensors: str = SENSORS,
    ) -> None:
        self._sink, self._beat, self._clock, self._sensors = sink, beat, clock, sensors
        self._look_at: float | None = clock() + EVERY_S  # by then the kernel has all its modules
        self._low = False

    def turn(self) -> float | None:
        """Call `beat`, and read the alarm if it is time; return when to call again."""
        due, now = self._beat(), self._clock()
        if self._look_at is not None and now >= self._look_at:
            self._look_at = now + EVERY_S if self._look() else None
        return self._look_at if due is None else due

    def _look(self) -> bool:
        """Report a change; return whether there is an alarm to read."""
        low = alarm(self._sensors)
        if bool(low) != self._low:
            self._low = bool(low)
            self._sink(SupplyChanged(self._low))
        return low is not None
