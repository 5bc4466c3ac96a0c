"""An I2C bus with a display in, how fast it really is out: for the doctor.

The clock asked for is not always the clock there is: it follows the core's on older Pis.
"""

import time
from collections.abc import Callable

from drivers.display.bus import I2c, Line

_NOTHING = 0xE3  # every display of this family does nothing at it
_SHORT, _LONG = 1, 31
_TIMES = 5


def bus_hz(wire: I2c, clock: Callable[[], float] = time.perf_counter) -> float:
    """Bits a second on the wire. An error of the line means that no display answers."""
    line = wire.open()
    try:
        # What the kernel and Python take is in both; the quickest was disturbed the least.
        short, long = (
            min(_seconds(line, count, clock) for _ in range(_TIMES)) for count in (_SHORT, _LONG)
        )
    finally:
        line.cleanup()
    return (_LONG - _SHORT) * 9 / max(long - short, 1e-9)


def _seconds(line: Line, count: int, clock: Callable[[], float]) -> float:
    began = clock()
    line.command(*[_NOTHING] * count)
    return clock() - began
