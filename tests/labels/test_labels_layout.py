"""Stocks, plans and lettering: worked sums first, then laws for labels of any size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.label_sheets import words

from engine.games import GAMES
from firmware.paper.cards import layout
from firmware.paper.cards.layout import (
    ALL_DPI,
    CODES,
    EDGE_MM,
    LEAST_BARS_MM,
    PHOTO_MM,
    SHIFT_MM,
    LabelSize,
)
from firmware.paper.cards.names import LEAST_POINTS, Wording
from firmware.paper.cards.sheets import label_marks
from firmware.paper.cards.stocks import STOCKS, Stock, stock
from firmware.paper.render import barcodes, fonts
from firmware.paper.render.marks import BLACK, Bars, Box, Text

PARTY = words(GAMES[0])
SIZES = st.integers(5, 120)


@pytest.mark.parametrize("name", STOCKS)
def test_a_sheet_has_as_much_white_at_its_end_as_at_its_beginning(name: str) -> None:
    sheet = STOCKS[name]
    x, y = sheet.corner(sheet.on_a_page - 1)
    assert sheet.page[0] - x - sheet.width == pytest.approx(sheet.left)
    assert sheet.page[1] - y - sheet.height == pytest.approx(sheet.top)


@pytest.mark.parametrize(
    ("text", "name"),
    [("l4731", "L4731"), ("25x10", "25x10"), ("30 X 20 mm", "30x20"), ("32,5×16.0", "32.5x16")],
)
def test_a_stock_is_known_by_its_name_or_size(text: str, name: str) -> None:
    known = stock(text)
    assert isinstance(known, Stock)
    assert known.name == name
    assert known is STOCKS.get(name, known)


@pytest.mark.parametrize("text", ["", "x", "30", "0x10", "-3x5", "301x20", "3e2x20", "30x20x10"])
def test_what_is_no_stock_is_none(text: str) -> None:
    assert stock(text) is None


def test_long_names_break_or_shrink_and_none_is_cut() -> None:
    small = layout.plan(LabelSize(25.4, 10, 300), "datamatrix", PARTY)
    assert small is not None
    word = next(word for word in PARTY if word.name == "Watermelon, pineapple")
    lines = [mark.text for mark in label_marks(small, word) if isinstance(mark, Text)]
    assert lines[:2] == ["Watermelon,", "pineapple"]
    assert all(not word.name.endswith(".") for game in GAMES for word in words(game))


def test_an_action_number_stands_in_a_disc_and_a_lone_card_has_no_copy() -> None:
    plan = layout.plan(LabelSize(25.4, 10, 300), "code128", PARTY)
    assert plan is not None
    box = next(word for word in PARTY if word.number == 12)
    assert box._replace(digits="") == Wording("", "Takeout box", 12, "")
    own = list(label_marks(plan, box))
    assert len([mark for mark in own if isinstance(mark, Box)]) == 1
    assert {mark.text for mark in own if isinstance(mark, Text)} == {
        "Takeout box", "12", box.digits, "",
    }  # fmt: skip


@given(
    SIZES,
    SIZES,
    st.sampled_from(ALL_DPI),
    st.sampled_from(
        [(0, code) for code in CODES] + [(mm, code) for mm in PHOTO_MM for code in CODES[1:]]
    ),
    st.sampled_from(PARTY),
)
def test_what_is_accepted_lies_within_its_label(
    width: int, height: int, dpi: int, symbols: tuple[int, layout.Symbology], wording: Wording
) -> None:
    """Whatever the size: bars high enough, no type over another or bars, nothing over the edge.
    Nor is what is for photos where the print is a millimetre off.
    """
    square, code = symbols
    plan = layout.plan(LabelSize(width, height, dpi), code, PARTY, square)
    if plan is None:
        return
    half, edge = barcodes.to_mm(0.5, dpi), SHIFT_MM if square else EDGE_MM
    boxes = []
    for mark in label_marks(plan, wording):
        if isinstance(mark, Bars):
            edges = zip(*((x, y, x + w, y + h) for x, y, w, h in mark.boxes), strict=True)
            lefts, tops, rights, bottoms = edges
            box = (min(lefts), min(tops), max(rights), max(bottoms))
            boxes.append(tuple(barcodes.to_mm(dots, dpi) for dots in box))
        elif isinstance(mark, Text) and mark.text and mark.colour == BLACK:
            assert mark.points >= min(LEAST_POINTS, 4.8)
            boxes.append(_box(mark))
    assert bool(plan.module) == (code != "datamatrix")
    assert bool(plan.matrix_module) == (code != "code128")
    if plan.module:
        assert barcodes.to_mm(plan.bars[2], dpi) >= LEAST_BARS_MM - half
    for left, top, right, bottom in boxes:
        assert left >= edge - half
        assert top >= edge - half
        assert right <= width - edge + half
        assert bottom <= height - edge + half
    for index, one_box in enumerate(boxes):
        assert not any(_over(one_box, other) for other in boxes[:index])


def _box(mark: Text) -> tuple[float, ...]:
    wide = fonts.width(mark.text, mark.points, mark.bold)
    left = mark.x - {"left": 0, "middle": wide / 2, "right": wide}[mark.align]
    high = mark.points * fonts.CAPITAL * 25.4 / 72
    return left, mark.y - high, left + wide, mark.y


def _over(box: tuple[float, ...], other: tuple[float, ...]) -> bool:
    across = min(box[2], other[2]) - max(box[0], other[0])
    down = min(box[3], other[3]) - max(box[1], other[1])
    return across > 0 and down > 0
