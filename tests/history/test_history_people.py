"""A player's figures and a year's, by hand."""

from pathlib import Path
from typing import Any

from support.history_made import TITLES, chris_and_bo, evenings, journal, played, report, seat
from support.table_app import GAMES

from firmware.interfaces.web.pages.history.people import people
from firmware.interfaces.web.pages.history.year import year_view
from firmware.records.history.kept import KeptGames
from firmware.records.history.kept_file import bring_up
from firmware.records.history.people import BestDish, Nemesis, best_dish, person
from firmware.records.history.reader import Past
from firmware.records.history.statistics import Chosen
from firmware.records.history.year import days_of, year


def kept_of(folder: Path, reports: list[Any]) -> KeptGames:
    kept = KeptGames(TITLES)
    bring_up(kept, Past(str(journal(folder, reports))), GAMES)
    return kept


def said(shown: Any) -> dict[str, tuple[str, str]]:
    return {row["label"]: ("".join(row["value"]), row["rests"]) for row in shown["rows"]}


# --- a player ----------------------------------------------------------------------


def test_places_form_and_streaks() -> None:
    places = [(1, 4), (1, 2), (1, 2), (2, 4), (4, 4), *[(3, 5)] * 6, (1, 3), (1, 3)]
    figures = person(places, {"Bo": (6, 2), "Kim": (5, 4), "Ann": (4, 4)})
    assert figures
    assert (figures.games, figures.wins) == (13, 5)
    assert figures.average_place == (3 + 2 + 4 + 18 + 2) / 13
    assert figures.form.places == (2, 4, 3, 3, 3, 3, 3, 3, 1, 1)
    assert figures.form.average == 2.6
    assert figures.streaks == (2, 3)
    assert figures.nemesis == Nemesis("Kim", 4, 5)  # Ann was met too seldom


def test_a_streak_ends_with_the_first_game_that_is_lost() -> None:
    figures = person([(1, 2)] * 5 + [(2, 2)], {"Bo": (6, 1)})
    assert figures
    assert figures.streaks == (0, 5)


def test_nothing_rests_on_four_games() -> None:
    assert person([(1, 2)] * 4, {}) is None
    figures = person([(1, 2)] * 5, {"Bo": (3, 0), "Kim": (2, 0)})
    assert figures
    assert (figures.nemesis, figures.most_met) == (None, 3)


def test_a_dish_counts_in_the_games_that_had_it() -> None:
    menus = [(("tofu", "eel"), 6, {"tofu": 30, "eel": 12}), (("eel",), 4, {"eel": 60})]
    assert best_dish("party", menus) == BestDish("party", "eel", 7.2, 10)
    assert best_dish("party", menus[:1]) == BestDish("party", "tofu", 5.0, 6)
    assert best_dish("party", menus[1:]) == BestDish("party", "", 0.0, 4)
    assert best_dish("party", [((), 5, {"tofu": 10})]) == BestDish("party", "tofu", 2.0, 5)


def test_a_players_figures_in_words(tmp_path: Path) -> None:
    reports = [chris_and_bo(50, 40)] * 4 + [chris_and_bo(30, 60)] * 2
    kept = kept_of(tmp_path, reports)
    chris: Any = people(kept, "Chris", TITLES)
    assert (chris["title"], chris["of"]) == ("Chris", "all 6 finished games")
    assert said(chris) == {
        "Wins": ("4 (67\N{NO-BREAK SPACE}%)", "6 games"),
        "Average place": ("1.3, of 2 players", "6 games"),
        "Form": ("1.3", "6 games"),
        "Wins in a row": ("0 now, 4 at most", "6 games"),
        "Nemesis": ("Bo, ahead in 2 of 6", "6 games"),
        "Best dish": ("Tofu, 37.3 points a game", "6 games"),
        "Place among all": ("1 to 2 of 2", "6 games"),
        "Expected places": (said(chris)["Expected places"][0], "6 games"),
    }
    assert chris["rows"][2]["places"] == (1, 1, 1, 1, 2, 2)
    assert said(people(kept, "Bo", TITLES))["Nemesis"] == ("Chris, ahead in 4 of 6", "6 games")


