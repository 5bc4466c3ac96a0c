"""The table sheet: every page printed and read back, as a scanner and as a player reads it."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

import pytest
from support.label_reading import SYMBOLS, one_bit, read
from support.languages import CODES, language
from support.soak import SOAK
from support.table_paper import (
    COMBINATIONS,
    PAPERS,
    WANTED,
    bounds,
    extent,
    frames,
    guides,
    is_in_tiles,
    looked,
    pages,
    printed,
    rings,
    symbols,
    words_of,
)

from engine.cards import Game, face, kind
from engine.codes import Codebook, Label, codebook
from engine.games import GAMES, omakase, sushi_go_party
from firmware.paper.cards.names import title
from firmware.paper.output import draw_paper
from firmware.paper.render.barcodes import CODE_128_LEAST_MM, DATAMATRIX_LEAST_MM, to_mm
from firmware.paper.render.marks import Text

ON_THE_GUIDE = ("next", "score", "undo", "remove")
EACH = list(itertools.product(PAPERS, SYMBOLS))
FEW = [("a4", "code128", 203), ("letter", "datamatrix", 203), ("a4", "both", 300)]
SOME = COMBINATIONS if SOAK else FEW
HELD_MM = 6  # what many printers leave white
APART_MM = 50  # a scanner's line that is on one code and no more than this beyond


@pytest.mark.parametrize(("paper", "code", "dpi"), SOME)
def test_every_label_is_found_once_and_nothing_else(paper: str, code: str, dpi: int) -> None:
    """The guide, which is the last page, has four of them again. Each is right to the dot, and in
    a tile with its own name; nothing is near the paper's edge.
    """
    kinds, named = SYMBOLS[code], {}
    seen: list[Counter[tuple[str, str]]] = []
    for page, look in zip(pages(paper, code, dpi), looked(paper, code, dpi), strict=True):
        assert len(look.codes) == len(symbols(page))
        assert look.spoiled == []
        assert look.held >= HELD_MM
        seen.append(Counter((label.symbol, label.text) for label in look.codes))
        for frame in frames(page):
            here = [
                label
                for label in look.codes
                if frame.holds(to_mm(label.x, dpi), to_mm(label.y, dpi))
            ]
            for digits in {label.text for label in here}:
                named[digits] = frame.title
                assert digits in [words.text for words in frame.words]
            assert len({label.text for label in here}) <= 1
    *sheet, last = seen
    assert sum(sheet, Counter()) == Counter(itertools.product(kinds, WANTED))
    again = [codebook().label("command", slug).code for slug in ON_THE_GUIDE]
    assert last == Counter(itertools.product(kinds, again))
    assert named == {digits: printed_name(label) for digits, label in WANTED.items()}


def printed_name(label: Label) -> str:
    """What a tile says of its label: commands in capitals, cards uncut."""
    if label.type == "command":
        return label.title.upper()
    return title(label, codebook().games[label.game]) if label.game else label.title


@pytest.mark.parametrize(("paper", "code", "dpi"), COMBINATIONS)
def test_codes_are_well_above_what_a_cheap_scanner_reads(paper: str, code: str, dpi: int) -> None:
    least = {"code128": 1.3 * CODE_128_LEAST_MM, "datamatrix": 2 * DATAMATRIX_LEAST_MM}
    for page in pages(paper, code, dpi):
        for symbol, _ in symbols(page):
            assert to_mm(symbol.module, dpi) >= least[symbol.name]
            if symbol.name == "code128":
                assert to_mm(symbol.edges[3] - symbol.edges[1], dpi) >= 8.5


@pytest.mark.parametrize(("paper", "code"), EACH)
def test_a_scanners_line_meets_one_code_at_a_time(paper: str, code: str) -> None:
    for page in pages(paper, code, 203):
        for first, second in itertools.combinations(_places(page), 2):
            if first[1] < second[3] and second[1] < first[3]:  # they are level
                apart = max(first[0], second[0]) - min(first[2], second[2])
                assert to_mm(apart, 203) >= APART_MM


def _places(page):
    """The edges of each tile's codes: bars and square together, for they say the same."""
    drawn = [symbol.edges for symbol, _ in symbols(page)]
    for frame in frames(page):
        own = [edges for edges in drawn if frame.holds(*(to_mm(edge, 203) for edge in edges[:2]))]
        if own:
            left, top, right, bottom = zip(*own, strict=True)
            yield min(left), min(top), max(right), max(bottom)


