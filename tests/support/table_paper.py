"""A paper, a code and a printer in, the table sheet as it is printed and read out: which tile
says what, and which codes a scanner finds on it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from PIL import Image
from support.label_reading import Read, rasters

from engine.codes import Codebook, codebook
from firmware.labels.output import draw_paper
from firmware.labels.render import fonts, pdf
from firmware.labels.render.barcodes import (
    CODE_128_MODULES,
    CODE_128_QUIET,
    DATAMATRIX_MODULES,
    DATAMATRIX_QUIET,
)
from firmware.labels.render.marks import POINTS_PER_MM, WHITE, Bars, Box, Page, Text
from firmware.labels.table_sheet.tiles import FRAME

PAPERS, CODES, ALL_DPI = ("a4", "letter"), ("code128", "datamatrix", "both"), (203, 300, 600)
SYMBOLS = {
    "code128": ("code128",),
    "datamatrix": ("datamatrix",),
    "both": ("code128", "datamatrix"),
}
COMBINATIONS = [(paper, code, dpi) for paper in PAPERS for code in CODES for dpi in ALL_DPI]


class Symbol(NamedTuple):
    """A code as drawn: which, the size of its module, its edges and its quiet zone, in dots."""

    name: str
    module: int
    edges: tuple[int, int, int, int]
    quiet: tuple[int, int, int, int]


class Frame(NamedTuple):
    """A tile's edges in mm, and the words in it, a mark each."""

    left: float
    top: float
    right: float
    bottom: float
    words: tuple[Text, ...]

    def holds(self, x: float, y: float) -> bool:
        return self.left < x < self.right and self.top < y < self.bottom

    @property
    def title(self) -> str:
        """What it is called; the number in the disc stands after the name."""
        bold = [one for one in self.words if one.bold and one.text not in "ROYGCBMW¥"]
        named = [one for one in bold if not (one.colour == WHITE and one.text.isdigit())]
        numbers = [one for one in bold if one not in named]
        icons = [one for one in named if one.align == "middle"]  # a number on a roll
        return " ".join(one.text for one in (*named, *numbers) if one not in icons)


@cache
def pages(paper: str, code: str, dpi: int) -> tuple[Page, ...]:
    return tuple(draw_paper("table", codebook(), paper, code, dpi))


@cache
def guides(paper: str, code: str, dpi: int) -> tuple[Page, ...]:
    return tuple(draw_paper("guide", codebook(), paper, code, dpi))


def printed(some: Sequence[Page], dpi: int) -> Iterator[Image.Image]:
    """Each page as a printer has it, in grey."""
    file = io.BytesIO()
    pdf.write(some, file, "table")
    return rasters(file.getvalue(), dpi)


def other_book(*games) -> Codebook:
    return Codebook(games)


def symbols(page: Page) -> list[tuple[Symbol, Bars]]:
    """Every code on it; the ruler is none."""
    found = []
    for mark in page.marks:
        if isinstance(mark, Bars):
            symbol = _symbol(mark)
            if symbol is not None:
                found.append((symbol, mark))
    return found


def _symbol(bars: Bars) -> Symbol | None:
    left, top = min(box[0] for box in bars.boxes), min(box[1] for box in bars.boxes)
    right = max(box[0] + box[2] for box in bars.boxes)
    bottom = max(box[1] + box[3] for box in bars.boxes)
    module = min(box[2] for box in bars.boxes)
    edges = left, top, right, bottom
    if len({box[1] for box in bars.boxes}) == 1 and right - left == CODE_128_MODULES * module:
        quiet = CODE_128_QUIET * module
        return Symbol("code128", module, edges, (left - quiet, top, right + quiet, bottom))
    if right - left == bottom - top == DATAMATRIX_MODULES * module:
        quiet = DATAMATRIX_QUIET * module
        around = (left - quiet, top - quiet, right + quiet, bottom + quiet)
        return Symbol("datamatrix", module, edges, around)
    return None


def frames(page: Page) -> list[Frame]:
    """The tiles on it."""
    boxes = [one for one in page.marks if isinstance(one, Box) and one.line == FRAME]
    texts = [one for one in page.marks if isinstance(one, Text)]
    found = []
    for box in (one for one in boxes if one.line_mm and one.radius == 1.6):
        edges = (box.x, box.y, box.x + box.width, box.y + box.height)
        empty = Frame(*edges, ())
        found.append(empty._replace(words=tuple(t for t in texts if empty.holds(t.x, t.y))))
    return found


def extent(words: Text) -> tuple[float, float, float, float]:
    """Where a line of text is: left, top, right, bottom in mm, letters below the line included."""
    width = fonts.width(words.text, words.points, words.bold)
    left = words.x - {"left": 0.0, "middle": width / 2, "right": width}[words.align]
    size = words.points / POINTS_PER_MM
    top, bottom = words.y - fonts.CAPITAL * size, words.y + fonts.BELOW * size
    return left, top, left + width, bottom


def within(frame: Frame, found: Sequence[Read], dpi: int) -> list[Read]:
    """The codes read in a tile."""
    mm = 25.4 / dpi
    return [one for one in found if frame.holds(one.x * mm, one.y * mm)]
