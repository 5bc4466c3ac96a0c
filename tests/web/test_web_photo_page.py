"""A tray by photo in a real browser: a made photo goes in by the page's own control, is read,
looked at, put right, scored and taken back.
"""

import io
import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from support.axe import violations
from support.browser import accessible, complaints_of, looks, page, text_of, until
from support.flat_photos import flat
from support.photo_scenes import Scene, scene
from support.playing import code
from support.web_site import Played

from firmware.core.app.messages import Typed

pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
PHONE, SMALL_PHONE, LAPTOP = (390, 844), (360, 640), (1280, 800)
BEGUN = ("preset my-first-meal", "badge red", "badge blue", "command next")
LAID = ("tempura/1", "tempura/2", "squid-nigiri/1", "wasabi/1", "sashimi/1", "miso-soup/1")
NAMES = ["Chris", "Miso soup", "Sashimi", "Squid nigiri", "Tempura", "Tempura", "Wasabi"]
SIZE = (2016, 1512)


@pytest.fixture(scope="module")
def tray() -> Scene:
    """Red's badge and cards."""
    codes = [code(f"card sushi-go-party/{card}") for card in LAID]
    return scene([code("badge red"), *codes], "easy", 2, field=(400, 300), size=SIZE)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Played]:
    with Played(tmp_path, double_read_ms=0, names={"red": "Chris", "blue": "Meredith"}) as site:
        for line in BEGUN:
            scan(site, line)
        yield site


def scan(site: Played, line: str) -> None:
    heard = site.table.shown.heard
    site.table.app.inbox.put(Typed(line))
    until(lambda: site.table.shown.heard > heard, line)


@pytest.fixture
def driver(site: Played) -> Iterator[Any]:
    with page(f"http://127.0.0.1:{site.port}/#pin={site.pin.digits}", PHONE, still=True) as driver:
        until(lambda: driver.execute_script("return !!document.body.dataset.v"))
        driver.execute_async_script(
            "const done = arguments[0];"
            "import('/assets/pin.js').then(() => (sessionStorage.slow = '', done()))"
        )
        yield driver


def chosen(driver: Any, folder: Path, content: bytes, within: str = "#photo") -> None:
    """A file, as if somebody had taken a photo."""
    file = folder / "photo.jpg"
    file.write_bytes(content)
    driver.find_element("css selector", f"{within} input[capture]").send_keys(str(file))


def wait_for_words(driver: Any, *words: str) -> str:
    """Wait until the page says that."""
    until(lambda: all(word in text_of(driver, ".photo .told") for word in words), f"{words}")
    return text_of(driver, ".photo .told")


def click(driver: Any, selector: str, text: str) -> None:
    """The first of them that says so."""
    clicked = driver.execute_script(
        """const node = [...document.querySelectorAll(arguments[0])]
          .find((node) => node.textContent.includes(arguments[1]) && node.checkVisibility());
        node?.click();
        return Boolean(node);""",
        selector,
        text,
    )
    assert clicked, f"no {text} in {selector}"


def chips(driver: Any, state: str = "counts") -> list[str]:
    words = "return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)"
    return sorted(driver.execute_script(words, f".photo .rest .chip.{state}"))


def read_as(driver: Any, tray: Scene) -> None:
    """Each name lies on the card whose label is there: its outline has the label within."""
    inside = """const found = {}, [labels, cut] = arguments;
    for (const node of document.querySelectorAll(".sheet .over")) {
      const box = node.ownerSVGElement.createSVGPoint(), [x, y] = labels[node.dataset.code];
      const { width, height } = node.ownerSVGElement.viewBox.baseVal;
      Object.assign(box, { x: (x - cut[0]) / cut[2] * width, y: (y - cut[1]) / cut[3] * height });
      found[node.dataset.code] = node.isPointInFill(box) || node.isPointInStroke(box);
    }
    return found;"""
    whole = driver.execute_script("return document.querySelector('.sheet').dataset.cut")
    covered = driver.execute_script(inside, tray.labels, json.loads(whole))
    assert covered == dict.fromkeys(tray.labels, True)


