"""The state of a table between two scans: who sits, what lies where, what is awaited.

Rule 1: a position is never changed, only followed by another.
Rule 2: nothing is kept that could be worked out, but what an ended round was worth.
"""

from collections.abc import Collection, Mapping
from typing import Literal, NamedTuple

from engine.cards import Act, By, Card, Face, Game, Seat
from engine.codes import Label
from engine.games import GAMES
from engine.scoring.scorers import Scale
from engine.scoring.tray import Acts, Entry, Laid, Layout

Phase = Literal["lobby", "playing", "scored", "finished"]
Mode = Literal["tally", "live"]

LaneName = int | str
SHARED_LANE = 0

# In place of the id of a card, which is never below 1.
UNDECIDED, NO_WASABI, NO_CARD = 0, -1, -2

# "flip" is the one card after FLIP; "box" all that an open takeout box turns over.
Question = Literal["copy", "wasabi", "nigiri", "extra", "flip", "box", "remove"]

Repeated = Literal["", "score", "new-game", "kind"]  # what has to be scanned again; "": nothing


class Scan(NamedTuple):
    """A label read by a scanner; `lane` is 0 for all but a scanner that belongs to a badge."""

    label: Label
    lane: LaneName = SHARED_LANE


class Awaits(NamedTuple):
    """What a lane waits for: `what` names an entry of the mode's table of answers."""

    what: Question
    seat: int = -1
    id: int = 0


class LaneState(NamedTuple):
    """What one scanner remembers: the seat it scans for, and what must or may come next."""

    seat: int | None = None
    awaits: Awaits | None = None


NO_LANE = LaneState()


class LastScan(NamedTuple):
    """The accepted scan that led here, the seat it was for, and whether it took something out."""

    scan: Scan
    seat: int | None
    removed: bool


class Play(NamedTuple):
    """One card as it was revealed in live: what of it people decided.

    `id` stays with the place it fills, so that a card struck and scanned anew finds its wasabi.
    `copies` is what a special order copies: None until named, NO_CARD when there was nothing.
    `on` is the wasabi it was put on; UNDECIDED until its turn closes, NO_WASABI for none.
    """

    id: int
    seat: int
    card: Card
    copies: int | None = None
    on: int = UNDECIDED


class Action(NamedTuple):
    """A bonus action, a menu or a takeout box carried out in a live turn.

    `tool` is the card's id, `number` its printed one; `extra` the card played with it, `flips`
    what a box turned over. `unserved` is a spoon's where nobody had the card that was asked for.
    """

    what: Act
    seat: int
    tool: int
    number: int
    extra: Play | None = None
    flips: tuple[int, ...] = ()
    unserved: bool = False


class Turn(NamedTuple):
    """A live turn: each seat's reveal, and the actions in the order they were scanned."""

    number: int
    reveals: tuple[Play | None, ...]
    actions: tuple[Action, ...] = ()


class Gap(NamedTuple):
    """Where a struck card lay: the next fresh card of that seat takes its turn, place and id."""

    turn: int
    seat: int
    id: int
    tool: int | None


class Round(NamedTuple):
    """The open round. `ids` counts the cards laid and the places claimed by tile, `batch` the scans
    that ended a run of uramaki.

    Tally keeps its uramaki in `race`. Live keeps its `turns`, the last one open, and in
    `closed` what lay where before it; `layout` is then what the open turn would come to.
    """

    layout: Layout = Layout()
    ids: int = 0
    batch: int = 0
    race: tuple[Entry, ...] = ()
    same: bool = False
    turns: tuple[Turn, ...] = ()
    closed: Layout = Layout()
    gaps: tuple[Gap, ...] = ()


class Ready(NamedTuple):
    """A game prepared for its menu: what marks weigh and pay, what they do during a round, their
    uramaki icons, and the game's faces.
    """

    each_round: Scale
    at_the_end: Scale
    acts: Acts
    icons: Mapping[str, int]
    faces: Mapping[str, Face]