@pytest.mark.parametrize(("paper", "code"), EACH)
def test_text_stays_in_its_tile_and_off_other_text(paper: str, code: str) -> None:
    for page in (*pages(paper, code, 203), *guides(paper, code, 203)):
        is_in_tiles(page)


# What is scanned in every round, and what helps a player who cannot see.
WITH_DOT = {"NEXT", "SCORE", "UNDO", "WHAT IS THIS?", "REPEAT", "SLOWER", "READ THE TABLE"}


def test_a_tactile_dot_has_a_place_where_fingers_look_for_a_code() -> None:
    badges = {label.title for label in WANTED.values() if label.type == "badge"}
    for code, marked in (("code128", WITH_DOT | badges), ("datamatrix", WITH_DOT | badges)):
        table, *others = pages("a4", code, 203)
        centres = [(ring.x + ring.width / 2, ring.y + ring.height / 2) for ring in rings(table)]
        tiles = [tile for tile in frames(table) if any(tile.holds(*point) for point in centres)]
        assert {tile.title for tile in tiles} == marked
        assert len(centres) == len(marked)
        assert not any(map(rings, others))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("dpi", [203, 300, 600])
def test_a_dot_is_to_the_left_of_its_code_and_covers_nothing(paper: str, dpi: int) -> None:
    for spoken in ("en", *CODES):
        for code in ("code128", "datamatrix"):
            page = draw_paper("table", codebook(), paper, code, dpi, language(spoken))[0]
            tiles = [(tile.left, tile.top, tile.right, tile.bottom) for tile in frames(page)]
            codes = [
                tuple(to_mm(dots, dpi) for dots in symbol.quiet) for symbol, _ in symbols(page)
            ]
            for ring in map(bounds, rings(page)):
                (tile,) = (tile for tile in tiles if _overlap(ring, tile))
                assert tile[0] + 0.5 <= ring[0] < ring[2] <= tile[2] - 0.5
                assert tile[1] + 0.5 <= ring[1] < ring[3] <= tile[3] - 0.5
                assert not any(_overlap(ring, words) for words in map(extent, words_of(page)))
                assert not any(_overlap(ring, place) for place in codes)
                (own,) = (place for place in codes if _overlap(place, tile))
                assert ring[2] < own[0]
                assert ring[1] < (own[1] + own[3]) / 2 < ring[3]


def _overlap(first: Sequence[float], second: Sequence[float]) -> bool:
    across = first[0] < second[2] and second[0] < first[2]
    return across and first[1] < second[3] and second[1] < first[3]


def test_both_codes_leave_no_room_for_dots_and_the_sheet_says_nothing_of_them() -> None:
    for code, there in (("both", False), ("code128", True)):
        page = pages("letter", code, 300)[0]
        assert bool(rings(page)) is there
        assert any("tactile" in text.text for text in words_of(page)) is there


@pytest.mark.parametrize("paper", PAPERS)
def test_what_is_needed_together_is_on_one_page(paper: str) -> None:
    table, *games = (
        [WANTED[text.text] for text in page.marks if isinstance(text, Text) and text.text in WANTED]
        for page in pages(paper, "code128", 203)[:-1]
    )
    variants = {variant for game in GAMES for variant in game.variants}
    assert {label.slug for label in table if label.type == "command"}.isdisjoint(variants)
    assert {label.type for label in table} == {"command", "badge", "game"}
    for page in games:
        assert len({label.game for label in page if label.game}) == 1
        assert len({label.type in ("preset", "kind") for label in page}) == 1
    assert len(games) == 5


def test_a_corrected_card_table_is_what_the_sheet_says() -> None:
    table = omakase.CARD_TABLE
    dishes = {**table.dishes, "tofu": omakase.Dish(250, 6, ("ume-set",))}
    book = Codebook((*GAMES[:2], omakase.game(table._replace(dishes=dishes))))
    code = book.label("face", "omakase/tofu").code
    tiles = [
        tile for page in draw_paper("table", book, "a4", "code128", 203) for tile in frames(page)
    ]
    (texts,) = ({word.text for word in tile.words} for tile in tiles if code in str(tile.words))
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
    book = Codebook((sushi_go_party.GAME, own))
    wanted = [label.code for label in book.labels if label.type != "card"]
    sheets = draw_paper("table", book, "letter", "code128", 203)[:-1]
    seen = [label.text for image in printed(sheets, 203) for label in read(one_bit(image))]
    assert sorted(seen) == sorted(wanted)
