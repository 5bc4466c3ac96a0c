"""Stickers and a stock in, pages out: who lies where, and a margin line to check the print by.

Rule 1: the margin line never touches a label, nor the edge that most printers leave white.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firmware.labels.cards import label
from firmware.labels.cards.layout import Plan
from firmware.labels.cards.stocks import Stock
from firmware.labels.cards.wording import Wording
from firmware.labels.render import fonts
from firmware.labels.render.barcodes import to_dots
from firmware.labels.render.marks import Bars, Mark, Page, Words

RULER_MM = 50
SIDE_MM = 10.0  # from the paper's edges; printers leave 5 at most
CLEAR_MM = 1.6  # between margin line and labels; its tails hang into it
POINTS = 6.5


def sheets(
    stock: Stock, plan: Plan, words: Sequence[Wording], title: str, first: int = 0
) -> Iterator[Page]:
    """One label at each place, from place `first` of the first sheet on (0 is its corner)."""
    places = stock.on_a_page
    pages = count(stock, len(words), first)
    for page in range(pages):
        here = range(max(page * places, first), min((page + 1) * places, first + len(words)))
        marks: list[Mark] = []
        for place in here:
            marks += label.marks(plan, words[place - first], *stock.corner(place % places))
        if not stock.roll:
            marks += margin_line(stock, plan.dpi, f"{title}  ·  sheet {page + 1} of {pages}")
        yield Page(*stock.page, tuple(marks))


def count(stock: Stock, labels: int, first: int = 0) -> int:
    """How many pages that takes."""
    return -(-(labels + first) // stock.on_a_page)


def margin_line(stock: Stock, dpi: int, title: str) -> Iterator[Mark]:
    """Above the labels: what this is, how to print it, and a ruler that tells whether one did."""
    base = stock.top - CLEAR_MM
    yield Words(SIDE_MM, base, title, POINTS, bold=True)
    after = SIDE_MM + fonts.width(title, POINTS, bold=True)
    yield Words(after, base, "  ·  Print at 100 % (actual size)", POINTS)
    right = stock.page[0] - SIDE_MM
    unit = f"{RULER_MM} mm"
    left = right - fonts.width(unit, POINTS) - 1.5 - RULER_MM
    yield ruler(left, base, dpi)
    yield Words(right, base, unit, POINTS, align="right")


def ruler(x: float, base: float, dpi: int) -> Bars:
    """50 mm from the left edge of its first tick to the left edge of its last."""
    left, foot = round(to_dots(x, dpi)), round(to_dots(base, dpi))
    thin = max(1, round(to_dots(0.12, dpi)))
    ticks = []
    for mm in range(0, RULER_MM + 1, 5):
        tall = 2.3 if mm in (0, RULER_MM) else 1.6 if mm % 10 == 0 else 1.0
        high = round(to_dots(tall, dpi))
        ticks.append((left + round(to_dots(mm, dpi)), foot - high, thin, high))
    line = (left, foot - thin, round(to_dots(RULER_MM, dpi)) + thin, thin)
    return Bars((line, *ticks), dpi)
