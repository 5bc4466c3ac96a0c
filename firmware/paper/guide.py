"""Draw the quick guide: how to score a round in six pictures, on one page.

Rule 1: every code on it is a real one (NEXT, SCORE, UNDO and REMOVE, once each), and nothing else
looks like one.
What the displays show comes from a game for three that is scanned; no screen is made up.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from engine.codes import Codebook, codebook
from engine.games import sushi_go_party
from engine.message import Message, gettext
from engine.position import Scan, Table, empty
from engine.standings import standings
from engine.table import scan as scan_table
from firmware.core.screen.raster import Bitmap
from firmware.core.screen.render import picture
from firmware.core.view.panel import draw
from firmware.core.view.situation import situation_of
from firmware.paper.render import icons, marks
from firmware.paper.render.icons import Icon
from firmware.paper.render.marks import (
    BLACK,
    WHITE,
    Colour,
    Line,
    Mark,
    PaperPage,
    Path,
    Point,
    Rect,
    Text,
)
from firmware.paper.table_sheet import colours, tiles
from firmware.paper.table_sheet.colours import PLAIN
from firmware.paper.table_sheet.tiles import PaperTile, Printing
from firmware.words.labels import menu_title
from firmware.words.language import ENGLISH, Language, say
from firmware.words.plates import badge_letters
from firmware.words.sheets import display

HEAD_MM, FOOT_MM, STRIP_MM = 14.0, 7.5, 33.6
COLUMNS, PANEL_GAP, CAPTION_MM = 2, 4.0, 15.0
PAPER_TINT: Colour = "#faf8f3"

GAME = sushi_go_party.GAME
BEAM: Colour = "#e22020"
GLOW: Colour = "#fddeda"
GLASS: Colour = "#10141a"
LIT: Colour = "#c4e8ff"
DARK: Colour = "#464a50"
INK_MM, BEZEL_MM = 0.45, 1.8
SCANNER_EYE = (2.6, 6.0)  # in its icon
SCREEN_MM, TILE_MM = 41.0, 45.2

PRESET = "cutthroat-combo"
PLAYERS = ("red", "blue", "green")
TRAYS = {
    "red": "temaki temaki eel eel soy-sauce squid-nigiri tofu miso-soup pudding spoon-4",
    "blue": "temaki tofu tofu salmon-nigiri salmon-nigiri miso-soup miso-soup pudding pudding eel",
    "green": "egg-nigiri egg-nigiri eel tofu tofu tofu soy-sauce squid-nigiri squid-nigiri spoon-5",
}
LOBBY = (f"preset {PRESET}",)
SEATS = (*LOBBY, *(f"badge {badge}" for badge in PLAYERS))
START = (*SEATS, "command next")
_ROUND = tuple(
    line
    for badge, tray in TRAYS.items()
    for line in (f"badge {badge}", *(f"face sushi-go-party/{face}" for face in tray.split()))
)
SCORED = (*START, *_ROUND, "command score")
FINISHED = (*SCORED, *(("command next", *_ROUND, "command score") * 2))


class GuideStep(NamedTuple):
    """A heading, a sentence, and what draws the picture."""

    title: Message
    words: Message
    draw: Callable[[Codebook, Rect, Printing], Iterator[Mark]]


def after(lines: Iterable[str], language: Language = ENGLISH) -> Bitmap:
    """Return the display after these scans, each as `type slug`."""
    table: Table = empty()
    book = codebook()
    for line in lines:
        kind, slug = line.split()
        table, _ = scan_table(table, Scan(book.label(kind, slug), 0))
    return picture(display(draw(standings(table), situation_of(table)), language))


def _tint(slug: str) -> Colour:
    kind = next(kind for kind in GAME.kinds if slug in (kind.slug, *(f.slug for f in kind.faces)))
    return colours.tint(kind.colour, kind.group)


def _screen(
    lines: tuple[str, ...], place: Rect, language: Language, up: float = 0.0
) -> Iterator[Mark]:
    """Draw a display at the right, in the middle of the height."""
    shown = after(lines, language)
    dot_mm = (SCREEN_MM - 2 * BEZEL_MM) / shown.width
    high = shown.height * dot_mm + 2 * BEZEL_MM
    x, y = place.x + place.width - SCREEN_MM, place.y + (place.height - high) / 2 - up
    yield marks.Box(x, y, SCREEN_MM, high, GLASS, BLACK, INK_MM, radius=1.6)
    yield Path(marks.pixels(shown.rows()), LIT, x=x + BEZEL_MM, y=y + BEZEL_MM, scale=dot_mm)


def choose(book: Codebook, place: Rect, printing: Printing) -> Iterator[Mark]:
    """Draw a menu under the scanner's beam."""
    _, kinds = GAME.presets[PRESET]
    title = say(menu_title(GAME, PRESET), printing.language)
    x, width, high = place.x, 35.0, 38.0
    y = place.y + (place.height - high) / 2
    yield marks.Box(x, y, width, high, WHITE, BLACK, INK_MM, radius=1.6)
    points = tiles.fit_size(title, 8.0, width - 2)
    yield Text(x + width / 2, y + 5.8, title, points, True, "middle")
    for index, slug in enumerate(("nigiri", *kinds)):
        across, down = x + 1.9 + index % 4 * 8.0, y + 8.6 + index // 4 * 8.0
        yield marks.Box(across, down, 7.2, 7.2, _tint(slug), radius=0.8)
        yield from icons.place(icons.find(slug), across + 0.6, down + 0.6, 6.0)
    yield marks.Box(x + 5, y + high - 10.4, width - 10, 7.4, WHITE, tiles.GREY, 0.25, radius=0.6)
    line = y + high - 6.7
    yield from _scanner(x + 39, y + high - 16.5, 17, ((x + 7, line), (x + width - 7, line)))
    yield from _screen(LOBBY, place, printing.language, up=10)


