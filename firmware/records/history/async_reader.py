"""Answer what is asked of a journal's games from what is kept of them, brought up to the journal
before each answer: a few games bit by bit between other requests, many in a process that ends.

Law: it hardly delays a scan: a millisecond of work, then a rest in which the table's thread has
the interpreter to itself.
"""

from __future__ import annotations

import asyncio
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from time import monotonic
from typing import TypeVar

from engine.catalogue import Games
from engine.position import Table
from firmware.common.http.request_threads import RequestThreads
from firmware.records.history.games import Played
from firmware.records.history.kept import KeptChange, KeptGames
from firmware.records.history.kept_file import command, forget_file, load
from firmware.records.history.oddities import Lookback, Told
from firmware.records.history.reader import Deleted, Mark, Past, Unread, Unreadable
from firmware.records.history.statistics import Sums

Entry = Played | Unread | Deleted
Given = TypeVar("Given")
MOST_SUMS = 8
MOST_READ = 64  # games that are read here; more are read by a process of their own
LONGEST_S = 600.0  # whatever takes that long hangs
WORK_S = 0.001
REST_S = 0.001
ODDITIES_WITHIN_S = 0.8  # what is not known by then is left out


class History:
    """The games of a journal, each read once for each time it changes."""

    def __init__(self, folder: str, threads: RequestThreads | None = None) -> None:
        self._folder, self._past = folder, Past(folder)
        self._threads = threads or RequestThreads()
        self._kept: KeptGames | None = None
        self._of: Mark | None = None
        self._edits = 0
        self._games: Games | None = None
        self._lookback = Lookback(self._past)
        self._updating: asyncio.Task[None] | None = None
        self._rating: asyncio.Task[None] | None = None
        self._sums = dict[tuple[str, str], Sums]()  # by first and last day
        self._sums_of: tuple[KeptGames, int] | None = None  # and the version that they are of

    def forget(self) -> None:
        """Look at the journal again: the owner has changed a game, or merged players."""
        self._of = None
        self._edits += 1

    async def kept(self, games: Games) -> KeptGames:
        """All games but the one on the table; requests meanwhile wait for the same reading."""
        while self._kept is None or self._past.mark() != self._of or self._games is not games:
            if self._updating is None or self._updating.done():
                self._updating = asyncio.create_task(self._update(games))
            await asyncio.shield(self._updating)
        return self._kept

    async def rated(self, games: Games) -> KeptGames:
        """The same, once the ratings are those of all games."""
        while not (kept := await self.kept(games)).is_rated:
            if self._rating is None or self._rating.done():
                self._rating = asyncio.create_task(_done(kept.rate()))
            await asyncio.shield(self._rating)
        return kept

    async def sums(self, games: Games, since: str = "", until: str = "") -> Sums:
        """The figures of all finished games of these days."""
        days = since, until
        while True:
            kept = await self.kept(games)
            if not since and not until:
                return kept.sums
            counted = kept, kept.version
            if self._sums_of != counted:
                self._sums.clear()
                self._sums_of = counted
            if days in self._sums:
                self._sums[days].called = kept.players
                return self._sums[days]
            async for sums in unhurried(kept.summed(since, until)):
                if self._sums_of == counted:
                    self._sums[days] = sums
            if len(self._sums) > MOST_SUMS:
                del self._sums[next(iter(self._sums))]

    async def _update(self, games: Games) -> None:
        """Have what is kept follow the journal."""
        mark, edits = self._past.mark(), self._edits
        kept = self._kept if self._games is games else None
        if kept is None:
            kept = await self._threads.call(self._load, games)
        stamps = await self._threads.call(self._past.stamps)
        stale = kept.stale(stamps)
        if len(stale) > MOST_READ:
            await self._bring_up_the_file(games)
            kept = await self._threads.call(self._load, games)
            stale = kept.stale(stamps)
        changes = [KeptChange(number) for number in stale if number not in stamps]
        if len(changes) > 1:  # UNDO takes back one: nothing is to stay of another journal
            await self._threads.call(forget_file, self._folder)
        wanted = {number: stamps[number] for number in stale if number in stamps}
        async for number, step in unhurried(self._past.these(wanted, games)):
            changes.append(KeptChange(number, stamps[number], step))
            if kept is not self._kept:  # nobody looks at it yet
                kept.apply(changes)
                changes.clear()
        kept.apply(changes)
        await _done(kept.settle())
        kept.players = self._past.players()
        self._kept, self._games = kept, games
        if edits == self._edits:
            self._of = mark

    def _load(self, games: Games) -> KeptGames:
        return load(self._folder, games, self._past.titles(games))

    async def _bring_up_the_file(self, games: Games) -> None:
        """Have it read what is new, in a process that ends. Where that fails, on a full disk say,
        the games are read here.
        """
        with suppress(OSError, TimeoutError):
            process = await asyncio.create_subprocess_exec(
                *command(self._folder, games), stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
            )
            try:
                async with asyncio.timeout(LONGEST_S):
                    await process.wait()
            finally:
                with suppress(ProcessLookupError):
                    process.kill()

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


async def _done(steps: Iterator[None]) -> None:
    """Do all steps, with the same rests."""
    async for _ in unhurried(steps):
        pass
