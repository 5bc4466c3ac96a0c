"""No word of the device's pages escapes its language: each page in en-XA, in a browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browser import page, text_of, until
from support.history_made import evenings, journal
from support.page_words import unmarked
from support.playing import code
from support.pseudo import pseudo, pseudo_installed  # noqa: F401 - one is a fixture
from support.setup_site import SetUp, set_up
from support.table_engine import EngineTable
from support.web_scenes import NAMES, THREE, ended, three
from support.web_shown import on_show
from support.web_site import Played, Site, served

from firmware.common.facts.device import JoinCodeDrawn
from firmware.common.facts.notices import Problem


@pytest.fixture
def set_up_site(tmp_path: Path) -> Iterator[SetUp]:
    with set_up(tmp_path) as site:
        yield site


pytestmark = pytest.mark.usefixtures("pseudo_installed")
WHO = (*NAMES.values(), "Chris", "Bo", "okanjo.local")
SCENES = {
    "empty": lambda: on_show(names=NAMES),
    "half a menu": lambda: on_show("kind maki", "kind spoon", "badge red", names=NAMES),
    "a lobby": lambda: on_show(*THREE, names=NAMES),
    "a start": three,
    "a card": lambda: three().scan("red tofu/1 blue temaki/1"),
    "refused": lambda: three().scan("red tofu/1 blue").scan_in_vain("tofu/1"),
    "asked": lambda: three().scan("red tofu/1").scan("command score"),
    "scored": lambda: three().scan("red tofu/1 score"),
    "won": lambda: ended("red"),
    "tied": lambda: ended("red", "blue"),
    "live": lambda: on_show(*THREE, "command live", "command next", names=NAMES).scan("tofu/1"),
    "yen": lambda: on_show(
        "game omakase", "badge red", "badge blue", "command next", names=NAMES
    ).scan("red tuna/1"),
    "amiss": lambda: three().device(saved=False, problems=(Problem("scanner-unplugged"),)),
}


def shows(site: Site, driver: Any, watched: EngineTable) -> None:
    """Wait until the page shows this."""
    site.feed.show(watched.shown)
    update = site.feed.event(language=pseudo())
    assert update
    version = str(update.stamp)
    key = "n" if "/desk" in driver.current_url else "v"
    expected = str(watched.shown.number) if key == "n" else version
    until(lambda: driver.execute_script(f"return document.body.dataset.{key}") == expected)


@pytest.mark.parametrize("path", ["/", "/tv", "/desk"])
def test_the_pages_of_a_game(site: Site, path: str) -> None:
    site.feed.show(on_show(names=NAMES).shown)
    with page(f"http://localhost:{site.port}{path}?lang=en-XA&scores", still=True) as driver:
        for name, scene in SCENES.items():
            shows(site, driver, scene())
            assert unmarked(driver, WHO) == [], name
        driver.execute_script("document.body.append('Not marked')")
        assert unmarked(driver, WHO) == ["Notmarked"]


def test_welcome(set_up_site: SetUp) -> None:
    with page(f"{set_up_site.address}/?lang=en-XA", still=True) as driver:
        until(lambda: driver.execute_script("return document.querySelector('#menus button')"))
        assert unmarked(driver, WHO) == []


def test_setup(set_up_site: SetUp) -> None:
    """All but what doctor finds (tests/doctor/test_doctor_on_page.py)."""
    with page(f"{set_up_site.address}/setup?lang=en-XA", still=True) as driver:
        assert unmarked(driver, WHO) == []
    address = f"{set_up_site.address}/setup?lang=en-XA#pin={set_up_site.pin.digits}"
    with page(address, still=True) as driver:
        until(lambda: driver.execute_script("return document.querySelector('#names input')"))
        files = (str(set_up_site.config), "English")  # which calls itself so
        assert unmarked(driver, (*WHO, *files)) == []


@pytest.mark.parametrize("path", ["/labels", "/photo"])
def test_labels_and_photos(site: Site, path: str) -> None:
    with page(f"http://localhost:{site.port}{path}?lang=en-XA", still=True) as driver:
        until(lambda: driver.execute_script("return document.querySelector('option')"))
        until(lambda: driver.execute_script("return document.forms[0].elements.length > 3"))
        brands = ("Avery", "A4", "L4731", "L4732", "L7651", "32x16")
        assert unmarked(driver, (*WHO, *brands, "English")) == []  # which calls itself so


def test_a_phone_that_joins(tmp_path: Path) -> None:
    with Played(tmp_path, names=NAMES) as site:
        site.table.app.inbox.put(JoinCodeDrawn(("#", "#")))
        with page(f"http://localhost:{site.port}/tv?lang=en-XA", still=True) as driver:
            until(lambda: text_of(driver, "#join"))
            assert unmarked(driver, WHO) == []
        address = f"http://localhost:{site.port}/join?lang=en-XA"
        with page(address, still=True) as driver:
            until(lambda: text_of(driver, "#hint"))
            assert unmarked(driver, WHO) == []
            driver.get(f"{address}#{site.badges.code(site.badges.minute)}")
            until(lambda: driver.execute_script("return document.querySelector('#trays button')"))
            assert unmarked(driver, WHO) == []
            driver.execute_script("document.querySelector('#trays button').click()")
            until(lambda: driver.execute_script("return document.body.dataset.n"))
            session = site.session()
            for line in ("preset my-first-meal", "badge blue", "command next"):
                assert unmarked(driver, WHO) == []
                site.post("/scan", {"code": code(line)}, **session)
            until(lambda: driver.execute_script("return document.querySelector('#labels .face')"))
            driver.execute_script("document.querySelector('#labels .tile').click()")
            until(lambda: text_of(driver, "#answer"))
            assert unmarked(driver, WHO) == []
            driver.execute_cdp_cmd("Network.clearBrowserCookies", {})


def test_history(tmp_path: Path) -> None:
    """A game that was won, one that was left, one that is on the table."""
    with served(tmp_path) as site:
        table = site.table
        table.scan("preset:sushi-go-classic red blue")
        for _ in range(3):
            table.scan("next red face:sushi-go-party/tempura")
            table.scan("score")
        table.scan("new-game next")
        site.feed.show(table.shown)
        with page(f"http://localhost:{site.port}/history?lang=en-XA", still=True) as driver:
            until(lambda: driver.execute_script("return document.body.dataset.n"))
            driver.execute_script("document.querySelector('ol button').click()")
            until(lambda: driver.execute_script("return document.querySelector('.more table')"))
            assert unmarked(driver, (*WHO, "Red", "Blue")) == []  # names in the journal


def test_people_and_years(tmp_path: Path) -> None:
    """Enough games for every figure, and too few."""
    names = {"red": "Chris", "blue": "Bo"}
    with served(journal(tmp_path, evenings(12, 4, names))) as site:
        address = f"http://localhost:{site.port}"
        with page(f"{address}/history?lang=en-XA", still=True) as driver:
            for player in ("", "Bo", "Nobody"):
                driver.get(f"{address}/history?player={player}#facts")
                script = "return document.querySelector('#people').dataset.of"
                until(lambda: driver.execute_script(script) == player)  # noqa: B023
                assert unmarked(driver, (*WHO, "Nobody", "Red", "Blue")) == []
            for query in ("", "?year=2020"):
                driver.get(f"{address}/year{query}")
                until(lambda: driver.execute_script("return document.body.dataset.n"))
                assert unmarked(driver, WHO) == []


def test_a_browser_keeps_its_language(site: Site) -> None:
    """Asked for once, it is that of all pages and of what they are sent, until the browser ends."""
    assert site.get("/?lang=en-XA&scores").headers["set-cookie"].startswith("lang=en-XA;")
    state = site.get("/state", Cookie="lang=en-XA").json
    assert (state["language"], state["doing"][:1]) == ("en-XA", "[")
    assert "[Š" in site.get("/?scores", Cookie="lang=en-XA").body.decode()
    for odd in ("xx", "", "../../etc", "a" * 4000):
        page = site.get(f"/?scores&lang={odd}")
        assert '<h2 id="scores-h" class="sr">Scores</h2>' in page.body.decode()
        assert len(page.headers.get("set-cookie", "")) < 100
