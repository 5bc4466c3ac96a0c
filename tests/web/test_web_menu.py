"""/menu: the dishes of this game with their examples, and what to do with the box."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browser import complaints_of, page, text_of, until
from support.page_words import unmarked
from support.playing import code
from support.pseudo import pseudo_installed  # noqa: F401 - a fixture
from support.web_scenes import NAMES
from support.web_shown import on_show
from support.web_site import Played, Site

from engine.games import sushi_go_party

PARTY = sushi_go_party.GAME
COMBO = ("preset cutthroat-combo", "badge red", "badge blue", "badge green")
TITLES = ["Nigiri", "Temaki", "Eel", "Tofu", "Miso soup", "Spoon", "Soy sauce", "Pudding"]


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    with Played(tmp_path) as site:
        yield site


def scan(site: Played, *lines: str) -> None:
    """Clicks at the desk, one after the other."""
    session = site.session()
    for line in lines:
        site.post("/scan", {"code": code(line)}, **session)


def drawn(driver: Any) -> list[str]:
    return driver.execute_script(
        "return [...document.querySelectorAll('.dish h2')].map((node) => node.firstChild.data)"
    )


def dishes(site: Site, query: str = "") -> dict[str, Any]:
    return site.get(f"/dishes{query}").json


# --- what is sent ----------------------------------------------------------------------------


def test_a_dish_has_its_rule_its_examples_and_what_to_watch_out_for(site: Site) -> None:
    site.feed.show(on_show(*COMBO).shown)
    menu = dishes(site)
    assert (menu["title"], [dish["title"] for dish in menu["dishes"]]) == (
        "Cutthroat Combo",
        TITLES,
    )
    temaki, spoon = menu["dishes"][1], menu["dishes"][5]
    assert (temaki["cards"], temaki["rule"]) == (
        "12 cards",
        "Whoever has the most scores 4 points, and whoever has the fewest, or none, −4.",
    )
    (trays,) = temaki["examples"]
    assert [tray["words"] for tray in trays] == [
        "3 × Temaki: 4",
        "2 × Temaki: 0",
        "no card: −4",
    ]
    assert trays[0]["cards"] == [{"look": ["temaki", "plum"], "back": False, "up": False}] * 3
    assert spoon["care"][-2:] == [
        "Actions go by the printed numbers, lowest first: this has 4, 5, 6.",
        "Not with 2 players.",
    ]


def test_the_numbers_are_those_of_who_sits_here(site: Site) -> None:
    site.feed.show(on_show(*COMBO[:3]).shown)
    temaki = dishes(site)["dishes"][1]
    assert (temaki["rule"], len(temaki["examples"][0])) == (
        "Whoever has the most scores 4 points.",
        2,
    )


def test_with_no_game_chosen_there_are_the_games(site: Site) -> None:
    site.feed.show(on_show().shown)
    menu = dishes(site)
    assert (menu["dishes"], menu["set_up"]) == ([], [])
    assert [slug for slug, _ in menu["games"]] == ["sushi-go-party", "sushi-go", "omakase"]
    everything = dishes(site, "?game=sushi-go-party")
    assert [dish["slug"] for dish in everything["dishes"]] == [kind.slug for kind in PARTY.kinds]
    assert site.get("/dishes?game=chess").status == 404


def test_the_box_beside_the_last_game(played: Played) -> None:
    """The journal knows it, so a power cut changes nothing."""
    assert dishes(played)["set_up"] == []
    scan(played, *COMBO)
    assert dishes(played)["set_up"][0].startswith("Take out of the box: Nigiri, Temaki,")
    scan(played, *["command next", "command score", "command score"] * 3, "command new-game")
    assert dishes(played)["set_up"][0] == "The dishes are those of the last game."
    scan(played, "preset party-sampler")
    assert dishes(played)["set_up"][:3] == [
        "Put back into the box: Eel, Miso soup, Spoon, Soy sauce, Pudding.",
        "Beside the last game’s, take out of the box: Tempura, Dumpling, Wasabi, Menu,"
        " Green tea ice cream.",
        "Shuffle 54 cards: all but the desserts.",
    ]
    scan(played, "command next", "command new-game", "command new-game")  # left, not finished
    assert dishes(played)["set_up"][0] == "The dishes are those of the last game."


def test_menus_are_proposed_while_one_can_be_chosen(played: Played) -> None:
    scan(played, *COMBO)
    first, second, _ = dishes(played)["proposals"]
    assert (first["title"], first["why"]) == (
        "My First Meal",
        "For a first game: the first menu in the rule book.",
    )
    assert second["code"] == code("preset points-platter")
    scan(played, "command next")
    assert dishes(played)["proposals"] == []
    scan(
        played,
        "command score",
        "command score",
        *["command next", "command score", "command score"] * 2,
    )
    first = dishes(played)["proposals"][0]
    assert first["why"] == "It was never played here."
    scan(played, "game sushi-go")
    assert dishes(played)["proposals"] == []
    assert dishes(played, "?game=sushi-go-party")["proposals"] == []


# --- in a browser ----------------------------------------------------------------------------


def test_the_page_follows_the_table(played: Played) -> None:
    with page(f"http://localhost:{played.port}/menu", still=True) as driver:
        until(lambda: text_of(driver, "#dishes") == "No game is chosen yet. Scan a game or menu.")
        scan(played, *COMBO)
        until(lambda: drawn(driver) == TITLES)
        assert text_of(driver, "h1") == "Cutthroat Combo"
        until(lambda: "Deal each player 10 cards." in text_of(driver, "#box"))
        scan(played, "badge orange", "preset dinner-for-two")
        until(lambda: "Uramaki" in drawn(driver))
        until(lambda: "Deal each player 9 cards." in text_of(driver, "#box"))
        assert complaints_of(driver) == []


def test_a_card_is_tapped_and_its_dish_is_there(played: Played) -> None:
    scan(played, *COMBO)
    with page(f"http://localhost:{played.port}/?scores", still=True) as driver:
        until(lambda: text_of(driver, "#menu a.chip"))
        driver.execute_script("document.querySelectorAll('#menu a.chip')[6].click()")
        until(lambda: text_of(driver, ".dish.open h2").startswith("Soy sauce"))
        assert driver.execute_script("return document.activeElement.id") == "dish-soy-sauce"
        until(lambda: driver.execute_script("return scrollY > 0"))
        driver.execute_script("document.querySelector('#pick a').click()")
        until(lambda: text_of(driver, ".dish.open h2").startswith("Nigiri"))


def test_what_is_refused_or_asked_about_leads_there(played: Played) -> None:
    scan(played, *COMBO)
    with page(f"http://localhost:{played.port}/?scores", still=True) as driver:
        scan(played, "card sushi-go-party/tempura/1")
        until(lambda: "Tempura: 2 for 5 points" in text_of(driver, "#card"))
        assert "Not counted" in text_of(driver, "#card")
        scan(played, "command what")
        until(lambda: text_of(driver, "#notices") == "WHAT: scan a card (WHAT again cancels)")
        scan(played, "card sushi-go-party/eel/1")
        until(lambda: text_of(driver, "#card") == "Eel: 1 is −3, more are\xa07")
        assert text_of(driver, "#notices") == ""
        driver.execute_script("document.querySelector('#card a').click()")
        until(lambda: text_of(driver, ".dish.open h2").startswith("Eel"))
        driver.get(f"http://localhost:{played.port}/menu?game=sushi-go-party#tempura")
        until(lambda: text_of(driver, ".dish.open h2").startswith("Tempura"))


def test_a_laid_card_leads_there_from_the_desk(played: Played) -> None:
    scan(played, *COMBO, "command next", "badge red", "card sushi-go-party/eel/1")
    address = f"http://localhost:{played.port}/desk#pin={played.pin.digits}"
    with page(address, size=(1280, 800), still=True) as driver:
        until(lambda: driver.execute_script("return document.querySelector('[name=about]')"))
        driver.execute_script("document.querySelector('[name=about]').click()")
        href = "return document.querySelector('#about a').getAttribute('href')"
        assert driver.execute_script(href) == "/menu#eel"


def test_how_a_turn_goes_is_one_tap_from_the_scores(played: Played) -> None:
    scan(played, *COMBO)
    with page(f"http://localhost:{played.port}/?scores", still=True) as driver:
        until(lambda: text_of(driver, "#menu dd"))
        driver.execute_script("document.querySelector('#menu [href$=play]').click()")
        until(lambda: "chooses a card" in text_of(driver, "#play li"))
        until(lambda: driver.execute_script("return document.activeElement.id") == "play")


@pytest.mark.parametrize("game", ["sushi-go-party", "sushi-go", "omakase"])
def test_every_game_says_how_it_goes(site: Site, game: str) -> None:
    assert len(dishes(site, f"?game={game}")["play"]) > 1


def test_a_phone_that_joins_is_one_tap_away(played: Played) -> None:
    scan(played, *COMBO)
    with page(f"http://localhost:{played.port}/join", still=True) as driver:
        until(lambda: text_of(driver, "#hint"))
        driver.execute_script("document.querySelector('#dishes').click()")
        until(lambda: drawn(driver) == TITLES)


def test_a_proposed_menu_is_taken_by_a_tap_and_the_pin(played: Played) -> None:
    scan(played, *COMBO)
    with page(f"http://localhost:{played.port}/menu", still=True) as driver:
        until(lambda: text_of(driver, "#which h3") == "My First Meal")
        driver.execute_script("document.querySelector('#which button').click()")
        until(lambda: driver.execute_script("return document.querySelector('#pin[open]')"))
        driver.execute_script(
            "document.querySelector('#pin input').value = arguments[0];"
            "document.querySelector('#pin form').requestSubmit()",
            played.pin.digits,
        )
        until(lambda: text_of(driver, "h1") == "My First Meal")
        assert played.table.table.preset == "my-first-meal"
        until(lambda: text_of(driver, "#told") == "Menu: My First Meal")


def test_every_drawing_is_there(played: Played) -> None:
    with page(f"http://localhost:{played.port}/menu", still=True) as driver:
        for game in ("sushi-go-party", "sushi-go", "omakase"):
            driver.get(f"http://localhost:{played.port}/menu?game={game}")
            until(lambda: drawn(driver))
            until(lambda: driver.execute_script("return document.querySelector('symbol')"))
            missing = driver.execute_script(
                "return [...document.querySelectorAll('#dishes use')].map((use) =>"
                " use.getAttribute('href')).filter((href) => !document.querySelector(href))"
            )
            assert missing == [], game


@pytest.mark.usefixtures("pseudo_installed")
@pytest.mark.parametrize("query", ["", "&game=sushi-go-party", "&game=sushi-go", "&game=omakase"])
def test_no_word_escapes(site: Site, query: str) -> None:
    site.feed.show(on_show(*COMBO, names=NAMES).shown)
    with page(f"http://localhost:{site.port}/menu?lang=en-XA{query}", still=True) as driver:
        until(lambda: driver.execute_script("return document.querySelector('.dish')"))
        assert unmarked(driver, tuple(NAMES.values())) == []


@pytest.mark.usefixtures("pseudo_installed")
def test_no_word_escapes_before_a_game(site: Site) -> None:
    site.feed.show(on_show().shown)
    with page(f"http://localhost:{site.port}/menu?lang=en-XA", still=True) as driver:
        until(lambda: text_of(driver, "#dishes"))
        assert unmarked(driver, ()) == []
