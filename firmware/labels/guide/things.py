"""What lies on the table, as marks: a scanner and its beam, cards, badges, the display, the lights.

Rule 1: nothing here looks like a code. Codes in the guide are real ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, degrees, radians, sin

from firmware.labels.guide.screens import boxes
from firmware.labels.icons import dishes as table_dishes
from firmware.labels.icons.pen import Icon, area, dot, line, placed
from firmware.labels.render.marks import (
    BLACK,
    POINTS_PER_MM,
    WHITE,
    Box,
    Colour,
    Disc,
    Mark,
    Shape,
    Words,
)
from firmware.labels.table_sheet import colours as table_tints
from firmware.labels.table_sheet.colours import on
from firmware.screen.raster import Picture

BEAM: Colour = (226, 32, 32)
GLOW: Colour = (253, 222, 218)
GLASS: Colour = (16, 20, 26)
LIT: Colour = (196, 232, 255)
DARK: Colour = (70, 74, 80)
INK_MM = 0.45
BEZEL_MM = 1.8

SCANNER: Icon = (
    area(13.4, 9.5, 20.2, 9, 22.4, 22.4, 15.8, 23),
    area(5, 2.6, 18, 1.6, 22.6, 4.4, 22.4, 9, 8, 11.4, 4.4, 9.6),
    area(5, 2.6, 4.4, 9.6, 2.6, 8.9, 3.2, 3.2, fill=BLACK),
    line(13.2, 11.4, 12, 15.6, 14.4, 16.2),
    line(17, 14, 20, 13.8),
    line(17.5, 16.4, 20.4, 16.2),
    dot(15.5, 5.8, 1.2),
)
SCANNER_EYE = (2.6, 6.0)


def scanner(x: float, y: float, size: float, target: Shape | None = None) -> Iterator[Mark]:
    """A scanner that looks to the left; `target` is what its beam falls on, a line."""
    eye = (x + SCANNER_EYE[0] * size / 24, y + SCANNER_EYE[1] * size / 24)
    if target is not None:
        yield Shape((eye, *target.points), GLOW, BEAM, 0.0)
        for end in target.points:
            yield Shape((eye, end), None, BEAM, 0.2, closed=False)
        yield target
    yield from placed(SCANNER, x, y, size)


def beam_on(x: float, y: float, length: float, down: bool = True) -> Shape:
    """The line that a beam draws, from (x, y) down or to the right."""
    end = (x, y + length) if down else (x + length, y)
    return Shape(((x, y), end), None, BEAM, 0.6, closed=False)


def card(slug: str, x: float, y: float, width: float, tint: Colour) -> Iterator[Mark]:
    """A card with its dish, and a label near its foot."""
    high = width * 1.42
    yield Box(x, y, width, high, tint, BLACK, INK_MM, radius=width * 0.11)
    yield from placed(table_dishes.dish(slug), x + width * 0.1, y + width * 0.1, width * 0.8)
    yield Box(
        x + width * 0.14, y + high - width * 0.36, width * 0.72, width * 0.22, WHITE, DARK, 0.2,
        radius=0.4,
    )  # fmt: skip


def badge(slug: str, x: float, y: float, radius: float) -> Iterator[Mark]:
    """A player's disc about (x, y), with its letter."""
    colour = table_tints.badge(slug)
    size = radius * 1.25 * POINTS_PER_MM
    yield Disc(x, y, radius, colour, BLACK, INK_MM)
    letter = slug[0].upper()
    yield Words(x, y + size * 0.365 / POINTS_PER_MM, letter, size, True, "middle", on(colour))


def display(shown: Picture, x: float, y: float, width: float) -> Iterator[Mark]:
    """The display, dot by dot, in its case."""
    dot_mm = (width - 2 * BEZEL_MM) / shown.width
    high = shown.height * dot_mm + 2 * BEZEL_MM
    yield Box(x, y, width, high, GLASS, BLACK, INK_MM, radius=1.6)
    for left, top, across, down in boxes(shown):
        yield Box(
            x + BEZEL_MM + left * dot_mm,
            y + BEZEL_MM + top * dot_mm,
            across * dot_mm,
            down * dot_mm,
            LIT,
        )


def display_height(shown: Picture, width: float) -> float:
    return shown.height * (width - 2 * BEZEL_MM) / shown.width + 2 * BEZEL_MM


def track(pawns: dict[int, str], lights: int, x: float, y: float, width: float) -> Iterator[Mark]:
    """The score track: a strip of lights, some of them players (by place, from 0)."""
    step = width / lights
    yield Box(x, y, width, 5.0, (238, 238, 238), BLACK, INK_MM, radius=2.5)
    for at in range(lights):
        middle = x + (at + 0.5) * step
        if at in pawns:
            colour = table_tints.badge(pawns[at])
            yield from _rays(middle, y + 2.5, colour)
            yield Disc(middle, y + 2.5, 1.75, colour, BLACK, 0.3)
        else:
            yield Disc(middle, y + 2.5, 0.5, WHITE, DARK, 0.2)


def _rays(x: float, y: float, colour: Colour) -> Iterator[Mark]:
    """A light that is on."""
    for turn in (-120, -90, -60, 60, 90, 120):
        ends = tuple(
            (x + far * cos(radians(turn)), y + far * sin(radians(turn))) for far in (3.2, 4.6)
        )
        yield Shape(ends, None, colour, 0.5, closed=False)


def arrow(*points: tuple[float, float], pen: float = 0.7, colour: Colour = BLACK) -> Iterator[Mark]:
    """A line along the points, with a head at the last."""
    (x0, y0), (x, y) = points[-2:]
    turn = degrees(atan2(y - y0, x - x0))
    yield Shape(points, None, colour, pen, closed=False)
    head = pen * 3.2
    wings = tuple(
        (x + head * cos(radians(turn + side)), y + head * sin(radians(turn + side)))
        for side in (150, -150)
    )
    yield Shape((wings[0], (x, y), wings[1]), colour, colour, pen * 0.6)


def arc_points(
    x: float, y: float, radius: float, begin: float, end: float
) -> tuple[tuple[float, float], ...]:
    """Points along a circle, clockwise in degrees."""
    steps = 16
    angles = (radians(begin + (end - begin) * step / steps) for step in range(steps + 1))
    return tuple((x + radius * cos(angle), y + radius * sin(angle)) for angle in angles)
