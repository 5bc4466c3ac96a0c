"""Find the DataMatrix labels in a grey picture, try after try.

Rule 1: the first try takes the whole picture; each further one takes a closer look, treated in its
own way, at the places that look like a label and are not read yet. What one treatment blurs away
another brings out, and a small cutting costs half a millisecond.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import reduce
from typing import NamedTuple

import zxingcpp
from PIL import Image, ImageChops, ImageFilter

from engine.codes import GAME_NUMBERS, six_digits

DATAMATRIX = zxingcpp.BarcodeFormat.DataMatrix
PLACES, AT_ONCE = 40, 24  # that are known, and that a try looks at
WORTH = 0.55  # of what the fifth best place has
# Closer looks in a row that find nothing, where nobody knows how many labels there are; and so many
# more for each label that took one: there may be others like it.
PATIENCE, FOR_EACH = 100, 30
FEW = 3
CUTTING = 136  # its side in pixels, whatever it shows
# Where places are looked for: one cell of this map is so many pixels of the picture.
HALF, CELL, APART = 2, 4, 3
# Across, down and aslant, in halved pixels: an edge changes along all of these but its own.
WAYS = ((2, 0), (0, 2), (1, 1), (1, -1))

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
Filter = ImageFilter.GaussianBlur | ImageFilter.UnsharpMask | ImageFilter.MedianFilter


class Treatment(NamedTuple):
    """`part` of the picture's long side is cut out, turned and filtered; what is black is decided
    by the light about each pixel, or in all of the cutting alike.
    """

    part: float
    degrees: float
    filters: tuple[Filter, ...]
    alike: bool = False


WIDE, MIDDLE, NEAR = 0.065, 0.045, 0.035
SOFT, SOFTER = ImageFilter.GaussianBlur(0.75), ImageFilter.GaussianBlur(1.05)
SHARP, STRONG = ImageFilter.UnsharpMask(2.6, 150, 0), ImageFilter.UnsharpMask(3.8, 250, 0)
BLURRED = ImageFilter.GaussianBlur(1.5)
# Those that find most first, each by what it finds after those before: of 900 with these ways to
# filter, on 364 labels that a whole picture's try had missed.
TREATMENTS = (
    Treatment(MIDDLE, 60, (SOFTER, SHARP)),
    Treatment(MIDDLE, 0, (SOFTER, SHARP), alike=True),
    Treatment(MIDDLE, 30, (SOFTER,)),
    Treatment(MIDDLE, 30, (SOFTER, SHARP)),
    Treatment(NEAR, 60, (SOFT, SHARP), alike=True),
    Treatment(MIDDLE, 20, (ImageFilter.MedianFilter(5),)),
    Treatment(NEAR, 0, (BLURRED, STRONG)),
    Treatment(MIDDLE, 60, (BLURRED, STRONG), alike=True),
    Treatment(NEAR, 20, (SOFTER, SHARP)),
    Treatment(WIDE, 20, (SOFT,)),
    Treatment(NEAR, 45, (BLURRED, STRONG), alike=True),
    Treatment(NEAR, 45, (SOFTER, SHARP), alike=True),
    Treatment(MIDDLE, 20, (SOFT, SHARP), alike=True),
    Treatment(NEAR, 0, (ImageFilter.MedianFilter(3),)),
    Treatment(WIDE, 20, (SOFT, SHARP), alike=True),
    Treatment(WIDE, 60, (SHARP,), alike=True),
    Treatment(MIDDLE, 30, (BLURRED,)),
    Treatment(MIDDLE, 45, (SOFT, SHARP)),
)


class SeenSoFar(NamedTuple):
    """After so many tries: six digits and where they stand; other texts; whether that is all.

    Corners are the symbol's own, from its top left clockwise, in pixels of the picture.
    """

    codes: dict[str, Corners]
    foreign: list[str]
    tries: int
    done: bool


def look(picture: Image.Image, expected: int | None = None) -> Iterator[SeenSoFar]:
    """Yield all that is seen after each try, until as many cards are read as are expected, or many
    closer looks in a row have found nothing.
    """
    codes, foreign = _look_at_all(picture)
    places = _places(picture)
    at_once = len(codes)
    tries, vain = 1, 0  # and closer looks in a row that found nothing
    while True:
        places = [
            place
            for place in places
            if not any(_covers(corners, place) for corners in codes.values())
        ]
        patience = PATIENCE + FOR_EACH * (len(codes) - at_once)
        has_all = _has_all(codes, expected)
        enough = vain >= patience if has_all is None else has_all
        done = enough or tries > len(TREATMENTS) or not places
        yield SeenSoFar(codes, foreign, tries, done)
        if done:
            return
        before = len(codes)
        for place in places[:AT_ONCE]:
            _look_closer(picture, place, TREATMENTS[tries - 1], codes)
        tries += 1
        vain = 0 if len(codes) > before else vain + len(places[:AT_ONCE])


def _has_all(codes: Mapping[str, Corners], expected: int | None) -> bool | None:
    """Whether as many cards are read as are expected; None where that tells nothing. The number is
    of one tray: it is no help once a second badge or more cards are seen.
    """
    cards = sum(int(code[:-1]) >= GAME_NUMBERS for code in codes)
    if not expected or cards > expected or len(codes) - cards > 1:
        return None
    return cards == expected


def _look_at_all(picture: Image.Image) -> tuple[dict[str, Corners], list[str]]:
    """Return the codes of the whole picture, and the texts of others."""
    barcodes = _read(picture, [DATAMATRIX, zxingcpp.BarcodeFormat.QRCode])
    codes = {barcode.text: _corners(barcode) for barcode in barcodes if six_digits(barcode.text)}
    if len(codes) < FEW:  # a card or two that fill the picture are read better when they are small
        for barcode in _read(picture.reduce(2), [DATAMATRIX]):
            if six_digits(barcode.text) and barcode.text not in codes:
                a, b, c, d = ((2 * x, 2 * y) for x, y in _corners(barcode))
                codes[barcode.text] = (a, b, c, d)
    return codes, [barcode.text for barcode in barcodes if not six_digits(barcode.text)]


def _look_closer(
    picture: Image.Image, place: Point, treatment: Treatment, codes: dict[str, Corners]
) -> None:
    """Add the codes in a cutting about this place."""
    scale = treatment.part * max(picture.size) / CUTTING
    cos, sin = (scale * ratio(math.radians(treatment.degrees)) for ratio in (math.cos, math.sin))
    left = place[0] - (cos - sin) * CUTTING / 2
    top = place[1] - (sin + cos) * CUTTING / 2
    cutting = picture.transform(
        (CUTTING, CUTTING),
        Image.Transform.AFFINE,
        (cos, -sin, left, sin, cos, top),
        Image.Resampling.BICUBIC,
        fillcolor=128,
    )
    for image_filter in treatment.filters:
        cutting = cutting.filter(image_filter)
    for barcode in _read(cutting, [DATAMATRIX], treatment.alike):
        if six_digits(barcode.text) and barcode.text not in codes:
            a, b, c, d = (
                (left + cos * x - sin * y, top + sin * x + cos * y) for x, y in _corners(barcode)
            )
            codes[barcode.text] = (a, b, c, d)


def _read(
    picture: Image.Image, formats: list[zxingcpp.BarcodeFormat], alike: bool = False
) -> list[zxingcpp.Barcode]:
    return zxingcpp.read_barcodes(
        picture,
        formats=zxingcpp.BarcodeFormats(formats),
        try_invert=False,
        try_downscale=False,
        binarizer=zxingcpp.Binarizer.GlobalHistogram if alike else zxingcpp.Binarizer.LocalAverage,
    )


def _corners(barcode: zxingcpp.Barcode) -> Corners:
    position = barcode.position
    a, b, c, d = (
        (float(corner.x), float(corner.y))
        for corner in (
            position.top_left,
            position.top_right,
            position.bottom_right,
            position.bottom_left,
        )
    )
    return a, b, c, d


def _covers(corners: Corners, place: Point) -> bool:
    middle = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
    return math.dist(middle, place) < math.dist(corners[0], corners[2]) / 2


def _places(picture: Image.Image) -> list[Point]:
    """Where black and white change in all directions; the greatest change for its light first."""
    small = picture.reduce(HALF)
    changes = [
        ImageChops.difference(small, ImageChops.offset(small, right, down))
        .reduce(CELL)
        .point([min(255, 4 * grey) for grey in range(256)])
        .filter(ImageFilter.BoxBlur(1))
        for right, down in WAYS
    ]
    busy = reduce(ImageChops.darker, changes)
    light = small.reduce(CELL).filter(ImageFilter.MaxFilter(5)).filter(ImageFilter.BoxBlur(1))
    marks = [
        change / (bright + 24)
        for change, bright in zip(busy.tobytes(), light.tobytes(), strict=True)
    ]
    width, height = busy.size
    taken = bytearray(len(marks))
    places, least = list[Point](), 0.0
    for cell in sorted(range(len(marks)), key=marks.__getitem__, reverse=True):
        if taken[cell]:
            continue
        if len(places) == 5:
            least = WORTH * marks[cell]
        if len(places) == PLACES or marks[cell] < least:
            break
        y, x = divmod(cell, width)
        places.append(((x + 0.5) * HALF * CELL, (y + 0.5) * HALF * CELL))
        left, right = max(0, x - APART), min(width, x + APART + 1)
        for row in range(max(0, y - APART), min(height, y + APART + 1)):
            taken[row * width + left : row * width + right] = bytes([1]) * (right - left)
    return places
