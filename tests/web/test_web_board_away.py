"""The scoreboard out of touch: told within five seconds, and back by itself, whatever was lost."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
from support.browser import page, until
from support.web_scenes import BoardTab, address, three
from support.web_site import Site

from firmware.common.http.limits import Limits
from firmware.interfaces.web.thread import WebThread

WITHIN_S = 5.0
SLACK_S = 30.0  # what a busy machine takes


def is_away(board: BoardTab) -> bool:
    return board.text("#notices").startswith("Connection lost. Scores are ")


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
                for source, target in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(source, target), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while chunk := source.recv(65536):
                if not self.down.is_set():
                    target.sendall(chunk)
            if not self.down.is_set():
                target.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        self._door.shutdown(socket.SHUT_RDWR)
        self._lets_in.join()  # it may just have let somebody in
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@pytest.fixture
def air(site: Site) -> Iterator[Network]:
    between = Network(site.port)
    yield between
    between.close()


@pytest.fixture
def board(site: Site, air: Network) -> Iterator[BoardTab]:
    """Over that network."""
    with page(f"http://localhost:{air.port}/?scores") as driver:
        yield BoardTab(site, driver)


def test_a_stopped_device_is_told_of_and_found_again(site: Site) -> None:
    port, table = site.port, three().scan("red tofu/1")
    with page(address(site)) as driver:
        board = BoardTab(site, driver)
        board.shows(table)
        site.thread.stop()
        until(lambda: is_away(board), "nobody is told", WITHIN_S + SLACK_S)
        assert board.seats()[0]["live"] == "2"  # what was seen last stays
        site.feed.show(table.scan("card sushi-go-party/tofu/2").shown)
        site.thread = WebThread(site.page, port, (), {}, Limits())
        site.thread.start()
        assert site.port == port, "somebody else took the port meanwhile"
        until(lambda: board.seats()[0]["live"] == "6", "the page does not catch up")
        until(lambda: board.text("#notices") == "")


def test_a_network_that_dies_without_a_word(board: BoardTab, air: Network) -> None:
    table = three().scan("red tofu/1")
    board.shows(table)
    air.down.set()
    until(lambda: is_away(board), "nobody is told", WITHIN_S + SLACK_S)
    board.site.feed.show(table.scan("card sushi-go-party/tofu/2").shown)
    air.down.clear()
    until(lambda: board.seats()[0]["live"] == "6", "the page does not catch up")
    until(lambda: board.text("#notices") == "")
    board.site.feed.show(table.scan("card sushi-go-party/egg-nigiri/1").shown)
    until(lambda: board.seats()[0]["live"] == "7", "it is live again")


def test_a_quiet_table_is_not_out_of_touch(board: BoardTab) -> None:
    board.shows(three())
    board.run(
        """new MutationObserver(() => window.told += 1).observe(
          document.querySelector('#notices'), { childList: true, subtree: true })"""
    )

    def six_seconds_without_a_word() -> bool:
        board.run("window.told = 0; window.since = Date.now()")
        until(lambda: board.run("return Date.now() - since > 6000"))
        return bool(board.run("return told") == 0)

    # once more where the machine itself was away for seconds
    assert any(six_seconds_without_a_word() for _ in range(4))


def test_a_phone_that_wakes_looks_again(board: BoardTab, air: Network) -> None:
    table = three().scan("red tofu/1")
    board.shows(table)
    board.run("const now = Date.now; Date.now = () => now() + 60000")  # it slept
    air.down.set()
    board.site.feed.show(table.scan("card sushi-go-party/tofu/2").shown)
    air.down.clear()
    board.run("document.dispatchEvent(new Event('visibilitychange'))")
    until(lambda: board.seats()[0]["live"] == "6")


def test_a_newer_program_brings_its_own_pages(board: BoardTab) -> None:
    table, feed = three(), board.site.feed
    board.shows(table)
    board.run("window.old = true")
    board.shows(table.scan("badge red"))
    assert board.run("return window.old")
    assert feed._builders is not None
    feed.build_with(feed._builders, "newer")
    feed.show(table.scan("badge blue").shown)
    until(lambda: board.run("return !window.old && document.body.dataset.v"))
    assert board.text(".active .name") == "Bo"
