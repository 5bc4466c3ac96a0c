"""What a page is made of; `pdf` and `png` draw it.

Rule 1: millimetres from the top left corner of the page, y down. Only bars are in dots: an edge
between two dots of the printer comes out blurred, and a scanner measures edges.
"""

from typing import Literal, NamedTuple

MM_PER_INCH = 25.4
POINTS_PER_MM = 72 / MM_PER_INCH

# A quarter of a circle is nearly the curve with its control points so far along its tangents.
ROUND = 0.5523

Colour = tuple[int, int, int]  # red, green, blue, 0 to 255
Align = Literal["left", "middle", "right"]
Point = tuple[float, float]
# A first point, then straight lines (their end) and cubic Bézier curves (three points).
Outline = tuple[tuple[Point, ...], ...]
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


class Bars(NamedTuple):
    """Black boxes in whole printer dots: (left, top, width, height) each, from the page's corner.

    `dpi` is the printer's dots to an inch.
    """

    boxes: tuple[tuple[int, int, int, int], ...]
    dpi: int


class Path(NamedTuple):
    """Outlines, filled or drawn with a pen of `line_mm` or both.

    They are in units of their own: their (0, 0) is at (x, y), a unit is `scale` mm.
    """

    outlines: tuple[Outline, ...]
    fill: Colour | None = None
    line: Colour = BLACK
    line_mm: float = 0.0
    closed: bool = True
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


Mark = Bars | Path | Text


class Page(NamedTuple):
    """A sheet of paper, or one label of a roll; its size in mm, its marks in the order drawn."""

    width: float
    height: float
    marks: tuple[Mark, ...]


def polyline(*points: Point, colour: Colour = BLACK, line_mm: float) -> Path:
    """Join points by straight lines."""
    return Path((tuple((point,) for point in points),), None, colour, line_mm, closed=False)


def polygon(*points: Point, fill: Colour, line_mm: float = 0.0) -> Path:
    """Fill the area between points, its edge in the same colour."""
    return Path((tuple((point,) for point in points),), fill, fill, line_mm)


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: Colour | None = None,
    line: Colour = BLACK,
    line_mm: float = 0.0,
    radius: float = 0.0,
) -> Path:
    """Draw a rectangle, its corners rounded by `radius`."""
    right, foot = x + width, y + height
    if not radius:
        corners: Outline = (((x, y),), ((right, y),), ((right, foot),), ((x, foot),))
        return Path((corners,), fill, line, line_mm)
    near = radius * (1 - ROUND)  # from a corner to the control points of its curve
    outline = (
        ((x + radius, y),),
        ((right - radius, y),),
        ((right - near, y), (right, y + near), (right, y + radius)),
        ((right, foot - radius),),
        ((right, foot - near), (right - near, foot), (right - radius, foot)),
        ((x + radius, foot),),
        ((x + near, foot), (x, foot - near), (x, foot - radius)),
        ((x, y + radius),),
        ((x, y + near), (x + near, y), (x + radius, y)),
    )
    return Path((outline,), fill, line, line_mm)


def disc(
    x: float,
    y: float,
    radius: float,
    fill: Colour | None = None,
    line: Colour = BLACK,
    line_mm: float = 0.0,
) -> Path:
    """Draw a circle about (x, y)."""
    side = 2 * radius
    return box(x - radius, y - radius, side, side, fill, line, line_mm, radius)
