"""The scoreboard in a real browser: what people see at a table, on a phone and across a room."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.browser import complaints_of, page, text_of, until, why_none
from support.web_scenes import NAMES, THREE, address, eight, ended, seats_on, shows, three, written
from support.web_shown import EVENINGS, Watched, evening
from support.web_site import Site, served

from engine.report import report
from firmware.web.page import Limits

pytestmark = pytest.mark.skipif(bool(why_none()), reason=why_none() or "there is one")
PAYLOAD = '<img src=x onerror="window.owned=1"><script>window.owned=1</script>'


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with served(tmp_path, Limits()) as site:
        yield site


@pytest.mark.parametrize("file", EVENINGS[::4], ids=lambda file: file.stem)
def test_an_evening_is_seen_as_its_result_has_it(file: Path, site: Site) -> None:
    with page(address(site), still=True) as driver:
        for number, watched in enumerate(evening(file, NAMES)):
            over = watched.table.phase in ("scored", "finished")
            if number % 9 == 0 or over:
                shows(driver, site, watched)
                seen = {one["name"]: one for one in seats_on(driver)}
                for seat in report(watched.table, NAMES)["seats"]:
                    if watched.table.phase != "lobby":
                        assert seen[seat["name"]]["live"] == written(seat["live"])
                    if over:
                        assert seen[seat["name"]]["sums"][-1] == written(seat["live"])
        assert complaints_of(driver) == []


# --- eyes ------------------------------------------------------------------------


def test_an_empty_table_says_how_to_begin(site: Site) -> None:
    with page(address(site)) as driver:
        shows(driver, site, Watched())
        assert text_of(driver, "#awaited") == "Scan a game or menu,then your badges,then NEXT"
        assert seats_on(driver) == []


def test_a_refused_card_says_why_in_its_place(site: Site) -> None:
    with page(address(site)) as driver:
        shows(driver, site, three().lay("red", "tofu/1").lay("blue", "tofu/1"))
        assert text_of(driver, "#card.bad") == "✗ Not counted. Tofu: lies with Chris"
        assert text_of(driver, "#whose bdi") == "Bo"


def test_what_is_amiss_is_said(site: Site) -> None:
    table = three()
    table.saved = False
    table.showing.missing["s"] = "Scanner unplugged"
    with page(address(site)) as driver:
        shows(driver, site, table)
        said = text_of(driver, "#notices")
        assert said == "UNSAVED: Scores are not saved!Scanner unplugged"


def test_why_a_total_is_what_it_is(site: Site) -> None:
    with page(address(site)) as driver:
        table = three().lay("red", "tofu/1", "temaki/1").scans("command score", "command score")
        shows(driver, site, table.scans("command next").lay("red", "squid-nigiri/1"))
        rows = driver.execute_script(
            """return [...document.querySelectorAll('#why-red tr')].map((row) =>
            [...row.children].map((cell) => cell.textContent))"""
        )
        assert rows == [
            ["", "R1", "R2", "All"],
            ["Temaki", "4", "·", "4"],
            ["Tofu", "2", "·", "2"],
            ["Nigiri", "·", "3", "3"],
            ["In all", "6", "3", "9"],
        ]


def test_the_winner_stands_in_the_middle_and_comes_first(site: Site) -> None:
    with page(address(site, "/tv")) as driver:
        shows(driver, site, ended("blue"))
        assert text_of(driver, "#won") == "Bo wins!"
        assert text_of(driver, "#steps .first b") == "Bo"
        assert seats_on(driver)[0]["name"] == "Bo"
        assert driver.execute_script("return document.querySelector('#podium').className") == (
            "card blue"
        )
        assert not driver.execute_script("return document.querySelector('#podium').hidden")


def test_a_tv_shows_how_far_each_tray_is_in_full(site: Site) -> None:
    table = three().lay("red", "tofu/1").scans("command score", "command score", "command next")
    table.lay("red", *(f"tofu/{n}" for n in range(2, 6))).lay("green", "tofu/6")
    with page(address(site, "/tv"), (1920, 1080), still=True) as driver:
        until(lambda: driver.execute_script("return location.hash") == "#tv")
        shows(driver, site, table)
        assert text_of(driver, ".meta").startswith("red · leads · 4 of ")
        cut = driver.execute_script(
            """return [...document.querySelectorAll('.meta, .name')].filter((one) =>
            one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
        )
        assert cut == []


def test_the_end_leads_to_bg_stats(site: Site) -> None:
    with page(address(site)) as driver:
        link = driver.find_element("css selector", "#after a")
        shows(driver, site, three().lay("red", "tofu/1"))
        assert not link.is_displayed()
        shows(driver, site, ended("red"))
        assert link.is_displayed()
        assert link.get_dom_attribute("href") == "/bg"


def test_names_are_text_and_nothing_else(site: Site) -> None:
    names = {"red": PAYLOAD, "blue": "=1+1&lt;", "green": "مها \u202e evil"}
    table = Watched(*THREE, "command next", names=names).lay("red", "tofu/1").lay("blue", "tofu/1")
    with page(address(site)) as driver:
        shows(driver, site, table)
        assert [one["name"] for one in seats_on(driver)] == list(names.values())
        shows(driver, site, table.scans("command score"))
        assert PAYLOAD in text_of(driver, "#asks")
        assert driver.execute_script("return window.owned") is None
        assert driver.execute_script("return document.querySelector('#seats img')") is None
        assert complaints_of(driver) == []


@pytest.mark.parametrize("size", [(320, 640), (640, 360)])
def test_eight_seats_with_long_names_fit_the_smallest_phone(
    site: Site, size: tuple[int, int]
) -> None:
    with page(address(site), size) as driver:
        shows(driver, site, eight())
        for button in driver.find_elements("css selector", ".seat button"):
            driver.execute_script("arguments[0].click()", button)
        assert driver.execute_script("return document.documentElement.scrollWidth") <= size[0]
        over = driver.execute_script(
            """return [...document.querySelectorAll('main *')].filter((node) =>
            node.getClientRects().length && node.getBoundingClientRect().right > innerWidth + 1 &&
            !node.closest('.name bdi, .lane')).map((node) => node.outerHTML.slice(0, 80))"""
        )
        assert over == []


def test_a_tv_shows_all_eight_without_scrolling(site: Site) -> None:
    with page(address(site, "/tv"), (1920, 1080)) as driver:
        until(lambda: driver.execute_script("return location.hash") == "#tv")
        until(lambda: driver.execute_script("return document.body.dataset.v"))
        shows(driver, site, eight())
        bottoms = driver.execute_script(
            """return [...document.querySelectorAll('.seat, #now')]
            .map((node) => node.getBoundingClientRect().bottom)"""
        )
        assert len(bottoms) == 9
        assert max(bottoms) <= 1080
        sizes = driver.execute_script(
            """return ['.name', '.live', '#awaited'].map((one) =>
            parseFloat(getComputedStyle(document.querySelector(one)).fontSize))"""
        )
        assert sizes[0] >= 32  # legible across a room
        assert min(sizes[1:]) >= 64
