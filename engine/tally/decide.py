"""Decide what a scan does in tally mode, where the cards lie on the table.

The order of scanning is the order in the tray, nothing more: rule book, "Ending a round".
"""

from __future__ import annotations

from collections.abc import Mapping

from engine import events
from engine.cards import Act, Card, Face
from engine.codes import Label
from engine.events import Answer, Answered, Decide, Event
from engine.locate import cannot_lay, card_of, lies, named
from engine.position import Awaits, LaneState, Question, Scan, Table, own_seat, playing, seat_of
from engine.refusals import NeverStays, Refused
from engine.scoring.tray import FLIPPED, NEVER_STAY, Entry, Laid, uncovered
from engine.scoring.uramaki import race

# Their cards go to the discards as they are played; what they did may still lie there.
INSTEAD: Mapping[Act, NeverStays] = {
    "menu": "menu-never-stays",
    "takeout-box": "box-never-stays",
}


def badge(table: Table, scan: Scan, lane: LaneState) -> Event | Refused:
    """A badge makes its seat the one being scanned; a seat's own scanner scans for no other."""
    dummy = scan.label.slug == "dummy"
    seat = seat_of(table, None if dummy else scan.label.slug)
    if seat is None:
        return Refused("not-playing", scan.label)
    own = own_seat(table, scan.lane)
    if own is not None and own != seat:
        return Refused("scanner-of-another", seats=(table.seats[own],))
    return events.SeatChosen(seat)


def card(table: Table, scan: Scan, lane: LaneState) -> Event | Refused:
    """A card is laid into the active tray; a wasabi lying there waits for its nigiri."""
    scanned = card_of(table, scan.label)
    if isinstance(scanned, Refused):
        return scanned
    laid = _lay(table, scanned, lane)
    if isinstance(laid, Refused) and scanned.copy:
        where = lies(table, scanned)
        if where is not None and where[0] == lane.seat and _may_take_nigiri(table, *where):
            return events.WasabiPicked(where[0], where[1].id)
    return laid


def _lay(
    table: Table, card: Card, lane: LaneState, flipped: bool = False
) -> events.CardLaid | Refused:
    act = table.acts[card.face.slug]
    if act in NEVER_STAY:
        return Refused(INSTEAD[act], card.face)
    no = cannot_lay(table, card, lane.seat)
    if no is not None:
        return no
    if lane.seat is None:
        return Refused("no-seat")
    return events.CardLaid(lane.seat, card, flipped)


def _may_take_nigiri(table: Table, seat: int, wasabi: Laid) -> bool:
    tray = table.round.layout.trays[seat]
    return table.acts[wasabi.mark] == "wasabi" and any(
        table.acts[laid.mark] == "nigiri" and laid.on != wasabi.id for laid in tray
    )


def kind(table: Table, scan: Scan, lane: LaneState) -> Event | Refused:
    """The uramaki tile: this seat's place, its cards lying in the discards by now. After REMOVE it
    takes such a place back.
    """
    label = scan.label
    game, _ = playing(table)
    if label.game != game.slug:
        return Refused("wrong-game", label)
    if label.kind not in table.menu:
        return Refused("not-on-menu", label)
    if game.kind(label.kind).act != "uramaki":
        return Refused("menu-tile")
    if lane.awaits is not None and lane.awaits.what == "remove":
        return _unclaimed(table, label, lane.seat)
    if lane.seat is None:
        return Refused("no-seat")
    entry = Entry(lane.seat, 0, None, 0, table.round.batch, table.round.same)
    if race((*table.round.race, entry)) == table.round.layout.claims:
        return Refused("no-place-left", label)
    return events.PlaceClaimed(lane.seat)


def _unclaimed(table: Table, label: Label, active: int | None) -> Event | Refused:
    """The last place taken by tile by the active seat, or by anybody where none is active."""
    claims = [entry for entry in table.round.race if entry.laid is None]
    if not claims:
        return Refused("no-place-by-tile", label)
    whose = claims[-1].seat
    seat = whose if active is None else active
    own = [entry for entry in claims if entry.seat == seat]
    if not own:
        return Refused("of-another-seat", label, (table.seats[seat], table.seats[whose]))
    return events.CardStruck(seat, own[-1].id)


def flip(table: Table, scan: Scan, lane: LaneState) -> Event | Refused:
    """FLIP makes sense where a takeout box is on the menu."""
    game, _ = playing(table)
    if not any(game.kind(slug).act == "takeout-box" for slug in table.menu):
        return Refused("no-takeout-box")
    return events.FlipAsked()