class Ended(NamedTuple):
    """What a finished round brought each seat, in all and by kind."""

    points: tuple[int, ...]
    by: tuple[By, ...]


class Table(NamedTuple):
    """One position. `past` holds those that `undo` can go back to, oldest first.

    `number` says which game it is since the first lobby, `asked` what has to be scanned again to
    be carried out; `games` are the games in force for the next lobby, `names` the players' by
    badge, for who sits down; `seating` is the ID of the offered seats that the game was begun with.
    In a lobby, `last_time` are the badges that a game has left their seats to; `all_again` until
    one of them is scanned.
    """

    games: Mapping[str, Game]
    names: Mapping[str, str] = {}
    number: int = 1
    seating: str = ""
    phase: Phase = "lobby"
    game: Game | None = None
    menu: tuple[str, ...] = ()
    preset: str = ""
    mode: Mode = "tally"
    variants: tuple[str, ...] = ()
    seats: tuple[Seat, ...] = ()
    last_time: tuple[str, ...] = ()
    all_again: bool = False
    round_no: int = 0
    lanes: Mapping[LaneName, LaneState] = {}
    round: Round = Round()
    ready: Ready | None = None
    ended: tuple[Ended, ...] = ()
    kept: tuple[tuple[Laid, ...], ...] = ()
    spent: tuple[Card, ...] = ()
    asked: Repeated = ""
    last: LastScan | None = None
    past: tuple["Table", ...] = ()

    @property
    def acts(self) -> Acts:
        """What each mark does during a round of the game being played."""
        return playing(self)[1].acts


def empty(games: Mapping[str, Game] | None = None, names: Mapping[str, str] | None = None) -> Table:
    """A table with an empty lobby."""
    return Table(games or {game.slug: game for game in GAMES}, names or {})


def playing(table: Table) -> tuple[Game, Ready]:
    """The game being played; only a table past its lobby has one."""
    if table.game is None or table.ready is None:
        raise ValueError("no game is being played")
    return table.game, table.ready


def lane_of(table: Table, name: LaneName) -> LaneState:
    """What that scanner remembers; a lane named by a badge always has that badge's seat."""
    lane = table.lanes.get(name, NO_LANE)
    own = own_seat(table, name)
    return lane if own is None else lane._replace(seat=own)


def own_seat(table: Table, name: LaneName) -> int | None:
    """The seat that owns this scanner; None for a shared one, or one whose badge does not play."""
    return seat_of(table, name) if isinstance(name, str) else None


def seat_of(table: Table, badge: str | None) -> int | None:
    """Which place that badge (None: the dummy) has taken."""
    return next((index for index, seat in enumerate(table.seats) if seat.badge == badge), None)


def seat_for(badge: str, names: Mapping[str, str]) -> Seat:
    """The place of a badge under its player's name, else under its colour's."""
    return Seat(badge, names.get(badge) or badge.capitalize())


def with_lane(table: Table, name: LaneName, lane: LaneState) -> Table:
    """The table with what that scanner remembers replaced."""
    return table._replace(lanes={**table.lanes, name: lane})


def forget(table: Table, gone: Collection[int]) -> Table:
    """The table with no scanner waiting for anything about those cards."""
    lanes = {
        name: LaneState(lane.seat) if lane.awaits and lane.awaits.id in gone else lane
        for name, lane in table.lanes.items()
    }
    return table._replace(lanes=lanes)


def hand(table: Table) -> int:
    """How many cards each seat was dealt (0: any number). Headings "Starting a round", "Setup"."""
    game, _ = playing(table)
    return game.hand(len(table.seats))


def passes_right(table: Table) -> bool:
    """Which way hands go this round: to the left, but in round 2 of the variant both ways."""
    return "pass-both-ways" in table.variants and table.round_no % 2 == 0
