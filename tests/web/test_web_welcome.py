"""What / shows until a game has begun: gone through by touch, by keys and by scans."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from support.axe import violations
from support.browser import complaints_of, looks, page, text_of, until
from support.label_reading import read
from support.playing import code
from support.setup_site import SetUp, set_up
from support.soak import SOAK

from drivers.events import Reading
from engine.cards import BADGES
from firmware.common.settings.schema import LONGEST_NAME

STEPS = ("names", "sheet", "scanner", "game")
WINDOWS = ((360, 640), (1280, 800))
GAME = ("preset my-first-meal", "badge red", "badge blue", "command next")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SetUp]:
    with set_up(tmp_path) as site:
        yield site


class Newcomer:
    """Somebody who has just opened the device's address."""

    def __init__(self, site: SetUp, driver: Any) -> None:
        self.site, self.driver = site, driver
        self.says("#menus", "My First Meal")

    def see(self, selector: str) -> Any:
        from selenium.webdriver.common.by import By

        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def says(self, selector: str, words: str) -> None:
        until(lambda: words in text_of(self.driver, selector), f"{selector} does not say {words}")

    def stands_at(self, step: str) -> None:
        """That step is open, and no other."""
        until(lambda: self.see(f"#{step}").is_displayed())
        assert self.each("section:not([hidden])", "id") == [step]

    def each(self, selector: str, name: str) -> list[Any]:
        """That property of all of them."""
        script = (
            "return [...document.querySelectorAll(arguments[0])].map((node) => node[arguments[1]])"
        )
        return self.driver.execute_script(script, selector, name)

    def go(self, step: str) -> None:
        self.see(f"section:not([hidden]) .row [href='#{step}']").click()
        self.stands_at(step)

    def tap(self, selector: str) -> None:
        self.driver.execute_script("document.querySelector(arguments[0]).click()", selector)

    def scan(self, text: str) -> None:
        inbox = self.site.app.inbox
        inbox.put(Reading(text, "1a86:5723 Scanner", 0, self.site.app._clock(), 3.0))

    def is_at(self, path: str) -> None:
        until(lambda: self.driver.current_url == f"{self.site.address}{path}")


@pytest.fixture
def newcomer(site: SetUp) -> Iterator[Newcomer]:
    """On a phone; the PIN was given."""
    with page(f"{site.address}/#pin={site.pin.digits}") as driver:
        yield Newcomer(site, driver)
        driver.execute_script("localStorage.clear()")
        lost = [
            complaint for complaint in complaints_of(driver) if "net::ERR_" not in complaint
        ]  # it starts anew
        assert lost == []


def test_a_newcomer_gets_to_a_first_round(newcomer: Newcomer) -> None:
    site, driver = newcomer.site, newcomer.driver
    newcomer.stands_at("names")
    assert newcomer.each("input[name]", "maxLength") == [LONGEST_NAME] * len(BADGES)
    newcomer.see("[name=red]").send_keys("Chris")
    newcomer.see("[name=blue]").send_keys(" Bo \n")
    newcomer.stands_at("sheet")
    until(lambda: site.runs == 2)
    assert site.loaded().names == {"red": "Chris", "blue": "Bo"}
    assert driver.execute_script("return document.images[0].naturalWidth") == 340
    for link in newcomer.each("#sheet [href*=pdf]", "href"):
        assert site.get(link.removeprefix(site.address)).body.startswith(b"%PDF-")
    newcomer.go("scanner")
    newcomer.says("#heard", "Waiting for a scan")
    newcomer.scan(code("command page"))
    until(lambda: text_of(driver, "#heard") == "Your scanner works.")
    newcomer.go("game")
    newcomer.tap("#next")
    newcomer.says("#told", "Missing: game or menu")
    newcomer.tap("#menus button")
    newcomer.says("#hint", "My First Meal: Scan 2 more badges")
    newcomer.scan(code("badge red"))
    newcomer.says("#seats [aria-pressed=true]", "Chris")
    newcomer.tap("#seats [aria-pressed=false]")
    newcomer.tap("#undo")
    newcomer.says("#hint", "Scan 1 more badge")
    newcomer.tap(f"#seats [value='{code('badge blue')}']")
    newcomer.says("#hint", "NEXT starts round 1")
    newcomer.tap("#next")
    newcomer.is_at("/")
    until(lambda: [seat.name for seat in site.app.table.seats] == ["Chris", "Bo"])
    newcomer.says("#seats", "Chris")
    assert site.app.table.phase == "playing"


