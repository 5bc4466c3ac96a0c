"""What decided a round and a game, on the pages: it comes once one is over, and not before."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.axe import violations
from support.browser import looks, page, until
from support.setup_site import SetUp, set_up
from support.table_app import AppTable
from support.table_engine import EngineTable
from support.web_scenes import NAMES, BoardTab, address
from support.web_site import Site

from engine.position import Table
from engine.review.best_card import best_cards
from firmware.interfaces.web import reviews

CLASSIC = ("game sushi-go", "badge red", "badge blue", "badge green", "command next")
BLUE = "Bo: Sashimi instead of Egg nigiri: +9, and the lead"
ODD = "Chris had 5 points in every round."
ODD_OTHERS = ["Bo had 1 point in every round.", "Élodie came out of round 1 with 0 points."]
HEADS = ["What decided the game", "The best single card, round 3"]


def over(rounds: int = 1) -> EngineTable:
    """Bo could lead after the first round."""
    table = EngineTable(*CLASSIC, names=NAMES)
    for number in range(rounds):
        table.scan("next" if number else "")
        table.scan("red tempura tempura blue sashimi sashimi egg-nigiri score")
    return table


def test_there_is_nothing_while_a_round_is_open(site: Site) -> None:
    table = EngineTable(*CLASSIC, names=NAMES).scan("red tempura")
    site.feed.show(table.shown)
    assert site.get("/story").json == {"parts": [], "short": []}


def test_a_round_has_best_cards(site: Site) -> None:
    site.feed.show(over().shown)
    story = site.get("/story").json
    (part,) = story["parts"]
    assert part["heading"] == "The best single card, round 1"
    assert BLUE in part["sentences"]
    assert story["short"] == [f"The best single card, round 1. {BLUE}"]


def test_a_game_has_its_story_too(site: Site) -> None:
    site.feed.show(over(3).shown)
    story = site.get("/story").json
    assert [part["heading"] for part in story["parts"]] == HEADS
    sentences = story["parts"][0]["sentences"]
    assert "Chris led from the first round to the end." in sentences
    assert sentences[-3:] == [ODD, *ODD_OTHERS]
    assert story["short"] == sentences[:-2]  # from far away one of them is enough


def test_all_pages_that_ask_share_one_search(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[Table] = []

    async def best_cards_of(table: Table) -> reviews.BestCards:
        searched.append(table)
        await asyncio.sleep(0)
        return best_cards(table)

    monkeypatch.setattr(reviews, "best_cards", best_cards_of)
    first, second = over().table, over(2).table

    async def ask_four() -> list[reviews.BestCards]:
        shared = reviews.Reviews()
        cards = await asyncio.gather(*(shared.best_cards(first) for _ in range(3)))
        return [*cards, await shared.best_cards(first), await shared.best_cards(second)]

    assert asyncio.run(ask_four()) == [best_cards(first)] * 4 + [best_cards(second)]
    assert searched == [first, second]


# --- in a browser ----------------------------------------------------------------


def test_a_phone_loads_it_once_a_round_is_over(site: Site) -> None:
    table = EngineTable(*CLASSIC, names=NAMES).scan("red tempura tempura blue sashimi sashimi")
    site.feed.show(table.scan("egg-nigiri").shown)
    with page(address(site)) as driver:
        board = BoardTab(site, driver)
        loaded = "return performance.getEntriesByType('resource').some(e => /story/.test(e.name))"
        board.shows(table)
        assert not board.run(loaded)
        board.shows(table.scan("score"))
        until(lambda: BLUE in board.text("#story"), "it is not told")
        assert board.run(loaded)
        looks(driver, (390, 844), still=True)
        assert violations(driver) == []
        board.shows(table.scan("next"))
        assert board.run("return document.getElementById('story')") is None


def test_a_television_tells_the_best_of_all(site: Site) -> None:
    site.feed.show(over().shown)
    with page(address(site, "/tv"), (1920, 1080), still=True) as driver:
        board = BoardTab(site, driver)
        until(lambda: BLUE in board.text("#now #story"), "it is not told")
        fits = "const box = arguments[0].parentNode; return box.scrollHeight <= box.clientHeight"
        assert board.run(fits, driver.find_element("id", "story"))


# --- the history ------------------------------------------------------------------


def play(folder: Path, rounds: int = 3) -> None:
    """A game in whose journal the scans lead to its result, or the begin of one."""
    (folder / "state").mkdir()
    table = AppTable(folder / "state").scan(*CLASSIC)
    for number in range(rounds):
        table.scan("next" if number else "")
        table.scan("red tempura tempura blue sashimi sashimi egg-nigiri score")
    table.unplugged()


@pytest.fixture
def played(tmp_path: Path) -> Iterator[SetUp]:
    play(tmp_path)
    with set_up(tmp_path) as site:
        yield site


def test_a_game_of_the_history_has_all_of_it(played: SetUp) -> None:
    """By the names of today."""
    (game,) = played.get("/history.json").json["list"]
    named = {key: game[key] for key in ("number", "seen", "note", "venue")}
    sent = {**named, "day": "", "names": {"blue": "Bo"}}
    assert played.post("/history/annotate", sent).status == 200
    story = played.get("/games/1/story").json
    heads = [f"The best single card, round {number}" for number in (1, 2, 3)]
    assert [part["heading"] for part in story["parts"]] == [HEADS[0], *heads]
    assert story["parts"][0]["sentences"][-2] == "Bo had 1 point in every round."
    assert BLUE in story["parts"][1]["sentences"]
    assert played.get("/games/2/story").status == 404


def test_an_owner_may_want_the_story_alone(tmp_path: Path) -> None:
    play(tmp_path)
    with set_up(tmp_path, "[web]\noddities = false") as site:
        for path in ("/story", "/games/1/story"):
            sentences = site.get(path).json["parts"][0]["sentences"]
            assert sentences[0] == "Red led from the first round to the end."
            assert not any("in every round" in sentence for sentence in sentences)


def test_nothing_is_odd_while_a_game_goes_on(tmp_path: Path) -> None:
    """Its earlier games are looked at meanwhile."""
    play(tmp_path, rounds=2)
    with set_up(tmp_path) as site:
        for _ in range(2):
            (part,) = site.get("/story").json["parts"]
            assert part["heading"] == "The best single card, round 2"