def test_merged_names_are_one_person(tmp_path: Path) -> None:
    reports = [chris_and_bo(50, 40) for _ in range(6)]
    for made in reports[:3]:
        made["seats"][0]["name"] = "Christine"
    kept = kept_of(tmp_path, reports)
    few: Any = people(kept, "Chris", TITLES)
    missing = (
        "2 more finished games with Chris and there are figures: none rests on fewer than five."
    )
    assert "".join(few["note"]) == missing
    kept.players = {"Christine": "Chris"}
    assert said(people(kept, "Chris", TITLES))["Wins"] == ("6 (100\N{NO-BREAK SPACE}%)", "6 games")
    assert said(people(kept, "Bo", TITLES))["Nemesis"] == ("Chris, ahead in 6 of 6", "6 games")


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    names = ["Ann", "Kim", "Zoë"]
    reports = [
        report([seat("red", "Bo", [{"tofu": 9}]), seat("blue", names[n % 3], [{"tofu": 1}])])
        for n in range(6)
    ]
    kept = kept_of(tmp_path, reports)
    assert said(people(kept, "Bo", TITLES))["Nemesis"] == (
        "3 more games against the same player are missing.",
        "",
    )
    alone: Any = people(kept, "", TITLES)
    assert alone["note"] == [
        "Nobody can be compared yet: it takes two people with five games each."
    ]
    assert people(kept, "Nobody", TITLES)["rows"] == []


def test_all_compared(tmp_path: Path) -> None:
    kept = kept_of(tmp_path, evenings(60, 3, left=0.0))
    shown: Any = people(kept, "", TITLES)
    assert {bar["who"][1] for bar in shown["bars"]} == kept.names()
    means = [bar["mean"] for bar in shown["bars"]]
    assert means == sorted(means, reverse=True)
    assert (min(bar["span"][0] for bar in shown["bars"]), means[0] <= 100) == (0, True)
    assert "No difference between these people is certain yet." in shown["note"][0]


# --- a year --------------------------------------------------------------------------


def test_a_year_by_hand() -> None:
    games = [played(3, chris_and_bo(50, 40)), played(2, chris_and_bo(30, 50))]
    added = year([*games, played(1, chris_and_bo(45, 45))])
    assert (added.games, added.days) == (3, 1)
    assert added.months == (0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0)
    assert [(each.name, each.games, each.wins, each.average_place) for each in added.players] == [
        ("Bo", 3, 2, None),
        ("Chris", 3, 2, None),
    ]
    (highs,) = added.highs.values()
    assert [high.best for high in highs] == [
        (50, ("Bo", "Chris")),
        (45, ("Chris", "Bo")),
        (40, ("Bo",)),
    ]
    assert highs[0].played.number == 2


def test_years_that_have_games_and_one_that_has_none(tmp_path: Path) -> None:
    kept = kept_of(tmp_path, evenings(70, 3, left=0.0))  # from May 2024 on, one a week
    assert kept.years() == [2025, 2024]
    since, until = days_of(2024)
    chosen = Chosen(since=since, until=until)
    (*_, sums) = kept.summed(since, until)
    assert sums
    shown: Any = year_view(2024, kept.years(), [*kept.finished(chosen)], sums, TITLES)
    assert shown["sum"] == f"{kept.count(chosen)} finished games on {kept.count(chosen)} days"
    assert sum(count for _, count, _ in shown["months"]) == kept.count(chosen)
    assert [table["label"] for table in shown["tables"]] == ["People", "Menus"]
    assert {game["title"] for game in shown["games"]} == {"Sushi Go Party!", "Omakase, in yen"}
    empty = year_view(2020, kept.years(), [], kept.sums, TITLES)
    assert (empty["sum"], empty["games"]) == ("No finished game has a date in this year.", [])
