"""On /history games are annotated, deleted and brought back, names corrected, players merged and
parted: what is answered is on the disk.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.axe import violations
from support.browser import complaints_of, looks, page, text_of, until
from support.history_made import evenings, journal
from support.playing import code
from support.setup_site import SetUp, set_up

MADE = evenings(6, seed=4, left=0.0)
LOBBY = ("preset party-sampler", "badge red", "badge blue", "command next", "badge red")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SetUp]:
    journal(tmp_path / "state", MADE)
    with set_up(tmp_path) as site:
        yield site


def listed(site: SetUp) -> dict[int, dict[str, Any]]:
    history = site.get("/history.json").json
    return {game["number"]: game for game in history["list"]}


def post(site: SetUp, action: str, game: dict[str, Any], **more: Any) -> Any:
    sent = {"number": game["number"], "seen": game["seen"], **more}
    return site.post(f"/history/{action}", sent)


def test_a_note_a_place_and_a_day_are_kept_and_told(site: SetUp) -> None:
    game = listed(site)[3]
    changes = {"note": "Rain", "venue": "At Bo's", "day": "2026-11-20"}
    assert post(site, "annotate", game, **changes).status == 200
    now = listed(site)[3]
    assert {key: now[key] for key in changes} == changes
    assert now["date"] == "Fri 20 Nov 2026"
    exported = site.get("/export/games.csv").body.decode("utf-8-sig")
    assert "2026-11-20 12:00" in exported
    assert "Rain,At Bo's" in exported
    assert site.get("/history.json?from=2026-11-20").json["sum"] == "1 game"
    assert post(site, "annotate", now, note="", venue="", day="").status == 200
    assert listed(site)[3]["date"] == game["date"]


def test_a_deleted_game_counts_nowhere_until_it_is_brought_back(site: SetUp) -> None:
    before = site.get("/history.json").json
    newest = listed(site)[6]
    assert post(site, "delete", newest).status == 200
    history = site.get("/history.json").json
    assert history["sum"] == "5 games"
    assert history["figures"] != before["figures"]
    assert history["deleted"]["title"] == "1 deleted game"
    assert site.get("/games/6").status == site.get("/bg/6").status == 404
    assert site.get("/bg").headers["location"] == site.get("/bg/5").headers["location"]
    assert len(site.get("/export/games.json").json["games"]) == 5
    (gone,) = history["deleted"]["list"]
    assert post(site, "bring-back", gone).status == 200
    assert site.get("/history.json").json == before


def test_where_all_games_are_deleted_the_page_says_how_games_come_back(site: SetUp) -> None:
    for number in range(1, 7):
        assert post(site, "delete", listed(site)[number]).status == 200
    for query in ("", "?player=Ann"):
        history = site.get(f"/history.json{query}").json
        assert history["note"] == (
            "All games are deleted. Bring one back, or scan a game or menu to start one."
        )
        assert len(history["deleted"]["list"]) == 6
    post(site, "bring-back", history["deleted"]["list"][0])
    assert site.get("/history.json").json["note"] == ""


def names(site: SetUp) -> list[str]:
    return [name for name, _ in site.get("/history.json").json["players"][1:]]


def people(site: SetUp, number: int) -> dict[str, str]:
    seats = site.get(f"/games/{number}").json["seats"]
    return {seat["badge"]: seat["name"] for seat in seats}


def test_names_of_a_game_are_corrected_and_put_back(site: SetUp) -> None:
    before = site.get("/history.json").json
    was = people(site, 3)
    badge = next(iter(was))
    changes = {"note": "", "venue": "", "day": "", "names": {badge: " Zoe\u0308 "}}
    assert post(site, "annotate", listed(site)[3], **changes).status == 200
    assert people(site, 3) == {**was, badge: "Zoë"}
    assert "Zoë" in names(site)
    assert "Zoë" in site.get("/export/games.csv").body.decode()
    assert site.get("/games/3").json["names"][0] == [badge, badge.title(), "Zoë", was[badge]]
    untouched = {"note": "Rain", "venue": "", "day": ""}  # as by a page of before
    assert post(site, "annotate", listed(site)[3], **untouched).status == 200
    assert people(site, 3)[badge] == "Zoë"
    for wrong in ({badge: "x" * 25}, {badge: "a\nb"}, {badge: 7}, {"pink": "Bo"}, ["Bo"]):
        sent = {**changes, "names": wrong}
        assert post(site, "annotate", listed(site)[3], **sent).status == 400, wrong
    assert (
        post(site, "annotate", listed(site)[3], **{**changes, "names": {badge: ""}}).status == 200
    )
    after = site.get("/history.json").json
    assert people(site, 3) == was
    assert after["figures"] == before["figures"]


def test_players_are_merged_and_parted_as_they_were(site: SetUp) -> None:
    changes = {"note": "", "venue": "", "day": "", "names": {"red": "chris"}}
    assert post(site, "annotate", listed(site)[6], **changes).status == 200
    before = site.get("/history.json").json
    assert {"chris", "Chris"} <= {*names(site)}
    assert site.post("/history/merge", {"name": "chris", "player": "Chris"}).status == 200
    history = site.get("/history.json?player=chris").json
    assert (history["merged"], history["player"]) == (
        [["chris", "chris", "Chris"]],
        "Chris",
    )
    assert "chris" not in names(site)
    assert people(site, 6)["red"] == "Chris"
    assert site.get("/games/6").json["names"][0][2:] == ["chris", "Chris"]
    again = site.post("/history/merge", {"name": "chris", "player": "Chris"})
    assert (again.status, "reload" in again.json["error"]) == (409, True)
    assert site.post("/history/part", {"name": "chris"}).status == 200
    assert site.get("/history.json").json == before


def test_two_who_sat_at_one_table_are_two(site: SetUp) -> None:
    name, player, *_ = people(site, 6).values()
    for deleted in (False, True):
        for number in range(1, 7) if deleted else ():
            post(site, "delete", listed(site)[number])
        refused = site.post("/history/merge", {"name": name, "player": player})
        assert refused.status == 409
        assert "played together on " in refused.json["error"]
    for odd in ({}, {"name": "Bo"}, {"name": "", "player": "Bo"}, {"name": 7, "player": "Bo"}):
        assert site.post("/history/merge", odd).status == 400, odd
    assert site.post("/history/merge", {"name": "a\ud800", "player": "Bo"}).status == 400


def test_what_may_not_be_changed_is_refused_in_a_sentence(site: SetUp) -> None:
    game = listed(site)[3]
    post(site, "annotate", game, note="first", venue="", day="")
    stale = post(site, "delete", game)
    assert (stale.status, "reload" in stale.json["error"]) == (409, True)
    game = listed(site)[3]
    for wrong in ({"note": "x" * 201}, {"note": "two\nlines"}, {"venue": 7}, {"day": "2026-02-30"}):
        sent = {"note": "", "venue": "", "day": "", **wrong}
        assert post(site, "annotate", game, **sent).status == 400, wrong
    for odd in (
        {},
        {"number": 3},
        {"number": "3", "seen": 1},
        {"number": -1, "seen": 1},
        {"number": True, "seen": 1},
    ):
        assert site.post("/history/delete", odd).status == 400, odd
    for line in ("command new-game", "command new-game", *LOBBY):
        site.post("/scan", {"code": code(line)})
    running = listed(site)[7]
    refused = post(site, "delete", running)
    assert (refused.status, "in progress" in refused.json["error"]) == (409, True)
    assert listed(site)[3]["note"] == "first"


class HistoryOwner:
    """Somebody at the page, who has the PIN."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver
        self.shown()

    def do(self, script: str) -> Any:
        return self.driver.execute_script(script)

    def shown(self) -> str:
        """The number of the answer that is shown."""
        number: str = until(lambda: self.do("return document.body.dataset.n"))
        return number

    def click(self, *selectors: str) -> None:
        """At once, one after another."""
        clicks = (f"document.querySelector({selector!r}).click()" for selector in selectors)
        self.do(";".join(clicks))

    def click_and_wait(self, *selectors: str) -> None:
        """And wait for the next answer."""
        before = self.shown()
        self.click(*selectors)
        until(lambda: self.shown() != before)

    def choose(self, selector: str, value: str) -> None:
        self.do(
            f"""const field = document.querySelector({selector!r});
            field.value = {value!r};
            field.dispatchEvent(new Event("change"))"""
        )

    def open_form(self) -> None:
        """Of the newest game."""
        self.click("#games button")
        until(lambda: self.do("return document.querySelector('.more .edit')"))
        self.click(".more .edit")

    def looks_right(self) -> None:
        assert violations(self.driver) == []
        assert self.do("return document.documentElement.scrollWidth <= innerWidth")


