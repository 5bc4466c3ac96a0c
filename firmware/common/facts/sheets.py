"""Everything that a display can show, as facts: one sheet at a time, of a game or of the device.

`firmware/words/sheets.py` puts them into words, and `firmware/core/screen` into pixels.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.cards import Game, Seat
from engine.codes import Label
from engine.position import Mode
from engine.review.story import Story
from engine.rounds import Complaint
from engine.standings import Standing, Standings
from firmware.common.facts.device import DeviceState, Volume
from firmware.common.facts.effects import Detail, Effect, TieBreak
from firmware.common.facts.hints import Hint, Moment
from firmware.common.facts.menu import DishEntry
from firmware.common.facts.notices import Notice, Problem
from firmware.common.facts.offer import Offer
from firmware.common.facts.photo import Count, PhotoComing, PhotoRead, TrayAsked
from firmware.common.facts.refusals import Refusal
from firmware.common.facts.round_clock import ClockFace

Page = Literal[
    "current", "story", "scores", "tray", "why", "rounds", "join", "wifi", "wifi-words", "device",
    "code", "link",
]  # fmt: skip
PAGES: tuple[Page, ...] = ("current", "why", "scores", "tray", "rounds", "device")


class TakenBack(NamedTuple):
    """What an UNDO took back; `restored` if that was a removal."""

    label: Label
    restored: bool


class Changed(NamedTuple):
    """What else a scan changed; `is_all`: of everybody but who scanned."""

    effects: tuple[Effect, ...]
    is_all: bool


# What stands at the foot of a sheet.
Foot = Hint | Changed | TakenBack | Problem | Count


class EmptyLobby(NamedTuple):
    """Nobody has chosen anything: what is amiss, and where labels are to be had before the first
    game ("" where that is over, or there is no page).
    """

    no_scanner: Problem | None
    warning: Problem | None
    address: str


class OpenLobby(NamedTuple):
    """What is chosen, by how many, and what is awaited. `kinds` are on the menu, of `whole`;
    `last_time` are those who may be scanned to play again.
    """

    game: Game | None
    preset: str
    mode: Mode
    players: int
    variants: tuple[str, ...]
    kinds: int
    whole: int
    foot: Hint | TakenBack | Problem
    last_time: tuple[Seat, ...] = ()


class RoundStart(NamedTuple):
    """How many cards to deal each (0: any number) and desserts to shuffle in, and which way hands
    go; a warning takes the place of that.
    """

    moment: Moment
    cards: int
    desserts: int
    passes_right: bool
    warning: Problem | None


class LastCard(NamedTuple):
    """Whose turn or tray it is, the last scan and what it was worth, the score, what comes next."""

    seat: Standing
    moment: Moment
    scanned: Label | TakenBack | None
    is_struck: bool
    worth: int | None
    foot: Foot


class Scoreboard(NamedTuple):
    """All seats; with a hint it is the sheet of the moment."""

    moment: Moment | None
    is_over: bool = False
    hint: Hint | None = None


class SeatPoints(NamedTuple):
    """One seat's points by kind, of the newest round or `of_game`, and their sum."""

    seat: Seat
    moment: Moment
    points: tuple[tuple[str, int], ...]
    total: int
    of_game: bool


class CardPoints(NamedTuple):
    """What the last card's kind brings its seat, among so many players, and why."""

    game: Game
    seat: Seat
    kind: str
    points: int
    players: int
    detail: Detail | None


NO_CARD: Literal["no-card"] = "no-card"
Cell = int | Literal["no-card"] | None  # None: nothing is known yet


class PointsByRound(NamedTuple):
    """Round by round: `cells[seat][column]`. The last column is the score; the one before it may be
    the desserts.
    """

    rounds: int
    has_desserts: bool
    cells: tuple[tuple[Cell, ...], ...]


class GameResult(NamedTuple):
    """Who won, what broke a tie, and the others by place."""

    winners: tuple[Standing, ...]
    others: tuple[Standing, ...]
    tie: TieBreak | None


class GameStory(NamedTuple):
    """How a game went that is over. As many sheets as its words take; this is the one of that
    number, from 0.
    """

    standings: Standings
    story: Story
    tie: TieBreak | None
    number: int = 0


class DeviceSheet(NamedTuple):
    """What is amiss, where the page is, what it is. As many sheets as its words take; this is the
    one of that number, from 0.
    """

    device: DeviceState
    number: int
    pin: str = ""


class Told(NamedTuple):
    """What is told in passing, or awaited for as long as somebody teaches or asks. Where it takes
    several sheets, this is the one of that number, from 0.
    """

    notice: Notice
    number: int = 0


class NotCounted(NamedTuple):
    """A scan that was refused; of a card for which no round is open also what its `dish` brings, on
    as many sheets as that takes.
    """

    refusal: Refusal
    dish: DishEntry | None = None
    number: int = 0


class SoundChanged(NamedTuple):
    volume: Volume


class LeaveAsked(NamedTuple):
    """Whether the game, or the menu, shall be left."""

    hint: Hint


class ScoreAsked(NamedTuple):
    """Whether the round shall be scored although something looks wrong; `of_hands` if those are too
    large, else trays are not as they were dealt.
    """

    complaints: tuple[tuple[Seat, Complaint], ...]
    of_hands: bool
    hint: Hint


class SeatsOffered(NamedTuple):
    offer: Offer


class QrTo(NamedTuple):
    """A QR, rows of "#" (dark) and ".", to the scores, to an app that keeps games, to a phone's
    badge, or into the device's own Wi-Fi: the last two are added for the display alone.
    """

    to: Literal["scores", "bg-stats", "join", "wifi"]
    code: tuple[str, ...]


class AccessPointWords(NamedTuple):
    """The same without a QR: name and password are added for the display alone."""

    name: str = ""
    password: str = ""


class GoesOn(NamedTuple):
    """Where a game goes on after a start: `seat` was the last to be scanned for."""

    moment: Moment
    is_scored: bool
    seat: Seat | None = None
    cards: Count | None = None


SheetFacts = (
    EmptyLobby | OpenLobby | RoundStart | LastCard | Scoreboard | SeatPoints | CardPoints
    | PointsByRound | GameResult | GameStory | DeviceSheet | Told | NotCounted | SoundChanged
    | LeaveAsked | ScoreAsked | PhotoComing | TrayAsked | PhotoRead | SeatsOffered | QrTo
    | AccessPointWords | GoesOn
)  # fmt: skip


class Panel(NamedTuple):
    """What the display, the score track and the buzzer show: a sheet, every seat's score, who is
    scanned for, a sound; `saved` False marks every sheet, and so does `removing`. `clock` is that
    of a tournament's round.
    """

    sheet: SheetFacts
    seats: tuple[Standing, ...] = ()
    active: int | None = None
    sound: str = ""
    saved: bool = True
    warning: Problem | None = None
    removing: bool = False
    clock: ClockFace | None = None
