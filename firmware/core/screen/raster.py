"""Draw texts, numbers and lines as a picture of black and white pixels.

The paper is one whole number: the pixel at column x and row y is bit x * height + y. A text is
then one shift and one OR, at any row, and a bar one XOR; the display's own order of bytes (a byte
is eight pixels of a column, top one lowest, page by page) comes out by slicing.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from firmware.core.screen.font import LETTERS, Columns, Typeface, columns, measure


class Bitmap(NamedTuple):
    """What a display shows; `pages` is laid out as an SSD1306 takes it."""

    width: int
    height: int
    pages: bytes

    def rows(self) -> list[str]:
        """Row by row from the top, a `#` for each light pixel and a `.` for each dark one."""
        pages = [
            self.pages[start : start + self.width]
            for start in range(0, len(self.pages), self.width)
        ]
        return [
            "".join(["#" if byte >> bit & 1 else "." for byte in page])
            for page in pages
            for bit in range(8)
        ]


class Paper:
    """A display's worth of dark pixels to draw on; the height is a multiple of 8."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._ink = 0

    def write(self, x: int, y: int, text: str, face: Typeface = LETTERS) -> None:
        """A text whose top left corner is at column x, row y."""
        self._ink |= _band(face, self.height // 8, text) << x * self.height + y

    def write_right(self, x: int, y: int, text: str, face: Typeface = LETTERS) -> None:
        """A text that ends before column x."""
        self.write(x - measure(face, text), y, text, face)

    def write_centred(self, x: int, y: int, text: str, face: Typeface = LETTERS) -> None:
        """A text with its middle at column x."""
        self.write(x - measure(face, text) // 2, y, text, face)

    def invert(self, x: int, y: int, width: int, height: int) -> None:
        """Light to dark and dark to light in a rectangle: a bar, a block, a line."""
        self._ink ^= _rectangle(width, height, self.height) << x * self.height + y

    def dots(self, x: int, y: int, width: int) -> None:
        """A dotted line to lead the eye: every fourth pixel, on a raster that all lines share."""
        for column in range(x + -x % 4, x + width, 4):
            self._ink |= 1 << column * self.height + y

    def dots_down(self, x: int, y: int, height: int) -> None:
        """A dotted line to keep columns apart: every second pixel."""
        self._ink |= (4 ** (height // 2) - 1) // 3 << x * self.height + y

    def draw(self, x: int, y: int, drawn: Columns) -> None:
        """Columns of pixels, their top left corner at column x, row y."""
        self._ink |= _drawn(drawn, self.height // 8) << x * self.height + y

    def stamp(self, x: int, y: int, rows: Sequence[str], scale: int) -> None:
        """Rows of "#" and ".", each `scale` pixels wide and high."""
        for down, row in enumerate(rows):
            for across, module in enumerate(row):
                if module == "#":
                    self.invert(x + across * scale, y + down * scale, scale, scale)

    def picture(self) -> Bitmap:
        """The paper as it is now."""
        pages = self.height // 8
        upright = self._ink.to_bytes(self.width * pages, "little")
        return Bitmap(
            self.width, self.height, b"".join([upright[page::pages] for page in range(pages)])
        )


class _Cells(dict[str, bytes]):
    """Characters as they lie on paper of a given height: column after column, gap included."""

    def __init__(self, face: Typeface, pages: int) -> None:
        super().__init__()
        self._face = face
        self._pages = pages

    def __missing__(self, character: str) -> bytes:
        drawn = columns(self._face, character) + (0,) * self._face.gap
        self[character] = cell = _side_by_side(drawn, self._pages)
        return cell


def _side_by_side(drawn: Columns, pages: int) -> bytes:
    return b"".join([column.to_bytes(pages, "little") for column in drawn])


@lru_cache(maxsize=64)
def _drawn(drawn: Columns, pages: int) -> int:
    """Columns as ink at the top left corner."""
    return int.from_bytes(_side_by_side(drawn, pages), "little")


@cache
def _cells(face: Typeface, pages: int) -> _Cells:
    return _Cells(face, pages)


@lru_cache(maxsize=512)  # names, hints and scores come again and again
def _band(face: Typeface, pages: int, text: str) -> int:
    """A text as ink at the top left corner."""
    cells = _cells(face, pages)
    return int.from_bytes(b"".join([cells[character] for character in text]), "little")


@cache
def _rectangle(width: int, height: int, paper_height: int) -> int:
    column = ((1 << height) - 1).to_bytes(paper_height // 8, "little")
    return int.from_bytes(column * width, "little")