def test_an_owner_does_it_on_the_page(site: SetUp) -> None:
    with page(f"{site.address}/history#pin={site.pin.digits}", still=True) as driver:
        owner = HistoryOwner(driver)
        owner.open_form()
        assert owner.do("return document.activeElement.name") == next(iter(people(site, 6)))
        looks(driver, (390, 844), dark=True, still=True)
        assert "UNDO on the table until the next game begins" in text_of(driver, ".edit .soft")
        owner.looks_right()
        owner.choose(".edit [name=note]", "Rain <b>& wind")
        owner.click_and_wait("form.edit .main")
        assert text_of(driver, "#games li q") == "Rain <b>& wind"
        until(lambda: owner.do("return document.querySelector('.more .btn.bad')"))
        owner.click(".more .btn.bad")
        assert violations(driver) == []
        owner.click("#sure button:not(.bad)")
        assert text_of(driver, "#sum") == "6 games"
        # At once, before the browser says that the dialog was closed: it is deleted only once.
        owner.click_and_wait(
            ".more .btn.bad", "#sure button:not(.bad)", ".more .btn.bad", "#sure .bad"
        )
        assert text_of(driver, "#sum") == "5 games"
        owner.click("#deleted summary")
        assert violations(driver) == []
        owner.click_and_wait("#deleted .btn")
        assert text_of(driver, "#sum") == "6 games"
        assert complaints_of(driver) == []


