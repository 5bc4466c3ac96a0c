"""/setup in a real browser, used as an owner would, on a program that really starts anew."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.backup_tools import backup_of, played
from support.browser import (
    complaints_of,
    page,
    text_of,
    until,
)
from support.release_server import NEWER, NewestUnit, authority, serving
from support.request_root import RequestRoot
from support.setup_site import SetUp, set_up

from engine.cards import Deck
from firmware import VERSION
from firmware.common.releases.offer import ADDRESS
from firmware.common.settings.schema import Mqtt
from firmware.common.system.state_dir import DEVICES_FILE, MQTT_PASSWORD
from firmware.core.app.messages import Restart
from firmware.interfaces.web.pages.setup import device, newest

OWNERS = '[names]\nred = "Chris"\n[display]\ncontrast = 128\ndim_after_s = 45\n'
PHONE = (390, 844)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SetUp]:
    with set_up(tmp_path, OWNERS) as site:
        yield site


class Owner:
    """Somebody with a phone at /setup."""

    def __init__(self, site: SetUp, driver: Any) -> None:
        self.site, self.driver = site, driver

    def see(self, selector: str) -> Any:
        from selenium.webdriver.common.by import By

        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def named(self, name: str) -> Any:
        return self.see(f'[name="{name}"]')

    def type(self, name: str, text: str) -> None:
        self.named(name).clear()
        self.named(name).send_keys(text)

    def choose(self, name: str, text: str) -> None:
        from selenium.webdriver.support.ui import Select

        Select(self.named(name)).select_by_visible_text(text)

    def slide(self, name: str, value: object) -> None:
        """As a finger on a slider does it."""
        self.driver.execute_script(
            "arguments[0].value = arguments[1];"
            "arguments[0].dispatchEvent(new Event('input', { bubbles: true }))",
            self.named(name),
            value,
        )

    def says(self, selector: str, words: str) -> None:
        until(lambda: words in text_of(self.driver, selector), f"{selector} does not say {words}")

    def save(self) -> None:
        """Until the device is back; there is nothing more to save."""
        runs = self.site.runs
        self.click("#bar button")
        self.says("#said", "Okanjo has restarted.")
        assert self.see("#said").is_displayed()
        assert not self.see("#bar button").is_displayed()
        until(lambda: self.site.runs == runs + 1)  # counted once its page is there

    def click(self, selector: str) -> None:
        """Wherever on the page it is; not under what lies over it."""
        self.driver.execute_script(
            "arguments[0].scrollIntoView({ block: 'center' })", self.see(selector)
        )
        self.see(selector).click()

    def note(self, name: str) -> str:
        """What stands below a field."""
        text: str = self.driver.execute_script(
            "return arguments[0].closest('div').querySelector('small').textContent",
            self.named(name),
        )
        return text


def complaints(driver: Any) -> list[str]:
    """But for what a browser notes when the page asks whether the device is back, and it is not."""
    return [
        complaint
        for complaint in complaints_of(driver)
        if not ("/state" in complaint and "net::ERR_" in complaint)
    ]


@pytest.fixture
def owner(site: SetUp) -> Iterator[Owner]:
    """With the PIN given."""
    with page(f"{site.address}/setup#pin={site.pin.digits}", PHONE) as driver:
        owner = Owner(site, driver)
        until(lambda: owner.see("#more").is_displayed())
        yield owner
        assert complaints(driver) == []


def test_the_pin_is_asked_for_first(site: SetUp) -> None:
    with page(f"{site.address}/setup", PHONE) as driver:
        owner = Owner(site, driver)
        until(lambda: owner.see("#pin").is_displayed())
        owner.see("#pin [type=button]").click()
        until(lambda: owner.see("#gate").is_displayed())
        assert not owner.see("#form").is_displayed()
        assert "PIN" in text_of(driver, "#why")
        owner.see("#gate button").click()
        until(lambda: owner.see("#pin").is_displayed())
        owner.see("#pin input").send_keys(site.pin.digits, "\n")
        until(lambda: owner.see("#form").is_displayed())
        assert not owner.see("#gate").is_displayed()
        assert owner.named("names.red").get_attribute("value") == "Chris"


def test_what_the_device_keeps_by_itself_is_told_beside_what_was_saved(site: SetUp) -> None:
    (site.folder / "backups").mkdir()
    (site.folder / "backups/2026-11-27.okanjo").touch()
    with page(f"{site.address}/setup#pin={site.pin.digits}", PHONE) as driver:
        owner = Owner(site, driver)
        day = driver.execute_script("return new Date(2026, 10, 27).toLocaleDateString('en')")
        owner.says(
            "#since",
            "You have saved no whole one yet. The device keeps one of each of the last ten"
            f" evenings, the last of {day}.",
        )


def test_an_evening_is_set_up_without_a_terminal(owner: Owner) -> None:
    site = owner.site
    assert not owner.see("#bar").is_displayed()
    assert owner.note("names.red") == f"Set in {site.config}. A change here overrides it."
    assert owner.named("names.red").get_attribute("maxlength") == "24"
    owner.says("#form", "Up to 24 letters each.")
    assert owner.note("names.green") == ""
    owner.type("names.red", "Ann")
    owner.type("names.green", "<b>Élo</b>")
    assert owner.note("names.red") == f"{site.config}: Chris Reset"
    assert owner.note("names.green") == "Default: none Reset"
    assert owner.see("#bar button").is_displayed()
    assert "2 changed" in text_of(owner.driver, "#said")
    owner.slide("display.contrast", 40)
    owner.choose("display.fitted", "no")
    owner.choose("display.i2c_address", "0x3D")
    owner.choose("sound.start", "soft")
    owner.choose("display.off_after_s", "never")
    owner.choose("table.mode", "as they are revealed (live)")
    owner.type("track.length", "144")
    owner.slide("track.brightness", 0.35)
    owner.click("summary")
    owner.type("omakase.faces.tuna.yen", "450")
    owner.click('[name="omakase.faces.tuna.sets"][value="kids-set"]')
    owner.type("omakase.sets.kids-set", "2500")
    owner.save()
    settings = site.loaded()
    assert settings.names == {"red": "Ann", "green": "<b>Élo</b>"}
    assert (settings.display.contrast, settings.display.off_after_s) == (40, 0)
    assert (settings.display.fitted, settings.display.i2c_address) == ("no", 0x3D)
    assert settings.display.dim_after_s == 45, "a value that is in no list stays what it is"
    assert (settings.sound.start, settings.table.mode) == ("soft", "live")
    assert (settings.track.length, settings.track.brightness) == (144, 0.35)
    tuna = settings.card_table.dishes["tuna"]
    assert (tuna.yen, tuna.sets) == (450, ("omakase-set", "sakura-set", "kids-set"))
    assert settings.card_table.sets["kids-set"] == 2500
    assert site.app.table.names["red"] == "Ann"
    assert "dim_after_s" not in (site.folder / DEVICES_FILE).read_text()


def test_a_voice_is_switched_on_and_tried(owner: Owner) -> None:
    site = owner.site
    assert not owner.see("#speak").is_displayed()
    owner.choose("voice.say", "short: card, points, score")
    owner.choose("voice.speed", "slow")
    owner.choose("voice.lead_in_ms", "0.4 s")
    owner.slide("voice.volume", 80)
    assert owner.note("voice.lead_in_ms") == "Default: none Reset"
    assert not owner.see("#speak").is_displayed(), "it speaks by what is saved"
    owner.save()
    voice = site.loaded().voice
    assert (voice.say, voice.speed, voice.lead_in_ms, voice.volume) == ("short", "slow", 400, 80)
    owner.click("#speak")
    owner.says("#spoken", "Did you hear it? The voice is silent while SOUND is off")
    until(lambda: "The voice speaks slowly" in site.get("/state").body.decode())


def test_a_sound_card_that_was_pulled_out_stays_chosen(site: SetUp) -> None:
    site.change(voice__card="Device")
    with page(f"{site.address}/setup#pin={site.pin.digits}", PHONE) as driver:
        owner = Owner(site, driver)
        until(lambda: owner.see("#more").is_displayed())
        assert owner.named("voice.card").get_attribute("value") == "Device"
        assert owner.note("voice.card") == "Default: the system’s choice Reset"


def test_another_edition_is_named_and_counted(owner: Owner) -> None:
    owner.click("#decks > summary")
    owner.click("#decks details:nth-of-type(2) summary")
    tuna = owner.named("deck.sushi-go.squid-nigiri.name")
    assert tuna.get_attribute("placeholder") == "Squid nigiri"
    owner.type("deck.sushi-go.squid-nigiri.name", "Maki roll 1")
    owner.type("deck.sushi-go.tempura.copies", "20")
    owner.click("#decks > summary")
    owner.click("#bar button")
    owner.says("#said", "20 is not valid; use a whole number from 1 to 19")
    owner.says("#said", 'maki-1 is called "Maki roll 1", too. Give each card its own name')
    assert tuna.is_displayed()
    owner.type("deck.sushi-go.squid-nigiri.name", "<b>Tuna</b>")
    owner.type("deck.sushi-go.tempura.copies", "16")
    owner.save()
    deck = Deck({"squid-nigiri": "<b>Tuna</b>"}, {"tempura": 16})
    assert owner.site.loaded().decks == {"sushi-go": deck}


def test_a_broker_is_named_and_its_password_kept_and_removed(owner: Owner) -> None:
    file = owner.site.folder / MQTT_PASSWORD
    assert not owner.named("mqtt.host").is_displayed()
    owner.click("#broker summary")
    owner.type("mqtt.host", "127.0.0.1")
    owner.choose("mqtt.tls", "on")
    assert owner.note("mqtt.tls") == "Default: off Reset"
    owner.choose("mqtt.tls", "off")
    assert owner.note("mqtt.tls") == ""
    owner.choose("mqtt.commands", "accepted")
    owner.type("mqtt.id", "table-7")
    owner.see("#secret").send_keys("wasabi")
    assert "4 changed" in text_of(owner.driver, "#said")
    owner.save()
    assert (owner.see("#secret").get_attribute("value"), file.read_text()) == (
        "",
        "mqtt://@127.0.0.1:1883\nwasabi",
    )
    broker = owner.site.loaded().mqtt
    assert broker == Mqtt("127.0.0.1", id="table-7", commands=True)
    owner.driver.refresh()
    until(lambda: owner.named("mqtt.host").is_displayed())
    assert text_of(owner.driver, "#secrecy") == "A password is saved. Remove"
    owner.click("#secrecy button")
    assert text_of(owner.driver, "#secrecy") == "It is removed when you save. Keep it"
    owner.save()
    assert not file.exists()
    assert text_of(owner.driver, "#secrecy") == ""


def test_mistakes_are_told_where_they_are_and_nothing_is_saved(owner: Owner) -> None:
    owner.type("names.red", "Ann")
    owner.type("track.length", "many")
    owner.driver.execute_script("document.querySelector('details').open = true")
    owner.type("omakase.faces.eel.copies", "0")
    owner.click("#bar button")
    owner.says("#said", '[track] length: "many" is not valid; use a whole number from 2 to 300')
    assert "[omakase.faces.eel] copies: 0 is not valid" in text_of(owner.driver, "#said")
    invalid = owner.driver.execute_script(
        "return [...document.querySelectorAll('[aria-invalid=true]')].map((one) => one.name)"
    )
    assert invalid == ["track.length", "omakase.faces.eel.copies"]
    assert owner.driver.execute_script("return document.activeElement.name") == "track.length"
    assert owner.site.runs == 1
    owner.type("track.length", "100")
    owner.type("omakase.faces.eel.copies", "2")
    owner.save()
    assert (
        owner.driver.execute_script("return form.querySelectorAll('[aria-invalid=true]').length")
        == 0
    )
    assert owner.site.loaded().track.length == 100


def test_stickers_come_and_go(owner: Owner, tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text("sticker,label\n4006381333931,card sushi-go-party/maki-1/1\n<i>,badge red\n")
    owner.see("#bring").send_keys(str(file))
    owner.says("#taught", "Imported: 2.")
    owner.says("#stickers", "4006381333931Maki roll 1 - 1/4Forget<i>RedForget")
    owner.click("#stickers button")
    owner.says("#taught", "Forgotten: 4006381333931.")
    until(lambda: text_of(owner.driver, "#stickers") == "<i>RedForget")
    file.write_text("062453,badge red\nA,nothing\n")
    owner.see("#bring").send_keys(str(file))
    owner.says("#taught", "Nothing was imported.\nline 1: 062453: six digits are reserved")
    owner.says("#taught", "line 2: there is no label nothing")


def test_a_backup_is_saved_and_another_restored(owner: Owner, tmp_path: Path) -> None:
    loads = tmp_path / "loads"
    owner.driver.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(loads)}
    )
    owner.click("#backup")
    (file,) = until(lambda: [*loads.glob("20*.okanjo")])
    until(lambda: file.read_bytes()[-22:-18] == b"PK\5\6")
    bad = tmp_path / "bad.okanjo"
    bad.write_bytes(file.read_bytes()[:-30])
    owner.see("#restore").send_keys(str(bad))
    owner.says("#kept", "Not restored. This is not an Okanjo backup, or only part of one.")
    played(tmp_path / "there", "party-tally")
    good = tmp_path / "good.okanjo"
    good.write_bytes(backup_of(tmp_path / "there"))
    restored(owner, good)
    owner.says("#kept", "Restored: 1 game (1 finished)")
    owner.says("#kept", "Okanjo has restarted.")
    owner.says("#stickers", "4001234567890")
    assert owner.site.app.table.phase == "finished"
    assert all("409" in complaint for complaint in complaints(owner.driver))


def restored(owner: Owner, file: Path) -> None:
    """Picked, and the question answered with yes."""
    owner.see("#restore").send_keys(str(file))
    owner.says("#has", f"{file.name} has 1 game (1 finished), ")
    owner.click("#sure .bad")


def test_doctors_report_stands_there_line_by_line(owner: Owner) -> None:
    owner.click("#look")
    until(lambda: "journal" in text_of(owner.driver, "#lines"))
    text = text_of(owner.driver, "#lines")
    assert str(owner.site.config) in text
    assert text_of(owner.driver, "#well")
    assert not ("no scanner found" in text and "connected" in text_of(owner.driver, "#well"))
    # what is to be set has the name of its field, not of a key in a file
    assert "if there is one: set “Fitted: yes” under Display" in text
    assert "“Score track” under Table and score track" in text
    assert "sudo" not in text


def test_the_device_is_restarted_switched_off_and_put_back(
    site: SetUp,
    root: RequestRoot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each asks before; who thinks better of it has asked for nothing."""
    for name in ("0.2.0-new", "0.1.0-old"):
        (tmp_path / name).mkdir()
        (tmp_path / name / ".whole").touch()
    (tmp_path / "0.2.0-new/before").symlink_to(tmp_path / "0.1.0-old")
    monkeypatch.setattr(device, "FOLDER", str(tmp_path / "0.2.0-new"))
    with page(f"{site.address}/setup#pin={site.pin.digits}", PHONE) as driver:
        owner = Owner(site, driver)
        until(lambda: owner.see("#device").is_displayed())
        owner.says("#version", "Okanjo 0.2.0 is running.")
        for button in ("#off", "#restart", "#back"):
            owner.click(button)
            until(lambda: owner.see("#really").is_displayed())
            owner.see("#really [value='']").click()
        assert root.asked() == []
        owner.click("#off")
        assert "Switch the device off?" in text_of(driver, "#really")
        owner.click("#really .bad")
        owner.says("#asked", "Once the green light stays off, the plug may be pulled.")
        until(lambda: root.asked() == ["poweroff"])
        assert text_of(driver, "#back") == "Go back to 0.1.0"
        owner.click("#back")
        owner.click("#really .bad")
        owner.says("#asked", "There is no earlier version on this device.")
        assert "bad" in owner.see("#asked").get_attribute("class")
        owner.click("#restart")
        owner.click("#really .bad")
        owner.says("#asked", "The device restarts. Okanjo is restarting")
        until(lambda: root.asked()[-1] == "reboot")
        site.app.inbox.put(Restart(lambda: True))
        owner.says("#asked", "The device restarts. Okanjo has restarted.")
        assert complaints(driver) == []


