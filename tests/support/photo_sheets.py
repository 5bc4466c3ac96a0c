"""Trays beside a table sheet, or beside tiles that were cut out of one; places in mm."""

import math
import random
from typing import NamedTuple

from support.photo_rows import code, seen_at

from firmware.core.photo.trays import Seen

TILE_MM = 48.6, 29.0  # from one code to the next; every other one lies lower
LOWER_MM = 9.0
EDGE_MM = 32.0  # from the sheet's edge to its first code
ROWS = (
    "next score undo remove",
    "red orange yellow green",
    "cyan blue magenta white",
    "flip same-turn page sound",
    "tally live teach new-game",
)
SHEET_MM = 3 * TILE_MM[0], 4 * TILE_MM[1] + LOWER_MM
CARD_MM = 57.0, 88.0
FACES = ("tempura", "sashimi", "dumpling")

Spots = dict[str, tuple[float, float]]


class Layout(NamedTuple):
    """What lies there, and whose each card is."""

    spots: Spots
    whose: dict[str, str]

    @property
    def seen(self) -> list[Seen]:
        return [seen_at(word, x, y) for word, (x, y) in self.spots.items()]

    @property
    def owner_of(self) -> dict[str, str]:
        return {code(card): badge for card, badge in self.whose.items()}


def sheet(x: float, y: float) -> Spots:
    """The first page of a table sheet."""
    right, down = TILE_MM
    return {
        word: (x + right * column, y + down * row + LOWER_MM * (column % 2))
        for row, words in enumerate(ROWS)
        for column, word in enumerate(words.split())
    }


def tray(rng: random.Random, badge: str, first: int = 1) -> Layout:
    """Six to ten cards in one to three rows, and their badge at a side."""
    many, rows = rng.randrange(6, 11), rng.choice((1, 2, 3))
    columns = math.ceil(many / rows)
    cells = [(65 * column, 96 * row) for row in range(rows) for column in range(columns)][:many]
    right, down = 65 * (columns - 1), 96 * (rows - 1)
    beside, across = rng.uniform(50, 70), rng.uniform(65, 90)
    spot = rng.choice([(-beside, rng.uniform(0, down)), (rng.uniform(0, right), -across)])
    names = [f"{face}/{n}" for face in FACES for n in range(1, 9)][first - 1 :]
    spots = {
        name: (x + rng.gauss(0, 4), y + rng.gauss(0, 4))
        for name, (x, y) in zip(names, cells, strict=False)
    }
    return Layout(spots | {badge: spot}, dict.fromkeys(spots, badge))


def two_trays(rng: random.Random, badges: tuple[str, str], gap_mm: float = 80) -> Layout:
    """Side by side, so far apart."""
    left, right = tray(rng, badges[0]), tray(rng, badges[1], 13)
    edge = max(x for x, _ in left.spots.values()) + CARD_MM[0] + gap_mm
    shift = edge - min(x for x, _ in right.spots.values())
    moved = {name: (x + shift, y) for name, (x, y) in right.spots.items()}
    return Layout(left.spots | moved, left.whose | right.whose)


def with_sheet(rng: random.Random, layout: Layout) -> Layout:
    """With the sheet 2 to 15 cm from it, at any side; its badges were cut out of the sheet."""
    xs, ys = zip(*layout.spots.values(), strict=True)
    gap, along = rng.uniform(20, 150) + EDGE_MM, rng.uniform(-60, 60)
    x, y = rng.choice(
        [
            (min(xs) - gap - SHEET_MM[0], min(ys) + along),
            (max(xs) + CARD_MM[0] + gap, min(ys) + along),
            (min(xs) + along, min(ys) - gap - SHEET_MM[1]),
            (min(xs) + along, max(ys) + CARD_MM[1] + gap),
        ]
    )
    return layout._replace(spots=sheet(x, y) | layout.spots)


def with_tile(rng: random.Random, layout: Layout, badge: str, word: str = "next") -> Layout:
    """With a tile beside a badge, nearer to it than any card."""
    x, y = layout.spots[badge]
    angle, apart = rng.uniform(0, 2 * math.pi), rng.uniform(20, 40)
    tile = {word: (x + apart * math.cos(angle), y + apart * math.sin(angle))}
    return layout._replace(spots=layout.spots | tile)


def without(layout: Layout, badge: str) -> Layout:
    """Nobody put that badge there, or the reader kept another that is the same."""
    left = {word: spot for word, spot in layout.spots.items() if word != badge}
    return layout._replace(spots=left)
