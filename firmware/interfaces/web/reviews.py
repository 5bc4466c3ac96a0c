"""The best single cards of a round that is over, and what was odd in a game, searched for bit by
bit between other requests.

Law: once for each position, however many pages ask; and a scan hardly waits for it.
"""

from __future__ import annotations

import asyncio

from engine.position import Table
from engine.review.best_card import BestCard, search
from firmware.records.history.async_reader import History, unhurried
from firmware.records.history.oddities import Told

BestCards = tuple[BestCard, ...]


class Reviews:
    """Those of the newest position that somebody has asked about."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._searching: asyncio.Task[BestCards] | None = None
        self._told_of: Table | None = None
        self._telling: asyncio.Task[Told] | None = None
        self._ready_for: int | None = None
        self._getting_ready: asyncio.Task[None] | None = None

    async def best_cards(self, table: Table) -> BestCards:
        """Each player's best single card; none while a round is open."""
        if self._searching is None or self._table is not table:
            self._table, self._searching = table, asyncio.create_task(best_cards(table))
        return await asyncio.shield(self._searching)

    async def oddities(self, table: Table, history: History) -> Told:
        """What was odd in a game that is over. Asked anew later, as more may be known by then, and
        an owner may have changed a name.
        """
        if self._telling is None or self._telling.done() or self._told_of is not table:
            self._told_of, self._telling = table, asyncio.create_task(history.oddities(table))
        return await asyncio.shield(self._telling)

    def get_ready(self, table: Table, history: History) -> None:
        """Look at the games before this one while it goes on, once."""
        if self._ready_for != table.number:
            self._ready_for = table.number
            self._getting_ready = asyncio.create_task(history.get_ready(table))


async def best_cards(table: Table) -> BestCards:
    """The same of any position, searched for anew."""
    return tuple([card async for card in unhurried(search(table))])
