"""The hall and a table's own page as people see them, in Chromium."""

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from support.axe import violations
from support.browser import accessible, complaints_of, looks, page, text_of, until
from support.hall_site import HallSite

from firmware.common.system.text import quoted
from firmware.hall.tables import Assignment, SeatedPlayer
from firmware.hall.tournament.stage import Stage

TELEVISION, LAPTOP, PHONE, SMALL = (1920, 1080), (1280, 800), (390, 844), (360, 640)
UHD = (3840, 2160)
# Long ones, and such as are told apart by their ends only.
NAMES = [
    "Anna Magdalena Jörgensen", "Jürgen J", "Bartholomew Fitzgerald", "Zoë", "Ji", "Ann",
    "Maximilian Großmeyer (9)", "Maximilian Großmeyer (3)", "Konstantin Jagiełłończyk",
    "Wilhelmina van der Jagt", "Alexander Schmidt-Meyer", "Alexander Schmidt-Maier",
]  # fmt: skip
NASTY = "<img src=x onerror=document.title='hit'>"
OUTSIDE = """
const box = document.documentElement.getBoundingClientRect(), wide = innerWidth;
return [...document.querySelectorAll('#tables a *')].filter((node) => {
  const { left, right, bottom, width } = node.getBoundingClientRect();
  const tile = node.closest('li.tile').getBoundingClientRect();
  return width > 1 && (right > wide + 1 || left < -1 || bottom > tile.bottom + 1);
}).map((node) => node.outerHTML)"""
CUT_OFF = """
return [...document.querySelectorAll('#tables .label')]
  .filter((node) =>
    node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 2)
  .map((node) => node.textContent)"""
SMALLEST = """
return Math.min(...[...document.querySelectorAll('#tables .seat bdi, #tables .stage')]
  .map((node) => parseFloat(getComputedStyle(node).fontSize)))"""
NAMES_CUT = """
const full = ({ clientWidth, scrollWidth, clientHeight, scrollHeight }) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight + 1;
const seen = (node) => node.closest('li.tile').getBoundingClientRect().bottom < innerHeight;
return [...document.querySelectorAll('#tables a, #tables .seat bdi')].filter(seen).filter(full)
  .map((node) => node.textContent)"""

# As many of a page's seconds as `speed` says pass in one.
QUICK = """
const own = setInterval;
setInterval = (on, ms) => own(() => { for (let n = 0; n < (window.speed ?? 1); n++) on() }, ms);"""


@pytest.fixture
def site() -> Iterator[HallSite]:
    with HallSite() as site:
        yield site


def shown(driver: Any) -> list[str]:
    """The tables in their order, as they are called."""
    return driver.execute_script(
        "return [...document.querySelectorAll('#tables > li .label')].map((o) => o.textContent)"
    )


def ready(driver: Any, site: HallSite) -> None:
    until(
        lambda: (
            driver.execute_script("return document.body.dataset.v") == str(site.tables.number + 1)
        )
    )


def until_large(driver: Any, least: float) -> None:
    until(lambda: driver.execute_script(SMALLEST) >= least)


@pytest.mark.parametrize("count", [1, 9, 40])
@pytest.mark.parametrize("size", [TELEVISION, LAPTOP])
def test_forty_tables_are_on_one_screen(site: HallSite, count: int, size: tuple[int, int]) -> None:
    """Nothing is cut off or scrolls, and on a television nothing is smaller than 16 of 1080."""
    site.fill(count)
    with page(site.address, size, still=True) as driver:
        ready(driver, site)
        assert shown(driver) == [f"Table {number}" for number in range(1, count + 1)]
        until(lambda: driver.execute_script(OUTSIDE) == [])
        assert driver.execute_script("return document.documentElement.scrollHeight") == size[1]
        assert driver.execute_script(SMALLEST) >= (16 if size == TELEVISION else 10)
        assert not driver.find_element("id", "turns").is_displayed()
        assert complaints_of(driver) == []


