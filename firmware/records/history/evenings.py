"""What there is to tell of an evening: its games, who won them, and what stood out. Pure.

Rule 1: only finished games count, as in all figures.
Rule 2: points of different games are never added up, and yen are never beside points: where an
evening has games of both, those that count in points give the closest finish and highest round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from firmware.core.journal.deleted import evening_of
from firmware.records.history.games import FINISHED, DatedGame, Played, Sat
from firmware.records.history.statistics import by_kind


class CloseFinish(NamedTuple):
    """How far ahead the winners were of who came next; with no points, where a tie was broken or
    the win was shared (then nobody comes next).
    """

    game: Played
    margin: int
    next_best: tuple[Sat, ...]


class HighRound(NamedTuple):
    """One of the rounds that brought the most; `round_no` counts from 1."""

    game: Played
    sat: Sat
    round_no: int
    points: int


class Evening(NamedTuple):
    """The evening `day`, with its finished games, the oldest first.

    `minutes` is how long they took together, None where that is not known of each. `wins` has each
    winner's number, most first, `dishes` for each game the points that each kind brought to all
    players together, most first.
    """

    day: str
    games: tuple[Played, ...]
    venues: tuple[str, ...]
    minutes: int | None
    wins: tuple[tuple[str, int], ...]
    closest: CloseFinish | None
    highest: tuple[HighRound, ...]
    dishes: Mapping[str, tuple[tuple[str, int], ...]]

    @property
    def most_wins(self) -> tuple[str, ...]:
        """Who won the most games."""
        return tuple(name for name, wins in self.wins if wins == self.wins[0][1])


def day_of_evening(played: Played | DatedGame) -> str:
    """The evening that a game was played in, as `2026-11-28`; "" where nobody knows it."""
    return "" if played.at is None else evening_of(played.at)


def evenings(games: Iterable[Played | DatedGame]) -> dict[str, list[int]]:
    """The numbers of the finished games of each evening, the newest evening first."""
    numbers: dict[str, list[int]] = {}
    for played in games:
        if played.state == FINISHED and (day := day_of_evening(played)):
            numbers.setdefault(day, []).append(played.number)
    return dict(sorted(numbers.items(), reverse=True))


def last_evening_of(games: Sequence[Played | DatedGame]) -> str:
    """That of the last finished game; "" where nobody knows it, or there is none."""
    finished = (played for played in reversed(games) if played.state == FINISHED)
    return next(map(day_of_evening, finished), "")


def evening(day: str, games: Sequence[Played], in_a_unit: Collection[str] = ()) -> Evening:
    """Fold an evening's finished games, one at least, with their rounds. `in_a_unit` are the games
    that count in something else than points.
    """
    minutes = [played.minutes for played in games]
    wins = Counter(sat.name for played in games for sat in played.winners)
    compared = [played for played in games if played.game not in in_a_unit] or games
    return Evening(
        day,
        tuple(games),
        tuple(dict.fromkeys(played.venue for played in games if played.venue)),
        None if None in minutes else sum(filter(None, minutes)),
        tuple(sorted(wins.items(), key=lambda pair: -pair[1])),
        min(_finishes(compared), key=lambda finish: finish.margin, default=None),
        _highest(compared),
        _dishes(games),
    )


def _finishes(games: Sequence[Played]) -> Iterable[CloseFinish]:
    for played in games:
        others = [sat for sat in played.seats if sat.badge and not sat.won]
        most = max((sat.total for sat in others), default=0)
        if len(played.winners) > 1:
            yield CloseFinish(played, 0, ())
        elif others:
            next_best = tuple(sat for sat in others if sat.total == most)
            yield CloseFinish(played, played.winners[0].total - most, next_best)


def _highest(games: Sequence[Played]) -> tuple[HighRound, ...]:
    rounds = [
        HighRound(played, sat, round_no, part.points)
        for played in games
        for sat in played.seats
        if sat.badge
        for round_no, part in enumerate(sat.rounds, 1)
    ]
    most = max((high.points for high in rounds), default=0)
    return tuple(high for high in rounds if high.points == most)


def _dishes(games: Sequence[Played]) -> dict[str, tuple[tuple[str, int], ...]]:
    sums: dict[str, Counter[str]] = {}
    for played in games:
        for sat in played.seats:
            if sat.badge:
                sums.setdefault(played.game, Counter()).update(by_kind(sat))
    return {
        game: tuple(sorted(by.items(), key=lambda pair: (-pair[1], pair[0])))
        for game, by in sums.items()
    }
