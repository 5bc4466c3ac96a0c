"""WHAT on one phone, in a browser: a scanner types into it, its camera takes a photo; it tells."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.axe import violations
from support.browser import accessible, complaints_of, looks, page, text_of, until
from support.page_words import unmarked
from support.photo_site import photo
from support.playing import code
from support.pseudo import pseudo_installed  # noqa: F401 - a fixture
from support.web_site import Played

PHONE, LAPTOP = (390, 844), (1280, 800)
BEGUN = ("preset party-sampler", "badge red", "badge blue", "command next", "badge red")
TEMAKI, TOFU = (code(f"card sushi-go-party/{card}") for card in ("temaki/1", "tofu/1"))
ANSWER = "#asked [role=status]"
RULES = {
    TEMAKI: "Temaki. Whoever has the most scores 4 points.",
    TOFU: "Tofu. One scores 2 points, two score 6 together, three or more 0.",
}
SCROLLS = "return document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Played]:
    with Played(tmp_path, double_read_ms=0) as site:
        session = site.session()
        for line in BEGUN:
            assert site.post("/scan", {"code": code(line)}, **session).json["ok"]
        yield site


@pytest.fixture
def driver(site: Played) -> Iterator[Any]:
    with page(f"http://127.0.0.1:{site.port}/#pin={site.pin.digits}", PHONE, still=True) as driver:
        until(lambda: driver.execute_script("return document.body.dataset.v"))
        yield driver
        assert complaints_of(driver) == []


def opens(driver: Any) -> None:
    driver.find_element("css selector", "#what").click()
    until(lambda: driver.find_element("css selector", "#asked input[capture]"))


def scans(driver: Any, digits: str) -> None:
    """As a scanner does that is a keyboard, wherever the focus is."""
    driver.switch_to.active_element.send_keys(f"{digits}\n")


def test_one_card_after_the_other_is_explained(driver: Any) -> None:
    assert not driver.find_element("css selector", "#asked").is_displayed()
    opens(driver)
    for digits in (TEMAKI, TOFU, TEMAKI):
        scans(driver, digits)
        until(lambda: text_of(driver, ANSWER) == RULES[digits])  # noqa: B023
    scans(driver, "123456")
    until(lambda: text_of(driver, f"{ANSWER}.bad").startswith("123456: "))
    assert driver.switch_to.active_element.get_attribute("value") == ""


def test_the_same_card_scanned_twice_is_told_twice(driver: Any) -> None:
    opens(driver)
    driver.execute_script(
        """window.heard = [];
        new MutationObserver((all) => heard.push(all.at(-1).target.textContent)).observe(
          document.querySelector(arguments[0]), { childList: true })""",
        ANSWER,
    )
    for times in (1, 2):
        scans(driver, TEMAKI)
        until(lambda: driver.execute_script("return heard") == [RULES[TEMAKI]] * times)  # noqa: B023


def test_a_scanner_is_heard_wherever_the_focus_is(driver: Any) -> None:
    opens(driver)
    driver.find_element("css selector", ".seat button").click()
    scans(driver, TOFU)
    until(lambda: text_of(driver, ANSWER) == RULES[TOFU])


def test_a_photo_of_cards_in_hand_tells_each(driver: Any, tmp_path: Path) -> None:
    from selenium.webdriver import ActionChains

    pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
    opens(driver)
    file = tmp_path / "hand.jpg"
    file.write_bytes(photo("tofu/1 temaki/1"))
    driver.find_element("css selector", "#asked input[capture]").send_keys(str(file))
    until(lambda: text_of(driver, ANSWER) == RULES[TOFU] + RULES[TEMAKI])
    driver.execute_script("document.querySelector('#asked input[capture]').focus()")
    ActionChains(driver).send_keys(f"{TOFU}\n").perform()  # focus stays there after a photo
    until(lambda: text_of(driver, ANSWER) == RULES[TOFU])


def test_a_photo_that_never_arrives_is_told(site: Played, driver: Any, tmp_path: Path) -> None:
    driver.get(f"http://127.0.0.1:{site.port}/?scores")
    until(lambda: driver.execute_script("return document.body.dataset.v"))
    opens(driver)
    site.thread.stop()
    file = tmp_path / "hand.jpg"
    file.write_bytes(photo("tofu/1"))
    driver.find_element("css selector", "#asked input[capture]").send_keys(str(file))
    until(lambda: text_of(driver, f"{ANSWER}.bad") == "Connection lost.")
    driver.get_log("browser")


def test_a_photo_asks_for_the_pin_first(site: Played, driver: Any, tmp_path: Path) -> None:
    pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
    driver.get(f"http://127.0.0.1:{site.port}/?scores")
    until(lambda: driver.execute_script("return document.body.dataset.v"))
    opens(driver)
    file = tmp_path / "hand.jpg"
    file.write_bytes(photo("tofu/1"))
    driver.find_element("css selector", "#asked input[capture]").send_keys(str(file))
    until(lambda: driver.execute_script("return document.querySelector('#pin')?.open"))
    driver.find_element("css selector", "#pin input").send_keys(f"{site.pin.digits}\n")
    until(lambda: text_of(driver, ANSWER) == RULES[TOFU])
    driver.get_log("browser")  # 401


def test_a_phone_with_a_badge_asks_by_it(site: Played, driver: Any, tmp_path: Path) -> None:
    pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
    driver.get(f"http://127.0.0.1:{site.port}/desk")
    until(lambda: driver.execute_script("return document.body.dataset.n"))
    assert not driver.find_element("css selector", "#what").is_displayed()
    code_now = site.badges.code(site.badges.minute)
    driver.get(f"http://127.0.0.1:{site.port}/join#{code_now}")
    until(lambda: driver.execute_script("return document.querySelector('#trays button')"))
    driver.find_element("css selector", "#trays .red button").click()
    until(lambda: driver.execute_script("return document.body.dataset.n"))
    opens(driver)
    scans(driver, TOFU)
    until(lambda: text_of(driver, ANSWER) == RULES[TOFU])
    file = tmp_path / "hand.jpg"
    file.write_bytes(photo("temaki/1"))
    driver.find_element("css selector", "#asked input[capture]").send_keys(str(file))
    until(lambda: text_of(driver, ANSWER) == RULES[TEMAKI])
    assert driver.execute_script("return document.querySelectorAll('.laid button').length") == 0


def test_it_is_accessible_and_fits(driver: Any) -> None:
    opens(driver)
    scans(driver, TEMAKI)
    until(lambda: text_of(driver, ANSWER))
    assert {("button", "What is this?"), ("status", "")} <= {*accessible(driver)}
    for size, dark in ((PHONE, False), (PHONE, True), (LAPTOP, False), (LAPTOP, True)):
        looks(driver, size, dark, still=True)
        assert violations(driver) == []
        assert not driver.execute_script(SCROLLS)


@pytest.mark.usefixtures("pseudo_installed")
def test_no_word_escapes_its_language(site: Played, driver: Any) -> None:
    driver.get(f"http://127.0.0.1:{site.port}/?lang=en-XA")
    until(lambda: driver.execute_script("return document.body.dataset.v"))
    opens(driver)
    for digits in (TEMAKI, "123456"):
        before = text_of(driver, ANSWER)
        scans(driver, digits)
        until(lambda: text_of(driver, ANSWER) != before)  # noqa: B023
        assert unmarked(driver, ("Chris",)) == []
