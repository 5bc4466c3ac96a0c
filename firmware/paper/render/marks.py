"""What a page is made of; `pdf` draws it, and `png` a label.

Rule 1: millimetres from the top left corner of the page, y down. Only bars are in dots: an edge
between two dots of the printer comes out blurred, and a scanner measures edges.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

MM_PER_INCH = 25.4
POINTS_PER_MM = 72 / MM_PER_INCH

Colour = str  # "#rrggbb"
Align = Literal["left", "middle", "right"]
Point = tuple[float, float]
# A first point, then straight lines (their end) and cubic Bézier curves (three points).
Outline = tuple[tuple[Point, ...], ...]
BLACK: Colour = "#000000"
WHITE: Colour = "#ffffff"
SIDES = {"left": 0.0, "middle": 0.5, "right": 1.0}  # of a text's width, to the left of its x


class Bars(NamedTuple):
    """Black boxes in whole printer dots: (left, top, width, height) each, from the page's corner.

    `dpi` is the printer's dots to an inch.
    """

    boxes: tuple[tuple[int, int, int, int], ...]
    dpi: int


class Box(NamedTuple):
    """A rectangle with rounded corners, filled or drawn with a pen of `line_mm` or both."""

    x: float
    y: float
    width: float
    height: float
    fill: Colour | None = None
    line: Colour = BLACK
    line_mm: float = 0.0
    radius: float = 0.0


class Line(NamedTuple):
    """A straight line, drawn with a pen of `line_mm`."""

    begin: Point
    end: Point
    colour: Colour
    line_mm: float


class Path(NamedTuple):
    """Filled outlines, in units of their own: their (0, 0) is at (x, y), a unit is `scale` mm."""

    outlines: tuple[Outline, ...]
    fill: Colour
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


class Text(NamedTuple):
    """One line of text; `x` is its left end, middle or right end, `y` its base line.

    `points` is the size of the font in typographic points (1/72 inch).
    """

    x: float
    y: float
    text: str
    points: float
    bold: bool = False
    align: Align = "left"
    colour: Colour = BLACK


LabelMark = Bars | Box | Text  # all that a card's label has
DrawnMark = Box | Line | Path | Text  # all that no scanner measures
Mark = LabelMark | Line | Path


class Rect(NamedTuple):
    """A rectangle on the page, in mm."""

    x: float
    y: float
    width: float
    height: float


class PaperPage(NamedTuple):
    """A sheet of paper, or one label of a roll; its size in mm, its marks in the order drawn."""

    width: float
    height: float
    marks: tuple[Mark, ...]


def placed(mark: DrawnMark, x: float, y: float, scale: float = 1.0) -> DrawnMark:
    """The mark so much larger, with what was the page's corner at (x, y)."""

    def moved(point: Point) -> Point:
        return x + point[0] * scale, y + point[1] * scale

    match mark:
        case Line():
            begin, end = moved(mark.begin), moved(mark.end)
            return mark._replace(begin=begin, end=end, line_mm=mark.line_mm * scale)
        case Path():
            left, top = moved((mark.x, mark.y))
            return mark._replace(x=left, y=top, scale=mark.scale * scale)
        case Text():
            left, top = moved((mark.x, mark.y))
            return mark._replace(x=left, y=top, points=mark.points * scale)
        case Box():
            return Box(
                *moved((mark.x, mark.y)),
                mark.width * scale,
                mark.height * scale,
                mark.fill,
                mark.line,
                mark.line_mm * scale,
                mark.radius * scale,
            )


def disc(
    x: float, y: float, radius: float, fill: Colour, line: Colour = BLACK, line_mm: float = 0.0
) -> Box:
    """Draw a circle about (x, y)."""
    side = 2 * radius
    return Box(x - radius, y - radius, side, side, fill, line, line_mm, radius)


def letter_share(letters: str) -> float:
    """How large letters are in a circle, beside one alone."""
    return 1.0 if len(letters) < 2 else 0.68


def lettered(
    letters: str, x: float, y: float, radius: float, fill: Colour, ink: Colour, line_mm: float
) -> Iterator[Box | Text]:
    """Draw a circle about (x, y) with a letter in it, or two."""
    size = radius * 1.25 * POINTS_PER_MM * letter_share(letters)
    yield disc(x, y, radius, fill, BLACK, line_mm)
    yield Text(x, y + size * 0.365 / POINTS_PER_MM, letters, size, True, "middle", ink)


def pixels(rows: Iterable[str]) -> tuple[Outline, ...]:
    """Outline each run of "#" in rows; a little higher than a row, or paper shows between two."""
    return tuple(
        outline((run.start(), y), (run.end(), y), (run.end(), y + 1.02), (run.start(), y + 1.02))
        for y, row in enumerate(rows)
        for run in re.finditer("#+", row)
    )


def outline(*points: Point) -> Outline:
    """Join points by straight lines."""
    return tuple((point,) for point in points)
