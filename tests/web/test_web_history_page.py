"""The history in a real browser: what people see, tap, choose and hear."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.browser import accessible, complaints_of, page, text_of, why_none
from support.history_made import evenings, journal
from support.history_page import Seen, address, kept
from support.web_site import Site

pytestmark = pytest.mark.skipif(bool(why_none()), reason=why_none() or "there is one")

MADE = evenings(70, seed=4)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    journal(tmp_path, MADE)
    yield from kept(tmp_path)


def test_evenings_are_listed_with_who_won(site: Site) -> None:
    with page(address(site)) as driver:
        seen = Seen(driver)
        assert text_of(driver, "#sum") == "70 games"
        told = site.get("/history.json").json["list"]
        assert seen.texts("#games strong") == ["".join(one["says"]) for one in told]
        assert seen.do("return document.querySelector('#games li').className") == (
            f"card {told[0]['badge'] or 'none'}"
        )
        assert seen.texts("#games li:first-child b") == [
            f"{total} " for _, _, total in told[0]["seats"]
        ]
        assert complaints_of(driver) == []


def test_a_tap_opens_a_game_round_by_round(site: Site) -> None:
    with page(address(site)) as driver:
        seen = Seen(driver)
        at = next(at for at, told in enumerate(reversed(MADE)) if told)
        seen.open(at)
        rows = seen.do(
            """return [...document.querySelectorAll('.more:not([hidden]) tbody tr')].map((row) =>
            [...row.children].map((cell) => cell.textContent))"""
        )
        told = site.get(f"/games/{70 - at}").json
        assert rows == told["table"]["rows"]
        assert text_of(driver, ".more:not([hidden]) a") == "To BG Stats"
        button = driver.find_elements("css selector", "#games button")[at]
        assert button.get_attribute("aria-expanded") == "true"
        seen.do("arguments[0].click()", button)
        assert button.get_attribute("aria-expanded") == "false"
        assert seen.do("return document.querySelectorAll('.more:not([hidden])').length") == 0
        assert complaints_of(driver) == []


def test_choices_stand_in_the_address_and_go_back_and_forth(site: Site) -> None:
    with page(address(site, "#facts")) as driver:
        seen = Seen(driver)
        seen.choose("player", "Bo")
        with_bo = text_of(driver, "#sum")
        assert driver.current_url.endswith("/history?player=Bo#facts")
        seen.choose("menu", "game=omakase")
        assert driver.current_url.endswith("/history?game=omakase&player=Bo#facts")
        (told,) = site.get("/history.json?game=omakase&player=Bo").json["figures"]
        assert seen.texts("#facts h2") == [f"Omakase {told['games']}"]
        driver.back()
        seen.wait()
        assert text_of(driver, "#sum") == with_bo
        assert seen.do("return document.forms[0].menu.value") == ""
        driver.forward()
        seen.wait()
        assert seen.do("return document.forms[0].menu.value") == "game=omakase"
        driver.refresh()
        seen.shown = 0
        seen.wait()
        assert seen.do("return document.forms[0].player.value") == "Bo"
        assert complaints_of(driver) == []


def test_plots_say_their_numbers(site: Site) -> None:
    with page(address(site, "?game=omakase#facts")) as driver:
        seen = Seen(driver)
        told = site.get("/history.json?game=omakase").json["figures"][0]
        images = [name for role, name in accessible(driver) if role == "image"]
        assert images == [plot["words"] for plot in told["plots"]["each"]]
        dots = seen.do("return document.querySelectorAll('figure circle').length")
        assert dots == sum(len(plot["points"]) for plot in told["plots"]["each"])
        for image, (who, *_) in zip(images, told["players"]["rows"], strict=True):
            numbers = [int(one.replace(",", "")) for one in re.findall(r"[\d,]*\d", image)[1:]]
            wanted = [
                one["total"]
                for made in MADE
                if made and made["game"] == "omakase"
                for one in made["seats"]
                if one["name"] == who[1]
            ]
            assert numbers == wanted
        assert complaints_of(driver) == []
