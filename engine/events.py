"""What an accepted scan did, in the past tense: what people decided, never points.

`decide` turns a scan into one of these, `evolve` turns it into the next position. The functions
that decide stand in tables; their types are at the end.
"""

from collections.abc import Callable
from typing import NamedTuple, get_args

from engine.cards import Act, Card, Face
from engine.position import Awaits, LaneState, Mode, Repeated, Scan, Table
from engine.refusals import Refused

# --- the lobby ---------------------------------------------------------------


class GameChosen(NamedTuple):
    slug: str
    menu: tuple[str, ...]


class MenuChanged(NamedTuple):
    """A menu of one's own gained or lost a kind."""

    menu: tuple[str, ...]


class SeatTaken(NamedTuple):
    badge: str


class SeatLeft(NamedTuple):
    badge: str


class ModeChosen(NamedTuple):
    mode: Mode


class VariantsChanged(NamedTuple):
    variants: tuple[str, ...]


class LobbyOpened(NamedTuple):
    """`same` keeps seats, menu, mode and variants; `game` brings another game or menu."""

    same: bool
    game: GameChosen | None = None


# --- any round ----------------------------------------------------------------


class RoundBegun(NamedTuple):
    pass


class RoundEnded(NamedTuple):
    pass


class Asked(NamedTuple):
    """This has to be scanned once more to be carried out."""

    what: Repeated


class Undone(NamedTuple):
    """The last accepted scan was taken back."""


class SetAside(NamedTuple):
    """A command that is no part of the game: PAGE, SOUND, TEACH."""


class PhotoCounted(NamedTuple):
    """All that a photo shows was scanned, but what was refused (code and why). `seat` is the one
    whose tray it shows, None for several.
    """

    seat: int | None
    scans: tuple["Accepted", ...]
    left_out: tuple[tuple[str, Refused], ...]


class SeatsTaken(NamedTuple):
    """A whole lobby was scanned at once: seats that somebody had offered, and the NEXT that begins
    their game.
    """

    scans: tuple["Accepted", ...]


class RemoveAsked(NamedTuple):
    pass


class RemoveDropped(NamedTuple):
    """A second REMOVE took the first back."""


class CardStruck(NamedTuple):
    """The scan that laid that card or claimed that place, and what was its own, never happened."""

    seat: int
    id: int


class SeatChosen(NamedTuple):
    seat: int


class CopyNamed(NamedTuple):
    """A special order copies `target` in its tray. In tally this may have been laid for it
    (`fresh`), or be a `face` that left.
    """

    seat: int
    order: int
    target: int | None = None
    face: Face | None = None
    fresh: Card | None = None


class NigiriPut(NamedTuple):
    """A nigiri, or an order that copies one, lies on that wasabi."""

    seat: int
    nigiri: int
    wasabi: int


class CardFlipped(NamedTuple):
    """A card was turned face down; in live by the takeout box that is open."""

    seat: int
    id: int


class Declined(NamedTuple):
    """NEXT ended what could have gone on: the flips of a takeout box, or a nigiri to put on the
    wasabi, which is about no seat.
    """

    seat: int | None = None


# --- tally ----------------------------------------------------------------------


class CardLaid(NamedTuple):
    seat: int
    card: Card
    flipped: bool


class OrderDropped(NamedTuple):
    """A special order that copies nothing went to the discards."""

    seat: int
    order: int


class WasabiPicked(NamedTuple):
    seat: int
    wasabi: int


class FlipAsked(NamedTuple):
    pass


class SameRevealSaid(NamedTuple):
    pass


class PlaceClaimed(NamedTuple):
    """The next uramaki place, its cards lying in the discards already."""

    seat: int


# --- live -----------------------------------------------------------------------


class CardRevealed(NamedTuple):
    """`turn` and `id` say which place it fills; `tool` whose extra card it is."""

    seat: int
    card: Card
    turn: int
    id: int = 0
    tool: int | None = None


class ToolTaken(NamedTuple):
    """Chopsticks, a spoon, a menu or a takeout box is being carried out."""

    seat: int
    tool: int
    what: Act
    number: int


class SpoonEmpty(NamedTuple):
    """Nobody had the card: the spoon is discarded."""

    seat: int
    tool: int


class TurnClosed(NamedTuple):
    pass


# Where each is worked out.
LobbyEvent = GameChosen | MenuChanged | SeatTaken | SeatLeft | ModeChosen | VariantsChanged
EitherMode = SeatChosen | CopyNamed | NigiriPut | CardFlipped | Declined
TallyOnly = CardLaid | OrderDropped | WasabiPicked | FlipAsked | SameRevealSaid | PlaceClaimed
LiveOnly = CardRevealed | ToolTaken | SpoonEmpty | TurnClosed
GameEvent = (
    LobbyEvent | EitherMode | TallyOnly | LiveOnly
    | LobbyOpened | RoundBegun | RoundEnded | Asked | PhotoCounted | SeatsTaken
    | RemoveAsked | RemoveDropped | CardStruck
)  # fmt: skip
Event = GameEvent | Undone | SetAside

SEATED = (
    CardStruck, SeatChosen, CardLaid, CopyNamed, OrderDropped, WasabiPicked, NigiriPut,
    CardFlipped, PlaceClaimed, CardRevealed, ToolTaken, SpoonEmpty, Declined, PhotoCounted,
)  # fmt: skip


class Accepted(NamedTuple):
    """A scan and what it did."""

    scan: Scan
    event: Event

    @property
    def seat(self) -> int | None:
        """The seat the event is about; None where it is about no single one."""
        return self.event.seat if isinstance(self.event, SEATED) else None


def _same(event: tuple[object, ...], other: object) -> bool:
    return type(event) is type(other) and tuple.__eq__(event, other)


def _hash(event: tuple[object, ...]) -> int:
    return hash((type(event), *event))


for _kind in get_args(Event):
    # Plain tuples of one shape are equal whatever their type, and one without fields is false.
    # Dataclasses have neither fault, but take five times as long to define as the service starts.
    _kind.__eq__, _kind.__ne__ = _same, lambda event, other: not _same(event, other)
    _kind.__hash__, _kind.__bool__ = _hash, lambda event: True


Answered = Event | Refused | None  # None: the scan is no answer, but a scan like any other
Answer = Callable[[Table, Scan, LaneState, Awaits], Answered]
Decide = Callable[[Table, Scan, LaneState], Event | Refused]
