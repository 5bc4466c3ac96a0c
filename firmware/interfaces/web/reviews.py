"""The best single cards of a round that is over, searched for bit by bit between other requests.

Law: once for each position, however many pages ask; and a scan hardly waits for it.
"""

from __future__ import annotations

import asyncio

from engine.position import Table
from engine.review.best_card import BestCard, search
from firmware.records.history.async_reader import unhurried

BestCards = tuple[BestCard, ...]


class Reviews:
    """Those of the newest position that somebody has asked about."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._searching: asyncio.Task[BestCards] | None = None

    async def best_cards(self, table: Table) -> BestCards:
        """Each player's best single card; none while a round is open."""
        if self._searching is None or self._table is not table:
            self._table, self._searching = table, asyncio.create_task(best_cards(table))
        return await asyncio.shield(self._searching)


async def best_cards(table: Table) -> BestCards:
    """The same of any position, searched for anew."""
    return tuple([card async for card in unhurried(search(table))])
