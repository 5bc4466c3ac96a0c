"""A phone that reads aloud: by the browser's own voice, which is espeak-ng's here; what it says is
written down on its way there.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.axe import violations
from support.browser import accessible, complaints_of, looks, page, speaking, text_of, until
from support.failing_disk import FailingDisk
from support.playing import code
from support.pseudo import german_installed  # noqa: F401 - a fixture
from support.web_scenes import NAMES, BoardTab, address, three
from support.web_site import Played, Site, served

from firmware.common.settings.schema import VoiceSection
from firmware.core.view.utterance import utterance, whole_table
from firmware.words.language import ENGLISH, language_of
from firmware.words.voice import said, table_read

PHONE, LAPTOP = (390, 844), (1280, 800)
# Before any script of the page: what is said and cut short, and how far the voice has come.
RECORD = """window.spoken = []; window.calls = [];
const { speak, cancel } = SpeechSynthesis.prototype;
SpeechSynthesis.prototype.speak = function (utterance) {
  calls.push("speak");
  const { text, lang, rate, voice } = utterance;
  const said = { text, lang, rate, voice: voice.name, isLocal: voice.localService, heard: [] };
  for (const name of ["start", "end", "error"])
    utterance.addEventListener(name, ({ error }) => said.heard.push(error ?? name));
  spoken.push(said);
  speak.call(this, utterance);
};
SpeechSynthesis.prototype.cancel = function () {
  calls.push("cancel");
  cancel.call(this);
};"""
LIVE = """return Array.from(document.querySelectorAll(
    "[role=status], [role=alert], [role=log], [aria-live]"),
  (node) => [node.id, node.role, node.ariaLive])"""


@pytest.fixture(scope="module")
def speaker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with speaking(tmp_path_factory.mktemp("speech")) as driver:
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": RECORD})
        yield driver


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with served(tmp_path) as site:
        site.feed.show(three().shown)
        yield site


class ReadingPhone(BoardTab):
    """Somebody at a phone, and what it has said."""

    @property
    def spoken(self) -> list[dict[str, Any]]:
        return self.run("return spoken")

    @property
    def texts(self) -> list[str]:
        return [said["text"] for said in self.spoken]

    def tap(self, selector: str) -> None:
        self.driver.find_element("css selector", selector).click()

    def starts(self) -> None:
        """Read aloud, as soon as there is a voice."""
        until(lambda: self.driver.find_element("css selector", "#aloud").is_displayed())
        self.tap("#aloud")

    def opens(self, path: str = "/?scores") -> None:
        self.driver.get(address(self.site, path))
        until(lambda: self.run("return document.body.dataset.v || document.body.dataset.n"))


@pytest.fixture
def phone(site: Site, speaker: Any) -> Iterator[ReadingPhone]:
    with page(address(site), PHONE, still=True, driver=speaker) as driver:
        driver.execute_script("localStorage.clear()")
        until(lambda: driver.execute_script("return document.body.dataset.v"))
        yield ReadingPhone(site, driver)
        driver.execute_script("localStorage.clear()")
        assert complaints_of(driver) == []


def full(watched: Any, language: Any = ENGLISH) -> str:
    return said(utterance(watched.shown), "full", language)


def test_it_is_off_at_first(phone: ReadingPhone) -> None:
    until(lambda: phone.driver.find_element("css selector", "#aloud").is_displayed())
    assert ("button", "Read aloud") in accessible(phone.driver)
    assert not phone.driver.find_element("css selector", "#speech").is_displayed()
    table = three().scan("red")
    phone.shows(table)
    phone.shows(table.scan("tofu/1"))
    assert phone.run("return calls") == []
    assert phone.text("#said") != ""


def test_one_tap_and_each_scan_is_said_once(phone: ReadingPhone) -> None:
    """As the device would, at once at the tap; and what is newly amiss."""
    table = three().scan("red")
    phone.shows(table)
    phone.starts()
    expected = [full(table)]
    assert phone.texts == expected
    until(lambda: phone.spoken[0]["heard"] == ["start", "end"])
    for line in ("tofu/1", "tofu/2"):
        phone.shows(table.scan(line))
        expected.append(full(table))
        assert phone.texts == expected
    table.device(saved=False)
    phone.shows(table)
    phone.shows(table.device(saved=False))
    amiss = "Scans are not saved."
    assert phone.texts == [*expected, amiss]
    phone.shows(table.device(saved=True))
    phone.shows(table.scan("tofu/3").device(saved=False))
    expected += [amiss, f"{full(table)} {amiss}"]
    assert phone.texts == expected
    assert {(said["lang"], said["rate"], said["isLocal"]) for said in phone.spoken} == {
        ("en-US", 1, True)
    }


def test_the_newest_wins(phone: ReadingPhone) -> None:
    """What was being said ends; but what is newly amiss waits."""
    table = three().scan("red")
    phone.shows(table)
    phone.starts()
    for line in ("tofu/1", "tofu/2", "tofu/3"):
        phone.shows(table.scan(line))
    phone.shows(table.device(saved=False))
    assert phone.run("return calls") == [*["cancel", "speak"] * 4, "speak"]
    until(lambda: phone.spoken[-1]["heard"] == ["start", "end"])
    assert phone.spoken[-2]["heard"] == ["start", "end"]


def test_live_regions_are_silent_while_it_speaks(phone: ReadingPhone) -> None:
    """And only then: a screen reader reads on when it is off."""
    before = phone.run(LIVE)
    phone.starts()
    assert {(role, live) for _, role, live in phone.run(LIVE)} == {
        ("status", "off"),
        (None, "off"),
    }
    phone.tap("#aloud")
    assert phone.run(LIVE) == before
    assert phone.run("return calls").pop() == "cancel"
    phone.shows(three().scan("red tofu/1"))
    assert len(phone.texts) == 1


def test_it_is_remembered_and_begins_with_the_first_tap(phone: ReadingPhone) -> None:
    """Browsers speak after a tap only."""
    phone.starts()
    phone.opens()
    until(lambda: phone.driver.find_element("css selector", "#aloud").is_displayed())
    assert phone.run("return calls") == []
    phone.tap(".seat button")
    assert len(phone.texts) == 1
    phone.tap("#aloud")
    phone.opens()
    phone.tap(".seat button")
    assert phone.texts == []


def test_repeat_slower_and_the_table(phone: ReadingPhone) -> None:
    table = three().scan("red tofu/1 tofu/2 blue temaki/1")
    phone.shows(table)
    phone.starts()
    repeat, slower, read = phone.driver.find_elements("css selector", "#speech button")
    repeat.click()
    for _ in range(3):
        slower.click()
    assert phone.texts == [full(table)] * 5
    assert [said["rate"] for said in phone.spoken] == pytest.approx([1, 1, 0.8, 0.63, 1])
    read.click()
    until(lambda: len(phone.texts) == 6)
    assert phone.texts[5] == table_read(whole_table(table.shown))
    assert "2 × Tofu" in phone.texts[5]


@pytest.mark.usefixtures("german_installed")
def test_it_speaks_the_pages_language(phone: ReadingPhone) -> None:
    phone.opens("/?scores&lang=de")
    phone.starts()
    (first,) = phone.spoken
    assert first["lang"] == "de"
    assert first["text"] == full(three(), language_of("de"))


REMOTE = "{ name: 'Far away', lang: 'en-US', localService: false, default: true }"
VOICES = """const real = speechSynthesis.getVoices().filter(({ lang }) => lang === "en-GB")[0];
speechSynthesis.getVoices = () => [%s];
speechSynthesis.dispatchEvent(new Event("voiceschanged"));"""


def test_a_voice_that_sends_what_it_says_is_never_used(phone: ReadingPhone) -> None:
    """Where there is no other, nothing can be tapped; nor where none speaks the page's language."""
    button = phone.driver.find_element("css selector", "#aloud")
    until(button.is_displayed)
    for voices in (REMOTE, "", "{ name: 'Anna', lang: 'de-DE', localService: true }"):
        phone.run(VOICES % voices)
        assert not button.is_displayed()
    phone.opens()
    until(lambda: phone.driver.find_element("css selector", "#aloud").is_displayed())
    phone.run(VOICES % f"{REMOTE}, real")
    phone.starts()
    (first,) = phone.spoken
    assert (first["lang"], first["isLocal"]) == ("en-GB", True)
    phone.run(VOICES % REMOTE)  # the other one has gone
    phone.shows(three().scan("red tofu/1"))
    assert len(phone.texts) == 1
    assert "off" not in {live for *_, live in phone.run(LIVE)}
    phone.run("delete speechSynthesis.getVoices")
    phone.run("speechSynthesis.dispatchEvent(new Event('voiceschanged'))")
    assert phone.texts[1:] == [full(three().scan("red tofu/1"))], "back, and on as before"
    phone.run(VOICES % REMOTE)
    phone.opens()
    until(lambda: phone.driver.find_element("css selector", "#aloud").is_displayed())
    phone.tap(".seat button")
    assert len(phone.texts) == 1, "it was never switched off"


