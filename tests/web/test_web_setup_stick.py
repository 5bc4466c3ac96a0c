"""Backups on a USB stick: offered before the first game and on /setup, brought by root."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.axe import violations
from support.backup_tools import backup_of, played
from support.browser import complaints_of, page, text_of, until
from support.request_root import RequestRoot
from support.setup_site import SetUp, set_up

from firmware.common.system.swap import BEFORE
from firmware.core.app.messages import Typed
from firmware.records.backup.sticks import CASES, PULLED
from firmware.records.backup.summary import BackupFile

START = "start --no-block okanjo-stick@sda1.service"
USB = "../../devices/usb1/1-1/host0/block/sda/sda1"
KEPT = BackupFile("2026-11-27-old.okanjo", 12, "2026-11-27", 3158)
EARLIER = BackupFile("2026-11-20-old.okanjo", 11, "2026-11-20", 3000)
ANOTHER = BackupFile("lacking-other.okanjo", 1, "2026-11-19", 900)
GAME = ("preset my-first-meal", "badge red", "badge blue", "command next")


class StickUnit:
    """The stick's unit: it brings what it has whenever root starts it, or says why not."""

    def __init__(self, site: SetUp, root: RequestRoot) -> None:
        self.site, self.content, self.case = site, b"", ""
        blocks = root.machine / "sys/class/block"
        blocks.mkdir(parents=True)
        (blocks / "sda1").symlink_to(USB)
        self._root, self._ends = root, threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        done = 0
        while not self._ends.wait(0.02):
            if len(self._root.asked()) > done:
                assert set(self._root.asked()) == {START}
                done += 1
                if self.site.sticks.wanted("sda1"):
                    known = self.site.sticks.plugged_in()["sda1"].backups
                    self.site.sticks.told("sda1", known, 0, self.content, self.case)

    def stop(self) -> None:
        self._ends.set()
        self.thread.join()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SetUp]:
    with set_up(tmp_path, '[names]\nred = "Chris"\n') as site:
        yield site


@pytest.fixture
def unit(site: SetUp, root: RequestRoot, tmp_path: Path) -> Iterator[StickUnit]:
    """A stick is plugged in that has an evening of another table."""
    unit = StickUnit(site, root)
    played(tmp_path / "there", "party-tally")
    unit.content = backup_of(tmp_path / "there")
    site.sticks.told("sda1", (KEPT, EARLIER), 0)
    unit.thread.start()
    yield unit
    unit.stop()


def begun(site: SetUp) -> None:
    for line in GAME:
        site.app.inbox.put(Typed(line))
    until(lambda: site.app.table.phase == "playing")


def wish(kept: BackupFile = KEPT) -> dict[str, str]:
    return {"stick": "sda1", "name": kept.name}


def test_before_the_first_game_everybody_sees_what_a_stick_has(
    site: SetUp, unit: StickUnit
) -> None:
    """The newest of each table; of which table it is where there are more."""
    (offer,) = site.get("/stick").json["backups"]
    assert offer == {**wish(), "evening": "2026-11-27", "has": "12 games", "lacks": ""}
    site.sticks.told("sda1", (KEPT, EARLIER, ANOTHER), 0)
    offers = [(row["has"], row["lacks"]) for row in site.get("/stick").json["backups"]]
    assert offers == [("12 games, table old", ""), ("1 game, table other", "It lacks something.")]
    site.devices.clear()  # pulled
    assert site.get("/stick").json == {"backups": []}
    site.devices["sda1"] = 1
    assert site.get("/stick").json["backups"]
    begun(site)
    assert site.get("/stick").json == {"backups": []}


def test_without_the_pin_nothing_is_listed_or_brought(
    site: SetUp, unit: StickUnit, root: RequestRoot
) -> None:
    for path in ("/setup/sticks", "/setup/from-stick"):
        assert site.sent(path, wish()).status == 401
    assert root.asked() == []


def test_setup_lists_all_and_gets_one_by_root(site: SetUp, unit: StickUnit) -> None:
    begun(site)
    site.sticks.told("sda1", (KEPT, EARLIER), 3)
    files = site.post("/setup/sticks").json
    assert [row["has"] for row in files["backups"]] == [
        "12 games, table old, 3 kB",
        "11 games, table old, 3 kB",
    ]
    assert files["others"].startswith("3 more files there are damaged")
    brought = site.post("/setup/from-stick", wish(EARLIER))
    assert (brought.status, brought.body) == (200, unit.content)
    assert brought.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("case", CASES)
def test_why_it_does_not_come_is_a_sentence(site: SetUp, unit: StickUnit, case: str) -> None:
    unit.content, unit.case = b"", case
    refused = site.post("/setup/from-stick", wish())
    assert refused.status == 409
    assert "Nothing was changed." in refused.json["error"]
    assert site.runs == 1


