"""Two phones join by the QR on /tv, in browsers of their own, and score a round; the whole program
serves them.
"""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.axe import violations
from support.browser import browser, complaints_of, looks, text_of, until
from support.page_program import PageProgram, running
from support.playing import code

PHONE, LAPTOP = (390, 844), (1280, 800)
NAMES = '[names]\nred = "Chris"\nblue = "Meredith"'
SCROLLS = "return document.documentElement.scrollWidth > innerWidth"
HIDDEN = (
    *("[value=page]", "#find", ".ways", "#log"),
    *(".pills", "#trays .blue .laid"),
)
IS_HIDDEN = "return !document.querySelector(arguments[0]).checkVisibility()"
CLICK = """const found = [...document.querySelectorAll(arguments[0])]
  .find((node) => node.textContent.includes(arguments[1]) && node.checkVisibility());
if (!found || found.disabled) throw new Error(`no ${arguments[0]} says ${arguments[1]}`);
found.click();"""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[PageProgram]:
    with running(PageProgram(tmp_path, web=f"join = true\n{NAMES}")) as program:
        yield program


class OwnersHand:
    """Whoever has the PIN, and a scanner."""

    def __init__(self, program: PageProgram) -> None:
        self.program, self.token = program, program.token(program.pin())

    def scan(self, label: str) -> None:
        assert self.program.post("/scan", {"code": code(label)}, self.token).json["ok"], label


@contextmanager
def phones(*names: str) -> Iterator[Any]:
    """The browser, and what turns to one of several phones by its name and gives the device's
    address there: tabs, for each of which that is another, and so cookies of its own.
    """
    driver = browser()
    driver.get_log("browser")
    first, tabs = driver.current_window_handle, {}
    for number, name in enumerate(names, 1):
        driver.switch_to.new_window("tab")
        tabs[name] = driver.current_window_handle, f"http://127.0.0.{number}"

    def turn_to(name: str) -> str:
        tab, address = tabs[name]
        driver.switch_to.window(tab)
        looks(driver, PHONE, still=True)
        return address

    try:
        yield driver, turn_to
    finally:
        driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        for tab, _ in tabs.values():
            driver.switch_to.window(tab)
            driver.close()
        driver.switch_to.window(first)
        driver.get("about:blank")


def scanned_from_tv(driver: Any, program: PageProgram) -> str:
    """Where the QR on /tv leads at the device, as a phone's camera reads it."""
    zxingcpp = pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel here (armv7)")
    from PIL import Image

    looks(driver, LAPTOP, still=True)
    driver.get(f"http://127.0.0.1:{program.port}/tv")
    until(
        lambda: driver.execute_script("return document.querySelector('#join:not([hidden]) path')")
    )
    shot = Image.open(io.BytesIO(driver.get_screenshot_as_png()))
    (barcode,) = zxingcpp.read_barcodes(shot)
    address = str(barcode.text)
    assert address.startswith("HTTP://")
    path = address.split("/", 3)[3]
    assert path.startswith("JOIN/")
    return f":{program.port}/{path}"


def joins(driver: Any, address: str, badge: str) -> None:
    driver.get(address)
    until(lambda: driver.execute_script("return document.querySelector('#trays button')"))
    assert driver.current_url.endswith("/join")
    driver.execute_script(CLICK, "#trays button", badge)
    until(lambda: driver.execute_script("return document.body.dataset.n"))


def taps(driver: Any, title: str, score: str) -> None:
    """Tap a card once it is there, and wait until one's own score is that."""
    until(lambda: driver.execute_script(f"{CLICK} return true", "#labels .tile", title), title)
    until(lambda: text_of(driver, "#trays .on b") == score, f"{title}: {score}")


def test_two_phones_score_a_round(program: PageProgram) -> None:
    owner = OwnersHand(program)
    owner.scan("preset my-first-meal")
    with phones("red", "blue") as (driver, turn_to):
        address = scanned_from_tv(driver, program)
        joins(driver, turn_to("red") + address, "Chris")
        joins(driver, turn_to("blue") + address, "Meredith")
        until(lambda: len(program.get("/state").json["seats"]) == 2)
        owner.scan("command next")
        until(lambda: driver.execute_script("return document.querySelector('#labels .face')"))
        taps(driver, "Tempura", "0")
        taps(driver, "Tempura", "5")
        assert driver.execute_script("return document.querySelectorAll('.laid button').length") == 2
        turn_to("red")
        taps(driver, "Sashimi", "0")
        for other in HIDDEN:
            assert driver.execute_script(IS_HIDDEN, other), other
        tabbed = "return document.querySelector('#trays [tabindex=\"0\"]').textContent.trim()"
        assert driver.execute_script(tabbed) == "Sashimi"
        turn_to("blue")
        undo = "return document.querySelector('[value=undo]').disabled"
        until(lambda: driver.execute_script(undo))  # red has scanned since
        turn_to("red")
        driver.execute_script(CLICK, "#keys button", "UNDO")
        until(lambda: text_of(driver, "#trays .on b") == "–")
        driver.refresh()  # the badge stays
        until(lambda: driver.execute_script("return document.body.dataset.n"))
        taps(driver, "Squid nigiri", "3")
        for _ in range(2):  # both have too few cards: asked, then scored
            owner.scan("command score")
        seats = program.get("/state").json["seats"]
        assert [(seat["badge"], seat["live"]) for seat in seats] == [("red", 3), ("blue", 5)]
        assert complaints_of(driver) == []
        program.okanjo("pin", "--new")
        owner.token = program.token(program.pin())
        owner.scan("command next")
        until(lambda: driver.execute_script("return document.querySelector('#labels .face')"))
        driver.execute_script(CLICK, "#labels .tile", "Tempura")
        until(lambda: "no badge" in text_of(driver, "#answer"))


