"""Pairing a hall: 1,000 tables of five, six rounds; and full fields, until somebody meets again."""

from random import Random
from time import process_time_ns

from bench.bench_figures import Figure, WentWrong, figure
from support.tournaments import ended, meetings

from firmware.hall.tournament.pairing import Pairing, pair
from firmware.hall.tournament.ranking import SeatResult, ranking

PLAYERS, ROUNDS, GOAL_MS = 5000, 6, 1000
# Rounds in which nobody meets twice, at tables of four: csplib.org, problem 10.
KNOWN = {20: 5, 32: 10, 36: 11}


def thousand_tables() -> Figure:
    """CPU time of a round, its standings at hand; the slowest keeps to the goal, too."""
    chance, past, laps = Random(1), list[Pairing](), list[float]()
    results: list[list[SeatResult]] = []
    for number in range(ROUNDS):
        standings = ranking(results, players=range(PLAYERS))
        points = {standing.player: standing.place_points for standing in standings}
        begun = process_time_ns()
        past.append(pair(points, past, chance, wanted=5, rounds_left=ROUNDS - number))
        laps.append((process_time_ns() - begun) / 1e6)
        results += [ended(table, chance) for table in past[-1].tables]
    if set(meetings(past)) != {1}:
        raise WentWrong("players met an opponent again")
    return figure("ms", laps, GOAL_MS)._replace(tail_within=max(laps) <= GOAL_MS)


def short_of_known() -> Figure:
    """How many rounds without a repeat are missing, of the most that are known, in all."""
    rounds = {players: _without_repeat(players, known + 1) for players, known in KNOWN.items()}
    short = sum(max(0, known - rounds[players]) for players, known in KNOWN.items())
    note = ", ".join(
        f"{players} players: {rounds[players]} of {KNOWN[players]}" for players in KNOWN
    )
    return Figure("rounds", short, None, 0, note)


def _without_repeat(players: int, most: int) -> int:
    chance, past = Random(players), list[Pairing]()
    results: list[list[SeatResult]] = []
    while len(past) < most:
        standings = ranking(results, players=range(players))
        points = {standing.player: standing.place_points for standing in standings}
        past.append(pair(points, past, chance, rounds_left=most - len(past)))
        if set(meetings(past)) != {1}:
            return len(past) - 1
        results += [ended(table, chance) for table in past[-1].tables]
    return most
