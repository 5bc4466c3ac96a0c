"""The quick guide: its screens are a real game's, its codes real ones, its pictures not codes."""

from __future__ import annotations

import io
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.label_reading import one_bit, rasters, read
from support.table_paper import CODES, PAPERS, SYMBOLS, extent, guides, printed, symbols

from engine.codes import codebook
from engine.position import Scan, empty
from engine.refusals import Refused
from engine.report import report
from engine.table import scan as scanned
from firmware.labels.guide import pictures
from firmware.labels.guide.pictures import STEPS, after
from firmware.labels.guide.things import boxes
from firmware.labels.render import icons, pdf
from firmware.labels.render.marks import Box, Disc, Mark, Page, Path, Shape, Text
from firmware.labels.table_sheet.tiles import FRAME
from firmware.screen.raster import Picture

EACH = list(itertools.product(PAPERS, CODES))
SHOWN = ("next", "score", "remove", "undo")


@pytest.mark.parametrize(("paper", "code"), EACH)
def test_it_is_one_page_with_four_codes_that_work(paper: str, code: str) -> None:
    (page,) = guides(paper, code, 203)
    (image,) = printed([page], 203)
    wanted = [codebook().label("command", slug).code for slug in SHOWN]
    seen = sorted((one.symbol, one.text) for one in read(one_bit(image), thorough=True))
    assert seen == sorted(itertools.product(SYMBOLS[code], wanted))


def test_nothing_but_codes_is_taken_for_one() -> None:
    """Without its bars there is nothing on it to scan, dark or light, small or turned."""
    (page,) = guides("a4", "code128", 300)
    drawn = [bars for _, bars in symbols(page)]
    bare = page._replace(marks=tuple(mark for mark in page.marks if mark not in drawn))
    (image,) = printed([bare], 300)
    assert read(image, thorough=True) == []


def test_no_icon_is_taken_for_a_code() -> None:
    marks = [
        mark
        for at, name in enumerate(sorted(icons.names()))
        for mark in icons.place(icons.load(name), 10 + at % 9 * 20, 10 + at // 9 * 20, 15)
    ]
    file = io.BytesIO()
    pdf.write([Page(200, 220, tuple(marks))], file, "icons")
    (image,) = rasters(file.getvalue(), 300)
    assert read(image, thorough=True) == []


@pytest.mark.parametrize("lines", [pictures.SCORED, pictures.FINISHED])
def test_the_game_on_its_screens_is_scanned_without_a_refusal(lines: tuple[str, ...]) -> None:
    table = empty()
    for line in lines:
        kind, slug = line.split()
        table, outcome = scanned(table, Scan(codebook().label(kind, slug), 0))
        assert not isinstance(outcome, Refused), line
        assert not table.asked  # nothing has to be scanned twice
    last = report(table, {})
    if lines is pictures.FINISHED:
        assert last["winners"] == ["red"]
    else:  # where the lights of picture 5 are
        assert [seat["total"] for seat in last["seats"]] == [23, 13, 1]


def test_a_screen_is_drawn_dot_by_dot() -> None:
    for lines in (pictures.LOBBY, pictures.SEATS, pictures.START):
        shown = after(lines)
        assert painted(boxes(shown), shown) == shown.rows()


@given(st.binary(min_size=64, max_size=64))
def test_boxes_are_the_picture(pages: bytes) -> None:
    shown = Picture(32, 16, pages)
    assert painted(boxes(shown), shown) == shown.rows()
    assert sum(width * height for *_, width, height in boxes(shown)) == sum(
        row.count("#") for row in shown.rows()
    )


def painted(own: list[tuple[int, int, int, int]], shown: Picture) -> list[str]:
    rows = [["."] * shown.width for _ in range(shown.height)]
    for x, y, width, height in own:
        for row in rows[y : y + height]:
            row[x : x + width] = "#" * width
    return ["".join(row) for row in rows]


@pytest.mark.parametrize(("paper", "code"), EACH)
def test_each_picture_stays_in_its_frame(paper: str, code: str) -> None:
    (page,) = guides(paper, code, 300)
    frames = [one for one in page.marks if isinstance(one, Box) and one.line == FRAME]
    panels = [one for one in frames if one.radius == 2.4]
    assert len(panels) == len(STEPS) == 6
    for panel in panels:
        here = [mark for mark in page.marks if mark != panel and within(panel, first_corner(mark))]
        assert here
        for mark in here:
            for corner in corners(mark):
                assert within(panel, corner), mark


def within(panel: Box, place: tuple[float, float]) -> bool:
    x, y = place
    return panel.x < x < panel.x + panel.width and panel.y < y < panel.y + panel.height


def first_corner(mark: Mark) -> tuple[float, float]:
    return corners(mark)[0] if corners(mark) else (0.0, 0.0)


def corners(mark: Mark) -> list[tuple[float, float]]:
    """How far it reaches, in mm; bars have been measured elsewhere."""
    match mark:
        case Box():
            return [(mark.x, mark.y), (mark.x + mark.width, mark.y + mark.height)]
        case Disc():
            far = mark.radius
            return [(mark.x - far, mark.y - far), (mark.x + far, mark.y + far)]
        case Text():
            left, top, right, bottom = extent(mark)
            return [(left, top), (right, bottom)]
        case Shape():
            return list(mark.points)
        case Path():
            points = [point for outline in mark.outlines for step in outline for point in step]
            return [(mark.x + x * mark.scale, mark.y + y * mark.scale) for x, y in points]
        case _:
            return []
