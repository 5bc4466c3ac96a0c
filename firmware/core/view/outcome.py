"""What became of one scan, for everything that shows or tells it."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from engine.catalogue import codebook_of
from engine.events import Accepted, Asked, FlipAsked, RemoveAsked
from engine.position import LaneName, Table, lane_of
from engine.standings import Change, Standings, standings
from engine.table import scan_text
from firmware.common.facts.refusals import Refusal


class TeachStep(NamedTuple):
    """A step of teaching, or what else is told in passing and no part of the game: up to four
    lines for a display, under a title, and a summary for a list of the last scans.
    """

    lines: tuple[str, ...]
    summary: str
    title: str = "Teach"


class Outcome(NamedTuple):
    """A scan that has been worked out; a refused one changes nothing."""

    text: str
    lane: LaneName
    result: Accepted | Refusal | TeachStep
    change: Change

    @property
    def before(self) -> Table:
        """The table that the scan met."""
        return self.change.before.table

    @property
    def after(self) -> Table:
        """The table since then."""
        return self.change.after.table


def gives_way(line: Outcome, newest: Outcome) -> bool:
    """Whether a list of what happened drops a line for the newest one: a question once it is over,
    a card that asked for another once that came.
    """
    asked, answer = line.result, newest.result
    if not isinstance(asked, Accepted) or not isinstance(answer, Accepted):
        return False
    if isinstance(asked.event, Asked):
        return True
    tables = line.before, line.after, newest.before, newest.after
    first, then, met, now = (lane_of(table, line.lane).awaits for table in tables)
    if first is not None or then is None or then != met or then == now:
        return False
    return answer.scan.label.type != "command" or isinstance(asked.event, RemoveAsked | FlipAsked)


def recalled(now: Standings, most: int) -> Iterator[Outcome]:
    """The last scans that led to a table, the oldest first, as they were when they were made."""
    steps = (*now.table.past, now.table)[-most - 1 :]
    before = standings(steps[0]._replace(last=None))
    for table, after in pairwise(steps):
        now = standings(after, before)
        if after.last is not None:
            code, lane = after.last.scan.label.code, after.last.scan.lane
            result = scan_text(table, codebook_of(table.games), code, lane)[1]
            if isinstance(result, Accepted):
                yield Outcome(code, lane, result, Change(before, now, now.brought))
        before = now
