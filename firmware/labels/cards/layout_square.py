"""The size of a label in, plans with a DataMatrix alone out: under its name, or beside it.

None: there is no room for the symbol; whether there is for the words, `layout` looks.
"""

from __future__ import annotations

from firmware.labels.cards.layout_plan import EDGE_MM, Label, Plan, capital, type_of
from firmware.labels.render import barcodes as symbols
from firmware.labels.render.fonts import BELOW
from firmware.labels.render.lettering import LEADING, Room
from firmware.labels.render.marks import POINTS_PER_MM

MOST_DATAMATRIX_MM = 1.0  # a larger module reads no better in a hand: the label is all code


def stacked(label: Label, lines: int) -> Plan | None:
    """The name on top, in one line or two, the matrix under it, digits at the foot."""
    kind = type_of(label)
    points = kind.name if lines == 1 else min(kind.name, 8.0)
    name = capital(points) + (lines - 1) * LEADING * points / POINTS_PER_MM
    figures = capital(kind.foot)
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


def beside(label: Label, most: int | None = None) -> Plan | None:
    """The matrix on the left, on its right the name in up to two lines, and digits. Its module
    is the largest that there is room for, or `most`.
    """
    kind = type_of(label)
    module = _matrix_module(label, min(label.height - 2 * EDGE_MM, 0.34 * label.width))
    module = module if most is None else min(module, most)
    if not module:
        return None
    side = module * symbols.DATAMATRIX_MODULES
    top = round((symbols.to_dots(label.height, label.dpi) - side) / 2)
    quiet = module * symbols.DATAMATRIX_QUIET
    left = label.dots(EDGE_MM) + quiet
    if label.height > 2 * label.mm(side):  # a small square on a large label: away from the corner
        left = max(left, label.dots(0.08 * label.width))
    text = label.mm(left + side + quiet) + 0.02 * label.width
    name = capital(kind.name) + LEADING * kind.name / POINTS_PER_MM
    figures = capital(kind.foot)
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
