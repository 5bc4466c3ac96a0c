"""Long names, and a tournament's end, on a television: measured in Chromium."""

from itertools import islice
from random import Random
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys
from support.axe import violations
from support.browser import complaints_of, looks, page, text_of, until
from support.door_site import DoorSite
from support.random_acts import WHO, opening, pairing_act, played, seats_of

from firmware.hall.tournament import acts
from firmware.hall.tournament.pairing import Pairing

HD, UHD = (1920, 1080), (3840, 2160)
# What people are called; the longest have as many letters as a name may have.
NAMES = (
    "Anna Magdalena Jörgensen", "Jürgen J", "Bartholomew Fitzgerald", "Zoë", "Maximilian Großmeyer",
    "Ji", "Konstantin Jagiełłończyk", "Wilhelmina van der Jagt", "Ann",
)  # fmt: skip
# Of each name that is seen: its text, its letters in px, those of its line, how many lines it has,
# whether some of it is cut, and whether it is within its row.
SEEN = """
const px = (node, key) => parseFloat(getComputedStyle(node)[key]);
return [...document.querySelectorAll(arguments[0])]
  .filter((name) => name.clientWidth).map((name) => {
  const { fontSize, lineHeight } = getComputedStyle(name);
  const [own, row] = [name, name.parentElement].map((node) => node.getBoundingClientRect());
  const cut = name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 1;
  return {
    name: name.textContent, size: px(name, 'fontSize'), line: px(name.parentElement, 'fontSize'),
    lines: name.matches('.two') ? 2 : 1, cut, side: px(name, 'paddingLeft') / px(name, 'fontSize'),
    inside: own.top >= row.top - 1 && own.bottom <= row.bottom + 1 &&
      own.right - px(name, 'paddingRight') <= row.right + 1,
  };
})"""
TITLE = "Sushi-Weltmeisterschaft Düsseldorf 20261"  # as long as a title may be
LOWEST = """
const lines = document.querySelectorAll('.lines:not([hidden]) li:not([hidden])');
return Math.max(...[...lines].map((line) => line.getBoundingClientRect().bottom));"""
DRAWN = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"


def measured(driver: Any, selector: str) -> list[dict[str, Any]]:
    return list(driver.execute_script(SEEN, selector))


def play(site: DoorSite, *tables: tuple[int, ...]) -> None:
    """A tournament of one round; the players of each table, by their points."""
    names = [*NAMES, "W" * 24, "Q" * 24, "Ed"]
    site.hall.open(opening(title="Sushi Open Düsseldorf 2026"), WHO)
    site.hall.join(1, names[: sum(map(len, tables))], WHO, here=True)
    players = iter(site.hall.tournaments[1].players)
    seated = tuple(tuple(islice(players, len(points))) for points in tables)
    site.hall.act(1, pairing_act(site.hall.tournaments[1], Pairing(seated)), WHO)
    now = site.hall.act(1, acts.RoundAnnounced(1), WHO)
    for table, points in zip(now.rounds[0].tables, tables, strict=True):
        places = [1 + sum(more > own for more in points) for own in points]
        rows = zip(table.players, points, places, strict=True)
        site.hall.act(1, acts.ResultEntered(table.id, seats_of(rows)), WHO)


def end(site: DoorSite) -> None:
    site.hall.act(1, acts.TournamentEnded(), WHO)


STEPS = """
return [...document.querySelectorAll('.podium:not([hidden]) > li')].map((node) => {
  const { left, top } = node.querySelector('p').getBoundingClientRect();
  const names = [...node.querySelectorAll('bdi')].map((name) => name.textContent);
  return [node.querySelector('b').textContent, left, top, names];
})"""


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [HD, UHD])
def test_the_end_has_a_podium_and_then_the_standings(
    site: DoorSite, size: tuple[int, int], dark: bool
) -> None:
    play(site, (50, 40, 30, 20), (45, 35, 25, 15))
    with page(f"{site.address}/t/1/tv", size, still=True) as driver:
        looks(driver, size, dark, still=True)
        until(lambda: text_of(driver, "#what").startswith("Standings"))
        end(site)
        until(lambda: text_of(driver, "#what") == "The winners")
        first, second, third = driver.execute_script(STEPS)
        assert [first[0], second[0], third[0]] == ["1", "2", "3"], "so they are read out"
        assert second[1] < first[1] < third[1], "the first stands in the middle"
        assert first[2] < second[2] < third[2], "and highest"
        names = measured(driver, ".podium bdi")
        assert [name["name"] for name in names] == [*first[3], *second[3], *third[3]]
        assert all(name["inside"] and not name["cut"] for name in names), names
        assert violations(driver) == []
        driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        assert text_of(driver, "#what") == "Final standings"
        lines = measured(driver, ".lines:not([hidden]) li:not([hidden]) bdi")
        assert [line["name"] for line in lines[:3]] == [name["name"] for name in names]
        assert all(line["inside"] and not line["cut"] for line in lines), lines
        assert complaints_of(driver) == []


@pytest.mark.parametrize(
    ("tables", "places"),
    [
        ([(50, 50, 50, 20)], {"1": 3}),
        ([(50, 40, 40, 40)], {"1": 1, "2": 3}),
        ([(50, 50, 30), (50, 50, 30)], {}),  # too many for a step
        ([(50, 40)], {"1": 1, "2": 1}),
    ],
)
def test_who_shares_a_place_shares_its_step(
    site: DoorSite, tables: list[tuple[int, ...]], places: dict[str, int]
) -> None:
    play(site, *tables)
    end(site)
    with page(f"{site.address}/t/1/tv", HD, still=True) as driver:
        until(lambda: text_of(driver, "#what"))
        steps = driver.execute_script(STEPS)
        assert {place: len(names) for place, _, _, names in steps} == places
        assert text_of(driver, "#what") == ("The winners" if places else "Final standings")
        for name in measured(driver, ".podium bdi"):
            assert name["inside"], name


def test_a_name_in_a_list_shrinks_before_it_is_cut(site: DoorSite) -> None:
    play(site, (50, 40, 30, 20), (45, 35, 25, 15), (44, 34, 24, 14))
    with page(f"{site.address}/t/1/tv", HD, still=True) as driver:
        for size in HD, UHD, (1280, 720), (1080, 1920):
            looks(driver, size, still=True)
            driver.execute_async_script(DRAWN)
            lines = measured(driver, ".lines:not([hidden]) li bdi")
            assert len(lines) == 12
            for name in lines:
                assert name["inside"], name
                assert name["side"] >= 0.1
                assert len(name["name"]) > 8 or name["size"] == name["line"]
                assert name["size"] >= 0.5 * name["line"] - 0.1
                assert not name["cut"] or set(name["name"]) <= {*"WQ"}, name


def test_of_a_large_field_the_television_has_the_leaders_and_says_so(site: DoorSite) -> None:
    first, _, *rest = played(Random(7), 203, 1, title=TITLE)
    assert isinstance(first, acts.Opened)
    site.hall.open(first, WHO)
    site.hall.join(1, [f"N{number}" for number in range(203)], WHO, here=True)
    for act in rest[:-1]:
        site.hall.act(1, act, WHO)
    with page(f"{site.address}/t/1/tv", HD, still=True) as driver:
        until(lambda: text_of(driver, "#what"))
        for _ in range(10):
            assert driver.execute_script(LOWEST) <= HD[1], "a long title takes no second line"
            driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        site.hall.act(1, rest[-1], WHO)
        until(lambda: text_of(driver, "#what").startswith("First 200 · After round 1"))
        assert len(driver.find_elements("css selector", ".lines > li")) == 200
        assert complaints_of(driver) == []
