"""The history in a real browser: what people see, tap, choose, hear and reach by keys."""

import base64
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument
from support.browser import accessible, complaints_of, looks, page, text_of, until
from support.history_made import evenings, journal, report, seat
from support.web_site import Site, served

from engine.cards import BADGES

MADE = evenings(70, seed=4)
PAYLOAD = '<img src=x onerror="window.owned=1"><script>window.owned=1</script>'


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    journal(tmp_path, MADE)
    with served(tmp_path) as site:
        yield site


def address(site: Site, query: str = "") -> str:
    return f"http://localhost:{site.port}/history{query}"


class Seen:
    """The page, once it shows what its address asks for."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver
        self.shown = 0
        self.wait()

    def do(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def wait(self) -> None:
        """For the next answer."""
        script = "return +(document.body.dataset.n ?? 0)"
        self.shown = until(lambda: self.do(script) > self.shown and self.do(script))

    def choose(self, name: str, value: str) -> None:
        self.do(
            """const field = document.forms[0][arguments[0]];
            field.value = arguments[1];
            field.dispatchEvent(new Event("change", { bubbles: true }))""",
            *(name, value),
        )
        self.wait()

    def texts(self, selector: str) -> list[str]:
        texts: list[str] = self.do(
            "return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)",
            selector,
        )
        return texts

    def open(self, index: int = 0) -> None:
        """Tap a game."""
        self.do("document.querySelectorAll('#games button')[arguments[0]].click()", index)
        until(lambda: self.texts("#games .more:not([hidden]) td"))


def test_evenings_are_listed_with_who_won(site: Site) -> None:
    with page(address(site)) as driver:
        tab = Seen(driver)
        left = MADE.count(None)
        assert text_of(driver, "#sum") == f"{70 - left} games"
        games = site.get("/history.json").json["list"]
        assert tab.texts("#games > ol strong") == ["".join(game["says"]) for game in games]
        assert tab.do("return document.querySelector('#games li').className") == (
            f"card {games[0]['badge'] or 'none'}"
        )
        assert tab.texts("#games li:first-child b") == [
            f"{total} " for _, _, total in games[0]["seats"]
        ]
        assert complaints_of(driver) == []


def test_a_tap_opens_a_game_round_by_round(site: Site) -> None:
    with page(address(site)) as driver:
        tab = Seen(driver)
        index = next(index for index, game_report in enumerate(reversed(MADE)) if game_report)
        tab.open()
        rows = tab.do(
            """return [...document.querySelectorAll('.more:not([hidden]) tbody tr')].map((row) =>
            [...row.children].map((cell) => cell.textContent))"""
        )
        game = site.get(f"/games/{70 - index}").json
        assert rows == game["table"]["rows"]
        assert text_of(driver, ".more:not([hidden]) a.btn") == "Send to BG Stats"
        button = driver.find_element("css selector", "#games button")
        assert button.get_attribute("aria-expanded") == "true"
        tab.do("arguments[0].click()", button)
        assert button.get_attribute("aria-expanded") == "false"
        assert tab.do("return document.querySelectorAll('.more:not([hidden])').length") == 0
        assert complaints_of(driver) == []


def test_choices_stand_in_the_address_and_go_back_and_forth(site: Site) -> None:
    with page(address(site, "#facts")) as driver:
        tab = Seen(driver)
        tab.choose("player", "Bo")
        with_bo = text_of(driver, "#sum")
        assert driver.current_url.endswith("/history?player=Bo#facts")
        tab.choose("menu", "game=omakase")
        assert driver.current_url.endswith("/history?game=omakase&player=Bo#facts")
        (figure,) = site.get("/history.json?game=omakase&player=Bo").json["figures"]
        assert tab.texts("#facts > :not(#merge, #people) h2") == [f"Omakase {figure['games']}"]
        driver.back()
        tab.wait()
        assert text_of(driver, "#sum") == with_bo
        assert tab.do("return document.forms[0].menu.value") == ""
        driver.forward()
        tab.wait()
        assert tab.do("return document.forms[0].menu.value") == "game=omakase"
        driver.refresh()
        tab.shown = 0
        tab.wait()
        assert tab.do("return document.forms[0].player.value") == "Bo"
        assert complaints_of(driver) == []


def test_a_wide_screen_has_games_and_statistics_side_by_side(site: Site) -> None:
    with page(address(site)) as driver:
        looks(driver, (1280, 800), still=True)
        Seen(driver)
        games, facts = (driver.find_element("id", name).rect for name in ("games", "facts"))
        assert games["x"] < facts["x"]
        assert games["y"] == facts["y"] < 300
        assert complaints_of(driver) == []


def test_a_dish_leads_to_its_entry(site: Site) -> None:
    with page(address(site, "?game=omakase#facts")) as driver:
        Seen(driver)
        link = driver.find_element("css selector", "#facts ul a")
        dish = link.text.strip()
        link.click()
        until(lambda: driver.find_elements("css selector", ".dish.open"))
        assert text_of(driver, ".dish.open h2").startswith(dish)
        assert complaints_of(driver) == []


def test_plots_say_their_numbers(site: Site) -> None:
    with page(address(site, "?game=omakase#facts")) as driver:
        tab = Seen(driver)
        figure = site.get("/history.json?game=omakase").json["figures"][0]
        images = [name for role, name in accessible(driver) if role == "image"]
        assert images == [plot["words"] for plot in figure["plots"]["each"]]
        dots = tab.do("return document.querySelectorAll('figure circle').length")
        assert dots == sum(len(plot["points"]) for plot in figure["plots"]["each"])
        for image, (who, *_) in zip(images, figure["players"]["rows"], strict=True):
            numbers = [int(text.replace(",", "")) for text in re.findall(r"[\d,]*\d", image)[1:]]
            totals = [
                sat["total"]
                for made in MADE
                if made and made["game"] == "omakase"
                for sat in made["seats"]
                if sat["name"] == who[1]
            ]
            assert numbers == totals
        assert complaints_of(driver) == []


def test_a_player_is_compared_with_all_and_has_a_page(site: Site) -> None:
    with page(address(site, "#facts")) as driver:
        tab = Seen(driver)
        until(lambda: tab.texts("#people .standing"))
        assert tab.texts("#people .standing bdi") == [
            bar["who"][1] for bar in site.get("/people.json").json["bars"]
        ]
        tab.do("document.querySelector('#people .standing a').click()")
        until(lambda: tab.texts("#people dd"))
        person = site.get(f"/people.json?player={tab.texts('#people h2 bdi')[0]}").json
        assert tab.texts("#people dt") == [row["label"] for row in person["rows"]]
        assert tab.texts("#people dd b") == ["".join(row["value"]) for row in person["rows"]]
        assert complaints_of(driver) == []


def test_a_year_is_one_sheet_of_a4_when_printed(tmp_path: Path) -> None:
    """With as many people, menus and games as it can have."""
    names = {badge: f"{badge} {badge} {badge} {badge}"[:24] for badge in BADGES}
    folder = journal(tmp_path, evenings(300, 2, names), apart_s=86_400.0)
    with served(folder) as site, page(f"http://localhost:{site.port}/year?year=2024") as driver:
        until(lambda: driver.execute_script("return document.body.dataset.n"))
        assert len(driver.find_elements("css selector", "#months li")) == 12
        printed = driver.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
        assert complaints_of(driver) == []
    with closing(PdfDocument(base64.b64decode(printed["data"]))) as pdf:
        assert len(pdf) == 1
        assert [round(side * 25.4 / 72) for side in pdf[0].get_size()] == [210, 297]
        text = pdf[0].get_textpage().get_text_range()
        assert "The year 2024" in text
        assert "Average place" in " ".join(text.split())


FIRST_YEAR_LATE = """const fetched = fetch;
window.fetch = async (address) => {
  const answer = await fetched(address), content = await answer.json();
  answer.json = async () => content;
  if (address.endsWith("2024")) await new Promise((resolve) => { window.send = resolve; });
  return answer;
};
for (const year of [2024, 2025]) {
  document.forms[0].year.value = year;
  document.forms[0].year.onchange();
}"""


def test_of_two_years_the_one_chosen_last_is_shown(tmp_path: Path) -> None:
    """Even where the other's answer comes later."""
    folder = journal(tmp_path, evenings(40, 2, left=0.0), apart_s=10 * 86_400.0)
    with served(folder) as site, page(f"http://localhost:{site.port}/year?year=2024") as driver:
        run = driver.execute_script
        until(lambda: run("return document.body.dataset.n"))
        run(FIRST_YEAR_LATE)
        until(lambda: run("return window.send && document.body.dataset.n") == "2025")
        run("send()")
        assert text_of(driver, "h1") == "The year 2025"


# --- for everybody -------------------------------------------------------------------


def test_names_that_begin_alike_have_two_letters(tmp_path: Path) -> None:
    names = ("red", "Bo"), ("blue", "Bartholomew"), ("green", "Chris")
    seats = [seat(badge, name, [{"tofu": 6}]) for badge, name in names]
    with served(journal(tmp_path, [report(seats)])) as site, page(address(site)) as driver:
        assert sorted(Seen(driver).texts("#games button .plate")) == ["Ba", "Bo", "C"]


def test_names_are_text_and_nothing_else(tmp_path: Path) -> None:
    names = {"red": PAYLOAD, "blue": "=1+1&lt;", "green": "مها \u202e evil"}
    seats = [seat(badge, name, [{"tofu": 6}]) for badge, name in names.items()]
    journal(tmp_path, [report(seats), report(seats)])
    with served(tmp_path) as site, page(address(site)) as driver:
        tab = Seen(driver)
        tab.open()
        assert PAYLOAD in text_of(driver, "#games strong")
        tab.choose("player", PAYLOAD)
        assert PAYLOAD in text_of(driver, "#facts figcaption")
        assert tab.do("return window.owned") is None
        assert tab.do("return document.querySelector('main img, main script')") is None
        assert complaints_of(driver) == []