# In the picture of the table, clockwise: where the players' discs are, and how large, in its units.
SEATED, DISC = ((3.82, 16.72), (12, 2.56), (20.18, 16.72)), 2.24


def sit(book: Codebook, place: Rect, printing: Printing) -> Iterator[Mark]:
    """Draw a table from above, the badges round it."""
    left, top, unit = place.x - 0.5, place.y + place.height / 2 - 20, 45 / icons.UNITS
    yield from icons.place(icons.find("seats"), left, top, 45)
    for slug, (x, y) in zip(PLAYERS, SEATED, strict=True):
        radius = DISC * unit
        yield from _badge(slug, left + x * unit, top + y * unit, radius, printing.language)
    yield from _screen(SEATS, place, printing.language)


def deal(book: Codebook, place: Rect, printing: Printing) -> Iterator[Mark]:
    """Draw NEXT, with a code that works, and what to deal."""
    yield from _large(tiles.command(book, "next", language=printing.language), place, printing)
    yield from _screen(START, place, printing.language, up=9)
    foot = place.y + place.height / 2 + 20
    edge = place.x + TILE_MM
    yield from _scanner(edge + 12, foot - 15, 16, ((edge, foot - 14), (edge, foot - 6)))


def scan(book: Codebook, place: Rect, printing: Printing) -> Iterator[Mark]:
    """Draw each player's badge, and the cards."""
    high = place.height / len(PLAYERS)
    wide = min(10.2, (high - 2) / 1.42)
    step, begin = wide + 1.5, place.x + 15.3
    for row, slug in enumerate(PLAYERS):
        y = place.y + row * high
        middle = y + wide * 0.71
        yield from _badge(slug, place.x + 5.4, middle, 4.4, printing.language)
        yield from icons.place(icons.find("arrow"), begin - 5.4, middle - 2.4, 4.8)
        if row:
            above = middle - high / 2
            yield from icons.place(icons.find("arrow-down"), place.x + 2.5, above - 2.9, 5.8)
        faces = list(dict.fromkeys(TRAYS[slug].split()))[: 5 if row == 1 else 4]
        for index, face in enumerate(faces):
            yield from _card(face, begin + index * step, y, wide, _tint(face))
        if row != 1:
            yield Text(begin + 4 * step + 0.5, middle + 1.0, "…", 16.0, True)
    label, line = begin + 4 * step + wide * 0.22, place.y + high + wide * 1.17
    on_it = ((label, line), (label + wide * 0.56, line))
    yield from _scanner(begin + 5 * step - 0.6, place.y + high + wide * 0.25, 15, on_it)


def score(book: Codebook, place: Rect, printing: Printing) -> Iterator[Mark]:
    """Draw SCORE, with a code that works; points on the display, pawns on the track."""
    yield from _large(tiles.command(book, "score", language=printing.language), place, printing)
    yield from _screen(SCORED, place, printing.language, up=7)
    x = place.x + place.width - SCREEN_MM
    middle = place.y + place.height / 2 + 13.5
    yield from icons.place(icons.find("lights"), x - 0.5, middle - 21, 42)  # as the display says