def test_an_update_tells_how_it_goes_and_what_is_new(
    site: SetUp, root: RequestRoot, tmp_path: Path
) -> None:
    """Root's own words are put there step by step; the page was opened anew in the middle of it."""
    progress, news = (
        root.machine / "run/okanjo-request/progress",
        root.machine / "run/okanjo-request/news",
    )
    file = tmp_path / "okanjo-0.2.0.tar.gz"
    file.write_bytes(b"no release")
    with page(f"{site.address}/setup#pin={site.pin.digits}", PHONE) as driver:
        owner = Owner(site, driver)
        until(lambda: owner.see("#device").is_displayed())
        owner.see("#update").send_keys(str(file))
        owner.says("#asked", "This file is no release of Okanjo. Choose okanjo-….tar.gz.")
        assert "bad" in owner.see("#asked").get_attribute("class")
        assert not owner.see("#news").is_displayed()
        news.write_text("## 0.2.0 - 2027\n\n- Buttons at `/setup`.\n")
        steps = "asked        update\nsignature    valid\nversion      installing ...\n"
        progress.write_text(steps)
        driver.refresh()
        owner.says("#asked", "Unpacking: a minute or two")
        until(lambda: owner.see("#news").is_displayed())
        owner.says("#news", "0.2.0 - 2027Buttons at /setup.")
        assert text_of(driver, "#news > ul > li") == "Buttons at /setup."
        progress.write_text(f"{steps}service      0.2.0 is ready\nended        0 \n")
        owner.says("#asked", "is running.")
        assert "good" in owner.see("#asked").get_attribute("class")
        assert owner.see("#news").is_displayed()
        assert complaints(driver) == []


