"""The desk in a real browser: evenings by clicks, rounds by keys, pixels, lights and tones."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from support.axe import violations
from support.browser import accessible, complaints_of, looks, page, text_of, until
from support.failing_disk import FailingDisk
from support.playing import code
from support.soak import SOAK
from support.web_site import Played

from drivers.buzzer import SOUNDS
from drivers.lights.animation import Pawn, TrackSeen, TrackView, draw
from engine.cards import BADGES
from firmware.core.app.messages import Typed
from firmware.core.screen.render import picture
from firmware.interfaces.web.pages.desk.state import track_lights
from firmware.interfaces.web.pages.desk.table import desk_table
from firmware.interfaces.web.pages.desk.tray import desk_tray
from firmware.words.sheets import display

LAPTOP, PHONE, SMALL_PHONE = (1280, 800), (390, 844), (360, 640)


def address(desk: Played, pin: bool = True) -> str:
    fragment = f"#pin={desk.pin.digits}" if pin else ""
    return f"http://127.0.0.1:{desk.port}/desk{fragment}"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Played]:
    with Played(tmp_path, double_read_ms=0, names={"red": "Chris", "orange": "Kim"}) as desk:
        yield desk


@pytest.fixture
def driver(desk: Played) -> Iterator[Any]:
    """Still: what is called for pulses on and on, which is most of a browser's work here."""
    with page(address(desk), LAPTOP, still=True) as driver:
        shown(desk, driver)
        yield driver
        assert complaints_of(driver) == []


def shown(desk: Played, driver: Any) -> None:
    """Wait until the page has the newest."""
    until(
        lambda: (
            driver.execute_script("return document.body.dataset.n") == str(desk.table.shown.number)
        ),
        "the page does not show the newest",
    )


def scanned(desk: Played, driver: Any, do: Callable[[], object]) -> None:
    """What is done is one scan; wait until the page shows what became of it."""
    number = desk.table.shown.number
    do()
    until(lambda: desk.table.shown.number > number, "nothing was scanned")
    shown(desk, driver)


def first_element(driver: Any, selector: str) -> Any:
    from selenium.webdriver.common.by import By

    elements = driver.find_elements(By.CSS_SELECTOR, selector)
    return elements[0] if elements else None


def typed(driver: Any, *keys: str) -> None:
    """Keys, wherever the focus is."""
    driver.switch_to.active_element.send_keys(*keys)


def typed_scan(driver: Any, text: str) -> None:
    first_element(driver, "#find").send_keys(text, "\n")


def same_picture(desk: Played, driver: Any, after: str = "") -> None:
    """Soon: an interruption may just be over, some seconds after a scan."""
    until(lambda: pixels(driver) == picture(display(desk.table.shown.panel)).rows(), after)


def pixels(driver: Any) -> list[str]:
    """The canvas, row by row."""
    rows: list[str] = driver.execute_script(
        """const canvas = document.querySelector("#glass"), { width, height } = canvas;
        const paper = new OffscreenCanvas(width, height).getContext("2d");
        paper.drawImage(canvas, 0, 0);
        const { data } = paper.getImageData(0, 0, width, height);
        return Array.from({ length: height }, (_, y) => Array.from({ length: width },
          (_, x) => (data[4 * (y * width + x)] > 128 ? "#" : ".")).join(""))"""
    )
    return rows


NAMES_CUT = """return [...document.querySelectorAll(".badge span")].filter((name) =>
  name.scrollWidth > name.clientWidth).map((name) => name.textContent);"""


# --- what stands where ------------------------------------------------------------------------


