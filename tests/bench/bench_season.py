"""Adding up a season: 20 tournaments of 400 players, by name."""

from random import Random
from time import process_time_ns

from bench.bench_figures import Figure, WentWrong, figure
from support.random_acts import WHO, played

from firmware.hall.season.season import Season
from firmware.hall.season.standings import points_of, season_standings
from firmware.hall.tournament.fold import after
from firmware.hall.tournament.tournament import Tournament

TOURNAMENTS, PLAYERS, ROUNDS, LAPS, GOAL_MS = 20, 400, 5, 5, 1000


def from_nothing() -> Figure:
    """CPU time for the first who looks at it after a start; later only what changes is done."""
    tournaments = [_tournament(number) for number in range(1, TOURNAMENTS + 1)]
    names = {player: f"Zoë Nº {player}" for player in range(1, PLAYERS + 1)}
    season = Season(1, "League", tuple(range(1, TOURNAMENTS + 1)), best=10)
    laps = list[float]()
    for _ in range(LAPS):
        begun = process_time_ns()
        rows = season_standings(season, [points_of(t, names) for t in tournaments]).rows
        laps.append((process_time_ns() - begun) / 1e6)
        if len(rows) < PLAYERS - 2:  # tables are of three
            raise WentWrong("players are missing")
    return figure("ms", laps, GOAL_MS)


def _tournament(number: int) -> Tournament:
    tournament = Tournament(number)
    for act in played(Random(number), PLAYERS, ROUNDS):
        tournament = after(tournament, act, WHO)
    return tournament
