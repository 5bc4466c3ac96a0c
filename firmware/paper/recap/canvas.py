"""A picture to draw on: boxes, discs, plates, icons with smooth edges, and lines of text that fit.

Shapes are drawn four times as large, one at a time, and put down smaller: that makes their edges
smooth, and takes little memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from unicodedata import normalize

from PIL import Image, ImageDraw, ImageFont

from firmware.paper.recap import colours
from firmware.paper.recap.content import Look, Plate
from firmware.paper.render import fonts, icons
from firmware.paper.render.marks import Align, Colour, Outline, Point

FINER = 4
CURVE = 6  # straight lines for a curve of an icon
ELLIPSIS, NO_BREAK = "…", "\N{NO-BREAK SPACE}"
# In parts of a font's size: from the top of a line's letters to what they stand on, the height of
# the first line, and how far it is to the next.
BASE_LINE, LINE, NEXT_LINE = 0.83, 1.0, 1.22


class Area(NamedTuple):
    """A rectangle of the picture, in pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def inside(self, across: float, down: float | None = None) -> Area:
        """The box within a margin."""
        down = across if down is None else down
        return Area(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)


class TextDrawn(NamedTuple):
    """A text as it was put down, and the box that it had."""

    text: str
    lines: tuple[str, ...]
    pixels: int
    ink: Area
    box: Area


class Fit(NamedTuple):
    """How a text may be written: the largest and smallest size in pixels, bold, so many lines.
    A text that is too long for the smallest ends in an ellipsis: only names ever are.
    """

    largest: int
    smallest: int
    bold: bool = False
    lines: int = 1


class Canvas:
    """A picture of that size. `written` has all texts on it."""

    def __init__(self, width: int, height: int, look: Look) -> None:
        self.look, self.shades = look, colours.SHADES[look]
        self.image = Image.new("RGB", (width, height), self.shades.paper)
        self.written: list[TextDrawn] = []

    # --- shapes ------------------------------------------------------------------

    def card(self, box: Area, fill: Colour, radius: float, line: Colour | None = None) -> None:
        """A box with round corners and, around it, a thin line."""
        if line:
            self._rounded(box, line, radius)
            box, radius = box.inside(1.5), radius - 1.5
        self._rounded(box, fill, radius)

    def bar(self, box: Area, fill: Colour) -> None:
        """A bar with round ends, edged so that it stays apart from any ground."""
        if box.width >= 1:
            self.card(box, fill, min(box.width, box.height) / 2, self.shades.edge)

    def rays(self, box: Area, radius: float, centre: Point, fill: Colour) -> None:
        """A sun behind something, within a box with round corners."""
        mask = _mask(box)
        draw = ImageDraw.Draw(mask)
        x, y = ((centre[0] - box.x) * FINER, (centre[1] - box.y) * FINER)
        far = 2 * FINER * max(box.width, box.height)
        round_it = (x - far, y - far, x + far, y + far)
        for begin in range(0, 360, 15):
            draw.pieslice(round_it, begin, begin + 6, 255)
        corners = Image.new("L", mask.size, 0)
        _draw_rounded(corners, radius)
        self._put(box, Image.composite(mask, corners, corners), fill)

    def plate(self, plate: Plate, x: float, y: float, size: float, turned: bool = False) -> None:
        """A badge's pawn in a square whose top left corner this is; `turned`: in its colours
        exchanged, on a ground of its own colour.
        """
        fill = colours.badge(plate.badge, self.look)
        ink = colours.on_badge(plate.badge, self.look)
        if turned:
            fill, ink = ink, fill
        self._ellipse(Area(x, y, size, size), self.shades.edge)
        self._ellipse(Area(x, y, size, size).inside(max(1, size / 60)), fill)
        ring = Area(x, y, size, size).inside(size * (1 - 0.82) / 2)
        mask = _mask(ring)
        draw = ImageDraw.Draw(mask)
        for begin, end in colours.RIMS.get(plate.badge, ()):
            draw.pieslice((0, 0, mask.width - 1, mask.height - 1), begin - 90, end - 90, 255)
        hole = mask.width * (1 - 0.69 / 0.82) / 2
        draw.ellipse((hole, hole, mask.width - hole, mask.height - hole), 0)
        self._put(ring, mask, ink)
        if plate.letters:
            fit = Fit(round(size * 0.38), round(size * 0.2), bold=True)
            middle = Area(x, y, size, size).inside(size * 0.17, size * 0.28)
            self.text(middle, plate.letters, fit, ink, "middle")

    def icon(self, name: str, colour: str, box: Area) -> None:
        """A dish's icon on its tile, as on the pages."""
        self._rounded(box, colours.tile(colour), box.width * 0.22)
        inner = box.inside(box.width * 0.06)
        scale = inner.width / icons.UNITS * FINER
        for path in icons.find(name, icons.PLATE):
            mask = _mask(inner)
            draw = ImageDraw.Draw(mask)
            for outline in path.outlines:
                draw.polygon([(px * scale, py * scale) for px, py in _flat(outline)], 255)
            self._put(inner, mask, path.fill)

    def _rounded(self, box: Area, fill: Colour, radius: float) -> None:
        mask = _mask(box)
        _draw_rounded(mask, radius)
        self._put(box, mask, fill)

    def _ellipse(self, box: Area, fill: Colour) -> None:
        mask = _mask(box)
        ImageDraw.Draw(mask).ellipse((0, 0, mask.width - 1, mask.height - 1), 255)
        self._put(box, mask, fill)

    def _put(self, box: Area, mask: Image.Image, fill: Colour) -> None:
        self.image.paste(fill, (round(box.x), round(box.y)), mask.reduce(FINER))

    # --- text --------------------------------------------------------------------

    def text(
        self, box: Area, text: str, fit: Fit, ink: Colour | None = None, align: Align = "left"
    ) -> float:
        """Write a text into a box, in the middle of its height, as large as it fits; return how
        wide it came out.
        """
        lines, pixels = fitted(text, box, fit)
        height = text_height(len(lines), pixels)
        top = box.y + (box.height - height) / 2
        draw = ImageDraw.Draw(self.image)
        widest, left = 0.0, box.right
        for number, line in enumerate(lines):
            wide = width(line, pixels, fit.bold)
            x = {"left": box.x, "middle": box.x + (box.width - wide) / 2, "right": box.right - wide}
            widest, left = max(widest, wide), min(left, x[align])
            y = top + (number * NEXT_LINE + BASE_LINE) * pixels
            write(draw, x[align], y, line, pixels, fit.bold, ink or self.shades.ink)
        written = Area(left, top, widest, height)
        self.written.append(TextDrawn(text, tuple(lines), pixels, written, box))
        return widest