def test_a_desk_in_a_wide_window_is_laid_out_on_few_lines(tmp_path: Path) -> None:
    """Names of an ordinary length are whole; title and links stand on one line, and all ways to
    enter cards begin on another.
    """
    names = {"white": "Alexandrina", "blue": "Maximilian", "red": "Annabelle", "cyan": "Meredith"}
    with (
        Played(tmp_path, double_read_ms=0, names=names) as desk,
        page(address(desk), LAPTOP, still=True) as driver,
    ):
        shown(desk, driver)
        for size in (LAPTOP, (1920, 1080)):
            looks(driver, size, still=True)
            middles = driver.execute_script(
                """const middle = (node) => {
                  const { top, bottom } = document.querySelector(node).getBoundingClientRect();
                  return (top + bottom) / 2;
                };
                return ['h1', '.ways a', '#loud'].map(middle)"""
            )
            cut = driver.execute_script(NAMES_CUT)
            assert cut == [], size
            assert max(middles) - min(middles) < 2, size
        badges = [f"badge {badge}" for badge in BADGES]
        for label in ("preset my-first-meal", *badges, "command next", "badge green"):
            scanned(desk, driver, partial(desk.table.app.inbox.put, Typed(label)))
        typed_in(desk, "face sushi-go-party/tempura")
        shown(desk, driver)
        for size in (LAPTOP, (1920, 1080)):
            looks(driver, size, still=True)
            assert {*driver.execute_script(NAMES_CUT)} <= {"Alexandrina", "Maximilian"}, size
        for size in (PHONE, (768, 1024)):
            looks(driver, size, still=True)
            lefts = driver.execute_script(
                """return ['#find', '#photo label'].map((node) =>
                document.querySelector(node).getBoundingClientRect().left)"""
            )
            assert abs(lefts[0] - lefts[1]) < 2, size


def test_a_phone_shows_what_a_card_is_worth_beside_the_longest_name(tmp_path: Path) -> None:
    with (
        Played(tmp_path, double_read_ms=0, names={"red": "Maximilian-Alexander III"}) as desk,
        page(address(desk), SMALL_PHONE, still=True) as driver,
    ):
        for label in (
            *("preset my-first-meal", "badge red", "badge blue", "command next", "badge red"),
            "card sushi-go-party/maki-2/1",
        ):
            scanned(desk, driver, partial(desk.table.app.inbox.put, Typed(label)))
        assert text_of(driver, "#line span") == "Maki roll 2 +6"
        ends = driver.execute_script(
            """const worth = document.createRange();
            const card = document.querySelector('#line span');
            worth.selectNode(card.lastChild);
            return [worth, card].map((node) => node.getBoundingClientRect().right)"""
        )
        assert ends[0] <= ends[1] + 1


# --- people ------------------------------------------------------------------------------


REACHED = """
const all = [...document.querySelectorAll(arguments[0])], on = arguments[0];
for (const node of all) {
  const { left, right, top, bottom } = node.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  if (top >= 0 && bottom <= innerHeight && hit?.closest("button") === node) return node.click(), "";
}
return `${on}: ${all.length} there, none in sight`;"""


PLACES = """
const place = (node) => node.getBoundingClientRect();
return [[...document.querySelectorAll("#labels .tile")].map((tile) =>
  [place(tile).top, place(tile).bottom]), place(document.querySelector(".say")).top];"""


def test_a_newcomer_plays_a_round_by_the_steps_on_a_phone_without_scrolling(desk: Played) -> None:
    """On the smallest, with the menu that has the most faces."""

    def step() -> str:
        return text_of(driver, "#way [aria-current]")

    def tap(selector: str) -> None:
        scanned(desk, driver, lambda: reached(selector))

    def reached(selector: str) -> None:
        assert driver.execute_script(REACHED, selector) == ""

    with page(address(desk), SMALL_PHONE, still=True) as driver:
        shown(desk, driver)
        assert step() == "Choose a menu"
        tap(f"[value='{code('preset dinner-for-two')}']")
        assert step() == "A badge for each player"
        for _ in range(2):
            tap("#trays .call")
        for badge in BADGES[2:4]:
            tap(f"#trays [value='{code(f'badge {badge}')}']")
        assert step() == "NEXT"
        tap("#keys .call")
        tiles, low = driver.execute_script(PLACES)
        assert len(tiles) == 23
        assert all(0 < top < bottom <= low for top, bottom in tiles)
        for seat in desk.table.shown.standings.seats:
            assert step() == "A player’s badge"
            tap("#trays .call")
            while step() == "That player’s cards":
                tap("[name=face]:not(.gone)")
            assert text_of(driver, "#line").startswith(seat.name)
        assert step() == "SCORE when all are in"
        tap("#labels .call")
        assert step() == "NEXT: next round"
        assert below(driver, "#trays", ".say") <= 0  # with every tray
        assert driver.execute_script("return document.scrollingElement.scrollTop") == 0
        assert complaints_of(driver) == []


