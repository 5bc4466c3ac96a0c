"""Write pages as a PDF; the same pages give the same bytes.

Rule 1: a bar's edge lies where two printer dots meet, less a fiftieth of a dot. Exactly there, a
renderer that rounds outward would blacken the neighbour too, and every bar would grow by two dots.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, BinaryIO, NamedTuple

from reportlab.pdfgen.canvas import FILL_NON_ZERO, Canvas

from firmware.labels.render import fonts
from firmware.labels.render.marks import POINTS_PER_MM, Bars, Colour, Mark, Page, Path, Point, Text

ROUND = 1  # lines end and meet round, as they do in a picture
SHRUNK = 0.02  # of a dot, off every side of a bar


class _Sheet(NamedTuple):
    """reportlab's canvas (it has no types) and the height of the page that is open, in points."""

    canvas: Any
    height: float

    def across(self, mm: float) -> float:
        return mm * POINTS_PER_MM

    def up(self, mm: float) -> float:
        """PDF counts from the bottom."""
        return self.height - mm * POINTS_PER_MM


def write(pages: Iterable[Page], file: BinaryIO, title: str) -> None:
    """All pages into one file; `title` is what a viewer shows in its window."""
    canvas = Canvas(file, pageCompression=1, invariant=1)
    canvas.setTitle(title)
    canvas.setCreator("Okanjo")
    canvas.setViewerPreference("PrintScaling", "None")  # many print dialogues then start at 100 %
    for page in pages:
        sheet = _Sheet(canvas, page.height * POINTS_PER_MM)
        canvas.setPageSize((page.width * POINTS_PER_MM, sheet.height))
        canvas.setLineJoin(ROUND)
        canvas.setLineCap(ROUND)
        for mark in page.marks:
            _draw(sheet, mark)
        canvas.showPage()
    canvas.save()


def _draw(sheet: _Sheet, mark: Mark) -> None:
    match mark:
        case Bars():
            _bars(sheet, mark)
        case Text():
            _text(sheet, mark)
        case Path():
            _path(sheet, mark)


def _bars(sheet: _Sheet, bars: Bars) -> None:
    dot = 72 / bars.dpi
    outline = sheet.canvas.beginPath()
    for left, top, width, height in bars.boxes:
        outline.rect(
            (left + SHRUNK) * dot,
            sheet.height - (top + height - SHRUNK) * dot,
            (width - 2 * SHRUNK) * dot,
            (height - 2 * SHRUNK) * dot,
        )
    sheet.canvas.setFillGray(0)
    # Where two boxes overlap, it stays black.
    sheet.canvas.drawPath(outline, stroke=0, fill=1, fillMode=FILL_NON_ZERO)


def _text(sheet: _Sheet, text: Text) -> None:
    sheet.canvas.setFillColorRGB(*_rgb(text.colour))
    sheet.canvas.setFont(fonts.name(text.bold), text.points)
    put = {
        "left": sheet.canvas.drawString,
        "middle": sheet.canvas.drawCentredString,
        "right": sheet.canvas.drawRightString,
    }[text.align]
    put(sheet.across(text.x), sheet.up(text.y), text.text)


def _path(sheet: _Sheet, path: Path) -> None:
    drawn = sheet.canvas.beginPath()
    for (begin,), *steps in path.outlines:
        drawn.moveTo(*_at(sheet, path, begin))
        for step in steps:
            points = [one for point in step for one in _at(sheet, path, point)]
            (drawn.curveTo if len(step) == 3 else drawn.lineTo)(*points)
        if path.closed:
            drawn.close()
    canvas = sheet.canvas
    if path.fill is not None:
        canvas.setFillColorRGB(*_rgb(path.fill))
    if path.line_mm:
        canvas.setStrokeColorRGB(*_rgb(path.line))
        canvas.setLineWidth(sheet.across(path.line_mm))
    filled, outlined = int(path.fill is not None), int(path.line_mm > 0)
    canvas.drawPath(drawn, stroke=outlined, fill=filled, fillMode=FILL_NON_ZERO)


def _at(sheet: _Sheet, path: Path, point: Point) -> Point:
    x, y = point
    return sheet.across(path.x + x * path.scale), sheet.up(path.y + y * path.scale)


def _rgb(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = colour
    return red / 255, green / 255, blue / 255
