"""The scoreboard out of touch: told within five seconds, and back by itself, whatever was lost."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from support.browser import page, text_of, until, why_none
from support.web_scenes import address, seats_on, shows, three
from support.web_site import Site, served

from firmware.web.page import Limits
from firmware.web.thread import WebThread

pytestmark = pytest.mark.skipif(bool(why_none()), reason=why_none() or "there is one")
WITHIN_S = 5.0
SLACK_S = 30.0  # what a busy machine takes


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with served(tmp_path, Limits()) as site:
        yield site


def away(driver: Any) -> bool:
    return text_of(driver, "#notices").startswith("Out of touch with Okanjo. What you see is ")


class Network:
    """What lies between a phone and the device; `down`, it swallows everything, as air does."""

    def __init__(self, to: int) -> None:
        self.down, self._to = threading.Event(), to
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        self._ends = [self._door]
        self._lets_in = threading.Thread(target=self._let_in, daemon=True)
        self._lets_in.start()

    def _let_in(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while chunk := one.recv(65536):
                if not self.down.is_set():
                    other.sendall(chunk)
            if not self.down.is_set():
                other.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        self._door.shutdown(socket.SHUT_RDWR)
        self._lets_in.join()  # it may just have let somebody in
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextmanager
def network(site: Site) -> Iterator[Network]:
    between = Network(site.port)
    try:
        yield between
    finally:
        between.close()


def test_a_stopped_device_is_told_of_and_found_again(site: Site) -> None:
    port, table = site.port, three().lay("red", "tofu/1")
    with page(address(site)) as driver:
        shows(driver, site, table)
        site.thread.stop()
        until(lambda: away(driver), "nobody is told", WITHIN_S + SLACK_S)
        assert seats_on(driver)[0]["live"] == "2"  # what was seen last stays
        site.feed.show(table.scans("card sushi-go-party/tofu/2").shown)
        site.thread = WebThread(site.page, port, (), {}, Limits())
        site.thread.start()
        assert site.port == port, "somebody else took the port meanwhile"
        until(lambda: seats_on(driver)[0]["live"] == "6", "the page does not catch up")
        until(lambda: text_of(driver, "#notices") == "")


def test_a_network_that_dies_without_a_word(site: Site) -> None:
    table = three().lay("red", "tofu/1")
    with network(site) as air, page(f"http://localhost:{air.port}/") as driver:
        shows(driver, site, table)
        air.down.set()
        until(lambda: away(driver), "nobody is told", WITHIN_S + SLACK_S)
        site.feed.show(table.scans("card sushi-go-party/tofu/2").shown)
        air.down.clear()
        until(lambda: seats_on(driver)[0]["live"] == "6", "the page does not catch up")
        until(lambda: text_of(driver, "#notices") == "")
        site.feed.show(table.scans("card sushi-go-party/egg-nigiri/1").shown)
        until(lambda: seats_on(driver)[0]["live"] == "7", "it is live again")


def test_a_quiet_table_is_not_out_of_touch(site: Site) -> None:
    with page(address(site)) as driver:
        shows(driver, site, three())
        driver.execute_script(
            """new MutationObserver(() => window.told += 1).observe(
              document.querySelector('#notices'), { childList: true, subtree: true })"""
        )

        def six_seconds_without_a_word() -> bool:
            driver.execute_script("window.told = 0; window.since = Date.now()")
            until(lambda: driver.execute_script("return Date.now() - since > 6000"))
            return bool(driver.execute_script("return told") == 0)

        # once more where the machine itself was away for seconds
        assert any(six_seconds_without_a_word() for _ in range(4))


def test_a_phone_that_wakes_looks_again(site: Site) -> None:
    table = three().lay("red", "tofu/1")
    with network(site) as air, page(f"http://localhost:{air.port}/") as driver:
        shows(driver, site, table)
        driver.execute_script("const now = Date.now; Date.now = () => now() + 60000")  # it slept
        air.down.set()
        site.feed.show(table.scans("card sushi-go-party/tofu/2").shown)
        air.down.clear()
        driver.execute_script("document.dispatchEvent(new Event('visibilitychange'))")
        until(lambda: seats_on(driver)[0]["live"] == "6")


def test_a_newer_program_brings_its_own_pages(site: Site) -> None:
    table = three()
    with page(address(site)) as driver:
        shows(driver, site, table)
        driver.execute_script("window.old = true")
        shows(driver, site, table.scans("badge red"))
        assert driver.execute_script("return window.old")
        builders = site.feed._builders
        assert builders is not None
        site.feed.build_with(builders, "newer")
        site.feed.show(table.scans("badge blue").shown)
        until(lambda: driver.execute_script("return !window.old && document.body.dataset.v"))
        assert text_of(driver, ".active .name") == "Bo"