def test_two_hundred_tables_turn_by_themselves_unless_held(site: HallSite) -> None:
    site.fill(200)
    with page("about:blank", TELEVISION, still=True) as driver:
        added = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": QUICK})
        driver.get(site.address)
        driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
        ready(driver, site)
        first = shown(driver)
        assert len(first) >= 32
        assert text_of(driver, "#turns span").startswith("1 of ")
        driver.find_element("id", "on").click()
        second = shown(driver)
        assert second[0] == f"Table {len(first) + 1}"
        driver.find_element("id", "back").click()
        driver.find_element("id", "back").click()
        assert shown(driver)[-1] == "Table 200"
        driver.find_element("id", "hold").click()
        held = shown(driver)
        driver.execute_script("speed = 12")
        time.sleep(2)  # two pages long
        assert shown(driver) == held
        driver.find_element("id", "hold").click()
        until(lambda: shown(driver) == first)


@pytest.mark.parametrize("count", [13, 40])
@pytest.mark.parametrize("size", [TELEVISION, LAPTOP])
def test_tables_with_the_longest_names_are_whole(
    site: HallSite, count: int, size: tuple[int, int]
) -> None:
    for number in range(count):
        device = f"the-golden-dragons-hall-table-{number:02}"
        site.play(device, upto=30, call=number == 3, problems=["No scanner"] * (number == 4))
    with page(site.address, size, still=True) as driver:
        ready(driver, site)
        until(lambda: driver.execute_script(OUTSIDE) == [])
        assert driver.execute_script(CUT_OFF) == []


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("count", [9, 40])
def test_long_names_are_whole_and_can_be_read(site: HallSite, count: int, players: int) -> None:
    """On a television no letter of them is smaller than 13 of 1080, whatever comes meanwhile."""
    site.fill(count, names=NAMES)
    for device, tile in [*site.tables.tiles.items()]:
        more = [player._replace(name=NAMES[-1]) for player in tile.players[: players - 4]]
        site.tables.tiles[device] = tile._replace(players=(*tile.players, *more))
    with page(site.address, TELEVISION, still=True) as driver:
        ready(driver, site)
        for size, least in ((TELEVISION, 12.9), (UHD, 25.8), (LAPTOP, 9.5), (PHONE, 13)):
            for dark in (False, True):
                looks(driver, size, dark, still=True)
                until_large(driver, least)
                until(lambda: driver.execute_script(NAMES_CUT) == [])
                assert violations(driver) == []
        looks(driver, TELEVISION, still=True)
        site.play("table-1", upto=30)
        site.fill(3, seed=2, names=NAMES[::-1])
        ready(driver, site)
        until(lambda: driver.execute_script(NAMES_CUT) == [])
        assert complaints_of(driver) == []


def test_a_table_that_calls_comes_first_is_counted_and_blinks(site: HallSite) -> None:
    site.fill(9)
    with page(site.address, TELEVISION) as driver:
        ready(driver, site)
        site.play("table-7", upto=30, call=True)
        until(lambda: shown(driver)[0] == "Table 7")
        assert text_of(driver, "#calls") == "Table 7 calls"
        assert driver.title.startswith("(1)")
        blinks = "return document.querySelector('.call .head').getAnimations().length"
        assert driver.execute_script(blinks) == 1
        driver.find_element("id", "hold").click()
        assert driver.execute_script(blinks) == 0
        driver.find_element("id", "hold").click()
        looks(driver, TELEVISION, still=True)
        assert driver.execute_script(blinks) == 0
        site.play("table-7", upto=30)
        until(lambda: shown(driver)[0] == "Table 1")
        assert text_of(driver, "#calls") == ""


