"""Explain why a stock is too small, and name the sizes that would do."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.labels.cards.layout import CODES, LEAST_BARS_MM, Code, LabelSize, plan
from firmware.labels.cards.names import LEAST_POINTS, Wording
from firmware.labels.cards.stocks import STOCKS, Stock
from firmware.labels.render import barcodes

ALL_DPI = (203, 300, 600)
# Where the smallest that does is looked for; all that is wider than that does anyway.
NARROWEST_MM, WIDEST_MM, LOWEST_MM, HIGHEST_MM = 8, 50, 6, 30


def refusal(stock: Stock, dpi: int, code: Code, words: Sequence[Wording]) -> str:
    """Say why that stock is refused, and everything that would do instead."""
    width, height = smallest(dpi, code, words)
    lines = [
        f"labels of {stock.size} are too small for {code} at {dpi} dpi: {_needs(dpi, code)},"
        f" and names of {LEAST_POINTS:g} points at least",
        f"  would do at {dpi} dpi: {', '.join(_stocks(dpi, code, words))},"
        f" or any size from about {width}x{height} mm on",
    ]
    others = [found for other in CODES if (found := _with(stock, other, words))]
    lines.append(f"  would do on {stock.name}: {' or '.join(others) or 'none of the codes'}")
    return "\n".join(lines)


def _needs(dpi: int, code: Code) -> str:
    """Say what white and black no scanner can do without, in mm."""
    bars = barcodes.least_module(barcodes.CODE_128_LEAST_MM, dpi)
    matrix = barcodes.least_module(barcodes.DATAMATRIX_LEAST_MM, dpi)
    wide = barcodes.to_mm(bars * barcodes.CODE_128_WITH_QUIET, dpi)
    side = barcodes.to_mm(matrix * barcodes.DATAMATRIX_WITH_QUIET, dpi)
    a_bar, a_square = barcodes.to_mm(bars, dpi), barcodes.to_mm(matrix, dpi)
    of_bars = f"bars of {a_bar:.2f} mm need {wide:.1f} x {LEAST_BARS_MM:g} mm with their white"
    of_matrix = f"squares of {a_square:.2f} mm need {side:.1f} x {side:.1f} mm with their white"
    return {
        "code128": of_bars,
        "datamatrix": of_matrix,
        "both": f"{of_bars}, {of_matrix}",
    }[code]


def _with(stock: Stock, code: Code, words: Sequence[Wording]) -> str:
    """Name that code and the printers that can put it on that stock; empty: none can."""
    can = [dpi for dpi in ALL_DPI if plan(LabelSize(stock.width, stock.height, dpi), code, words)]
    if len(can) == len(ALL_DPI):
        return f"--code {code}"
    return f"--code {code} --dpi {' or '.join(map(str, can))}" if can else ""


def _stocks(dpi: int, code: Code, words: Sequence[Wording]) -> list[str]:
    return [
        one.name
        for one in STOCKS.values()
        if plan(LabelSize(one.width, one.height, dpi), code, words)
    ]


def smallest(dpi: int, code: Code, words: Sequence[Wording]) -> tuple[int, int]:
    """Return width and height of the least paper that does, in whole mm."""
    sizes = []
    for width in range(NARROWEST_MM, WIDEST_MM):
        heights = range(LOWEST_MM, HIGHEST_MM)
        fits = (high for high in heights if plan(LabelSize(width, high, dpi), code, words))
        low = next(fits, None)
        if low is not None:
            sizes.append((width, low))
    return min(sizes, key=lambda size: size[0] * size[1])