def test_a_tray_is_read_put_right_scored_and_taken_back(
    site: Played, driver: Any, tray: Scene, tmp_path: Path
) -> None:
    chosen(driver, tmp_path, tray.jpeg)
    wait_for_words(driver, "6 new cards")
    words = "return [...document.querySelectorAll('.sheet b')].map((node) => node.textContent)"
    assert sorted(driver.execute_script(words)) == NAMES
    read_as(driver, tray)
    named = {("dialog", "A photo of a tray"), ("button", "Tempura"), ("button", "Add a photo")}
    assert named | {("heading", "Chris 6 of 10 cards +11 points")} <= {*accessible(driver)}
    for size, dark in product((PHONE, SMALL_PHONE, LAPTOP), (False, True)):
        looks(driver, size, dark, still=True)
        wide = "return document.querySelector('dialog.photo').scrollWidth"
        until(lambda: driver.execute_script(wide) <= size[0], f"{size} scrolls")  # noqa: B023
        assert violations(driver) == [], (size, dark)
    looks(driver, PHONE, still=True)
    click(driver, ".photo .rest .chip", "Miso soup")
    click(driver, ".about button", "Take it out")
    until(lambda: chips(driver, "dropped"), "nothing is taken out")
    click(driver, ".photo .rest .chip", "Sashimi")
    click(driver, ".about button", "It is another card")
    driver.switch_to.active_element.send_keys("egg\n")
    until(lambda: "Egg nigiri" in chips(driver), "no card is added")
    assert chips(driver) == ["Egg nigiri", "Squid nigiri", "Tempura", "Tempura", "Wasabi"]
    scan(site, "badge blue")
    scan(site, "card sushi-go-party/tempura/2")
    wait_for_words(driver, "The table has changed")
    assert text_of(driver, ".photo .no").startswith("Not countedTempura")
    click(driver, ".photo footer button", "Score it")
    until(lambda: text_of(driver, ".photo-told p"), "nothing is scored")
    assert text_of(driver, ".photo-told p").startswith("Chris: 4 cards by photo")
    laid = site.table.shown.table.round.layout.trays[0]
    faces = sorted(card.card.face.slug for card in laid)
    assert faces == ["egg-nigiri", "squid-nigiri", "tempura", "wasabi"]
    assert not driver.execute_script("return document.querySelector('dialog.photo[open]')")
    driver.switch_to.active_element.send_keys("\n")  # UNDO has the focus
    until(lambda: not site.table.shown.table.round.layout.trays[0], "it is not taken back")
    assert complaints_of(driver) == []


def test_the_longest_name_leaves_room_for_what_the_photo_brings(
    tmp_path: Path, tray: Scene
) -> None:
    names = {"red": "Wolfgang Amadeus Mozart."}
    with Played(tmp_path, double_read_ms=0, names=names) as site:
        for line in BEGUN:
            scan(site, line)
        with page(f"http://127.0.0.1:{site.port}/#pin={site.pin.digits}", still=True) as driver:
            until(lambda: driver.execute_script("return !!document.body.dataset.v"))
            chosen(driver, tmp_path, tray.jpeg)
            wait_for_words(driver, "6 new cards")
            for size in (SMALL_PHONE, PHONE, LAPTOP):
                looks(driver, size, still=True)
                heights = driver.execute_script(
                    """return ['.soft', 'b'].map((part) =>
                    document.querySelector(`.photo h3 > ${part}`).offsetHeight)"""
                )
                assert max(heights) < 35, size  # one line


