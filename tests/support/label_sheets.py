"""A game, a stock, a printer and a code in, the labels that `okanjo labels` prints for them out."""

import io
from typing import NamedTuple

from engine.cards import Game
from engine.codes import codebook
from engine.games import GAMES
from firmware.paper.cards import layout, sheets
from firmware.paper.cards.layout import ALL_DPI, LabelPlan, Symbology
from firmware.paper.cards.names import Wording, cards, wording
from firmware.paper.cards.stocks import STOCKS, Stock
from firmware.paper.render import pdf
from firmware.paper.render.barcodes import to_dots
from firmware.paper.render.marks import PaperPage

# The only ones of the promised stocks that are too small for something, and for what.
REFUSED = {(name, "both") for name in ("L4731", "25x10")}
COMBINATIONS = [
    (name, dpi, code)
    for name in STOCKS
    for dpi in ALL_DPI
    for code in layout.CODES
    if (name, code) not in REFUSED
]


class Printed(NamedTuple):
    """A PDF and what should be on it."""

    stock: Stock
    dpi: int
    plan: LabelPlan
    words: tuple[Wording, ...]
    pages: list[PaperPage]
    pdf: bytes

    def cell(self, place: int) -> tuple[int, int, int, int]:
        """A label's edges on its page, in dots: left, top, right, bottom."""
        x, y = self.stock.corner(place % self.stock.on_a_page)
        corners = (x, y, x + self.stock.width, y + self.stock.height)
        left, top, right, bottom = (round(to_dots(mm, self.dpi)) for mm in corners)
        return left, top, right, bottom


def words(game: Game) -> tuple[Wording, ...]:
    return tuple(wording(card, game) for card in cards(codebook(), game))


def planned(
    name: str, dpi: int, code: Symbology, game: Game = GAMES[0], square: int = 0
) -> LabelPlan | None:
    stock = STOCKS[name]
    label = layout.LabelSize(stock.width, stock.height, dpi)
    return layout.plan(label, code, words(game), square)


def printed(name: str, dpi: int, code: Symbology, game: Game, square: int = 0) -> Printed:
    stock, plan, own = STOCKS[name], planned(name, dpi, code, game, square), words(game)
    assert plan is not None, "the code does not fit"
    pages, file = list(sheets.sheets(stock, plan, own, game)), io.BytesIO()
    pdf.write(pages, file, game.title)
    return Printed(stock, dpi, plan, own, pages, file.getvalue())
