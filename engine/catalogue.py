"""The games in force with their labels, for each card table."""

from __future__ import annotations

import json
from collections.abc import Mapping

from engine.cards import Game
from engine.codes import Codebook
from engine.games import GAMES, omakase

Games = Mapping[str, Game]


MOST_CARD_TABLES = 4  # kept besides the one in force, for games scored by older ones


class Labelled(dict[str, Game]):
    """Games by slug. Their codebook is built once; the same games with another card table are kept
    for the few card tables used last, by the table's text.
    """

    def __init__(self, games: Games) -> None:
        super().__init__(games)
        self._book: Codebook | None = None
        self._others: dict[str, Labelled] = {}

    @property
    def book(self) -> Codebook:
        if self._book is None:
            self._book = Codebook(self.values())
        return self._book

    def by(self, text: str) -> Labelled:
        """The same games with the card table in that text; ValueError if it is none."""
        found = self._others.get(text) or with_card_table(self, card_table(text))
        self._others.pop(text, None)  # the newest stands last
        self._others[text] = found
        if len(self._others) > MOST_CARD_TABLES:
            del self._others[next(iter(self._others))]
        return found


def codebook_of(games: Games) -> Codebook:
    """The labels of these games, built once if the games are Labelled."""
    return games.book if isinstance(games, Labelled) else Codebook(games.values())


def games_of(cards: omakase.CardTable) -> Labelled:
    """All games, Omakase with this card table."""
    return with_card_table({game.slug: game for game in GAMES}, cards)


def with_card_table(games: Games, table: omakase.CardTable) -> Labelled:
    """Replace Omakase's card table."""
    return Labelled({**games, omakase.GAME.slug: omakase.game(table)})


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
