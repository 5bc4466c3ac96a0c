"""Who sits with whom: laws for any tournament, and figures that hold."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.soak import SOAK, share
from support.tournaments import ended, meetings, tournament

from firmware.hall.tournament.pairing import Pairing, Player, pair, top_cut
from firmware.hall.tournament.ranking import SeatResult, ranking
from firmware.hall.tournament.schedules import STARTERS, schedule
from firmware.hall.tournament.sizes import table_sizes

SEEDS = range(20 if SOAK else 1)


def seated(pairing: Pairing) -> list[Player]:
    return sorted(player for table in pairing.tables for player in table)


@settings(max_examples=share(500))
@given(
    st.integers(0, 2**32).map(Random),
    st.integers(5, 30),
    st.sampled_from([(3, 3, 5), (4, 3, 5), (5, 3, 5), (4, 4, 4), (5, 4, 5), (3, 3, 3)]),
)
def test_everybody_sits_once_a_round_and_sits_out_in_turn_once_they_have_played(
    chance: Random, players: int, sizes: tuple[int, int, int]
) -> None:
    wanted, least, most = sizes
    ask = partial(pair, wanted=wanted, least=least, most=most, moves=5)
    here = set(range(players))
    past: list[Pairing] = []
    results: list[list[SeatResult]] = []
    for number in range(1, 6):
        standings = ranking(results, [player for earlier in past for player in earlier.byes], here)
        points = {
            standing.player: standing.place_points
            for standing in standings
            if standing.player in here
        }
        pairing = ask(points, past, Random(number), rounds_left=6 - number)
        backwards = dict(sorted(points.items(), reverse=True))
        assert pairing == ask(backwards, past, Random(number), rounds_left=6 - number)
        assert sorted([*seated(pairing), *pairing.byes]) == sorted(here)
        assert tuple(map(len, pairing.tables)) == table_sizes(len(here), wanted, least, most)
        had = Counter(player for earlier in past for player in earlier.byes)
        playing = set(seated(pairing))
        played = {player for earlier in past for player in seated(earlier)}
        in_turn = {player: (player not in played, had[player]) for player in here}
        assert all(in_turn[out] <= in_turn[player] for out in pairing.byes for player in playing)
        assert all(
            points[out] <= points[player]
            for out in pairing.byes
            for player in playing
            if in_turn[out] == in_turn[player]
        )
        past.append(pairing)
        results += [ended(table, chance) for table in pairing.tables]
        gone = chance.sample(sorted(here), chance.randint(0, max(0, len(here) - least)) // 3)
        here = here - {*gone} | {100 * number + late for late in range(chance.randint(0, 3))}


@pytest.mark.parametrize(
    ("players", "wanted", "rounds"),
    [
        (64, 4, 5),
        (400, 5, 6),
        (9, 3, 4),  # all there are: the affine plane of order 3
        (12, 3, 4),  # as many as there can be
        (16, 4, 5),  # all there are: the affine plane of order 4
        (17, 4, 4),
        (20, 4, 5),  # as many as are known
        (24, 4, 5),
        (40, 4, 6),
    ],
)
@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_meets_an_opponent_again(players: int, wanted: int, rounds: int, seed: int) -> None:
    assert set(meetings(tournament(players, wanted, rounds, Random(seed)))) == {1}


@pytest.mark.parametrize("seed", SEEDS)
def test_where_it_cannot_be_avoided_as_few_as_possible_do_and_nobody_three_times(seed: int) -> None:
    # 12 at three tables of 4: of four who sat together two must again, as there are three tables.
    # That makes 3 pairs for each two of the three rounds.
    assert meetings(tournament(12, 4, 3, Random(seed), moves=200)) == {1: 54 - 2 * 9, 2: 9}


def test_the_first_round_is_at_random() -> None:
    none = dict.fromkeys(range(40), 0)
    pairings = [pair(none, [], Random(seed)) for seed in range(20)]
    assert len({frozenset(pairing.tables[0]) for pairing in pairings}) == 20
    assert len({pairing.tables[0][0] for pairing in pairings}) > 10


def test_a_round_is_by_points_while_nobody_would_meet_again() -> None:
    points = {player: player // 3 for player in range(17)}
    pairing = pair(points, [], Random(1))
    assert [len(table) for table in pairing.tables] == [4, 4, 3, 3, 3]  # the leaders at full tables
    for above, below in pairwise(pairing.tables):
        assert min(points[p] for p in above) >= max(points[p] for p in below)


def test_points_stay_close_in_a_large_field() -> None:
    past: list[Pairing] = []
    results: list[list[SeatResult]] = []
    spreads: list[Fraction] = []
    for number in range(5):
        points = {
            standing.player: standing.place_points
            for standing in ranking(results, players=range(200))
        }
        past.append(pair(points, past, Random(number), wanted=5, rounds_left=5 - number))
        at_tables = [[points[player] for player in table] for table in past[-1].tables]
        spreads += [max(table) - min(table) for table in at_tables if number]
        results += [ended(table, Random(number)) for table in past[-1].tables]
    assert sum(spreads) / len(spreads) < 1


def test_new_opponents_go_before_equal_points() -> None:
    points = {player: 1000 * (player // 3) for player in range(9)}
    met = Pairing(((0, 1, 2), (3, 4, 5), (6, 7, 8)))
    pairing = pair(points, [met], Random(1), wanted=3)
    assert set(meetings([met, pairing])) == {1}


def test_late_arrivals_play_and_drop_outs_do_not() -> None:
    first = pair(dict.fromkeys(range(12), 0), [], Random(1))
    now = {**dict.fromkeys(range(10), 5), 50: 0, 51: 0}
    pairing = pair(now, [first], Random(2))
    assert seated(pairing) == sorted(now)
    assert {50, 51} <= {*pairing.tables[-1], *pairing.tables[-2]}


@pytest.mark.parametrize(
    ("best", "wanted", "tables"),
    [
        ([7, 5, 3, 1], 4, [(7, 5, 3, 1)]),
        ([*range(1, 9)], 4, [(1, 4, 5, 8), (2, 3, 6, 7)]),
        ([*range(1, 11)], 4, [(1, 6, 7, 10), (2, 5, 8), (3, 4, 9)]),
        ([*range(1, 17)], 4, [(1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13)]),
    ],
)
def test_top_cut(best: Sequence[Player], wanted: int, tables: list[tuple[Player, ...]]) -> None:
    assert top_cut(best, wanted) == Pairing(tuple(tables))


# --- full fields -------------------------------------------------------------------------------

ROUNDS = {16: 5, 20: 5, 24: 7, 28: 9, 32: 10, 36: 11, 40: 13}


def played_out(
    players: int, rounds: int, change: Callable[[int, Pairing], Pairing] = lambda _, drawn: drawn
) -> list[Pairing]:
    """So many rounds with random results; `change` may swap players in one."""
    chance, past, results = Random(players), list[Pairing](), list[list[SeatResult]]()
    for number in range(rounds):
        standings = ranking(results, [], {*range(players)})
        points = {standing.player: standing.place_points for standing in standings}
        drawn = change(number, pair(points, past, Random(number), rounds_left=rounds - number))
        past.append(drawn)
        results += [ended(table, chance) for table in drawn.tables]
    return past


def repeats(past: Sequence[Pairing]) -> int:
    """How often two meet who have met before."""
    met = Counter(
        frozenset(two)
        for pairing in past
        for table in pairing.tables
        for two in combinations(table, 2)
    )
    return sum(count - 1 for count in met.values())


@pytest.mark.parametrize(("players", "rounds"), [*ROUNDS.items()])
def test_a_full_field_meets_nobody_twice(players: int, rounds: int) -> None:
    assert STARTERS[players].rounds == rounds
    past = played_out(players, rounds)
    assert repeats(past) == 0
    for pairing in past:
        assert sorted(seated(pairing)) == [*range(players)]
        assert {*map(len, pairing.tables)} == {4}


def test_after_the_last_of_a_schedule_the_search_goes_on() -> None:
    past = played_out(16, 7)
    assert repeats(past[:5]) == 0
    assert 0 < repeats(past) <= 2 * 24


def test_a_swap_costs_a_schedule_only_what_it_touches() -> None:
    def swap(number: int, drawn: Pairing) -> Pairing:
        if number != 1:
            return drawn
        (a, *first), (b, *second), *others = drawn.tables
        return Pairing(((b, *first), (a, *second), *others))

    assert repeats(played_out(24, 5, swap)) <= 6


# How many rounds of each have no table of two, with one to three seats empty
NEARLY = {
    (16, 1): 5, (16, 2): 4, (16, 3): 4, (20, 1): 5, (20, 2): 5, (20, 3): 4,
    (24, 1): 7, (24, 2): 7, (24, 3): 7, (28, 1): 9, (28, 2): 8, (28, 3): 8,
    (32, 1): 10, (32, 2): 9, (32, 3): 9, (36, 1): 11, (36, 2): 11, (36, 3): 11,
    (40, 1): 13, (40, 2): 12, (40, 3): 12,
}  # fmt: skip


@pytest.mark.parametrize(("full", "empty"), [*NEARLY])
def test_a_field_that_is_nearly_full_meets_nobody_twice(full: int, empty: int) -> None:
    rounds, players = NEARLY[full, empty], full - empty
    past = tournament(players, 4, rounds, Random(players), moves=0)
    assert set(meetings(past)) == {1}
    for drawn in past:
        assert seated(drawn) == [*range(players)]
        assert tuple(map(len, drawn.tables)) == table_sizes(players, 4)
    small = Counter(p for drawn in past for table in drawn.tables if len(table) == 3 for p in table)
    assert max(small.values()) <= empty, "nobody sits twice with the same empty seat"


def test_a_schedule_goes_on_with_others_in_the_seats_of_those_who_leave() -> None:
    changes = [((), ()), ((3,), (90,)), ((5, 90), (3, 80)), ((8, 9), ()), ((), (70, 60)), ((), ())]
    here, past = {*range(24)}, list[Pairing]()
    for number, (gone, come) in enumerate(changes):
        here = here.difference(gone).union(come)
        points = dict.fromkeys(here, 0)
        past.append(pair(points, past, Random(number), rounds_left=7 - number, moves=0))
        assert seated(past[-1]) == sorted(here)
    assert set(meetings(past)) == {1}


def test_more_than_its_seats_end_a_schedule() -> None:
    past = played_out(16, 2)
    late = pair(dict.fromkeys([*range(16), 99], 0), past, Random(1))
    assert [*map(len, late.tables)] == [4, 4, 3, 3, 3]
    assert schedule([drawn.tables for drawn in [*past, late]], range(16)) == []


def test_where_a_search_finds_nobody_who_meets_again_points_decide() -> None:
    past = tournament(27, 4, 2, Random(1))
    points = {player: player // 4 for player in range(27)}

    def spread(tables: Sequence[Sequence[Player]]) -> int:
        return sum((points[a] - points[b]) ** 2 for t in tables for a, b in combinations(t, 2))

    pairing = pair(points, past, Random(1))
    assert set(meetings([*past, pairing])) == {1}
    assert spread(pairing.tables) < min(
        map(spread, schedule([drawn.tables for drawn in past], range(27)))
    )


def test_points_choose_among_the_rounds_of_a_schedule_or_alone() -> None:
    past = played_out(36, 1)
    points = {player: player // 4 for player in range(36)}

    def spread(drawn: Pairing) -> int:
        return sum(
            (points[a] - points[b]) ** 2 for t in drawn.tables for a, b in combinations(t, 2)
        )

    scheduled = pair(points, past, Random(1))
    rounds = schedule([past[0].tables], range(36))[1:]
    assert {frozenset(t) for t in scheduled.tables} in [{*map(frozenset, r)} for r in rounds]
    assert spread(scheduled) == min(spread(Pairing(tuple(map(tuple, r)))) for r in rounds)
    totals = [sum(points[player] for player in table) for table in scheduled.tables]
    assert totals == sorted(totals, reverse=True)
    assert spread(pair(points, past, Random(1), by_points=True)) < spread(scheduled)


def test_who_shall_not_meet_chooses_another_round_of_a_schedule() -> None:
    past = played_out(20, 1)
    points = dict.fromkeys(range(20), 0)
    first = pair(points, past, Random(1))
    other = pair(points, past, Random(1), apart=[first.tables[0][:2]])
    assert not any({*first.tables[0][:2]} <= {*table} for table in other.tables)
    assert repeats([*past, other]) == 0