def below(driver: Any, selector: str, other: str) -> float:
    """How far one reaches into what is below it."""
    return driver.execute_script(
        """const [node, other] = [...arguments].map((each) => document.querySelector(each));
        return node.getBoundingClientRect().bottom - other.getBoundingClientRect().top;""",
        selector,
        other,
    )


def test_page_unfolds_the_display_on_a_phone(desk: Played) -> None:
    with page(address(desk), PHONE) as driver:
        shown(desk, driver)
        scanned(desk, driver, partial(typed_scan, driver, "party-s"))
        assert not first_element(driver, "#glass").is_displayed()
        for press in ("#keys [value=page]", "#line", "#line"):
            shows = not first_element(driver, "#glass").is_displayed()
            first_element(driver, press).click()
            assert first_element(driver, "#glass").is_displayed() == shows
        scanned(desk, driver, first_element(driver, "#trays .badge").click)
        assert not first_element(driver, "#glass").is_displayed()


def test_a_short_round_by_keys_alone(desk: Played, driver: Any) -> None:
    from selenium.webdriver.common.keys import Keys

    def scan(*keys: str) -> None:
        scanned(desk, driver, lambda: typed(driver, *keys))

    for word in ("cutth", "chris", "blue", "green"):  # wherever the focus is
        scan(word, Keys.ENTER)
    scan(Keys.CONTROL, Keys.ENTER)
    for word in ("red", "tem", "tem", "eel", "squid", "blue", "tofu", "tofu"):
        scan(word, Keys.ENTER)
    scan(Keys.CONTROL, "z")
    trays = desk.table.table.round.layout.trays
    assert [[laid.card.slug for laid in tray] for tray in trays] == [
        ["temaki/0", "temaki/0", "eel/0", "squid-nigiri/0"],
        ["tofu/0"],
        [],
    ]
    driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)  # into the tray ...
    assert driver.switch_to.active_element.text == "Score"
    driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    for _ in range(2):  # ... and the focus stays on what was pressed
        scan(Keys.ENTER)
    assert desk.table.table.phase == "scored"
    scan(Keys.CONTROL, ".")
    same_picture(desk, driver)
    until(lambda: text_of(driver, "#answer") == text_of(driver, "#failed") == "Page")
    lines = [entry.text for entry in driver.find_elements("css selector", "#log li")]
    assert lines[0].startswith("Round 1: ")  # in the place of what SCORE asked
    assert lines[1] == "Undone: Tofu of Blue. Blue -4"


def test_a_remove_that_waits_is_a_banner(desk: Played, driver: Any) -> None:
    assert not first_element(driver, "#hint.note")
    scanned(desk, driver, partial(typed_scan, driver, "remove"))
    assert text_of(driver, "#hint.note").startswith("REMOVE waits: scan what to remove")
    scanned(desk, driver, partial(typed_scan, driver, "remove"))
    assert not first_element(driver, "#hint.note")


def test_a_scanner_may_type_into_the_page(desk: Played, driver: Any) -> None:
    scanned(desk, driver, lambda: typed(driver, code("badge cyan"), "\n"))
    assert desk.table.badges == ["cyan"]
    scanned(desk, driver, lambda: typed(driver, "4902102072458", "\n"))
    wrong = "4902102072458: Unknown barcode"
    until(lambda: text_of(driver, "#answer").startswith(wrong))


