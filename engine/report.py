"""Report on a table as `okanjo replay --json` prints it and history keeps it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.position import Table, name_of
from engine.standings import Standings, round_by, standings


def report(table: Table, names: Mapping[str, str] = {}, so_far: bool = False) -> dict[str, object]:
    """The whole table as plain words and numbers; `names` gives players' names by badge.

    `so_far` takes the open round for one that has ended.
    """
    points = standings(table)
    return {
        "game": table.game.slug if table.game else None,
        "menu": list(table.menu),
        "mode": table.mode,
        "variants": list(table.variants),
        "phase": table.phase,
        "round": table.round_no,
        "seats": [_seat(points, at, names, so_far) for at in range(len(table.seats))],
        "winners": [table.seats[at].badge for at in points.winners],
    }


def _seat(points: Standings, at: int, names: Mapping[str, str], so_far: bool) -> dict[str, object]:
    table, seat, stand = points.table, points.table.seats[at], points.seats[at]
    rounds = [(ended.points[at], ended.by[at]) for ended in table.ended]
    if so_far and points.scores is not None:
        rounds.append((points.scores.totals[at], round_by(table, points.scores)[at]))
    desserts = {"points": stand.dessert_points, "cards": stand.dessert_cards, "by": stand.desserts}
    return {
        "badge": seat.badge,
        "name": name_of(seat, names),
        "dummy": seat.badge is None,
        "rounds": [{"points": brought, "by": by} for brought, by in rounds],
        "desserts": None if stand.desserts is None else desserts,
        "total": stand.live if so_far else stand.total,
        "live": stand.live,
        "place": stand.place,
    }
