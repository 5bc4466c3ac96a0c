"""Draw labels, and pages of them, with a margin line to check the print by.

Rule 1: the margin line never touches a label, nor the edge that most printers leave white.
"""

from collections.abc import Iterator, Sequence

from engine.cards import Game
from engine.message import gettext
from firmware.paper.cards.layout import LabelPlan, foot
from firmware.paper.cards.names import Wording, name_marks, set_in
from firmware.paper.cards.stocks import Stock
from firmware.paper.render import barcodes, fonts
from firmware.paper.render.barcodes import to_dots
from firmware.paper.render.marks import Align, Bars, LabelMark, Mark, PaperPage, Text
from firmware.words.labels import title
from firmware.words.language import ENGLISH, Language, say

HEADING = gettext("{game}  ·  sheet {number} of {count}")
FULL_SIZE = gettext("  ·  Print at 100 % (actual size)")
RULER_MM = 50
SIDE_MM = 10.0  # from the paper's edges; printers leave 5 at most
CLEAR_MM = 1.6  # between margin line and labels; its tails hang into it
POINTS = 6.5


def sheets(
    stock: Stock,
    plan: LabelPlan,
    words: Sequence[Wording],
    game: Game,
    first: int = 0,
    language: Language = ENGLISH,
) -> Iterator[PaperPage]:
    """Lay one label at each place, from place `first` of the first sheet on (0 is its corner)."""
    places = stock.on_a_page
    pages = count(stock, len(words), first)
    for page in range(pages):
        here = range(max(page * places, first), min((page + 1) * places, first + len(words)))
        marks: list[Mark] = []
        for place in here:
            marks += label_marks(plan, words[place - first], *stock.corner(place % places))
        if not stock.roll:
            heading = HEADING._replace(
                values={"game": title(game), "number": page + 1, "count": pages}
            )
            lines = say(heading, language), say(FULL_SIZE, language)
            marks += margin_line(stock, plan.dpi, *lines)
        yield PaperPage(*stock.page, tuple(marks))


def count(stock: Stock, labels: int, first: int = 0) -> int:
    """Return how many pages that takes."""
    return -(-(labels + first) // stock.on_a_page)


def margin_line(stock: Stock, dpi: int, heading: str, how: str) -> Iterator[Mark]:
    """Say above the labels what this is, how to print it and, by a ruler, whether it was."""
    base = stock.top - CLEAR_MM
    right, unit = stock.page[0] - SIDE_MM, f"{RULER_MM} mm"
    left = right - fonts.width(unit, POINTS) - 1.5 - RULER_MM
    wide = fonts.width(heading, POINTS, bold=True) + fonts.width(how, POINTS)
    points = POINTS * min(1.0, (left - SIDE_MM - 1.5) / wide)
    yield Text(SIDE_MM, base, heading, points, bold=True)
    after = SIDE_MM + fonts.width(heading, points, bold=True)
    yield Text(after, base, how, points)
    yield ruler(left, base, dpi)
    yield Text(right, base, unit, POINTS, align="right")


def ruler(x: float, base: float, dpi: int) -> Bars:
    """Draw 50 mm from the left edge of its first tick to the left edge of its last."""
    left, foot = round(to_dots(x, dpi)), round(to_dots(base, dpi))
    thin = max(1, round(to_dots(0.12, dpi)))
    ticks = []
    for mm in range(0, RULER_MM + 1, 5):
        tall = 2.3 if mm in (0, RULER_MM) else 1.6 if mm % 10 == 0 else 1.0
        high = round(to_dots(tall, dpi))
        ticks.append((left + round(to_dots(mm, dpi)), foot - high, thin, high))
    line = (left, foot - thin, round(to_dots(RULER_MM, dpi)) + thin, thin)
    return Bars((line, *ticks), dpi)


def label_marks(
    plan: LabelPlan, words: Wording, x: float = 0.0, y: float = 0.0
) -> Iterator[LabelMark]:
    """Draw a label, its upper left corner at (x, y) of the page, in mm."""
    yield from _bars(plan, words, x, y)
    if plan.name is None:
        return
    setting = set_in(plan.name, words)
    if setting is None:
        words = words.in_one_language
        setting = set_in(plan.name, words)
    if setting is None:  # `plan` was made for other names
        raise ValueError(f"{words.name} does not fit")
    for mark in (*name_marks(plan.name, words, setting), *_foot(plan, words, plan.name.align)):
        yield mark._replace(x=mark.x + x, y=mark.y + y)


def _bars(plan: LabelPlan, words: Wording, x: float, y: float) -> Iterator[Bars]:
    """Draw the codes: the label may lie between two dots; its bars do not."""
    across, down = round(to_dots(x, plan.dpi)), round(to_dots(y, plan.dpi))
    if plan.module:
        left, top, tall = plan.bars
        yield barcodes.code128_bars(
            words.digits, across + left, down + top, plan.module, tall, plan.dpi
        )
    if plan.matrix_module:
        left, top = plan.matrix
        yield barcodes.datamatrix_bars(
            words.digits, across + left, down + top, plan.matrix_module, plan.dpi
        )


def _foot(plan: LabelPlan, words: Wording, align: Align) -> Iterator[Text]:
    """Write the digits, for typing in what is damaged, and which copy it is."""
    left, right, base = plan.foot
    points = plan.foot_points
    if not plan.centred:
        yield Text(left, base, words.digits, points)
        yield Text(right, base, words.copy, points, align="right")
    elif align == "middle":
        yield Text((left + right) / 2, base, foot(words), points, align="middle")
    else:
        yield Text(left, base, foot(words), points)
