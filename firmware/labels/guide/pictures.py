"""Draw six steps, a picture each: how a round is scored.

What the displays show comes from a game for three that is scanned; no screen is made up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from engine.codes import Codebook, codebook
from engine.games import sushi_go_party
from engine.position import Scan, Table, empty
from engine.standings import standings
from engine.table import scan as scan_table
from firmware.labels.guide.things import (
    INK_MM,
    arc_points,
    arrow,
    badge,
    beam_on,
    card,
    display,
    display_height,
    scanner,
    track,
)
from firmware.labels.render import icons
from firmware.labels.render.marks import BLACK, WHITE, Box, Colour, Disc, Mark, Text
from firmware.labels.table_sheet import colours
from firmware.labels.table_sheet.tiles import GREY, Codes, Place, Tile, tile
from firmware.screen.raster import Picture
from firmware.screen.render import picture
from firmware.view.panel import draw

GAME = sushi_go_party.GAME
WOOD: Colour = (240, 224, 198)
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


class Step(NamedTuple):
    """A heading, a sentence, and what draws the picture."""

    title: str
    words: str
    draw: Callable[[Codebook, Place, Codes], Iterator[Mark]]


def after(lines: Iterable[str]) -> Picture:
    """Return the display after these scans, each as `type slug`."""
    table: Table = empty()
    book = codebook()
    for line in lines:
        kind, slug = line.split()
        table, _ = scan_table(table, Scan(book.label(kind, slug), 0))
    return picture(draw(standings(table)))


def _tint(slug: str) -> Colour:
    kind = next(kind for kind in GAME.kinds if slug in (kind.slug, *(f.slug for f in kind.faces)))
    return colours.tint(kind.colour, kind.group)


def _screen(lines: tuple[str, ...], place: Place, up: float = 0.0) -> Iterator[Mark]:
    """Draw a display at the right, in the middle of the height."""
    shown = after(lines)
    high = display_height(shown, SCREEN_MM)
    x = place.x + place.width - SCREEN_MM
    yield from display(shown, x, place.y + (place.height - high) / 2 - up, SCREEN_MM)


def choose(book: Codebook, place: Place, codes: Codes) -> Iterator[Mark]:
    """Draw a menu under the beam."""
    title, kinds = GAME.presets[PRESET]
    x, width, high = place.x, 35.0, 38.0
    y = place.y + (place.height - high) / 2
    yield Box(x, y, width, high, WHITE, BLACK, INK_MM, radius=1.6)
    yield Text(x + width / 2, y + 5.8, title, 8.0, True, "middle")
    for at, slug in enumerate(("nigiri", *kinds)):
        across, down = x + 1.9 + at % 4 * 8.0, y + 8.6 + at // 4 * 8.0
        yield Box(across, down, 7.2, 7.2, _tint(slug), radius=0.8)
        yield from icons.place(icons.find(slug), across + 0.6, down + 0.6, 6.0)
    yield Box(x + 5, y + high - 10.4, width - 10, 7.4, WHITE, GREY, 0.25, radius=0.6)
    beam = beam_on(x + 7, y + high - 6.7, width - 14, down=False)
    yield from scanner(x + 39, y + high - 16.5, 17, beam)
    yield from _screen(LOBBY, place, up=10)


def sit(book: Codebook, place: Place, codes: Codes) -> Iterator[Mark]:
    """Draw a table from above, the badges round it."""
    x, y, radius = place.x + 22, place.y + place.height / 2 + 2.5, 13.5
    yield Disc(x, y, radius, WOOD, BLACK, INK_MM)
    for across, down in ((-3.2, 0.6), (-2.6, 0.0), (-2.0, -0.6)):
        yield Box(x + across, y - 3.6 + down, 5.2, 7.2, WHITE, BLACK, 0.3, radius=0.7)
    far = radius + 4.2
    for at, slug in enumerate(PLAYERS):
        ((bx, by), *_) = arc_points(x, y, far, 150 + 120 * at, 360)
        yield from badge(slug, bx, by, 4.2)
        if at + 1 < len(PLAYERS):
            way = arc_points(x, y, far + 1.6, 174 + 120 * at, 242 + 120 * at)
            yield from arrow(*way, pen=0.6)
    yield from _screen(SEATS, place)


def deal(book: Codebook, place: Place, codes: Codes) -> Iterator[Mark]:
    """Draw NEXT, with a code that works, and what to deal."""
    yield from _command(book, "next", place, codes)
    yield from _screen(START, place, up=9)
    foot = place.y + place.height / 2 + 20
    edge = beam_on(place.x + TILE_MM, foot - 14, 8)
    yield from scanner(place.x + TILE_MM + 12, foot - 15, 16, edge)


def scan(book: Codebook, place: Place, codes: Codes) -> Iterator[Mark]:
    """Draw each player's badge, and the cards."""
    high = place.height / len(PLAYERS)
    wide = min(10.2, (high - 2) / 1.42)
    step, begin = wide + 1.5, place.x + 15.3
    for row, slug in enumerate(PLAYERS):
        y = place.y + row * high
        middle = y + wide * 0.71
        yield from badge(slug, place.x + 5.4, middle, 4.4)
        yield from arrow((begin - 4.6, middle), (begin - 1.4, middle), pen=0.6)
        if row:
            yield from arrow(
                (place.x + 5.4, middle - high + 6), (place.x + 5.4, middle - 6), pen=0.6
            )
        faces = list(dict.fromkeys(TRAYS[slug].split()))[: 5 if row == 1 else 4]
        for at, face in enumerate(faces):
            yield from card(face, begin + at * step, y, wide, _tint(face))
        if row != 1:
            yield Text(begin + 4 * step + 0.5, middle + 1.0, "…", 16.0, True)
    y = place.y + high
    beam = beam_on(begin + 4 * step + wide * 0.22, y + wide * 1.17, wide * 0.56, down=False)
    yield from scanner(begin + 5 * step - 0.6, y + wide * 0.25, 15, beam)


