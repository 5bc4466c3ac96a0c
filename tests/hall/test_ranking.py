"""Who is ahead, and why: worked examples, laws, and a whole tournament counted by hand."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.soak import share
from support.tournaments import ended

from firmware.hall.tournament.pairing import Player
from firmware.hall.tournament.ranking import SeatResult, TournamentStanding, place_points, ranking
from firmware.hall.words.standings import explain
from firmware.words.language import say

ANN, BO, CY, DI, EVE = range(5)
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve")
TABLES = st.lists(
    st.lists(st.integers(0, 8), min_size=3, max_size=5, unique=True).map(tuple), max_size=8
)


def reason(first: TournamentStanding, second: TournamentStanding) -> str:
    return say(explain(first, second, NAMES.__getitem__))


def table(points: dict[Player, int]) -> list[SeatResult]:
    """A result in which more points are the better place."""
    return [
        SeatResult(who, own, 1 + sum(more > own for more in points.values()))
        for who, own in points.items()
    ]


def of(standings: Sequence[TournamentStanding], player: Player) -> TournamentStanding:
    return next(standing for standing in standings if standing.player == player)


@pytest.mark.parametrize(
    ("places", "brings"),
    [
        ((1, 2, 3, 4), (5, 3, 2, 1)),
        ((1, 2, 3, 4, 5), (5, 3, 2, 1, 0)),
        ((1, 2, 3), (5, 3, 2)),
        ((1, 1, 3, 4), (4, 4, 2, 1)),
        ((1, 2, 2, 4), (5, 2.5, 2.5, 1)),
        ((1, 1, 1, 1), (2.75, 2.75, 2.75, 2.75)),
        ((1, 2, 3, 4, 4), (5, 3, 2, 0.5, 0.5)),
    ],
)
def test_who_share_a_place_share_what_it_brings(
    places: tuple[int, ...], brings: tuple[float, ...]
) -> None:
    seats = [SeatResult(player, 0, place) for player, place in enumerate(places)]
    assert tuple(place_points(place, seats) for place in places) == brings


def test_place_points_first() -> None:
    ann, bo, *_ = ranking([table({ANN: 20, BO: 19, CY: 1})])
    assert reason(ann, bo) == reason(bo, ann) == "Ann has more place points: 5 to Bo's 3."


def test_then_the_share_of_the_points() -> None:
    first, other = (
        table({ANN: 40, BO: 30, CY: 20, DI: 10}),
        table({BO: 35, ANN: 30, DI: 25, CY: 20}),
    )
    ann, bo, *_ = ranking([first, other])
    assert (ann.place_points, ann.share, bo.share) == (8, Fraction(70, 210), Fraction(65, 210))
    assert reason(ann, bo) == (
        "Ann and Bo are level on place points (8). Ann has a larger share of the points at their"
        " tables: 33.3 % to Bo's 31 %."
    )


def test_a_smaller_table_does_not_make_a_share_larger() -> None:
    # 18 of 42 would be 43 %. With an average fourth they are 18 of 56, as good as 27 of 84.
    standings = ranking([table({ANN: 18, BO: 14, CY: 10}), table({DI: 27, 5: 23, 6: 19, 7: 15})])
    assert of(standings, ANN).share == of(standings, DI).share == Fraction(18, 56)


def test_points_below_none_make_nobodys_share_larger() -> None:
    standings = ranking([table({ANN: 9, BO: 3, CY: -4})])
    shares = [of(standings, player).share for player in (ANN, BO, CY)]
    assert shares == [Fraction(3, 4), Fraction(1, 4), 0]


def test_then_wins() -> None:
    # 5 + 2 + 1 and 3 + 3 + 2, of as many points
    tables = [
        table({ANN: 20, 10: 15, 11: 10, 12: 5}),
        table({10: 20, 11: 15, ANN: 10, 12: 5}),
        table({10: 20, 11: 15, 12: 10, ANN: 5}),
        table({13: 20, BO: 15, 14: 10, 15: 5}),
        table({13: 21, BO: 11, 14: 10, 15: 8}),
        table({13: 22, 14: 11, BO: 9, 15: 8}),
    ]
    standings = ranking(tables)
    assert reason(of(standings, BO), of(standings, ANN)) == (
        "Ann and Bo are level on place points (8) and the share of the points at their tables"
        " (23.3 %). Ann has more wins: 1 to Bo's 0."
    )


def test_then_the_opponents() -> None:
    alike = {ANN: 20, 10: 15, 11: 10}, {BO: 20, 12: 15, 13: 10}
    standings = ranking([*map(table, alike), table({10: 20, 14: 15, 15: 10})])
    assert reason(of(standings, BO), of(standings, ANN)) == (
        "Ann and Bo are level on place points (5), the share of the points at their tables (44.4 %)"
        " and wins (1). Ann has opponents with more place points a game: 3 to Bo's 2.5."
    )


def test_true_ties_are_said_so() -> None:
    standings = ranking([table({CY: 20, ANN: 9, BO: 9})])
    assert [standing.place for standing in standings] == [1, 2, 2]
    assert reason(standings[2], standings[1]) == (
        "Ann and Bo share place 2: they are level on place points (2.5), the share of the points at"
        " their tables (23.7 %), wins (0) and their opponents' place points a game (3.8)."
    )


def test_shares_that_look_alike_are_told_apart() -> None:
    standings = ranking(
        [table({ANN: 20001, 10: 19000, 11: 20}), table({BO: 20000, 12: 19001, 13: 20})]
    )
    assert "51.26 % to Bo's 51.25 %" in reason(of(standings, ANN), of(standings, BO))


def test_shares_that_no_float_tells_apart_rank_all_the_same() -> None:
    most = 10**18
    tables = table({ANN: most + 1, 10: most, 11: 0}), table({BO: most + 2, 12: most, 13: 0})
    ann, bo = (of(ranking(tables), player) for player in (ANN, BO))
    assert float(ann.share) == float(bo.share)
    assert (bo.place, ann.place) == (1, 2)


def test_a_bye_brings_the_average_of_ones_games() -> None:
    games = [table({ANN: 20, BO: 15, CY: 10}), table({BO: 20, ANN: 15, CY: 10})]
    standings = ranking(games, byes=[ANN, CY, DI])
    assert [of(standings, who).place_points for who in (ANN, BO, CY, DI)] == [12, 8, 6, 0]
    assert of(standings, ANN).share == of(ranking(games), ANN).share


def test_nobody_has_points() -> None:
    standings = ranking(
        [[SeatResult(ANN, 0, 1), SeatResult(BO, 0, 1), SeatResult(CY, 0, 1)]], players=[DI, EVE]
    )
    assert [(standing.player, standing.place) for standing in standings] == [
        (0, 1),
        (1, 1),
        (2, 1),
        (3, 4),
        (4, 4),
    ]


@settings(max_examples=share(2000))
@given(TABLES, st.lists(st.integers(0, 8), max_size=3), st.integers(0, 2**32).map(Random))
def test_ranking_is_a_weak_order_that_no_order_of_results_changes(
    seatings: list[tuple[Player, ...]], byes: list[Player], chance: Random
) -> None:
    results = [ended(players, chance) for players in seatings]
    standings = ranking(results, byes, range(9))
    mixed = [chance.sample(seats, len(seats)) for seats in chance.sample(results, len(results))]
    assert ranking(mixed, chance.sample(byes, len(byes)), range(9)) == standings
    assert sorted(standing.player for standing in standings) == [*range(9)]
    for index, standing in enumerate(standings):
        assert (
            standing.place
            == 1 + sum(other.figures > standing.figures for other in standings)
            <= index + 1
        )
    for above, below in pairwise(standings):
        assert (above.place == below.place) is (above.figures == below.figures)


SAYS = ("more place points", "a larger share", "more wins", "opponents with more")


@settings(max_examples=share(1000))
@given(TABLES, st.integers(0, 2**32).map(Random))
def test_the_reason_is_the_first_figure_that_differs(
    seatings: list[tuple[Player, ...]], chance: Random
) -> None:
    standings = ranking([ended(players, chance) for players in seatings])
    for standing, other in combinations(standings, 2):
        sentence = say(explain(standing, other))
        assert sentence == say(explain(other, standing))
        pairs = zip(standing.figures, other.figures, strict=True)
        first = next((index for index, (a, b) in enumerate(pairs) if a != b), None)
        if first is None:
            assert sentence.startswith(
                f"{standing.player} and {other.player} share place {standing.place}: "
            )
        else:
            ahead = max(standing, other, key=lambda standing: standing.figures).player
            assert f"{ahead} has {SAYS[first]}" in sentence
            assert sentence.count(" has ") == 1
            assert ("level on" in sentence) is bool(first)
            shown, beside = sentence.rpartition(": ")[2].rstrip(".").split(" to ")
            assert shown != beside.split("'s ")[1]
