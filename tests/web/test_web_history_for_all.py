"""The history for everybody: small phones, large names, dark rooms, keys and ears."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.browser import accessible, complaints_of, page, text_of, until, why_none
from support.history_made import evenings, journal, report, seat
from support.history_page import Seen, address, kept
from support.web_site import Site

pytestmark = pytest.mark.skipif(bool(why_none()), reason=why_none() or "there is one")

PAYLOAD = '<img src=x onerror="window.owned=1"><script>window.owned=1</script>'


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
