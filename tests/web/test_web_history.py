"""What /history asks for and gets: over a real connection, out of a real journal."""

import asyncio
import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from support.history_made import NAMES, evenings, journal, report, seat
from support.table_app import GAMES
from support.web_site import Site, served

from firmware.interfaces.web.pages.history.view import A_PAGE
from firmware.records.history.async_reader import History

MADE = evenings(120, seed=9)
TWO = ("preset party-sampler", "badge red", "badge blue", "command next")


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with many evenings behind it, that no test changes."""
    folder = tmp_path_factory.mktemp("past")
    journal(folder, MADE)
    with served(folder) as site:
        yield site


def listed(past: Site, query: str = "") -> list[dict[str, Any]]:
    """All pages of it, what was left unfinished in its place."""
    games, page = [], 1
    while True:
        answer = past.get(f"/history.json?{query}{'&' if query else ''}page={page}").json
        left = answer["left"]["list"] if answer["left"] else []
        games += sorted(answer["list"] + left, key=lambda game: -game["number"])
        if page >= answer["pages"]:
            return games
        page += 1


# --- the list ----------------------------------------------------------------------


def test_all_games_come_fifty_a_page_the_newest_first(past: Site) -> None:
    history = past.get("/history.json").json
    left = MADE.count(None)
    assert history["sum"] == f"{120 - left} games"
    assert (len(history["list"]), history["pages"]) == (A_PAGE, 3)
    folded = sum(made is None for made in MADE[history["list"][-1]["number"] - 1 :])
    assert history["left"]["title"] == f"{folded} games left unfinished"
    assert [game["number"] for game in listed(past)] == list(range(120, 0, -1))
    assert past.get("/history.json?page=4").json["list"] == []
    assert past.get("/history.json?page=4").json["left"] is None


def test_filters_part_the_games_among_them(past: Site) -> None:
    history = past.get("/history.json").json
    keys = [value for _, group in history["menus"] for value, _ in group]
    games = [game for key in keys if key.startswith("game=") for game in listed(past, key)]
    assert sorted(game["number"] for game in games) == list(range(1, 121))
    party = "game=sushi-go-party"
    menus = [game for key in keys if key.startswith("menu=") for game in listed(past, key)]
    assert len(menus) == len(listed(past, party))
    for name, _ in history["players"][1:]:
        for game in listed(past, f"player={quote(name)}"):
            assert name in [sat for _, sat, _ in game["seats"]]


def test_dates_combine_with_every_other_choice(past: Site) -> None:
    everything = listed(past)
    days = sorted(game["day"] for game in everything)
    since, until = days[30], days[59]
    chosen = f"from={since}&to={until}"
    assert [game["number"] for game in listed(past, chosen)] == list(range(60, 30, -1))
    assert len(listed(past, f"from={since}")) == 90
    assert len(listed(past, f"to={until}")) == 60
    history = past.get(f"/history.json?{chosen}&game=omakase&player=Bo").json
    totals = [
        seat["total"]
        for made in MADE[30:60]
        if made and made["game"] == "omakase"
        for seat in made["seats"]
        if seat["name"] == "Bo"
    ]
    (((_, games, *_, best, _),),) = (figure["players"]["rows"] for figure in history["figures"])
    assert (games, best) == (str(len(totals)), f"{max(totals):,}")
    assert history["players"] == past.get("/history.json").json["players"]  # to choose another one
    for query in ("from=yesterday", "to=2026-02-30", "from=1999-01-01", "to=20261127"):
        assert past.get(f"/history.json?{query}").status == 400, query


def test_a_filter_may_be_anything(past: Site) -> None:
    history = past.get("/history.json?player=Nobody").json
    assert (history["sum"], history["note"]) == ("0 games", "No games match.")
    assert history["figures"] == []
    for query in ("page=0", "page=x", "page=-1", "page=", "page=1234567", "page=٣"):
        assert past.get(f"/history.json?{quote(query, safe='=')}").status == 400, query


def test_who_won_and_in_which_colour(past: Site) -> None:
    for game in listed(past):
        game_report = MADE[game["number"] - 1]
        if game_report is None:
            assert (game["says"], game["badge"]) == (["Abandoned"], None)
        else:
            assert game["badge"] == game_report["winners"][0]
            names = [
                seat["name"]
                for seat in game_report["seats"]
                if seat["badge"] in game_report["winners"]
            ]
            assert [part for part in game["says"] if part in names] == names


# --- people and years --------------------------------------------------------------


def test_a_players_figures_and_how_all_compare(past: Site) -> None:
    for name in NAMES.values():
        person = past.get(f"/people.json?player={quote(name)}").json
        won = [
            made
            for made in MADE
            if made and any(sat["name"] == name and sat["place"] == 1 for sat in made["seats"])
        ]
        assert "".join(person["rows"][0]["value"]).split(" ")[0] == str(len(won))
    compared = past.get("/people.json").json
    assert len(compared["bars"]) == 5
    assert past.get("/people.json?player=Nobody").json["rows"] == []


def test_a_year_on_one_page(past: Site) -> None:
    newest = past.get("/year.json").json
    assert newest["year"] == newest["years"][0]
    sums = [past.get(f"/year.json?year={year}").json["sum"] for year in newest["years"]]
    played = sum(int(text.split(" ")[0]) for text in sums)
    assert played == sum(made is not None for made in MADE)
    for query in ("year=26", "year=yes", "year=20266"):
        assert past.get(f"/year.json?{query}").status == 400, query


# --- one game ----------------------------------------------------------------------


def test_a_game_has_every_round(past: Site) -> None:
    for number, game_report in enumerate(MADE[:12], 1):
        game = past.get(f"/games/{number}").json
        assert game["finished"] == bool(game_report)
        if game_report:
            assert [seat["total"] for seat in game["seats"]] == [
                seat["total"] for seat in game_report["seats"]
            ]
        assert len(game["table"]["heads"]) == len(game["seats"]) + 1


def test_a_game_that_never_was(past: Site) -> None:
    for path in ("/games/121", "/bg/121", "/games/999999999"):
        assert past.get(path).body == b"This game does not exist. See all games at /history.\n"
    for path in ("/games/0", "/games/x", "/games/-1", "/games/1/", "/games/1.json"):
        assert past.get(path).body == b"This page does not exist. Start at /.\n"


def test_the_short_address_leads_to_bg_stats(past: Site) -> None:
    number = next(number for number, game_report in enumerate(MADE, 1) if game_report)
    for path in (f"/bg/{number}", f"/BG/{number}"):
        answer = past.get(path)
        assert answer.status == 302
        parts = urlsplit(answer.headers["location"])
        assert parts.netloc == "app.bgstatsapp.com"
        play = json.loads(parse_qs(parts.query)["data"][0])
        assert len(play["players"]) == len(MADE[number - 1]["seats"])
    newest = max(number for number, game_report in enumerate(MADE, 1) if game_report)
    there = past.get(f"/bg/{newest}").headers["location"]
    assert {past.get(path).headers["location"] for path in ("/bg", "/BG")} == {there}
    left = MADE.index(None) + 1
    assert past.get(f"/bg/{left}").status == 409


# --- exports -----------------------------------------------------------------------


def test_a_spreadsheet_and_everything(past: Site) -> None:
    sheet = past.get("/export/games.csv")
    assert sheet.headers["content-disposition"] == 'attachment; filename="okanjo.csv"'
    rows = list(csv.DictReader(io.StringIO(sheet.body.decode("utf-8-sig"), newline="")))
    games = past.get("/export/games.json").json["games"]
    assert len(games) == 120
    assert len(rows) == sum(len(game["seats"]) for game in games)
    assert sum(int(row["total"]) for row in rows) == sum(
        seat["total"] for game in games for seat in game["seats"]
    )


def test_hostile_names_are_data(site: Site, tmp_path: Path) -> None:
    names = {"red": "=cmd|' /C calc'!A0", "blue": "</script><b>", "green": "\u202eevil\ud800"}
    seats = [seat(badge, name, [{"tofu": 6}]) for badge, name in names.items()]
    site.table.unplugged()
    for file in tmp_path.glob("journal*"):
        file.unlink()
    journal(tmp_path, [report(seats)])
    history = site.get("/history.json").json
    assert sorted(name for name, _ in history["players"][1:]) == sorted(names.values())
    body = site.get("/export/games.csv").body.decode("utf-8")
    assert "'=cmd" in body
    assert site.get("/bg/1").status == 302
    assert site.log == []


# --- while it is played --------------------------------------------------------------


def test_no_game_says_how_the_first_one_comes(site: Site) -> None:
    history = site.get("/history.json").json
    assert history["note"].startswith("No games yet. To start one, scan a game")
    assert site.get("/export/games.json").json == {"okanjo": 1, "games": []}
    assert site.get("/export/games.csv").status == 200
    assert site.get("/bg").body == b"No game is finished yet.\n"


def test_the_game_on_the_table_is_seen_with_each_scan(site: Site) -> None:
    site.table.scan(*TWO, "badge red", "card sushi-go-party/tofu/1")
    site.feed.show(site.table.shown)
    (game,) = site.get("/history.json").json["list"]
    assert (game["says"], game["seats"][0]) == (["In progress"], ["red", "Red", "2"])
    site.table.scan("card sushi-go-party/tofu/2")
    (game,) = site.get("/history.json").json["list"]
    assert game["seats"][0][2] == "6"
    assert site.get("/games/1").json["state"] == "in progress"
    site.table.scan("command new-game", "command new-game")
    history = site.get("/history.json").json
    assert (history["list"], history["note"]) == ([], "")
    (game,) = history["left"]["list"]
    assert game["says"] == ["Abandoned"]
    site.table.scan("command undo")
    (game,) = site.get("/history.json").json["list"]
    assert game["says"] == ["In progress"]


def test_a_journal_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    with served(tmp_path, state_folder=str(tmp_path / "other")) as site:
        assert site.get("/history.json").json["list"] == []
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / "journal.db").write_bytes(b"x" * 5000)
        for path in ("/history.json", "/games/1", "/bg/1", "/export/games.csv"):
            answer = site.get(path)
            assert answer.status == 503
            assert answer.body.startswith(b"The games cannot be read")
        assert not [line for line in site.log if "mistake" in line]


# --- between all else --------------------------------------------------------------


def test_whatever_else_is_asked_has_its_turn_meanwhile(tmp_path: Path) -> None:
    journal(tmp_path, evenings(400))
    history = History(str(tmp_path))

    async def turns() -> int:
        counting = asyncio.create_task(history.kept(GAMES))
        count = 0
        while not counting.done():
            await asyncio.sleep(0)
            count += 1
        return count

    assert asyncio.run(turns()) > 20
