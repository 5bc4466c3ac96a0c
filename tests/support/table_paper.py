"""The table sheet and the guide as they are printed: which tile says what, which codes a scanner
finds on a page, and how clean they are.
"""

import io
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw
from support.label_reading import Read, one_bit, rasters, read_sheet

from engine.codes import codebook
from firmware.paper.cards.layout import Symbology
from firmware.paper.output import draw_paper
from firmware.paper.render import fonts, pdf
from firmware.paper.render.barcodes import (
    CODE_128_MODULES,
    CODE_128_QUIET,
    DATAMATRIX_MODULES,
    DATAMATRIX_QUIET,
    to_mm,
)
from firmware.paper.render.marks import POINTS_PER_MM, WHITE, Bars, Box, PaperPage, Path, Text
from firmware.paper.table_sheet.tiles import FRAME

PAPERS, CODES, ALL_DPI = ("a4", "letter"), ("code128", "datamatrix", "both"), (203, 300, 600)
WANTED = {label.code: label for label in codebook().labels if label.type != "card"}
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
        bold = [word for word in self.words if word.bold]
        named = [word.text for word in bold if word.align == "left"]
        numbers = [word.text for word in bold if word.colour == WHITE and word.text.isdigit()]
        return " ".join(named + numbers)


@cache
def pages(paper: str, code: Symbology, dpi: int) -> tuple[PaperPage, ...]:
    return tuple(draw_paper("table", codebook(), paper, code, dpi))


@cache
def guides(paper: str, code: Symbology, dpi: int) -> tuple[PaperPage, ...]:
    return tuple(draw_paper("guide", codebook(), paper, code, dpi))


def printed(some: Sequence[PaperPage], dpi: int) -> Iterator[Image.Image]:
    """Each page as a printer has it, in grey."""
    file = io.BytesIO()
    pdf.write(some, file, "table")
    return rasters(file.getvalue(), dpi)


def symbols(page: PaperPage) -> list[tuple[Symbol, Bars]]:
    """Every code on it; the ruler is none."""
    drawn = []
    for mark in page.marks:
        if isinstance(mark, Bars):
            symbol = _symbol(mark)
            if symbol is not None:
                drawn.append((symbol, mark))
    return drawn


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


def frames(page: PaperPage) -> list[Frame]:
    """The tiles on it."""
    texts = [text for text in page.marks if isinstance(text, Text)]
    filled = []
    for edge in page.marks:
        if isinstance(edge, Box) and (edge.line, edge.line_mm) == (FRAME, 0.2):
            empty = Frame(*bounds(edge), ())
            filled.append(empty._replace(words=tuple(t for t in texts if empty.holds(t.x, t.y))))
    return filled


def rings(page: PaperPage) -> list[Box]:
    """The places for tactile dots."""
    boxes = (mark for mark in page.marks if isinstance(mark, Box))
    return [box for box in boxes if box.fill == WHITE and box.width == box.height >= 8]


def bounds(path: Box | Path) -> tuple[float, float, float, float]:
    """How far it reaches, in mm: left, top, right, bottom."""
    if isinstance(path, Box):
        return path.x, path.y, path.x + path.width, path.y + path.height
    points = [point for outline in path.outlines for step in outline for point in step]
    xs = [path.x + x * path.scale for x, _ in points]
    ys = [path.y + y * path.scale for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def extent(words: Text) -> tuple[float, float, float, float]:
    """Where a line of text is: left, top, right, bottom in mm, letters below the line included."""
    width = fonts.width(words.text, words.points, words.bold)
    left = words.x - {"left": 0.0, "middle": width / 2, "right": width}[words.align]
    size = words.points / POINTS_PER_MM
    top, bottom = words.y - fonts.CAPITAL * size, words.y + fonts.BELOW * size
    return left, top, left + width, bottom


def is_in_tiles(page: PaperPage) -> None:
    """Text stays in its tile and off other text."""
    for frame in frames(page):
        for words in frame.words:
            left, top, right, bottom = extent(words)
            assert left >= frame.left + 0.5, words
            assert right <= frame.right - 0.5, words
            assert top >= frame.top + 0.2, words
            assert bottom <= frame.bottom - 0.2, words
    for first, second in combinations(map(extent, words_of(page)), 2):
        side_by_side = first[2] <= second[0] or second[2] <= first[0]
        above = (
            first[3] <= second[1] + 0.4 or second[3] <= first[1] + 0.4
        )  # few letters go that low
        assert side_by_side or above


class Looked(NamedTuple):
    """A printed page: the codes read from it, how far in mm its marks keep off the paper's edges,
    and the symbols that are not as they should be, to the dot.
    """

    codes: list[Read]
    held: float
    spoiled: list[Symbol]


@cache
def looked(paper: str, code: str, dpi: int) -> list[Looked]:
    """Page by page."""
    own = pages(paper, code, dpi)
    looks = []
    for page, image in zip(own, printed(own, dpi), strict=True):
        codes = read_sheet(one_bit(image), dpi)
        spoiled = [symbol for symbol, bars in symbols(page) if not clean(symbol, bars, image)]
        looks.append(Looked(codes, _held(image, dpi), spoiled))
    return looks


def clean(symbol: Symbol, bars: Bars, image: Image.Image) -> bool:
    """Dot by dot as it should be, and white as far as its quiet zone goes."""
    left, top, right, bottom = symbol.edges
    drawn = Image.new("L", (right - left, bottom - top), 255)
    pen = ImageDraw.Draw(drawn)
    for x, y, width, height in bars.boxes:
        box = (x - left, y - top, x - left + width - 1, y - top + height - 1)
        pen.rectangle(box, fill=0)
    if ImageChops.difference(one_bit(image.crop(symbol.edges)), drawn).getbbox() is not None:
        return False
    around = image.crop(symbol.quiet)
    x, y = left - symbol.quiet[0], top - symbol.quiet[1]
    around.paste(255, (x, y, x + right - left, y + bottom - top))
    return around.getextrema() == (255, 255)


def _held(image: Image.Image, dpi: int) -> float:
    ink = ImageChops.invert(image).getbbox()
    assert ink is not None, "a page with nothing on"
    left, top, right, bottom = ink
    return to_mm(min(left, top, image.width - right, image.height - bottom), dpi)


def words_of(page: PaperPage) -> list[Text]:
    return [mark for mark in page.marks if isinstance(mark, Text)]


def ends(text: Text) -> tuple[float, float]:
    """Where a line begins and ends, in mm from the left."""
    wide = fonts.width(text.text, text.points, text.bold)
    left = {"left": 0.0, "middle": wide / 2, "right": wide}[text.align]
    return text.x - left, text.x - left + wide


def overlapping(words: Sequence[Text]) -> list[tuple[str, str]]:
    """Lines that stand at one height and run into each other."""
    rows: dict[float, list[Text]] = {}
    for text in words:
        rows.setdefault(round(text.y, 1), []).append(text)
    pairs = [pair for row in rows.values() for pair in pairwise(sorted(row, key=ends))]
    return [(a.text, b.text) for a, b in pairs if ends(a)[1] > ends(b)[0] + 0.05]
