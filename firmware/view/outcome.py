"""What became of one scan, for everything that shows or tells it."""

from __future__ import annotations

from typing import NamedTuple

from engine.events import Accepted
from engine.position import LaneName, Table
from engine.refusals import Refused
from engine.standings import Change


class TeachStep(NamedTuple):
    """A step of teaching, or what else is told in passing and no part of the game: up to four
    lines for a display, under a title, and a summary for a list of the last scans.
    """

    lines: tuple[str, ...]
    summary: str
    title: str = "Teach"


class Outcome(NamedTuple):
    """A scan that has been worked out; a refused one changes nothing.

    `typed` says that it came from the desk, which waits for its answer.
    """

    text: str
    lane: LaneName
    result: Accepted | Refused | TeachStep
    change: Change
    typed: bool = False

    @property
    def before(self) -> Table:
        """The table that the scan met."""
        return self.change.before.table

    @property
    def after(self) -> Table:
        """The table since then."""
        return self.change.after.table
