"""The table sheet: every page printed and read back, as a scanner and as a player reads it."""

from __future__ import annotations

import itertools
import os
from collections import Counter
from functools import cache
from typing import NamedTuple

import pytest
from label_reading import Read, one_bit, read
from PIL import Image, ImageChops, ImageDraw
from table_paper import (
    COMBINATIONS,
    PAPERS,
    SYMBOLS,
    Symbol,
    extent,
    frames,
    guides,
    other_book,
    pages,
    printed,
    symbols,
    within,
)

from engine.cards import Game, face, kind
from engine.codes import codebook
from engine.games import GAMES, omakase, sushi_go_party
from engine.position import empty
from engine.result import report
from firmware.fold import codebook_of
from firmware.labels import table_sheet
from firmware.labels.drawing import Bars, Words
from firmware.labels.symbols import CODE_128_LEAST_MM, DATAMATRIX_LEAST_MM, to_mm
from firmware.labels.wording import title
from firmware.replay import replay

SOAK = os.environ.get("OKANJO_SOAK") == "1"
WANTED = {label.code: label for label in codebook().labels if label.type != "card"}
ON_THE_GUIDE = ("next", "score", "undo", "remove")
EACH = list(itertools.product(PAPERS, SYMBOLS))
HELD_MM = 6  # what many printers leave white
APART_MM = 50  # a scanner's line that is on one code and no more than this beyond


def commands(*slugs: str) -> list[str]:
    return [codebook().label("command", slug).code for slug in slugs]


class Looked(NamedTuple):
    """A printed page: the codes read from it, how far in mm its marks keep off the paper's edges,
    and the symbols that are not as they should be, to the dot.
    """

    codes: list[Read]
    held: float
    spoiled: list[Symbol]


@cache
def looked(paper: str, code: str, dpi: int) -> list[Looked]:
    """Page by page.

    A page of 33 million dots is read for the two kinds of code only, and upright; with
    OKANJO_SOAK=1 for every kind there is, like the others.
    """
    quick = {} if SOAK or dpi < 600 else {"try_rotate": False, "try_invert": False}
    own = pages(paper, code, dpi)
    told = []
    for page, image in zip(own, printed(own, dpi), strict=True):
        codes = read(one_bit(image), thorough=not quick, **quick)
        spoiled = [symbol for symbol, bars in symbols(page) if not _clean(symbol, bars, image)]
        told.append(Looked(codes, _held(image, dpi), spoiled))
    return told


def _clean(symbol: Symbol, bars: Bars, image: Image.Image) -> bool:
    """Dot by dot as it should be, and white as far as its quiet zone goes."""
    left, top, right, bottom = symbol.edges
    drawn = Image.new("L", (right - left, bottom - top), 255)
    for x, y, width, height in bars.boxes:
        box = (x - left, y - top, x - left + width - 1, y - top + height - 1)
        ImageDraw.Draw(drawn).rectangle(box, fill=0)
    if ImageChops.difference(one_bit(image.crop(symbol.edges)), drawn).getbbox() is not None:
        return False
    around = image.crop(symbol.quiet)
    x, y = left - symbol.quiet[0], top - symbol.quiet[1]
    around.paste(255, (x, y, x + right - left, y + bottom - top))
    return around.getextrema() == (255, 255)


def _held(image: Image.Image, dpi: int) -> float:
    left, top, right, bottom = ImageChops.invert(image).getbbox()
    return to_mm(min(left, top, image.width - right, image.height - bottom), dpi)


def found(paper: str, code: str, dpi: int) -> list[list[Read]]:
    """What is read from each page."""
    return [page.codes for page in looked(paper, code, dpi)]


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
        texts = [extent(mark) for mark in page.marks if isinstance(mark, Words)]
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
    again = table_sheet.pages(codebook(), "a4", "both", 300)
    assert tuple(again) == pages("a4", "both", 300)


# A whole evening from the sheet alone: what is scanned was read from the print, by its name.


def scans(text: str, game: str = "") -> list[str]:
    """Names on tiles (faces of that game) -> the digits that a scanner reads there."""
    read_here = {one.text for codes in found("letter", "code128", 203) for one in codes}
    lines = []
    for word in text.split():
        slug = f"{game}/{word}" if game else word
        label = next(one for one in WANTED.values() if one.slug == slug)
        assert label.code in read_here
        lines.append(label.code)
    return lines


