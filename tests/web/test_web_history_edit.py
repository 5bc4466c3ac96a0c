"""Games annotated, deleted and brought back on /history: what is answered is on the disk."""

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
    told = site.get("/history.json").json
    return {one["number"]: one for one in told["list"]}


def post(site: SetUp, what: str, game: dict[str, Any], **more: Any) -> Any:
    sent = {"number": game["number"], "seen": game["seen"], **more}
    return site.post(f"/history/{what}", sent)


def test_a_note_a_place_and_a_day_are_kept_and_told(site: SetUp) -> None:
    game = listed(site)[3]
    given = {"note": "Rain", "venue": "At Bo's", "day": "2026-11-20"}
    assert post(site, "annotate", game, **given).status == 200
    now = listed(site)[3]
    assert {key: now[key] for key in given} == given
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
    told = site.get("/history.json").json
    assert told["sum"] == "5 games"
    assert told["figures"] != before["figures"]
    assert told["deleted"]["title"] == "1 deleted game"
    assert site.get("/games/6").status == site.get("/bg/6").status == 404
    assert site.get("/bg").headers["location"] == site.get("/bg/5").headers["location"]
    assert len(site.get("/export/games.json").json["games"]) == 5
    (gone,) = told["deleted"]["list"]
    assert post(site, "bring-back", gone).status == 200
    assert site.get("/history.json").json == before


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


def test_an_owner_does_it_on_the_page(site: SetUp) -> None:
    with page(f"{site.address}/history#pin={site.pin.digits}", still=True) as driver:

        def do(script: str) -> Any:
            return driver.execute_script(script)

        def shown() -> str:
            found: str = until(lambda: do("return document.body.dataset.n"))
            return found

        def then(script: str) -> None:
            before = shown()
            do(script)
            until(lambda: shown() != before)

        shown()
        do("document.querySelector('#games button').click()")
        until(lambda: do("return document.querySelector('.more .edit')"))
        do("document.querySelector('.more .edit').click()")
        assert do("return document.activeElement.name") == "note"
        looks(driver, (390, 844), dark=True, still=True)
        assert violations(driver) == []
        driver.switch_to.active_element.send_keys("Rain <b>& wind")
        then("document.querySelector('form.edit .main').click()")
        assert text_of(driver, "#games li q") == "Rain <b>& wind"
        until(lambda: do("return document.querySelector('.more .btn.bad')"))
        do("document.querySelector('.more .btn.bad').click()")
        assert violations(driver) == []
        do("document.querySelector('#sure button:not(.bad)').click()")
        assert text_of(driver, "#sum") == "6 games"
        # At once, before the browser says that the dialog was closed: it is deleted only once.
        clicks = (".more .btn.bad", "#sure button:not(.bad)", ".more .btn.bad", "#sure .bad")
        then(";".join(f"document.querySelector('{one}').click()" for one in clicks))
        assert text_of(driver, "#sum") == "5 games"
        do("document.querySelector('#deleted summary').click()")
        assert violations(driver) == []
        then("document.querySelector('#deleted .btn').click()")
        assert text_of(driver, "#sum") == "6 games"
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
        script = "for (const one of document.querySelectorAll('#games li > button')) one.click()"
        driver.execute_script(script)
        count = "return document.querySelectorAll('#games table').length"
        until(lambda: driver.execute_script(count) >= 11)
        for width in (360, 390, 1280):
            looks(driver, (width, 800), still=True)
            wide = driver.execute_script("return document.documentElement.scrollWidth")
            assert wide <= width
