"""Keep a game of any length in little memory: the positions that UNDO comes to last are packed.

A position takes some 600 bytes by itself and about 20 where it is packed, as most of it is as in
the one before.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Mapping
from typing import NamedTuple

from engine.cards import Game
from engine.position import Ready, Table
from engine.removal import awaited

NEAR, AT_ONCE = 256, 1024  # positions that stay as they are, and that are packed together


class Shared(NamedTuple):
    """What positions of one game have in common."""

    games: Mapping[str, Game]
    game: Game | None
    ready: Ready | None


class Packed(NamedTuple):
    """Positions without what they share, the oldest first; `shared` has that of each."""

    content: bytes
    shared: list[Shared]


class PackedPast:
    """What a table could be taken back to, before the positions that it has itself."""

    def __init__(self) -> None:
        self._packed: list[Packed] = []
        self._game = 0  # no UNDO leads to a game before that number

    def shorten(self, before: Table, table: Table) -> Table:
        """The table after a scan, with no more positions than fit beside it."""
        if before.number != table.number or (before.phase == "lobby") != (table.phase == "lobby"):
            self._game = before.number
        removes = any(awaited(table, name) for name in table.lanes)  # it looks back to its REMOVE
        if len(table.past) < NEAR + AT_ONCE or removes:
            return table
        old, near = table.past[:-NEAR], table.past[-NEAR:]
        self._packed.append(_packed(old))
        return table._replace(past=near)

    def lengthen(self, table: Table) -> Table:
        """The table with the next positions that were packed, where it has none itself."""
        while self._packed and not table.past:
            positions = _unpacked(self._packed.pop())
            past = tuple(position for position in positions if position.number >= self._game)
            table = table._replace(past=past)
        return table


def _packed(positions: tuple[Table, ...]) -> Packed:
    shared: list[Shared] = []
    for games, game, ready in ((each.games, each.game, each.ready) for each in positions):
        last = shared[-1] if shared else None
        same = last and last.games is games and last.game is game and last.ready is ready
        shared.append(last if last and same else Shared(games, game, ready))
    bare = [position._replace(games={}, game=None, ready=None) for position in positions]
    return Packed(zlib.compress(pickle.dumps(bare, pickle.HIGHEST_PROTOCOL), 1), shared)


def _unpacked(packed: Packed) -> list[Table]:
    bare: list[Table] = pickle.loads(zlib.decompress(packed.content))  # noqa: S301 - of our own
    pairs = zip(bare, packed.shared, strict=True)
    return [position._replace(**shared._asdict()) for position, shared in pairs]