PARTY = {
    "red": "temaki temaki eel eel soy-sauce squid-nigiri tofu miso-soup pudding spoon-4",
    "blue": "temaki tofu tofu salmon-nigiri salmon-nigiri miso-soup miso-soup pudding pudding eel",
    "green": "egg-nigiri egg-nigiri eel tofu tofu tofu soy-sauce squid-nigiri squid-nigiri spoon-5",
}


def evening(starts: str, game: str, hands: dict[str, str], rounds: int):
    lines = scans(f"{starts} {' '.join(hands)} next")
    for number in range(rounds):
        lines += scans("next") if number else []
        for badge, hand in hands.items():
            lines += scans(badge) + scans(hand, game)
        lines += scans("score")
    table = empty()
    ended = replay(lines, "the sheet", table, codebook_of(table.games))
    assert ended.refused == []
    return report(ended.table, {})


def test_a_game_of_party_is_scored_from_the_sheet() -> None:
    """The README's round, three times. Puddings 1, 2, 0 a round: 3, 6, 0 kept."""
    told = evening("cutthroat-combo", "sushi-go-party", PARTY, 3)
    assert told["phase"] == "finished"
    assert [seat["rounds"][0]["points"] for seat in told["seats"]] == [23, 13, 1]
    assert [seat["total"] for seat in told["seats"]] == [69, 39 + 6, 3 - 6]


def test_a_menu_of_ones_own_is_laid_out_of_tiles() -> None:
    tiles = "nigiri temaki tofu eel miso-soup spoon soy-sauce pudding"
    by_tile = {label.kind: label.code for label in WANTED.values() if label.type == "kind"}
    lines = [by_tile[slug] for slug in tiles.split()] + scans("red blue green next")
    table = empty()
    ended = replay(lines, "the sheet", table, codebook_of(table.games))
    assert (ended.refused, ended.table.phase) == ([], "playing")


def test_a_game_of_sushi_go_is_scored_from_the_sheet() -> None:
    """Rules, Sushi Go!: sashimi 10 for each 3, tempura 5 for each 2, a nigiri on wasabi 9."""
    hands = {
        "red": "sashimi sashimi sashimi tempura tempura wasabi squid-nigiri chopsticks chopsticks",
        "blue": " ".join(["dumpling"] * 5 + ["maki-3"] + ["egg-nigiri"] * 3),
    }
    dummy = {"dummy": "pudding pudding maki-1 tempura tempura tempura tempura dumpling egg-nigiri"}
    lines = scans("sushi-go dummy red blue next")
    for badge, hand in (hands | dummy).items():
        lines += scans(badge) + scans(hand, "sushi-go")
    table = empty()
    ended = replay([*lines, *scans("score")], "the sheet", table, codebook_of(table.games))
    assert ended.refused == []
    told = report(ended.table, {})
    assert [seat["rounds"][0]["points"] for seat in told["seats"]] == [24, 24, 15]


def test_a_game_of_omakase_is_scored_from_the_sheet() -> None:
    """Rules, Omakase, the examples."""
    told = evening(
        "omakase",
        "omakase",
        {
            "red": "octopus eel crab tuna tuna salmon-roll karaage umeshu",
            "blue": "assorted-sashimi eel salmon shrimp tuna-roll shoyu shoyu",
            "green": "omelette cucumber-roll tofu karaage",
        },
        1,
    )
    assert [seat["total"] for seat in told["seats"]] == [4000, 5500, 2000]


# Other books than the shipped one.


def test_a_corrected_card_table_is_what_the_sheet_says() -> None:
    table = omakase.CARD_TABLE
    dishes = {**table.dishes, "tofu": omakase.Dish(250, 6, ("ume-set",))}
    book = other_book(*GAMES[:2], omakase.game(table._replace(dishes=dishes)))
    tile = _tile_of(
        table_sheet.pages(book, "a4", "code128", 300), book.label("face", "omakase/tofu")
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
    sheets = table_sheet.pages(book, "letter", "both", 203)[:-1]
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
