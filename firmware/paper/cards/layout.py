"""Plan a label: what lies where on it, for its size, the printer's dots, a code and the names.

All labels of a sheet share one plan, so that bars and lines stand in the same place on each.
Rule 1: a plan is only made if it can be scanned and read: modules, quiet zones, bars and type no
smaller than below. A size without a plan is refused, with all that would do instead.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from engine.message import Message, gettext, joined
from firmware.paper.cards.names import LEADING, LEAST_POINTS, Room, Wording, set_in
from firmware.paper.cards.stocks import STOCKS, Stock
from firmware.paper.errors import CODE, DPI, SQUARE
from firmware.paper.render import barcodes
from firmware.paper.render.fonts import BELOW, CAPITAL, width
from firmware.paper.render.marks import POINTS_PER_MM
from firmware.words.numbers import Figure

EITHER, NO_CODE_FITS = gettext("{first} or {rest}"), gettext("no code fits")
Symbology = Literal["code128", "datamatrix", "both"]
CODES: tuple[Symbology, ...] = ("code128", "datamatrix", "both")

# A hand does not hold a scanner level: across 17 mm of bars, 4 mm let its line lie 13 degrees
# askew. More helps, up to what looks like a fence.
LEAST_BARS_MM, MOST_BARS_MM = 4.0, 11.0
MOST_CODE_128_MM = 0.4  # beyond it, a larger module reads no better in a hand
MOST_DATAMATRIX_MM = 1.0  # a larger module reads no better in a hand: the label is all code
# White beside quiet zones and type: a die cut is a little off, a sheet is drawn in askew.
EDGE_MM = 0.5
SMALLER = 0.7  # of a name's size, where it has two lines over bars

# Squares that a photo is read from, in mm with the one module of white that ISO/IEC 16022 asks for:
# around it there is more, in case that the print is a millimetre off.
PHOTO_MM, PHOTO_QUIET, SHIFT_MM = (10, 12, 8), 1, 1.0

ALL_DPI = (203, 300, 600)


class LabelPlan(NamedTuple):
    """Bars in dots, type in mm, both from the label's upper left corner.

    A module of 0 is a symbol that is not there; `bars` is left, top and height, `matrix` left and
    top. `foot` is left, right and base line; where `centred`, digits and copy stand together.
    Without a `name` there is no foot either.
    """

    dpi: int
    name: Room | None
    foot: tuple[float, float, float]
    foot_points: float
    centred: bool
    module: int = 0
    bars: tuple[int, int, int] = (0, 0, 0)
    matrix_module: int = 0
    matrix: tuple[int, int] = (0, 0)


class LabelSize(NamedTuple):
    """What is to be planned; mm and dots to an inch."""

    width: float
    height: float
    dpi: int

    def dots(self, mm: float) -> int:
        """Return how many whole dots fit in."""
        return int(barcodes.to_dots(mm, self.dpi) + 0.01)

    def mm(self, dots: float) -> float:
        return barcodes.to_mm(dots, self.dpi)


def _sizes_of(label: LabelSize) -> tuple[float, float, float]:
    """Return what suits a label of this size: points of the name and of the foot, mm of white."""
    name = min(max(min(0.62 * label.height, 0.24 * label.width), 6.5), 12.0)
    foot = min(max(0.6 * name, 4.8), 7.0)
    return name, foot, min(max(0.07 * label.height, 0.7), 2.0)


def _capital(points: float) -> float:
    """Return how high capitals are, in mm."""
    return points * CAPITAL / POINTS_PER_MM


def plan(
    label: LabelSize, code: Symbology, words: Sequence[Wording], square: int = 0
) -> LabelPlan | None:
    """Return the first arrangement that has room for all of these words, if any. Where none has
    room for both names of every card below each other, the first names alone must fit.

    `square` is the side in mm of a square for photos; 0: the label is not for photos.
    """
    if any(word.second for word in words):
        fitting = (p for p in _plans(label, code, square, 2) if p.name and p.name.lines > 1)
        both = next((p for p in fitting if all(_fits(p, word) for word in words)), None)
        if both:
            return both
        words = [word.in_one_language for word in words]
    plans = _plans(label, code, square, 1)
    return next((each for each in plans if all(_fits(each, word) for word in words)), None)


def _plans(label: LabelSize, code: Symbology, square: int, lines: int) -> Iterator[LabelPlan]:
    """Yield the arrangements in the order to try them; over bars a name has so many lines."""
    plans: list[LabelPlan | None]
    if square:
        plans = list(_for_photo(label, code == "both", square, lines))
    elif code != "datamatrix":
        plans = [_under(label, code == "both", lines)]
    else:
        plans = [_stacked(label, 1), _stacked(label, 2)]
        # beside a small square there is room for words only where the label is rather wide
        plans.insert(0 if label.width >= 1.6 * label.height else 2, _beside(label))
    return filter(None, plans)


def _fits(plan: LabelPlan, words: Wording) -> bool:
    """Name and digits; between the ends of bars there is always room for digits."""
    if plan.name is None:
        return True
    wide = width(foot(words), plan.foot_points)
    left, right, _ = plan.foot
    return (not plan.centred or wide <= right - left) and set_in(plan.name, words) is not None


def foot(words: Wording) -> str:
    """Return digits and copy, for where they stand together."""
    return f"{words.digits}  ·  {words.copy}" if words.copy else words.digits


def _under(label: LabelSize, with_matrix: bool, lines: int = 1) -> LabelPlan | None:
    """Put the name on top, in one line or two, the bars (and the matrix on their right) under it,
    then digits.
    """
    points, foot_points, edge = _sizes_of(label)
    points = points if lines == 1 else max(SMALLER * points, LEAST_POINTS)
    capital, figures = _capital(points), _capital(foot_points)
    name = capital + (lines - 1) * LEADING * points / POINTS_PER_MM
    # Where there is room, tails hang free of the bars.
    under_name, over_foot = (0.52 if label.height < 12 else 0.68) * capital, 0.4 * capital
    white = under_name + over_foot
    room = min(label.height - 2 * edge - name - figures - white, MOST_BARS_MM)
    tall = label.dots(room)
    # The matrix stands level with the bars; its quiet zone may have the white above and below.
    free = min(over_foot, under_name - points * BELOW / POINTS_PER_MM)
    modules = _modules(label, label.dots(room + 2 * free), with_matrix)
    if modules is None or tall < barcodes.to_dots(LEAST_BARS_MM, label.dpi) - 0.5:
        return None
    module, matrix_module = modules
    left, right = _row(label, module, matrix_module)
    top = (label.height - name - figures - white - label.mm(tall)) / 2
    bars_top = round(barcodes.to_dots(top + name + under_name, label.dpi))
    base = label.mm(bars_top + tall) + over_foot + figures
    matrix_left = right - matrix_module * barcodes.DATAMATRIX_MODULES
    matrix_top = bars_top + (tall - matrix_module * barcodes.DATAMATRIX_MODULES) // 2
    return LabelPlan(
        label.dpi,
        Room(0.0, top, label.width, name, points, lines, "middle"),
        (label.mm(left), label.mm(right), base),
        foot_points,
        False,
        module,
        (left, bars_top, tall),
        matrix_module,
        (matrix_left, matrix_top) if matrix_module else (0, 0),
    )


def _modules(label: LabelSize, room: int, with_matrix: bool) -> tuple[int, int] | None:
    """Return the largest modules, in dots, with which bars (and matrix) fit, white included."""
    least = barcodes.least_module(barcodes.CODE_128_LEAST_MM, label.dpi)
    wide = label.dots(label.width - 2 * EDGE_MM)
    matrix = 0
    if with_matrix:
        spare = wide - least * barcodes.CODE_128_WITH_QUIET
        matrix = min(
            spare // barcodes.DATAMATRIX_WITH_QUIET,
            room // barcodes.DATAMATRIX_WITH_QUIET,
            label.dots(MOST_DATAMATRIX_MM),
        )
        if matrix < barcodes.least_module(barcodes.DATAMATRIX_LEAST_MM, label.dpi):
            return None
    module = (wide - matrix * barcodes.DATAMATRIX_WITH_QUIET) // barcodes.CODE_128_WITH_QUIET
    module = min(module, max(least, label.dots(MOST_CODE_128_MM)))
    return (module, matrix) if module >= least else None


def _row(label: LabelSize, module: int, matrix_module: int) -> tuple[int, int]:
    """Return where the row's black begins and ends: in the middle, if its white allows that."""
    edge, across = label.dots(EDGE_MM), label.dots(label.width)
    before = module * barcodes.CODE_128_QUIET
    ink = module * barcodes.CODE_128_MODULES
    after = before
    if matrix_module:
        gap = before + matrix_module * barcodes.DATAMATRIX_QUIET
        ink += gap + matrix_module * barcodes.DATAMATRIX_MODULES
        after = matrix_module * barcodes.DATAMATRIX_QUIET
    middle = round((barcodes.to_dots(label.width, label.dpi) - ink) / 2)
    left = max(min(middle, across - edge - after - ink), edge + before)
    return left, left + ink


