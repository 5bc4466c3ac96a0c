"""Ask the engine what a position waits for: once a scan, for all that is shown of it."""

from __future__ import annotations

from engine.live.decide import waiting, whose
from engine.lobby import obstacle
from engine.position import NO_LANE, Table, hand, playing
from engine.removal import awaited
from engine.rounds import complaints
from engine.scoring.tray import counts_as
from firmware.common.facts.situation import Situation


def situation_of(table: Table) -> Situation:
    """The situation of a position."""
    removing = any(awaited(table, lane) for lane in table.lanes)
    if table.phase == "lobby":
        cards = (0,) * len(table.seats)
        return Situation(obstacle=obstacle(table), cards=cards, removing=removing)
    now = Situation(hand(table), _cards(table), removing=removing)
    if table.phase != "playing":
        return now
    if table.mode == "live":
        now = now._replace(unfinished=waiting(table, box_too=True), reveals=whose(table, NO_LANE))
    unsettled = tuple(complaints(table)) if table.asked == "score" else ()
    return now._replace(complaints=unsettled, last_kind=_last_kind(table))


def _cards(table: Table) -> tuple[int, ...]:
    """How many cards of each seat were scanned: as engine.locate has it, of all at once."""
    layout = table.round.layout
    cards = [len(tray) for tray in layout.trays]
    for claim in layout.claims:
        cards[claim.seat] += len(claim.laid)
    return tuple(cards)


def _last_kind(table: Table) -> str:
    game, last = playing(table)[0], table.last
    if last is None or last.seat is None or last.removed or game.score_hands is not None:
        return ""
    face = last.scan.label.face
    for laid in reversed(table.round.layout.trays[last.seat]):
        if laid.card.face.slug == face:
            return counts_as(game, laid)
    return ""
