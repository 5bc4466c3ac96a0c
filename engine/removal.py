"""Strike a scan: REMOVE, then the card that it laid.

Rule 1: what is struck never happened; all the others stay as they were.
Rule 2: `undo` takes back both scans at once.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.cards import Card
from engine.events import (
    Answered,
    CardStruck,
    MenuChanged,
    RemoveDropped,
    SeatLeft,
    VariantsChanged,
)
from engine.live.evolve import strike_play
from engine.live.turn import plays
from engine.locate import card_of, lying
from engine.position import Awaits, LaneName, LaneState, Scan, Table, lane_of, with_lane
from engine.refusals import Refused
from engine.tally.evolve import strike_laid

STRUCK = (CardStruck, SeatLeft, MenuChanged, VariantsChanged)


class _Scanned(NamedTuple):
    """A card laid this round; `needs` and `brought_by` are the cards that it hangs on."""

    seat: int
    id: int
    card: Card
    turn: int
    needs: int | None = None
    brought_by: int | None = None


def removed(table: Table, scan: Scan, lane: LaneState, awaits: Awaits) -> Answered:
    """REMOVE was scanned: which scan is struck. None where no card was named.

    Of unnumbered copies it is the active seat's last; with no seat active, the last of all.
    """
    label = scan.label
    if label.key == "remove":
        return RemoveDropped()
    if label.type not in ("card", "face"):
        return None
    card = card_of(table, label)
    if isinstance(card, Refused):
        return card
    everything = [*scanned(table)]
    matching = [entry for entry in everything if entry.card == card]
    if not matching:
        return Refused("not-on-table", label)
    matching.sort(key=lambda entry: (entry.turn, entry.id))
    whose = matching[-1].seat
    seat = whose if label.copy or lane.seat is None else lane.seat
    own = [entry for entry in matching if entry.seat == seat]
    if not own:
        return Refused("of-another-seat", label, (table.seats[seat], table.seats[whose]))
    last = own[-1]
    struck = {last.id} | {entry.id for entry in everything if entry.brought_by == last.id}
    if any(entry.needs in struck and entry.id not in struck for entry in everything):
        return Refused("needed-later", label)
    return CardStruck(seat, last.id)


def scanned(table: Table) -> Iterator[_Scanned]:
    """Every card laid this round, wherever it is by now."""
    return _played(table) if table.mode == "live" else _tallied(table)


def _tallied(table: Table) -> Iterator[_Scanned]:
    layout = table.round.layout
    claimed = ((claim.seat, laid) for claim in layout.claims for laid in claim.laid)
    for seat, laid in (*lying(table), *claimed, *layout.discards):
        yield _Scanned(seat, laid.id, laid.card, 0, laid.copies, laid.brought_by)


def _played(table: Table) -> Iterator[_Scanned]:
    """Every reveal and extra card; an extra card hangs on what brought it, too."""
    for turn in table.round.turns:
        for play in plays(turn):
            yield _Scanned(play.seat, play.id, play.card, turn.number, play.copies)
        for action in turn.actions:
            if action.extra is not None:
                yield _Scanned(
                    action.seat, action.extra.id, action.extra.card, turn.number, action.tool
                )


def ask(table: Table, scan: Scan) -> Table:
    """Wait for what is struck; a run of uramaki ends."""
    if table.phase == "lobby":
        return with_lane(table, scan.lane, LaneState(None, Awaits("remove")))
    lane = lane_of(table, scan.lane)._replace(awaits=Awaits("remove"))
    round_ = table.round._replace(batch=table.round.batch + 1)
    return with_lane(table._replace(round=round_), scan.lane, lane)


def drop(table: Table, scan: Scan) -> Table:
    """Wait for nothing any more."""
    return with_lane(table, scan.lane, LaneState(lane_of(table, scan.lane).seat))


def strike(table: Table, scan: Scan, event: CardStruck) -> Table:
    """The round without the scan that laid that card."""
    strike = strike_play if table.mode == "live" else strike_laid
    return strike(drop(table, scan), event)


def awaited(table: Table, name: LaneName) -> bool:
    """Whether REMOVE was scanned there and waits for what it is about."""
    lane = table.lanes.get(name)
    return lane is not None and lane.awaits is not None and lane.awaits.what == "remove"


def past(before: Table, name: LaneName) -> tuple[Table, ...]:
    """The positions that undo goes back to after what was struck from `before`.

    In the newest ones that scanner waited after its REMOVE. They are kept without it, and only
    where another scanner did something meanwhile.
    """
    positions = [*before.past, before._replace(past=())]
    first = len(positions)
    while awaited(positions[first - 1], name):
        first -= 1
    meanwhile = [
        with_lane(position, name, position.lanes[name]._replace(awaits=None))
        for position in positions[first:]
        if position.last
        and (position.last.scan.lane, position.last.scan.label.key) != (name, "remove")
    ]
    return (*positions[:first], *meanwhile)
