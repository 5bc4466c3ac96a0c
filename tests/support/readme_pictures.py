"""Make docs/pictures, which the README shows, from the program at work: docs/first-round.txt as the
table sheet, the display and the pages have it; and the picture of the sheet that the pages show.

`make pictures` makes them anew. The same sources make the same bytes on one machine; on another one
the pages' letters may be a little different, as its browser brings its own fonts.
"""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import NamedTemporaryFile, TemporaryDirectory

import pypdfium2
from PIL import Image, ImageDraw, ImageFont
from support.browser import page, until
from support.card_programs import card_program
from support.displayed import displayed
from support.door_site import door_site
from support.hall_site import HallSite
from support.photo_scenes import scene
from support.pictures import image_of
from support.random_acts import WHO, played
from support.table_paper import frames, pages, symbols
from support.waiting import free_port
from support.waiting import until as waited
from support.web_site import Played

from engine.codes import codebook
from firmware.cli.replay import lines_of
from firmware.core.app.messages import Typed
from firmware.core.screen.raster import Bitmap
from firmware.core.screen.render import picture
from firmware.hall.tournament.acts import Opened
from firmware.paper.render import fonts, pdf

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures"
SMALL, SMALL_HEIGHT, SMALL_COLOURS = (
    ROOT / "firmware/interfaces/web/pages/labels/sheet.png",
    480,
    64,
)
TRAY = (
    "tempura/1 tempura/2 squid-nigiri/1 wasabi/1 sashimi/1 salmon-nigiri/1 sashimi/2 maki-2/1"
    " miso-soup/1 sashimi/3"
)
NAMES = {"red": "Chris", "blue": "Meredith", "green": "Kerry"}
TABLES = 20  # of the hall
GUESTS = (
    "Ann Ben Chiara Dev Élodie Farid Greta Hana Ivo Jo Kofi Lena Mats Nadia Omar Petra Quinn Rosa"
    " Sven Tomoko Uma Viktor Wanda Xenia Yusuf Zoe Alba Björn Carlos Dana Emre Fleur"
)
SHOWN = 6  # scans of the moving picture, the last of the round
STILL = 5  # after so many of its moments, the other pictures are taken
WAITS_MS, STAYS_MS, ENDS_MS = 350, 900, 1400  # before a scan, after it, after the last one
PHONE, DESK, TV = (390, 640), (1280, 800), (1920, 1080)
DPI, FINE, SHEET_PAGE = 150, 300, 1  # of the table sheet: as shown, as its bars are laid
COLOURS = 192
# The moving picture: where the tile, the display and the phone are, how large that is, and colours.
SIZE, TILE, DISPLAY, HAND, HELD = (800, 548), (38, 46), (38, 318), (474, 46), (288, 474)
PAPER, INK, GLASS, LIT, LASER = "#f3efe6", "#3a3530", (12, 16, 20), (190, 230, 255), (225, 30, 30)


def moments(site: Played) -> Iterator[tuple[str, Bitmap]]:
    """The round at this table: its last scans, and the one before them, by code and display."""
    lines = lines_of(str(ROOT / "docs" / "first-round.txt"))
    scans = [scan for line in lines if (scan := line.partition("#")[0].strip())]
    for count, scan in enumerate(scans, 1):
        site.table.app.inbox.put(Typed(scan))
        waited(partial(_has_heard, site, count))
        if count >= len(scans) - SHOWN:
            yield (
                codebook().label(*scan.split()).code,
                picture(displayed(site.table.shown.panel).worded),
            )


def _has_heard(site: Played, count: int) -> bool:
    return site.table.shown.heard == count


@contextmanager
def table() -> Iterator[Played]:
    """The program with its page. Its clocks stand still."""
    with (
        TemporaryDirectory() as folder,
        Played(Path(folder), names=NAMES, clock=lambda: 0.0, wall=lambda: 1.5e9) as site,
    ):
        yield site


@cache
def sheet() -> tuple[Image.Image, ...]:
    """Every page of it, on A4, in colour."""
    file = io.BytesIO()
    pdf.write(pages("a4", "code128", FINE), file, "table")
    document = pypdfium2.PdfDocument(file.getvalue())
    return tuple(paper.render(scale=DPI / 72).to_pil().convert("RGB") for paper in document)


