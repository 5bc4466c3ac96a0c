"""Many laps in, one figure out: median, 99th percentile, and whether its goal is reached."""

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple


class Figure(NamedTuple):
    """`goal` is the most the median may be, `tail_within` whether the tail keeps to its own goal;
    `note` says what else was seen.
    """

    unit: str
    median: float
    p99: float | None
    goal: float
    note: str = ""
    p95: float | None = None
    tail_within: bool = True

    @property
    def reached(self) -> bool:
        return self.median <= self.goal and self.tail_within

    def record(self) -> dict[str, object]:
        """As the last line of `make bench` has it."""
        p95 = {} if self.p95 is None else {"p95": round(self.p95, 3)}
        return {
            "unit": self.unit,
            "median": round(self.median, 3),
            **p95,
            "p99": None if self.p99 is None else round(self.p99, 3),
            "goal": self.goal,
            "reached": self.reached,
        }


def p99(laps: Sequence[float]) -> float:
    return share(laps, 0.99)


def share(laps: Sequence[float], of: float) -> float:
    return sorted(laps)[int(len(laps) * of)]


def figure(unit: str, laps: Sequence[float], goal: float) -> Figure:
    return Figure(unit, median(laps), p99(laps), goal, f"{len(laps)} laps")