def same_turn(table: Table, scan: Scan, lane: LaneState) -> Event | Refused:
    """SAME REVEAL weighs the next place with the one before it."""
    if not table.round.layout.claims:
        return Refused("no-place-taken")
    return events.SameRevealSaid()


def nothing_to_close(table: Table, scan: Scan, lane: LaneState) -> Event | Refused:
    """NEXT answers a question; there is none."""
    return Refused("round-not-over")


# --- what a lane waits for ------------------------------------------------------


def copy(table: Table, scan: Scan, lane: LaneState, awaits: Awaits) -> Answered:
    """A special order lies there: the next scan is what it copies."""
    label = scan.label
    if label.key == "next":
        return events.OrderDropped(awaits.seat, awaits.id)
    if label.type not in ("card", "face"):
        tray = table.round.layout.trays[awaits.seat]
        order = next(laid.card.face for laid in tray if laid.id == awaits.id)
        return Refused("copy-awaited", order)
    card = card_of(table, label)
    if isinstance(card, Refused):
        return card
    if table.acts[card.face.slug] in NEVER_STAY:
        return Refused("goes-to-discards", card.face)
    if label.type == "face":
        return _copy_of_face(table, card.face, awaits)
    return _copy_of_card(table, card, awaits)


def _copy_of_face(table: Table, face: Face, awaits: Awaits) -> Event | Refused:
    """The unnumbered copy in that tray, else a card that has left it."""
    tray = table.round.layout.trays[awaits.seat]
    lying = [laid.id for laid in tray if laid.card == Card(face, 0) and laid.mark]
    if lying:
        return events.CopyNamed(awaits.seat, awaits.id, target=lying[-1])
    if table.acts[face.slug] == "special-order":
        return Refused("name-copied", face)
    return events.CopyNamed(awaits.seat, awaits.id, face=face)


def _copy_of_card(table: Table, card: Card, awaits: Awaits) -> Event | Refused:
    seat, order = awaits.seat, awaits.id
    where = lies(table, card)
    if where is not None and where[0] == seat:
        if not where[1].mark:  # the order itself, or another that waits for its own
            return Refused("copies-nothing-yet", card.face)
        return events.CopyNamed(seat, order, target=where[1].id)
    no = cannot_lay(table, card, seat)
    if no is not None and no.case == "discarded":
        return Refused("copied-is-out", card.face)
    if no is None and table.acts[card.face.slug] == "special-order":
        return Refused("in-no-tray", card.face)
    return no or events.CopyNamed(seat, order, fresh=card)


def wasabi(table: Table, scan: Scan, lane: LaneState, awaits: Awaits) -> Answered:
    """An order that copies a loose nigiri may lie on an uncovered wasabi of its seat."""
    label = scan.label
    if label.key == "next":
        return events.Declined()
    free = uncovered(table.round.layout.trays[awaits.seat], table.acts)
    there = named(free, label)
    return events.NigiriPut(awaits.seat, awaits.id, there[0].id) if there else None


def nigiri(table: Table, scan: Scan, lane: LaneState, awaits: Awaits) -> Answered:
    """A wasabi was scanned again: a nigiri of its tray goes there."""
    if scan.label.key == "next":
        return events.Declined()
    tray = table.round.layout.trays[awaits.seat]
    others = [laid for laid in tray if table.acts[laid.mark] == "nigiri" and laid.on != awaits.id]
    there = named(sorted(others, key=lambda laid: laid.on is not None), scan.label)
    return events.NigiriPut(awaits.seat, there[0].id, awaits.id) if there else None


def flipped(table: Table, scan: Scan, lane: LaneState, awaits: Awaits) -> Answered:
    """FLIP was scanned: a card of the active tray is turned, a fresh one laid face down."""
    label = scan.label
    if label.type not in ("card", "face"):
        return None
    card = card_of(table, label)
    if isinstance(card, Refused):
        return card
    if lane.seat is not None:
        tray = table.round.layout.trays[lane.seat]
        here = [laid for laid in tray if laid.card == card]
        open_ = [laid for laid in here if laid.mark != FLIPPED]
        if open_:
            return events.CardFlipped(lane.seat, open_[-1].id)
        if here and card.copy:
            return Refused("already-flipped", card.face)
    return _lay(table, card, lane, flipped=True)


ANSWERS: dict[Question, Answer] = {
    "copy": copy,
    "wasabi": wasabi,
    "nigiri": nigiri,
    "flip": flipped,
}
DECIDE: dict[str, Decide] = {
    "badge": badge,
    "dummy": badge,
    "card": card,
    "face": card,
    "kind": kind,
    "flip": flip,
    "same-turn": same_turn,
    "next": nothing_to_close,
}
