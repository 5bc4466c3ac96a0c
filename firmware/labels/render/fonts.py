"""The two fonts on paper: Bitstream Vera and its bold, as reportlab brings them.

They are embedded in every PDF, so that a label looks the same on any machine.
"""

import os
from functools import cache, lru_cache

import reportlab
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from firmware.labels.render.marks import POINTS_PER_MM

NAMES = {False: "Vera", True: "VeraBd"}  # by bold
# Heights in parts of the font's size, as Vera.ttf's own tables give them (OS/2 and its glyphs).
CAPITAL, BELOW = 0.729, 0.236


def path(bold: bool) -> str:
    """Return the font's file."""
    return os.path.join(os.path.dirname(reportlab.__file__), "fonts", f"{NAMES[bold]}.ttf")


@cache
def name(bold: bool) -> str:
    """Register the font with reportlab; return its name there."""
    pdfmetrics.registerFont(TTFont(NAMES[bold], path(bold)))
    return NAMES[bold]


@lru_cache(maxsize=8192)
def width(text: str, points: float, bold: bool = False) -> float:
    """Return how wide a line of text is, in mm, at this size."""
    return float(pdfmetrics.stringWidth(text, name(bold), points)) / POINTS_PER_MM
