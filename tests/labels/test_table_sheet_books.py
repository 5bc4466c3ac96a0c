"""Other books than the shipped one: corrected cards, a game to come."""

from __future__ import annotations

from support.label_reading import one_bit, read
from support.table_paper import frames, other_book, printed

from engine.cards import Game, face, kind
from engine.games import GAMES, omakase, sushi_go_party
from firmware.labels.output import draw_paper


def test_a_corrected_card_table_is_what_the_sheet_says() -> None:
    table = omakase.CARD_TABLE
    dishes = {**table.dishes, "tofu": omakase.Dish(250, 6, ("ume-set",))}
    book = other_book(*GAMES[:2], omakase.game(table._replace(dishes=dishes)))
    tile = _tile_of(
        draw_paper("table", book, "a4", "code128", 300), book.label("face", "omakase/tofu")
    )
    texts = {words.text for words in tile.words}
    assert {"250 yen; Ume\xa0set", "6 in the deck"} <= texts


def test_a_future_game_has_its_pages() -> None:
    curries = tuple(
        kind(f"curry-{n}", f"Curry number {n} with rice", 3 * n, "hot" if n % 3 else "mild", "",
             *(face(f"curry-{n}-{size}", f"Curry {n}, {size}", 4) for size in ("small", "large")))
        for n in range(30)
    )  # fmt: skip
    own = Game(
        slug="curry", title="Curry house", number=7, kinds=curries, seats=(2, 6), rounds=3,
        each_round={}, at_the_end={}, hand=lambda seats: 8,
        menu={"hot": 3, "mild": 2}, variants=("dummy",),
    )  # fmt: skip
    book = other_book(sushi_go_party.GAME, own)
    wanted = [one.code for one in book.labels if one.type != "card"]
    sheets = draw_paper("table", book, "letter", "both", 203)[:-1]
    seen = [
        one.text
        for image in printed(sheets, 203)
        for one in read(one_bit(image))
        if one.symbol == "code128"
    ]
    assert sorted(seen) == sorted(wanted)


def _tile_of(sheet, label):
    return next(
        frame
        for page in sheet
        for frame in frames(page)
        if any(words.text == label.code for words in frame.words)
    )
