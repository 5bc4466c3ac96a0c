"""Another edition's deck: how many of a face there are, and what a kind of one face is called."""

import pytest
from support.table_engine import EngineTable

from engine.cards import Deck, OwnersTitle
from engine.catalogue import codebook_of, games_of
from engine.deck import MOST_COPIES, with_deck
from engine.games import omakase, sushi_go

CLASSIC = sushi_go.GAME.slug
DECK = Deck({"dumpling": "Mussel"}, {"squid-nigiri": 4, "tempura": 16})
STANDARD, OTHER = (
    games_of(omakase.CARD_TABLE),
    games_of(omakase.CARD_TABLE, decks={CLASSIC: DECK}),
)
BEGIN = (f"game {CLASSIC}", "red", "blue", "next")


def test_one_card_too_many_is_refused() -> None:
    """Of printed faces and of cards; what has no code any more is not known."""
    table = EngineTable(*BEGIN, games=OTHER.values())
    table.scan("red", *["face:squid-nigiri"] * 4)
    assert table.refusal("face:squid-nigiri") == "already-laid"
    fifth = codebook_of(STANDARD).label("card", f"{CLASSIC}/squid-nigiri/5").code
    assert table.read(fifth) == "unknown-code"


def test_more_cards_have_codes_of_their_own() -> None:
    table = EngineTable(*BEGIN, games=OTHER.values())
    table.scan("red", "tempura/15", "tempura/16")
    assert table.live[0] == 5
    codes = [label.code for label in codebook_of(OTHER).labels]
    assert len(codes) == len({*codes})


@pytest.mark.parametrize("copies", [0, MOST_COPIES + 1])
def test_there_are_at_most_as_many_as_a_face_has_codes(copies: int) -> None:
    with pytest.raises(ValueError, match="codes for 1 to 19"):
        with_deck(sushi_go.GAME, Deck(copies={"tempura": copies}))


def test_a_kind_of_one_face_is_called_as_that_is() -> None:
    game = with_deck(sushi_go.GAME, DECK)
    assert game.kind("dumpling").title == OwnersTitle("Mussel")
    assert game.kind("nigiri").title == sushi_go.GAME.kind("nigiri").title
    assert with_deck(game, DECK) is game
    assert with_deck(game, Deck()) != game
