"""When the names of people go by themselves: announced first, then gone. Pure.

Law: no jump of the clock erases a name. The clock alone says when names are announced; from then on
it takes seven of its days on which the board ran, and 24 hours of running by no clock.
"""

from __future__ import annotations

from typing import NamedTuple

DAY_S = 24 * 3600.0
AFTER_S = 30 * DAY_S  # without an act, or since a result was heard
DAYS, RUNS_S = 7, DAY_S
NO_TOURNAMENT = 0  # in place of one's number: results of games that belong to none


class Expiry(NamedTuple):
    """`announced` is when the names were announced, `days` are those after that, counted from 1970,
    on which the board ran: both by its clock. `ran_s` is for how long it ran, whatever that says.
    """

    announced: float
    days: tuple[int, ...] = ()
    ran_s: float = 0.0

    def after(self, now: float, ran_s: float) -> Expiry:
        """The same, after the board ran for so long until now."""
        today = _day(now)
        is_new = today > _day(self.announced) and today not in self.days
        days = (*self.days, today) if is_new else self.days
        return self._replace(days=days[:DAYS], ran_s=self.ran_s + ran_s)

    @property
    def is_over(self) -> bool:
        """Whether the names go now."""
        return len(self.days) >= DAYS and self.ran_s >= RUNS_S

    @property
    def days_left(self) -> int:
        """On so many more days at least the board has to run."""
        return max(1, DAYS - len(self.days))


def _day(now: float) -> int:
    return int(now // DAY_S)
