"""Paper in en-XA: no word escapes, and longer words have room."""

import pytest
from support.pseudo import escaped, pseudo
from support.table_paper import ends, overlapping, words_of

from engine.cards import Game
from engine.codes import codebook
from engine.games import GAMES
from firmware.paper.cards import layout, sheets, stocks
from firmware.paper.cards.names import cards, wording
from firmware.paper.output import draw_paper

OURS = ("Okanjo", "mm")
EDGE_MM = 5.0  # printers reach no farther


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_table_sheet_and_the_guide(paper: str) -> None:
    for page in draw_paper("table", codebook(), paper, "both", 300, pseudo()):
        words = words_of(page)
        badges = [text.text for text in words if len(text.text) == 1]
        all_text = " ".join(text.text for text in words if text.text not in badges)
        assert escaped(all_text, OURS) == ""
        for text in words:
            left, right = ends(text)
            assert EDGE_MM <= left <= right <= page.width - EDGE_MM, text.text
        assert overlapping(words) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_labels(game: Game) -> None:
    book, stock = codebook(), stocks.STOCKS["5160"]
    words = [wording(card, game, pseudo()) for card in cards(book, game)]
    size = layout.LabelSize(stock.width, stock.height, 300)
    plan = layout.plan(size, "code128", words, 0)
    assert plan is not None
    for page in sheets.sheets(stock, plan, words, game, language=pseudo()):
        all_text = " ".join(text.text for text in words_of(page))
        assert escaped(all_text, OURS) == ""
