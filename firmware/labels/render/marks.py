"""What a page is made of; `pdf` and `png` draw it.

Rule 1: millimetres from the top left corner of the page, y down. Only bars are in dots: an edge
between two dots of the printer comes out blurred, and a scanner measures edges.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

MM_PER_INCH = 25.4
POINTS_PER_MM = 72 / MM_PER_INCH

Colour = tuple[int, int, int]  # red, green, blue, 0 to 255
Align = Literal["left", "middle", "right"]
Point = tuple[float, float]
# Closed: a first point, then straight lines (their end) and cubic Bézier curves (three points).
Outline = tuple[tuple[Point, ...], ...]
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


class Bars(NamedTuple):
    """Black boxes in whole printer dots: (left, top, width, height) each, from the page's corner.

    `dpi` is the printer's dots to an inch.
    """

    boxes: tuple[tuple[int, int, int, int], ...]
    dpi: int


class Box(NamedTuple):
    """A rectangle, its corners rounded by `radius`; `fill` None leaves it open, `line_mm` 0
    leaves its outline away.
    """

    x: float
    y: float
    width: float
    height: float
    fill: Colour | None = None
    line: Colour = BLACK
    line_mm: float = 0.0
    radius: float = 0.0


class Shape(NamedTuple):
    """Points joined by straight lines; closed and filled where `fill` is given."""

    points: tuple[Point, ...]
    fill: Colour | None = None
    line: Colour = BLACK
    line_mm: float = 0.0
    closed: bool = True


class Path(NamedTuple):
    """Filled outlines in units of their own: their (0, 0) is at (x, y), a unit is `scale` mm."""

    outlines: tuple[Outline, ...]
    fill: Colour
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


class Disc(NamedTuple):
    """A circle about (x, y)."""

    x: float
    y: float
    radius: float
    fill: Colour | None = None
    line: Colour = BLACK
    line_mm: float = 0.0


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


Mark = Bars | Box | Shape | Path | Disc | Text


class Page(NamedTuple):
    """A sheet of paper, or one label of a roll; its size in mm, its marks in the order drawn."""

    width: float
    height: float
    marks: tuple[Mark, ...]