def test_a_hidden_page_is_silent(phone: ReadingPhone) -> None:
    phone.starts()
    table = three().scan("red")
    phone.driver.minimize_window()
    until(lambda: phone.run("return document.hidden"))
    phone.shows(table.scan("tofu/1"))
    assert phone.run("return calls") == ["cancel", "speak", "cancel", "cancel"]
    phone.driver.set_window_size(*LAPTOP)
    until(lambda: not phone.run("return document.hidden"))
    phone.shows(table.scan("tofu/2"))
    assert phone.texts[1:] == [full(table)]


def test_a_tv_and_a_desk_say_nothing(phone: ReadingPhone) -> None:
    phone.starts()
    for path in ("/tv", "/desk"):
        phone.opens(path)
        phone.driver.find_element("css selector", "body").send_keys("1")
        phone.run("document.body.click()")
        assert not phone.driver.find_element("css selector", "#aloud").is_displayed()
        assert phone.run("return calls") == []


def test_a_connection_that_is_lost_is_said(phone: ReadingPhone) -> None:
    phone.starts()
    phone.site.thread.stop()
    until(lambda: phone.texts[-1] == "Connection lost.")
    assert phone.texts.count("Connection lost.") == 1
    phone.driver.get_log("browser")


def test_a_card_in_hand_is_explained_by_it(phone: ReadingPhone) -> None:
    phone.starts()
    phone.tap("#what")
    eel = code("card sushi-go-party/eel/1")
    phone.driver.switch_to.active_element.send_keys(f"{eel}\n")
    until(lambda: len(phone.texts) == 2)
    assert phone.texts[1].startswith("Eel. ")
    assert phone.texts[1].startswith(text_of(phone.driver, "#asked [role=status] p"))
    assert phone.run("return document.querySelector('#asked [role=status]').ariaLive") == "off"


