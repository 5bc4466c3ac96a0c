"""A plan and one card's words in, the marks of its label out, wherever on a page it lies."""

from __future__ import annotations

from collections.abc import Iterator

from firmware.labels.cards.layout import Plan, foot
from firmware.labels.cards.wording import Wording
from firmware.labels.render import barcodes as symbols
from firmware.labels.render.lettering import name_marks, set_in
from firmware.labels.render.marks import Bars, Mark, Words


def marks(plan: Plan, words: Wording, x: float = 0.0, y: float = 0.0) -> Iterator[Mark]:
    """The label's marks, its upper left corner at (x, y) of the page, in mm."""
    yield from _bars(plan, words, x, y)
    setting = set_in(plan.name, words)
    if setting is None:  # `plan` was made for other names
        raise ValueError(f"{words.name} does not fit")
    for mark in name_marks(plan.name, words, setting):
        yield mark._replace(x=mark.x + x, y=mark.y + y)
    for line in _foot(plan, words):
        yield line._replace(x=line.x + x, y=line.y + y)


def _bars(plan: Plan, words: Wording, x: float, y: float) -> Iterator[Bars]:
    """The label may lie between two dots; its bars do not."""
    across, down = round(symbols.to_dots(x, plan.dpi)), round(symbols.to_dots(y, plan.dpi))
    if plan.module:
        left, top, tall = plan.bars
        yield symbols.code128_bars(
            words.digits, across + left, down + top, plan.module, tall, plan.dpi
        )
    if plan.matrix_module:
        left, top = plan.matrix
        yield symbols.datamatrix_bars(
            words.digits, across + left, down + top, plan.matrix_module, plan.dpi
        )


def _foot(plan: Plan, words: Wording) -> Iterator[Words]:
    """The digits, for typing in what is damaged, and which copy it is."""
    left, right, base = plan.foot
    points = plan.foot_points
    if plan.centred:
        if plan.name.align == "middle":
            yield Words((left + right) / 2, base, foot(words), points, align="middle")
        else:
            yield Words(left, base, foot(words), points)
    else:
        yield Words(left, base, words.digits, points)
        yield Words(right, base, words.copy, points, align="right")