def go_on(book: Codebook, place: Rect, printing: Printing) -> Iterator[Mark]:
    """Draw three rounds, then desserts and the winner."""
    x, y, step = place.x + 4.8, place.y + place.height / 2 - 14, 15.6
    yield from icons.place(icons.find("rounds"), place.x, y - 20.5, 41)
    for gap in (1, 2):
        next_ = say(NEXT, printing.language)
        points = tiles.fit_size(next_, 5.4, 9.0)
        yield Text(x + gap * step - 7.7, y - 2.4, next_, points, True, "middle")
    top = y + 12.4
    for index, slug in enumerate(("fruit", "green-tea-ice-cream", "pudding")):
        left = x - 4.4 + index * 14.2
        yield marks.Box(left, top, 12.2, 12.2, _tint(slug), radius=1.2)
        yield from icons.place(icons.find(slug), left + 1, top + 1, 10.2)
    desserts = say(AND_DESSERTS, printing.language)
    points = tiles.shrunk(desserts, 6.8, 42.0)
    yield Text(x + step + 2.0, top + 16.6, desserts, points, align="middle")
    yield from _screen(FINISHED, place, printing.language)


def _large(own: PaperTile, place: Rect, printing: Printing) -> Iterator[Mark]:
    """Draw a tile at the left, as large as on the table sheet."""
    high = min(place.height, 40.0)
    room = Rect(place.x, place.y + (place.height - high) / 2, TILE_MM, high)
    yield from tiles.tile(own, room, printing, code_on_top=False)


def _scanner(x: float, y: float, size: float, target: tuple[Point, Point]) -> Iterator[Mark]:
    """Draw a scanner that looks to the left; its beam is a line from one point to another."""
    eye = (x + SCANNER_EYE[0] * size / icons.UNITS, y + SCANNER_EYE[1] * size / icons.UNITS)
    yield Path((marks.outline(eye, *target),), GLOW)
    for end in target:
        yield Line(eye, end, BEAM, 0.2)
    yield Line(*target, BEAM, 0.6)
    yield from icons.place(icons.find("scanner"), x, y, size)


def _card(slug: str, x: float, y: float, width: float, tint: Colour) -> Iterator[Mark]:
    """Draw a card with its dish, and a label near its foot."""
    high = width * 1.42
    yield marks.Box(x, y, width, high, tint, BLACK, INK_MM, radius=width * 0.11)
    yield from icons.place(icons.find(slug), x + width * 0.1, y + width * 0.1, width * 0.8)
    yield marks.Box(
        x + width * 0.14, y + high - width * 0.36, width * 0.72, width * 0.22, WHITE, DARK, 0.2,
        radius=0.4,
    )  # fmt: skip


def _badge(slug: str, x: float, y: float, radius: float, language: Language) -> Iterator[Mark]:
    """Draw a player's disc about (x, y), with its letters."""
    colour = colours.BADGES[slug]
    letters = badge_letters(slug, language)
    yield from marks.lettered(letters, x, y, radius, colour, colours.on(colour), INK_MM)


STEPS = (
    GuideStep(gettext("Choose"), gettext("Scan a Sushi Go Party! menu, or a game."), choose),
    GuideStep(gettext("Sit down"), gettext("Scan a badge for each player, clockwise."), sit),
    GuideStep(
        gettext("NEXT"),
        gettext(
            "Deal what the display says. In each turn all choose a card, reveal them together, and"
            " pass on their hands."
        ),
        deal,
    ),
    GuideStep(
        gettext("Scan"), gettext("A badge, then that player’s cards; then the next badge."), scan
    ),
    GuideStep(gettext("SCORE"), gettext("The display shows the scores of the round."), score),
    GuideStep(
        gettext("Go on"), gettext("NEXT starts each new round. After the last: the winner."), go_on
    ),
)


