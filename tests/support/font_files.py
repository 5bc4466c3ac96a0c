"""The letters that Okanjo brings along, from Debian's fonts: for the display those of Japanese, for
paper what reportlab's Vera has not; of Japanese what the catalogue says on paper, and kana.

`PYTHONPATH=.:tests python -m support.font_files`, or `make glyphs`, writes them anew.
"""

from collections.abc import Collection, Iterator
from io import BytesIO
from pathlib import Path

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable
from PIL import Image, ImageDraw, ImageFont
from reportlab.pdfbase import pdfmetrics
from support.languages import CODES, pairs

from firmware.paper.render import fonts
from firmware.words.line import is_wide

ROOT = Path(__file__).parents[2]
GLYPHS = ROOT / "firmware/core/screen/japanese.bin"
SYSTEM = Path("/usr/share/fonts")
MISAKI = SYSTEM / "truetype/misaki/misaki_gothic_2nd.ttf"
LATIN = {
    False: SYSTEM / "truetype/dejavu/DejaVuSans.ttf",
    True: SYSTEM / "truetype/dejavu/DejaVuSans-Bold.ttf",
}
JAPANESE = {
    False: SYSTEM / "opentype/mplus/Mplus1-Regular.otf",
    True: SYSTEM / "opentype/mplus/Mplus1-Bold.otf",
}
# By package: a file of it, and the version of its font that the files here are made from.
PACKAGES = {
    "fonts-misaki": (MISAKI, "2021.0505"),
    "fonts-dejavu-core": (LATIN[False], "Version 2.37"),
    "fonts-mplus": (JAPANESE[False], "Version 1.001"),
}
HEAD = """\
Misaki Gothic 2nd of 2021-05-05 by Num Kadoma, https://littlelimit.net/misaki.htm (Debian's
fonts-misaki). Copyright (C) 2002-2021 Num Kadoma. These fonts are free softwares. Unlimited
permission is granted to use, copy, and distribute it, with or without modification, either
commercially and noncommercially. THESE FONTS ARE PROVIDED "AS IS" WITHOUT WARRANTY.
Made by `make glyphs`: the letters of JIS X 0208 that are as wide as high, then seven bytes for
each, its columns from the left, the topmost pixel lowest."""
SIDE = 7  # pixels; the eighth column is the gap
# Where the words stand that are printed.
PRINTED = (
    "engine", "firmware/hall/paper", "firmware/hall/words", "firmware/paper",
    "firmware/words/labels", "firmware/words/rules",
    # the recap of an evening, a picture
    "firmware/interfaces/web/pages/recap", "firmware/records/history", "firmware/words/feed",
)  # fmt: skip
KANA = "".join(map(chr, (*range(0x3000, 0x3020), *range(0x3041, 0x3097), *range(0x30A1, 0x30FF))))
FULL_WIDTH = "".join(map(chr, range(0xFF01, 0xFF5F)))
EUROPEAN = [*range(0xA0, 0x180), *range(0x218, 0x21C), 0x1E9E, *range(0x2010, 0x2040)]
WAVE, FULL_WIDTH_WAVE = 0x301C, 0xFF5E
SIGNS = [0x20AC, 0x2116, 0x2190, 0x2192, 0x2212, 0x2713]
POSTSCRIPT_NAME = 6
NAMES = [0, 1, 2, 3, 4, 5, 6, 13, 14]  # of a font: copyright, version and licence among them


def missing() -> str:
    """What has to be installed for this, in its version; "" if nothing."""
    for package, (path, version) in PACKAGES.items():
        if not path.exists():
            return f"{package} is not installed"
        if (there := TTFont(path)["name"].getDebugName(5)) != version:
            return f"{package} has {there}, not {version}"
    return ""


def files() -> dict[Path, bytes]:
    """All of them, as they should be."""
    printed = {*KANA, *FULL_WIDTH, *printed_wide()}
    made = {GLYPHS: glyphs()}
    for bold in (False, True):
        made[Path(fonts.OURS[bold][0])] = _subset(LATIN[bold], _not_in_vera(bold))
        made[Path(fonts.OURS[bold][1])] = _subset(JAPANESE[bold], printed)
    return made