def test_a_phone_finds_its_owner_and_remembers(site: HallSite) -> None:
    site.fill(20, names=["Ann", "Bo"])
    site.play("table-21", upto=40)  # there sits Jürgen
    with page(site.address, SMALL) as driver:
        ready(driver, site)
        assert len(shown(driver)) == 21
        field = driver.find_element("css selector", "#find input")
        field.send_keys("jurgen")
        until(lambda: shown(driver) == ["Table 21"])
        assert text_of(driver, ".me bdi") == "Jürgen"
        driver.refresh()
        until(lambda: shown(driver) == ["Table 21"])
        driver.find_element("css selector", "#tables a").click()
        until(lambda: text_of(driver, ".me bdi") == "Jürgen")
        driver.find_element("id", "all").click()
        until(lambda: shown(driver) == ["Table 21"])
        field = driver.find_element("css selector", "#find input")
        field.clear()
        field.send_keys("nobody")
        until(
            lambda: text_of(driver, "#none") == "Nobody by the name of nobody sits at a table now."
        )
        assert driver.execute_script("return document.documentElement.scrollWidth") == SMALL[0]


def test_a_leader_the_round_and_whoever_is_away_are_said_in_words(site: HallSite) -> None:
    site.play("table-1", upto=40)
    site.play("table-2", upto=2)
    site.play("table-3", upto=-1)
    site.play("table-4", upto=40)
    site.say("table-4", "availability", "offline")
    with page(site.address, TELEVISION) as driver:
        ready(driver, site)
        named = [name for role, name in accessible(driver) if role == "link"]
    links = [name for name in named if name.startswith("Table ")]
    tile = site.tables.tiles["table-1"]
    leads = next(player for player in tile.players if player.badge == tile.leaders[0])
    assert links[0].startswith(f"Table 1 Round {tile.round} of 3")
    assert f"{leads.name} leads {leads.points}" in links[0]
    assert links[1].startswith("Table 2 Not begun")
    assert links[2].startswith("Table 3 Finished")
    assert f"{site.tables.tiles['table-3'].winners[0]} won" in links[2]
    assert links[3].startswith("Table 4 Offline")


def test_a_tables_own_page_tells_all_of_it(site: HallSite) -> None:
    site.play("table-5", seed=3, upto=60, page="http://192.168.1.7:8080")
    with page(f"{site.address}/table/table-5", PHONE) as driver:
        until(lambda: text_of(driver, "#label") == "Table 5")
        tile = site.tables.tiles["table-5"]
        assert text_of(driver, "#players-h") == tile.title
        chips = driver.find_elements("css selector", "#menu .chip")
        assert [chip.text for chip in chips] == [*tile.menu]
        points = driver.find_elements("css selector", "#seats b")
        assert [int(element.text) for element in points] == sorted(
            (player.points for player in tile.players), reverse=True
        )
        assert driver.find_element("id", "page").get_attribute("href") == f"{tile.page}/"
        assert not driver.find_element("id", "rounds").is_displayed()
        site.play("table-5", seed=3, page="javascript:alert(1)", problems=["No scanner"], call=True)
        until(lambda: driver.find_element("id", "rounds").is_displayed())
        rows = driver.find_elements("css selector", "#rounds tbody tr")
        totals = [int(row.text.split()[-1]) for row in rows]
        assert totals == sorted(
            (player.points for player in site.tables.tiles["table-5"].players), reverse=True
        )
        assert not driver.find_element("id", "page").is_displayed()
        assert text_of(driver, "#notices") == "This table calls the organiser.No scanner"
        assert complaints_of(driver) == []


@pytest.mark.parametrize("device", [NASTY.replace("/", ""), "%ff"])
def test_a_table_that_nobody_knows_is_said_to_be_unknown(site: HallSite, device: str) -> None:
    with page(f"{site.address}/table/{device}", PHONE) as driver:
        until(lambda: text_of(driver, "#notices") == "The board has not heard of this table.")
        assert text_of(driver, "#label")
        assert not driver.find_element("id", "seats").find_element("xpath", "..").is_displayed()
        site.say("other", "availability", "online")
        assert driver.title != "hit"
        assert complaints_of(driver) == []


