"""Find where a card lies in a position, and whether it may be laid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from engine.cards import Card, Face, Game
from engine.codes import Codebook, Label
from engine.position import Table, playing
from engine.refusals import Refused
from engine.scoring.tray import Laid

Place = Literal["tray", "discarded", "kept", "spent"]


def card_of(table: Table, label: Label) -> Card | Refused:
    """The card that a card's or face's label names, if this game and menu have it; of a face it
    is an unnumbered copy.
    """
    game, ready = playing(table)
    if label.game != game.slug:
        return Refused("wrong-game", label)
    if label.kind not in table.menu:
        return Refused("not-on-menu", label)
    return Card(ready.faces[str(label.face)], label.copy or 0)


def label_of(codebook: Codebook, game: Game, card: Card) -> Label:
    """A card's label; an unnumbered copy's is its face's."""
    slug = f"{game.slug}/{card.face.slug}"
    return codebook.label(*(("card", f"{slug}/{card.copy}") if card.copy else ("face", slug)))


def lying(table: Table) -> Iterator[tuple[int, Laid]]:
    """Every card in a tray, with its seat."""
    for seat, tray in enumerate(table.round.layout.trays):
        for laid in tray:
            yield seat, laid


def lies(table: Table, card: Card) -> tuple[int, Laid] | None:
    """The seat in whose tray a card lies, and the card as it was laid."""
    face, copy = card
    for seat, tray in enumerate(table.round.layout.trays):
        for laid in tray:
            if laid.card.copy == copy and laid.card.face == face:
                return seat, laid
    return None


def laid_by(table: Table, seat: int) -> int:
    """How many cards of a seat were scanned: those in its tray, and those that took a place."""
    layout = table.round.layout
    claimed = sum(len(claim.laid) for claim in layout.claims if claim.seat == seat)
    return len(layout.trays[seat]) + claimed


def named(tray: Iterable[Laid], label: Label) -> list[Laid]:
    """Those of these that a label names; a face names its unnumbered copies."""
    if label.type not in ("card", "face"):
        return []
    wanted = (label.face, label.copy or 0)
    return [laid for laid in tray if (laid.card.face.slug, laid.card.copy) == wanted]


def out(table: Table) -> list[Card]:
    """The cards that are out until the next round."""
    layout = table.round.layout
    claimed = (laid.card for claim in layout.claims for laid in claim.laid)
    return [*(laid.card for _, laid in layout.discards), *claimed]


def cannot_lay(table: Table, card: Card, seat: int | None) -> Refused | None:
    """Why this card can't be laid by that seat; None when it can.

    At most as many of a face may lie about, numbered and not, as the deck has.
    """
    places = [*_places(table, card.face)]
    same = [place for place in places if place[0] == card] if card.copy else []
    if not same and len(places) < card.face.copies:
        return None
    if not same:  # all copies are in use: name the one that explains it best
        same = [place for place in places if place[1] == "tray" and place[2] == seat] or places
    _, where, whose = same[-1]
    if where != "tray":
        return Refused(where, card.face)
    if whose == seat:
        return Refused("already-laid", card.face)
    return Refused("laid-elsewhere", card.face, (table.seats[whose],))


def _places(table: Table, face: Face) -> Iterator[tuple[Card, Place, int]]:
    """Every copy of a face outside deck and hands: the card, the place, and its seat. All of them
    have the game's own face.
    """
    for seat, tray in enumerate(table.round.layout.trays):
        for laid in tray:
            if laid.card.face is face:
                yield laid.card, "tray", seat
    for card in out(table):
        if card.face is face:
            yield card, "discarded", -1
    for seat, kept in enumerate(table.kept):
        for laid in kept:
            if laid.card.face is face:
                yield laid.card, "kept", seat
    for card in table.spent:
        if card.face is face:
            yield card, "spent", -1
