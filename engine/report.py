"""Report on a table as `okanjo replay --json` prints it and history keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cards import Seat
from engine.position import Table, name_of
from engine.standings import Standing, standings


def report(table: Table, names: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The whole table as plain words and numbers; `names` gives players' names by badge."""
    points = standings(table)
    return {
        "game": table.game.slug if table.game else None,
        "menu": list(table.menu),
        "mode": table.mode,
        "variants": list(table.variants),
        "phase": table.phase,
        "round": table.round_no,
        "seats": [
            _seat(table, at, seat, points.seats[at], names or {})
            for at, seat in enumerate(table.seats)
        ],
        "winners": [table.seats[at].badge for at in points.winners],
    }


def _seat(
    table: Table, at: int, seat: Seat, stand: Standing, names: Mapping[str, str]
) -> dict[str, Any]:
    desserts = None
    if stand.desserts is not None and table.game is not None and table.game.at_the_end:
        desserts = {
            "points": sum(stand.desserts.values()),
            "cards": stand.dessert_cards,
            "by": stand.desserts,
        }
    return {
        "badge": seat.badge,
        "name": name_of(seat, names),
        "dummy": seat.badge is None,
        "rounds": [{"points": ended.points[at], "by": dict(ended.by[at])} for ended in table.ended],
        "desserts": desserts,
        "total": stand.total,
        "live": stand.live,
        "place": stand.place,
    }
