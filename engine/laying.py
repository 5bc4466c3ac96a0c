"""Tally: what a scan did -> the round after it."""

from __future__ import annotations

from typing import Any

from engine.cards import Card
from engine.facts import (
    CardFlipped,
    CardLaid,
    CardStruck,
    CopyNamed,
    Declined,
    FlipAsked,
    NigiriPut,
    OrderDropped,
    PlaceClaimed,
    SameRevealSaid,
    SeatChosen,
    WasabiPicked,
)
from engine.position import Awaits, Lane, Layout, Ready, Round, Scan, Table, playing, with_lane
from engine.scoring import FLIPPED
from engine.tray import Laid, Tray, change, copied, find, flip, lay, put, take, uncovered
from engine.uramaki import Entry, race


def _awaiting(table: Table, scan: Scan, awaits: Awaits | None, seat: int | None = None) -> Table:
    """What the scan's lane waits for now; the shared lanes keep the seat they had."""
    lane = table.lanes.get(scan.lane, Lane())
    return with_lane(table, scan.lane, Lane(lane.seat if seat is None else seat, awaits))


def _with_tray(round_: Round, seat: int, tray: Tray) -> Round:
    trays = round_.layout.trays
    layout = round_.layout._replace(trays=(*trays[:seat], tray, *trays[seat + 1 :]))
    return round_._replace(layout=layout)


def _no_uramaki(round_: Round) -> Round:
    """Anything that is no uramaki ends a run of them; a card also ends SAME REVEAL."""
    return round_._replace(batch=round_.batch + 1)


def _settle(round_: Round, entries: tuple[Entry, ...]) -> Round:
    """Run the race anew: cards of a place taken leave their trays, others lie in them."""
    layout = round_.layout
    claims = race(entries)
    gone = {laid.id for claim in claims for laid in claim.laid}
    racing = {entry.laid.id for entry in round_.race if entry.laid} | gone
    trays = []
    for seat, tray in enumerate(layout.trays):
        left = [laid for laid in tray if laid.id not in racing]
        left += [e.laid for e in entries if e.laid and e.seat == seat and e.laid.id not in gone]
        trays.append(tuple(sorted(left, key=lambda laid: laid.id)))
    taken = any(claim not in layout.claims for claim in claims)
    return round_._replace(
        race=entries,
        same=round_.same and not taken,
        layout=layout._replace(trays=tuple(trays), claims=claims),
    )


def _raced(round_: Round, ready: Ready, seat: int, laid: Laid) -> Round:
    """A card has its mark: if it is a uramaki it takes part in the race."""
    if ready.acts[laid.mark] != "uramaki":
        return _no_uramaki(round_)._replace(same=False)
    icons = ready.icons[laid.mark]
    entry = Entry(seat, laid, icons, round_.batch, round_.same)
    return _settle(round_, (*round_.race, entry))


def _laid(round_: Round, ready: Ready, seat: int, card: Card, mark: str) -> Round:
    """Lay one card, with the next id."""
    laid = Laid(round_.ids + 1, card, mark)
    round_ = round_._replace(ids=laid.id)
    round_ = _with_tray(round_, seat, lay(round_.layout.trays[seat], laid, ready.acts))
    return _raced(round_, ready, seat, laid) if mark else round_


def _card_laid(table: Table, scan: Scan, fact: CardLaid) -> Table:
    _, ready = playing(table)
    order = ready.acts[fact.card.face.slug] == "special-order" and not fact.flipped
    mark = FLIPPED if fact.flipped else "" if order else fact.card.face.slug
    round_ = _laid(table.round, ready, fact.seat, fact.card, mark)
    awaits = Awaits("copy", fact.seat, round_.ids) if order else None
    return _awaiting(table._replace(round=round_), scan, awaits)


def _copy_named(table: Table, scan: Scan, fact: CopyNamed) -> Table:
    _, ready = playing(table)
    round_, target = table.round, fact.target
    if fact.fresh is not None:
        round_ = _laid(round_, ready, fact.seat, fact.fresh, fact.fresh.face.slug)
        target = round_.ids
    of = _copied_from(round_, fact, target)
    order = find(round_.layout.trays[fact.seat], fact.order)
    if order is None:
        raise ValueError("the order has left its tray")
    on = of.on if isinstance(of, Laid) else None
    order = order._replace(mark=copied(of), copies=target)
    tray = change(round_.layout.trays[fact.seat], order)
    round_ = _raced(_with_tray(round_, fact.seat, tray), ready, fact.seat, order)
    may = ready.acts[order.mark] == "nigiri" and on is None and uncovered(tray, ready.acts)
    awaits = Awaits("wasabi", fact.seat, order.id) if may else None
    return _awaiting(table._replace(round=round_), scan, awaits)


