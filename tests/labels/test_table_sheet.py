"""The table sheet: every page printed and read back, as a scanner and as a player reads it."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from support.label_reading import read
from support.table_paper import (
    COMBINATIONS,
    PAPERS,
    SYMBOLS,
    extent,
    frames,
    guides,
    pages,
    symbols,
    within,
)
from support.table_reading import WANTED, found, looked

from engine.codes import codebook
from engine.games import GAMES
from firmware.labels.cards.names import title
from firmware.labels.output import draw_paper
from firmware.labels.render import png
from firmware.labels.render.barcodes import CODE_128_LEAST_MM, DATAMATRIX_LEAST_MM, to_mm
from firmware.labels.render.marks import Text

ON_THE_GUIDE = ("next", "score", "undo", "remove")
EACH = list(itertools.product(PAPERS, SYMBOLS))
HELD_MM = 6  # what many printers leave white
APART_MM = 50  # a scanner's line that is on one code and no more than this beyond


def commands(*slugs: str) -> list[str]:
    return [codebook().label("command", slug).code for slug in slugs]


@pytest.mark.parametrize(("paper", "code", "dpi"), COMBINATIONS)
def test_every_label_is_found_once_and_nothing_else(paper: str, code: str, dpi: int) -> None:
    """The guide, which is the last page, has four of them again."""
    kinds = SYMBOLS[code]
    *sheet, last = found(paper, code, dpi)
    seen = Counter((one.symbol, one.text) for codes in sheet for one in codes)
    assert seen == Counter(itertools.product(kinds, WANTED))
    again = Counter((one.symbol, one.text) for one in last)
    assert again == Counter(itertools.product(kinds, commands(*ON_THE_GUIDE)))


@pytest.mark.parametrize(("paper", "code", "dpi"), COMBINATIONS)
def test_codes_are_right_to_the_dot_and_nothing_is_near_an_edge(
    paper: str, code: str, dpi: int
) -> None:
    for page, seen in zip(pages(paper, code, dpi), looked(paper, code, dpi), strict=True):
        assert len(seen.codes) == len(symbols(page))
        assert seen.spoiled == []
        assert seen.held >= HELD_MM


@pytest.mark.parametrize(("paper", "code", "dpi"), COMBINATIONS)
def test_codes_are_well_above_what_a_cheap_scanner_reads(paper: str, code: str, dpi: int) -> None:
    least = {"code128": 1.3 * CODE_128_LEAST_MM, "datamatrix": 2 * DATAMATRIX_LEAST_MM}
    for page in (*pages(paper, code, dpi), *guides(paper, code, dpi)):
        for symbol, _ in symbols(page):
            assert to_mm(symbol.module, dpi) >= least[symbol.name]
            if symbol.name == "code128":
                assert to_mm(symbol.edges[3] - symbol.edges[1], dpi) >= 8.5


@pytest.mark.parametrize(("paper", "code"), EACH)
def test_a_scanners_line_meets_one_code_at_a_time(paper: str, code: str) -> None:
    for page in (*pages(paper, code, 300), *guides(paper, code, 300)):
        for one, two in itertools.combinations(_places(page), 2):
            level = one[1] < two[3] and two[1] < one[3]
            if level:
                apart = max(one[0], two[0]) - min(one[2], two[2])
                assert to_mm(apart, 300) >= APART_MM


def _places(page):
    """The edges of each tile's codes: bars and square together, for they say the same."""
    drawn = [(symbol.edges, symbol) for symbol, _ in symbols(page)]
    for frame in frames(page):
        dots = [frame.left, frame.top, frame.right, frame.bottom]
        left, top, right, bottom = (mm * 300 / 25.4 for mm in dots)
        own = [e for e, _ in drawn if left < e[0] < right and top < e[1] < bottom]
        if own:
            sides = zip(*own, strict=True)
            yield tuple(pick(side) for pick, side in zip((min, min, max, max), sides, strict=True))


@pytest.mark.parametrize(("paper", "code"), EACH)
def test_each_code_stands_in_a_tile_with_its_own_name(paper: str, code: str) -> None:
    named = {}
    for page, codes in zip(pages(paper, code, 300), found(paper, code, 300), strict=True):
        for frame in frames(page):
            digits = {one.text for one in within(frame, codes, 300)}
            assert len(digits) <= 1
            for one in digits:
                named[one] = frame.title
                assert one in [words.text for words in frame.words]
    assert named == {
        one: title(label).upper() if label.type == "command" else title(label)
        for one, label in WANTED.items()
    }


@pytest.mark.parametrize(("paper", "code"), EACH)
def test_text_stays_in_its_tile_and_off_other_text(paper: str, code: str) -> None:
    for page in (*pages(paper, code, 300), *guides(paper, code, 300)):
        for frame in frames(page):
            for words in frame.words:
                left, top, right, bottom = extent(words)
                assert left >= frame.left + 0.5, words
                assert right <= frame.right - 0.5, words
                assert top >= frame.top + 0.2, words
                assert bottom <= frame.bottom - 0.2, words
        texts = [extent(mark) for mark in page.marks if isinstance(mark, Text)]
        for one, two in itertools.combinations(texts, 2):
            side_by_side = one[2] <= two[0] or two[2] <= one[0]
            above = one[3] <= two[1] + 0.4 or two[3] <= one[1] + 0.4  # few letters go that low
            assert side_by_side or above


@pytest.mark.parametrize("paper", PAPERS)
def test_what_is_needed_together_is_on_one_page(paper: str) -> None:
    own = [
        [WANTED[one] for one in dict.fromkeys(code.text for code in codes)]
        for codes in found(paper, "code128", 300)[:-1]
    ]
    table, *games = own
    variants = {variant for game in GAMES for variant in game.variants}
    assert {one.slug for one in table if one.type == "command"}.isdisjoint(variants)
    assert {one.type for one in table} == {"command", "badge", "game"}
    for page in games:
        assert len({one.game for one in page if one.game}) == 1
        assert len({one.type in ("preset", "kind") for one in page}) == 1
    assert len(own) == 6


def test_the_same_codebook_gives_the_same_pages() -> None:
    again = draw_paper("table", codebook(), "a4", "both", 300)
    assert tuple(again) == pages("a4", "both", 300)


def test_pictures_for_a_printers_own_app_are_read_alike() -> None:
    wanted = found("letter", "both", 203)
    for page, codes in zip(pages("letter", "both", 203), wanted, strict=True):
        seen = read(png.picture(page, 203).convert("L"))
        assert {(one.symbol, one.text) for one in seen} == {(c.symbol, c.text) for c in codes}