def test_it_is_accessible_and_fits(phone: ReadingPhone) -> None:
    phone.starts()
    phone.tap("#what")
    for size, dark in ((PHONE, False), (PHONE, True), (LAPTOP, False), (LAPTOP, True)):
        looks(phone.driver, size, dark, still=True)
        assert violations(phone.driver) == []
        assert phone.run("return document.documentElement.scrollWidth") <= size[0]


def test_a_phone_with_a_badge_reads_aloud_too(tmp_path: Path, speaker: Any) -> None:
    """What the device says in short, it says in short."""

    class FilledDisk(FailingDisk):
        full = False

    short = {"voice": VoiceSection(say="short")}
    with Played(tmp_path, running=short, disk=FilledDisk, double_read_ms=0, names=NAMES) as site:
        session = site.session()
        joining = f"/join#{site.badges.code(site.badges.minute)}"
        where = f"http://localhost:{site.port}{joining}"
        with page(where, PHONE, still=True, driver=speaker) as driver:
            phone = ReadingPhone(site, driver)
            until(lambda: phone.run("return document.querySelector('#trays button')"))
            phone.tap("#trays .red button")
            until(lambda: phone.run("return document.body.dataset.n"))
            phone.starts()
            for line in ("preset party-sampler", "badge blue", "command next"):
                site.post("/scan", {"code": code(line)}, **session)
            until(lambda: phone.run("return document.querySelector('#labels .face')"))
            phone.run(
                """[...document.querySelectorAll('#labels .tile')].find(
                ({ textContent }) => textContent.includes('Tofu')).click()"""
            )
            until(lambda: "Tofu" in phone.texts[-1])
            assert phone.texts[-1] == said(utterance(site.table.shown), "short")
            assert {live for *_, live in phone.run(LIVE)} <= {"off", None}
            assert (
                phone.run("return document.querySelectorAll('[aria-live=assertive]').length") == 0
            )
            # and once what became of each tap: refused, not saved, never at the table
            face, tofu = code("face sushi-go-party/tofu"), code("card sushi-go-party/tofu/1")
            phone.run(f"document.querySelector('[name=copies][value=\"{face}\"]').click()")
            expected = phone.texts
            gone = "This phone has no badge now. In the lobby, scan the code on the display."
            for button, answer, is_full, text in (
                (tofu, "already", False, "Not counted. Tofu is already counted."),
                (face, "UNSAVED", True, "Tofu, 4. Chris, 6. Scans are not saved."),
                (face, "UNSAVED", True, "Tofu, minus 6. Chris, 0."),
                (face, gone, True, gone),
            ):
                FilledDisk.full = is_full
                if answer == gone:
                    site.badges.take("red", "")  # by another phone
                phone.run(f"document.querySelector('#labels [value=\"{button}\"]').click()")
                expected.append(text)
                until(lambda: phone.texts[len(expected) - 1 :] == [text])  # noqa: B023
                until(lambda: answer in phone.text("#answer"))  # noqa: B023
                assert phone.texts == expected
            driver.get_log("browser")  # 403
            phone.run("localStorage.clear()")