def _mask(box: Area) -> Image.Image:
    return Image.new("L", (max(1, round(box.width)) * FINER, max(1, round(box.height)) * FINER))


def _draw_rounded(mask: Image.Image, radius: float) -> None:
    corner = (0, 0, mask.width - 1, mask.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(corner, radius * FINER, 255)


def _flat(outline: Outline) -> Iterable[Point]:
    """An outline with its curves as straight lines."""
    pen = outline[0][0]
    yield pen
    for step in outline[1:]:
        if len(step) == 1:
            yield step[0]
        else:
            for number in range(1, CURVE + 1):
                yield _bezier((pen, *step), number / CURVE)
        pen = step[-1]


def _bezier(points: Sequence[Point], part: float) -> Point:
    """A point of a curve, by halves of halves (de Casteljau)."""
    while len(points) > 1:
        points = [
            (x + (other_x - x) * part, y + (other_y - y) * part)
            for (x, y), (other_x, other_y) in pairwise(points)
        ]
    return points[0]


# --- fonts ---------------------------------------------------------------------


@lru_cache(maxsize=256)
def _font(file: str, pixels: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, pixels, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=2048)
def _runs(text: str, bold: bool) -> tuple[tuple[str, str], ...]:
    """Parts of one font's file each. What only a reader of a PDF would have letters for is left
    out.
    """
    files = ((fonts.file_of(font), part) for font, part in fonts.runs(text, bold))
    return tuple((file, part) for file, part in files if file)


def is_drawable(text: str) -> bool:
    """Whether there are letters for all of it, but for signs: of these there must be any."""
    drawn = "".join(part for _, part in _runs(text, False))
    return bool(drawn.strip()) and sum(map(str.isalnum, drawn)) >= sum(
        map(str.isalnum, normalize("NFC", text))
    )


@lru_cache(maxsize=4096)
def width(text: str, pixels: int, bold: bool = False) -> float:
    """How wide a line of text is."""
    return float(sum(_font(file, pixels).getlength(part) for file, part in _runs(text, bold)))


def write(
    draw: ImageDraw.ImageDraw,
    x: float,
    base_line: float,
    text: str,
    pixels: int,
    bold: bool,
    ink: Colour | int,
) -> None:
    """Write a line of text from there."""
    for file, part in _runs(text, bold):
        font = _font(file, pixels)
        draw.text((x, base_line), part, ink, font, "ls")
        x += font.getlength(part)


def fitted(text: str, box: Area, fit: Fit) -> tuple[list[str], int]:
    """The lines of a text and the size in which it fits the box; at the smallest size a text ends
    in an ellipsis where it must.
    """
    for pixels in range(fit.largest, fit.smallest - 1, -1):
        lines = wrapped(text, box.width, pixels, fit.bold)
        if (
            len(lines) <= fit.lines
            and text_height(len(lines), pixels) <= box.height
            and all(width(line, pixels, fit.bold) <= box.width for line in lines)
        ):
            return lines, pixels
    lines = wrapped(text, box.width, fit.smallest, fit.bold)
    rest = " ".join(lines[fit.lines - 1 :])
    cut = [*lines[: fit.lines - 1], shortened(rest, box.width, fit.smallest, fit.bold)]
    return [shortened(line, box.width, fit.smallest, fit.bold) for line in cut], fit.smallest


def text_height(lines: int, pixels: int) -> float:
    """The height of so many lines."""
    return (LINE + NEXT_LINE * (lines - 1)) * pixels


def wrapped(text: str, wide: float, pixels: int, bold: bool) -> list[str]:
    """A text in lines of whole words, as even as they can be in so many lines."""
    words = text.replace(" · ", f"{NO_BREAK}· ").split(" ")
    lines = _greedy(words, wide, pixels, bold)
    narrow = wide
    while len(lines) > 1 and narrow > wide / 2:
        narrow *= 0.95
        narrower = _greedy(words, narrow, pixels, bold)
        if len(narrower) > len(lines):
            break
        lines = narrower
    return [line.replace(NO_BREAK, " ") for line in lines]


def _greedy(words: Sequence[str], wide: float, pixels: int, bold: bool) -> list[str]:
    lines = [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if width(longer, pixels, bold) <= wide:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def shortened(text: str, wide: float, pixels: int, bold: bool) -> str:
    """As much of a text as there is room for, with an ellipsis for the rest."""
    if width(text, pixels, bold) <= wide:
        return text
    kept = next(
        (
            text[:end].rstrip()
            for end in range(len(text) - 1, 0, -1)
            if width(text[:end].rstrip() + ELLIPSIS, pixels, bold) <= wide
        ),
        "",
    )
    return kept + ELLIPSIS
