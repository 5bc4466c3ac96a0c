"""Draw the quick guide: how to score a round in six pictures, on one page.

Rule 1: every code on it is a real one: NEXT, SCORE, UNDO and REMOVE, once each.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.codes import Codebook
from firmware.labels.guide.pictures import STEPS, Step
from firmware.labels.render import icons
from firmware.labels.render.icons import Icon
from firmware.labels.render.marks import (
    BLACK,
    WHITE,
    Colour,
    Mark,
    Page,
    Text,
    box,
    disc,
)
from firmware.labels.table_sheet.colours import PLAIN
from firmware.labels.table_sheet.grid import GUTTER, PAPERS, area, foot, heading
from firmware.labels.table_sheet.tiles import FRAME, Codes, Place, Tile, tile, wrap

HEAD_MM, FOOT_MM, STRIP_MM = 14.0, 7.5, 33.6
COLUMNS, PANEL_GAP, CAPTION_MM = 2, 4.0, 15.0
PAPER_TINT: Colour = (250, 248, 243)


def page(codebook: Codebook, paper: str, codes: Codes, number: int = 1, of: int = 1) -> Page:
    """Draw the guide on "a4" or "letter", as page `number` of `of`."""
    place = area(paper)
    note = "Drawn for Sushi Go Party!; the others go alike. Omakase has one round."
    marks: list[Mark] = [
        *heading("A round", "in six pictures", note, place),
        *foot(place, number, of, codes.dpi),
    ]
    room = place.height - HEAD_MM - FOOT_MM - STRIP_MM
    rows = -(-len(STEPS) // COLUMNS)
    wide, high = (place.width + PANEL_GAP) / COLUMNS, room / rows
    for at, step in enumerate(STEPS):
        row, column = divmod(at, COLUMNS)
        x, y = place.x + column * wide, place.y + HEAD_MM + row * high
        panel = Place(x, y, wide - PANEL_GAP, high - PANEL_GAP)
        marks += _panel(at + 1, step, panel, codebook, codes)
    strip = Place(place.x, place.y + HEAD_MM + room, place.width, STRIP_MM)
    marks += _strip(codebook, strip, codes)
    return Page(*PAPERS[paper], tuple(marks))


def _panel(
    number: int, step: Step, place: Place, codebook: Codebook, codes: Codes
) -> Iterator[Mark]:
    """Draw a number, a heading, a sentence and a picture in a frame."""
    x, y, width, height = place
    yield box(x, y, width, height, PAPER_TINT, FRAME, 0.25, radius=2.4)
    yield disc(x + 7.6, y + 7.8, 4.6, BLACK)
    yield Text(x + 7.6, y + 10.1, str(number), 17.0, True, "middle", WHITE)
    yield Text(x + 15, y + 6.8, step.title, 12.0, True)
    yield Text(x + 15, y + 11.2, step.words, 6.8)
    inside = Place(x + 2.4, y + CAPTION_MM, width - 4.8, height - CAPTION_MM - 2.4)
    yield from step.draw(codebook, inside, codes)


def _strip(codebook: Codebook, place: Place, codes: Codes) -> Iterator[Mark]:
    """Show what helps when something went wrong."""
    across, high = (place.width + GUTTER) / 4, place.height - 3.4
    helps = (
        ("undo", "Wrong? This takes back the last scan."),
        ("remove", "One card wrong? This, then that card."),
    )
    for at, (slug, words) in enumerate(helps):
        label = codebook.label("command", slug)
        own = Tile(label, label.title.upper(), words, icon=icons.find(slug))
        at_place = Place(place.x + at * across, place.y, across - GUTTER, high)
        yield from tile(own, at_place, codes, code_on_top=at % 2 == 1)
    notes = (
        (icons.find("live"), "LIVE",
         "Scan it before you begin; then every card as it is revealed."),
        (icons.find("no-label"), "No label?", "Scan the card of that name on the table sheet."),
    )  # fmt: skip
    for at, (icon, title, words) in enumerate(notes, len(helps)):
        yield from _note(
            icon, title, words, Place(place.x + at * across, place.y, across - GUTTER, high)
        )


def _note(icon: Icon, title: str, words: str, place: Place) -> Iterator[Mark]:
    """Draw a tile without a code."""
    x, y, width, height = place
    yield box(x, y, width, height, line=FRAME, line_mm=0.2, radius=1.6)
    size = 12.0
    yield box(x + 1.6, y + 1.8, size, size, PLAIN, radius=1.2)
    yield from icons.place(icon, x + 2.2, y + 2.4, size - 1.2)
    yield Text(x + size + 3.6, y + 9.0, title, 10.0, True)
    for at, text in enumerate(wrap(words, 7.4, width - 4), 1):
        yield Text(x + 2, y + size + 3.4 + at * 3.4, text, 7.4)