def jis() -> Iterator[str]:
    """The letters of JIS X 0208, kanji of both levels among them, as EUC-JP has them."""
    for row in range(0xA1, 0xFF):
        for cell in range(0xA1, 0xFF):
            letter = bytes((row, cell)).decode("euc_jp", "ignore")
            if len(letter) == 1:
                yield letter


def glyphs() -> bytes:
    """The display's file."""
    letters = sorted(filter(is_wide, {*jis(), *FULL_WIDTH}))
    font = ImageFont.truetype(MISAKI, 8, layout_engine=ImageFont.Layout.BASIC)
    drawn = b"".join(_columns(font, letter) for letter in letters)
    return b"\n\n".join([HEAD.encode(), "".join(letters).encode(), drawn])


def _columns(font: ImageFont.FreeTypeFont, letter: str) -> bytes:
    image = Image.new("1", (SIDE, SIDE))
    ImageDraw.Draw(image).text((0, 0), letter, 1, font)
    pixels = [image.getpixel((x, y)) for x in range(SIDE) for y in range(SIDE)]
    rows = range(SIDE)
    return bytes(
        sum(1 << row for row in rows if pixels[SIDE * column + row]) for column in range(SIDE)
    )


def printed_wide() -> frozenset[str]:
    """The wide letters of all words on paper."""
    if "ja" not in CODES:
        return frozenset()
    texts = [
        text for _, _, text, places in pairs("ja")
        if any(place.startswith(PRINTED) for place in places)
    ]  # fmt: skip
    return frozenset(filter(is_wide, "".join(texts)))


def _not_in_vera(bold: bool) -> set[str]:
    known = pdfmetrics.getFont(fonts.name(bold)).face.charToGlyph
    return {chr(code) for code in (*EUROPEAN, *SIGNS) if not known.get(code)}


def _subset(path: Path, letters: Collection[str]) -> bytes:
    """The letters' outlines as TrueType, which reportlab can embed."""
    font = TTFont(path, recalcTimestamp=False)
    for table in font["cmap"].tables:
        if table.isUnicode() and WAVE in table.cmap:  # the one that Windows types
            table.cmap.setdefault(FULL_WIDTH_WAVE, table.cmap[WAVE])
    options = Options(
        hinting=False, layout_features=[], name_IDs=NAMES, glyph_names=False, notdef_outline=True
    )
    options.drop_tables += ["BASE", "GDEF", "GPOS", "GSUB", "VORG", "vhea", "vmtx"]
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(letters))
    subsetter.subset(font)
    if "CFF " in font:
        _to_true_type(font)
    for record in font["name"].names:  # reportlab takes two fonts of one name for the same
        if record.nameID == POSTSCRIPT_NAME:
            record.string = f"{record.toUnicode()}-Okanjo"
    file = BytesIO()
    font.save(file)
    return file.getvalue()


def _to_true_type(font: TTFont) -> None:
    """Cubic outlines as quadratic ones, within a thousandth of the font's size."""
    order, drawn, outlines = font.getGlyphOrder(), font.getGlyphSet(), {}
    for name in order:
        pen = TTGlyphPen(None)
        drawn[name].draw(Cu2QuPen(pen, 1.0, reverse_direction=True))
        outlines[name] = pen.glyph()
    del font["CFF "]
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, outlines
    font["maxp"].tableVersion = 0x00010000
    for field in (
        "maxZones", "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs",
        "maxStackElements", "maxSizeOfInstructions", "maxComponentElements", "maxComponentDepth",
        "maxPoints", "maxContours", "maxCompositePoints", "maxCompositeContours",
    ):  # fmt: skip
        setattr(font["maxp"], field, 0)
    font["post"].formatType = 3.0
    font.sfntVersion = "\0\1\0\0"


def main() -> None:
    """Write them all."""
    if why := missing():
        raise SystemExit(f"{why}: sudo apt install {' '.join(PACKAGES)}")
    for path, content in files().items():
        path.write_bytes(content)


if __name__ == "__main__":
    main()
