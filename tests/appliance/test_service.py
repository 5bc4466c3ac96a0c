"""sd_notify(3) as its reader hears it, at a real socket: order, watchdog, silence, bad readers."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from engine.catalogue import games_of
from firmware.common.settings.load import load
from firmware.common.system.systemd import AGAIN_S, Service
from firmware.core.app.loop import App
from firmware.core.app.messages import Restart, WakeUp
from firmware.core.journal.journal import Journal

READY = b"READY=1"
ALIVE = b"WATCHDOG=1"
ROOT = Path(__file__).parents[2]


class Manager:
    """The service manager's end."""

    def __init__(self, address: str) -> None:
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.bind(address.replace("@", "\0", 1) if address[0] == "@" else address)
        self.environment = {"NOTIFY_SOCKET": address}

    def heard(self, within_s: float = 90.0) -> bytes:
        """The next thing said; b"" when nothing is in that time."""
        self.line.settimeout(within_s or 0.001)
        try:
            return self.line.recv(4096)
        except TimeoutError:
            return b""


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    manager = Manager(str(tmp_path / "notify"))
    yield manager
    manager.line.close()


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def service(environment: Mapping[str, str], clock: Clock, watchdog_s: float = 0) -> Service:
    more = {"WATCHDOG_USEC": str(int(watchdog_s * 1e6))} if watchdog_s else {}
    return Service({**environment, **more}, clock)


def test_it_is_ready_when_the_scanners_are_open_and_feeds_at_half_the_time(
    manager: Manager,
) -> None:
    clock = Clock()
    notifier = service(manager.environment, clock, 30)
    clock.now += 60
    assert notifier.turn() is None
    assert manager.heard(0) == b""
    notifier.opened()
    assert notifier.turn() == clock.now + 15
    assert manager.heard() == b"READY=1\nSTATUS=Ready for the next scan."
    for _ in range(400):  # scans come thick and fast, for 40 s
        clock.now += 0.1
        notifier.turn()
    assert [manager.heard(0) for _ in range(3)] == [ALIVE, ALIVE, b""]


def test_a_reader_that_sleeps_is_not_waited_for_and_told_a_second_later(manager: Manager) -> None:
    """The kernel keeps a few datagrams for a reader, and no more."""
    clock = Clock()
    filler = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
    with suppress(BlockingIOError):
        while True:
            filler.sendto(b"X=1", manager.environment["NOTIFY_SOCKET"])
    notifier = service(manager.environment, clock, 30)
    notifier.opened()
    assert notifier.turn() == clock.now + AGAIN_S
    while manager.heard(0) == b"X=1":
        pass
    clock.now += AGAIN_S
    assert notifier.turn() == clock.now + 15
    assert manager.heard().startswith(READY)
    filler.close()


def test_the_table_s_own_thread_feeds_the_watchdog_and_one_that_hangs_does_not(
    tmp_path: Path, manager: Manager
) -> None:
    """The program as it is, with a watchdog of 0.4 s: fed while it takes, silent while it hangs."""
    settings = load(None, {"XDG_STATE_HOME": str(tmp_path)})
    notifier = Service({**manager.environment, "WATCHDOG_USEC": "400000"})
    app = App(
        Journal(str(tmp_path / "state")), games_of(settings.card_table), [], turn=notifier.turn
    )
    hangs, goes_on = threading.Event(), threading.Event()

    def hang() -> bool:
        hangs.set()
        goes_on.wait(120)
        return False

    table = threading.Thread(target=app.run)
    table.start()
    try:
        assert manager.heard(0.3) == b""  # not open: not ready
        notifier.opened()
        app.inbox.put(WakeUp())
        assert manager.heard().startswith(READY)
        assert [manager.heard() for _ in range(3)] == [ALIVE] * 3
        app.inbox.put(Restart(hang))
        assert hangs.wait(90)
        while manager.heard(0):
            pass
        assert manager.heard(1.5) == b""  # four watchdogs long
        goes_on.set()
        assert manager.heard() == ALIVE
    finally:
        goes_on.set()
        app.inbox.leave()
        table.join()


def test_the_program_tells_in_order_and_ends_well(tmp_path: Path, manager: Manager) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "firmware", "run"],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={
            **os.environ,
            **manager.environment,
            "XDG_STATE_HOME": str(tmp_path),
            "XDG_RUNTIME_DIR": str(tmp_path),
            "WATCHDOG_USEC": "200000",
        },
    )
    try:
        assert manager.heard().startswith(READY)
        assert [manager.heard() for _ in range(3)] == [ALIVE] * 3
        running.terminate()
        last = manager.heard()
        while last == ALIVE:
            last = manager.heard()
        assert last.startswith(b"STOPPING=1")
        assert running.wait(90) == 0
    finally:
        running.kill()
        running.wait()
        assert running.stderr
        running.stderr.close()