def test_clicks_that_come_fast_lay_one_copy_each(desk: Played, driver: Any) -> None:
    for word in ("cutth", "red", "blue", "green", "next", "red"):
        scanned(desk, driver, partial(typed_scan, driver, word))
    face = code("face sushi-go-party/tofu")
    driver.execute_script(
        "for (let n = 0; n < 9; n++) document.querySelector(`[value='${arguments[0]}']`).click()",
        face,
    )
    until(lambda: len(desk.table.table.round.layout.trays[0]) == 8)
    until(lambda: "laid" in text_of(driver, "#answer") or "counted" in text_of(driver, "#answer"))
    until(lambda: text_of(driver, f"[value='{face}'] span") == "0 left")
    assert {laid.card.copy for laid in desk.table.table.round.layout.trays[0]} == {*range(1, 9)}


# What is typed, the card tapped, its menu, what is chosen of it, and then what lies in the tray.
MENUS = {
    "flip": (
        "master red blue green next red tofu/1 tofu/2 blue",
        ("tofu", "Tofu: 6 points (1 is 2, 2 are 6, more are 0)", "Remove", "Flip"),
        ("Flip", ["flipped", "tofu"]),
    ),
    "needed later": (
        "points red blue green next red dumpling/1 special dumpling/1",
        ("dumpling", "Dumpling: 3 points (1, 3, 6, 10, 15 points)", "Remove"),
        ("Remove", ["dumpling", "dumpling"]),
    ),
    "nigiri": (
        "party-s red blue next red squid wasabi/1",
        ("wasabi", "Wasabi: 0 points (triples the next nigiri)", "Put a nigiri on it", "Remove"),
        ("Put a nigiri on it", ["squid-nigiri+wasabi", "wasabi"]),
    ),
}


@pytest.mark.parametrize("case", MENUS)
def test_a_card_in_a_tray_has_a_menu(desk: Played, driver: Any, case: str) -> None:
    words, (slug, *menu), (chosen, marks) = MENUS[case]
    for word in words.split():
        if word == "dumpling/1" and desk_table(desk.table.shown)["awaits"]:  # a tap is the answer
            scanned(desk, driver, first_element(driver, "#trays .lies").click)
        else:
            scanned(desk, driver, partial(typed_scan, driver, word))
    card = code(f"card sushi-go-party/{slug}/1")
    first_element(driver, f"#trays [value='{card}']").click()
    assert first_element(driver, "#about").text.split("\n")[1:] == [*menu, "Close"]
    if SOAK or case == "flip":  # which has all that any has
        assert violations(driver) == []
    number = desk.table.shown.number
    first_element(driver, f"#about button:nth-child({menu.index(chosen)})").click()
    until(lambda: desk.table.shown.number > number)
    if case == "nigiri":
        until(lambda: first_element(driver, "#trays [name=scan].lies")).click()
    until(lambda: [laid.mark for laid in desk.table.table.round.layout.trays[0]] == marks)
    shown(desk, driver)
    assert not first_element(driver, "#about[open]")


def test_a_cards_menu_by_keys_and_without_the_pin(desk: Played) -> None:
    from selenium.webdriver.common.keys import Keys

    session = desk.session()
    for line in ("preset party-sampler", "badge red", "badge blue", "command next", "badge red"):
        desk.post("/scan", {"code": code(line)}, **session)
    desk.post("/scan", {"code": code("card sushi-go-party/tofu/1")}, **session)
    with page(address(desk, pin=False), PHONE) as driver:
        shown(desk, driver)
        first_element(driver, "#trays .lies").send_keys(Keys.ENTER)
        assert driver.switch_to.active_element.text == "Close"
        assert ("dialog", "Tofu") in accessible(driver)
        typed(driver, Keys.ESCAPE)
        assert driver.switch_to.active_element.text == "Tofu"
        typed(driver, Keys.ENTER, Keys.SHIFT + Keys.TAB)
        typed(driver, Keys.ENTER)
        until(lambda: first_element(driver, "dialog[aria-label=PIN][open]"))
        assert not desk_table(desk.table.shown)["awaits"]
        complaints_of(driver)


