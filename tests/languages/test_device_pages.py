"""The device's pages in each language, with as much on them as there can be: all of it is seen,
nothing overlaps, nothing needs scrolling sideways.
"""

import json
from collections.abc import Iterator
from functools import cache
from ipaddress import ip_network
from pathlib import Path

import pytest
from support.browser import text_of, until
from support.history_made import evenings, journal
from support.looking import LANGUAGES, Looking, looking
from support.playing import code as label_of
from support.recap_made import LONG
from support.setup_site import SetUp, set_up
from support.table_engine import EngineTable
from support.web_shown import on_show
from support.web_site import Played, Site, served

from engine.cards import BADGES
from firmware.common.facts.device import JoinCodeDrawn
from firmware.common.facts.notices import Problem
from firmware.common.system import access_point
from firmware.words.language import language_of

NAMES = dict(zip(BADGES, LONG, strict=True))
BEGUN = ("preset cutthroat-combo", *BADGES)
HISTORY = {"red": "Chris", "blue": "Bo", "green": "Élodie", "yellow": "Donaudampfschifffahrtge"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """With evenings behind it; it shows what it is told to."""
    folder = journal(tmp_path_factory.mktemp("device"), evenings(14, seed=4, names=HISTORY))
    with served(folder) as site:
        yield site


@pytest.fixture(scope="module")
def first_evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SetUp]:
    """A device on which nothing has been played."""
    with set_up(tmp_path_factory.mktemp("first")) as site:
        yield site


@cache
def scenes() -> dict[str, EngineTable]:
    """An evening of eight: from the lobby to the end."""
    lobby = on_show("preset cutthroat-combo", *BADGES[:3], names=NAMES)
    platter = ("preset points-platter", *BADGES[:6], "next")
    awaited = on_show(*platter, names=NAMES).scan("red special-order/1")
    played = on_show(*BEGUN, "next", names=NAMES)
    played.deal(8, 6).scan_in_vain("maki-3/1")
    asked = on_show(*BEGUN, "next", names=NAMES).deal(8, 6)
    asked.scan("command score").device(saved=False, problems=(Problem("scanner-unplugged"),))
    scored = on_show(*BEGUN, "next", names=NAMES).deal(8, 7).scan("score")
    ended = on_show(*BEGUN, "next", names=NAMES).deal(8, 7).scan("score next")
    ended.deal(8, 7).scan("score next").deal(8, 5).scan("score")
    yen = on_show("game omakase", *BADGES, "next", names=NAMES).deal(8, 6)
    return {
        "lobby": lobby, "awaited": awaited, "round": played, "asked": asked, "scored": scored,
        "ended": ended, "yen": yen,
    }  # fmt: skip


def show(site: Site, at: Looking, table: EngineTable) -> None:
    """Wait until the page shows it."""
    site.feed.show(table.shown)
    is_desk = "/desk" in at.driver.current_url
    update = site.feed.event(language=language_of(at.code))
    assert update
    key, newest = ("n", table.shown.number) if is_desk else ("v", update.stamp)
    until(lambda: at.run(f"return document.body.dataset.{key}") == f"{newest}", "it shows it not")


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_pages_of_a_game(site: Site, code: str) -> None:
    address = f"http://localhost:{site.port}"
    with looking(code, NAMES.values()) as at:
        site.feed.show(scenes()["lobby"].shown)
        for name, path in (("scores", "/?scores"), ("tv", "/?tv#tv"), ("desk", "/desk")):
            at.open(address + path, "document.body.dataset.v || document.body.dataset.n")
            for scene, table in scenes().items():
                show(site, at, table)
                if name == "scores" and scene == "ended":
                    at.click(".seat button")
                at.look(f"{name}-{scene}")


PEOPLE = "'of' in document.querySelector('#people').dataset"
# Where each page is, when it is there, and what opens all that can be opened.
PAGES = {
    "menus": ("/menu", "document.body.dataset.n", ""),
    "menu": ("/menu?game=sushi-go-party", "document.body.dataset.n > 9", ""),
    "history": ("/history", PEOPLE, "#games button, summary"),
    "player": ("/history?player=Bo", PEOPLE, ""),
    "year": ("/year", "document.body.dataset.n", ""),
    "recap": ("/recap", "document.body.dataset.n", "#show"),
    "photo": ("/photo", "'ready' in document.body.dataset", ""),
    "labels": ("/labels", "document.querySelector('option')", ""),
}  # fmt: skip


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_other_pages(site: Site, code: str) -> None:
    site.feed.show(scenes()["round"].shown)
    with looking(code, HISTORY.values()) as at:
        for name, (path, ready, opens) in PAGES.items():
            at.open(f"http://localhost:{site.port}{path}#pin={site.pin.digits}", ready)
            if opens:
                at.click(opens)
            at.look(name)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_first_evening_and_the_setup(first_evening: SetUp, code: str) -> None:
    with looking(code, ()) as at:
        at.open(f"{first_evening.address}/", "document.querySelector('#menus button')")
        for step in ("names", "sheet", "scanner", "game"):
            at.run("location.hash = arguments[0]", step)
            shows = f"return document.getElementById('{step}').checkVisibility()"
            until(lambda: at.run(shows))  # noqa: B023
            at.look(f"welcome-{step}")
        ready = "document.querySelector('#more:not([hidden]) #stickers')"
        at.open(f"{first_evening.address}/setup#pin={first_evening.pin.digits}", ready)
        at.click("summary, #look")
        at.look("setup")


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_phone_in_the_devices_own_wifi(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    """Which has given a wrong password."""
    told = {"name": "Okanjo", "password": "", "networks": [["Home", 70, True]], "why": "password"}
    Path(f"{tmp_path}-wifi").mkdir()
    Path(f"{tmp_path}-wifi", "access-point").write_text(json.dumps(told))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(access_point, "PHONES", ip_network("127.0.0.0/8"))
    with served(tmp_path) as site, looking(code, ()) as at:
        at.open(f"http://localhost:{site.port}/wifi", "document.querySelector('#said').textContent")
        at.look("wifi")


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_phone_that_joins(tmp_path: Path, code: str) -> None:
    with Played(tmp_path, names=NAMES) as site, looking(code, NAMES.values()) as at:
        address = f"http://localhost:{site.port}"
        site.table.app.inbox.put(JoinCodeDrawn(("#", "#")))
        at.open(f"{address}/?tv#tv", "document.querySelector('#join').textContent")
        at.look("tv-join")
        at.open(f"{address}/desk", "document.querySelector('#labels b')")
        at.click("[value=next]")
        until(lambda: at.run("return document.querySelector('#pin[open]')"))
        at.look("pin")
        at.open(f"{address}/join", "document.querySelector('#hint').textContent")
        at.look("join-none")
        code_on_tv = site.badges.code(site.badges.minute)
        at.open(f"{address}/JOIN/{code_on_tv}", "document.querySelector('#trays button')")
        at.look("join-choose")
        at.click("#trays button:first-child")
        until(lambda: at.run("return document.body.dataset.n"))
        session = site.session()
        for line in ("preset my-first-meal", *(f"badge {badge}" for badge in BADGES[1:5])):
            site.post("/scan", {"code": label_of(line)}, **session)
        at.look("join-lobby")
        site.post("/scan", {"code": label_of("command next")}, **session)
        until(lambda: at.run("return document.querySelector('#labels .face')"))
        at.click("#labels .tile:first-of-type")
        until(lambda: text_of(at.driver, "#answer"))
        at.look("join-round")
