"""Ask the engine what a position waits for: once a scan, for all that is shown of it."""

from __future__ import annotations

from engine.live.decide import waiting, whose
from engine.lobby import obstacle
from engine.locate import laid_by
from engine.position import NO_LANE, Table, hand, playing
from engine.rounds import complaints
from engine.scoring.tray import counts_as
from firmware.common.facts.situation import Situation


def situation_of(table: Table) -> Situation:
    """The situation of a position."""
    if table.phase == "lobby":
        return Situation(obstacle=obstacle(table), cards=(0,) * len(table.seats))
    now = Situation(hand(table), tuple(laid_by(table, seat) for seat in range(len(table.seats))))
    if table.phase != "playing":
        return now
    if table.mode == "live":
        now = now._replace(unfinished=waiting(table, box_too=True), reveals=whose(table, NO_LANE))
    asked = tuple(complaints(table)) if table.asked == "score" else ()
    return now._replace(complaints=asked, last_kind=_last_kind(table))


def _last_kind(table: Table) -> str:
    last = table.last
    if last is None or last.seat is None or last.removed:
        return ""
    game, label = playing(table)[0], last.scan.label
    tray = table.round.layout.trays[last.seat]
    lying = [laid for laid in tray if laid.card.face.slug == label.face]
    return counts_as(game, lying[-1]) if lying and game.score_hands is None else ""