def test_a_restart_in_the_middle_is_caught_up_with(tmp_path: Path) -> None:
    with Played(tmp_path) as before:
        port = before.port
        with page(address(before), LAPTOP) as driver:
            shown(before, driver)
            scanned(before, driver, partial(typed_scan, driver, "party-s"))
            before.close()
            until(lambda: "Reconnecting" in text_of(driver, "#lost"))
            with Played(tmp_path, port) as after:
                until(lambda: text_of(driver, "#lost") == "")
                until(lambda: text_of(driver, "#log li") == "")  # it began anew
                shown(after, driver)
                assert after.table.table.preset
                scanned(after, driver, partial(typed_scan, driver, "red"))  # still signed in
            complaints_of(driver)


def test_the_pin_is_asked_for_once_and_only_then(desk: Played) -> None:
    with page(address(desk, pin=False), PHONE) as driver:
        shown(desk, driver)
        typed_scan(driver, "red")
        until(lambda: first_element(driver, "dialog[open]"))
        wrong = "000000" if desk.pin.digits != "000000" else "111111"
        first_element(driver, "dialog[open] input").send_keys(wrong, "\n")
        until(lambda: "Wrong PIN" in text_of(driver, "dialog[open]"))
        assert desk.table.shown.number == 0
        first_element(driver, "dialog[open] input").clear()
        scanned(
            desk,
            driver,
            lambda: first_element(driver, "dialog[open] input").send_keys(desk.pin.digits, "\n"),
        )
        assert not first_element(driver, "dialog[open]")
        scanned(desk, driver, lambda: first_element(driver, "#keys [value=page]").click())
        assert [
            complaint
            for complaint in complaints_of(driver)
            if "401" not in complaint and "403" not in complaint
        ] == []


def test_the_pin_leaves_the_address_and_is_in_nothing_that_is_sent(
    desk: Played, driver: Any
) -> None:
    assert driver.current_url == address(desk, pin=False)
    scanned(desk, driver, lambda: first_element(driver, "#keys [value=page]").click())
    update = desk.feed.event(desk=True)
    assert update
    assert desk.pin.digits not in update.json.decode()
    same_picture(desk, driver)


# --- what it looks and sounds like ---------------------------------------------------------

VIEWS = {
    "alone": (Pawn("red", 7),),
    "shared": (Pawn("blue", 12), Pawn("green", 12, active=True), Pawn("white", 3)),
    "laps and below": (Pawn("cyan", 190, active=True), Pawn("magenta", -3), Pawn("orange", 61)),
    "won": (Pawn("yellow", 40, winner=True), Pawn("red", 40, winner=True), Pawn("blue", 12)),
}
LIGHTS = """
const [track, at, motion, done] = arguments;
import("/assets/glass.js").then(({ lights }) => {
  const seen = { track, scanned: 10, flashed: 10, won: 10 };
  done(at.map((at) => lights(seen, at, motion)));
});"""


def test_the_track_moves_as_the_strip_does(desk: Played, driver: Any) -> None:
    motion = desk_tray(desk.table.shown.table, desk.table.shown.codebook)["motion"]
    times = [10.01, 10.2, 10.33, 10.6, 11.3, 12.77, 15.05, 39.9, 40.1, 500.0]
    for pawns, flash, rhythms in product(VIEWS.values(), ("accepted", "refused"), (False, True)):
        view = TrackView(pawns, flash, 5)
        track = track_lights(view, 60, rhythms)
        drawn = driver.execute_async_script(LIGHTS, track, times, motion)
        for moment, lit in zip(times, drawn, strict=True):
            strip = draw(TrackSeen(view, 10.0, 10.0, 10.0), 60, moment, rhythms).picture
            assert max(abs(value - other) for value, other in zip(lit, strip, strict=True)) <= 1, (
                moment
            )


