"""Draw what lies on the table: a scanner and its beam, cards, badges, the display, the lights.

Rule 1: nothing here looks like a code. Codes in the guide are real ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, degrees, radians, sin

from firmware.labels.render import icons
from firmware.labels.render.marks import (
    BLACK,
    POINTS_PER_MM,
    WHITE,
    Box,
    Colour,
    Disc,
    Mark,
    Shape,
    Text,
)
from firmware.labels.table_sheet import colours
from firmware.labels.table_sheet.colours import on
from firmware.screen.raster import Picture

BEAM: Colour = (226, 32, 32)
GLOW: Colour = (253, 222, 218)
GLASS: Colour = (16, 20, 26)
LIT: Colour = (196, 232, 255)
DARK: Colour = (70, 74, 80)
INK_MM = 0.45
BEZEL_MM = 1.8
SCANNER_EYE = (2.6, 6.0)


def scanner(x: float, y: float, size: float, target: Shape | None = None) -> Iterator[Mark]:
    """Draw a scanner that looks to the left; `target` is what its beam falls on, a line."""
    eye = (x + SCANNER_EYE[0] * size / icons.UNITS, y + SCANNER_EYE[1] * size / icons.UNITS)
    if target is not None:
        yield Shape((eye, *target.points), GLOW, BEAM, 0.0)
        for end in target.points:
            yield Shape((eye, end), None, BEAM, 0.2, closed=False)
        yield target
    yield from icons.place(icons.find("scanner"), x, y, size)


def beam_on(x: float, y: float, length: float, down: bool = True) -> Shape:
    """Return the line that a beam draws, from (x, y) down or to the right."""
    end = (x, y + length) if down else (x + length, y)
    return Shape(((x, y), end), None, BEAM, 0.6, closed=False)


def card(slug: str, x: float, y: float, width: float, tint: Colour) -> Iterator[Mark]:
    """Draw a card with its dish, and a label near its foot."""
    high = width * 1.42
    yield Box(x, y, width, high, tint, BLACK, INK_MM, radius=width * 0.11)
    yield from icons.place(icons.find(slug), x + width * 0.1, y + width * 0.1, width * 0.8)
    yield Box(
        x + width * 0.14, y + high - width * 0.36, width * 0.72, width * 0.22, WHITE, DARK, 0.2,
        radius=0.4,
    )  # fmt: skip


def badge(slug: str, x: float, y: float, radius: float) -> Iterator[Mark]:
    """Draw a player's disc about (x, y), with its letter."""
    colour = colours.badge(slug)
    size = radius * 1.25 * POINTS_PER_MM
    yield Disc(x, y, radius, colour, BLACK, INK_MM)
    letter = slug[0].upper()
    yield Text(x, y + size * 0.365 / POINTS_PER_MM, letter, size, True, "middle", on(colour))


def display(shown: Picture, x: float, y: float, width: float) -> Iterator[Mark]:
    """Draw the display, dot by dot, in its case."""
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
    """Draw the score track: a strip of lights, some of them players (by place, from 0)."""
    step = width / lights
    yield Box(x, y, width, 5.0, (238, 238, 238), BLACK, INK_MM, radius=2.5)
    for at in range(lights):
        middle = x + (at + 0.5) * step
        if at in pawns:
            colour = colours.badge(pawns[at])
            yield from _rays(middle, y + 2.5, colour)
            yield Disc(middle, y + 2.5, 1.75, colour, BLACK, 0.3)
        else:
            yield Disc(middle, y + 2.5, 0.5, WHITE, DARK, 0.2)


def _rays(x: float, y: float, colour: Colour) -> Iterator[Mark]:
    """Draw the rays of a light that is on."""
    for turn in (-120, -90, -60, 60, 90, 120):
        ends = tuple(
            (x + far * cos(radians(turn)), y + far * sin(radians(turn))) for far in (3.2, 4.6)
        )
        yield Shape(ends, None, colour, 0.5, closed=False)


def arrow(*points: tuple[float, float], pen: float = 0.7, colour: Colour = BLACK) -> Iterator[Mark]:
    """Draw a line along the points, with a head at the last."""
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
    """Return points along a circle, clockwise in degrees."""
    steps = 16
    angles = (radians(begin + (end - begin) * step / steps) for step in range(steps + 1))
    return tuple((x + radius * cos(angle), y + radius * sin(angle)) for angle in angles)


def boxes(shown: Picture) -> list[tuple[int, int, int, int]]:
    """Cover the display's light pixels with few boxes: column, row, width, height."""
    done: list[tuple[int, int, int, int]] = []
    growing: dict[tuple[int, int], int] = {}  # a run's column and width, and where it began
    rows = [*shown.rows(), "." * shown.width]
    for y, row in enumerate(rows):
        runs = set(_runs(row))
        for run in [run for run in growing if run not in runs]:
            begun = growing.pop(run)
            done.append((run[0], begun, run[1], y - begun))
        for run in runs:
            growing.setdefault(run, y)
    return sorted(done)


def _runs(row: str) -> list[tuple[int, int]]:
    """Return where each run of light pixels begins, and how long it is."""
    runs, at = [], 0
    for part in row.replace("#.", "#|.").replace(".#", ".|#").split("|"):
        if part[0] == "#":
            runs.append((at, len(part)))
        at += len(part)
    return runs
