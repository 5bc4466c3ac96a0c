"""What an accepted scan did, in the past tense: what people decided, never points.

`decide` turns a scan into one of these, `evolve` turns it into the next position.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import Card, Face
from engine.position import Scan

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
    mode: str


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
    """This command has to be scanned once more to be carried out."""

    command: str


class Undone(NamedTuple):
    """The last accepted scan was taken back."""


class SetAside(NamedTuple):
    """A command that is no part of the game: PAGE, SOUND, TEACH."""


class RemoveAsked(NamedTuple):
    pass


class CardStruck(NamedTuple):
    """The scan that laid that card, and what belonged to it, never happened."""

    seat: int
    id: int


class SeatChosen(NamedTuple):
    seat: int


class Declined(NamedTuple):
    """What could have come next won't."""


# --- tally ----------------------------------------------------------------------


class CardLaid(NamedTuple):
    seat: int
    card: Card
    flipped: bool = False


class CopyNamed(NamedTuple):
    """A special order copies `target` in its tray, `fresh` laid for it, or a `face` that left."""

    seat: int
    order: int
    target: int | None = None
    face: Face | None = None
    fresh: Card | None = None


class OrderDropped(NamedTuple):
    """A special order that copies nothing went to the discards."""

    seat: int
    order: int


class WasabiPicked(NamedTuple):
    seat: int
    wasabi: int


class NigiriPut(NamedTuple):
    seat: int
    nigiri: int
    wasabi: int


class FlipAsked(NamedTuple):
    pass


class CardFlipped(NamedTuple):
    seat: int
    id: int


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


class CopyMade(NamedTuple):
    """A special order copies a card of its seat (None: there is nothing, it is discarded)."""

    seat: int
    order: int
    target: int


class WasabiChosen(NamedTuple):
    seat: int
    order: int
    wasabi: int


class ToolTaken(NamedTuple):
    """Chopsticks, a spoon, a menu or a takeout box is being carried out."""

    seat: int
    tool: int
    what: str
    number: int


class SpoonEmpty(NamedTuple):
    """Nobody had the card: the spoon is discarded."""

    seat: int
    tool: int


class FlipChosen(NamedTuple):
    seat: int
    box: int
    id: int


class BoxClosed(NamedTuple):
    seat: int
    box: int


class TurnClosed(NamedTuple):
    pass


Fact = (
    GameChosen | MenuChanged | SeatTaken | SeatLeft | ModeChosen | VariantsChanged | LobbyOpened
    | RoundBegun | RoundEnded | Asked | Undone | SetAside | RemoveAsked | CardStruck | SeatChosen
    | Declined
    | CardLaid | CopyNamed | OrderDropped | WasabiPicked | NigiriPut | FlipAsked | CardFlipped
    | SameRevealSaid | PlaceClaimed
    | CardRevealed | CopyMade | WasabiChosen | ToolTaken | SpoonEmpty | FlipChosen | BoxClosed
    | TurnClosed
)  # fmt: skip


class Accepted(NamedTuple):
    """A scan and what it did."""

    scan: Scan
    fact: Fact

    @property
    def seat(self) -> int | None:
        """The seat it was about, where that is told by what it did."""
        return getattr(self.fact, "seat", None)
