"""Every word that the hall shows people is in their language: en-XA on its pages and paper."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pypdfium2
import pytest
from support.browser import page, until
from support.door_site import PASSWORD, DoorSite, Visitor
from support.hall_games import NAMES as AT_DEVICES
from support.hall_games import game
from support.hall_pages import DEVICES, HOME, NAMES, TITLE, answers, steps, words
from support.hall_site import HallSite
from support.page_words import unmarked
from support.pseudo import escaped, pseudo, pseudo_installed
from support.web_site import LONG

from engine.message import Message
from firmware.hall.broker.hear import NO_ACCOUNT
from firmware.hall.children.paper_child import pdf_of
from firmware.hall.pages.files import routes
from firmware.hall.tables import Assignment, SeatedPlayer, Tables
from firmware.hall.tournament.stage import Stage
from firmware.hall.words.tiles import menu, problems, title
from firmware.words.language import say

pytestmark = pytest.mark.usefixtures("pseudo_installed")
__all__ = ["pseudo_installed"]

LANGUAGE = "?lang=en-XA"
OURS = {"Okanjo", TITLE, *NAMES, "Ian", "Kim", *DEVICES}
# What devices say in their own language: what a scan did, and what nobody here knows.
THEIRS = {
    *AT_DEVICES.values(),
    "No scanner",
    *(event["text"] for message in game(1) for event in message.events),
}
TYPED = {"x" * 24, "Zoe", "many", "nonsense"}
ADDRESS = re.compile(r"https?://\S+|\d+\.\d+\.\d+\.\d+:\S+|/t/1/table/\d+")
SLUGS = {
    "device",
    "phase",
    "page",
    "broker",
    "run",
    "assets",
    "leaders",
    "short",
    "badge",
    "at",
    "key",
}


def without_address(text: str) -> str:
    return ADDRESS.sub("", text)


def of_json(content: Any) -> Iterator[str]:
    """Its texts, but for slugs."""
    if isinstance(content, dict):
        for key, value in content.items():
            if key == "players":
                yield from (name for _, name, *_ in value)
            elif key not in SLUGS:
                yield from of_json(value)
    elif isinstance(content, list):
        for value in content:
            yield from of_json(value)
    elif isinstance(content, str):
        yield content


def of_paper(content: bytes) -> str:
    document = pypdfium2.PdfDocument(content)
    text = "\n".join(sheet.get_textpage().get_text_bounded() for sheet in document)
    return re.sub(r"\b[A-Z]{5}\b|\b\w\b", "", text)  # codes of tables, letters of badges


def of_answer(content: bytes) -> list[str]:
    if content.startswith(b"%PDF"):
        return [of_paper(content)]
    if content.startswith(b"{"):
        return [*of_json(json.loads(content))]
    return words(content.decode())


def test_no_word_of_a_page_of_the_feed_or_of_the_paper_escapes(
    site: DoorSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "draw", pdf_of)  # a process of its own has no en-XA
    organiser, stranger = site.organiser(), Visitor(site)
    for visitor in (organiser, stranger):
        visitor.get(f"/{LANGUAGE}")
    left, count = set(), 0
    for where, content in answers(site, organiser, stranger):
        count += 1
        for text in of_answer(content):
            if words_left := escaped(without_address(text), OURS | THEIRS | TYPED):
                left.add(f"{where}: {words_left[:60]}")
    assert not left, "\n".join(sorted(left))
    assert count > 900


QUICK = LONG._replace(piece_s=0.5)  # a browser opens connections that it may not need
SMALL, TELEVISION = (390, 844), (1920, 1080)


def tables(site: HallSite) -> None:
    """In each state that a table can be in; three of them play in a tournament."""
    site.play("table-1", upto=40)
    site.play("table-2", upto=2)
    site.play("table-3", upto=-1)
    site.play("t4", upto=40, call=True, problems=["No scanner"])
    site.play("t5", upto=40, call=True)
    site.say("t5", "availability", "offline")
    site.say("t6", "availability", "online")
    place = Assignment(7, "a-1", TITLE, Stage("final"), (SeatedPlayer("red", "Ann", 0, None),))
    site.play("t7", upto=40)
    site.play("t8", upto=3)
    site.tables.assign({"t7": place, "t8": place._replace(table=8)})
    site.site.feed.say([NO_ACCOUNT._replace(values={"refusal": ""})])


@pytest.mark.parametrize("size", [SMALL, TELEVISION])
def test_no_word_of_the_hall_in_a_browser_escapes(size: tuple[int, int]) -> None:
    devices = ["table-1", "table-2", "table-3", *(f"t{n}" for n in range(4, 9)), "none"]
    with HallSite(QUICK) as site, page(f"{site.address}/{LANGUAGE}", size, still=True) as driver:
        ready = "return document.body.dataset.v"
        until(lambda: driver.execute_script(ready))
        assert not unmarked(driver, {"127.0.0.1", "192.168.1.20"})
        tables(site)
        until(lambda: len(driver.find_elements("css selector", "#tables > li")) == 8)
        names = OURS | THEIRS | {*devices}
        assert not unmarked(driver, names)
        for device in ("table-1", "t5", "t8", "none"):  # more at once than six wait in Chromium
            driver.get(f"{site.address}/table/{device}")
            until(lambda: driver.execute_script(ready))
            assert not unmarked(driver, names), device
        site.stop()
        until(lambda: len(driver.find_elements("css selector", "#notices .bad")) == 2)
        assert not unmarked(driver, names)


def test_no_word_of_a_tournament_in_a_browser_escapes(site: DoorSite) -> None:
    """The pages whose scripts say something: a new round is called, a result refused."""
    walk = steps(site.hall)
    names = OURS | THEIRS

    def go_to(step: str) -> None:
        assert step in walk

    site.organiser()
    go_to("draft")
    with page(f"{site.address}/t/1/tv{LANGUAGE}", TELEVISION, still=True) as driver:
        assert not unmarked(driver, names)
        driver.get(f"{site.address}/t/1?me=2")
        until(lambda: driver.execute_script("return document.getElementById('live') !== null"))
        go_to("announced")
        until(lambda: driver.find_elements("css selector", ".calling"))
        assert not unmarked(driver, names)
        for step in ("claimed", "played", "second"):
            go_to(step)
            for path in ("/t/1/tv", "/t/1/standings", "/t/1?me=7"):
                driver.get(f"{site.address}{path}")
                assert not unmarked(driver, names), (step, path)
        driver.get(f"{site.address}/organiser/login?next={HOME}/round/2")
        driver.find_element("name", "password").send_keys(PASSWORD)
        driver.find_element("css selector", "main .btn").click()
        until(lambda: driver.find_elements("css selector", ".results"))
        assert not unmarked(driver, names)
        site.stop()
        driver.find_element("css selector", "[value=swap]").click()
        until(lambda: driver.find_elements("id", "told"))
        assert not unmarked(driver, names)


def test_what_a_device_says_is_worded_for_whoever_looks() -> None:
    """A device in English, a visitor in another language; what only the device knows stays."""
    state, tables = game(3)[60].state, Tables()
    amiss = [
        {"case": "scanner-unplugged", "part": "", "number": 0},
        {"case": "not-saved", "part": "", "number": 0},
    ]
    seats = [{**seat, "named": number > 0} for number, seat in enumerate(state["seats"])]
    changes = {
        "amiss": amiss,
        "problems": ["Scanner unplugged", "Scans are not saved"],
        "seats": seats,
    }
    tables.take("table-1", "state", {**state, **changes, "game_id": "1"}, 0.0)
    (tile,) = tables.tiles.values()
    for message in (title(tile), *menu(tile), *problems(tile), tile.players[0].name):
        assert isinstance(message, Message)
        assert not escaped(say(message, pseudo())), message
    assert tile.players[1].name == state["seats"][1]["name"]
    foreign = tile._replace(game="another-makers")
    assert (title(foreign), menu(foreign)) == (state["title"], tuple(state["menu"]))
