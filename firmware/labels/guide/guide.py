"""The codebook in, the quick guide out: how to score a round in six pictures, on one page.

Rule 1: every code on it is a real one: NEXT, SCORE, UNDO and REMOVE, once each.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.codes import Codebook
from firmware.labels.guide.pictures import STEPS, Step
from firmware.labels.icons import commands as table_icons
from firmware.labels.icons.pen import Icon, placed
from firmware.labels.render.marks import BLACK, WHITE, Box, Colour, Disc, Mark, Page, Words
from firmware.labels.table_sheet.colours import PLAIN
from firmware.labels.table_sheet.grid import GUTTER, PAPERS, area, foot, heading
from firmware.labels.table_sheet.tiles import FRAME, Place, Symbols, Tile, tile, wrapped

HEAD_MM, FOOT_MM, STRIP_MM = 14.0, 7.5, 33.6
COLUMNS, PANEL_GAP, CAPTION_MM = 2, 4.0, 15.0
PAPER_TINT: Colour = (250, 248, 243)
LOST: Icon = (*table_icons.CARD, *table_icons.letter("?")[1:])


def pages(codebook: Codebook, paper: str, code: str, dpi: int) -> list[Page]:
    """`paper` is "a4" or "letter", `code` "code128", "datamatrix" or "both"."""
    return [page(codebook, paper, Symbols(code, dpi), 1, 1)]


def page(codebook: Codebook, paper: str, symbols: Symbols, number: int, of: int) -> Page:
    """The guide as a page of something longer."""
    place = area(paper)
    note = "Drawn for Sushi Go Party!; the others go alike. Omakase has one round."
    marks: list[Mark] = [
        *heading("A round", "in six pictures", note, place),
        *foot(place, number, of, symbols.dpi),
    ]
    room = place.height - HEAD_MM - FOOT_MM - STRIP_MM
    rows = -(-len(STEPS) // COLUMNS)
    wide, high = (place.width + PANEL_GAP) / COLUMNS, room / rows
    for at, step in enumerate(STEPS):
        row, column = divmod(at, COLUMNS)
        x, y = place.x + column * wide, place.y + HEAD_MM + row * high
        panel = Place(x, y, wide - PANEL_GAP, high - PANEL_GAP)
        marks += _panel(at + 1, step, panel, codebook, symbols)
    strip = Place(place.x, place.y + HEAD_MM + room, place.width, STRIP_MM)
    marks += _strip(codebook, strip, symbols)
    return Page(*PAPERS[paper], tuple(marks))


def _panel(
    number: int, step: Step, place: Place, codebook: Codebook, symbols: Symbols
) -> Iterator[Mark]:
    """A number, a heading, a sentence and a picture in a frame."""
    x, y, width, height = place
    yield Box(x, y, width, height, PAPER_TINT, FRAME, 0.25, radius=2.4)
    yield Disc(x + 7.6, y + 7.8, 4.6, BLACK)
    yield Words(x + 7.6, y + 10.1, str(number), 17.0, True, "middle", WHITE)
    yield Words(x + 15, y + 6.8, step.title, 12.0, True)
    yield Words(x + 15, y + 11.2, step.words, 6.8)
    inside = Place(x + 2.4, y + CAPTION_MM, width - 4.8, height - CAPTION_MM - 2.4)
    yield from step.draw(codebook, inside, symbols)


def _strip(codebook: Codebook, place: Place, symbols: Symbols) -> Iterator[Mark]:
    """What helps when it went otherwise."""
    across, high = (place.width + GUTTER) / 4, place.height - 3.4
    helps = (
        ("undo", "Wrong? This takes back the last scan."),
        ("remove", "One card wrong? This, then that card."),
    )
    for at, (slug, words) in enumerate(helps):
        label = codebook.label("command", slug)
        own = Tile(label, label.title.upper(), words, icon=table_icons.command(slug))
        at_place = Place(place.x + at * across, place.y, across - GUTTER, high)
        yield from tile(own, at_place, symbols, code_on_top=at % 2 == 1)
    notes = (
        (table_icons.command("live"), "LIVE",
         "Scan it before you begin; then every card as it is revealed."),
        (LOST, "No label?", "Scan the card of that name on the table sheet."),
    )  # fmt: skip
    for at, (icon, title, words) in enumerate(notes, len(helps)):
        yield from _note(
            icon, title, words, Place(place.x + at * across, place.y, across - GUTTER, high)
        )


def _note(icon: Icon, title: str, words: str, place: Place) -> Iterator[Mark]:
    """A tile without a code."""
    x, y, width, height = place
    yield Box(x, y, width, height, line=FRAME, line_mm=0.2, radius=1.6)
    size = 12.0
    yield Box(x + 1.6, y + 1.8, size, size, PLAIN, radius=1.2)
    yield from placed(icon, x + 2.2, y + 2.4, size - 1.2)
    yield Words(x + size + 3.6, y + 9.0, title, 10.0, True)
    for at, text in enumerate(wrapped(words, 7.4, width - 4), 1):
        yield Words(x + 2, y + size + 3.4 + at * 3.4, text, 7.4)
