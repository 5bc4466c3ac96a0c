"""Labels for photos: read back from the printed sheet, though the print lies a millimetre off."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from PIL import Image
from support.label_reading import SYMBOLS, one_bit, rasters, read
from support.label_sheets import Printed, planned, printed, words
from support.soak import SOAK

from engine.games import GAMES, omakase
from firmware.paper.cards import layout
from firmware.paper.cards.layout import ALL_DPI, PHOTO_MM, PHOTO_QUIET, SHIFT_MM, Symbology
from firmware.paper.cards.sheets import label_marks
from firmware.paper.cards.stocks import DEFAULT, STOCKS
from firmware.paper.render.barcodes import DATAMATRIX_MODULES, to_dots, to_mm
from firmware.paper.render.marks import Bars

CARD = 90  # grey of the card around a label: its edge is where the white ends
# The tightest stock that each size goes on, the one that you get, and one with bars.
SOME = [
    ("L4731", 300, "datamatrix", 8),
    ("L4732", 300, "datamatrix", 10),
    ("5167", 203, "both", 10),
    ("L7651", 203, "datamatrix", 12),
]
CODES: tuple[Symbology, ...] = ("datamatrix", "both")
ALL = [
    (name, dpi, code, square)
    for name, dpi, code, square in product(STOCKS, ALL_DPI, CODES, PHOTO_MM)
    if planned(name, dpi, code, square=square)
]


@pytest.mark.parametrize(("name", "dpi", "code", "square"), ALL if SOAK else SOME)
def test_each_is_read_though_the_print_is_a_millimetre_off(
    name: str, dpi: int, code: Symbology, square: int
) -> None:
    off = round(to_dots(SHIFT_MM, dpi))
    for game in GAMES if SOAK or (name, dpi) == (DEFAULT, 300) else (omakase.GAME,):
        sheet = printed(name, dpi, code, game, square)
        wanted = sorted((symbol, word.digits) for word in sheet.words for symbol in SYMBOLS[code])
        for across, down in ((off, off), (-off, -off)):
            reads = [look for cards in _stuck(sheet, across, down) for look in read(cards)]
            assert sorted((look.symbol, look.text) for look in reads) == wanted, (across, down)


def _stuck(sheet: Printed, across: int, down: int) -> Iterator[Image.Image]:
    """The labels of each page, printed so many dots beside their places, each on a card."""
    places, columns, gap = sheet.stock.on_a_page, sheet.stock.columns, 20
    for page, raster in enumerate(rasters(sheet.pdf, sheet.dpi)):
        cards = Image.new("L", (raster.width + 9 * gap, raster.height + 30 * gap), CARD)
        for place in range(min(places, len(sheet.words) - page * places)):
            left, top, right, bottom = sheet.cell(place)
            cut = (left - across, top - down, right - across, bottom - down)
            corner = left + place % columns * gap, top + place // columns * gap
            cards.paste(one_bit(raster.crop(cut)), corner)
        yield cards


@pytest.mark.parametrize(("name", "dpi", "code", "square"), ALL)
def test_the_square_is_as_large_as_asked(name: str, dpi: int, code: Symbology, square: int) -> None:
    """To half a dot a module; and all our stocks have room for the names beside it."""
    plan = planned(name, dpi, code, square=square)
    assert plan
    modules = DATAMATRIX_MODULES + 2 * PHOTO_QUIET
    assert abs(to_mm(plan.matrix_module * modules, dpi) - square) <= to_mm(modules / 2, dpi)
    assert plan.name


@pytest.mark.parametrize("dpi", ALL_DPI)
def test_only_what_leaves_a_printer_no_room_is_refused(dpi: int) -> None:
    small = {"L4731", "25x10"}
    no_room: dict[tuple[Symbology, int], set[str]] = {
        ("datamatrix", 8): set(),
        ("datamatrix", 10): small,
        ("datamatrix", 12): {*small, "5167"},
        ("both", 8): {*small, "30x20"},
        ("both", 10): {*small, "30x20"},
        ("both", 12): {*small, "30x20", "5167", "L4732"},
    }
    for game in GAMES:
        for code, square in no_room:
            refused = {
                stock_name
                for stock_name in STOCKS
                if not planned(stock_name, dpi, code, game, square)
            }
            assert refused == no_room[code, square]


def test_a_label_that_is_all_square_has_no_words() -> None:
    plan = layout.plan(layout.LabelSize(12, 12, 300), "datamatrix", words(GAMES[0]), 10)
    assert plan
    (marks,) = label_marks(plan, words(GAMES[0])[0])
    assert isinstance(marks, Bars)
