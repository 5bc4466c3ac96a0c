"""Draw a label as a picture, one pixel a printer dot: for label printers' own apps.

Rule 1: bars are put down to the dot; nothing of them is smoothed.
A pixel has one bit, as a label printer has black and white only, and may print a grey edge either
way.
"""

from collections.abc import Iterable
from functools import cache

from PIL import Image, ImageDraw, ImageFont

from firmware.paper.render import fonts
from firmware.paper.render.barcodes import to_dots
from firmware.paper.render.marks import SIDES, WHITE, Bars, Box, LabelMark, Text

ANCHORS = {"left": "ls", "middle": "ms", "right": "rs"}


def picture(width: float, height: float, marks: Iterable[LabelMark], dpi: int) -> Image.Image:
    """Draw a label of that size in mm, at that many dots to an inch."""

    def dots(mm: float) -> int:
        return round(to_dots(mm, dpi))

    image = Image.new("1", (dots(width), dots(height)), 1)
    canvas = ImageDraw.Draw(image)
    for mark in marks:
        match mark:
            case Bars():
                for left, top, across, down in mark.boxes:
                    canvas.rectangle((left, top, left + across - 1, top + down - 1), fill=0)
            case Text():
                _write(canvas, mark, (dots(mark.x), dots(mark.y)), mark.points * dpi / 72)
            case Box():
                corners = mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
                radius, colour = to_dots(mark.radius, dpi), int(mark.fill == WHITE)
                canvas.rounded_rectangle([to_dots(mm, dpi) for mm in corners], radius, colour)
    return image


def _write(canvas: ImageDraw.ImageDraw, text: Text, place: tuple[int, int], size: float) -> None:
    """A line of text, each of its letters from the font that has it; `size` in dots."""
    parts = [
        (part, _font(file, max(1, round(size))))
        for font, part in fonts.runs(text.text, text.bold)
        if (file := fonts.file_of(font))
    ]
    ink = int(text.colour == WHITE)
    if len(parts) == 1:
        canvas.text(place, parts[0][0], ink, parts[0][1], ANCHORS[text.align])
        return
    x, y = place
    x -= round(sum(font.getlength(part) for part, font in parts) * SIDES[text.align])
    for part, font in parts:
        canvas.text((x, y), part, ink, font, "ls")
        x += round(font.getlength(part))


@cache
def _font(file: str, pixels: int) -> ImageFont.FreeTypeFont:
    # The basic layout is in every build of Pillow; with the other, text would be set otherwise
    # on some machines.
    return ImageFont.truetype(file, pixels, layout_engine=ImageFont.Layout.BASIC)