def test_a_phone_that_joined_takes_photos_of_its_own_tray(
    site: Played, driver: Any, tray: Scene, tmp_path: Path
) -> None:
    """Whoever is scanned at the table, and without a badge in the photo; it has no PIN."""
    driver.execute_script("sessionStorage.clear()")
    driver.get(f"http://127.0.0.1:{site.port}/join#{site.badges.code(site.badges.minute)}")
    until(lambda: driver.execute_script("return document.querySelector('#trays button')"))
    click(driver, "#trays button", "Meredith")
    until(lambda: driver.execute_script("return document.body.dataset.n"))
    scan(site, "badge red")
    half = [code(f"card sushi-go-party/{card}") for card in LAID[:3]]
    part = scene(half, "easy", 2, field=(400, 300), size=SIZE)
    chosen(driver, tmp_path, part.jpeg)
    wait_for_words(driver, "3 new cards")
    assert not driver.execute_script("return document.querySelector('.photo .pick')")
    click(driver, ".photo footer button", "Score it")
    until(lambda: text_of(driver, ".photo-told p"), "nothing is scored")
    laid = site.table.shown.table.round.layout.trays
    assert [len(tray) for tray in laid] == [0, 3]
    driver.switch_to.active_element.send_keys("\n")  # UNDO has the focus
    until(lambda: not site.table.shown.table.round.layout.trays[1], "it is not taken back")
    chosen(driver, tmp_path, tray.jpeg)  # red's, with its badge
    wait_for_words(driver, "Another player’s tray is left out.")
    assert driver.execute_script("return document.querySelector('.photo footer button').disabled")
    assert complaints_of(driver) == []
    driver.execute_cdp_cmd("Network.clearBrowserCookies", {})


def test_whose_tray_it_is_and_several_photos_of_it(
    site: Played, driver: Any, tray: Scene, tmp_path: Path
) -> None:
    """Without a badge it is asked; a second photo adds what the first has not."""
    half = [code(f"card sushi-go-party/{card}") for card in LAID]
    for number, part in enumerate((half[:3], half[2:]), 1):
        photo = scene(part, "easy", number, field=(400, 300), size=SIZE).jpeg
        chosen(driver, tmp_path, photo, "#photo" if number == 1 else ".photo .rest")
        if number == 1:
            wait_for_words(driver, "3 new cards")
            score = driver.find_element("css selector", ".photo footer .main")
            assert not score.is_enabled()
            assert "Choose whose tray this is." in text_of(driver, ".photo footer")
            assert violations(driver) == []
            click(driver, ".photo .note .pick", "Meredith")
            until(lambda: chips(driver), "nobody's")
    wait_for_words(driver, "6 new cards")
    assert text_of(driver, ".photo .rest .blue h3 bdi") == "Meredith"
    assert text_of(driver, ".photo .rest [aria-pressed=true]") == "Photo 2"
    click(driver, ".photo .rest .btn", "Photo 1")
    shown = "return document.querySelectorAll('.sheet b').length"
    until(lambda: driver.execute_script(shown) == 3, "the first photo is not shown")
    click(driver, ".photo footer button", "Score it")
    until(lambda: text_of(driver, ".photo-told p"), "nothing is scored")
    scan(site, "badge red")  # what UNDO would take back now
    click(driver, ".photo-told button", "UNDO")
    until(lambda: "scanned since" in text_of(driver, ".photo-told p"), "it takes back what it has")
    assert len(site.table.shown.table.round.layout.trays[1]) == 6


def test_a_photo_between_rounds_starts_the_next_one(
    site: Played, driver: Any, tray: Scene, tmp_path: Path
) -> None:
    scan(site, "command score")
    scan(site, "command score")
    chosen(driver, tmp_path, tray.jpeg)
    wait_for_words(driver, "No round is open")
    assert text_of(driver, ".photo .side").count("No round") == 1
    click(driver, ".photo footer button", "Start a round")
    wait_for_words(driver, "The table has changed")
    click(driver, ".photo footer button", "Score it")
    until(lambda: text_of(driver, ".photo-told p"), "nothing is scored")
    assert len(site.table.shown.table.round.layout.trays[0]) == len(LAID)


TEMPURA = [f"card sushi-go-party/tempura/{number}" for number in (1, 2)]
SASHIMI = "card sushi-go-party/sashimi/1"
# Chris's badge lies beside Chris's cards, and beside that a NEXT that was cut out
BESIDE_NEXT = {
    TEMPURA[0]: (80, 20), TEMPURA[1]: (145, 20), "badge red": (20, 20), "command next": (20, 50),
}  # fmt: skip


def pressed(driver: Any) -> str:
    return text_of(driver, ".photo .pick[aria-pressed=true]")[1:]  # after the plate's letter


