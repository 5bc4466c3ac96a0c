"""Games in, what to draw of each player's totals out: points, lines of reference, and a sentence
and a table that say the same. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from firmware.history.describe import date, number
from firmware.history.games import Played
from firmware.system.text import plural

PLOTTED = 30  # games
MOST_PLOTS = 8
WIDE, HIGH = 320, 80
LEFT, TOP, BOTTOM = 34, 8, 74

Part = dict[str, Any]


def plots(games: Sequence[Played], badges: Mapping[str, str | None], title: str) -> Part | None:
    """A plot for each player, all on one scale; `games` are finished ones, the oldest first.
    None where there is nothing to see yet.
    """
    totals = {name: _totals(games, name) for name in list(badges)[:MOST_PLOTS]}
    all_points = [points for one in totals.values() for points in one.values()]
    if len(games) < 2 or not all_points:
        return None
    low, high = min(0, *all_points), max(1, *all_points)

    def y(points: float) -> float:
        return round(BOTTOM - (points - low) * (BOTTOM - TOP) / (high - low), 1)

    def x(at: int) -> float:
        return round(LEFT + 6 + at * (WIDE - LEFT - 12) / (len(games) - 1), 1)

    return {
        "marks": [[y(mark), number(mark)] for mark in marks(low, high)],
        "each": [
            {
                "who": [badges[name], name],
                "words": f"{name}, totals in the last {plural(len(games), 'game')} of {title}: "
                + ", ".join(map(number, one.values())),
                "points": [[x(at), y(points)] for at, points in one.items()],
            }
            for name, one in totals.items()
            if one
        ],
        "table": _table(games, totals, badges),
    }


def _totals(games: Sequence[Played], name: str) -> dict[int, int]:
    """By the game's place in the row."""
    return {
        at: sat.total
        for at, played in enumerate(games)
        for sat in played.seats
        if sat.badge is not None and sat.name == name
    }


def _table(
    games: Sequence[Played],
    totals: Mapping[str, Mapping[int, int]],
    badges: Mapping[str, str | None],
) -> Part:
    rows = [
        [date(played), *(number(one.get(at)) for one in totals.values())]
        for at, played in enumerate(games)
    ]
    heads = ["Game", *([badges[name], name] for name in totals)]
    return {"label": "Totals", "heads": heads, "rows": rows[::-1]}


def marks(low: int, high: int) -> list[int]:
    """Round numbers from low to high, two to five of them."""
    rough = max(1, (high - low) / 3)
    power = 10 ** math.floor(math.log10(rough))
    step = next(one * power for one in (1, 2, 5, 10) if one * power >= rough)
    return list(range(math.ceil(low / step) * step, high + 1, step))
