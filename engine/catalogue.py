"""The games in force with their labels, for each card table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cached_property

from engine.cards import Game
from engine.codes import Codebook, codebook
from engine.games import GAMES, omakase

Games = Mapping[str, Game]

MOST_CARD_TABLES = 4  # kept besides the one in force, for games scored by older ones


class Labelled(dict[str, Game]):
    """Games by slug, whose codebook is built once."""

    @cached_property
    def book(self) -> Codebook:
        return Codebook(self.values())

    def with_card_table(self, text: str) -> Labelled:
        """The same games, Omakase with a card table given as text; ValueError if it is none."""
        if text not in self._older:
            omakase_then = {omakase.GAME.slug: omakase.game(card_table(text))}
            if len(self._older) == MOST_CARD_TABLES:
                del self._older[next(iter(self._older))]
            self._older[text] = Labelled(self | omakase_then)
        return self._older[text]

    @cached_property
    def _older(self) -> dict[str, Labelled]:
        return {}


def codebook_of(games: Games) -> Codebook:
    """The labels of these games, built once if these are Labelled or those that are shipped."""
    if isinstance(games, Labelled):
        return games.book
    return codebook() if tuple(games.values()) == GAMES else Codebook(games.values())


def games_of(cards: omakase.CardTable, packaged: Iterable[Game] = ()) -> Labelled:
    """The games that ship, Omakase with this card table, and those of packages."""
    games = {game.slug: game for game in (*GAMES, *packaged)}
    return Labelled(games | {omakase.GAME.slug: omakase.game(cards)})


def card_table(text: str) -> omakase.CardTable:
    """Parse a card table written by `card_table_text`."""
    parsed = json.loads(text)
    dishes = {
        slug: omakase.Dish(yen, copies, tuple(sets))
        for slug, (yen, copies, sets) in parsed["dishes"].items()
    }
    return omakase.CardTable(dishes, parsed["sets"])


def card_table_text(table: omakase.CardTable) -> str:
    """A card table as JSON, kept beside a game's scans."""
    return json.dumps({"dishes": table.dishes, "sets": table.sets})
