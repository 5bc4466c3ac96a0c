"""The size of a label, the printer's dots, a code and the names -> a Plan: what lies where on it.

All labels of a sheet share one plan, so that bars and lines stand in the same place on each.
Rule 1: a plan is only made if it can be scanned and read: modules, quiet zones, bars and type no
smaller than below. None: this size cannot do it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, NamedTuple

from firmware.labels import symbols
from firmware.labels.drawing import POINTS_PER_MM
from firmware.labels.fonts import BELOW, CAPITAL, width
from firmware.labels.lettering import LEADING, Room, set_in
from firmware.labels.wording import Wording

Code = Literal["code128", "datamatrix", "both"]
CODES: tuple[Code, ...] = ("code128", "datamatrix", "both")

# A hand does not hold a scanner level: across 17 mm of bars, 4 mm let its line lie 13 degrees
# askew. More helps, up to what looks like a fence.
LEAST_BARS_MM, MOST_BARS_MM = 4.0, 11.0
# Beyond these, a larger module reads no better in a hand, and the label is all code.
MOST_CODE_128_MM, MOST_DATAMATRIX_MM = 0.4, 1.0
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


def plan(label: Label, code: Code, words: Sequence[Wording]) -> Plan | None:
    """The first arrangement that has room for every one of these words."""
    for arrange in _arrangements(label, code):
        found = arrange(label)
        if found is not None and all(_fits(found, one) for one in words):
            return found
    return None


def _fits(plan: Plan, words: Wording) -> bool:
    """Name and digits; between the ends of bars there is always room for digits."""
    wide = width(foot(words), plan.foot_points) + 2 * EDGE_MM
    left, right, _ = plan.foot
    return (not plan.centred or wide <= right - left) and set_in(plan.name, words) is not None


def foot(words: Wording) -> str:
    """Digits and copy, where they stand together."""
    return f"{words.digits}  ·  {words.copy}" if words.copy else words.digits


def _arrangements(label: Label, code: Code) -> list[Callable[[Label], Plan | None]]:
    if code != "datamatrix":
        return [partial(_under, with_matrix=code == "both")]
    stacked = [partial(_stacked, lines=lines) for lines in (1, 2)]
    # Beside a small square there is room for words only where the label is rather wide.
    return [_beside, *stacked] if label.width >= 1.6 * label.height else [*stacked, _beside]


def _type(label: Label) -> Type:
    name = min(max(min(0.62 * label.height, 0.24 * label.width), 6.5), 12.0)
    foot = min(max(0.6 * name, 4.8), 7.0)
    capital = _capital(name)
    edge = min(max(0.07 * label.height, 0.7), 2.0)
    under = 0.52 if label.height < 12 else 0.68  # where there is room, tails hang free of the bars
    return Type(name, foot, edge, under * capital, 0.4 * capital)


def _capital(points: float) -> float:
    return points * CAPITAL / POINTS_PER_MM


def _under(label: Label, with_matrix: bool) -> Plan | None:
    """The name on top, the bars under it (and the matrix on their right), digits at the foot."""
    kind = _type(label)
    name, figures = _capital(kind.name), _capital(kind.foot)
    white = kind.under_name + kind.over_foot
    room = min(label.height - 2 * kind.edge - name - figures - white, MOST_BARS_MM)
    tall = label.dots(room)
    # The matrix stands level with the bars; its quiet zone may have the white above and below.
    free = min(kind.over_foot, kind.under_name - kind.name * BELOW / POINTS_PER_MM)
    modules = _modules(label, label.dots(room + 2 * free), with_matrix)
    if modules is None or tall < symbols.to_dots(LEAST_BARS_MM, label.dpi) - 0.5:
        return None
    module, matrix_module = modules
    left, right = _row(label, module, matrix_module)
    top = (label.height - name - figures - white - label.mm(tall)) / 2
    bars_top = round(symbols.to_dots(top + name + kind.under_name, label.dpi))
    base = label.mm(bars_top + tall) + kind.over_foot + figures
    matrix_left = right - matrix_module * symbols.DATAMATRIX_MODULES
    matrix_top = bars_top + (tall - matrix_module * symbols.DATAMATRIX_MODULES) // 2
    return Plan(
        label.dpi,
        Room(0.0, top, label.width, name, kind.name, 1, "middle"),
        (label.mm(left), label.mm(right), base),
        kind.foot,
        False,
        module,
        (left, bars_top, tall),
        matrix_module,
        (matrix_left, matrix_top) if matrix_module else (0, 0),
    )


def _modules(label: Label, room: int, with_matrix: bool) -> tuple[int, int] | None:
    """The largest modules, in dots, for which the bars (and the matrix) fit with their white."""
    least = symbols.least_module(symbols.CODE_128_LEAST_MM, label.dpi)
    wide = label.dots(label.width - 2 * EDGE_MM)
    matrix = 0
    if with_matrix:
        spare = wide - least * symbols.CODE_128_WITH_QUIET
        matrix = min(
            spare // symbols.DATAMATRIX_WITH_QUIET,
            room // symbols.DATAMATRIX_WITH_QUIET,
            label.dots(MOST_DATAMATRIX_MM),
        )
        if matrix < symbols.least_module(symbols.DATAMATRIX_LEAST_MM, label.dpi):
            return None
    module = (wide - matrix * symbols.DATAMATRIX_WITH_QUIET) // symbols.CODE_128_WITH_QUIET
    module = min(module, max(least, label.dots(MOST_CODE_128_MM)))
    return (module, matrix) if module >= least else None


def _row(label: Label, module: int, matrix_module: int) -> tuple[int, int]:
    """Where the row's black begins and ends: in the middle, if the white at its ends allows it."""
    edge, across = label.dots(EDGE_MM), label.dots(label.width)
    before = module * symbols.CODE_128_QUIET
    ink = module * symbols.CODE_128_MODULES
    after = before
    if matrix_module:
        gap = before + matrix_module * symbols.DATAMATRIX_QUIET
        ink += gap + matrix_module * symbols.DATAMATRIX_MODULES
        after = matrix_module * symbols.DATAMATRIX_QUIET
    middle = round((symbols.to_dots(label.width, label.dpi) - ink) / 2)
    left = max(min(middle, across - edge - after - ink), edge + before)
    return left, left + ink


