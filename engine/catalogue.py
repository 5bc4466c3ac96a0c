"""The games in force with their labels, as owners have corrected them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cached_property

from engine.cards import Deck, Game
from engine.codes import Codebook, codebook
from engine.deck import with_deck
from engine.games import GAMES, omakase

Games = Mapping[str, Game]
Decks = Mapping[str, Deck]  # by the slugs of the games that they are of

SHIPPED = {game.slug: game for game in GAMES}
NO_DECKS: Decks = {}
MOST_CORRECTIONS = 4  # kept besides those in force, for games scored by older ones


class Labelled(dict[str, Game]):
    """Games by slug, whose codebook is built once."""

    @cached_property
    def book(self) -> Codebook:
        return Codebook(self.values())

    def with_corrections(self, text: str) -> Labelled:
        """The same games, corrected as `corrections_text` tells; ValueError if it is none. Without
        a card table of Omakase it is the one in force.
        """
        if text in self._texts:
            return self
        if text not in self._older:
            cards, decks = corrections(text)
            own = (game for game in self.values() if game.slug not in SHIPPED)
            then = games_of(cards or self._card_table, own, decks)
            if len(self._older) == MOST_CORRECTIONS:
                del self._older[next(iter(self._older))]
            self._older[text] = then
        return self._older[text]

    def corrections_text(self, game: Game | None) -> str:
        """What owners have corrected, as JSON that is kept beside the scans of a game: the decks of
        all games, and Omakase's card table if it is that. Empty where nothing is.
        """
        is_omakase = game is not None and game.slug == omakase.GAME.slug
        return self._texts[is_omakase]

    @cached_property
    def _texts(self) -> tuple[str, str]:
        """Without the card table, and with it: written once, as each scan asks for one."""
        decks = {slug: game.deck for slug, game in self.items() if game.deck != Deck()}
        without = corrections_text(None, decks)
        return without, corrections_text(self._card_table, decks)

    @property
    def _card_table(self) -> omakase.CardTable:
        game = self.get(omakase.GAME.slug, omakase.GAME)
        assert isinstance(game.card_table, omakase.CardTable)  # noqa: S101 - it is Omakase
        return game.card_table

    @cached_property
    def _older(self) -> dict[str, Labelled]:
        return {}


def codebook_of(games: Games) -> Codebook:
    """The labels of these games, built once if these are Labelled or those that are shipped."""
    if isinstance(games, Labelled):
        return games.book
    return codebook() if tuple(games.values()) == GAMES else Codebook(games.values())


def games_of(
    cards: omakase.CardTable, packaged: Iterable[Game] = (), decks: Decks = NO_DECKS
) -> Labelled:
    """The games that ship, Omakase with this card table and each with its deck, and those of
    packages.
    """
    shipped = SHIPPED | {omakase.GAME.slug: omakase.game(cards)}
    corrected = {slug: with_deck(game, decks.get(slug, Deck())) for slug, game in shipped.items()}
    return Labelled(corrected | {game.slug: game for game in packaged})


def corrections(text: str) -> tuple[omakase.CardTable | None, dict[str, Deck]]:
    """Parse what `corrections_text` wrote."""
    kept = json.loads(text) if text else {}
    decks = {slug: Deck(*deck) for slug, deck in kept.get("decks", {}).items()}
    if "dishes" not in kept:
        return None, decks
    dishes = {
        slug: omakase.Dish(yen, copies, tuple(sets))
        for slug, (yen, copies, sets) in kept["dishes"].items()
    }
    return omakase.CardTable(dishes, kept["sets"]), decks


def corrections_text(table: omakase.CardTable | None, decks: Decks) -> str:
    """A card table and decks as JSON, kept beside a game's scans; empty where there are none."""
    kept: dict[str, object] = {"dishes": table.dishes, "sets": table.sets} if table else {}
    if decks:
        kept["decks"] = decks
    return json.dumps(kept) if kept else ""
