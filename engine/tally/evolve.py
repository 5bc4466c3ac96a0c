"""Apply what a scan did in tally mode to the round."""

from __future__ import annotations

from collections.abc import Collection
from typing import assert_never

from engine import events
from engine.cards import Card, Face
from engine.position import NO_LANE, Awaits, LaneState, Ready, Round, Scan, Table, forget, playing
from engine.scoring.tray import (
    FLIPPED,
    Entry,
    Laid,
    Tray,
    change,
    copied,
    flip,
    lay,
    put,
    take,
    uncovered,
)
from engine.scoring.uramaki import race


def evolve(table: Table, scan: Scan, event: events.TallyOnly | events.EitherMode) -> Table:
    """The table after that; only uramaki laid one after the other are one run."""
    round_ = table.round
    match event:
        case events.CardLaid():
            return _card_laid(table, scan, event)
        case events.SeatChosen(seat):
            return _after(table, scan, _between(round_), seat=seat)
        case events.CopyNamed():
            return _copy_named(table, scan, event)
        case events.OrderDropped(seat, order):
            return _after(table, scan, _without_order(_other_card(round_), seat, order))
        case events.WasabiPicked(seat, wasabi):
            return _after(table, scan, _other_card(round_), Awaits("nigiri", seat, wasabi))
        case events.NigiriPut(seat, nigiri, wasabi):
            tray = put(round_.layout.trays[seat], nigiri, wasabi)
            return _after(table, scan, _with_tray(_other_card(round_), seat, tray))
        case events.FlipAsked():
            return _after(table, scan, _between(round_), Awaits("flip"))
        case events.CardFlipped():
            return _card_flipped(table, scan, event)
        case events.SameRevealSaid():
            return _after(table, scan, _between(round_)._replace(same=True))
        case events.PlaceClaimed(seat):
            entry = Entry(seat, round_.ids + 1, None, 0, round_.batch, round_.same)
            round_ = _settle(round_._replace(ids=entry.id), (*round_.race, entry))
            return _after(table, scan, _between(round_))
        case events.Declined():
            return _after(table, scan, _between(round_))
        case _:
            assert_never(event)


def _after(
    table: Table, scan: Scan, round_: Round, awaits: Awaits | None = None, seat: int | None = None
) -> Table:
    """The table with this round. The scan's lane waits for `awaits`, and keeps its seat unless
    one is given.
    """
    if seat is None:
        seat = table.lanes.get(scan.lane, NO_LANE).seat
    return table._replace(round=round_, lanes={**table.lanes, scan.lane: LaneState(seat, awaits)})


def _with_tray(round_: Round, seat: int, tray: Tray, ids: int | None = None) -> Round:
    trays = round_.layout.trays
    layout = round_.layout._replace(trays=(*trays[:seat], tray, *trays[seat + 1 :]))
    return round_._replace(layout=layout, ids=round_.ids if ids is None else ids)


def _between(round_: Round) -> Round:
    """End the run of uramaki."""
    return round_._replace(batch=round_.batch + 1)


def _other_card(round_: Round) -> Round:
    """End the run of uramaki and SAME REVEAL."""
    return round_._replace(batch=round_.batch + 1, same=False)


def _settle(round_: Round, entries: tuple[Entry, ...]) -> Round:
    """Run the race anew: cards of a place taken leave their trays, others lie in them."""
    layout = round_.layout
    claims = race(entries)
    gone = {laid.id for claim in claims for laid in claim.laid}
    racing = {entry.laid.id for entry in (*round_.race, *entries) if entry.laid}
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
    """Enter a card into the race if its mark is a uramaki."""
    if ready.acts[laid.mark] != "uramaki":
        return _other_card(round_)
    icons = ready.icons[laid.mark]
    entry = Entry(seat, laid.id, laid, icons, round_.batch, round_.same)
    return _settle(round_, (*round_.race, entry))


def _laid(
    round_: Round, ready: Ready, seat: int, card: Card, mark: str, brought_by: int | None = None
) -> Round:
    """Lay one card, with the next id."""
    laid = Laid(round_.ids + 1, card, mark, brought_by=brought_by)
    tray = lay(round_.layout.trays[seat], laid, ready.acts)
    round_ = _with_tray(round_, seat, tray, laid.id)
    return _raced(round_, ready, seat, laid) if mark else round_


def _card_laid(table: Table, scan: Scan, event: events.CardLaid) -> Table:
    _, ready = playing(table)
    order = ready.acts[event.card.face.slug] == "special-order" and not event.flipped
    mark = FLIPPED if event.flipped else "" if order else event.card.face.slug
    round_ = _laid(table.round, ready, event.seat, event.card, mark)
    awaits = Awaits("copy", event.seat, round_.ids) if order else None
    return _after(table, scan, round_, awaits)


def _copy_named(table: Table, scan: Scan, event: events.CopyNamed) -> Table:
    _, ready = playing(table)
    round_, target = table.round, event.target
    if event.fresh is not None:
        round_ = _laid(round_, ready, event.seat, event.fresh, event.fresh.face.slug, event.order)
        target = round_.ids
    of = event.face or next(laid for laid in _scanned(round_) if laid.id == target)
    loose = isinstance(of, Face) or of.on is None
    (order,) = (laid for laid in round_.layout.trays[event.seat] if laid.id == event.order)
    order = order._replace(mark=copied(of), copies=target)
    tray = change(round_.layout.trays[event.seat], order)
    round_ = _raced(_with_tray(round_, event.seat, tray), ready, event.seat, order)
    may = ready.acts[order.mark] == "nigiri" and loose and uncovered(tray, ready.acts)
    awaits = Awaits("wasabi", event.seat, order.id) if may else None
    return _after(table, scan, round_, awaits)


def _scanned(round_: Round) -> list[Laid]:
    """Every card that lies there, or has left with a place in the race."""
    layout = round_.layout
    return [laid for tray in (*layout.trays, *(c.laid for c in layout.claims)) for laid in tray]


def _without_order(round_: Round, seat: int, order: int) -> Round:
    tray = round_.layout.trays[seat]
    dropped = tuple((seat, laid) for laid in tray if laid.id == order)
    round_ = _with_tray(round_, seat, take(tray, order))
    layout = round_.layout._replace(discards=round_.layout.discards + dropped)
    return round_._replace(layout=layout)


def _card_flipped(table: Table, scan: Scan, event: events.CardFlipped) -> Table:
    round_ = _other_card(table.round)
    round_ = _with_tray(round_, event.seat, flip(round_.layout.trays[event.seat], event.id))
    return _after(forget(table, {event.id}), scan, _out_of_race(round_, {event.id}))


def _out_of_race(round_: Round, gone: Collection[int]) -> Round:
    """Run the race without those cards and claims; the cards do not lie there as uramaki now."""
    entries = tuple(entry for entry in round_.race if entry.id not in gone)
    return _settle(round_._replace(race=entries), entries)


def strike_laid(table: Table, event: events.CardStruck) -> Table:
    """Take back the scan that laid a card or claimed a place by tile, with the one that named a
    fresh card for an order to copy.
    """
    round_, layout = table.round, table.round.layout
    trays = layout.trays
    gone = {event.id, *(laid.id for laid in _scanned(round_) if laid.brought_by == event.id)}
    for laid_id in gone:
        trays = tuple(take(tray, laid_id) for tray in trays)
    discards = tuple(discard for discard in layout.discards if discard[1].id not in gone)
    round_ = round_._replace(layout=layout._replace(trays=trays, discards=discards))
    return forget(table._replace(round=_between(_out_of_race(round_, gone))), gone)
