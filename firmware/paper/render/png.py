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
from firmware.paper.render.marks import WHITE, Bars, Box, LabelMark, Text

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
                font = _font(max(1, round(mark.points * dpi / 72)), mark.bold)
                place, anchor = (dots(mark.x), dots(mark.y)), ANCHORS[mark.align]
                canvas.text(place, mark.text, int(mark.colour == WHITE), font, anchor)
            case Box():
                corners = mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
                radius, colour = to_dots(mark.radius, dpi), int(mark.fill == WHITE)
                canvas.rounded_rectangle([to_dots(mm, dpi) for mm in corners], radius, colour)
    return image


@cache
def _font(pixels: int, bold: bool) -> ImageFont.FreeTypeFont:
    # The basic layout is in every build of Pillow; with the other, text would be set otherwise
    # on some machines.
    return ImageFont.truetype(fonts.path(bold), pixels, layout_engine=ImageFont.Layout.BASIC)