def test_another_phone_takes_a_badge_by_the_owners_pin_which_does_not_stay(
    program: PageProgram,
) -> None:
    with phones("red", "another") as (driver, turn_to):
        address = scanned_from_tv(driver, program)
        joins(driver, turn_to("red") + address, "Chris")
        driver.get(turn_to("another") + address)
        until(lambda: "taken" in text_of(driver, "#trays .red"))
        driver.execute_script(CLICK, "#trays button", "Chris")
        until(lambda: driver.execute_script("return document.querySelector('#pin').open"))
        driver.find_element("css selector", "#pin input").send_keys(program.pin())
        driver.execute_script(CLICK, "#pin button", "Sign in")
        until(lambda: driver.execute_script("return document.body.dataset.n"))
        assert not driver.execute_script("return sessionStorage.token")
        turn_to("red")
        driver.refresh()
        until(lambda: "press PAGE" in text_of(driver, "#hint"))


def test_the_code_fills_a_tv_until_somebody_has_joined(program: PageProgram) -> None:
    """Whatever else stands there stands beside it, whole."""
    owner = OwnersHand(program)
    with phones("TV") as (driver, turn_to):
        driver.get(f"{turn_to('TV')}:{program.port}/tv")
        until(
            lambda: driver.execute_script(
                "return document.querySelector('#join:not([hidden]) path')"
            )
        )
        for label, waits, share in (
            ("", "then NEXT", 0.15),
            ("preset my-first-meal", "2 more", 0.4),
        ):
            if label:
                owner.scan(label)
            until(lambda: waits in text_of(driver, "#awaited"))  # noqa: B023
            for size in (PHONE, (768, 1024), LAPTOP, (1920, 1080)):
                looks(driver, size, still=True)
                code, apart, outside = driver.execute_async_script(
                    """const done = arguments[0], place = (node) => node.getBoundingClientRect();
                    requestAnimationFrame(() => requestAnimationFrame(() => {
                      const [a, b] = [now, join].map(place);
                      const within = (node, box) => place(node).top >= place(box).top + 8 &&
                        place(node).bottom <= place(box).bottom - 8;
                      const parts = [...now.children].filter((node) => node.checkVisibility());
                      done([place(join.firstChild).width,
                        a.bottom <= b.top || b.right <= a.left,
                        parts.filter((node) => !within(node, now)).map((node) => node.id)]);
                    }));"""
                )
                assert code >= share * min(size), size
                assert apart, size
                assert outside == [], size


def test_nothing_stands_above_the_badges_that_a_phone_may_choose(program: PageProgram) -> None:
    with phones("red") as (driver, turn_to):
        address = scanned_from_tv(driver, program)
        driver.get(turn_to("red") + address)
        until(lambda: driver.execute_script("return document.querySelector('#trays button')"))
        for size in (PHONE, (768, 1024), LAPTOP):
            looks(driver, size, still=True)
            left, top = driver.execute_script(
                """const { left, top } = hint.getBoundingClientRect();
                return [left, top + parseFloat(getComputedStyle(hint).paddingTop)]"""
            )
            assert left < 30, size
            assert 8 < top < 80, size


def test_what_joins_is_accessible_and_fits(program: PageProgram) -> None:
    owner, problems = OwnersHand(program), set[str]()

    def look(driver: Any, where: str) -> None:
        for size, dark in ((PHONE, False), (LAPTOP, True), ((640, 400), False)):
            looks(driver, size, dark, still=True)
            problems.update(f"{where} {size} {violation}" for violation in violations(driver))
            if driver.execute_script(SCROLLS):
                problems.add(f"{where} {size} scrolls sideways")
        looks(driver, PHONE, still=True)

    with phones("red") as (driver, turn_to):
        address = scanned_from_tv(driver, program)
        driver.get(f"{turn_to('red')}:{program.port}/join")
        until(lambda: "press PAGE" in text_of(driver, "#hint"))
        look(driver, "no code")
        driver.get(f"{turn_to('red')}:{program.port}/JOIN/AAAAAA")
        until(lambda: "no code from" in text_of(driver, "#hint"))
        driver.get(turn_to("red") + address)
        until(lambda: driver.execute_script("return document.querySelector('#trays button')"))
        look(driver, "choose")
        joins(driver, turn_to("red") + address, "Chris")
        look(driver, "lobby")
        for label in ("preset my-first-meal", "badge blue", "command next"):
            owner.scan(label)
        until(lambda: driver.execute_script("return document.querySelector('#labels .face')"))
        taps(driver, "Tempura", "0")
        look(driver, "a round")
    assert problems == set()
