"""The icons: `icons/NAME.svg`, one for each command, game, kind and face that has one.

A file is a square of 24 by 24 units with filled paths in it, drawn in their order. It has no
strokes, transforms, styles or holes (what is white lies on top of what is black), so that paper,
pages and displays can draw it alike. Some are pictures of the quick guide.
"""

import os
from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path.parser import parse_path

from firmware.paper.render.marks import Outline, Path

UNITS = 24.0
FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "icons")
PLATE, CARD, GAME = "plate", "card", "game"  # for what has no icon of its own

Icon = tuple[Path, ...]


@cache
def names() -> frozenset[str]:
    """The names of all icons."""
    return frozenset(name for name, end in map(os.path.splitext, os.listdir(FOLDER)) if end)


def find(*wanted: str) -> Icon:
    """Return the first of these icons that there is a file of."""
    return load(next(name for name in wanted if name in names()))


@cache
def load(name: str) -> Icon:
    """Read one icon's file."""
    drawing = ElementTree.parse(os.path.join(FOLDER, f"{name}.svg"))  # noqa: S314 -- our own file
    return tuple(
        Path(_outlines(path.attrib["d"]), path.attrib["fill"]) for path in drawing.getroot()
    )


def place(icon: Icon, x: float, y: float, size: float) -> Iterator[Path]:
    """Yield the icon's marks in a square of `size` mm whose top left corner is at (x, y)."""
    for path in icon:
        yield path._replace(x=x, y=y, scale=size / UNITS)


def _outlines(d: str) -> tuple[Outline, ...]:
    pen = RecordingPen()
    parse_path(d, pen)
    outlines: list[list[tuple[tuple[float, float], ...]]] = []
    for step, points in pen.value:
        if step == "moveTo":
            outlines.append([])
        if step != "closePath":
            outlines[-1].append(points)
    return tuple(map(tuple, outlines))
