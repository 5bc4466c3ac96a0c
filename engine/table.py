"""The state machine of the table: a scan -> what it did, or why it is refused -> what is next.

Rule 1: a table is a fold over its accepted scans; the same scans give the same table.
Rule 2: a refused scan changes nothing.
Rule 3: `undo` gives back exactly the position before.
"""

from __future__ import annotations

from typing import NamedTuple

from engine import lobby, removal
from engine import rounds as ending
from engine.codes import Codebook
from engine.events import (
    Accepted,
    Asked,
    Fact,
    LobbyOpened,
    RoundBegun,
    SetAside,
    Undone,
)
from engine.live import answers as live_answers
from engine.live import decide as live
from engine.live import evolve as playing_live
from engine.position import Lane, LaneName, Last, Scan, Table, empty, lane_of
from engine.refusals import Refused, refused
from engine.tally import decide as tally
from engine.tally import evolve as laying
from engine.transitions import Evolve, Mode

__all__ = ["ASIDE", "Accepted", "Refused", "Scan", "Table", "decide", "empty", "evolve", "scan"]

ASIDE = frozenset({"page", "sound", "teach"})  # no part of the game: never undone, never kept

MODES = {
    "tally": Mode(
        tally.ANSWERS | removal.ANSWERS,
        ending.DECIDE | removal.DECIDE | tally.DECIDE,
        ending.EVOLVE | removal.EVOLVE | laying.EVOLVE,
    ),
    "live": Mode(
        live_answers.ANSWERS | removal.ANSWERS,
        ending.DECIDE | removal.DECIDE | live.DECIDE,
        ending.EVOLVE | removal.EVOLVE | playing_live.EVOLVE,
    ),
}


def scan(table: Table, scan: Scan) -> tuple[Table, Accepted | Refused]:
    """Decide and evolve in one; a refusal gives the same table back."""
    event = decide(table, scan)
    return (table, event) if isinstance(event, Refused) else (evolve(table, event), event)


def decide(table: Table, scan: Scan) -> Accepted | Refused:
    """What this scan does here, or why it is refused."""
    label = scan.label
    fact: Fact | Refused
    if label.type == "command" and label.slug in ASIDE:
        fact = SetAside()
    elif label.key == "undo":
        fact = Undone() if table.past else refused("nothing-to-undo")
    else:
        fact = PHASES[table.phase](table, scan)
    return fact if isinstance(fact, Refused) else Accepted(scan, fact)


def _playing(table: Table, scan: Scan) -> Fact | Refused:
    """What a lane waits for comes first; then the mode's own scans, then both modes'."""
    mode = MODES[table.mode]
    lane = lane_of(table, scan.lane)
    if lane.awaits is not None:
        fact = mode.answers[lane.awaits.what](table, scan, lane, lane.awaits)
        if fact is not None:
            return fact
    decision = mode.decide.get(scan.label.key)
    if decision is None:
        return refused("not-now", scan.label.title, "The game is on")
    return decision(table, scan, lane)


def _scored(table: Table, scan: Scan) -> Fact | Refused:
    key = scan.label.key
    if key == "next":
        return RoundBegun()
    if key == "new-game":
        return ending.new_game(table, scan, Lane())
    return refused("not-now", "Round is scored", "NEXT or UNDO")


def _finished(table: Table, scan: Scan) -> Fact | Refused:
    key = scan.label.key
    if key == "new-game":
        return LobbyOpened(same=True)
    if key == "game":
        return LobbyOpened(same=True, game=lobby.game_chosen(table, scan.label))
    if key == "preset":
        return LobbyOpened(same=True, game=lobby.preset_chosen(table, scan.label))
    return refused("not-now", "The game is over", "NEW GAME or UNDO")


PHASES = {
    "lobby": lobby.decide,
    "playing": _playing,
    "scored": _scored,
    "finished": _finished,
}


def evolve(table: Table, event: Accepted) -> Table:
    """The position after an accepted scan."""
    fact, made = event.fact, event.scan
    if isinstance(fact, SetAside):
        return table
    if isinstance(fact, Undone):
        return table.past[-1]._replace(past=table.past[:-1])
    before = table
    if table.phase == "lobby":  # nothing is remembered there but a REMOVE
        lanes = {name: lane for name, lane in table.lanes.items() if name != made.lane}
        table = table._replace(lanes=lanes)
    after = _evolve_of(table, fact)(table, made, fact)
    seat = event.seat
    return after._replace(
        asked=after.asked if isinstance(fact, Asked) else "",
        last=Last(made, lane_of(before, made.lane).seat if seat is None else seat),
        past=_past(before, fact, made),
    )


def _evolve_of(table: Table, fact: Fact) -> Evolve:
    if table.phase == "lobby" or isinstance(fact, LobbyOpened):
        return (ending.EVOLVE | lobby.EVOLVE)[type(fact)]
    return MODES[table.mode].evolve[type(fact)]


def _past(before: Table, fact: Fact, made: Scan) -> tuple[Table, ...]:
    """What `undo` can go back to: this game's positions, and the last one's while in its lobby."""
    if removal.awaited(before, made.lane) and isinstance(fact, removal.STRUCK):
        return removal.past(before, made.lane)
    past = (*before.past, before._replace(past=()))
    left = before.phase == "lobby" and isinstance(fact, RoundBegun)
    if left or (before.phase != "lobby" and isinstance(fact, LobbyOpened)):
        past = tuple(one for one in past if one.number == before.number)
    return past


class Scanned(NamedTuple):
    """A text that was scanned: `before` and `after` are one table where it was refused."""

    text: str
    lane: LaneName
    event: Accepted | Refused
    before: Table
    after: Table


def scan_text(table: Table, codebook: Codebook, text: str, lane: LaneName) -> Scanned:
    """Read a scanner's text and scan the label it names."""
    label = codebook.read(text)
    if isinstance(label, Refused):
        return Scanned(text, lane, label, table, table)
    after, event = scan(table, Scan(label, lane))
    return Scanned(text, lane, event, table, after)
