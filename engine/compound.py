"""Several labels as one scan: what a photo shows, and seats that were offered.

Each label goes the way of a scan by itself, at the table as the ones before have left it; together
they are one accepted scan, so that one UNDO takes all of them back.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import NamedTuple

from engine import lobby, rounds
from engine.catalogue import codebook_of
from engine.codes import Codebook, Label, Photo
from engine.events import (
    Accepted,
    CardRevealed,
    Event,
    PhotoCounted,
    SeatChosen,
    SeatsTaken,
)
from engine.locate import cannot_lay, card_of
from engine.position import LaneName, LaneState, Question, Scan, Table, lane_of, with_lane
from engine.refusals import Refused

# What a photo shows, and what a tap on it adds: a flipped card, what a special order copies.
IN_PHOTO = frozenset({"badge", "dummy", "card", "face", "flip", "next", "same-turn"})
IN_LOBBY = frozenset(lobby.DECIDE) - {"next", "remove"}
NO_ROUND = Refused("no-round")


class Moves(NamedTuple):
    """What the table does with one scan: decide, and apply what was accepted."""

    decide: Callable[[Table, Scan], Accepted | Refused]
    evolve: Callable[[Table, Accepted], Table]

    def of(self, table: Table, label: Label | Refused, lane: LaneName) -> Accepted | Refused:
        """What a label does there, or why it is refused."""
        return label if isinstance(label, Refused) else self.decide(table, Scan(label, lane))


def photo(table: Table, scan: Scan, moves: Moves) -> Accepted | Refused:
    """Count all that a photo shows as one scan, so that one UNDO takes it back. A photo of which
    nothing counts is refused.
    """
    look = PhotoLook(table, codebook_of(table.games), scan.lane, moves)
    look = reduce(PhotoLook.take, scan.label.code.split(), look)
    cards = [accepted for accepted in look.scans if not isinstance(accepted.event, SeatChosen)]
    if not cards:
        return look.left_out[0][1] if look.left_out else Refused("all-laid")
    owners = {accepted.seat for accepted in cards} - {None}
    event = PhotoCounted(owners.pop() if len(owners) == 1 else None, look.scans, look.left_out)
    counted = Photo.of(accepted.scan.label.code for accepted in look.scans)
    return Accepted(Scan(counted, scan.lane), event)


def seats(table: Table, scan: Scan, moves: Moves) -> Accepted | Refused:
    """Count a lobby's scans and the NEXT that begins its game as one, so that one UNDO takes them
    back. If one of them is refused, none counts.
    """
    book, after, scans = codebook_of(table.games), table, list[Accepted]()
    read = [book.read(code) for code in scan.label.code.split()]
    *keys, last = ["" if isinstance(label, Refused) else label.key for label in read]
    between_games = table.phase in ("lobby", "finished")
    if not between_games or last != "next" or not IN_LOBBY.issuperset(keys):
        return NO_ROUND
    for label in read:
        result = moves.of(after, label, scan.lane)
        if isinstance(result, Refused):
            return result
        after = moves.evolve(after, result)
        scans.append(result)
    return Accepted(scan, SeatsTaken(tuple(scans)))


class PhotoLook(NamedTuple):
    """A photo's codes, taken one after the other: `scans` count, `left_out` are refused. What lies
    in that tray already is neither, so that photos of one tray add up. `badge` is what became of
    the last one.
    """

    table: Table
    codebook: Codebook
    lane: LaneName
    moves: Moves
    scans: tuple[Accepted, ...] = ()
    left_out: tuple[tuple[str, Refused], ...] = ()
    badge: Accepted | Refused | None = None

    def take(self, code: str) -> PhotoLook:
        """Take one more code. A card that lies there already changes nothing."""
        label = self.codebook.read(code)
        result = label if isinstance(label, Refused) else self._decide(Scan(label, self.lane))
        look = self
        if isinstance(label, Label) and label.key in ("badge", "dummy"):
            look = look._replace(badge=result)
        if isinstance(result, Accepted):
            table = self.moves.evolve(self.table, result)
            return look._replace(table=table, scans=(*self.scans, result))
        if result.reason == "already-laid":
            return look
        return look._replace(left_out=(*self.left_out, (code, result)))

    def awaits(self, question: Question) -> bool:
        """Whether the next code has to answer this question."""
        awaits = lane_of(self.table, self.lane).awaits
        return awaits is not None and awaits.what == question

    def _decide(self, scan: Scan) -> Accepted | Refused:
        """Only what lies on a table counts; a wasabi, chopsticks that lie there already do nothing.

        In live a badge is for all cards beside it, and a fresh card needs one.
        """
        table, label, lane = self.table, scan.label, lane_of(self.table, scan.lane)
        if table.phase != "playing":
            return NO_ROUND
        if label.key not in IN_PHOTO:
            return Refused("not-for-photos", label)
        if not self.scans:  # something else may have been awaited before the photo
            if lane.awaits is not None and lane.awaits.what in rounds.BLOCKING:
                return Refused("card-unfinished")
            lane = LaneState(lane.seat)
        if isinstance(self.badge, Accepted):
            lane = lane._replace(seat=self.badge.seat)
        if label.type in ("card", "face") and lane.awaits is None:
            no = self._cannot_lay(label, lane.seat)
            if no is not None:
                return no
        result = self.moves.decide(with_lane(table, scan.lane, lane), scan)
        if isinstance(result, Accepted) and not self._fits(result.event):
            return Refused("for-next-turn", label)
        return result

    def _cannot_lay(self, label: Label, seat: int | None) -> Refused | None:
        """Why the card cannot be laid. A dessert that its own seat has kept counts as laid there
        already, and so do the uramaki that took a place for that seat.
        """
        card = card_of(self.table, label)
        if isinstance(card, Refused):
            return card
        no = cannot_lay(self.table, card, seat)
        if no is None and (seat is None or isinstance(self.badge, Refused)):
            return Refused("no-seat")
        if no is not None and seat is not None:
            claims = self.table.round.layout.claims
            own = [self.table.kept[seat], *(claim.laid for claim in claims if claim.seat == seat)]
            if any(laid.card == card for cards in own for laid in cards):
                return Refused("already-laid", label)
        return no

    def _fits(self, event: Event) -> bool:
        """Whether a reveal is of the same turn as those before it: a photo shows one turn."""
        turns = {
            event.turn
            for event in (event, *(accepted.event for accepted in self.scans))
            if isinstance(event, CardRevealed) and not event.id
        }
        return len(turns) < 2
