"""Report on a table as `okanjo replay --json` prints it and history keeps it."""

from __future__ import annotations

from engine.standings import Standing, Standings, round_by


def report(points: Standings, so_far: bool = False) -> dict[str, object]:
    """The whole table as plain words and numbers.

    `so_far` takes the open round for one that has ended.
    """
    table = points.table
    return {
        "game": table.game.slug if table.game else None,
        "menu": list(table.menu),
        "mode": table.mode,
        "variants": list(table.variants),
        "phase": table.phase,
        "round": table.round_no,
        "seats": [_seat(points, seat, stand, so_far) for seat, stand in enumerate(points.seats)],
        "winners": [table.seats[seat].badge for seat in points.winners],
    }


def _seat(points: Standings, seat: int, stand: Standing, so_far: bool) -> dict[str, object]:
    table = points.table
    rounds = [(ended.points[seat], ended.by[seat]) for ended in table.ended]
    if so_far and points.scores is not None:
        rounds.append((points.scores.totals[seat], round_by(table, points.scores)[seat]))
    desserts = {"points": stand.dessert_points, "cards": stand.dessert_cards, "by": stand.desserts}
    return {
        "badge": stand.badge,
        "name": stand.name,
        "dummy": stand.badge is None,
        "rounds": [{"points": brought, "by": by} for brought, by in rounds],
        "desserts": None if stand.desserts is None else desserts,
        "total": stand.live if so_far else stand.total,
        "live": stand.live,
        "place": stand.place,
    }