def tile(code: str) -> tuple[Image.Image, int]:
    """The tile with that code, and where from its top the middle of its bars is."""
    for image, drawn in zip(sheet(), pages("a4", "code128", FINE), strict=True):
        for frame in frames(drawn):
            if any(words.text == code for words in frame.words):
                left, top, right, bottom = (round(mm * DPI / 25.4) for mm in frame[:4])
                for symbol, _ in symbols(drawn):
                    x, y, _, end = (dots * DPI // FINE for dots in symbol.edges)
                    if left < x < right and top < y < bottom:
                        return image.crop((left, top, right + 1, bottom + 1)), (y + end) // 2 - top
    raise AssertionError(code)


def small() -> Image.Image:
    """The table sheet's first page as the pages show it beside what prints it."""
    first = sheet()[0]
    size = round(first.width * SMALL_HEIGHT / first.height), SMALL_HEIGHT
    return first.resize(size, Image.Resampling.LANCZOS)


def looked(site: Played, path: str, size: tuple[int, int]) -> Image.Image:
    """A page of it in a browser, once it shows the newest and nothing moves."""
    with page(f"http://127.0.0.1:{site.port}{path}", size, still=True) as driver:
        update = until(site.feed.event)
        newest = str(site.table.shown.number if "desk" in path else update.stamp)
        shows = "return document.body.dataset.n ?? document.body.dataset.v"
        until(lambda: driver.execute_script(shows) == newest, f"{path} shows it not")
        until(lambda: driver.execute_script("return document.getElementById('icon-tofu')"))
        return Image.open(io.BytesIO(driver.get_screenshot_as_png())).convert("RGB")


def photographed() -> Image.Image:
    """A phone with a tray of Chris's in a photo, before it is scored."""
    labels = [codebook().label("card", f"sushi-go-party/{card}").code for card in TRAY.split()]
    badge, on = codebook().label("badge", "red").code, {labels[2]: labels[3]}
    photo = scene([badge, *labels], "easy", 46, field=(430, 290), size=(2016, 1360), on=on)
    with table() as site, NamedTemporaryFile(suffix=".jpg") as file:
        file.write(photo.jpeg)
        for scan in (
            "preset my-first-meal",
            *(f"badge {badge}" for badge in NAMES),
            "command next",
        ):
            site.table.app.inbox.put(Typed(scan))
        waited(lambda: site.table.shown.table.phase == "playing")
        with page(
            f"http://127.0.0.1:{site.port}/#pin={site.pin.digits}", PHONE, still=True
        ) as driver:
            until(lambda: driver.execute_script("return document.body.dataset.v"))
            driver.find_element("css selector", "#photo input").send_keys(file.name)
            until(lambda: driver.find_elements("css selector", ".sheet b"), "nothing is read")
            return Image.open(io.BytesIO(driver.get_screenshot_as_png())).convert("RGB")


def hall() -> Image.Image:
    """Twenty tables of a tournament on a television, one of which calls the organiser."""
    with HallSite() as site:
        site.fill(TABLES, names=GUESTS.split())
        site.play("table-7", upto=40, call=True)
        with page(f"{site.address}/", TV, still=True) as driver:
            tiles = "return document.querySelectorAll('#tables li.tile').length"
            until(lambda: driver.execute_script(tiles) == TABLES)
            return Image.open(io.BytesIO(driver.get_screenshot_as_png())).convert("RGB")


def tournament() -> Image.Image:
    """A player's phone, and beside it the standings."""
    whole = Image.new("RGB", (1280, PHONE[1]), PAPER)
    names = dict(enumerate(GUESTS.split(), 1))
    with TemporaryDirectory() as folder, door_site(Path(folder)) as site:
        first, _, *acts = played(Random(4), len(names), 4, title="Autumn Cup")
        assert isinstance(first, Opened)
        site.hall.open(first, WHO)
        site.hall.join(1, [*names.values()], WHO, here=True)
        for act in acts[:-6]:
            site.hall.act(1, act, WHO)
        me = site.hall.tournaments[1].open_tables[2].players[1]
        wide = whole.width - PHONE[0] - 20
        for path, size, x in (
            (f"?me={me}", PHONE, 0),
            (f"/standings?me={me}", (wide, PHONE[1]), 410),
        ):
            with page(f"{site.address}/t/1{path}", size, still=True) as driver:
                until(lambda: driver.execute_script("return document.readyState") == "complete")
                whole.paste(Image.open(io.BytesIO(driver.get_screenshot_as_png())), (x, 0))
    ImageDraw.Draw(whole).rectangle((PHONE[0], 0, PHONE[0] + 19, PHONE[1]), fill=INK)
    return whole


def install() -> Image.Image:
    """A phone and a display while Okanjo is installed from a card."""
    setup, show = card_program("setup"), card_program("show")
    port, step = free_port(), setup.STEPS["version"]
    progress = setup.Progress()
    progress.begin(step)
    phone = setup.Page(progress, port)
    phone.open()
    try:
        with page(f"http://127.0.0.1:{port}/", (PHONE[0], 400), still=True) as driver:
            until(lambda: step in driver.find_element("id", "step").text)
            looked_at = Image.open(io.BytesIO(driver.get_screenshot_as_png())).convert("RGB")
    finally:
        phone.close()
    whole = Image.new("RGB", (looked_at.width + 480, looked_at.height), PAPER)
    whole.paste(looked_at, (0, 0))
    glass = image_of(Bitmap(show.WIDTH, show.HEIGHT, show.sheets(step)[0]), 3)
    place = (looked_at.width + 48, 60)
    pen = ImageDraw.Draw(whole)
    pen.rectangle(around(place, glass, 10), GLASS)
    whole.paste(LIT, place, glass)
    return whole


def board(scanned: str, reads: bool, display: Bitmap, phone: Image.Image) -> Image.Image:
    """One picture of it: a tile, with the scanner's line while it reads; display; phone."""
    whole, (x, y) = Image.new("RGB", SIZE, PAPER), TILE
    pen, font = ImageDraw.Draw(whole), ImageFont.truetype(fonts.path(bold=True), 15)
    (paper, bars), glass = tile(scanned), image_of(display, 3)
    whole.paste(paper, TILE)
    if reads:
        pen.rectangle((x - 12, y + bars - 1, x + paper.width + 11, y + bars + 1), LASER)
    pen.rectangle(around(DISPLAY, glass, 10), GLASS)
    whole.paste(LIT, DISPLAY, glass)
    pen.rectangle(around(HAND, phone, 3), INK)
    whole.paste(phone, HAND)
    for words, (left, top) in (("Scan", TILE), ("The display", DISPLAY), ("Every phone", HAND)):
        pen.text((left, top - 33), words, INK, font)
    return whole


def around(corner: tuple[int, int], inner: Image.Image, by: int) -> tuple[int, int, int, int]:
    left, top = corner
    return left - by, top - by, left + inner.width + by - 1, top + inner.height + by - 1


def flat(drawn: Image.Image, colours: int = COLOURS) -> Image.Image:
    """With few colours, so that its file is small."""
    return drawn.quantize(colours, kmeans=1, dither=Image.Dither.NONE)


def main() -> None:
    """Write all of them."""
    flat(small(), SMALL_COLOURS).save(SMALL, optimize=True)
    stills = {"sheet": sheet()[SHEET_PAGE].copy(), "photo": photographed(), "hall": hall()}
    stills |= {"tournament": tournament(), "install": install()}
    with table() as site:
        last = []
        for code, display in moments(site):
            phone = looked(site, "/", PHONE)
            last.append((code, display, phone.resize(HELD, Image.Resampling.LANCZOS)))
            if len(last) == STILL:
                stills["phone"] = phone
                stills["tv"] = looked(site, "/#tv", TV)
                stills["desk"] = looked(site, f"/desk#pin={site.pin.digits}", DESK)
    for name, drawn in stills.items():
        edge = 0, 0, drawn.width - 1, drawn.height - 1  # or they would run into each other
        ImageDraw.Draw(drawn).rectangle(edge, outline=INK, width=max(2, drawn.width // 200))
        flat(drawn).save(FOLDER / f"{name}.png", optimize=True)
    boards = [
        board(after[0], reads, *shown[1:])
        for before, after in pairwise(last)
        for reads, shown in ((True, before), (False, after))
    ]
    stays = [*(WAITS_MS, STAYS_MS) * (SHOWN - 1), WAITS_MS, ENDS_MS]
    film = Image.new("RGB", (SIZE[0], SIZE[1] * len(boards)))
    for index, shot in enumerate(boards):
        film.paste(shot, (0, SIZE[1] * index))
    colours = flat(film)  # the same in all of them, or they would flicker
    first, *rest = (shot.quantize(palette=colours, dither=Image.Dither.NONE) for shot in boards)
    first.save(FOLDER / "round.gif", save_all=True, append_images=rest, duration=stays, loop=0)


if __name__ == "__main__":
    main()
