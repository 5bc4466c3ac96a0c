"""Draw a page as a picture, one pixel a printer dot: for label printers' own apps.

Rule 1: bars are put down to the dot; nothing of them is smoothed.
"""

from functools import cache
from itertools import groupby

from PIL import Image, ImageDraw, ImageFont

from firmware.labels.render import fonts
from firmware.labels.render.barcodes import to_dots
from firmware.labels.render.marks import BLACK, WHITE, Bars, Mark, Outline, Page, Path, Point, Text

CURVE_STEPS = 12
ANCHORS = {"left": "ls", "middle": "ms", "right": "rs"}


def picture(page: Page, dpi: int) -> Image.Image:
    """The page at that many dots to an inch: 1 bit if nothing on it has a colour, else RGB.

    A label printer knows black and white only: what it makes of a grey edge is its own affair.
    """
    one_bit = all(_plain(mark) for mark in page.marks)
    size = round(to_dots(page.width, dpi)), round(to_dots(page.height, dpi))
    image = Image.new("1", size, 1) if one_bit else Image.new("RGB", size, WHITE)
    image.info["dpi"] = (dpi, dpi)
    brush = _Brush(ImageDraw.Draw(image), dpi, one_bit)
    for mark in page.marks:
        brush.draw(mark)
    return image


def _plain(mark: Mark) -> bool:
    """Nothing but black and white."""
    match mark:
        case Bars():
            return True
        case Text():
            return mark.colour in (BLACK, WHITE)
        case Path():
            outline = mark.line if mark.line_mm else BLACK
            return outline in (BLACK, WHITE) and mark.fill in (None, BLACK, WHITE)


@cache
def _font(pixels: int, bold: bool) -> ImageFont.FreeTypeFont:
    # The basic layout is in every build of Pillow; with the other, text would be set otherwise
    # on some machines.
    return ImageFont.truetype(fonts.path(bold), pixels, layout_engine=ImageFont.Layout.BASIC)


class _Brush:
    """Marks onto one picture."""

    def __init__(self, canvas: ImageDraw.ImageDraw, dpi: int, one_bit: bool) -> None:
        self._canvas, self._dpi, self._one_bit = canvas, dpi, one_bit

    def draw(self, mark: Mark) -> None:
        match mark:
            case Bars():
                self._bars(mark)
            case Text():
                self._text(mark)
            case Path():
                self._path(mark)

    def _dots(self, mm: float) -> float:
        return to_dots(mm, self._dpi)

    def _colour(self, colour: tuple[int, int, int] | None) -> tuple[int, int, int] | int | None:
        if colour is None or not self._one_bit:
            return colour
        return int(colour == WHITE)

    def _bars(self, bars: Bars) -> None:
        def here(dots: int) -> int:
            return round(dots * self._dpi / bars.dpi)  # the same, on the printer it is made for

        black = self._colour(BLACK)
        for left, top, width, height in bars.boxes:
            corner = here(left + width) - 1, here(top + height) - 1
            self._canvas.rectangle(((here(left), here(top)), corner), fill=black)

    def _text(self, text: Text) -> None:
        font = _font(max(1, round(text.points * self._dpi / 72)), text.bold)
        place = round(self._dots(text.x)), round(self._dots(text.y))
        colour = self._colour(text.colour)
        self._canvas.text(place, text.text, fill=colour, font=font, anchor=ANCHORS[text.align])

    def _path(self, path: Path) -> None:
        x, y, unit = self._dots(path.x), self._dots(path.y), self._dots(path.scale)
        for outline in path.outlines:
            points = [(x + across * unit, y + down * unit) for across, down in _corners(outline)]
            if path.fill is not None:
                self._canvas.polygon(points, fill=self._colour(path.fill))
            if path.line_mm:
                around = [*points, *points[:2]] if path.closed else points
                pen = max(1, round(self._dots(path.line_mm)))  # a line has a dot at least
                self._canvas.line(around, self._colour(path.line), pen, joint="curve")


@cache
def _corners(outline: Outline) -> tuple[Point, ...]:
    """Return a polygon like the outline: each curve as a few straight lines."""
    points: list[Point] = []
    for step in outline:
        if len(step) == 3:
            begin = points[-1]
            points += (_on_curve(begin, *step, at / CURVE_STEPS) for at in range(1, CURVE_STEPS))
        points.append(step[-1])
    return tuple(point for point, _ in groupby(points))


def _on_curve(begin: Point, one: Point, other: Point, end: Point, at: float) -> Point:
    """Return the point of a cubic Bézier curve at a share of its way."""
    points = (begin, one, other, end)
    shares = ((1 - at) ** 3, 3 * (1 - at) ** 2 * at, 3 * (1 - at) * at**2, at**3)
    x = sum(share * point[0] for share, point in zip(shares, points, strict=True))
    y = sum(share * point[1] for share, point in zip(shares, points, strict=True))
    return x, y
