"""What the hall's pages are sent of all tables, of one, and of a tournament.

Law: a listener is sent what has changed since it was last sent something, and those who have seen
the same in the same language share the same bytes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple
from zlib import crc32

from engine.message import Message, Value
from firmware.common.http.hosts import for_others
from firmware.common.http.responses import as_sentence
from firmware.common.system.text import compact
from firmware.hall.hall import Hall
from firmware.hall.seats import natural
from firmware.hall.tables import Tile
from firmware.hall.words.tiles import (
    calls,
    label,
    menu,
    problems,
    short,
    short_stage,
    stage,
    sums,
    title,
    turn,
)
from firmware.words.language import Language, say

# Who knows the ID of a game, or of a seating, could say a result in its name: no page has them.
SECRET = {"game_id", "seating"}
# Pages have these in words, if at all.
FACTS = {"tournament", "round", "rounds", "winners", "game", "kinds", "amiss"}
GONE = -1  # the stamp of a season that is deleted
OWN = {"menu", "turn", "page", "last", "number"}  # what only a table's own page shows


class News(NamedTuple):
    """What a listener is sent; `stamp` is the version that it has seen then."""

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
        self._run = os.urandom(3).hex()
        self._troubles: Sequence[Message] = ()
        self._clocks, self._announced = self._read_clocks(), self._announcements()
        self._seasons = [*hall.seasons]
        self._trouble_number = 0
        self._news: dict[tuple[int, str], News] = {}  # by what was seen, and the language

    # --- in any thread; one at a time -----------------------------------------------

    def changed(self) -> None:
        """Tell the pages that a tile, a clock, an announcement or a season is new."""
        above = self._read_clocks(), self._announcements(), [*self._hall.seasons]
        if above != (self._clocks, self._announced, self._seasons):
            self._clocks, self._announced, self._seasons = above
            self._tables.number += 1
        if wake := self.wake:
            with suppress(RuntimeError):  # the server has ended just now
                wake()

    def _announcements(self) -> list[str]:
        """What is told to all in tournaments that have not ended."""
        tournaments = self._hall.tournaments
        announcements = [*self._hall.announcements.items()]
        return [text for number, text in announcements if not tournaments[number].ended]

    def _read_clocks(self) -> list[Mapping[str, object]]:
        """Of each round that has a clock: where pages ask for it, of which tournament it is, and
        what changes when they are to ask again.
        """
        return [
            {
                "at": f"/t/{tournament.number}/clock",
                "of": tournament.rules.title,
                "key": f"{crc32(repr((tournament.clock, tournament.extra_s)).encode()):x}",
            }
            for tournament in [*self._hall.tournaments.values()]
            if tournament.clock and not tournament.ended
        ]

    def say(self, troubles: Sequence[Message]) -> None:
        """Show, above all, what keeps the hall from hearing the tables."""
        if troubles != self._troubles:
            self._troubles, self._trouble_number = troubles, self._tables.number + 1
            self._tables.number += 1
            self.changed()

    # --- in the server's thread -----------------------------------------------------

    def read_anew(self) -> None:
        """Read the hall anew for whoever asks next."""
        self._news.clear()

    def newest(self, seen: int, language: Language, device: str = "") -> News:
        """What is new since that stamp, of all tables or, with all there is to say, of one."""
        if device:
            return self._line(seen, language, device)
        key = seen, language.code
        if key not in self._news:
            self._news[key] = self._line(seen, language)
        return self._news[key]

    def of_tournament(self, seen: int, number: int) -> News:
        """That there is something new of it; the page comes for the rest."""
        return self._that_there_is_news(self._hall.tournaments[number].version)

    def of_season(self, seen: int, number: int) -> News:
        """The same of a season: its standings may be others, or it is deleted."""
        season = self._hall.seasons.get(number)
        stamp = season.version(self._hall.tournaments) if season else GONE
        return self._that_there_is_news(stamp)

    def _that_there_is_news(self, stamp: int) -> News:
        built = {"v": stamp, "run": self._run, "assets": self._assets, "now": time.time()}
        return News(stamp, b"data: %b\n\n" % compact(built))

    def _line(self, seen: int, language: Language, device: str = "") -> News:
        number = self._tables.number  # first: a tile that is newer comes once more
        is_whole = not seen
        if device:
            tiles = [tile for tile in [self._tables.tiles.get(device)] if tile]
            number = max(self._trouble_number, *(tile.number for tile in tiles), 0)
        else:
            is_whole = seen <= self._tables.removed  # what is removed is in no news
            tiles = self._tables.since(0 if is_whole else seen - 1)
        stamp = number + 1
        if stamp == seen:
            return News(stamp, b"")
        built = {
            "v": stamp,
            "run": self._run,
            "assets": self._assets,
            "now": time.time(),
            "all": is_whole,
            "broker": "" if self._tables.tiles else self._broker_for_others(),
            "trouble": " ".join(as_sentence(say(why, language)) for why in self._troubles),
            "tournaments": len(self._hall.tournaments),
            "seasons": self._seasons,
            "announced": self._announced,
            "tiles": [_worded(tile, language, own=bool(device)) for tile in tiles],
        }
        if not device:
            built |= self._summed(language)
        return News(stamp, b"data: %b\n\n" % compact(built))

    def _summed(self, language: Language) -> Mapping[str, object]:
        """Of all tables: how many do what, who calls, and how long they play."""
        tiles = [*self._tables.tiles.values()]
        calling = sorted((tile for tile in tiles if tile.call), key=lambda t: natural(short(t)))
        return {
            "clocks": self._clocks,
            "sum": say(sums(tiles), language) if tiles else "",
            "calls": [say(words, language) for words in calls(calling)] if calling else [],
        }

    def _broker_for_others(self) -> str:
        """Its address for devices, where it is on this machine."""
        host, _, port = self.broker.rpartition(":")
        return f"{for_others(host)}:{port}"


def _worded(tile: Tile, language: Language, *, own: bool) -> Mapping[str, object]:
    """A tile as JSON has it, without empty values; with all there is to say on its `own` page."""

    def worded(words: Value) -> str:
        return say(words, language) if isinstance(words, Message) else str(words)

    hidden = SECRET | FACTS if own else SECRET | FACTS | OWN
    facts = {key: value for key, value in tile._asdict().items() if key not in hidden}
    words = {
        "label": worded(label(tile)),
        "short": short(tile),
        "title": worded(title(tile)),
        "stage": worded(stage(tile)),
        "short_stage": worded(short_stage(tile)),
        "players": [player._replace(name=worded(player.name)) for player in tile.players],
        "problems": [worded(words) for words in problems(tile)],
        "unit": worded(Message(tile.unit)),
    }
    if own:
        words["menu"] = [worded(dish) for dish in menu(tile)]
    if own and tile.turn:
        words["turn"] = worded(turn(tile))
    return {key: value for key, value in (facts | words).items() if value}
