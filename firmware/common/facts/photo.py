"""What photos of trays would do, and what has to be asked first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from engine.cards import Game, Kind, Seat
from engine.codes import Label
from engine.position import LaneName, Table
from engine.refusals import Refused
from engine.standings import Change

CardState = Literal["counts", "lies", "refused", "dropped", "badge"]
Asked = Literal["wasabi", "copy", "seat", "count"]


class Planned(NamedTuple):
    """A code that is seen or added, and the seat whose tray it lies in; None for a code that lies
    in none. `why` is there if it is refused.
    """

    code: str
    seat: int | None
    state: CardState
    why: Refused | None = None


class Ask(NamedTuple):
    """What only the player knows, and the codes to choose from.

    "wasabi": what the nigiri `card` of `seat` lies on ("": on none), else it is loose. "copy": what
    the order `card` copies ("next": it is discarded). "seat": whose `card` is, or (None) the tray;
    badges to choose from ("dummy"). "count": `seat` has `laid` cards and should have `dealt`.
    """

    what: Asked
    card: str | None = None
    seat: int | None = None
    choices: tuple[str, ...] = ()
    laid: int = 0
    dealt: int = 0


class PhotoPlan(NamedTuple):
    """`codes` is the photo to scan, in order; none where nothing would count (`why`), or while a
    "seat" is asked for. `seats` are those whose trays are planned, `after` is the table then, and
    `change` (None: nothing changes) the points.
    """

    codes: tuple[str, ...]
    cards: tuple[Planned, ...]
    seats: tuple[int, ...]
    asks: tuple[Ask, ...]
    after: Table
    change: Change | None = None
    why: Refused | None = None


Corners = list[list[float]]


class Count(NamedTuple):
    """How many cards of a seat were scanned; `dealt` is 0 where nobody knows of how many."""

    laid: int
    dealt: int


class PhotoTray(NamedTuple):
    """What a photo would bring a seat; so many `cards` will lie there."""

    seat: Seat
    cards: Count
    points: int


class PhotoRead(NamedTuple):
    """What a photo would score: by kind with how many cards of it are new, or by tray where it
    shows several. What is not clear in it: `loose` nigiri, trays whose number is wrong, an order
    that the table will ask about, and cards that are left out (None: unknown ones).
    """

    plan: PhotoPlan
    trays: tuple[PhotoTray, ...]
    kinds: tuple[tuple[str, int, int], ...]
    loose: tuple[Label, ...]
    miscounted: tuple[tuple[Seat, Ask], ...]
    asks_copy: bool
    left_out: tuple[Label | None, ...]


class PhotoComing(NamedTuple):
    """A photo is being taken, or read; `seat` is whose, where that is known."""

    seat: Seat | None
    is_taken: bool = False


class TrayAsked(NamedTuple):
    """Whose tray a photo shows."""


class Proposal(NamedTuple):
    """A photo from over the table, for the seat that `lane` scans: being taken, being read, then
    what PHOTO, scanned again, would score, or the question whose tray it is.

    `codes` are those in the picture, with their four corners in its pixels.
    """

    number: int  # of the photos since the start
    lane: LaneName
    seat: int | None
    sheet: PhotoComing | TrayAsked | PhotoRead
    picture: bytes = b""
    codes: Mapping[str, Corners] = {}


class CheckedCard(NamedTuple):
    """A card that a check finds missing or too many; `name` is who has kept it, `is_other` marks
    one of another game.
    """

    label: Label
    name: str = ""
    is_other: bool = False


class Checked(NamedTuple):
    """A deck, or the desserts that were kept, against photos: so many are there, of so many."""

    what: Literal["card", "dessert"]
    there: int
    of: int
    missing: Sequence[CheckedCard] = ()
    extra: Sequence[CheckedCard] = ()


class CheckedMenu(NamedTuple):
    """A menu against photos of a card of each dish: its dishes that are `there`, those that are
    `missing`, and the cards of none of them. `game` is None while no menu is chosen.
    """

    game: Game | None
    there: Sequence[Kind] = ()
    missing: Sequence[Kind] = ()
    extra: Sequence[CheckedCard] = ()