def score(book: Codebook, place: Place, codes: Codes) -> Iterator[Mark]:
    """Draw SCORE, with a code that works; points on the display, pawns on the track."""
    yield from _command(book, "score", place, codes)
    yield from _screen(SCORED, place, up=7)
    x = place.x + place.width - SCREEN_MM
    lights = {1: "green", 13: "blue", 23: "red"}  # what the display says
    yield from track(lights, 25, x, place.y + place.height / 2 + 11, SCREEN_MM)


def go_on(book: Codebook, place: Place, codes: Codes) -> Iterator[Mark]:
    """Draw three rounds, then desserts and the winner."""
    x, y, step = place.x + 4.8, place.y + place.height / 2 - 14, 15.6
    for at in range(3):
        yield Disc(x + at * step, y, 4.4, WHITE, BLACK, INK_MM)
        yield Text(x + at * step, y + 2.1, str(at + 1), 16.0, True, "middle")
        if at:
            begin = x + at * step - 10.3
            yield Text(begin + 2.6, y - 2.4, "NEXT", 5.4, True, "middle")
            yield from arrow((begin, y), (begin + 5.0, y), pen=0.7)
    yield from arrow((x + 2 * step, y + 5.6), (x + 2 * step, y + 10.0), pen=0.7)
    top = y + 12.4
    for at, slug in enumerate(("fruit", "green-tea-ice-cream", "pudding")):
        left = x - 4.4 + at * 14.2
        yield Box(left, top, 12.2, 12.2, _tint(slug), radius=1.2)
        yield from icons.place(icons.find(slug), left + 1, top + 1, 10.2)
    yield Text(x + step + 2.0, top + 16.6, "and the desserts", 6.8, align="middle")
    yield from _screen(FINISHED, place)


def _command(book: Codebook, slug: str, place: Place, codes: Codes) -> Iterator[Mark]:
    """Draw a command as on the table sheet, as large."""
    label = book.label("command", slug)
    icon = icons.find(slug)
    own = Tile(label, label.title.upper(), icon=icon)
    high = min(place.height, 40.0)
    at = Place(place.x, place.y + (place.height - high) / 2, TILE_MM, high)
    yield from tile(own, at, codes, code_on_top=False)


STEPS = (
    Step("Choose", "Scan a menu of Sushi Go Party!, or a game.", choose),
    Step("Sit down", "Scan a badge for each player, clockwise.", sit),
    Step("NEXT", "Deal what the display says. Play the round.", deal),
    Step("Scan", "A badge, then that player’s cards; then the next badge.", scan),
    Step("SCORE", "The round is counted: look at the display.", score),
    Step("And on", "NEXT for each new round. After the last: the winner.", go_on),
)