def test_what_no_stick_has_is_asked_of_nobody(
    site: SetUp, unit: StickUnit, root: RequestRoot
) -> None:
    for sent in (
        {"stick": "sda1", "name": "../secret"},
        {"stick": "sdb1", "name": KEPT.name},
        {"stick": "../sda1", "name": KEPT.name},
    ):
        assert site.post("/setup/from-stick", sent).status == 409
    for odd in ({}, {"stick": 1, "name": KEPT.name}, {"stick": "sda1", "name": ["a"]}):
        assert site.post("/setup/from-stick", odd).status == 400
    site.devices.clear()
    assert site.post("/setup/from-stick", wish()).json["error"] == PULLED.text
    assert site.post("/setup/ask", {"wish": "stick"}).status == 400
    assert root.asked() == []


def test_a_program_that_is_no_service_has_no_sticks(site: SetUp) -> None:
    site.sticks.told("sda1", (KEPT,), 0)
    assert site.get("/stick").json == {"backups": []}
    assert site.post("/setup/sticks").json["can"] is False
    assert site.post("/setup/from-stick", wish()).status == 409


# --- in a browser ------------------------------------------------------------------------


class TappedPage:
    """Somebody's, at one of its pages."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def see(self, selector: str) -> Any:
        from selenium.webdriver.common.by import By

        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def says(self, selector: str, words: str) -> None:
        until(lambda: words in text_of(self.driver, selector), f"{selector} does not say {words}")

    def tap(self, selector: str) -> None:
        self.driver.execute_script("document.querySelector(arguments[0]).click()", selector)


@contextmanager
def phone(site: SetUp, path: str) -> Iterator[TappedPage]:
    with page(f"{site.address}{path}") as driver:
        yield TappedPage(driver)
        driver.execute_script("localStorage.clear(); sessionStorage.clear()")
        lost = [words for words in complaints_of(driver) if "net::ERR_" not in words]
        assert [words for words in lost if "status of 4" not in words] == []


def test_a_newcomer_taps_once_and_gives_the_pin(site: SetUp, unit: StickUnit) -> None:
    """And is led back: what was is there, and the stick may be pulled."""
    with phone(site, "/") as newcomer:
        newcomer.says("#offers", "12 games")
        assert violations(newcomer.driver) == []
        newcomer.tap("#offers button")
        until(lambda: newcomer.see("#pin").is_displayed())
        newcomer.see("#pin input").send_keys(site.pin.digits)
        newcomer.tap("#pin form .main")
        newcomer.says("#told-stick", "Restored: 1 game (1 finished)")
        newcomer.says("#told-stick", "The stick may be pulled.")
        newcomer.says("#told-stick", "Okanjo has restarted.")
        assert not newcomer.see("#names").is_displayed()  # it tells of nothing else
        until(lambda: site.runs == 2)
        assert site.app.table.phase == "finished"
        newcomer.tap("#on a")
        until(lambda: newcomer.driver.current_url == f"{site.address}/?scores")


def test_a_newcomer_is_told_why_and_goes_on_without(site: SetUp, unit: StickUnit) -> None:
    unit.content = unit.content[:1000]
    with phone(site, f"/#pin={site.pin.digits}") as newcomer:
        newcomer.says("#offers", "12 games")
        newcomer.tap("#offers button")
        newcomer.says("#told-stick", "Not restored. This is not an Okanjo backup, or only part")
        assert newcomer.see("#names").is_displayed()
        site.devices.clear()
        until(lambda: not newcomer.see("#offers").is_displayed())
        newcomer.tap("#names .row a")
        until(lambda: newcomer.see("#sheet").is_displayed())
        assert site.runs == 1


def test_an_owner_brings_one_back_and_is_asked_first(site: SetUp, unit: StickUnit) -> None:
    begun(site)
    with phone(site, f"/setup#pin={site.pin.digits}") as owner:
        owner.says("#sticks ul", "12 games, table old, 3 kB")
        assert not owner.see("#nostick").is_displayed()
        assert violations(owner.driver) == []
        owner.tap("#sticks li:nth-child(2) button")
        owner.says("#has", "2026-11-20-old.okanjo has 1 game (1 finished)")
        owner.tap("#sure [value='']")
        assert (site.runs, (site.folder / BEFORE).exists()) == (1, False)
        owner.tap("#sticks li:nth-child(1) button")
        owner.says("#has", "2026-11-27-old.okanjo has")
        owner.tap("#sure [value=yes]")
        owner.says("#kept", "The stick may be pulled.")
        owner.says("#kept", "Okanjo has restarted.")
        assert (site.folder / BEFORE).exists()
        owner.says("#sticks ul", "12 games")  # it is still plugged in
        site.devices.clear()
        until(lambda: owner.see("#nostick").is_displayed())