TONES = """
const [beeps, done] = arguments;
import("/assets/glass.js").then(async ({ play }) => {
  const audio = new OfflineAudioContext(1, 2.5 * 48000, 48000);
  play(audio, beeps, 0.5);
  const wave = (await audio.startRendering()).getChannelData(0);
  let at = 0;
  done(beeps.map(([hz, ms, pause]) => {
    const part = (from, to) => wave.slice((at + from) * 48, (at + to) * 48);
    const tone = part(0, ms), rest = part(ms + 4, ms + pause);
    at += ms + pause;
    let turns = 0;
    for (let n = 1; n < tone.length; n++) turns += tone[n - 1] < 0 != tone[n] < 0;
    return [turns / 2 / (ms / 1000), Math.max(0, ...rest.map(Math.abs))];
  }));
});"""


def test_sounds_are_the_buzzers(driver: Any) -> None:
    for name, beeps in SOUNDS.items():
        heard = driver.execute_async_script(TONES, beeps)
        for (hz, ms, _), (measured, rest) in zip(beeps, heard, strict=True):
            assert abs(measured - hz) < hz * 0.02 + 1500 / ms, name
            assert rest < 0.01


def test_everything_has_a_name(desk: Played, driver: Any) -> None:
    for word in ("cutth", "red", "blue", "green", "next", "red", "tofu"):
        scanned(desk, driver, partial(typed_scan, driver, word))
    first_element(driver, "[name=copies]").click()
    tree = accessible(driver)
    names = [name for _, name in tree]
    assert "Chris, Round 1. Tofu +2. 2. 1 of 10 cards." in names
    assert "Score track: Chris 2, Blue –, Green –" in names
    assert ("button", "Egg nigiri 4 left") in tree
    assert ("button", "Egg nigiri: each copy") in tree


def test_what_was_in_vain_interrupts(desk: Played, driver: Any) -> None:
    """Whoever cannot see the desk hears at once what was refused, and what never came through."""
    for word in ("cutth", "red", "4902102072458"):
        scanned(desk, driver, partial(typed_scan, driver, word))
    politeness = [
        entry.get_attribute("aria-live")
        for entry in driver.find_elements("css selector", "#log li")
    ]
    assert politeness == ["assertive", None, None]
    assert text_of(driver, "#failed") == ""
    typed_scan(driver, "wasbi")  # a slip of the keys goes no further, and can be put right
    slip = '"wasbi" is unknown, so nothing was scanned. Did you mean wasabi?'
    until(lambda: text_of(driver, "#failed") == text_of(driver, "#answer") == slip)
    until(lambda: first_element(driver, "#find").get_attribute("value") == "wasbi")
    first_element(driver, "#find").clear()
    typed_scan(driver, "remove blue red")
    stopped = "Stopped there. Not scanned: red. REMOVE is taken back."
    until(lambda: text_of(driver, "#answer") == f"Blue is not in this game. {stopped}")
    assert text_of(driver, "#failed") == stopped
    assert first_element(driver, "#find").get_attribute("value") == ""
    desk.close()
    typed_scan(driver, "blue")
    until(
        lambda: (
            text_of(driver, "#failed")
            == "Connection lost. Check what was done before you try again."
        )
    )
    complaints_of(driver)


def test_a_scan_that_no_disk_took_is_shown_as_unsaved(tmp_path: Path) -> None:
    class FillingDisk(FailingDisk):
        full = False

    unsaved = "UNSAVED: Scores are not saved!"
    with Played(tmp_path, disk=FillingDisk) as desk, page(address(desk), PHONE) as driver:
        shown(desk, driver)
        FillingDisk.full = True
        scanned(desk, driver, partial(typed_scan, driver, "red"))
        until(
            lambda: (
                text_of(driver, "#answer")
                == f"Red joins (1 player); now scan a menu or game. {unsaved}"
            )
        )
        assert text_of(driver, "#failed") == text_of(driver, "#lost") == unsaved
        FillingDisk.full = False
        scanned(desk, driver, partial(typed_scan, driver, "blue"))
        until(lambda: text_of(driver, "#failed") == text_of(driver, "#lost") == "")


