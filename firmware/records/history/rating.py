"""Rate players by their places. Pure.

The algorithm is that for the Plackett-Luce model of R. C. Weng and C.-J. Lin, "A Bayesian
Approximation Method for Online Ranking", Journal of Machine Learning Research 12 (2011), 267-300,
section 5 (algorithm 4), with gamma = 1. Everybody begins with the skill 0 and the spread 1. A
game's luck is that of BETA for a player: with four at the table about three times as much as the
skills of people who differ by 1, as dealt cards bring it.

Law: only places count, never points, and games in the order they were played in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from math import exp, hypot, sqrt
from typing import Any, NamedTuple

BETA = 1.17
KAPPA = 0.0001  # the least part of a variance that a game leaves
LAST = 20  # games, of which the expected places are kept beside the real ones
# Half an interval, in spreads. With twelve players of equal skill, 60 games each, two of them come
# apart in one evening series out of a hundred (tests/history/test_history_rating.py).
CERTAIN = 2.75


class Skill(NamedTuple):
    """How good somebody is held to be, and the spread of that."""

    mean: float = 0.0
    spread: float = 1.0
    games: int = 0

    @property
    def interval(self) -> tuple[float, float]:
        """What is certain: two players are apart where theirs do not overlap."""
        return self.mean - CERTAIN * self.spread, self.mean + CERTAIN * self.spread


class Forecast(NamedTuple):
    """The place that was to be expected before a game, the real one, and that of the middle."""

    expected: float
    real: int
    middle: float


def after_game(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The skills after a game in which these were the places, 1 for who won; ties have the same."""
    c = _together(skills)
    strengths = [exp(skill.mean / c) for skill in skills]
    # for each place: how strong those are who were not ahead of it, and how many share it
    rests = {
        place: sum(s for s, other in zip(strengths, places, strict=True) if other >= place)
        for place in places
    }
    shares = {place: places.count(place) for place in places}
    after = []
    for skill, strength, own in zip(skills, strengths, places, strict=True):
        won = 1.0 / shares[own]
        omega, delta = won, 0.0
        for place in places:
            if place <= own:
                chance = strength / rests[place]
                omega -= chance / shares[place]
                delta += chance * (1.0 - chance) / shares[place]
        variance = skill.spread**2
        mean = skill.mean + variance / c * omega
        spread = skill.spread * sqrt(max(1.0 - variance / c**2 * delta, KAPPA))
        after.append(Skill(mean, spread, skill.games + 1))
    return after


def expected_places(skills: Sequence[Skill]) -> list[float]:
    """The places to be expected of a game: 1, and the chance of each other one to be ahead."""
    c = _together(skills)
    strengths = [exp(skill.mean / c) for skill in skills]
    return [0.5 + sum(other / (other + own) for other in strengths) for own in strengths]


def _together(skills: Sequence[Skill]) -> float:
    return sqrt(sum(hypot(skill.spread, BETA) ** 2 for skill in skills))


def places_of(skills: Mapping[str, Skill]) -> dict[str, tuple[int, int]]:
    """The best and the worst place that each may have among these, whoever is certainly apart."""
    spans = {name: skill.interval for name, skill in skills.items()}
    return {
        name: (
            1 + sum(other[0] > high for other in spans.values()),
            sum(other[1] >= low for other in spans.values()),
        )
        for name, (low, high) in spans.items()
    }


class Ratings:
    """Everybody's skill after the game `through`; `players` are those of merged names."""

    def __init__(self, players: Mapping[str, str] | None = None) -> None:
        self.players = dict(players or {})
        self.through = 0
        self.skills: dict[str, Skill] = {}
        self.forecasts: dict[str, deque[Forecast]] = {}  # of each player's last games
        self.lately = deque[tuple[Forecast, ...]](maxlen=LAST)  # of the last games

    def add(self, number: int, places: Mapping[str, int]) -> None:
        """Follow one more game; one with fewer than two people says nothing."""
        self.through = number
        if len(places) < 2:
            return
        skills = [self.skills.get(name, Skill()) for name in places]
        real, middle = list(places.values()), (len(places) + 1) / 2
        forecasts = tuple(
            Forecast(round(expected, 2), place, middle)
            for expected, place in zip(expected_places(skills), real, strict=True)
        )
        self.lately.append(forecasts)
        for name, skill, forecast in zip(places, after_game(skills, real), forecasts, strict=True):
            self.skills[name] = skill
            self.forecasts.setdefault(name, deque(maxlen=LAST)).append(forecast)

    def copy(self, players: Mapping[str, str]) -> Ratings:
        """The same to go on with; from the beginning, where other names are merged."""
        return Ratings.parsed(self.written()) if players == self.players else Ratings(players)

    def written(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "players": self.players,
            "through": self.through,
            "skills": self.skills,
            "forecasts": {name: [*last] for name, last in self.forecasts.items()},
            "lately": [*self.lately],
        }

    @classmethod
    def parsed(cls, written: Mapping[str, Any]) -> Ratings:
        ratings = cls(written["players"])
        ratings.through = written["through"]
        ratings.skills = {name: Skill(*skill) for name, skill in written["skills"].items()}
        ratings.forecasts = {
            name: deque((Forecast(*each) for each in last), LAST)
            for name, last in written["forecasts"].items()
        }
        games = (tuple(Forecast(*each) for each in game) for game in written["lately"])
        ratings.lately = deque(games, LAST)
        return ratings
