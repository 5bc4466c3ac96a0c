"""Look a stock up by its name: how large its labels are, and where they lie on its sheet.

All in millimetres. Where the figures are from, each checked against the sums (labels and gaps and
margins must give the page): the templates of glabels-qt at 2da9b2d, by file and part.
- L4731: rayfilm, 5042, the same die: 8.6 from the left, 13.5 from the top, 27.9 from label to
  label. Its own margins are as wide on the right and at the foot, so nothing is left over.
- L4732: rayfilm, 3501, the same die; avery-iso has it 0.3 mm higher than the middle of the page.
- L7651: avery-iso, 8651 (L7651 is its equal): 38.1 x 21.2, 40.6 from label to label. It sets them
  0.2 mm lower than the middle of the page, where label makers' own drawings have them: the middle.
- 5167, 5160: avery-us, the parts of these names, which are in inches.
Rolls have one label a page, and nothing around it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

A4, A5 = (210.0, 297.0), (148.0, 210.0)
LETTER = (215.9, 279.4)
DEFAULT, FOR_PHOTOS = "L4731", "L4732"  # if none is named
LARGEST_MM = 300.0  # of a label of one's own


class Stock(NamedTuple):
    """`left` and `top` are the first label's; `across` and `down` go from label to label."""

    name: str
    width: float
    height: float
    about: str
    page: tuple[float, float]
    columns: int = 1
    rows: int = 1
    left: float = 0.0
    top: float = 0.0
    across: float = 0.0
    down: float = 0.0

    @property
    def on_a_page(self) -> int:
        return self.columns * self.rows

    @property
    def roll(self) -> bool:
        return self.on_a_page == 1

    @property
    def size(self) -> str:
        return f"{self.width:g} x {self.height:g} mm"

    def corner(self, position: int) -> tuple[float, float]:
        """Where a label's left upper corner is; 0 is the first, and on it goes row by row."""
        row, column = divmod(position, self.columns)
        return self.left + column * self.across, self.top + row * self.down


def roll(width: float, height: float) -> Stock:
    """Labels of that size, one a page."""
    return Stock(f"{width:g}x{height:g}", width, height, "roll", (width, height))


STOCKS = {
    stock.name: stock
    for stock in (
        Stock("L4731", 25.4, 10.0, "A4, Avery", A4, 7, 27, 8.6, 13.5, 27.9, 10.0),
        Stock("L4732", 35.6, 16.9, "A4, Avery", A4, 5, 16, 11.0, 13.3, 38.1, 16.9),
        Stock("L7651", 38.1, 21.2, "A4, Avery", A4, 5, 13, 4.75, 10.7, 40.6, 21.2),
        Stock("5167", 44.45, 12.7, "US Letter, Avery", LETTER, 4, 20, 7.14375, 12.7, 52.3875, 12.7),
        Stock(
            "5160", 66.675, 25.4, "US Letter, Avery", LETTER, 3, 10, 3.96875, 12.7, 70.64375, 25.4
        ),
        roll(25, 10),
        roll(30, 20),
        roll(40, 15),
    )
}


def stock(name: str) -> Stock | None:
    """Return the stock of that name, in any case, or a roll of that size ("30x20"); None if it is
    neither.
    """
    known = {spelled.lower(): spelled for spelled in STOCKS}.get(name.strip().lower())
    return STOCKS[known] if known else _of_ones_own(name)


def _of_ones_own(size: str) -> Stock | None:
    number = r"(\d{1,3}(?:[.,]\d{1,3})?)"
    match = re.fullmatch(rf"{number}\s*[x×*]\s*{number}\s*(?:mm)?", size.strip().lower(), re.ASCII)
    if not match:
        return None
    width, height = (float(side.replace(",", ".")) for side in match.groups())
    sensible = 0 < width <= LARGEST_MM and 0 < height <= LARGEST_MM
    return STOCKS.get(f"{width:g}x{height:g}", roll(width, height)) if sensible else None


def listed() -> Iterator[str]:
    """Yield a line for each stock, as `okanjo labels --stocks` prints them."""
    for stock in STOCKS.values():
        number = "one per page" if stock.roll else f"{stock.columns} x {stock.rows} per sheet"
        default = "  (default)" if stock.name == DEFAULT else ""
        yield f"{stock.name:8}{stock.size:18}{stock.about:18}{number}{default}"
    yield f"{'WxH':8}{'W x H mm':18}{'roll':18}one per page, any size: --stock 32x16"
