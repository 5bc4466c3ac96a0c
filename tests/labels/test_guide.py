"""The quick guide: its screens are a real game's, its codes real ones, its pictures not codes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.label_reading import read
from support.table_paper import PAPERS, bounds, extent, guides, printed, symbols

from engine.codes import codebook
from engine.games import GAMES
from engine.position import Scan, empty
from engine.refusals import Refused
from engine.report import report
from engine.standings import standings
from engine.table import scan as scanned
from firmware.core.screen.raster import Bitmap
from firmware.paper import guide
from firmware.paper.render import icons, marks
from firmware.paper.render.marks import BLACK, Box, Path, Text
from firmware.paper.table_sheet.tiles import FRAME

PLAIN = re.compile(
    r'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">\n'
    r'(<path fill="#[0-9a-f]{6}" d="(M[LHVC .0-9]+Z ?)+"/>\n)+</svg>\n'
)


def test_nothing_but_codes_is_taken_for_one() -> None:
    """Without its bars there is nothing on it to scan, dark or light, small or turned."""
    (page,) = guides("a4", "code128", 300)
    drawn = [bars for _, bars in symbols(page)]
    bare = page._replace(marks=tuple(mark for mark in page.marks if mark not in drawn))
    (image,) = printed([bare], 300)
    assert read(image, thorough=True) == []


def test_every_label_has_an_icon_of_its_own() -> None:
    """Commands, games, kinds and faces; a face may have its kind's."""
    own = {label.slug for label in codebook().labels if label.type in ("command", "game")}
    for game in GAMES:
        for kind in game.kinds:
            faces = {face.slug for face in kind.faces}
            assert kind.slug in icons.names() or faces <= icons.names(), kind.slug
    assert own <= icons.names()


def test_an_icon_is_filled_paths_in_its_square_and_no_more() -> None:
    """So that anything can draw it: outlines closed, no strokes, no holes, nothing outside."""
    for name in icons.names():
        with open(f"{icons.FOLDER}/{name}.svg", encoding="utf-8") as file:
            assert PLAIN.fullmatch(file.read()), name
        for path in icons.load(name):
            assert min(bounds(path)) >= 0, name
            assert max(bounds(path)) <= 24, name


@pytest.mark.parametrize("lines", [guide.SCORED, guide.FINISHED])
def test_the_game_on_its_screens_is_scanned_without_a_refusal(lines: tuple[str, ...]) -> None:
    table = empty()
    for line in lines:
        kind, slug = line.split()
        table, outcome = scanned(table, Scan(codebook().label(kind, slug), 0))
        assert not isinstance(outcome, Refused), line
        assert not table.asked  # nothing has to be scanned twice
    last: Any = report(standings(table))
    if lines is guide.FINISHED:
        assert last["winners"] == ["red"]
    else:  # where the lights of picture 5 are
        assert [seat["total"] for seat in last["seats"]] == [23, 13, 1]


@given(st.binary(min_size=64, max_size=64))
def test_a_screen_is_drawn_dot_by_dot(pages: bytes) -> None:
    shown = Bitmap(32, 16, pages)
    rows = [["."] * shown.width for _ in range(shown.height)]
    for outline in marks.pixels(shown.rows()):
        left, top, right, _ = map(int, bounds(Path((outline,), BLACK)))
        rows[top][left:right] = "#" * (right - left)
    assert ["".join(row) for row in rows] == shown.rows()


@pytest.mark.parametrize("paper", PAPERS)
def test_each_picture_stays_in_its_frame(paper: str) -> None:
    (page,) = guides(paper, "both", 300)
    edges = [bounds(mark) for mark in page.marks if isinstance(mark, Box | Path)]
    edges += [extent(mark) for mark in page.marks if isinstance(mark, Text)]
    panels = [
        bounds(mark)
        for mark in page.marks
        if isinstance(mark, Box) and (mark.line, mark.line_mm) == (FRAME, 0.25)
    ]
    assert len(panels) == len(guide.STEPS) == 6
    for left, top, right, bottom in panels:
        inside = [edge for edge in edges if left < edge[0] < right and top < edge[1] < bottom]
        assert len(inside) > 10
        for edge in inside:
            assert edge[2] < right
            assert edge[3] < bottom
