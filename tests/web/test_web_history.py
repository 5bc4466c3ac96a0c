"""What /history asks for and gets: over a real connection, out of a real journal."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from support.history_made import evenings, journal, report, seat
from support.web_site import Site, served

from firmware.web.page import Limits
from firmware.web.pages.history_view import A_PAGE

MADE = evenings(120, seed=9)
LONG = Limits(60.0, 60.0, 60.0, 60.0)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    journal(tmp_path, MADE)
    with served(tmp_path, LONG, state_folder=str(tmp_path)) as site:
        yield site


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Site]:
    with served(tmp_path, LONG, state_folder=str(tmp_path)) as site:
        yield site


def listed(site: Site, query: str = "") -> list[dict[str, Any]]:
    """All pages of it."""
    found, page = [], 1
    while True:
        told = site.get(f"/history.json?{query}{'&' if query else ''}page={page}").json
        found += told["list"]
        if page >= told["pages"]:
            return found
        page += 1


# --- the list ----------------------------------------------------------------------


def test_all_games_come_fifty_a_page_the_newest_first(site: Site) -> None:
    told = site.get("/history.json").json
    assert told["sum"] == "120 games"
    assert (len(told["list"]), told["pages"]) == (A_PAGE, 3)
    assert [one["number"] for one in listed(site)] == list(range(120, 0, -1))
    assert site.get("/history.json?page=4").json["list"] == []


def test_filters_part_the_games_among_them(site: Site) -> None:
    told = site.get("/history.json").json
    keys = [value for _, group in told["menus"] for value, _ in group]
    games = [one for key in keys if key.startswith("game=") for one in listed(site, key)]
    assert sorted(one["number"] for one in games) == list(range(1, 121))
    party = "game=sushi-go-party"
    menus = [one for key in keys if key.startswith("menu=") for one in listed(site, key)]
    assert len(menus) == len(listed(site, party))
    for name, _ in told["players"][1:]:
        for one in listed(site, f"player={quote(name)}"):
            assert name in [sat for _, sat, _ in one["seats"]]


def test_a_filter_may_be_anything(site: Site) -> None:
    told = site.get("/history.json?player=Nobody").json
    assert (told["sum"], told["note"]) == ("0 games", "No game is like that.")
    assert told["figures"] == []
    for query in ("page=0", "page=x", "page=-1", "page=", "page=1234567", "page=٣"):
        assert site.get(f"/history.json?{quote(query, safe='=')}").status == 400, query


def test_who_won_and_in_which_colour(site: Site) -> None:
    for one in listed(site):
        told = MADE[one["number"] - 1]
        if told is None:
            assert (one["says"], one["badge"]) == (["Abandoned"], None)
        else:
            assert one["badge"] == told["winners"][0]
            names = [seat["name"] for seat in told["seats"] if seat["badge"] in told["winners"]]
            assert [part for part in one["says"] if part in names] == names


# --- the figures -------------------------------------------------------------------


def test_figures_are_those_of_the_results(site: Site) -> None:
    (figures,) = site.get("/history.json?game=omakase&player=Bo").json["figures"]
    totals = [
        seat["total"]
        for told in MADE
        if told and told["game"] == "omakase"
        for seat in told["seats"]
        if seat["name"] == "Bo"
    ]
    ((who, games, _, _, best, worst),) = figures["players"]["rows"]
    assert (who, games) == (["blue", "Bo"], str(len(totals)))
    assert (best, worst) == (f"{max(totals):,}", f"{min(totals):,}")
    (plot,) = figures["plots"]["each"]
    assert plot["words"].endswith(": " + ", ".join(f"{one:,}" for one in totals))
    assert len(plot["points"]) == len(totals)
    assert [row[1] for row in figures["plots"]["table"]["rows"]] == [
        f"{one:,}" for one in reversed(totals)
    ]


# --- one game ----------------------------------------------------------------------


def test_a_game_has_every_round(site: Site) -> None:
    for number, told in enumerate(MADE[:12], 1):
        one = site.get(f"/games/{number}").json
        assert one["finished"] == bool(told)
        if told:
            assert [seat["total"] for seat in one["seats"]] == [
                seat["total"] for seat in told["seats"]
            ]
        assert len(one["table"]["heads"]) == len(one["seats"]) + 1


@pytest.mark.parametrize("path", ["/games/121", "/bg/121", "/games/999999999"])
def test_a_game_that_never_was(site: Site, path: str) -> None:
    assert site.get(path).status == 404


@pytest.mark.parametrize(
    "path", ["/games/0", "/games/x", "/games/-1", "/games/1/", "/games/1.json"]
)
def test_what_is_no_number(site: Site, path: str) -> None:
    assert site.get(path).body == b"There is no such page; begin at /.\n"


def test_the_short_address_leads_to_bg_stats(site: Site) -> None:
    number = next(at for at, told in enumerate(MADE, 1) if told)
    for path in (f"/bg/{number}", f"/BG/{number}"):
        found = site.get(path)
        assert found.status == 302
        parts = urlsplit(found.headers["location"])
        assert parts.netloc == "app.bgstatsapp.com"
        said = json.loads(parse_qs(parts.query)["data"][0])
        assert len(said["players"]) == len(MADE[number - 1]["seats"])
    newest = max(at for at, told in enumerate(MADE, 1) if told)
    there = site.get(f"/bg/{newest}").headers["location"]
    assert {site.get(path).headers["location"] for path in ("/bg", "/BG")} == {there}
    left = MADE.index(None) + 1
    assert site.get(f"/bg/{left}").status == 409


# --- exports -----------------------------------------------------------------------


def test_a_spreadsheet_and_everything(site: Site) -> None:
    sheet = site.get("/export/games.csv")
    assert sheet.headers["content-disposition"] == 'attachment; filename="okanjo.csv"'
    rows = list(csv.DictReader(io.StringIO(sheet.body.decode("utf-8-sig"), newline="")))
    told = site.get("/export/games.json").json["games"]
    assert len(told) == 120
    assert len(rows) == sum(len(one["seats"]) for one in told)
    assert sum(int(row["total"]) for row in rows) == sum(
        seat["total"] for one in told for seat in one["seats"]
    )


def test_hostile_names_are_data(fresh: Site, tmp_path: Path) -> None:
    names = {"red": "=cmd|' /C calc'!A0", "blue": "</script><b>", "green": "\u202eevil\ud800"}
    seats = [seat(badge, name, [{"tofu": 6}]) for badge, name in names.items()]
    fresh.table.unplugged()
    for file in tmp_path.glob("journal*"):
        file.unlink()
    journal(tmp_path, [report(seats)])
    told = fresh.get("/history.json").json
    assert sorted(name for name, _ in told["players"][1:]) == sorted(names.values())
    body = fresh.get("/export/games.csv").body.decode("utf-8")
    assert "'=cmd" in body
    assert fresh.get("/bg/1").status == 302
    assert fresh.log == []