def _stacked(label: LabelSize, lines: int) -> LabelPlan | None:
    """Put the name on top, in one line or two, the matrix under it, digits at the foot."""
    points, foot_points, edge = _sizes_of(label)
    points = points if lines == 1 else min(points, 8.0)
    name = _capital(points) + (lines - 1) * LEADING * points / POINTS_PER_MM
    figures = _capital(foot_points)
    # The quiet zone is the white around it; what hangs below the name's line and the rounding
    # of figures, which stand a little over the height of a capital, come on top of it.
    tails, round_o = points * BELOW / POINTS_PER_MM, 0.06 * figures
    white = tails + round_o
    room = label.height - 2 * edge - name - figures - white
    module = _matrix_module(label, min(room, label.width - 2 * EDGE_MM))
    if not module:
        return None
    side = module * barcodes.DATAMATRIX_MODULES
    quiet = label.mm(module * barcodes.DATAMATRIX_QUIET)
    top = (label.height - name - white - figures - 2 * quiet - label.mm(side)) / 2
    matrix_top = round(barcodes.to_dots(top + name + tails + quiet, label.dpi))
    return LabelPlan(
        label.dpi,
        Room(0.0, top, label.width, name, points, lines, "middle"),
        (
            EDGE_MM,
            label.width - EDGE_MM,
            label.mm(matrix_top + side) + quiet + round_o + figures,
        ),
        foot_points,
        True,
        matrix_module=module,
        matrix=(round((barcodes.to_dots(label.width, label.dpi) - side) / 2), matrix_top),
    )


