"""The table sheet as printed: what is read from its pages, and how clean they are."""

from __future__ import annotations

import os
from functools import cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw
from support.label_reading import Read, one_bit, read
from support.table_paper import Symbol, pages, printed, symbols

from engine.codes import codebook
from firmware.labels.render.barcodes import to_mm
from firmware.labels.render.marks import Bars

SOAK = os.environ.get("OKANJO_SOAK") == "1"
WANTED = {label.code: label for label in codebook().labels if label.type != "card"}


class Looked(NamedTuple):
    """A printed page: the codes read from it, how far in mm its marks keep off the paper's edges,
    and the symbols that are not as they should be, to the dot.
    """

    codes: list[Read]
    held: float
    spoiled: list[Symbol]


@cache
def looked(paper: str, code: str, dpi: int) -> list[Looked]:
    """Page by page.

    A page of 33 million dots is read for the two kinds of code only, and upright; with
    OKANJO_SOAK=1 for every kind there is, like the others.
    """
    quick = {} if SOAK or dpi < 600 else {"try_rotate": False, "try_invert": False}
    own = pages(paper, code, dpi)
    told = []
    for page, image in zip(own, printed(own, dpi), strict=True):
        codes = read(one_bit(image), thorough=not quick, **quick)
        spoiled = [symbol for symbol, bars in symbols(page) if not _clean(symbol, bars, image)]
        told.append(Looked(codes, _held(image, dpi), spoiled))
    return told


def _clean(symbol: Symbol, bars: Bars, image: Image.Image) -> bool:
    """Dot by dot as it should be, and white as far as its quiet zone goes."""
    left, top, right, bottom = symbol.edges
    drawn = Image.new("L", (right - left, bottom - top), 255)
    for x, y, width, height in bars.boxes:
        box = (x - left, y - top, x - left + width - 1, y - top + height - 1)
        ImageDraw.Draw(drawn).rectangle(box, fill=0)
    if ImageChops.difference(one_bit(image.crop(symbol.edges)), drawn).getbbox() is not None:
        return False
    around = image.crop(symbol.quiet)
    x, y = left - symbol.quiet[0], top - symbol.quiet[1]
    around.paste(255, (x, y, x + right - left, y + bottom - top))
    return around.getextrema() == (255, 255)


def _held(image: Image.Image, dpi: int) -> float:
    left, top, right, bottom = ImageChops.invert(image).getbbox()
    return to_mm(min(left, top, image.width - right, image.height - bottom), dpi)


def found(paper: str, code: str, dpi: int) -> list[list[Read]]:
    """What is read from each page."""
    return [page.codes for page in looked(paper, code, dpi)]