def test_an_owner_corrects_a_name_and_merges_players_on_a_phone(site: SetUp) -> None:
    with page(f"{site.address}/history#pin={site.pin.digits}", still=True) as driver:
        owner = HistoryOwner(driver)
        owner.open_form()
        owner.choose(".edit [name=red]", "chris <b>")
        owner.click_and_wait("form.edit .main")
        assert people(site, 6)["red"] == "chris <b>"
        owner.do("location.hash = 'facts'")
        owner.choose("#merge [name=name]", "chris <b>")
        values = "return [...document.forms.merge.player.options].map((option) => option.value)"
        assert owner.do(values) == ["", *(name for name in names(site) if name != "chris <b>")]
        owner.choose("#merge [name=player]", "Chris")
        owner.click_and_wait("#merge .btn")
        assert text_of(driver, "#merge li span") == "chris <b> counts as Chris"
        assert "chris <b>" not in names(site)
        owner.looks_right()
        owner.click_and_wait("#merge li .btn")
        assert "chris <b>" in names(site)
        assert complaints_of(driver) == []


def test_no_game_makes_the_page_scroll_sideways(tmp_path: Path) -> None:
    names = {badge: f"{badge.title()}-Konstantin the Great" for badge in ("red", "blue", "cyan")}
    more = {"green": "Élodie", "white": "Xi", "orange": "Bo", "yellow": "Al", "magenta": "Kim"}
    journal(tmp_path / "state", evenings(12, names={**names, **more}))
    with (
        set_up(tmp_path) as site,
        page(f"{site.address}/history", still=True) as driver,
    ):
        until(lambda: driver.execute_script("return document.body.dataset.n"))
        script = "for (const node of document.querySelectorAll('#games li > button')) node.click()"
        driver.execute_script(script)
        count = "return document.querySelectorAll('#games table').length"
        until(lambda: driver.execute_script(count) >= 11)
        for width in (360, 390, 1280):
            looks(driver, (width, 800), still=True)
            wide = driver.execute_script("return document.documentElement.scrollWidth")
            assert wide <= width
