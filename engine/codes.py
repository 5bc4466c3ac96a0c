"""Translate between the six digits on a label and what it names.

Rule 1: a code never changes its meaning; labels live on cards for years.
A code is a number of five digits and Damm's check digit. A game owns 5,000 numbers from 5,000
times its own: the game, its presets, its menu tiles, then 20 for each face, of which the first
is the printed reference face and the others are its copies. 0 to 4,999 are the table's own.
Games 1 to 9 are Okanjo's, 10 to 19 are for games in packages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal, NamedTuple

from engine.cards import BADGES, Game
from engine.games import GAMES
from engine.refusals import Refused

COMMANDS = {
    "new-game": "New game",
    "next": "Next",
    "score": "Score",
    "undo": "Undo",
    "remove": "Remove",
    "flip": "Flip",
    "same-turn": "Same reveal",
    "tally": "Tally",
    "live": "Live",
    "pass-both-ways": "Pass both ways",
    "dummy": "Dummy",
    "page": "Page",
    "sound": "Sound",
    "teach": "Teach",
    "language": "Language",
    "what": "What is this?",
    "repeat": "Repeat",
    "slower": "Slower",
    "read-table": "Read the table",
    "photo": "Photo",
    "call-organiser": "Call the organiser",
}
# Commands are numbered as they came: a new one goes to the end.
FIRST_COMMAND, FIRST_BADGE = 100, 200
PACKAGED = range(10, 20)
GAME_NUMBERS, FIRST_PRESET, FIRST_KIND, FIRST_FACE, FACE_NUMBERS = 5000, 1, 100, 1000, 20

# M. Damm, "Total anti-symmetrische Quasigruppen" (2004), the order-10 quasigroup he gives.
_DAMM = (
    "0317598642", "7092154863", "4206871359", "1750983426", "6123045978",
    "3674209581", "5869720134", "8945362017", "9438617205", "2581436790",
)  # fmt: skip


LabelType = Literal["card", "face", "kind", "preset", "game", "badge", "command", "photo", "seats"]


class Label(NamedTuple):
    """One row of `okanjo codes`; slugs that do not apply are None.

    `slug` is unique within its type: `sushi-go-party/maki-1/2` for a card.
    """

    code: str
    type: LabelType
    slug: str
    game: str | None
    kind: str | None
    face: str | None
    copy: int | None
    title: str

    @property
    def preset(self) -> str:
        """The slug of a menu among those of its game; "" for any other label."""
        return self.slug.rpartition("/")[2] if self.type == "preset" else ""

    @property
    def key(self) -> str:
        """The key of the decision tables: a command's slug, else the label's type."""
        return self.slug if self.type == "command" else self.type

    @property
    def name(self) -> str:
        """Its `type slug`; `photo` and `seats` stand alone."""
        return f"{self.type} {self.slug}".rstrip()


class Photo(Label):
    """All the labels of a photo, as one scan. Only who has read a photo makes one.

    Its code is theirs, with a blank between them; it has no slug, and is no row of `okanjo codes`.
    """

    @classmethod
    def of(cls, codes: Iterable[str]) -> Photo:
        return cls(" ".join(codes), "photo", "", None, None, None, None, "Photo")


class Seats(Label):
    """All the labels of seats that were offered, as one scan: NEW GAME comes first. Only who has
    taken an offer makes one.
    """

    @classmethod
    def of(cls, codes: Iterable[str]) -> Seats:
        return cls(" ".join(codes), "seats", "", None, None, None, None, "Seats")


def check_digit(digits: str) -> str:
    """Damm's check digit: catches every single wrong digit and every swap of neighbours."""
    interim = 0
    for digit in digits:
        interim = int(_DAMM[interim][int(digit)])
    return str(interim)


def code(number: int) -> str:
    """The six digits of a number below 100,000."""
    return f"{number:05d}{check_digit(f'{number:05d}')}"


def six_digits(text: str) -> bool:
    """Whether it has the form of a code of ours; any other text is foreign."""
    return len(text) == 6 and text.isascii() and text.isdigit()


def codes_in(text: str) -> list[str]:
    """The codes of a scan as it is kept, of a label, a photo or seats; none where any has not the
    form of ours.
    """
    codes = text.split(" ")
    return codes if all(map(six_digits, codes)) else []


def is_code(text: str) -> bool:
    """Whether it is six digits with the right check digit, known to this version or not."""
    return six_digits(text) and check_digit(text) == "0"


class Codebook:
    """All labels of some games, by code and by `type slug`."""

    def __init__(self, games: Iterable[Game]) -> None:
        self.games = {game.slug: game for game in games}
        self.labels = tuple(_labels(self.games.values()))
        self._by_code = {label.code: label for label in self.labels}
        self._by_name: dict[tuple[str, str], Label] = {
            (label.type, label.slug): label for label in self.labels
        }
        if not len(self._by_code) == len(self._by_name) == len(self.labels):
            raise ValueError("two labels share a code or a name: give each kind its own number")

    def label(self, type: str, slug: str) -> Label:
        """The label of that type and slug; KeyError where there is none."""
        return self._by_name[type, slug]

    def read(self, text: str) -> Label | Refused:
        """Find the label of a scanned text, or say why there is none."""
        label = self._by_code.get(text)
        if label is not None:
            return label
        if not six_digits(text):
            return Refused("foreign-code")
        if not is_code(text):
            return Refused("misread")
        return Refused("unknown-code")

    def read_kept(self, text: str) -> Label | Refused:
        """Find what was scanned by its code as it is kept: a label, or all those of a photo or of
        seats.
        """
        if " " in text and (codes := codes_in(text)):
            return Seats.of(codes) if codes[0] == code(FIRST_COMMAND) else Photo.of(codes)
        return self.read(text)


def slug_in(game: Game, slug: str) -> str:
    """The slug of a menu or a kind among those of all games: in a package it has its game's before
    it, as two packages may call theirs alike.
    """
    return f"{game.slug}/{slug}" if game.number in PACKAGED else slug


@cache
def codebook() -> Codebook:
    """The shipped games' labels."""
    return Codebook(GAMES)


def _labels(games: Iterable[Game]) -> Iterator[Label]:
    for number, (slug, title) in enumerate(COMMANDS.items(), FIRST_COMMAND):
        yield Label(code(number), "command", slug, None, None, None, None, title)
    for number, slug in enumerate(BADGES, FIRST_BADGE):
        yield Label(code(number), "badge", slug, None, None, None, None, slug.capitalize())
    for game in games:
        yield from _labels_of(game)


def _labels_of(game: Game) -> Iterator[Label]:
    first = game.number * GAME_NUMBERS
    yield Label(code(first), "game", game.slug, game.slug, None, None, None, game.title)
    for number, (preset, (title, _)) in enumerate(game.presets.items(), first + FIRST_PRESET):
        slug = slug_in(game, preset)
        yield Label(code(number), "preset", slug, game.slug, None, None, None, title)
    for kind in game.kinds:
        if game.menu:
            number = first + FIRST_KIND + kind.number
            slug = slug_in(game, kind.slug)
            yield Label(code(number), "kind", slug, game.slug, kind.slug, None, None, kind.title)
        for face_number, face in enumerate(kind.faces, kind.number):
            number = first + FIRST_FACE + face_number * FACE_NUMBERS
            slug = f"{game.slug}/{face.slug}"
            of = (game.slug, kind.slug, face.slug)
            yield Label(code(number), "face", slug, *of, None, face.title)
            for copy in range(1, face.copies + 1):
                yield Label(code(number + copy), "card", f"{slug}/{copy}", *of, copy, face.title)
