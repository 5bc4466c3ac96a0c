"""Games remembered and counted: worked examples by hand."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.history_made import (
    FRIDAY,
    HOUR,
    TITLES,
    chris_and_bo,
    counted,
    evenings,
    played,
    report,
    seat,
)

from engine.games.sushi_go_party import PRESETS
from firmware.records.history.describe import NAME, number, outcome, parted, table
from firmware.records.history.games import ABANDONED, BadGame, when
from firmware.records.history.statistics import Best, Chosen, by_kind

# --- when it was -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("began", "ended", "expected"),
    [
        (FRIDAY, FRIDAY + 47 * 60, (FRIDAY, 47)),
        (FRIDAY, None, (FRIDAY, None)),
        (0.0, 1800.0, (None, None)),  # no clock at all: 1970
        (1.5e9, 1.5e9 + 1800, (None, None)),  # a clock that stands where it was built
        (1.5e9, FRIDAY, (FRIDAY, None)),  # set by the network in between
        (FRIDAY - 7 * 24 * HOUR, FRIDAY, (FRIDAY, None)),  # last week's time until then
        (FRIDAY, FRIDAY - 60, (None, None)),  # put back: which of them was right?
        (FRIDAY, math.nan, (None, None)),
        (math.nan, FRIDAY, (FRIDAY, None)),
        (1e300, None, (None, None)),
        (-1e300, math.inf, (None, None)),
    ],
)
def test_times_count_where_the_clock_can_have_been_right(
    began: float, ended: float | None, expected: tuple[float | None, int | None]
) -> None:
    assert when(began, ended) == expected


# --- what it was -------------------------------------------------------------------


def test_a_preset_is_a_menu_whatever_the_order_of_its_kinds() -> None:
    title, kinds = PRESETS["master-menu"]
    menu = TITLES.menu("sushi-go-party", ("nigiri", *reversed(kinds)))
    assert (menu.key, menu.title) == ("master-menu", title)
    assert menu.kinds[-1] == "Temaki"


def test_any_other_menu_is_one_of_their_own() -> None:
    kinds = ("nigiri", "maki", "eel", "tofu", "onigiri", "tea", "wasabi", "fruit")
    menu, other = (TITLES.menu("sushi-go-party", each) for each in (kinds, kinds[::-1]))
    assert menu.title == other.title == "Own menu"
    assert menu.key == other.key == "eel.fruit.maki.nigiri.onigiri.tea.tofu.wasabi"
    assert menu.kinds[1] == "Maki roll"


def test_games_without_a_menu_are_their_own() -> None:
    assert TITLES.menu("omakase", ("tuna",)).title == "Omakase"
    assert TITLES.menu("sushi-go", ()).key == "sushi-go"
    assert TITLES.menu("a-game-to-come", ("x",)).title == "A game to come"


def test_a_report_of_another_form_is_a_bad_game() -> None:
    game_report = chris_and_bo(10, 9)
    del game_report["seats"][0]["place"]
    with pytest.raises(BadGame):
        played(1, game_report)


# --- worked examples ---------------------------------------------------------------


def test_three_games_counted_by_hand() -> None:
    statistics = counted(
        played(1, chris_and_bo(50, 40)),
        played(2, chris_and_bo(30, 60)),
        played(3, chris_and_bo(45, 45)),
    )
    assert list(statistics.players(Chosen())) == ["Bo", "Chris"]
    chris, bo = statistics.players(Chosen())["Chris"], statistics.players(Chosen())["Bo"]
    assert (chris.games, chris.wins, chris.total, chris.best, chris.worst) == (3, 2, 125, 50, 30)
    assert (bo.games, bo.wins, bo.average) == (3, 2, 145 / 3)  # level at 45: a win for both
    assert dict(chris.by) == {"tofu": 107, "pudding": 18}
    assert bo.kinds() == [("tofu", 145 / 3), ("nigiri", 0.0), ("pudding", 0.0)]
    (menu,) = statistics.by_menu(Chosen()).values()
    assert (menu.games, menu.average, menu.best, menu.worst) == (3, 155 / 3, 60, 45)
    assert menu.kinds()[0] == ("tofu", 252 / 3)


def test_everybody_who_reached_the_best_is_named() -> None:
    statistics = counted(played(1, chris_and_bo(50, 40)), played(2, chris_and_bo(30, 50)))
    assert statistics.best(Chosen()) == Best(50, ("Chris", "Bo"))
    assert statistics.best(Chosen(player="Bo")) == Best(50, ("Bo",))
    assert statistics.best(Chosen(player="Nobody")) is None


def test_a_dummy_is_nobody() -> None:
    seats = [seat("red", "Chris", [{"tempura": 5}]), seat(None, "Dummy", [{"tempura": 30}])]
    statistics = counted(played(1, report(seats, "sushi-go", ["tempura"])))
    assert list(statistics.players(Chosen())) == ["Chris"]
    assert statistics.best(Chosen()) == Best(5, ("Chris",))
    assert list(statistics.of(Chosen(player="Dummy"))) == []


def test_a_game_that_was_left_is_listed_and_counts_for_nothing() -> None:
    game_report = chris_and_bo(99, 1)
    for sat in game_report["seats"]:
        sat["place"] = None
    statistics = counted(played(1, chris_and_bo(50, 40)), played(2, game_report, ABANDONED))
    assert [game.number for game in statistics.of(Chosen())] == [2, 1]
    assert statistics.players(Chosen())["Chris"].best == 50
    assert statistics.best(Chosen()) == Best(50, ("Chris",))


# --- in words ----------------------------------------------------------------------


def test_who_won_in_words() -> None:
    assert outcome(played(1, chris_and_bo(50, 40))) == ["Chris", " wins"]
    assert outcome(played(1, chris_and_bo(40, 40))) == ["Chris", " and ", "Bo", " share the win"]
    game_report = chris_and_bo(50, 40)
    game_report["seats"][0]["place"] = game_report["seats"][1]["place"] = None
    assert outcome(played(1, game_report, ABANDONED)) == ["Abandoned"]
    assert parted(NAME, ["a", "b", "c"]) == ["a", ", ", "b", " and ", "c"]


def test_numbers_as_people_write_them() -> None:
    assert [number(value) for value in (3, -4, 51.66, 12_345, 9_466.7, None)] == [
        *("3", "−4", "51.7", "12,345", "9,467", "·"),
    ]


def test_a_game_as_a_table() -> None:
    assert list(table(played(1, chris_and_bo(50, 40)), TITLES)) == [
        ["Points", "44", "40"],
        [" Tofu", "44", "40"],
        [" Pudding", "0", "·"],
        [" Nigiri", "·", "0"],
        ["Desserts", "6", "0"],
        [" Pudding", "6", "0"],
    ]


# --- laws --------------------------------------------------------------------------

EVENINGS = st.builds(
    lambda count, seed: [
        game_report for game_report in evenings(count, seed, left=0.0) if game_report
    ],
    st.integers(1, 25),
    st.integers(0, 10_000),
)


@settings(max_examples=30)
@given(EVENINGS)
def test_figures_agree_with_the_results(made: list[Any]) -> None:
    statistics = counted(
        *(played(game_number, game_report) for game_number, game_report in enumerate(made, 1))
    )
    for game in {game_report["game"] for game_report in made}:
        seats = [
            seat
            for game_report in made
            if game_report["game"] == game
            for seat in game_report["seats"]
        ]
        for name, player in statistics.players(Chosen(game=game)).items():
            totals = [seat["total"] for seat in seats if seat["name"] == name]
            assert (player.games, player.total) == (len(totals), sum(totals))
            assert (player.best, player.worst) == (max(totals), min(totals))
            assert sum(player.by.values()) == player.total
            assert player.worst <= player.average <= player.best
            wins = [seat["place"] for seat in seats if seat["name"] == name].count(1)
            assert player.wins == wins
            assert [each for _, each in player.kinds()] == sorted(
                (each for _, each in player.kinds()), reverse=True
            )


@settings(max_examples=30)
@given(EVENINGS)
def test_a_table_adds_up_to_the_totals(made: list[Any]) -> None:
    for game_number, game_report in enumerate(made, 1):
        game = played(game_number, game_report)
        rows = list(table(game, TITLES))
        for column, sat in enumerate(game.seats, 1):
            sums = [row[column] for row in rows if row[0][0] != " "]
            sums = sums[:-1] or sums  # without the total, where it is one of several
            kinds = [row[column] for row in rows if row[0][0] == " "]
            assert _sum(sums) == _sum(kinds) == sat.total == sum(by_kind(sat).values())


def _sum(cells: list[str]) -> int:
    whole = (cell.replace("−", "-").replace(",", "") for cell in cells)
    return sum(int(cell) for cell in whole if cell != "·")
