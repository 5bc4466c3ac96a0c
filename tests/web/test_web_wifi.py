"""/wifi: a phone in the device's own Wi-Fi chooses a network, by root's unit at work."""

import threading
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from support.axe import violations
from support.browser import browser, complaints_of, looks, text_of, until
from support.card_programs import root_program
from support.network_manager import CAFE, HOME, NEIGHBOUR, NetworkManager
from support.web_site import Site

from firmware.common.system import access_point, ask_root

PHONE = (390, 844)
CHOOSE = """const [name, password] = arguments;
const { elements } = document.querySelector("form");
elements.network.value = name;
elements.network.onchange();
elements.password.value = password;
document.querySelector("form .main").click();"""
SCROLLS = "return document.documentElement.scrollWidth > innerWidth"


class OwnWifi:
    """The unit's thread, on a machine whose NetworkManager is a double."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        service, told, state = (folder / name for name in ("okanjo", "okanjo-wifi", "own"))
        for place in (service, told, state):
            place.mkdir()
        monkeypatch.setenv("RUNTIME_DIRECTORY", str(service))
        wifi = root_program("wifi")
        monkeypatch.setattr(wifi, "REPLY_S", 0.0)
        monkeypatch.setattr(wifi, "LOOK_EVERY_S", 0.01)
        self.manager = NetworkManager()
        files = wifi.AccessPoint(str(state), str(told), str(service / access_point.REQUEST))
        radio = wifi.Radio(self.manager.run, lambda seconds: None)
        self._thread = threading.Thread(target=wifi.main, args=(files, radio), daemon=True)

    def start(self) -> None:
        self._thread.start()
        self.await_open()

    def await_open(self) -> None:
        until(lambda: self.manager.access_point)

    def ended(self) -> bool:
        return not self._thread.is_alive()


@pytest.fixture
def wifi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OwnWifi:
    """Where this machine's own programs are phones that are in it."""
    monkeypatch.setattr(access_point, "PHONES", ip_network("127.0.0.0/8"))
    return OwnWifi(tmp_path / "machine", monkeypatch)


@pytest.fixture(autouse=True)
def place(tmp_path: Path) -> None:
    (tmp_path / "machine").mkdir()


def choose(site: Site, network: Any, password: Any = "") -> Any:
    return site.post("/wifi/choose", {"network": network, "password": password})


def test_networks_are_told_and_one_is_chosen_without_the_pin(site: Site, wifi: OwnWifi) -> None:
    assert site.get("/wifi/networks").status == 403
    wifi.start()
    assert site.get("/").headers["location"] == "/wifi"
    assert site.get("/?lang=en").status == 303
    assert site.get("/?as=before").status == 200
    told = site.get("/wifi/networks").json
    assert told["networks"] == [[HOME, True], [NEIGHBOUR, True], [CAFE, False]]
    assert (told["name"], told["why"]) == (wifi.manager.access_point, "")
    assert "password" not in told
    assert choose(site, CAFE, "not asked for").json == {"chosen": CAFE}
    until(wifi.ended)
    assert wifi.manager.joined == CAFE
    assert site.get("/wifi/networks").status == 403
    assert choose(site, "").status == 403


@pytest.mark.parametrize("name", ["Nowhere", None, 7, ["a"]])
def test_only_what_is_in_the_list_is_asked_of_root(site: Site, wifi: OwnWifi, name: Any) -> None:
    wifi.start()
    assert choose(site, name, "12345678").status == 409
    for password in ("", "1234567", "ü" * 8, 12345678, "x" * 65, "line\nbreak"):
        assert choose(site, HOME, password).status == 409
    assert wifi.manager.access_point
    assert not wifi.ended()


def test_from_elsewhere_nothing_is_told_or_asked(
    site: Site, wifi: OwnWifi, monkeypatch: pytest.MonkeyPatch
) -> None:
    wifi.start()
    monkeypatch.setattr(access_point, "PHONES", ip_network("10.42.0.0/24"))
    assert site.get("/").status == 200
    assert site.get("/wifi/networks").status == 403
    assert choose(site, "").status == 403
    assert wifi.manager.access_point
    for address, is_on_it in {
        "10.42.0.50": True,
        "::ffff:10.42.0.50": True,
        "10.42.1.50": False,
        "fe80::1": False,
        "": False,
    }.items():
        assert access_point.is_on_it(address) == is_on_it


def test_a_page_of_another_site_asks_for_nothing(site: Site, wifi: OwnWifi) -> None:
    wifi.start()
    sent = {"network": "", "password": ""}
    assert site.post("/wifi/choose", sent, Origin="http://evil.example").status == 403
    assert wifi.manager.access_point


def test_what_nobody_takes_is_told(
    site: Site, wifi: OwnWifi, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "machine/okanjo-wifi/access-point").write_text(
        '{"name": "Okanjo-1", "password": "A", "networks": [["Café", 5, false]], "why": "odd"}'
    )
    monkeypatch.setattr(ask_root, "TAKEN_WITHIN_S", 0.1)
    assert choose(site, CAFE).status == 503
    assert not list((tmp_path / "machine/okanjo").iterdir())
    assert "did not let the device in" in site.get("/wifi/networks").json["why"]


def test_the_page_says_what_comes_of_it(site: Site, wifi: OwnWifi) -> None:
    """A wrong password, then the right one: a list, a field where it takes one, a sentence."""
    driver = browser()
    driver.get_log("browser")
    looks(driver, PHONE, still=True)
    wifi.start()
    driver.get(f"http://127.0.0.1:{site.port}/wifi")
    until(lambda: HOME in text_of(driver, "form"))
    field = "return document.querySelector('[name=password]').checkVisibility()"
    assert driver.execute_script(field)
    assert violations(driver) == []
    assert not driver.execute_script(SCROLLS)
    driver.execute_script(CHOOSE, HOME, "wrong one")
    until(lambda: f"connects to {HOME}" in text_of(driver, "main"))
    until(lambda: wifi.manager.connections == {"e0ff"} and wifi.manager.access_point)
    driver.get(f"http://127.0.0.1:{site.port}/wifi")
    until(lambda: "the password was wrong" in text_of(driver, "main"))
    driver.execute_script(CHOOSE, HOME, "short")
    until(lambda: "8 to 63" in text_of(driver, "main"))
    driver.execute_script(CHOOSE, CAFE, "")
    assert not driver.execute_script(field)
    until(wifi.ended)
    assert wifi.manager.joined == CAFE
    complaints = complaints_of(driver)
    assert all("409" in line for line in complaints), complaints
    driver.get(f"http://127.0.0.1:{site.port}/wifi")
    until(lambda: "where it finds no network" in text_of(driver, "main"))
    complaints_of(driver)


def test_a_phone_has_them_play_without(site: Site, wifi: OwnWifi) -> None:
    driver = browser()
    driver.get_log("browser")
    wifi.start()
    driver.get(f"http://127.0.0.1:{site.port}/wifi")
    until(lambda: HOME in text_of(driver, "form"))
    driver.execute_script("document.getElementById('without').click()")
    until(wifi.ended)
    until(lambda: "Have a good game" in text_of(driver, "main"))
    assert (wifi.manager.joined, wifi.manager.access_point) == ("", "")
    assert complaints_of(driver) == []