def test_whose_tray_it_is_is_asked_where_its_badge_lies_beside_a_tile(
    site: Played, driver: Any, tmp_path: Path
) -> None:
    """Though Meredith is being scanned; and whoever taps the wrong name taps another."""
    scan(site, "badge blue")
    chosen(driver, tmp_path, flat(*BESIDE_NEXT, places=BESIDE_NEXT))
    wait_for_words(driver, "2 new cards, 2 not counted")
    assert text_of(driver, ".photo .note b") == "Whose tray is this?"
    assert pressed(driver) == ""
    assert "Red lies beside a tile" in text_of(driver, ".photo .no")
    score = driver.find_element("css selector", ".photo footer .main")
    assert not score.is_enabled()
    for size, dark in product((PHONE, SMALL_PHONE), (False, True)):
        looks(driver, size, dark, still=True)
        assert violations(driver) == [], (size, dark)
    for name, badge in (("Meredith", "blue"), ("Chris", "red")):
        click(driver, ".photo .pick", name)
        until(lambda: text_of(driver, f".photo .rest .{badge} h3 bdi") == name, name)  # noqa: B023
        assert pressed(driver) == name
    click(driver, ".photo footer button", "Score it")
    until(lambda: text_of(driver, ".photo-told p"), "nothing is scored")
    assert [len(laid) for laid in site.table.shown.table.round.layout.trays] == [2, 0]
    assert complaints_of(driver) == []


def test_a_seat_that_was_chosen_is_the_answer_for_the_photos_that_follow(
    site: Played, driver: Any, tmp_path: Path
) -> None:
    """Beside a tray that is clear the other is asked about, and its answer stays in sight."""
    lies = BESIDE_NEXT | {"badge blue": (20, 240), SASHIMI: (85, 240)}
    chosen(driver, tmp_path, flat(*lies, places=lies))
    wait_for_words(driver, "3 new cards")
    assert text_of(driver, ".photo .note b") == "Whose are the other cards?"
    assert text_of(driver, ".photo .rest .blue .chip") == "Sashimi"
    click(driver, ".photo .pick", "Chris")
    until(lambda: text_of(driver, ".photo .rest .red h3 bdi") == "Chris", "it is nobody's")
    assert pressed(driver) == "Chris"
    more = {
        "card sushi-go-party/sashimi/2": (85, 20),
        "badge red": (20, 20),
        "command undo": (20, 50),
    }
    chosen(driver, tmp_path, flat(*more, places=more), ".photo .rest")
    wait_for_words(driver, "4 new cards")
    assert not driver.execute_script(
        "return document.querySelector('.photo .pick').closest('.note')"
    )
    click(driver, ".photo footer button", "Score it")
    until(lambda: text_of(driver, ".photo-told p"), "nothing is scored")
    assert [len(laid) for laid in site.table.shown.table.round.layout.trays] == [3, 1]


def test_the_dummys_tray(site: Played, driver: Any, tmp_path: Path) -> None:
    cards = [code(f"card sushi-go/tempura/{number}") for number in (1, 2)]
    for line in ("new-game", "new-game", "remove"):
        scan(site, f"command {line}")
    for line in ("badge red", "game sushi-go", "badge red", "command dummy", "command next"):
        scan(site, line)
    chosen(driver, tmp_path, scene(cards, "easy", 1, field=(400, 300), size=SIZE).jpeg)
    wait_for_words(driver, "2 new cards")
    click(driver, ".photo .pick", "Dummy")
    until(lambda: text_of(driver, ".photo .rest .dummy h3 bdi") == "Dummy", "it is nobody's")
    click(driver, ".photo footer button", "Score it")
    until(lambda: text_of(driver, ".photo-told p"), "nothing is scored")
    (dummy,) = (index for index, seat in enumerate(site.table.shown.table.seats) if not seat.badge)
    assert len(site.table.shown.table.round.layout.trays[dummy]) == 2


# What is sent, and what is said of it.
SPY = """window.sent = [];
const send = XMLHttpRequest.prototype.send;
XMLHttpRequest.prototype.send = function (body) { sent.push(body); send.call(this, body); };"""
LAST_SENT = """const done = arguments[0], last = sent.at(-1);
Promise.all([createImageBitmap(last), last.text()]).then(([{ width, height }, text]) =>
  done([last.type, width, height, text.includes("Exif")]));"""