def test_nothing_sticks_out(desk: Played, driver: Any) -> None:
    for word in ("points", "red", "blue", "green", "next", "red", "onigiri-c", "uramaki-3"):
        scanned(desk, driver, partial(typed_scan, driver, word))
    for size in ((320, 640), PHONE, (768, 1024), LAPTOP, (1920, 1080)):
        looks(driver, size)
        assert driver.execute_script("return document.documentElement.scrollWidth") <= size[0]


def typed_in(desk: Played, *lines: str) -> None:
    """Scanned at the table; wait until the last was."""
    number = desk.table.shown.number
    for line in lines:
        desk.table.app.inbox.put(Typed(line))
    until(lambda: desk.table.shown.number >= number + len(lines), "not all was scanned")


# What the answer to a click lies over, of all that is to be read or clicked.
HIDDEN = """
const place = (node) => node.getBoundingClientRect();
const said = place(answer);
return Array.from(document.querySelectorAll(
  "h1, button, a, input, canvas, #way [aria-current], #hint, #trays > *, #labels > *, #log > *"))
  .filter((node) => node.checkVisibility({ visibilityProperty: true }) && node.id !== "line" &&
    place(node).width > 1 &&
    place(node).left < said.right && place(node).right > said.left &&
    place(node).top < said.bottom && place(node).bottom > said.top)
  .map((node) => node.outerHTML.slice(0, 80));"""


@pytest.mark.parametrize(
    "size", [(360, 640), PHONE, (768, 1024), LAPTOP, (1920, 1080), (3840, 2160)]
)
def test_an_answer_hides_nothing(desk: Played, driver: Any, size: tuple[int, int]) -> None:
    """On a phone it takes the place of the display's line, as on the device."""
    looks(driver, size)
    badges = (f"badge {badge}" for badge in BADGES)
    typed_in(desk, "preset my-first-meal", *badges, "command next", "badge red", "face tofu")
    shown(desk, driver)
    for selector in ("#keys [value=page]", "#trays .badge", "#labels .tile"):
        driver.find_element("css selector", selector).click()
        until(lambda: driver.execute_script("return !answer.hidden"))
        assert driver.execute_script(HIDDEN) == [], selector
    driver.execute_script(
        "answer.textContent = arguments[0]", "Miso soup 1 belongs to Wolfgang Amadeus Mozart."
    )
    assert driver.execute_script(HIDDEN) == []


IN_SIGHT = """
return [...document.querySelectorAll("#trays .on, #keys button, #find, .say button")].every(
  (node) => node.getBoundingClientRect().bottom <= innerHeight);"""
ROUND = ("temaki", "salmon-nigiri", "eel", "tofu", "miso-soup", "soy-sauce")


@pytest.mark.parametrize("players", [4, 8])
def test_a_lobby_and_a_round_fit_a_laptop(desk: Played, driver: Any, players: int) -> None:
    """Four players' without a scroll; of eight the tray that is scanned, and all buttons."""

    def height() -> int:
        scrolled: int = driver.execute_script("return document.documentElement.scrollHeight")
        return scrolled

    typed_in(desk, "preset cutthroat-combo", *(f"badge {badge}" for badge in BADGES[:players]))
    shown(desk, driver)
    assert height() <= LAPTOP[1]
    looks(driver, PHONE)
    assert height() <= 1000
    looks(driver, LAPTOP)
    typed_in(desk, "command next")
    for badge in BADGES[:players]:
        typed_in(desk, f"badge {badge}", *(f"face sushi-go-party/{face}" for face in ROUND))
    shown(desk, driver)
    assert driver.execute_script(IN_SIGHT)
    assert players == 8 or height() <= LAPTOP[1]