def test_whoever_has_no_scanner_goes_on_at_the_desk(newcomer: Newcomer) -> None:
    newcomer.driver.execute_script("location.hash = '#game'")
    for number, line in enumerate(GAME[:3], 1):
        newcomer.tap(f"[value='{code(line)}']")
        until(lambda: len(newcomer.site.app.table.past) == number)  # noqa: B023
    newcomer.tap("#next")
    newcomer.is_at("/desk")


def test_it_is_gone_for_good_once_a_game_has_begun(newcomer: Newcomer) -> None:
    site = newcomer.site
    assert site.get("/").body != site.get("/?scores").body
    assert site.get("/labels.json").json["first"]
    assert site.get("/welcome").status == 404
    for line in GAME:
        newcomer.scan(code(line))
    newcomer.says("#scores", "Red")  # by itself
    newcomer.scan(code("command undo"))
    until(lambda: site.app.table.phase == "lobby")
    site.changed({"names.red": "Ann"})
    assert site.get("/").body == site.get("/?scores").body
    assert not site.get("/labels.json").json["first"]


def test_one_tap_skips_it(newcomer: Newcomer) -> None:
    driver = newcomer.driver
    newcomer.see("#skip").click()
    for _ in range(2):
        newcomer.is_at("/?scores")
        until(lambda: text_of(driver, "#whose") == "The bill, please.")
        driver.get(f"{newcomer.site.address}/")


def test_the_code_on_the_screen_can_be_scanned(newcomer: Newcomer) -> None:
    """From a phone and a laptop, in light and dark, by one that sees a pixel for each of CSS."""
    newcomer.driver.execute_script("location.hash = '#scanner'")
    newcomer.stands_at("scanner")
    for size in WINDOWS:
        for dark in (False, True):
            looks(newcomer.driver, size, dark, still=True)
            shown = Image.open(io.BytesIO(newcomer.driver.get_screenshot_as_png())).convert("L")
            assert [barcode.text for barcode in read(shown)] == [code("command page")], size


def test_what_the_scanner_reads_instead_is_told(newcomer: Newcomer) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    newcomer.scan("123456")
    newcomer.says(
        "#heard", "read another code: 123456: Misread. Scan it again. Now scan the code above."
    )
    newcomer.scan(code("badge red"))
    newcomer.says("#heard", "Your scanner works. It read Red.")
    newcomer.driver.execute_script("location.hash = '#scanner'")
    newcomer.stands_at("scanner")
    keys = ActionChains(newcomer.driver, duration=0)
    keys.send_keys(code("command page"), Keys.ENTER).perform()
    newcomer.says("#heard", "The scanner is typing into this page")
    newcomer.stands_at("scanner")


def test_axe_finds_nothing_at_any_step(newcomer: Newcomer) -> None:
    driver, problems = newcomer.driver, set()
    for step in STEPS:
        driver.execute_script("location.hash = arguments[0]", step)
        newcomer.stands_at(step)
        for number, size in enumerate(WINDOWS):
            for dark in (False, True) if SOAK else (number % 2 == 1,):
                looks(driver, size, dark, still=True)
                problems |= {
                    f"{step} {size} {dark} {violation}" for violation in violations(driver)
                }
                wide = driver.execute_script("return document.documentElement.scrollWidth")
                assert wide <= size[0]
    assert problems == set()
