"""A year's finished games, added up for one printed page. Pure.

Rule: games whose day nobody knows are in no year. Points of different games are never added.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from firmware.records.history.games import Played, day_of
from firmware.records.history.people import LEAST
from firmware.records.history.statistics import Best

MOST_BEST = 3  # highest totals of a game


class YearPlayer(NamedTuple):
    """`average_place` is None where it would rest on too few games."""

    name: str
    badge: str | None
    games: int
    wins: int
    average_place: float | None


class High(NamedTuple):
    """One of the highest totals of a game, all who reached it, and when that was first."""

    best: Best
    played: Played


class Year(NamedTuple):
    """`days` are those with a game; `months` have the games of each, January first; `highs` those
    of each game, most games first.
    """

    games: int
    days: int
    players: tuple[YearPlayer, ...]
    menus: tuple[tuple[Played, int], ...]  # a game with each menu, and how many there were
    months: tuple[int, ...]
    highs: Mapping[str, tuple[High, ...]]


def days_of(year: int) -> tuple[str, str]:
    """A year's first and last day."""
    return f"{year}-01-01", f"{year}-12-31"


def year(games: Sequence[Played]) -> Year:
    """Add up a year's finished games, the newest first."""
    months = Counter(time.localtime(played.at).tm_mon for played in games)
    menus = Counter((played.game, played.menu.key) for played in games)
    with_menu = {(played.game, played.menu.key): played for played in games}
    by_game = Counter(played.game for played in games)
    return Year(
        len(games),
        len({day_of(played) for played in games}),
        tuple(
            sorted(_players(games), key=lambda player: (-player.wins, -player.games, player.name))
        ),
        tuple((with_menu[where], count) for where, count in menus.most_common()),
        tuple(months[month] for month in range(1, 13)),
        {
            slug: _highs([game for game in games if game.game == slug])
            for slug, _ in by_game.most_common()
        },
    )


def _players(games: Sequence[Played]) -> Iterable[YearPlayer]:
    places: dict[str, list[int]] = {}
    badges = dict[str, str]()
    for played in games:
        for sat in played.seats:
            if sat.badge is not None:
                places.setdefault(sat.name, []).append(sat.place or len(played.seats))
                badges.setdefault(sat.name, sat.badge)
    for name, own in places.items():
        average = sum(own) / len(own) if len(own) >= LEAST else None
        yield YearPlayer(name, badges[name], len(own), own.count(1), average)


def _highs(games: Sequence[Played]) -> tuple[High, ...]:
    """The highest totals, with their players in the order in which they reached them."""
    reached: dict[int, list[tuple[Played, str]]] = {}
    for played in reversed(games):
        for sat in played.seats:
            if sat.badge is not None:
                reached.setdefault(sat.total, []).append((played, sat.name))
    highest = sorted(reached.items(), reverse=True, key=lambda entry: entry[0])[:MOST_BEST]
    return tuple(
        High(Best(total, tuple(dict.fromkeys(name for _, name in who))), who[0][0])
        for total, who in highest
    )
