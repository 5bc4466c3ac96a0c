"""Put, move and take cards in a tray.

A tray is a tuple of Laid, in the order laid. A mark is what a card counts as: its face's slug,
the same with ON_WASABI behind it, FLIPPED, or "" for an order that copies nothing yet.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.cards import Act, Card, Face, Game


class Laid(NamedTuple):
    """One card in a tray. `id` is unique in its round; `on` the id of the wasabi under it;
    `copies` the id of the card a special order copied; `turn` 0 where turns are not followed;
    `brought_by` the special order whose copying laid it.
    """

    id: int
    card: Card
    mark: str
    on: int | None = None
    turn: int = 0
    copies: int | None = None
    brought_by: int | None = None


FLIPPED = "flipped"
ON_WASABI = "+wasabi"

Tray = tuple[Laid, ...]
Acts = Mapping[str, Act]  # what each mark does during a round

# By what they do: the tools of a bonus action, and what goes to the discards as it is played.
BONUS = ("chopsticks", "spoon")
NEVER_STAY = ("menu", "takeout-box")


def acts(game: Game) -> dict[str, Act]:
    """What each mark does during a round ("" for most)."""
    by_mark: dict[str, Act] = {"": "", FLIPPED: ""}
    for kind in game.kinds:
        for face in kind.faces:
            by_mark[face.slug] = kind.act
            by_mark[face.slug + ON_WASABI] = kind.act
    return by_mark


def bare(mark: str) -> str:
    """The face's slug of a mark, wasabi or not."""
    return mark.removesuffix(ON_WASABI)


def counts_as(game: Game, laid: Laid) -> str:
    """The kind that a card counts as: what is flipped as FLIPPED, an order as what it copies."""
    slug = bare(laid.mark) or laid.card.face.slug
    return FLIPPED if slug == FLIPPED else game.face(slug).kind


def find(tray: Tray, laid_id: int) -> Laid | None:
    """The card of that id, if it still lies here."""
    return next((laid for laid in tray if laid.id == laid_id), None)


def uncovered(tray: Tray, acts: Acts) -> list[Laid]:
    """The wasabi (orders copying one too) with no nigiri on them, earliest first."""
    covered = {laid.on for laid in tray}
    return [laid for laid in tray if acts[laid.mark] == "wasabi" and laid.id not in covered]


def loose(tray: Tray, acts: Acts) -> list[Laid]:
    """The nigiri that lie on no wasabi."""
    return [laid for laid in tray if acts[laid.mark] == "nigiri" and laid.on is None]


def change(tray: Tray, laid: Laid) -> Tray:
    """The tray with the card of that id replaced."""
    return tuple(laid if other.id == laid.id else other for other in tray)


def dip(laid: Laid, wasabi: int | None) -> Laid:
    """The nigiri put on that wasabi, or lying loose."""
    mark = bare(laid.mark)
    return laid._replace(on=wasabi, mark=mark if wasabi is None else mark + ON_WASABI)


def lay(tray: Tray, laid: Laid, acts: Acts, reserved: Iterable[int] = ()) -> Tray:
    """Lay a card. A nigiri must go on the earliest uncovered wasabi (card guide, "Wasabi"),
    `reserved` ones excepted.
    """
    if acts[laid.mark] == "nigiri":
        for wasabi in uncovered(tray, acts):
            if wasabi.id not in reserved:
                return (*tray, dip(laid, wasabi.id))
    return (*tray, laid)


def take(tray: Tray, laid_id: int) -> Tray:
    """Take a card away; a nigiri that lay on it lies loose."""
    return tuple(
        dip(laid, None) if laid.on == laid_id else laid for laid in tray if laid.id != laid_id
    )


def flip(tray: Tray, laid_id: int) -> Tray:
    """Turn a card face down (card guide, "Takeout box"). A nigiri on a flipped wasabi is worth
    its plain points again, a wasabi under a flipped nigiri is uncovered again.
    """
    return tuple(
        laid._replace(mark=FLIPPED, on=None)
        if laid.id == laid_id
        else dip(laid, None)
        if laid.on == laid_id
        else laid
        for laid in tray
    )


def put(tray: Tray, nigiri: int, wasabi: int) -> Tray:
    """Put a nigiri on a wasabi; one that lies there already takes its place in turn."""
    was_on = next(laid.on for laid in tray if laid.id == nigiri)
    return tuple(
        dip(laid, wasabi) if laid.id == nigiri else dip(laid, was_on) if laid.on == wasabi else laid
        for laid in tray
    )


def copied(target: Laid | Face) -> str:
    """The mark of an order that copies this: a flipped card flips it, a nigiri's wasabi stays."""
    return target.slug if isinstance(target, Face) else bare(target.mark)


class Entry(NamedTuple):
    """One uramaki card laid, or (laid None) a place claimed without its cards; its id is the card's
    or one of its own.

    Entries of one `batch` were scanned with nothing in between; `same` means that SAME REVEAL
    was scanned for it.
    """

    seat: int
    id: int
    laid: Laid | None
    icons: int
    batch: int
    same: bool


class Claim(NamedTuple):
    """A place taken. Claims of one `reveal` are weighed against each other: in live one turn's
    and check's, in tally (which checks no turns: 0) those after so many uramaki.
    """

    seat: int
    laid: tuple[Laid, ...]
    icons: tuple[int, ...]
    reveal: tuple[int, int]
    batch: int
    total: int


class Layout(NamedTuple):
    """What lies where: the trays, the places taken in the race, and what is out till next round,
    with the seat that played it.
    """

    trays: tuple[Tray, ...] = ()
    claims: tuple[Claim, ...] = ()
    discards: tuple[tuple[int, Laid], ...] = ()
