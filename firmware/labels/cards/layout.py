"""The size of a label, the printer's dots, a code and the names -> a Plan: what lies where on it.

All labels of a sheet share one plan, so that bars and lines stand in the same place on each.
Rule 1: a plan is only made if it can be scanned and read: modules, quiet zones, bars and type no
smaller than below. None: this size cannot do it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from firmware.labels.cards.layout_plan import EDGE_MM, Label, Plan, capital, type_of
from firmware.labels.cards.layout_square import MOST_DATAMATRIX_MM, beside, stacked
from firmware.labels.cards.wording import Wording
from firmware.labels.render import barcodes as symbols
from firmware.labels.render.fonts import BELOW, width
from firmware.labels.render.lettering import Room, set_in
from firmware.labels.render.marks import POINTS_PER_MM

__all__ = ["CODES", "EDGE_MM", "LEAST_BARS_MM", "Code", "Label", "Plan", "foot", "plan"]

Code = Literal["code128", "datamatrix", "both"]
CODES: tuple[Code, ...] = ("code128", "datamatrix", "both")

# A hand does not hold a scanner level: across 17 mm of bars, 4 mm let its line lie 13 degrees
# askew. More helps, up to what looks like a fence.
LEAST_BARS_MM, MOST_BARS_MM = 4.0, 11.0
MOST_CODE_128_MM = 0.4  # beyond it, a larger module reads no better in a hand


def plan(label: Label, code: Code, words: Sequence[Wording]) -> Plan | None:
    """The first arrangement that has room for every one of these words.

    Beside a square a little smaller there is more of it: that goes before a smaller one still.
    """
    arrangements = _arrangements(label, code)
    for arrange in arrangements:
        found = arrange(label)
        if found is not None and _fit(found, words):
            besides = arrangements[0] is beside and arrange is not beside
            return (_larger(label, found.matrix_module, words) if besides else None) or found
    return None


def _larger(label: Label, module: int, words: Sequence[Wording]) -> Plan | None:
    """The same words beside a square with larger modules than that; None: there is no room."""
    found = beside(label)
    while found is not None and found.matrix_module > module:
        if _fit(found, words):
            return found
        found = beside(label, found.matrix_module - 1)
    return None


def _fit(plan: Plan, words: Sequence[Wording]) -> bool:
    return all(_fits(plan, one) for one in words)


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
    under = [partial(stacked, lines=lines) for lines in (1, 2)]
    # Beside a small square there is room for words only where the label is rather wide.
    return [beside, *under] if label.width >= 1.6 * label.height else [*under, beside]


def _under(label: Label, with_matrix: bool) -> Plan | None:
    """The name on top, the bars under it (and the matrix on their right), digits at the foot."""
    kind = type_of(label)
    name, figures = capital(kind.name), capital(kind.foot)
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
