"""Everything a display, a score track and a buzzer can show, as records of words and numbers.

A panel carries one sheet (what the display shows) and every seat's score; the screen draws it
without knowing any game.
"""

from typing import Literal, NamedTuple

from engine.standings import Standing
from firmware.common.facts.refusals import Refusal

NO_SCORE = "–"
Page = Literal["current", "scores", "tray", "why", "rounds", "device", "code", "link"]
PAGES: tuple[Page, ...] = ("current", "why", "scores", "tray", "rounds", "device")
Volume = Literal["on", "soft", "off"]
VOLUMES: tuple[Volume, ...] = ("on", "soft", "off")


def score(seat: Standing) -> str:
    """A seat's score as it is shown."""
    return NO_SCORE if seat.score is None else str(seat.score)


class Lobby(NamedTuple):
    """Before the game: what is chosen, who sits, and what is still missing."""

    title: str
    lines: tuple[str, ...]
    hint: str


class Start(NamedTuple):
    """The start of a round: numbers and what they count (cards each, desserts), and what to do."""

    title: str
    counts: tuple[tuple[int, str], ...]
    way: tuple[str, ...]


class Current(NamedTuple):
    """Whose turn or tray it is, the last card, its worth, the total, what is awaited, an icon."""

    name: str
    note: str
    card: str
    worth: int | None
    total: str
    hint: str
    icon: str = ""


class Board(NamedTuple):
    """All seats, live and banked; `note` is the round, or what to do next."""

    title: str
    note: str = ""


class Tray(NamedTuple):
    """One seat's points by kind, as words and points, and their sum with a word for it."""

    name: str
    note: str
    lines: tuple[tuple[str, int], ...]
    total: int
    caption: str = "round"


class Rounds(NamedTuple):
    """Round by round; `cells[seat][column]`, "" where nothing is known yet."""

    heads: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    title: str = "Rounds"


class Device(NamedTuple):
    """What is missing, addresses, versions: one sheet of them."""

    lines: tuple[str, ...]
    title: str = "Okanjo"


class NotCounted(NamedTuple):
    """A scan that was refused, which is put into words where it is shown."""

    refusal: Refusal


class Message(NamedTuple):
    """What is told in passing: what it is about, and some lines."""

    title: str
    lines: tuple[str, ...]


class Question(NamedTuple):
    """What is asked before something is done: player by player what looks wrong, and the answer."""

    title: str
    lines: tuple[tuple[str, str], ...]
    hint: str


class Photo(NamedTuple):
    """What a photo would score: words and points a line, their sum where they have one, what is
    not clear in it, and what to do.
    """

    title: str
    note: str
    lines: tuple[tuple[str, int], ...]
    total: int | None
    remarks: tuple[str, ...]
    hint: str


class Seats(NamedTuple):
    """Seats that are offered: which, what is played, colours and names, and what to do."""

    title: str
    note: str
    seats: tuple[tuple[str, str], ...]
    hint: str


def player(badge: str, name: str) -> str:
    """A badge and the name of who has it, once where they are the same."""
    return name if name.lower() == badge else f"{badge.capitalize()} {name}"


class Podium(NamedTuple):
    """The end: who won, `tie` where dessert cards decided, and the others by place."""

    title: str
    tie: str
    winners: tuple[Standing, ...]
    others: tuple[Standing, ...] = ()


class QrCode(NamedTuple):
    """A QR, rows of "#" (dark) and ".", and what it is for."""

    title: str
    text: str
    code: tuple[str, ...]


Sheet = (
    Lobby | Start | Current | Board | Tray | Rounds | Podium | Device | Message | Question
    | NotCounted | Photo | Seats | QrCode
)  # fmt: skip


class Panel(NamedTuple):
    """What is shown, everywhere. `mark` stands in every heading, `warning` where there is room."""

    sheet: Sheet
    seats: tuple[Standing, ...] = ()
    active: int | None = None
    sound: str = ""
    mark: str = ""
    warning: str = ""
