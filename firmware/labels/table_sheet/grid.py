"""Lay out pages: sections of tiles under their headings, a ruler and a number at the foot.

Rule 1: nothing within 6 mm of the edge: many printers cannot reach it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from firmware.labels.cards.sheets import RULER_MM, ruler
from firmware.labels.cards.stocks import A4, LETTER
from firmware.labels.render import fonts
from firmware.labels.render.marks import (
    Mark,
    Page,
    Path,
    Text,
    polyline,
)
from firmware.labels.table_sheet.tiles import FRAME, GREY, Codes, Place, Tile, tile

PAPERS = {"a4": A4, "letter": LETTER}
MARGIN, GUTTER = 9.0, 2.6
HEAD_MM, FOOT_MM, TITLE_MM = 13.0, 7.0, 5.6
TALLEST_MM, LOWEST_MM = 40.0, 26.0
CUT_MM = 2.0


class Section(NamedTuple):
    """Tiles that belong together; None leaves a place empty."""

    title: str
    note: str
    tiles: tuple[Tile | None, ...]
    columns: int = 4

    @property
    def rows(self) -> int:
        return -(-len(self.tiles) // self.columns)


class Sheet(NamedTuple):
    """One page's worth of sections."""

    title: str
    part: str
    note: str
    sections: tuple[Section, ...]


def area(paper: str) -> Place:
    """Return what may be printed on."""
    width, height = PAPERS[paper]
    return Place(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)


def rows_mm(paper: str, sections: Sequence[Section]) -> float:
    """Return how high a row can be, gutter included, if all of these are on one page."""
    titles = sum(bool(section.title) for section in sections)
    room = area(paper).height - HEAD_MM - FOOT_MM - titles * TITLE_MM
    return min(TALLEST_MM, room / max(1, sum(section.rows for section in sections)))


def page(sheet: Sheet, paper: str, codes: Codes, number: int, of: int) -> Page:
    """Lay out a page."""
    width, height = PAPERS[paper]
    place = area(paper)
    high = rows_mm(paper, sheet.sections)
    marks: list[Mark] = [
        *heading(sheet.title, sheet.part, sheet.note, place),
        *foot(place, number, of, codes.dpi),
    ]
    y = place.y + HEAD_MM
    for section in sheet.sections:
        if section.title:
            marks += _title(section, place.x, y, place.width)
            y += TITLE_MM
        marks += _tiles(section, Place(place.x, y, place.width, high), codes)
        y += section.rows * high
    return Page(width, height, tuple(marks))


def heading(title: str, part: str, note: str, place: Place) -> Iterator[Mark]:
    """Write the page's name, what it is for, and whose it is."""
    yield Text(place.x, place.y + 5.4, title, 17.0, True)
    after = place.x + fonts.width(title, 17.0, True) + 3.5
    yield Text(after, place.y + 5.4, part, 17.0, colour=GREY)
    yield Text(place.x + place.width, place.y + 5.4, "Okanjo", 11.0, True, "right")
    yield Text(place.x, place.y + 10.2, note, 7.6, colour=GREY)


def _title(section: Section, x: float, y: float, width: float) -> Iterator[Mark]:
    yield Text(x, y + 3.6, section.title, 9.0, True)
    after = x + fonts.width(section.title, 9.0, True) + 2.5
    yield Text(after, y + 3.6, section.note, 6.8, colour=GREY)
    begin = after + (fonts.width(section.note, 6.8) + 2.5 if section.note else 0)
    if begin < x + width:
        yield polyline((begin, y + 2.5), (x + width, y + 2.5), colour=FRAME, line_mm=0.15)


def _tiles(section: Section, first: Place, codes: Codes) -> Iterator[Mark]:
    """Lay tiles row by row; `first` is the first row, its gutter included."""
    x, y, width, high = first
    across = (width + GUTTER) / section.columns
    for at, one in enumerate(section.tiles):
        row, column = divmod(at, section.columns)
        place = Place(x + column * across, y + row * high, across - GUTTER, high - GUTTER)
        if one is not None:
            yield from tile(one, place, codes, code_on_top=column % 2 == 1)
        if column:
            cut, foot = place.x - GUTTER / 2, place.y + place.height
            yield _cut((cut, place.y), (cut, place.y + CUT_MM))
            yield _cut((cut, foot - CUT_MM), (cut, foot))
    for row in range(1, section.rows):
        cut = y + row * high - GUTTER / 2
        yield _cut((x, cut), (x + CUT_MM, cut))
        yield _cut((x + width - CUT_MM, cut), (x + width, cut))


def _cut(one: tuple[float, float], other: tuple[float, float]) -> Path:
    """Draw one end of a line to cut along."""
    return polyline(one, other, colour=FRAME, line_mm=0.15)


def foot(place: Place, number: int, of: int, dpi: int) -> Iterator[Mark]:
    """Draw a ruler to check the print with, and the page's number."""
    x, y = place.x, place.y + place.height
    yield ruler(x, y, dpi)
    yield Text(x + RULER_MM + 3, y - 0.6, "50 mm: print at 100 %, not “fit to page”", 6.4)
    yield Text(x + place.width, y - 0.6, f"{number} / {of}", 8.0, True, "right")
    yield Text(
        x + place.width - 12, y - 0.6,
        "Unofficial. The games’ names belong to their publishers.", 5.6, False, "right", GREY,
    )  # fmt: skip
