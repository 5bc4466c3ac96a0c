"""Decide what a scan does to the table, or why it is refused, and apply it.

Rule 1: a table is a fold over its accepted scans; the same scans give the same table.
Rule 2: a refused scan changes nothing.
Rule 3: `undo` gives back exactly the position before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from engine import compound, events, lobby, removal, rounds
from engine.codes import Codebook
from engine.compound import Moves, PhotoLook
from engine.events import Accepted, Answer, Decide, Event
from engine.live import decide as live
from engine.live.evolve import evolve as evolve_live
from engine.position import (
    NO_LANE,
    LaneName,
    LastScan,
    Mode,
    Question,
    Scan,
    Table,
    lane_of,
)
from engine.refusals import Refused
from engine.tally import decide as tally
from engine.tally.evolve import evolve as evolve_tally

ASIDE = frozenset({"page", "sound", "teach"})  # no part of the game: never undone, never kept
# The device's own, of no game either: who has a camera, say, takes PHOTO before it comes here.
DEVICES_OWN = frozenset(
    {"language", "what", "repeat", "slower", "read-table", "photo", "call-organiser"}
)


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


def look_at_photo(
    table: Table, codebook: Codebook, codes: Sequence[str], lane: LaneName
) -> tuple[tuple[Accepted, ...], tuple[tuple[str, Refused], ...]]:
    """What would count of a photo, and what would be refused."""
    look = reduce(PhotoLook.take, codes, photo_look(table, codebook, lane))
    return look.scans, look.left_out


def photo_look(table: Table, codebook: Codebook, lane: LaneName) -> PhotoLook:
    """A photo of which no code has been taken yet."""
    return PhotoLook(table, codebook, lane, MOVES)


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
        return compound.photo(table, scan, MOVES)
    elif label.type == "seats":
        return compound.seats(table, scan, MOVES)
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
    return Refused("game-running" if key in ("game", "preset", "kind") else "round-over")


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
    lane = lane_of(after if isinstance(event, events.SeatsTaken) else before, scan.lane)
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
        case events.RemoveDropped():
            return removal.drop(table, scan)
        case events.CardStruck():
            return removal.strike(table, scan, event)
        case events.Asked():
            return rounds.ask(table, event)
        case events.PhotoCounted() | events.SeatsTaken():
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
    left = before.phase == "lobby" and isinstance(event, events.RoundBegun | events.SeatsTaken)
    opens = isinstance(event, events.LobbyOpened | events.SeatsTaken)
    if left or (before.phase != "lobby" and opens):
        past = tuple(position for position in past if position.number == before.number)
    return past


MOVES = Moves(decide, evolve)
