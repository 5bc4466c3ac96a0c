"""Tournaments played by nobody: tables that end at random, and what came of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

from firmware.hall.tournament.pairing import Pairing, Player, pair
from firmware.hall.tournament.ranking import SeatResult, ranking


def ended(table: Sequence[Player], chance: Random) -> list[SeatResult]:
    """A table's result; a better player has a larger number, and more luck is needed to beat one.

    One in a few ends with players who tie.
    """
    points = {player: 30 + player % 7 + chance.randint(-12, 12) for player in table}
    return [
        SeatResult(p, points[p], 1 + sum(more > points[p] for more in points.values()))
        for p in table
    ]


def meetings(rounds: Iterable[Pairing]) -> Counter[int]:
    """How many pairs of players met once, twice, three times."""
    met = Counter(
        frozenset(two)
        for pairing in rounds
        for table in pairing.tables
        for two in combinations(table, 2)
    )
    return Counter(met.values())


def tournament(
    players: int, wanted: int, rounds: int, chance: Random, moves: int = 2000
) -> list[Pairing]:
    """All rounds of a tournament from which nobody stays away."""
    past: list[Pairing] = []
    results: list[list[SeatResult]] = []
    for number in range(rounds):
        standings = ranking(results, players=range(players))
        points = {standing.player: standing.place_points for standing in standings}
        left = rounds - number
        past.append(pair(points, past, chance, wanted=wanted, rounds_left=left, moves=moves))
        results += [ended(table, chance) for table in past[-1].tables]
    return past
