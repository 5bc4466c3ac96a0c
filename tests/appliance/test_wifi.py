"""systemd/wifi.py: an access point where there is no network, and what is taken from a phone."""

import json
import os
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.card_programs import root_program
from support.network_manager import CAFE, HOME, LIST, NEIGHBOUR, NetworkManager
from support.waiting import until

from firmware.common.system.access_point import Network, access_point_of


@pytest.fixture(scope="module")
def wifi() -> ModuleType:
    return root_program("wifi")


class OfUnit:
    """One whose unit runs in a thread; `told` is what Okanjo's service reads of it."""

    def __init__(self, folder: Path, wifi: ModuleType, manager: NetworkManager) -> None:
        self.manager, self._wifi = manager, wifi
        for name in ("state", "okanjo", "okanjo-wifi"):
            (folder / name).mkdir(exist_ok=True)
        self.request = folder / "okanjo/wifi-request"
        self.files = wifi.AccessPoint(
            str(folder / "state"), str(folder / "okanjo-wifi"), str(self.request)
        )
        self.radio = wifi.Radio(manager.run, lambda seconds: None)
        self._environment = {"RUNTIME_DIRECTORY": str(folder / "okanjo")}
        self._thread = threading.Thread(target=wifi.main, args=(self.files, self.radio))

    def start(self) -> None:
        self._thread.start()

    def ended(self) -> bool:
        return not self._thread.is_alive()

    @property
    def told(self) -> Any:
        return access_point_of(self._environment)

    def ask(self, network: object, password: object = "") -> None:
        new = self.request.with_suffix(".new")
        new.write_text(json.dumps({"network": network, "password": password}))
        new.rename(self.request)

    def await_back(self, why: str) -> None:
        """The access point, after a network that could not be connected to."""

        def is_back() -> bool:
            told = self.told
            return bool(self.manager.access_point and told and told.why == why)

        until(is_back)


@pytest.fixture
def machine(tmp_path: Path, wifi: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(wifi, "REPLY_S", 0.0)
    monkeypatch.setattr(wifi, "LOOK_EVERY_S", 0.01)

    def made(*states: str, cable: str = "unavailable") -> OfUnit:
        return OfUnit(tmp_path, wifi, NetworkManager(cable, *states))

    return made


Made = Callable[..., OfUnit]


def test_networks_are_those_that_take_a_password_or_none(wifi: ModuleType) -> None:
    """The strongest first, each once; a colon in a name is one, and so is a backslash."""
    assert wifi.networks_of(LIST) == [(HOME, 100, True), (NEIGHBOUR, 57, True), (CAFE, 50, False)]
    assert wifi.networks_of("a\\\\\\:b:7:WPA2\n") == [("a\\:b", 7, True)]
    assert wifi.networks_of("-x:9:\n\nodd") == [("odd", 0, False)]
    assert len(wifi.networks_of("".join(f"n{n}:{n}:\n" for n in range(99)))) == 20


@pytest.mark.parametrize(
    ("cable", "states"),
    [
        ("connected", ()),
        ("connected (externally)", ()),
        ("unavailable", ("connected",)),
        ("unavailable", ("connecting (getting IP configuration)", "connected")),
        ("unavailable", ("unavailable",) * 40),  # no country is set, so it may not send
    ],
)
def test_with_a_network_or_without_a_radio_nothing_is_done(
    machine: Made, cable: str, states: tuple[str, ...]
) -> None:
    at = machine(*states, cable=cable)
    at.start()
    until(at.ended)
    assert at.told is None
    assert all("DEVICE,TYPE,STATE" in line for line in at.manager.seen)


def test_a_phone_chooses_a_network_and_a_wrong_password_brings_the_access_point_back(
    machine: Made, capfd: pytest.CaptureFixture[str]
) -> None:
    at = machine("connecting (configuring)")
    at.start()
    until(lambda: at.manager.access_point)
    first = at.told
    assert first.networks == (
        Network(HOME, True),
        Network(NEIGHBOUR, True),
        Network(CAFE, False),
    )
    assert at.manager.access_point == first.name
    assert (at.manager.made["802-11-wireless.mode"], at.manager.made["save"]) == ("ap", "no")
    assert at.manager.made["wifi-sec.psk"] == first.password
    at.ask(HOME, "wrong one")
    at.await_back("password")
    assert at.told == first._replace(why="password")
    assert at.manager.connections == {"e0ff"}
    at.manager.hears.remove(NEIGHBOUR)
    at.ask(NEIGHBOUR, "1234567890")
    at.await_back("not-found")
    at.ask(HOME, "sweet biscuits")
    until(at.ended)
    assert (at.manager.joined, at.manager.access_point, at.told) == (HOME, "", None)
    assert at.manager.connections == {"e0ff", "a17e"}
    assert not at.manager.scanned_beside_the_access_point
    assert not [line for line in at.manager.seen if "biscuits" in line]  # others could read it
    assert "•" not in capfd.readouterr().err


def test_to_play_without_closes_it_and_the_next_one_has_the_same_password(machine: Made) -> None:
    names = set()
    for _ in range(2):
        at = machine()
        at.start()
        until(lambda at=at: at.manager.access_point)  # type: ignore[misc]
        names.add(at.told[:2])
        at.ask("")
        until(at.ended)
        assert (at.manager.joined, at.manager.access_point, at.told) == ("", "", None)
    ((name, password),) = names
    assert name.startswith("Okanjo-")
    assert name[7:].isdecimal()
    assert len(name) == 11
    assert len(password) == 10


def test_one_that_does_not_open_is_told_to_nobody_for_long(machine: Made) -> None:
    at = machine()
    at.manager.opens = False
    at.start()
    until(at.ended)
    assert at.told is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"Grandma",
        b"[" * 1000,
        b"[]",
        b"{}",
        json.dumps({"network": HOME}).encode(),
        json.dumps({"network": "Nowhere", "password": ""}).encode(),
        json.dumps({"network": ["a"], "password": ""}).encode(),
        json.dumps({"network": HOME, "password": 7}).encode(),
        json.dumps({"network": HOME, "password": "x" * 65}).encode(),
        json.dumps({"network": HOME, "password": "a\nb"}).encode(),
    ],
    ids=range(11),
)
def test_nothing_else_is_taken_for_a_wish(wifi: ModuleType, content: bytes) -> None:
    assert wifi.wish_of(content, wifi.networks_of(LIST)) is None


def test_no_link_or_pipe_is_read_and_all_of_them_are_taken_away(
    machine: Made, tmp_path: Path
) -> None:
    at, secret = machine(), tmp_path / "secret"
    secret.write_text(json.dumps({"network": "", "password": ""}))
    for make in (lambda: at.request.symlink_to(secret), lambda: os.mkfifo(at.request)):
        make()
        assert at.files.take() == b""
        assert not os.path.lexists(at.request)
    assert secret.exists()
    at.request.write_bytes(b"x" * 5000)
    assert len(at.files.take()) == 1024


def test_it_closes_after_ten_minutes_but_not_on_a_phone(machine: Made, wifi: ModuleType) -> None:
    at, now = machine(), 0.0
    at.radio.device = "wlan0"
    at.manager.phones = 1

    def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        if now > 900:
            at.manager.phones = 0

    wish = wifi.wait_for_wish(at.files, at.radio, wifi.networks_of(LIST), lambda: now, sleep)
    assert wish == wifi.Wish()
    assert 900 <= now < 910
    at.manager.phones, now = 0, 0.0
    wifi.wait_for_wish(at.files, at.radio, (), lambda: now, sleep)
    assert 600 <= now < 605