def test_a_new_version_is_looked_for_and_taken_by_two_taps(
    site: SetUp, root: RequestRoot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the owner has let the device look, and knows what it asks of whom."""
    folder = tmp_path / "version"
    (folder / "system").mkdir(parents=True)
    monkeypatch.setattr(device, "FOLDER", str(folder))
    with serving(authority().server()) as server:
        (folder / ADDRESS).write_text(server.address)
        server.announce(b"no release")
        unit = NewestUnit(folder / ADDRESS)
        monkeypatch.setattr(newest, "SOCKET", unit.path)
        with page(f"{site.address}/setup#pin={site.pin.digits}", PHONE) as driver:
            owner = Owner(site, driver)
            until(lambda: owner.see("#device").is_displayed())
            assert not owner.see("#newest").is_displayed()
            owner.says("#asks", f"this device asks {server.address} what is newest.")
            owner.choose("updates.look", "when I tap")
            owner.click("#bar button")
            owner.says("#said", "Okanjo has restarted.")
            driver.refresh()
            until(lambda: owner.see("#newest").is_displayed())
            assert server.requests == []
            owner.click("#newest")
            owner.says("#asked", f"Okanjo {NEWER} is there.")
            until(lambda: owner.see("#news").is_displayed())
            owner.says("#news", "99.1.0 - 2099Sings.")
            assert root.releases == []
            assert text_of(driver, "#offer button") == f"Update to {NEWER}"
            owner.click("#offer button")
            owner.says("#asked", "This file is no release of Okanjo.")
            assert root.releases == [b"no release"]
            until(lambda: owner.see("#offer").is_displayed())  # to be tried again
            server.files.clear()
            owner.click("#newest")
            owner.says("#asked", "localhost does not have the file.")
            assert not owner.see("#offer").is_displayed()
            assert "bad" in owner.see("#asked").get_attribute("class")
            assert not owner.see("#news").is_displayed()
        unit.end()


def test_a_version_without_an_address_offers_no_switch(owner: Owner) -> None:
    assert not owner.see("#versions").is_displayed()
    assert not owner.see("#newest").is_displayed()


def test_what_is_installed_is_listed_when_it_is_asked_for(owner: Owner) -> None:
    assert text_of(owner.driver, "#installed ul") == ""
    owner.click("#installed summary")
    owner.says("#installed ul", f"Okanjo {VERSION}MITPython ")
    owner.says("#installed ul", "BSD-3-Clause")
