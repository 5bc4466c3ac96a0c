"""Code 128 and DataMatrix of six digits, in whole printer dots, and the room they need.

Rule 1: a module is a whole number of dots; so is every edge, from the corner of the page.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from math import ceil

from firmware.paper.render.marks import MM_PER_INCH, Bars

# Six digits: start, three pairs of set C, check sign, stop (ISO/IEC 15417); 10 by 10 is the
# smallest DataMatrix, and six digits just fill it (ISO/IEC 16022).
CODE_128_MODULES, DATAMATRIX_MODULES = 68, 10
# White on each side, in modules. ISO/IEC 15417 asks for 10. ISO/IEC 16022 asks for 1, which a cut
# that is a little off, or a finger's shadow, has eaten at once: 2.
CODE_128_QUIET, DATAMATRIX_QUIET = 10, 2
CODE_128_WITH_QUIET = CODE_128_MODULES + 2 * CODE_128_QUIET
DATAMATRIX_WITH_QUIET = DATAMATRIX_MODULES + 2 * DATAMATRIX_QUIET
# What a cheap scanner reads for sure. Finer ones cost more, and worn labels are no finer.
CODE_128_LEAST_MM, DATAMATRIX_LEAST_MM = 0.25, 0.33


def to_dots(mm: float, dpi: int) -> float:
    return mm * dpi / MM_PER_INCH


def to_mm(dots: float, dpi: int) -> float:
    return dots * MM_PER_INCH / dpi


def least_module(least_mm: float, dpi: int) -> int:
    """Return the smallest whole number of dots that is no less than that.

    A hundredth of a dot is let pass: 2 dots of 203 to an inch are 0.25 mm, and print as such.
    """
    return ceil(to_dots(least_mm, dpi) - 0.01)


@lru_cache(maxsize=1024)
def code128(digits: str) -> str:
    """Return the bars' modules from left to right, "1" for black."""
    from barcode.codex import Code128

    (modules,) = Code128(digits).build()
    return str(modules)


@lru_cache(maxsize=1024)
def datamatrix(digits: str) -> tuple[str, ...]:
    """Return the square's rows of modules from the top, "1" for black."""
    from ppf.datamatrix import DataMatrix

    return tuple("".join(str(int(module)) for module in row) for row in DataMatrix(digits).matrix)


def code128_bars(digits: str, left: int, top: int, module: int, height: int, dpi: int) -> Bars:
    """Draw the bars, all in dots: (left, top) is the first bar's corner, within its quiet zone."""
    runs = _runs(code128(digits))
    return Bars(
        tuple((left + start * module, top, long * module, height) for start, long in runs), dpi
    )


def datamatrix_bars(digits: str, left: int, top: int, module: int, dpi: int) -> Bars:
    """Draw the square, all in dots: (left, top) is its corner, within its quiet zone.

    Neighbours are joined both along rows and along columns: a PDF's bars are shrunk a little,
    and between rows of single boxes a hair of white would show.
    """
    rows = datamatrix(digits)
    boxes = [(start, y, long, 1) for y, row in enumerate(rows) for start, long in _runs(row)]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    boxes += [
        (x, start, 1, long)
        for x, column in enumerate(columns)
        for start, long in _runs(column)
        if long > 1
    ]
    placed = (
        (left + x * module, top + y * module, width * module, height * module)
        for x, y, width, height in boxes
    )
    return Bars(tuple(placed), dpi)


def _runs(modules: str) -> Iterator[tuple[int, int]]:
    """Yield where each run of black begins, and how many modules it is long."""
    start = 0
    for module, run in groupby(modules):
        long = len(list(run))
        if module == "1":
            yield start, long
        start += long