def saved(picture: Image.Image, **how: Any) -> bytes:
    file = io.BytesIO()
    picture.save(file, "JPEG", **how)
    return file.getvalue()


def test_a_photo_goes_small_and_without_its_place_and_each_problem_says_what_to_do(
    site: Played, driver: Any, tmp_path: Path
) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held upright
    exif.get_ifd(0x8825)[1] = "N"
    noise = saved(Image.effect_noise(SIZE, 90))
    blank = saved(Image.new("L", (4500, 400), 120), exif=exif)
    driver.execute_script(SPY)
    chosen(driver, tmp_path, blank)
    wait_for_words(driver, "No label found")
    assert driver.execute_async_script(LAST_SENT) == ["image/jpeg", 358, 4032, False]
    assert violations(driver) == []
    driver.execute_script("sessionStorage.slow = 1")
    chosen(driver, tmp_path, blank, ".photo footer")
    wait_for_words(driver, "No label found")
    assert driver.execute_async_script(LAST_SENT)[1:3] == [179, 2016]
    for content, words in ((b"hello", "not a photo"), (HEIC, "Most compatible")):
        chosen(driver, tmp_path, content, ".photo footer")
        wait_for_words(driver, words)
    assert driver.execute_script("return sent.map(({ size }) => size)")[-2:] == [5, len(HEIC)]
    chosen(driver, tmp_path, HEIC * 7000, ".photo footer")
    wait_for_words(driver, "more than 12 MB")
    assert complaints_of(driver) == []
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", SLOW)
    chosen(driver, tmp_path, noise, ".photo footer")
    wait_for_words(driver, "Sending")
    site.close()
    wait_for_words(driver, "Connection lost")
    assert "Try again" in text_of(driver, ".photo footer")
    driver.execute_cdp_cmd("Network.disable", {})


SLOW = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 50_000}
HEIC = b"\0\0\0\x18ftypheic" + bytes(1900)


def test_the_pin_is_asked_for_before_a_photo_goes_on_its_way(
    site: Played, driver: Any, tray: Scene, tmp_path: Path
) -> None:
    driver.execute_script("sessionStorage.clear()")
    driver.get(f"http://127.0.0.1:{site.port}/desk")
    until(lambda: driver.execute_script("return document.body.dataset.n"))
    driver.execute_script(SPY)
    chosen(driver, tmp_path, tray.jpeg)
    script = "return document.querySelector('dialog[aria-label=PIN]')?.open"
    until(lambda: driver.execute_script(script), "nobody asks for the PIN")
    assert driver.execute_script("return sent") == []
    click(driver, "dialog[aria-label=PIN] button", "Not now")
    wait_for_words(driver, "needs the PIN")
    click(driver, ".photo footer button", "Try again")
    until(lambda: driver.execute_script(script), "nobody asks for the PIN")
    driver.switch_to.active_element.send_keys(site.pin.digits + "\n")
    wait_for_words(driver, "6 new cards")


def test_the_deck_is_checked_over_several_photos(
    site: Played, driver: Any, tray: Scene, tmp_path: Path
) -> None:
    from selenium.webdriver.support.select import Select

    for _ in "ab":  # cards are missing, so it asks first
        scan(site, "command score")
    until(lambda: driver.find_element("css selector", "#photo a").is_displayed(), "no way there")
    assert not driver.find_element("css selector", "#photo label").is_displayed()
    click(driver, "#photo a", "Check desserts")
    until(lambda: driver.execute_script("return 'ready' in document.body.dataset"))
    choice = Select(driver.find_element("name", "what"))
    assert choice.first_selected_option.text == "Desserts kept so far"
    choice.select_by_value("deck")
    for _ in range(2):
        chosen(driver, tmp_path, tray.jpeg, ".shots")
        until(lambda: "6 of 181 cards are there" in text_of(driver, ".told"), "nothing is counted")
    assert "Tempura 3, 4, 5, 6, 7, 8" in text_of(driver, ".found")
    for size, dark in ((PHONE, False), (LAPTOP, True)):
        looks(driver, size, dark, still=True)
        assert violations(driver) == []
    click(driver, ".shots button", "Start over")
    assert text_of(driver, ".found") == ""
    assert complaints_of(driver) == []
