"""A device without a display shows no PIN: after PAGE, one phone signs in by a tap."""

import re
from http import HTTPStatus
from pathlib import Path

import pytest
from support.axe import violations
from support.browser import complaints_of, page, text_of, until
from support.playing import label
from support.setup_site import set_up
from support.table_app import AppTable
from support.web_site import served

from drivers.events import PartFound, PartLost, Pressed, Reading, Trouble
from firmware.common.facts.notices import Notice
from firmware.common.http.connection import are_neighbours
from firmware.core.app.messages import RemotePress, Typed, WebScan
from firmware.core.app.pin import DOOR_S, Pin, TwoAsked

OWNER, STRANGER = "192.0.2.7", "192.0.2.66"
PAGE_CARD = label("command page").code


class DoorTime:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> DoorTime:
    return DoorTime()


@pytest.fixture
def pin(tmp_path: Path, clock: DoorTime) -> Pin:
    return Pin(str(tmp_path), clock)


def test_the_first_who_asks_is_let_in_for_a_minute(pin: Pin, clock: DoorTime) -> None:
    assert pin.enter(OWNER) == ""
    pin.open_door()
    assert pin.session(pin.enter(OWNER))
    assert pin.session(pin.enter(OWNER)), "another tab of that phone"
    clock.now += DOOR_S
    assert pin.enter(OWNER) == ""
    pin.open_door()
    assert pin.session(pin.enter(STRANGER)), "each PAGE lets one in"


def test_a_second_who_asks_shuts_the_door_for_both(pin: Pin, clock: DoorTime) -> None:
    by_pin = str(pin.try_(pin.digits, OWNER))
    pin.open_door()
    tokens = [pin.enter(STRANGER), pin.enter(STRANGER)]
    clock.now += DOOR_S - 1
    with pytest.raises(TwoAsked):
        pin.enter(OWNER)
    assert [pin.session(token) for token in tokens] == [None, None]
    assert pin.session(by_pin), "who gave the PIN stays"
    assert (pin.enter(OWNER), pin.enter(STRANGER)) == ("", "")


def test_who_was_let_in_stays_when_the_door_is_shut(pin: Pin, clock: DoorTime) -> None:
    pin.open_door()
    token = pin.enter(OWNER)
    clock.now += DOOR_S
    assert pin.enter(STRANGER) == ""
    assert pin.session(token)


@pytest.mark.parametrize(
    ("address", "here", "near"),
    [
        ("192.168.1.20", "192.168.1.4", True),
        ("::ffff:10.0.0.9", "::ffff:10.0.0.2", True),
        ("fe80::1%eth0", "fe80::2", True),
        ("2001:db8:1:2::9", "2001:db8:1:2::1", True),
        ("2a00:1450:4001:81b::9", "2a00:1450:4001:81b::1", True),
        ("2a00:1450:4001:81c::9", "2a00:1450:4001:81b::1", False),
        ("8.8.8.8", "192.168.1.4", False),
        ("100.64.0.9", "100.64.0.2", False),
    ],
)
def test_only_a_phone_of_the_same_network_is_let_in(address: str, here: str, near: bool) -> None:
    assert are_neighbours(address, here) == near


def is_open(pin: Pin) -> bool:
    return bool(pin.enter(OWNER))


def test_page_opens_the_door_where_there_is_no_display(tmp_path: Path) -> None:
    table = AppTable(tmp_path, pin=(pin := Pin(str(tmp_path))), has_display=False)
    afar = (
        RemotePress("page"),
        Typed("command page"),
        WebScan(Pressed("page", table.now), lambda answer: None),
        WebScan(Reading(PAGE_CARD, "web:1", 0, table.now, 0.0), lambda answer: None),
    )
    for message in afar:
        table.app.take(message)
        assert not is_open(pin), message
    table.app.take(Pressed("page", table.now))
    assert table.shows[-1].last is not None
    assert table.shows[-1].last.result == Notice("door-open")
    assert any("One phone may sign in" in line for line in table.log)
    assert is_open(pin)
    table.unplugged()


def test_page_scanned_does_the_same(tmp_path: Path) -> None:
    table = AppTable(tmp_path, pin=(pin := Pin(str(tmp_path))), has_display=False)
    table.app.take(Reading(PAGE_CARD, "scanner", 0, table.now, 1.0))
    assert is_open(pin)
    table.unplugged()


def test_a_display_that_shows_the_pin_keeps_the_door_shut(tmp_path: Path) -> None:
    table = AppTable(tmp_path, pin=(pin := Pin(str(tmp_path))))
    table.app.take(Pressed("page", table.now))
    assert not is_open(pin)
    table.app.take(PartLost("display", Trouble("it does not answer", "")))
    table.app.take(Pressed("page", table.now))
    assert is_open(pin), "nobody can read it on a dark one"
    table.app.take(PartFound("display"))
    pin.open_window()
    table.app.take(Pressed("page", table.now + 100))
    table.unplugged()


def test_a_phone_signs_in_by_a_tap_and_all_are_told(tmp_path: Path) -> None:
    with served(tmp_path) as site:
        answer = site.post("/enter", {})
        assert answer.status == HTTPStatus.FORBIDDEN
        assert "press PAGE" in answer.json["error"]
        site.pin.open_door()
        token = site.post("/enter", {}).json["token"]
        assert site.pin.session(token)
        assert site.messages == [Notice("let-in")]
        assert Pin(str(tmp_path)).session(token), "also after a start"
        site.pin._let_in = STRANGER  # another phone came before
        answer = site.post("/enter", {})
        assert (answer.status, site.messages[-1]) == (HTTPStatus.CONFLICT, Notice("two-asked"))
        assert "neither is signed in" in answer.json["error"]
        assert site.pin.session(token) is None
        assert Pin(str(tmp_path)).session(token) is None
        assert site.post("/enter", {}, Origin="http://evil.example").status == HTTPStatus.FORBIDDEN


def test_the_dialog_lets_a_phone_in(tmp_path: Path) -> None:
    with set_up(tmp_path) as site, page(f"{site.address}/setup") as driver:
        until(lambda: driver.find_element("id", "pin").is_displayed())
        driver.find_element("css selector", "#pin summary").click()
        driver.find_element("css selector", "#pin details button").click()
        until(lambda: "First press PAGE" in text_of(driver, "#pin .bad"))
        assert violations(driver) == []
        site.pin.open_door()
        driver.find_element("css selector", "#pin details button").click()
        until(lambda: driver.find_element("id", "more").is_displayed())
        assert not driver.find_element("id", "pin").is_displayed()
        assert [
            complaint for complaint in complaints_of(driver) if not re.search("40[13]", complaint)
        ] == []
