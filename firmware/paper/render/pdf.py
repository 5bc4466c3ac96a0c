"""Write pages as a PDF; the same pages give the same bytes.

Rule 1: a bar's edge lies where two printer dots meet, less a fiftieth of a dot. Exactly there, a
renderer that rounds outward would blacken the neighbour too, and every bar would grow by two dots.
"""

from collections.abc import Iterable
from itertools import chain
from typing import BinaryIO

from reportlab.pdfgen.canvas import FILL_NON_ZERO, Canvas

from firmware.paper.render import fonts, marks
from firmware.paper.render.marks import (
    BLACK,
    POINTS_PER_MM,
    SIDES,
    Bars,
    Box,
    Colour,
    Line,
    PaperPage,
    Path,
    Text,
)

ROUND = 1  # lines end and meet round, as they do in a picture
SHRUNK = 0.02  # of a dot, off every side of a bar


def write(pages: Iterable[PaperPage], file: BinaryIO, title: str) -> None:
    """Write all pages into one file; `title` is what a viewer shows in its window."""
    canvas = Canvas(file, pageCompression=1, invariant=1, bottomup=0)  # y down, as on our pages
    canvas.setTitle(title)
    canvas.setCreator("Okanjo")
    canvas.setViewerPreference("PrintScaling", "None")  # many print dialogues then start at 100 %
    for page in pages:
        canvas.setPageSize((page.width * POINTS_PER_MM, page.height * POINTS_PER_MM))
        canvas.scale(POINTS_PER_MM, POINTS_PER_MM)
        canvas.setLineJoin(ROUND)
        canvas.setLineCap(ROUND)
        for mark in page.marks:
            match mark:
                case Bars():
                    _bars(canvas, mark)
                case Text():
                    _text(canvas, mark)
                case Box():
                    _box(canvas, mark)
                case Line():
                    _set_pen(canvas, mark.colour, mark.line_mm)
                    canvas.line(*mark.begin, *mark.end)
                case Path():
                    _path(canvas, mark)
        canvas.showPage()
    canvas.save()


def _bars(canvas: Canvas, bars: Bars) -> None:
    dot = marks.MM_PER_INCH / bars.dpi
    outline = canvas.beginPath()
    for left, top, width, height in bars.boxes:
        sides = left + SHRUNK, top + SHRUNK, width - 2 * SHRUNK, height - 2 * SHRUNK
        outline.rect(*(side * dot for side in sides))
    canvas.setFillColor(BLACK)
    # Where two boxes overlap, it stays black.
    canvas.drawPath(outline, stroke=0, fill=1, fillMode=FILL_NON_ZERO)


def _text(canvas: Canvas, text: Text) -> None:
    canvas.setFillColor(text.colour)
    size = text.points / POINTS_PER_MM
    x = text.x - fonts.width(text.text, text.points, text.bold) * SIDES[text.align]
    for font, part in fonts.runs(text.text, text.bold):
        canvas.setFont(font, size)
        canvas.drawString(x, text.y, part)
        x += canvas.stringWidth(part, font, size)


def _box(canvas: Canvas, box: Box) -> None:
    if box.fill is not None:
        canvas.setFillColor(box.fill)
    _set_pen(canvas, box.line, box.line_mm)
    filled, outlined = int(box.fill is not None), int(box.line_mm > 0)
    canvas.roundRect(box.x, box.y, box.width, box.height, box.radius, outlined, filled)


def _set_pen(canvas: Canvas, colour: Colour, width_mm: float) -> None:
    canvas.setStrokeColor(colour)
    canvas.setLineWidth(width_mm)


def _path(canvas: Canvas, path: Path) -> None:
    drawn = canvas.beginPath()
    for (begin,), *steps in path.outlines:
        drawn.moveTo(*begin)
        for step in steps:
            (drawn.curveTo if len(step) == 3 else drawn.lineTo)(*chain.from_iterable(step))
        drawn.close()
    canvas.saveState()
    canvas.transform(path.scale, 0, 0, path.scale, path.x, path.y)
    canvas.setFillColor(path.fill)
    canvas.drawPath(drawn, stroke=0, fill=1, fillMode=FILL_NON_ZERO)
    canvas.restoreState()
