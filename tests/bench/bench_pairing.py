"""Pairing a hall: 1,000 tables of five, six rounds."""

from random import Random
from time import process_time_ns

from bench.bench_figures import Figure, WentWrong, figure
from support.tournaments import ended, meetings

from firmware.hall.tournament.pairing import Pairing, pair
from firmware.hall.tournament.ranking import SeatResult, ranking

PLAYERS, ROUNDS, GOAL_MS = 5000, 6, 1000


def thousand_tables() -> Figure:
    """CPU time of a round, its standings at hand; the slowest keeps to the goal, too."""
    chance, past, laps = Random(1), list[Pairing](), list[float]()
    results: list[list[SeatResult]] = []
    for number in range(ROUNDS):
        standings = ranking(results, players=range(PLAYERS))
        points = {one.player: one.place_points for one in standings}
        begun = process_time_ns()
        past.append(pair(points, past, chance, wanted=5, rounds_left=ROUNDS - number))
        laps.append((process_time_ns() - begun) / 1e6)
        results += [ended(table, chance) for table in past[-1].tables]
    if set(meetings(past)) != {1}:
        raise WentWrong("players met an opponent again")
    return figure("ms", laps, GOAL_MS)._replace(tail_within=max(laps) <= GOAL_MS)
