"""Lines, discs and boxes in a square of 24 by 24 in, the same at a place on paper out.

Rule 1: an icon is black lines, white inside; what it means is told in words beside it.
"""

from __future__ import annotations

from math import cos, radians, sin

from firmware.labels.render.marks import BLACK, WHITE, Box, Colour, Disc, Mark, Shape, Words

Icon = tuple[Mark, ...]
SQUARE = 24.0
PEN = 1.15
ARC_STEPS = 20


def disc(x: float, y: float, radius: float, fill: Colour | None = WHITE, pen: float = PEN) -> Disc:
    return Disc(x, y, radius, fill, BLACK, pen)


def dot(x: float, y: float, radius: float = 0.9) -> Disc:
    return Disc(x, y, radius, BLACK)


def box(
    x: float, y: float, width: float, height: float, radius: float = 0, fill: Colour | None = WHITE
) -> Box:
    return Box(x, y, width, height, fill, BLACK, PEN, radius)


def block(x: float, y: float, width: float, height: float) -> Box:
    return Box(x, y, width, height, BLACK)


def line(*xy: float, pen: float = PEN, colour: Colour = BLACK) -> Shape:
    """x and y by turns."""
    return Shape(_pairs(xy), None, colour, pen, closed=False)


def area(*xy: float, fill: Colour | None = WHITE) -> Shape:
    return Shape(_pairs(xy), fill, BLACK, PEN)


def oval(
    x: float, y: float, across: float, down: float, tilt: float = 0, fill: Colour | None = WHITE
) -> Shape:
    """`across` and `down` are half its width and height, `tilt` turns it clockwise, in degrees."""
    return Shape(_around(x, y, across, down, 0, 360, tilt), fill, BLACK, PEN)


def arc(
    x: float, y: float, across: float, down: float, begin: float, end: float, pen: float = PEN
) -> Shape:
    """Part of an oval, clockwise in degrees; 0 is right, 90 is down."""
    return Shape(_around(x, y, across, down, begin, end), None, BLACK, pen, closed=False)


def slice_of(
    x: float,
    y: float,
    across: float,
    down: float,
    begin: float,
    end: float,
    fill: Colour | None = WHITE,
) -> Shape:
    """The same, its ends joined."""
    return Shape(_around(x, y, across, down, begin, end), fill, BLACK, PEN)


def words(x: float, y: float, text: str, units: float, colour: Colour = BLACK) -> Words:
    """Bold, in the middle; `units` is the size of the font in the square's units."""
    return Words(x, y, text, units, True, "middle", colour)


def placed(icon: Icon, x: float, y: float, size: float, fill: Colour | None = None) -> list[Mark]:
    """The icon in a square of `size` whose top left corner is at (x, y).

    `fill` takes the place of white.
    """
    return [_placed(mark, x, y, size / SQUARE, fill) for mark in icon]


def moved(icon: Icon, x: float, y: float, scale: float) -> Icon:
    """An icon as a part of another."""
    return tuple(_placed(mark, x, y, scale, None, pen=1) for mark in icon)


def _placed(
    mark: Mark, x: float, y: float, scale: float, fill: Colour | None, pen: float | None = None
) -> Mark:
    if isinstance(mark, Words):
        size = mark.points * scale
        return mark._replace(x=x + mark.x * scale, y=y + mark.y * scale, points=size)
    if not isinstance(mark, Disc | Box | Shape):
        raise TypeError("an icon has no bars: nothing in it may be taken for a code")
    if fill is not None and mark.fill == WHITE:
        mark = mark._replace(fill=fill)
    mark = mark._replace(line_mm=mark.line_mm * (scale if pen is None else pen))
    if isinstance(mark, Shape):
        points = tuple((x + across * scale, y + down * scale) for across, down in mark.points)
        return mark._replace(points=points)
    mark = mark._replace(x=x + mark.x * scale, y=y + mark.y * scale)
    if isinstance(mark, Disc):
        return mark._replace(radius=mark.radius * scale)
    return mark._replace(
        width=mark.width * scale, height=mark.height * scale, radius=mark.radius * scale
    )


def _pairs(xy: tuple[float, ...]) -> tuple[tuple[float, float], ...]:
    return tuple(zip(xy[::2], xy[1::2], strict=True))


def _around(
    x: float, y: float, across: float, down: float, begin: float, end: float, tilt: float = 0
) -> tuple[tuple[float, float], ...]:
    turned, steps = radians(tilt), max(2, round(abs(end - begin) / 360 * 2 * ARC_STEPS))
    points = []
    for step in range(steps + 1):
        angle = radians(begin + (end - begin) * step / steps)
        right, below = across * cos(angle), down * sin(angle)
        points.append(
            (
                x + right * cos(turned) - below * sin(turned),
                y + right * sin(turned) + below * cos(turned),
            )
        )
    return tuple(points)
