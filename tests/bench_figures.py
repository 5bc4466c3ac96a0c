"""Many laps in, one figure out: median, 99th percentile, and whether its goal is reached."""

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple


class Figure(NamedTuple):
    """`goal` is the most it may be; `note` says what else was seen."""

    unit: str
    median: float
    p99: float | None
    goal: float
    note: str = ""

    @property
    def reached(self) -> bool:
        return self.median <= self.goal

    def record(self) -> dict[str, object]:
        """As the last line of `make bench` has it."""
        return {
            "unit": self.unit,
            "median": round(self.median, 3),
            "p99": None if self.p99 is None else round(self.p99, 3),
            "goal": self.goal,
            "reached": self.reached,
        }


def p99(laps: Sequence[float]) -> float:
    return sorted(laps)[int(len(laps) * 0.99)]


def figure(unit: str, laps: Sequence[float], goal: float) -> Figure:
    return Figure(unit, median(laps), p99(laps), goal, f"{len(laps)} laps")
