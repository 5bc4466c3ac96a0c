"""The clock of a tournament's round: as a table counts it, and as it is shown."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

MINUTE_S = 60


class ClockFace(NamedTuple):
    """What is shown of it: minutes, or in the last one seconds. With neither, time is over."""

    minutes: int
    seconds: int
    runs: bool

    @property
    def is_over(self) -> bool:
        return not (self.minutes or self.seconds)


class RoundClock(NamedTuple):
    """So many seconds were `left` at the moment `since` of the machine's monotonic clock; `seating`
    is the id of the seats that it was sent with.
    """

    seating: str
    left: float
    since: float
    runs: bool

    def left_at(self, now: float) -> float:
        """Seconds left then; below 0 once time is over."""
        return self.left - (now - self.since if self.runs else 0)

    def face_at(self, now: float) -> ClockFace:
        left = max(0, ceil(self.left_at(now)))
        if left > MINUTE_S:
            return ClockFace(ceil(left / MINUTE_S), 0, self.runs)
        return ClockFace(0, left, self.runs)

    def changes_at(self, now: float) -> float | None:
        """When it looks different; None where it never does by itself."""
        left = self.left_at(now)
        if not self.runs or left <= 0:
            return None
        step = MINUTE_S if left > MINUTE_S else 1
        return now + left - step * (ceil(left / step) - 1)
