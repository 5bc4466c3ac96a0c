"""The fonts on paper: Bitstream Vera and its bold, as reportlab brings them. Letters that it lacks
come from two fonts that Okanjo brings, of Europe's and of Japan's, then from those of the system.

All are embedded in every PDF that needs them, so that a label looks the same on any machine.
"""

import os
from functools import cache, lru_cache
from itertools import groupby
from unicodedata import bidirectional, normalize

import reportlab
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from firmware.paper.render.marks import POINTS_PER_MM

NAMES = {False: "Vera", True: "VeraBd"}  # by bold
# For what Vera has not: of Europe's letters all, of Japan's those of Okanjo's own words and kana.
# `make glyphs` makes them, of DejaVu and M PLUS 1.
FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "typefaces")
OURS = {
    False: (os.path.join(FOLDER, "european.ttf"), os.path.join(FOLDER, "japanese.ttf")),
    True: (os.path.join(FOLDER, "european-bold.ttf"), os.path.join(FOLDER, "japanese-bold.ttf")),
}
EUROPEAN, JAPANESE = range(2)
# For other letters, where reportlab finds fonts: of Debian, Windows and macOS. Embedded, too.
OTHERS = {
    False: ("DejaVuSans", "arial", "Arial Unicode", "DroidSansFallbackFull"),
    True: ("DejaVuSans-Bold", "arialbd", "Arial Unicode", "DroidSansFallbackFull"),
}
# For what is left, of a reader's own, by the first script whose letters are in the text.
HANGUL, KANA, HAN = ("\uac00", "\ud7a3"), ("\u3041", "\u30ff"), ("\u2e80", "\u9fff")
EASTERN = {HANGUL: "HYGothic-Medium", KANA: "HeiseiKakuGo-W5", HAN: "STSong-Light"}
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


def file_of(font: str) -> str:
    """The file of a font that `runs` names; "" of those that are a reader's own."""
    return getattr(pdfmetrics.getFont(font).face, "filename", "") or ""


@lru_cache(maxsize=8192)
def width(text: str, points: float, bold: bool = False) -> float:
    """Return how wide a line of text is, in mm, at this size."""
    wide = (pdfmetrics.stringWidth(part, font, points) for font, part in runs(text, bold))
    return float(sum(wide)) / POINTS_PER_MM


@lru_cache(maxsize=8192)
def runs(text: str, bold: bool = False) -> list[tuple[str, str]]:
    """Split a text, as it is drawn from left to right, into parts of one font each. Characters that
    no font has are left out, so the list may be empty. A reader's device may lack an EASTERN font.
    """
    if text.isascii():
        return [(name(bold), text)]
    text = _from_left(normalize("NFC", text))
    eastern = next(
        (own for (a, z), own in EASTERN.items() if any(a <= letter <= z for letter in text)), ""
    )
    fonts = [(_font(letter, bold, eastern), letter) for letter in text]
    return [
        (font, "".join(letter for _, letter in part))
        for font, part in groupby(fonts, key=lambda pair: pair[0])
        if font
    ]


def _font(letter: str, bold: bool, eastern: str) -> str:
    """Return the name of the first font that has the letter, or ""."""
    name(bold)
    own = OURS[bold][JAPANESE if "\u2e80" <= letter <= "\uffef" else EUROPEAN]
    for font in (NAMES[bold], own, *OTHERS[bold]):
        if _registered(font) and pdfmetrics.getFont(font).face.charToGlyph.get(ord(letter)):
            return font
    if not (eastern and "\u2e80" <= letter <= "\uffef"):
        return ""
    pdfmetrics.registerFont(UnicodeCIDFont(eastern))
    return eastern


@cache
def _registered(name: str) -> bool:
    """Whether that font is there: one of ours, by its path, or of the system."""
    if name not in NAMES.values():
        try:
            file = name if os.path.isabs(name) else f"{name}.ttf"
            pdfmetrics.registerFont(TTFont(name, file))
        except TTFError:
            return False
    return True


def _from_left(text: str) -> str:
    """Words in Hebrew and Arabic turned round, as a PDF has letters from left to right. Those in
    Arabic are not joined.
    """
    words = text.split(" ")
    turned = [word[::-1] if {"R", "AL"} & {*map(bidirectional, word)} else word for word in words]
    return " ".join(turned[::-1] if turned[0] != words[0] else turned)