def test_of_players_with_the_same_name_only_the_winner_has_won(site: HallSite) -> None:
    message = site.play("table-1")
    seats = [{**seat, "name": "Ann"} for seat in message.state["seats"]]
    site.say("table-1", "state", {**message.state, "seats": seats, "winners": ["Ann"]})
    with page(site.address, LAPTOP) as driver:
        ready(driver, site)
        won = [seat.text for seat in driver.find_elements("css selector", "#tables .seat.first")]
        assert len(won) == sum(seat["place"] == 1 for seat in seats) < len(seats), won


def test_what_devices_say_is_text(site: HallSite) -> None:
    message = site.play("table-1", upto=40)
    seats = [{**seat, "name": NASTY} for seat in message.state["seats"]]
    foreign = {**message.state, "game": "another-makers"}  # whose title nobody here knows
    words = json.loads(json.dumps(foreign).replace(message.state["title"], NASTY))
    device = f"x{NASTY}"
    site.say(device, "availability", "online")
    nasty = {**words, "seats": seats, "menu": [NASTY], "problems": [NASTY], "call": True}
    site.say(device, "state", {**nasty, "turn": NASTY, "winners": [NASTY]})
    with page(site.address, LAPTOP) as driver:
        ready(driver, site)
        driver.find_element("css selector", "#tables .call a").click()
        until(lambda: text_of(driver, "#players-h") == NASTY)
        assert text_of(driver, "#label") == device
        assert driver.find_elements("css selector", "img[src=x]") == []
        assert driver.title != "hit"
        assert complaints_of(driver) == []


@pytest.mark.parametrize("path", ["/", "/?find=ann", "/table/table-2", "/table/table-4"])
def test_axe_finds_nothing(site: HallSite, path: str) -> None:
    site.fill(9)
    site.play("table-2", upto=40, call=True, problems=["No scanner"])
    site.play("table-4", seed=2)
    site.say("table-3", "availability", "offline")
    site.site.feed.say([quoted("the broker does not answer")])
    problems = set()
    with page(f"{site.address}{path}", still=True) as driver:
        ready_at = "return document.body.dataset.v"
        until(lambda: driver.execute_script(ready_at))
        for size, dark in (TELEVISION, False), (LAPTOP, True), (PHONE, False), ((640, 400), True):
            looks(driver, size, dark, still=True)
            problems |= {f"{size} {dark} {violation}" for violation in violations(driver)}
    assert problems == set()


def test_a_round_shows_who_has_not_begun_and_where_everybody_sits(site: HallSite) -> None:
    site.play("okanjo-a1", upto=-1)
    site.play("okanjo-b2", upto=30)
    site.play("okanjo-c3", upto=30, seating="r2-t3")
    site.play("okanjo-d4", upto=30)
    names = ("Cem", "Dörte", "Eve")
    site.tables.assign(
        {
            device: Assignment(
                number,
                f"r2-t{number}",
                "Autumn Cup",
                Stage("round", 2),
                tuple(SeatedPlayer(badge, f"{name} {number}", 0, None) for badge, name in seats),
            )
            for number, device in enumerate(("okanjo-a1", "okanjo-b2", "okanjo-c3"), 1)
            for seats in [list(zip(("red", "orange", "yellow"), names, strict=True))]
        }
    )
    with page(site.address, TELEVISION) as driver:
        ready(driver, site)
        assert shown(driver) == ["okanjo-d4", "Table 1", "Table 2", "Table 3"]
        assert text_of(driver, "#sum") == "4 tables · 2 playing · 2 not begun"
        stages = [stage.text for stage in driver.find_elements("css selector", "#tables .stage")]
        assert stages == ["Round 1 of 3", "Not begun", "Other game", "Round 1 of 3"]
        driver.find_element("css selector", "#find input").send_keys("dorte 2")
        assert shown(driver) == ["Table 2"]
        driver.get(f"{site.address}/table/okanjo-b2")
        until(lambda: text_of(driver, "#label") == "Table 2")
        assert text_of(driver, "#players-h") == "Autumn Cup, round 2"
        assert "NEXT takes these seats" in text_of(driver, "#notices")
        assert "Device okanjo-b2." in text_of(driver, "#since")
        assert complaints_of(driver) == []
