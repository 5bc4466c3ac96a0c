"""The history for everybody: small phones, large names, dark rooms, keys and ears."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browser import accessible, complaints_of, page, text_of, until, why_none
from support.history_made import evenings, journal, report, seat
from support.history_page import Seen, address, kept
from support.web_site import Site
from web.test_web_board_for_all import CONTRASTS

from engine.cards import BADGES

pytestmark = pytest.mark.skipif(bool(why_none()), reason=why_none() or "there is one")

PAYLOAD = '<img src=x onerror="window.owned=1"><script>window.owned=1</script>'
LONG = "Wolfgang Amadeus Theophil Mozart von Salzburg"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    journal(tmp_path, evenings(70, seed=4))
    yield from kept(tmp_path)


def test_names_are_text_and_nothing_else(tmp_path: Path) -> None:
    names = {"red": PAYLOAD, "blue": "=1+1&lt;", "green": "مها \u202e evil"}
    seats = [seat(badge, name, [{"tofu": 6}]) for badge, name in names.items()]
    journal(tmp_path, [report(seats), report(seats)])
    for site in kept(tmp_path):
        with page(address(site)) as driver:
            seen = Seen(driver)
            seen.open()
            assert PAYLOAD in text_of(driver, "#games strong")
            seen.choose("player", PAYLOAD)
            assert PAYLOAD in text_of(driver, "#facts figcaption")
            assert seen.do("return window.owned") is None
            assert seen.do("return document.querySelector('main img, main script')") is None
            assert complaints_of(driver) == []


def eight() -> list[Any]:
    kinds = {"green-tea-ice-cream": 12, "special-order": 0, "miso-soup": 9}
    seats = [seat(badge, LONG, [kinds, kinds, kinds], 6) for badge in BADGES]
    return [report(seats), report(seats)]


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (640, 360), (1280, 800)])
def test_eight_seats_with_long_names_fit(tmp_path: Path, size: tuple[int, int]) -> None:
    journal(tmp_path, eight())
    for site in kept(tmp_path):
        for part in ("#games", "#facts"):
            with page(address(site, part), size) as driver:
                seen = Seen(driver)
                seen.open()
                assert seen.do("return document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("part", ["#games", "#facts"])
def test_everything_is_legible(site: Site, dark: bool, part: str) -> None:
    with page(address(site, part), dark=dark, still=True) as driver:
        seen = Seen(driver)
        seen.open()
        seen.do("for (const one of document.querySelectorAll('details')) one.open = true")
        assert seen.do(CONTRASTS) == []


def test_all_of_it_by_keyboard(site: Site) -> None:
    from selenium.webdriver.common.keys import Keys

    with page(address(site)) as driver:
        seen = Seen(driver)
        found = []
        for _ in range(6):
            driver.switch_to.active_element.send_keys(Keys.TAB)
            found.append(driver.switch_to.active_element)
        named = [
            one.get_attribute("name") or one.get_attribute("href") or one.tag_name for one in found
        ]
        assert named[:2] == ["player", "menu"]
        assert named[2].endswith("#games")
        assert named[4] == "button"
        found[4].send_keys(Keys.ENTER)
        until(lambda: seen.texts("#games .more:not([hidden]) td"))


def test_what_a_screen_reader_finds(site: Site) -> None:
    with page(address(site, "#facts"), (1280, 900)) as driver:
        Seen(driver)
        tree = accessible(driver)
        roles = {role for role, _ in tree}
        assert {"main", "banner", "navigation", "region", "table", "combobox", "image"} <= roles
        assert ("region", "Players") in tree
        assert ("combobox", "Player") in tree
        (button, *_) = [name for role, name in tree if role == "button"]
        told = site.get("/history.json").json["list"][0]
        for _, name, total in told["seats"]:
            assert name in button
            assert total in button