def _beside(label: LabelSize) -> LabelPlan | None:
    """Put the matrix on the left, on its right the name in up to two lines, and digits."""
    module = _matrix_module(label, min(label.height - 2 * EDGE_MM, 0.34 * label.width))
    if not module:
        return None
    side = module * barcodes.DATAMATRIX_MODULES
    top = round((barcodes.to_dots(label.height, label.dpi) - side) / 2)
    quiet = module * barcodes.DATAMATRIX_QUIET
    left = label.dots(EDGE_MM) + quiet
    if label.height > 2 * label.mm(side):  # a small square on a large label: away from the corner
        left = max(left, label.dots(0.08 * label.width))
    words = _words(label, label.mm(left + side + quiet) + 0.02 * label.width)
    return words and words._replace(matrix_module=module, matrix=(left, top))


def _words(label: LabelSize, left: float) -> LabelPlan | None:
    """Put the name in up to two lines, and digits under it, from `left` mm on."""
    points, foot_points, edge = _sizes_of(label)
    name = _capital(points) + LEADING * points / POINTS_PER_MM
    figures = _capital(foot_points)
    white = 1.2 * figures
    over = (label.height - name - white - figures) / 2
    if over < edge:
        return None
    return LabelPlan(
        label.dpi,
        Room(left, over, label.width - left - EDGE_MM, name, points, 2, "left"),
        (left, label.width - EDGE_MM, over + name + white + figures),
        foot_points,
        True,
    )


def _for_photo(label: LabelSize, with_bars: bool, square: int, lines: int) -> Iterator[LabelPlan]:
    """Put the square on the left; on its right bars and words, or words, or it stands alone."""
    if min(label.width, label.height) < square + 2 * SHIFT_MM:
        return
    modules = barcodes.DATAMATRIX_MODULES + 2 * PHOTO_QUIET
    module = round(barcodes.to_dots(square / modules, label.dpi))
    side, quiet = module * barcodes.DATAMATRIX_MODULES, module * PHOTO_QUIET
    top = round((barcodes.to_dots(label.height, label.dpi) - side) / 2)
    left = label.dots(SHIFT_MM) + quiet
    inset, after = label.dots(SHIFT_MM - EDGE_MM), left + side + quiet
    # What is beside it keeps EDGE_MM, too; with the inset that is SHIFT_MM.
    beside = LabelSize(
        label.width - label.mm(after + inset), label.height - 2 * label.mm(inset), label.dpi
    )
    rest = _under(beside, False, lines) if with_bars else _words(beside, EDGE_MM)
    if rest:
        yield _moved(rest, after, inset)._replace(matrix_module=module, matrix=(left, top))
    if not with_bars:
        left = round((barcodes.to_dots(label.width, label.dpi) - side) / 2)
        yield LabelPlan(
            label.dpi, None, (0.0, 0.0, 0.0), 0.0, True, matrix_module=module, matrix=(left, top)
        )


