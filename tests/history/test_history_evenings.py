"""What is told of an evening: which games it has, who won them, what stood out. Facts, no words."""

import time
from typing import Any

import pytest
from support.history_made import report, seat
from support.recap_made import DAY, SHORT, folded, omakase, party, played

from firmware.core.journal.deleted import last_evening
from firmware.core.journal.rows import GameRow
from firmware.records.history.evenings import day_of_evening, evenings, last_evening_of
from firmware.records.history.games import ABANDONED, ON_TABLE


def two(chris: int, bo: int, *more: int) -> object:
    """One round: so many points each."""
    people = zip(("red", "blue", "green"), SHORT, (chris, bo, *more), strict=False)
    return report([seat(badge, name, [{"tofu": points}]) for badge, name, points in people])


def test_a_game_after_midnight_is_of_the_evening_that_the_backup_has() -> None:
    (game,) = played(two(3, 2))
    for clock in ("2024-05-03 20:00", "2024-05-04 03:59", "2024-05-04 04:01"):
        began = time.mktime(time.strptime(clock, "%Y-%m-%d %H:%M"))
        row = GameRow(1, 1, "badge red", "", None, began, None, "red Chris")
        assert day_of_evening(game._replace(at=began)) == last_evening([row])
    assert day_of_evening(game._replace(at=began)) == "2024-05-04"
    assert day_of_evening(game._replace(at=None)) == ""


def test_only_finished_games_make_an_evening() -> None:
    games = played(two(3, 2), two(4, 2), two(5, 2), two(6, 2))
    for number, state in ((1, ABANDONED), (2, ON_TABLE)):
        games[number] = games[number]._replace(state=state)
    games.append(games[0]._replace(number=5, at=None))  # nobody knows when
    assert evenings(games) == {DAY: [1, 4]}
    assert last_evening_of(games) == ""
    assert last_evening_of(games[:4]) == DAY


def test_the_closest_finish_is_the_least_margin() -> None:
    closest = folded(played(two(9, 2), two(5, 8), two(7, 1))).closest
    assert closest
    assert (closest.game.number, closest.margin) == (2, 3)
    assert [sat.name for sat in closest.next_best] == ["Chris"]


def test_a_shared_win_is_closer_than_any_other() -> None:
    closest = folded(played(two(9, 8), two(5, 5, 4))).closest
    assert closest
    assert (closest.game.number, closest.margin, closest.next_best) == (2, 0, ())


def test_the_highest_round_is_of_all_who_had_as_much() -> None:
    high = folded(played(two(9, 2), two(3, 9))).highest
    assert [(each.sat.name, each.game.number, each.points) for each in high] == [
        ("Chris", 1, 9),
        ("Bo", 2, 9),
    ]


def test_yen_are_never_beside_points() -> None:
    evening = folded(played(party(1, SHORT[:3]), omakase(2, SHORT[:3]), party(3, SHORT[:3])))
    assert evening.closest
    assert evening.closest.game.game == "sushi-go-party"
    assert {high.game.game for high in evening.highest} == {"sushi-go-party"}
    assert evening.dishes.keys() == {"sushi-go-party", "omakase"}
    assert all(points < 1000 for _, points in evening.dishes["sushi-go-party"])
    only = folded(played(omakase(2, SHORT[:3])))
    assert only.highest[0].game.game == "omakase"


def brought(made: Any, kind: str) -> int:
    """What a kind brought to all seats of a report."""
    parts = [part for sat in made["seats"] for part in (*sat["rounds"], sat["desserts"])]
    return sum(part["by"].get(kind, 0) for part in parts)


def test_dishes_are_what_all_players_got_from_them() -> None:
    reports = [party(1, SHORT[:4]), party(2, SHORT[:4])]
    dishes = folded(played(*reports)).dishes["sushi-go-party"]
    assert [points for _, points in dishes] == sorted((n for _, n in dishes), reverse=True)
    for kind, points in dishes:
        assert points == sum(brought(each, kind) for each in reports)


@pytest.mark.parametrize(("known", "minutes"), [(41, 123), (None, None)])
def test_minutes_are_told_where_all_are_known(known: int | None, minutes: int | None) -> None:
    games = played(two(1, 2), two(1, 2), two(3, 2))
    games[1] = games[1]._replace(minutes=known)
    assert folded(games).minutes == minutes


def test_who_has_most_wins_comes_first() -> None:
    evening = folded(played(two(1, 2), two(3, 2), two(1, 2)))
    assert evening.wins == (("Bo", 2), ("Chris", 1))
    assert evening.most_wins == ("Bo",)
    assert folded(played(two(1, 2), two(3, 2))).most_wins == ("Bo", "Chris")
