"""Every label of every sheet, rendered dot by dot and read back: each code once, right, in its
place, nothing else; its bars whole dots, its white white. OKANJO_SOAK=1 leaves no game, stock,
printer or code out.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from PIL import Image, ImageChops
from support.label_reading import SYMBOLS, Read, blurred, one_bit, rasters, read, read_sheet
from support.label_sheets import COMBINATIONS, REFUSED, Printed, planned, printed
from support.soak import SOAK
from support.table_paper import clean, symbols

from engine.cards import Game
from engine.games import GAMES, omakase
from firmware.paper.cards.layout import ALL_DPI, CODES, Symbology
from firmware.paper.cards.sheets import CLEAR_MM, RULER_MM, label_marks
from firmware.paper.cards.stocks import DEFAULT, STOCKS
from firmware.paper.render import png
from firmware.paper.render.barcodes import CODE_128_LEAST_MM, DATAMATRIX_LEAST_MM, to_dots, to_mm
from firmware.paper.render.marks import PaperPage

LEAST_MM = {"code128": CODE_128_LEAST_MM, "datamatrix": DATAMATRIX_LEAST_MM}
# Of a module, in each direction. The reader gives up at 0.6 and at 0.3 to 0.4.
BLUR = {"code128": 0.45, "datamatrix": 0.25, "both": 0.25}
PIXELS = 6  # of the camera to a module, or more
LOOKS = 3
FINEST = ("L4731", "L7651", "40x15")
NOISE = 8  # of 255, more or less, at every dot


def sampled(name: str, dpi: int, code: Symbology) -> bool:
    """Codes take turns by stock and printer, as a page has up to 33 million dots; all three are on
    the rolls of a label printer, whose dots are the coarsest, and once on the finest.
    """
    if dpi == 600 and name not in FINEST:
        return SOAK
    turn = list(STOCKS).index(name) + ALL_DPI.index(dpi) - 1
    return SOAK or (STOCKS[name].roll and dpi == 203) or code == CODES[turn % len(CODES)]


SOME = [combination for combination in COMBINATIONS if sampled(*combination)]


def games(name: str, dpi: int) -> tuple[Game, ...]:
    """All on what `okanjo labels` prints if asked for no more; elsewhere the smallest deck."""
    return GAMES if SOAK or (name, dpi) == (DEFAULT, 300) else (omakase.GAME,)


@pytest.mark.parametrize(("name", "dpi", "code"), SOME)
def test_each_code_is_found_once_right_and_in_its_place(
    name: str, dpi: int, code: Symbology
) -> None:
    for game in games(name, dpi):
        sheet = printed(name, dpi, code, game)
        places = sheet.stock.on_a_page
        assert len(sheet.pages) == -(-len(sheet.words) // places)
        each = zip(sheet.pages, rasters(sheet.pdf, dpi), strict=True)
        for number, (page, raster) in enumerate(each):
            image = one_bit(raster)
            here = range(number * places, min((number + 1) * places, len(sheet.words)))
            reads = read_sheet(image, dpi)
            wanted = Counter(
                (symbol, sheet.words[place].digits) for place in here for symbol in SYMBOLS[code]
            )
            assert Counter((look.symbol, look.text) for look in reads) == wanted
            _check_places(sheet, reads, here)
            assert len(symbols(page)) == len(reads)
            _check_dots(sheet, page, image, here)
            _check_margins(sheet, image)


def _check_places(sheet: Printed, reads: list[Read], here: range) -> None:
    cells = {sheet.words[place].digits: sheet.cell(place) for place in here}
    for look in reads:
        left, top, right, bottom = cells[look.text]
        assert left < look.x < right
        assert top < look.y < bottom


def _check_dots(sheet: Printed, page: PaperPage, image: Image.Image, here: range) -> None:
    """The bars as they should be, to the dot, and the white they need, within a label."""
    cells = [sheet.cell(place) for place in here]
    for symbol, bars in symbols(page):
        assert to_mm(symbol.module + 0.01, sheet.dpi) >= LEAST_MM[symbol.name]
        assert clean(symbol, bars, image)
        left, top, right, bottom = symbol.quiet
        assert any(
            cell[0] <= left and cell[1] <= top and right <= cell[2] and bottom <= cell[3]
            for cell in cells
        )


def _check_margins(sheet: Printed, image: Image.Image) -> None:
    """What is printed beside the labels keeps off them, and off the edges no printer reaches."""
    beside = image.copy()
    for place in range(sheet.stock.on_a_page):
        beside.paste(255, sheet.cell(place))
    black = ImageChops.invert(beside).getbbox()
    if sheet.stock.roll:
        assert black is None
        return
    assert black is not None
    left, top, right, bottom = (to_mm(dots, sheet.dpi) for dots in black)
    assert left >= 8
    assert right <= sheet.stock.page[0] - 8
    assert top >= 5
    assert bottom <= sheet.stock.top - 0.9


@pytest.mark.parametrize("dpi", ALL_DPI)
def test_the_ruler_measures_50_mm(dpi: int) -> None:
    sheet = printed(DEFAULT, dpi, "code128", omakase.GAME)
    image = one_bit(next(rasters(sheet.pdf, dpi)))
    # Its ends stand 2.3 mm high, and nothing else on its right half of the margin does.
    row = round(to_dots(sheet.stock.top - CLEAR_MM - 2.0, dpi))
    half = image.width // 2
    pixels = image.crop((half, row, image.width, row + 1)).tobytes()
    ticks = [x for x, grey in enumerate(pixels) if grey == 0 and pixels[x - 1] != 0]
    assert abs(to_mm(ticks[1] - ticks[0], dpi) - RULER_MM) <= to_mm(0.5, dpi)


@pytest.mark.parametrize(("name", "dpi", "code"), SOME)
def test_a_poor_picture_of_a_label_is_read_all_the_same(
    name: str, dpi: int, code: Symbology
) -> None:
    """Out of focus by a part of a module, grey on grey, grainy, and askew; a scanner
    looks many times a second, so one of a few looks will do, but none may be wrong.
    """
    chance = random.Random(f"{name} {dpi} {code}")
    for game in games(name, dpi):
        sheet = printed(name, dpi, code, game)
        module = min(size for size in (sheet.plan.module, sheet.plan.matrix_module) if size)
        for word in chance.sample(sheet.words, 9 if SOAK else 1):
            near = -(-PIXELS // module)
            own = label_marks(sheet.plan, word)
            drawn = png.picture(sheet.stock.width, sheet.stock.height, own, dpi)
            picture = _enlarged(drawn.convert("L"), near)
            reads: set[tuple[str, str]] = set()
            for _ in range(LOOKS):
                shot = _askew(picture, chance.uniform(-5, 5))
                shot = _grainy(blurred(shot, BLUR[code] * module * near), chance)
                reads |= {(look.symbol, look.text) for look in read(shot)}
            assert reads == {(symbol, word.digits) for symbol in SYMBOLS[code]}


def _enlarged(image: Image.Image, times: int) -> Image.Image:
    return image.resize((image.width * times, image.height * times), Image.Resampling.NEAREST)


def _askew(image: Image.Image, degrees: float) -> Image.Image:
    return image.rotate(degrees, Image.Resampling.BILINEAR, expand=True, fillcolor=255)


def _grainy(image: Image.Image, chance: random.Random) -> Image.Image:
    """Grey on grey, each dot off by its own share."""
    grains = Image.frombytes("L", image.size, chance.randbytes(image.width * image.height))
    grains = grains.point([grain * 2 * NOISE // 255 for grain in range(256)])
    soft = image.point([40 + grey * 175 // 255 for grey in range(256)])
    return ImageChops.add(soft, grains, 1, -NOISE)


@pytest.mark.parametrize("dpi", ALL_DPI)
def test_only_what_cannot_fit_is_refused(dpi: int) -> None:
    for game in GAMES:
        refused = {
            (name, code) for name in STOCKS for code in CODES if not planned(name, dpi, code, game)
        }
        assert refused == REFUSED