def _stacked(label: Label, lines: int) -> Plan | None:
    """The name on top, in one line or two, the matrix under it, digits at the foot."""
    kind = _type(label)
    points = kind.name if lines == 1 else min(kind.name, 8.0)
    name = _capital(points) + (lines - 1) * LEADING * points / POINTS_PER_MM
    figures = _capital(kind.foot)
    # The quiet zone is the white around it; what hangs below the name's line and the rounding
    # of figures, which stand a little over the height of a capital, come on top of it.
    tails, round_o = points * BELOW / POINTS_PER_MM, 0.06 * figures
    white = tails + round_o
    room = label.height - 2 * kind.edge - name - figures - white
    module = _matrix_module(label, min(room, label.width - 2 * EDGE_MM))
    if not module:
        return None
    side = module * symbols.DATAMATRIX_MODULES
    quiet = label.mm(module * symbols.DATAMATRIX_QUIET)
    top = (label.height - name - white - figures - 2 * quiet - label.mm(side)) / 2
    matrix_top = round(symbols.to_dots(top + name + tails + quiet, label.dpi))
    return Plan(
        label.dpi,
        Room(0.0, top, label.width, name, points, lines, "middle"),
        (0.0, label.width, label.mm(matrix_top + side) + quiet + round_o + figures),
        kind.foot,
        True,
        matrix_module=module,
        matrix=(round((symbols.to_dots(label.width, label.dpi) - side) / 2), matrix_top),
    )


def _beside(label: Label) -> Plan | None:
    """The matrix on the left, on its right the name in up to two lines, and digits."""
    kind = _type(label)
    module = _matrix_module(label, min(label.height - 2 * EDGE_MM, 0.34 * label.width))
    if not module:
        return None
    side = module * symbols.DATAMATRIX_MODULES
    top = round((symbols.to_dots(label.height, label.dpi) - side) / 2)
    quiet = module * symbols.DATAMATRIX_QUIET
    left = label.dots(EDGE_MM) + quiet
    if label.height > 2 * label.mm(side):  # a small square on a large label: away from the corner
        left = max(left, label.dots(0.08 * label.width))
    text = label.mm(left + side + quiet) + 0.02 * label.width
    name = _capital(kind.name) + LEADING * kind.name / POINTS_PER_MM
    figures = _capital(kind.foot)
    white = 1.2 * figures
    over = (label.height - name - white - figures) / 2
    if over < kind.edge:
        return None
    return Plan(
        label.dpi,
        Room(text, over, label.width - text - EDGE_MM, name, kind.name, 2, "left"),
        (text, label.width - EDGE_MM, over + name + white + figures),
        kind.foot,
        True,
        matrix_module=module,
        matrix=(left, top),
    )


def _matrix_module(label: Label, room: float) -> int:
    """The largest module, in dots, of a matrix that has so many mm with its white; 0: none does."""
    module = min(label.dots(room) // symbols.DATAMATRIX_WITH_QUIET, label.dots(MOST_DATAMATRIX_MM))
    return module if module >= symbols.least_module(symbols.DATAMATRIX_LEAST_MM, label.dpi) else 0
