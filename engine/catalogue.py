"""The games in force with their labels, by the card table they are scored by."""

from __future__ import annotations

import json
from collections.abc import Mapping

from engine.cards import Game
from engine.codes import Codebook
from engine.games import GAMES, omakase

Games = Mapping[str, Game]


MOST_CARD_TABLES = 4  # besides the one in force: what games of other years were scored by


class Labelled(dict[str, Game]):
    """Games by slug, with what is made of them once, and as long as they are there: their labels,
    and the same games with the card tables met last, by their kept texts.
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
        """With the card table in that text; ValueError and the like where it is none."""
        found = self._others.get(text) or with_card_table(self, card_table(text))
        self._others.pop(text, None)  # the newest stands last
        self._others[text] = found
        if len(self._others) > MOST_CARD_TABLES:
            del self._others[next(iter(self._others))]
        return found


def codebook_of(games: Games) -> Codebook:
    """The labels of these games; the same games give the same book, if they are labelled."""
    return games.book if isinstance(games, Labelled) else Codebook(games.values())


def games_of(cards: omakase.CardTable) -> Labelled:
    """All games, Omakase with this card table."""
    return with_card_table({game.slug: game for game in GAMES}, cards)


def with_card_table(games: Games, table: omakase.CardTable) -> Labelled:
    """The same games, Omakase played with that card table."""
    return Labelled({**games, omakase.GAME.slug: omakase.game(table)})


def card_table(text: str) -> omakase.CardTable:
    """The card table in its kept form."""
    kept = json.loads(text)
    dishes = {
        slug: omakase.Dish(yen, copies, tuple(sets))
        for slug, (yen, copies, sets) in kept["dishes"].items()
    }
    return omakase.CardTable(dishes, kept["sets"])


def card_table_text(table: omakase.CardTable) -> str:
    """A card table as it is kept beside the game's scans."""
    return json.dumps({"dishes": table.dishes, "sets": table.sets})
