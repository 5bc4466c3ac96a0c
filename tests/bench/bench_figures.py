"""One figure of the bench: its median and tail, the baseline beside it, and its goal."""

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple


class Skipped(Exception):
    """A figure that cannot be measured on this machine; the text is the reason."""


class WentWrong(Exception):
    """The bench's own evening did not go as planned, so that its times mean nothing."""


class Figure(NamedTuple):
    """`goal` is the largest median that is good enough, `tail_within` whether the tail keeps to
    its own goal. `baseline` is the median that was measured beside it in the same minute, where
    the figure is a ratio or a difference; `note` says what else was seen.
    """

    unit: str
    median: float
    p99: float | None
    goal: float
    note: str = ""
    p95: float | None = None
    tail_within: bool = True
    baseline: float | None = None

    @property
    def reached(self) -> bool:
        return self.median <= self.goal and self.tail_within

    def record(self) -> dict[str, object]:
        """As the last line of `make bench` has it."""
        figures = {
            "median": self.median,
            "p95": self.p95,
            "p99": self.p99,
            "baseline": self.baseline,
        }
        rounded = {name: round(value, 3) for name, value in figures.items() if value is not None}
        return {"unit": self.unit, **rounded, "goal": self.goal, "reached": self.reached}


def p99(laps: Sequence[float]) -> float:
    return share(laps, 0.99)


def share(laps: Sequence[float], of: float) -> float:
    return sorted(laps)[int(len(laps) * of)]


def figure(unit: str, laps: Sequence[float], goal: float) -> Figure:
    return Figure(unit, median(laps), p99(laps), goal, f"{len(laps)} laps")


def ratio(ours: Sequence[float], baseline: Sequence[float], goal: float, unit: str) -> Figure:
    """Our laps beside those of a baseline, taken in turns: machines of today and tomorrow differ
    twofold in microseconds, and far less in this.
    """
    pairs = [own / other for own, other in zip(ours, baseline, strict=True)]
    middle, beside = median(ours), median(baseline)
    note = f"{middle:.4g} {unit} beside {beside:.4g}, {len(pairs)} laps"
    return Figure("ratio", middle / beside, p99(pairs), goal, note, baseline=beside)
