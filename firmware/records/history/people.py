"""What there is to tell of a player, over all finished games. Pure.

Rule: nothing rests on fewer than LEAST games; where it would, it is said how many are missing.
Only places are compared between different games, never points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from firmware.records.history.rating import Forecast, Skill, places_of

LEAST = 5  # games
FORM = 10  # the last games that form is of


class Form(NamedTuple):
    """The average place in the last `games`, the places with the oldest first."""

    average: float
    games: int
    places: tuple[int, ...]


class Nemesis(NamedTuple):
    """Who was ahead in most of the games that both played, of those met at least LEAST times."""

    name: str
    ahead: int
    games: int


class BestDish(NamedTuple):
    """The kind that brings most points in games that had it; none, where no `games` are enough."""

    game: str
    kind: str
    average: float
    games: int


class Streaks(NamedTuple):
    """Wins one after another: now, and the longest there were."""

    now: int
    longest: int


class Person(NamedTuple):
    """The figures of a player with LEAST games at least. `table` is how many people played these
    games, on average. There is no `nemesis` where `most_met`, how many games they had with one and
    the same player, is too few.
    """

    games: int
    wins: int
    average_place: float
    table: float
    form: Form
    streaks: Streaks
    nemesis: Nemesis | None
    most_met: int


def person(
    places: Sequence[tuple[int, int]], against: Mapping[str, tuple[int, int]]
) -> Person | None:
    """The figures from each game's place and number of people, the oldest first; from how often
    each other player was met, and was ahead. None where there are too few games.
    """
    if len(places) < LEAST:
        return None
    own = [place for place, _ in places]
    last = tuple(own[-FORM:])
    runs = [len([*run]) for won, run in groupby(place == 1 for place in own) if won]
    return Person(
        games=len(own),
        wins=own.count(1),
        average_place=sum(own) / len(own),
        table=sum(people for _, people in places) / len(places),
        form=Form(sum(last) / len(last), len(last), last),
        streaks=Streaks(runs[-1] if own[-1] == 1 else 0, max(runs, default=0)),
        nemesis=_nemesis(against),
        most_met=max((games for games, _ in against.values()), default=0),
    )


def _nemesis(against: Mapping[str, tuple[int, int]]) -> Nemesis | None:
    others = [
        Nemesis(name, ahead, games) for name, (games, ahead) in against.items() if games >= LEAST
    ]
    return min(
        others,
        key=lambda other: (-other.ahead / other.games, -other.games, other.name),
        default=None,
    )


def best_dish(game: str, menus: Iterable[tuple[Sequence[str], int, Mapping[str, int]]]) -> BestDish:
    """The best dish of a game: `menus` has the kinds of each, how many games the player had with
    it, and points by kind in these.
    """
    games, points = dict[str, int](), dict[str, int]()
    for kinds, count, by in menus:
        for kind in {*kinds, *by}:
            games[kind] = games.get(kind, 0) + count
            points[kind] = points.get(kind, 0) + by.get(kind, 0)
    dishes = [
        BestDish(game, kind, points[kind] / count, count)
        for kind, count in games.items()
        if count >= LEAST
    ]
    too_few = BestDish(game, "", 0.0, max(games.values(), default=0))
    return min(dishes, key=lambda dish: (-dish.average, dish.kind), default=too_few)


class Rated(NamedTuple):
    """One of those who are compared by the rating; `first` and `last` are the places among them
    that are possible.
    """

    name: str
    skill: Skill
    first: int
    last: int


def ranking(skills: Mapping[str, Skill]) -> list[Rated]:
    """All with LEAST games at least, the highest rated first."""
    enough = {name: skill for name, skill in skills.items() if skill.games >= LEAST}
    spans = places_of(enough)
    rated = [Rated(name, skill, *spans[name]) for name, skill in enough.items()]
    return sorted(rated, key=lambda each: (-each.skill.mean, each.name))


class Worth(NamedTuple):
    """How far the places that were to be expected were off, on average, and how far the middle of
    the table would have been.
    """

    games: int
    expected: float
    real: float
    off: float
    middle_off: float


def worth(forecasts: Sequence[Forecast], games: int) -> Worth | None:
    """None where there are too few games."""
    if games < LEAST or not forecasts:
        return None
    count = len(forecasts)
    return Worth(
        games,
        sum(each.expected for each in forecasts) / count,
        sum(each.real for each in forecasts) / count,
        sum(abs(each.expected - each.real) for each in forecasts) / count,
        sum(abs(each.middle - each.real) for each in forecasts) / count,
    )