def _copied_from(round_: Round, fact: CopyNamed, target: int | None) -> Any:
    """The card copied: in its tray, just claimed with the race, or named by its face."""
    if target is None:
        return fact.face
    claimed = [laid for claim in round_.layout.claims for laid in claim.laid]
    return find((*round_.layout.trays[fact.seat], *claimed), target)


def _order_dropped(table: Table, scan: Scan, fact: OrderDropped) -> Table:
    tray = table.round.layout.trays[fact.seat]
    order = find(tray, fact.order)
    round_ = _with_tray(_no_uramaki(table.round), fact.seat, take(tray, fact.order))
    discards = (*round_.layout.discards, *([order.card] if order else []))
    round_ = round_._replace(same=False, layout=round_.layout._replace(discards=discards))
    return _awaiting(table._replace(round=round_), scan, None)


def _nigiri_put(table: Table, scan: Scan, fact: NigiriPut) -> Table:
    tray = table.round.layout.trays[fact.seat]
    nigiri = find(tray, fact.nigiri)
    if nigiri is not None:
        tray = put(tray, nigiri, fact.wasabi)
    round_ = _with_tray(_no_uramaki(table.round), fact.seat, tray)
    return _awaiting(table._replace(round=round_), scan, None)


def _card_flipped(table: Table, scan: Scan, fact: CardFlipped) -> Table:
    round_ = _no_uramaki(table.round)._replace(same=False)
    round_ = _with_tray(round_, fact.seat, flip(round_.layout.trays[fact.seat], fact.id))
    entries = tuple(e for e in round_.race if e.laid is None or e.laid.id != fact.id)
    if len(entries) < len(round_.race):
        round_ = _settle(round_._replace(race=entries), entries)
    return _awaiting(table._replace(round=round_), scan, None)


def strike(table: Table, scan: Scan, fact: CardStruck) -> Table:
    """Take back the scan that laid a card; everything else stays as it was."""
    round_ = _no_uramaki(table.round)
    layout = round_.layout
    struck = find(tuple(laid for claim in layout.claims for laid in claim.laid), fact.id)
    trays = tuple(take(tray, fact.id) for tray in layout.trays)
    round_ = round_._replace(layout=Layout(trays, layout.claims, layout.discards))
    entries = tuple(e for e in round_.race if e.laid is None or e.laid.id != fact.id)
    if struck is not None or len(entries) < len(round_.race):
        round_ = _settle(round_, entries)
    return _awaiting(table._replace(round=round_), scan, None)


def _seat_chosen(table: Table, scan: Scan, fact: SeatChosen) -> Table:
    lane = table.lanes.get(scan.lane, Lane())
    flip_waits = lane.awaits if lane.awaits and lane.awaits.what == "flip" else None
    round_ = _no_uramaki(table.round)
    return _awaiting(table._replace(round=round_), scan, flip_waits, fact.seat)


def _place_claimed(table: Table, scan: Scan, fact: PlaceClaimed) -> Table:
    round_ = table.round
    entry = Entry(fact.seat, None, 0, round_.batch, round_.same)
    round_ = _no_uramaki(_settle(round_, (*round_.race, entry)))
    return _awaiting(table._replace(round=round_), scan, None)


def _same_reveal(table: Table, scan: Scan, fact: SameRevealSaid) -> Table:
    round_ = _no_uramaki(table.round)._replace(same=True)
    return _awaiting(table._replace(round=round_), scan, None)


def _then(what: str) -> Any:
    def evolve(table: Table, scan: Scan, fact: Any) -> Table:
        awaits = Awaits(what, getattr(fact, "seat", -1), getattr(fact, "wasabi", 0))
        return _awaiting(table._replace(round=_no_uramaki(table.round)), scan, awaits)

    return evolve


def _declined(table: Table, scan: Scan, fact: Declined) -> Table:
    return _awaiting(table._replace(round=_no_uramaki(table.round)), scan, None)


EVOLVE: dict[type, Any] = {
    CardLaid: _card_laid,
    CopyNamed: _copy_named,
    OrderDropped: _order_dropped,
    NigiriPut: _nigiri_put,
    CardFlipped: _card_flipped,
    SeatChosen: _seat_chosen,
    PlaceClaimed: _place_claimed,
    SameRevealSaid: _same_reveal,
    WasabiPicked: _then("nigiri"),
    FlipAsked: _then("flip"),
    Declined: _declined,
}
