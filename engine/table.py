"""Decide what a scan does to the table, or why it is refused, and apply it.

Rule 1: a table is a fold over its accepted scans; the same scans give the same table.
Rule 2: a refused scan changes nothing.
Rule 3: `undo` gives back exactly the position before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from engine import events, lobby, removal, rounds
from engine.catalogue import codebook_of
from engine.codes import Codebook, Label, Photo
from engine.events import (
    Accepted,
    Answer,
    CardRevealed,
    Decide,
    Event,
    PhotoCounted,
    SeatChosen,
    SeatsTaken,
)
from engine.live import decide as live
from engine.live.evolve import evolve as evolve_live
from engine.locate import cannot_lay, card_of
from engine.position import (
    NO_LANE,
    LaneName,
    LaneState,
    LastScan,
    Mode,
    Question,
    Scan,
    Table,
    lane_of,
    with_lane,
)
from engine.refusals import Refused
from engine.tally import decide as tally
from engine.tally.evolve import evolve as evolve_tally

ASIDE = frozenset({"page", "sound", "teach"})  # no part of the game: never undone, never kept
# The device's own, of no game either: who has a camera, say, takes PHOTO before it comes here.
DEVICES_OWN = frozenset(
    {"language", "what", "repeat", "slower", "read-table", "photo", "call-organiser"}
)
# What a photo shows, and what a tap on it adds: a flipped card, what a special order copies.
IN_PHOTO = frozenset({"badge", "dummy", "card", "face", "flip", "next", "same-turn"})
IN_LOBBY = frozenset(lobby.DECIDE) - {"next", "remove"}
NO_ROUND = Refused("no-round")


class ModeRules(NamedTuple):
    """What is done in tally or in live while a round is open: by what a lane waits for, and
    by what is scanned.
    """

    answers: Mapping[Question, Answer]
    decide: Mapping[str, Decide]


BOTH: Mapping[str, Decide] = {
    **rounds.DECIDE,
    "remove": lambda table, scan, lane: events.RemoveAsked(),
}
MODES: Mapping[Mode, ModeRules] = {
    "tally": ModeRules({**tally.ANSWERS, "remove": removal.removed}, {**BOTH, **tally.DECIDE}),
    "live": ModeRules({**live.ANSWERS, "remove": removal.removed}, {**BOTH, **live.DECIDE}),
}


def scan_text(
    table: Table, codebook: Codebook, text: str, lane: LaneName
) -> tuple[Table, Accepted | Refused]:
    """Scan what a text stands for, as it is kept: a label, a photo, seats."""
    label = codebook.read_kept(text)
    return (table, label) if isinstance(label, Refused) else scan(table, Scan(label, lane))


def scan(table: Table, scan: Scan) -> tuple[Table, Accepted | Refused]:
    """Decide and evolve in one; a refusal gives the same table back."""
    result = decide(table, scan)
    return (table, result) if isinstance(result, Refused) else (evolve(table, result), result)


def _photo(table: Table, scan: Scan) -> Accepted | Refused:
    """Count all that a photo shows as one scan, so that one UNDO takes it back. A photo of which
    nothing counts is refused.
    """
    codes = scan.label.code.split()
    scans, left_out = look_at_photo(table, codebook_of(table.games), codes, scan.lane)
    cards = [accepted for accepted in scans if not isinstance(accepted.event, SeatChosen)]
    if not cards:
        return left_out[0][1] if left_out else Refused("all-laid")
    seats = {accepted.seat for accepted in cards} - {None}
    event = PhotoCounted(seats.pop() if len(seats) == 1 else None, scans, left_out)
    counted = Photo.of(accepted.scan.label.code for accepted in scans)
    return Accepted(Scan(counted, scan.lane), event)


def _seats(table: Table, scan: Scan) -> Accepted | Refused:
    """Count a lobby's scans and the NEXT that begins its game as one, so that one UNDO takes them
    back. If one of them is refused, none counts.
    """
    book, after, scans = codebook_of(table.games), table, list[Accepted]()
    codes = scan.label.code.split()
    *keys, last = [label.key if isinstance(label, Label) else "" for label in map(book.read, codes)]
    between_games = table.phase in ("lobby", "finished")
    if not between_games or last != "next" or not IN_LOBBY.issuperset(keys):
        return NO_ROUND
    for code in codes:
        after, result = scan_text(after, book, code, scan.lane)
        if isinstance(result, Refused):
            return result
        scans.append(result)
    return Accepted(scan, SeatsTaken(tuple(scans)))


def look_at_photo(
    table: Table, codebook: Codebook, codes: Sequence[str], lane: LaneName
) -> tuple[tuple[Accepted, ...], tuple[tuple[str, Refused], ...]]:
    """What would count of a photo, and what would be refused."""
    look = reduce(PhotoLook.take, codes, PhotoLook(table, codebook, lane))
    return look.scans, look.left_out


class PhotoLook(NamedTuple):
    """A photo's codes, taken one after the other: `scans` count, `left_out` are refused. What lies
    in that tray already is neither, so that photos of one tray add up. `badge` is what became of
    the last one.
    """

    table: Table
    codebook: Codebook
    lane: LaneName
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
            return look._replace(table=evolve(self.table, result), scans=(*self.scans, result))
        if result.reason == "already-laid":
            return look
        return look._replace(left_out=(*self.left_out, (code, result)))

    def awaits(self, what: Question) -> bool:
        """Whether the next code has to answer this question."""
        awaits = lane_of(self.table, self.lane).awaits
        return awaits is not None and awaits.what == what

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
        result = decide(with_lane(table, scan.lane, lane), scan)
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


def decide(table: Table, scan: Scan) -> Accepted | Refused:
    """What this scan does here, or why it is refused."""
    label = scan.label
    event: Event | Refused
    if label.type == "command" and label.slug in ASIDE:
        event = events.SetAside()
    elif label.type == "command" and label.slug in DEVICES_OWN:
        return Refused("not-on-device", label)
    elif label.key == "undo":
        event = events.Undone() if table.past else Refused("nothing-to-undo")
    elif label.type == "photo":
        return _photo(table, scan)
    elif label.type == "seats":
        return _seats(table, scan)
    else:
        event = PHASES[table.phase](table, scan)
    return event if isinstance(event, Refused) else Accepted(scan, event)


def _playing(table: Table, scan: Scan) -> Event | Refused:
    """What a lane waits for comes first; then the mode's own scans, then both modes'."""
    mode = MODES[table.mode]
    lane = lane_of(table, scan.lane)
    if lane.awaits is not None:
        event = mode.answers[lane.awaits.what](table, scan, lane, lane.awaits)
        if event is not None:
            return event
    decision = mode.decide.get(scan.label.key)
    if decision is None:
        return Refused("game-running")
    return decision(table, scan, lane)


def _scored(table: Table, scan: Scan) -> Event | Refused:
    key = scan.label.key
    if key == "next":
        return events.RoundBegun()
    if key == "new-game":
        return rounds.new_game(table, scan, NO_LANE)
    return Refused("round-over")


def _finished(table: Table, scan: Scan) -> Event | Refused:
    key = scan.label.key
    if key == "new-game":
        return events.LobbyOpened(same=True)
    if key == "game":
        return events.LobbyOpened(same=True, game=lobby.game_chosen(table, scan.label))
    if key == "preset":
        return events.LobbyOpened(same=True, game=lobby.preset_chosen(table, scan.label))
    return Refused("game-over")


PHASES = {"lobby": lobby.decide, "playing": _playing, "scored": _scored, "finished": _finished}


def evolve(table: Table, accepted: Accepted) -> Table:
    """The position after an accepted scan."""
    scan, event = accepted
    if isinstance(event, events.SetAside):
        return table
    if isinstance(event, events.Undone):
        return table.past[-1]._replace(past=table.past[:-1])
    before = table
    if table.phase == "lobby":  # nothing is remembered there but a REMOVE
        lanes = {name: lane for name, lane in table.lanes.items() if name != scan.lane}
        table = table._replace(lanes=lanes)
    after = _after(table, scan, event)
    lane = lane_of(after if isinstance(event, SeatsTaken) else before, scan.lane)
    removed = removal.awaited(before, scan.lane) and isinstance(event, removal.STRUCK)
    return after._replace(
        asked=after.asked if isinstance(event, events.Asked) else "",
        last=LastScan(scan, lane.seat if accepted.seat is None else accepted.seat, removed),
        past=removal.past(before, scan.lane) if removed else _past(before, event),
    )


def _after(table: Table, scan: Scan, event: events.GameEvent) -> Table:
    match event:
        case events.RemoveAsked():
            return removal.ask(table, scan)
        case events.CardStruck():
            return removal.strike(table, scan, event)
        case events.Asked():
            return rounds.ask(table, event)
        case events.PhotoCounted() | SeatsTaken():
            return reduce(evolve, event.scans, table)
        case events.RoundBegun():
            return rounds.begin(table)
        case events.RoundEnded():
            return rounds.end(table)
        case events.LobbyOpened():
            return lobby.opened(table, scan, event)
    if isinstance(event, events.LobbyEvent):
        return lobby.evolve(table, scan, event)
    if isinstance(event, events.EitherMode):
        mode = evolve_live if table.mode == "live" else evolve_tally
        return mode(table, scan, event)
    if isinstance(event, events.TallyOnly):
        return evolve_tally(table, scan, event)
    return evolve_live(table, scan, event)


def _past(before: Table, event: Event) -> tuple[Table, ...]:
    """What `undo` can go back to: this game's positions, and the last one's while in its lobby."""
    past = (*before.past, before._replace(past=()))
    left = before.phase == "lobby" and isinstance(event, events.RoundBegun | SeatsTaken)
    opens = isinstance(event, events.LobbyOpened | SeatsTaken)
    if left or (before.phase != "lobby" and opens):
        past = tuple(position for position in past if position.number == before.number)
    return past