def _moved(plan: LabelPlan, across: int, down: int) -> LabelPlan:
    """Move bars and words by that many dots."""
    x, y = barcodes.to_mm(across, plan.dpi), barcodes.to_mm(down, plan.dpi)
    name = plan.name and plan.name._replace(x=plan.name.x + x, y=plan.name.y + y)
    left, right, base = plan.foot
    bar, top, tall = plan.bars
    foot, bars = (left + x, right + x, base + y), (bar + across, top + down, tall)
    return plan._replace(name=name, foot=foot, bars=bars)


def _matrix_module(label: LabelSize, room: float) -> int:
    """Return the largest module, in dots, of a matrix with its white in that many mm; 0: none."""
    module = min(label.dots(room) // barcodes.DATAMATRIX_WITH_QUIET, label.dots(MOST_DATAMATRIX_MM))
    return module if module >= barcodes.least_module(barcodes.DATAMATRIX_LEAST_MM, label.dpi) else 0


def refusal(
    stock: Stock, dpi: int, code: Symbology, words: Sequence[Wording], square: int = 0
) -> Message:
    """Say why that stock is refused, and what would do instead."""

    def does(stock: Stock, dpi: int, code: Symbology, square: int) -> bool:
        return plan(LabelSize(stock.width, stock.height, dpi), code, words, square) is not None

    options: list[tuple[Message, Symbology, int]]
    if square:
        options = [(_option(CODE, "datamatrix"), "datamatrix", square)]
        options += [(_option(SQUARE, str(mm)), code, mm) for mm in PHOTO_MM if mm < square]
    else:
        options = [(_option(CODE, other), other, 0) for other in CODES]
    others = []
    for option, wished, mm in options:
        printers = [str(each) for each in ALL_DPI if does(stock, each, wished, mm)]
        if 0 < len(printers) < len(ALL_DPI):
            dpis = joined(printers, EITHER)
            others.append(gettext("{option} {dpi} {dpis}", option=option, dpi=DPI, dpis=dpis))
        elif printers:
            others.append(option)
    names = [candidate.name for candidate in STOCKS.values() if does(candidate, dpi, code, square)]
    symbols = Message(code)
    if square:
        symbols = gettext("{code} with a square of {mm} mm", code=code, mm=square)
    return gettext(
        "labels of {size} are too small for {what} at {dpi} dpi: {needs}\n"
        "  use at {dpi} dpi: {names}\n"
        "  use on {stock}: {others}",
        size=stock.size,
        what=symbols,
        dpi=dpi,
        needs=_needs(dpi, code, square),
        names=", ".join(names),
        stock=stock.name,
        others=joined(others, EITHER) if others else NO_CODE_FITS,
    )


def _option(option: Message, value: str) -> Message:
    return Message("{option} {value}", {"option": option, "value": value})


def _needs(dpi: int, code: Symbology, square: int) -> Message:
    """Say what white and black no scanner can do without, in mm."""
    bars = barcodes.least_module(barcodes.CODE_128_LEAST_MM, dpi)
    matrix = barcodes.least_module(barcodes.DATAMATRIX_LEAST_MM, dpi)
    wide = barcodes.to_mm(bars * barcodes.CODE_128_WITH_QUIET, dpi)
    side = barcodes.to_mm(matrix * barcodes.DATAMATRIX_WITH_QUIET, dpi)
    of_bars = gettext(
        "bars of {bar} mm need {wide} x {high} mm with their margins",
        bar=Figure(f"{barcodes.to_mm(bars, dpi):.2f}"),
        wide=Figure(f"{wide:.1f}"),
        high=Figure(f"{LEAST_BARS_MM:g}"),
    )
    of_matrix = gettext(
        "squares of {square} mm need {side} x {side} mm with their margins",
        square=Figure(f"{barcodes.to_mm(matrix, dpi):.2f}"),
        side=Figure(f"{side:.1f}"),
    )
    if square:
        of_matrix = gettext(
            "the square needs {side} x {side} mm, so that a print 1 mm off still fits",
            side=Figure(f"{square + 2 * SHIFT_MM:g}"),
        )
        if code == "datamatrix":
            return of_matrix
    both = joined([of_bars, of_matrix])
    needs = {"code128": of_bars, "datamatrix": of_matrix, "both": both}[code]
    return gettext(
        "{needs}, and names need {points} points or more", needs=needs, points=f"{LEAST_POINTS:g}"
    )
