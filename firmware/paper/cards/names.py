"""The words on a card's label, and how its name is set in type: as large as there is room for.

Rule 1: names are whole. On the display they have 21 characters; paper has room.
Rule 2: type that cannot be read at arm's length is not set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.cards import Game
from engine.codes import Codebook, Label
from firmware.paper.render.fonts import CAPITAL, width
from firmware.paper.render.marks import BLACK, POINTS_PER_MM, WHITE, Align, Box, Text, disc
from firmware.words import labels
from firmware.words.labels import dish, own
from firmware.words.language import ENGLISH, Language, say
from firmware.words.line import pieces

# At 60 cm a good eye tells letters of 0.9 mm apart; Vera's capitals are 1.3 mm high at 5 points.
LEAST_POINTS = 5.0
STEP = 0.25
LEADING = 1.2  # from line to line, in sizes of the type
SIDE_MM = 1.1  # white beside the longest name


class Wording(NamedTuple):
    """What one label says. `number` is the card's action number, 0 where it has none; `copy` is
    "2/5", or empty where there is but one such card. `second` is the name in a second language,
    or empty where there is none or both are alike.
    """

    digits: str
    name: str
    number: int
    copy: str
    second: str = ""

    @property
    def in_one_language(self) -> Wording:
        return self._replace(second="")


def title(label: Label, game: Game, language: Language = ENGLISH) -> str:
    """Return a card's name, uncut."""
    in_full = dish(game, label.face or "").in_full
    return say(own(game, in_full) if in_full else labels.title(label), language)


def wording(
    label: Label, game: Game, language: Language = ENGLISH, second: Language | None = None
) -> Wording:
    """Return what a card's label says, with its name in a second language if there is one."""
    face = game.face(str(label.face))
    name, *more = (
        # the number stands in the disc
        title(label, game, spoken).removesuffix(f" {face.number}" if face.number else "")
        for spoken in (language, second)
        if spoken
    )
    copy = f"{label.copy}/{face.copies}" if face.copies > 1 else ""
    return Wording(label.code, name, face.number, copy, *(other for other in more if other != name))


def cards(book: Codebook, game: Game) -> tuple[Label, ...]:
    """List every physical card of a game, in the deck's order."""
    return tuple(label for label in book.labels if label.type == "card" and label.game == game.slug)


def faces(
    labels: Iterable[Label],
    game: Game,
    language: Language = ENGLISH,
    second: Language | None = None,
) -> Iterator[Wording]:
    """Yield one label's words for each face: whether they fit is the same for all of them."""
    last = {label.face: label for label in labels}
    return (wording(label, game, language, second) for label in last.values())


class Room(NamedTuple):
    """Where a name goes, in mm: corner and size, the largest type, how many lines at most."""

    x: float
    y: float
    width: float
    height: float
    points: float
    lines: int
    align: Align


Setting = tuple[tuple[str, ...], float, bool]  # a name's lines, their points, whether bold


def set_in(room: Room, words: Wording) -> Setting | None:
    """Set the name as large as its room allows: bold, or light where bold would be much smaller.

    None: it does not fit.
    """
    wide = room.width - (2 * SIDE_MM if room.align == "middle" else SIDE_MM)
    for points, bold in _sizes(room.points):
        for lines in _broken(words, room.lines):
            high = (CAPITAL + (len(lines) - 1) * LEADING) * points / POINTS_PER_MM
            number = 2 * _disc(points) + _gap(points) if words.number else 0.0
            widest = max(width(line, points, bold) for line in lines) + number
            if widest <= wide and high <= room.height + 0.01:
                return lines, points, bold
    return None


def name_marks(room: Room, words: Wording, setting: Setting) -> Iterator[Box | Text]:
    """Draw the name in the middle of its room's height, its action number in a disc before it; a
    second language's name below it is light.
    """
    lines, points, bold = setting
    step = LEADING * points / POINTS_PER_MM
    capital = points * CAPITAL / POINTS_PER_MM
    base = room.y + (room.height + capital - (len(lines) - 1) * step) / 2
    number = 2 * _disc(points) + _gap(points) if words.number else 0.0
    x = room.x + number
    if room.align == "middle":
        x = room.x + (room.width + number) / 2
    for row, line in enumerate(lines):
        heavy = bold and not (row and words.second)
        yield Text(x, base + row * step, line, points, heavy, room.align)
    if words.number:
        shift = width(lines[0], points, bold) / 2 if room.align == "middle" else 0.0
        centre = x - shift - _gap(points) - _disc(points)
        yield from _number(words.number, centre, base - capital / 2, points)


def _number(number: int, x: float, y: float, points: float) -> Iterator[Box | Text]:
    """Draw the action number white in black, as in the corner of its card."""
    figures = points * (0.78 if number < 10 else 0.6)
    base = y + figures * CAPITAL / POINTS_PER_MM / 2
    yield disc(x, y, _disc(points), BLACK)
    yield Text(x, base, str(number), figures, True, "middle", WHITE)


def _disc(points: float) -> float:
    """Return the disc's radius: a little higher than the name's capitals."""
    return 0.68 * points * CAPITAL / POINTS_PER_MM


def _gap(points: float) -> float:
    return 0.35 * points / POINTS_PER_MM


def _sizes(largest: float) -> Iterator[tuple[float, bool]]:
    """Yield sizes from the largest down: bold as long as it is near that, then light."""
    for share, bold in ((0.72, True), (0.0, False)):
        points = largest
        while points >= max(LEAST_POINTS, share * largest):
            yield points, bold
            points -= STEP


def _broken(words: Wording, most: int) -> Iterator[tuple[str, ...]]:
    """Yield the name in one line, then broken in two at each blank, and between two letters of
    Japanese, the most even first. Names in two languages have a line each, or one line for both.
    """
    if words.second:
        yield (words.name, words.second) if most > 1 else (f"{words.name} · {words.second}",)
        return
    yield (words.name,)
    if most > 1:
        parts = pieces(words.name)
        pairs = [("".join(parts[:cut]), "".join(parts[cut:])) for cut in range(1, len(parts))]
        pairs = [(first.rstrip(), second) for first, second in pairs]
        yield from sorted(pairs, key=lambda pair: abs(len(pair[0]) - len(pair[1])))
