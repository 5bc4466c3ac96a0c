"""What a label's plan is made of: its size, the type that suits it, and the plan itself.

`layout` makes plans, `layout_square` those with a DataMatrix alone.
"""

from __future__ import annotations

from typing import NamedTuple

from firmware.labels.render import barcodes as symbols
from firmware.labels.render.fonts import CAPITAL
from firmware.labels.render.lettering import Room
from firmware.labels.render.marks import POINTS_PER_MM

# White beside quiet zones and type: a die cut is a little off, a sheet is drawn in askew.
EDGE_MM = 0.5


class Plan(NamedTuple):
    """Bars in dots, type in mm, both from the label's upper left corner.

    A module of 0 is a symbol that is not there; `bars` is left, top and height, `matrix` left and
    top. `foot` is left, right and base line; where `centred`, digits and copy stand together.
    """

    dpi: int
    name: Room
    foot: tuple[float, float, float]
    foot_points: float
    centred: bool
    module: int = 0
    bars: tuple[int, int, int] = (0, 0, 0)
    matrix_module: int = 0
    matrix: tuple[int, int] = (0, 0)


class Label(NamedTuple):
    """What is to be planned; mm and dots to an inch."""

    width: float
    height: float
    dpi: int

    def dots(self, mm: float) -> int:
        """That many whole dots fit in."""
        return int(symbols.to_dots(mm, self.dpi) + 0.01)

    def mm(self, dots: float) -> float:
        return symbols.to_mm(dots, self.dpi)


class Type(NamedTuple):
    """The sizes of type and white that suit a label; points, and mm."""

    name: float
    foot: float
    edge: float
    under_name: float
    over_foot: float


def type_of(label: Label) -> Type:
    """The sizes that suit a label of this size."""
    name = min(max(min(0.62 * label.height, 0.24 * label.width), 6.5), 12.0)
    foot = min(max(0.6 * name, 4.8), 7.0)
    high = capital(name)
    edge = min(max(0.07 * label.height, 0.7), 2.0)
    under = 0.52 if label.height < 12 else 0.68  # where there is room, tails hang free of the bars
    return Type(name, foot, edge, under * high, 0.4 * high)


def capital(points: float) -> float:
    """How high capitals are, in mm."""
    return points * CAPITAL / POINTS_PER_MM
