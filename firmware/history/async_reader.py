"""Count and read a journal's games bit by bit, between other requests.

Law: it hardly delays a scan: a millisecond of work, then a rest in which the table's thread has
the interpreter to itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from time import monotonic

from engine.catalogue import Games
from firmware.history.games import Played, Titles
from firmware.history.reader import Mark, Past, Step, Unread
from firmware.history.statistics import Counted

WORK_S = 0.001
REST_S = 0.001


class History:
    """The games of a journal, counted once for each time one of them changes."""

    def __init__(self, folder: str) -> None:
        self._past = Past(folder)
        self._counted = Counted()
        self._of: Mark | None = None
        self._games: Games | None = None
        self._counting: asyncio.Task[None] | None = None

    def titles(self, games: Games) -> Titles:
        return self._past.titles(games)

    async def counted(self, games: Games) -> Counted:
        """Count all games but the one on the table; requests meanwhile wait for the same count."""
        while (mark := self._past.mark()) != self._of or self._games is not games:
            if self._counting is None or self._counting.done():
                self._counting = asyncio.create_task(self._count(mark, games))
            await asyncio.shield(self._counting)
        return self._counted

    async def _count(self, mark: Mark, games: Games) -> None:
        counted = Counted()
        async for played in unhurried(self._past.steps(games)):
            if isinstance(played, Unread):
                counted.unread += 1
            else:
                counted.add(played)
        self._counted, self._of, self._games = counted, mark, games

    def all(self, games: Games) -> AsyncIterator[Played | Unread]:
        """Read every game with its rounds, but the one on the table."""
        return unhurried(self._past.steps(games))

    async def find(self, which: str, games: Games) -> Played | None:
        """Read one game: NOW, LAST_FINISHED or `numbered`."""
        async for found in unhurried(self._past.find(which, games)):
            return found if isinstance(found, Played) else None
        return None


async def unhurried(steps: Iterator[Step]) -> AsyncIterator[Played | Unread]:
    """Take the steps, with a rest after each few."""
    until = monotonic() + WORK_S
    for step in steps:
        if step is not None:
            yield step
        if monotonic() > until:
            await asyncio.sleep(REST_S)
            until = monotonic() + WORK_S