def page(
    codebook: Codebook, paper: str, printing: Printing, number: int = 1, of: int = 1
) -> PaperPage:
    """Draw the guide on "a4" or "letter", as page `number` of `of`."""
    place = tiles.area(paper)
    title, part, note = (
        say(words, printing.language) for words in (A_ROUND, IN_SIX_PICTURES, OTHER_GAMES)
    )
    drawn: list[Mark] = [
        *tiles.heading(title, part, note, place),
        *tiles.foot(place, number, of, printing),
    ]
    room = place.height - HEAD_MM - FOOT_MM - STRIP_MM
    rows = -(-len(STEPS) // COLUMNS)
    wide, high = (place.width + PANEL_GAP) / COLUMNS, room / rows
    for index, step in enumerate(STEPS):
        row, column = divmod(index, COLUMNS)
        x, y = place.x + column * wide, place.y + HEAD_MM + row * high
        panel = Rect(x, y, wide - PANEL_GAP, high - PANEL_GAP)
        drawn += _panel(index + 1, step, panel, codebook, printing)
    strip = Rect(place.x, place.y + HEAD_MM + room, place.width, STRIP_MM)
    drawn += _strip(codebook, strip, printing)
    return PaperPage(*tiles.PAPERS[paper], tuple(drawn))


def _panel(
    number: int, step: GuideStep, place: Rect, codebook: Codebook, printing: Printing
) -> Iterator[Mark]:
    """Draw a number, a heading, a sentence and a picture in a frame."""
    x, y, width, height = place
    yield marks.Box(x, y, width, height, PAPER_TINT, tiles.FRAME, 0.25, radius=2.4)
    yield marks.disc(x + 7.6, y + 7.8, 4.6, BLACK)
    yield Text(x + 7.6, y + 10.1, str(number), 17.0, True, "middle", WHITE)
    title, about = (say(words, printing.language) for words in (step.title, step.words))
    room = width - 16.0
    yield Text(x + 15, y + 6.8, title, tiles.fit_size(title, 12.0, room), True)
    yield from _caption(about, x + 15, y + 11.2, room)
    inside = Rect(x + 2.4, y + CAPTION_MM, width - 4.8, height - CAPTION_MM - 2.4)
    yield from step.draw(codebook, inside, printing)


def _caption(words: str, x: float, y: float, room: float) -> Iterator[Mark]:
    """Set a sentence in a line or two, as large as can be."""
    points = 6.8
    while len(lines := tiles.wrap(words, points, room)) > 2:
        points *= 0.95
    for line, text in enumerate(lines):
        yield Text(x, y + line * 2.9, text, points)


def _strip(codebook: Codebook, place: Rect, printing: Printing) -> Iterator[Mark]:
    """Show what helps when something went wrong."""
    across, high = (place.width + tiles.GUTTER) / 4, place.height - 3.4
    undo, remove, live, lost = (
        Rect(place.x + column * across, place.y, across - tiles.GUTTER, high) for column in range(4)
    )
    back, strike = (
        tiles.command(codebook, slug, words, printing.language)
        for slug, words in (("undo", WRONG_SCAN), ("remove", WRONG_CARD))
    )
    yield from tiles.tile(back, undo, printing, code_on_top=False)
    yield from tiles.tile(strike, remove, printing, code_on_top=True)
    title, words = (say(message, printing.language) for message in (LIVE, HOW_LIVE))
    yield from _note(icons.find("live"), title, words, live)
    title, words = (say(message, printing.language) for message in (NO_LABEL, WITHOUT_LABEL))
    yield from _note(icons.find("no-label"), title, words, lost)


A_ROUND, IN_SIX_PICTURES = gettext("A round"), gettext("in six pictures")
OTHER_GAMES = gettext(
    "Shows Sushi Go Party!; the other games work the same way. Omakase has one round."
)
NEXT, LIVE, AND_DESSERTS = gettext("NEXT"), gettext("LIVE"), gettext("and the desserts")
WRONG_SCAN = gettext("Wrong scan? This takes it back.")
WRONG_CARD = gettext("One wrong card? Scan this, then the card.")
HOW_LIVE = gettext("Scan LIVE before the game, then every card as it is revealed.")
NO_LABEL = gettext("No label?")
WITHOUT_LABEL = gettext("Scan the same card on the table sheet.")


def _note(icon: Icon, title: str, words: str, place: Rect) -> Iterator[Mark]:
    """Draw a tile without a code."""
    x, y, width, height = place
    yield marks.Box(x, y, width, height, line=tiles.FRAME, line_mm=0.2, radius=1.6)
    size = 12.0
    yield marks.Box(x + 1.6, y + 1.8, size, size, PLAIN, radius=1.2)
    yield from icons.place(icon, x + 2.2, y + 2.4, size - 1.2)
    points = tiles.fit_size(title, 10.0, width - size - 5.0)
    yield Text(x + size + 3.6, y + 9.0, title, points, True)
    for line, text in enumerate(tiles.wrap(words, 7.4, width - 4), 1):
        yield Text(x + 2, y + size + 3.4 + line * 3.4, text, 7.4)
