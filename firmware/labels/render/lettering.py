"""A card's name, its action number and the room for them in; lines of type out, as large as fits.

Rule 1: type that cannot be read at arm's length is not set. None: the name does not fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from firmware.labels.cards.wording import Wording
from firmware.labels.render.fonts import CAPITAL, width
from firmware.labels.render.marks import POINTS_PER_MM, WHITE, Align, Disc, Words

# At 60 cm a good eye tells letters of 0.9 mm apart; Vera's capitals are 1.3 mm high at 5 points.
LEAST_POINTS = 5.0
STEP = 0.25
LEADING = 1.2  # from line to line, in sizes of the type
SIDE_MM = 1.1  # white beside the longest name


class Room(NamedTuple):
    """Where a name goes, in mm: corner and size, the largest type, how many lines at most."""

    x: float
    y: float
    width: float
    height: float
    points: float
    lines: int
    align: Align


class Setting(NamedTuple):
    """How a name is set: its lines, and its type."""

    lines: tuple[str, ...]
    points: float
    bold: bool


def set_in(room: Room, words: Wording) -> Setting | None:
    """The name as large as its room allows: bold, or light where bold would be much smaller."""
    wide = room.width - (2 * SIDE_MM if room.align == "middle" else SIDE_MM)
    for points, bold in _sizes(room.points):
        for lines in _broken(words.name, room.lines):
            high = (CAPITAL + (len(lines) - 1) * LEADING) * points / POINTS_PER_MM
            disc = 2 * _disc(points) + _gap(points) if words.number else 0.0
            widest = max(width(line, points, bold) for line in lines) + disc
            if widest <= wide and high <= room.height + 0.01:
                return Setting(lines, points, bold)
    return None


def name_marks(room: Room, words: Wording, setting: Setting) -> Iterator[Disc | Words]:
    """The name in the middle of its room's height, its action number in a disc before it."""
    lines, points, bold = setting
    step = LEADING * points / POINTS_PER_MM
    capital = points * CAPITAL / POINTS_PER_MM
    base = room.y + (room.height + capital - (len(lines) - 1) * step) / 2
    disc = 2 * _disc(points) + _gap(points) if words.number else 0.0
    x = room.x + disc
    if room.align == "middle":
        x = room.x + (room.width + disc) / 2
    for at, line in enumerate(lines):
        yield Words(x, base + at * step, line, points, bold, room.align)
    if words.number:
        shift = width(lines[0], points, bold) / 2 if room.align == "middle" else 0.0
        centre = x - shift - _gap(points) - _disc(points)
        yield from _number(words.number, centre, base - capital / 2, points)


def _number(number: int, x: float, y: float, points: float) -> Iterator[Disc | Words]:
    """The action number, white in black, as in the corner of its card."""
    figures = points * (0.78 if number < 10 else 0.6)
    base = y + figures * CAPITAL / POINTS_PER_MM / 2
    yield Disc(x, y, _disc(points), fill=(0, 0, 0))
    yield Words(x, base, str(number), figures, True, "middle", WHITE)


def _disc(points: float) -> float:
    """Its radius: a little higher than the name's capitals."""
    return 0.68 * points * CAPITAL / POINTS_PER_MM


def _gap(points: float) -> float:
    return 0.35 * points / POINTS_PER_MM


def _sizes(largest: float) -> Iterator[tuple[float, bool]]:
    """From the largest down: bold as long as it is near that, then light."""
    for share, bold in ((0.72, True), (0.0, False)):
        points = largest
        while points >= max(LEAST_POINTS, share * largest):
            yield points, bold
            points -= STEP


def _broken(name: str, most: int) -> Iterator[tuple[str, ...]]:
    """The name in one line, then broken in two at each blank, the most even one first."""
    yield (name,)
    if most > 1:
        words = name.split(" ")
        pairs = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
        yield from sorted(pairs, key=lambda pair: abs(len(pair[0]) - len(pair[1])))
