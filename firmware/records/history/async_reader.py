"""Count and read a journal's games bit by bit, between other requests.

Law: it hardly delays a scan: a millisecond of work, then a rest in which the table's thread has
the interpreter to itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from time import monotonic
from typing import TypeVar

from engine.catalogue import Games
from engine.position import Table
from firmware.records.history.games import Played
from firmware.records.history.oddities import Lookback, Told
from firmware.records.history.reader import Deleted, Mark, Past, Unread, Unreadable
from firmware.records.history.statistics import Chosen, Counted

Entry = Played | Unread | Deleted
Given = TypeVar("Given")
MOST_COUNTS = 8
WORK_S = 0.001
REST_S = 0.001
ODDITIES_WITHIN_S = 0.8  # what is not known by then is left out


class History:
    """The games of a journal, counted once for each time one of them changes."""

    def __init__(self, folder: str) -> None:
        self._past = Past(folder)
        self._counted = dict[tuple[str, str], Counted]()  # by first and last day
        self._of: Mark | None = None
        self._games: Games | None = None
        self._counting: asyncio.Task[None] | None = None
        self._lookback = Lookback(self._past)

    def forget(self) -> None:
        """Count anew: the owner has changed a game."""
        self._of = None

    async def counted(self, games: Games, since: str = "", until: str = "") -> Counted:
        """Count all games of these days but the one on the table; requests meanwhile wait for the
        same count.
        """
        days = since, until
        while (
            (mark := self._past.mark()) != self._of
            or self._games is not games
            or days not in self._counted
        ):
            if self._counting is None or self._counting.done():
                self._counting = asyncio.create_task(self._count(mark, games, days))
            await asyncio.shield(self._counting)
        return self._counted[days]

    async def _count(self, mark: Mark, games: Games, days: tuple[str, str]) -> None:
        if self._of != mark or self._games is not games:
            self._counted.clear()
        self._of, self._games = mark, games
        counted, chosen = Counted(), Chosen(since=days[0], until=days[1])
        entries: AsyncIterator[Entry] = unhurried(self._past.steps(games))
        async for step in entries:
            match step:
                case Unread():
                    counted.unread += 1
                case Deleted(game):
                    counted.deleted.append(game)
                case _ if chosen.takes(step):
                    counted.add(step)
        if self._of != mark:  # an owner has changed something meanwhile
            return
        if len(self._counted) >= MOST_COUNTS:
            self._counted.clear()
        self._counted[days] = counted

    def all(self, games: Games) -> AsyncIterator[Entry]:
        """Read every game with its rounds, except the one on the table."""
        return unhurried(self._past.steps(games))

    def players(self) -> dict[str, str]:
        """Each name that the owner has merged, and the player whose it is."""
        return self._past.players()

    async def find(self, which: str, games: Games) -> Played | None:
        """Read one game: NOW, LAST_FINISHED or `numbered`."""
        async for step in unhurried(self._past.find(which, games)):
            return step if isinstance(step, Played) else None
        return None

    async def table(self, which: str, games: Games) -> Table | None:
        """Play one game again, to its last position."""
        async for table in unhurried(self._past.table(which, games)):
            return table
        return None

    async def oddities(self, table: Table) -> Told:
        """What was odd in a game that is over, as far as that is known soon."""
        told: Told = ()
        with suppress(TimeoutError, Unreadable):
            async with asyncio.timeout(ODDITIES_WITHIN_S):
                async for newest in unhurried(self._lookback.told(table)):
                    told = newest
        return told

    async def get_ready(self, table: Table) -> None:
        """Look at the games before that of the table, so that its oddities come at once."""
        with suppress(Unreadable):
            async for _ in unhurried(self._lookback.get_ready(table)):
                pass


async def unhurried(steps: Iterator[Given | None]) -> AsyncIterator[Given]:
    """Yield what the steps give, with a short rest after every millisecond of work. None is a step
    that gives nothing.
    """
    until = monotonic() + WORK_S
    for step in steps:
        if step is not None:
            yield step
        if monotonic() > until:
            await asyncio.sleep(REST_S)
            until = monotonic() + WORK_S
