"""What the hall's pages are sent of all tables, of one, and of a tournament.

Law: a listener is sent what has changed since it was last sent something, and those who have seen
the same share the same bytes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import NamedTuple

from firmware.common.http.hosts import for_others
from firmware.common.http.responses import as_sentence
from firmware.common.system.text import compact
from firmware.hall.hall import Hall
from firmware.hall.tables import Tile

# Who knows the ID of a game, or of a seating, could say a result in its name: no page has them.
SECRET = {"game_id", "seating"}
OWN = {"menu", "turn", "page", "last", "number"}  # what only a table's own page shows


class News(NamedTuple):
    """What a listener is sent; `stamp` is how far it has seen then."""

    stamp: int
    line: bytes

    @property
    def v(self) -> int:
        return self.stamp


class HallFeed:
    """What is new in the hall, for as many pages as look at it. `broker` is the address that the
    hall hears, `assets` the version of the pages' files.
    """

    def __init__(self, hall: Hall, broker: str, assets: str) -> None:
        self.broker, self._hall, self._assets = broker, hall, assets
        self._tables = hall.tables
        self.wake: Callable[[], object] | None = None
        self._run, self._trouble, self._trouble_number = os.urandom(3).hex(), "", 0
        self._news: dict[int, News] = {}  # by what was seen

    # --- in any thread; one at a time -----------------------------------------------

    def changed(self) -> None:
        """Tell the pages that a tile is new."""
        if wake := self.wake:
            with suppress(RuntimeError):  # the server has ended just now
                wake()

    def say(self, trouble: str) -> None:
        """Show, above all, what keeps the hall from hearing the tables; "" when nothing does."""
        if trouble != self._trouble:
            self._trouble, self._trouble_number = trouble, self._tables.number + 1
            self._tables.number += 1
            self.changed()

    # --- in the server's thread -----------------------------------------------------

    def read_anew(self) -> None:
        """Read the hall anew for whoever asks next."""
        self._news.clear()

    def newest(self, seen: int, device: str = "") -> News:
        """What is new since that stamp, of all tables or, with all there is to say, of one."""
        if device:
            return self._line(seen, device)
        if seen not in self._news:
            self._news[seen] = self._line(seen)
        return self._news[seen]

    def of_tournament(self, seen: int, number: int) -> News:
        """That there is something new of it; the page comes for the rest."""
        stamp = self._hall.tournaments[number].version
        built = {"v": stamp, "run": self._run, "assets": self._assets, "now": time.time()}
        return News(stamp, b"data: %b\n\n" % compact(built))

    def _line(self, seen: int, device: str = "") -> News:
        number = self._tables.number  # first: a tile that is newer comes once more
        if device:
            tiles = [tile for tile in [self._tables.tiles.get(device)] if tile]
            number = max(self._trouble_number, *(tile.number for tile in tiles), 0)
        else:
            tiles = self._tables.since(seen - 1)
        stamp = number + 1
        if stamp == seen:
            return News(stamp, b"")
        built = {
            "v": stamp,
            "run": self._run,
            "assets": self._assets,
            "now": time.time(),
            "all": not seen,
            "broker": "" if self._tables.tiles else self._broker_for_others(),
            "trouble": as_sentence(self._trouble) if self._trouble else "",
            "tournaments": len(self._hall.tournaments),
            "tiles": [_as_json(tile, SECRET if device else SECRET | OWN) for tile in tiles],
        }
        return News(stamp, b"data: %b\n\n" % compact(built))

    def _broker_for_others(self) -> str:
        """Its address for devices, where it is on this machine."""
        host, _, port = self.broker.rpartition(":")
        return f"{for_others(host)}:{port}"


def _as_json(tile: Tile, without: Collection[str]) -> Mapping[str, object]:
    """Return a tile as JSON has it, without empty values and without the keys in `without`."""
    return {key: value for key, value in tile._asdict().items() if value and key not in without}
