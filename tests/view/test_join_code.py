"""The code by which phones join: another one each minute, as long as a lobby is shown."""

import os
import queue
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.processes import wake_ups
from support.table_app import AppTable
from support.waiting import DEADLINE_S, until

from firmware.common.facts.device import JoinCodeDrawn, PageFound
from firmware.common.http.qr import rows
from firmware.core.join.badges import MINUTE_S, Badges
from firmware.interfaces.web.join_code import JoinCode

ADDRESS = "http://192.0.2.7:8080"


class Minutes:
    """A clock that runs as fast as ever, but whose minute ends soon when it is told."""

    def __init__(self) -> None:
        self.ahead_s = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead_s

    def end_soon(self) -> None:
        self.ahead_s += MINUTE_S - self() % MINUTE_S - 0.05


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AppTable]:
    table = AppTable(tmp_path)
    yield table
    table.unplugged()


def test_another_each_minute_in_a_lobby_and_none_elsewhere(table: AppTable, tmp_path: Path) -> None:
    clock, announced = Minutes(), queue.SimpleQueue[object]()
    badges = Badges(str(tmp_path), lambda: "123456", clock=clock)
    codes = JoinCode(badges, announced.put, clock)

    def next_announced() -> object:
        return announced.get(timeout=DEADLINE_S)

    def of(minute: int) -> JoinCodeDrawn:
        return JoinCodeDrawn(rows(f"{ADDRESS}/JOIN/{badges.code(minute)}".upper()))

    codes.start()
    try:
        assert next_announced() == JoinCodeDrawn(())  # nobody knows the address yet
        clock.end_soon()
        minute = badges.minute + 1
        table.app.take(PageFound(("http://okanjo.local:8080", ADDRESS)))
        codes.show(table.shown)
        while (drawn := next_announced()) != of(minute):
            assert drawn in (of(minute - 1), JoinCodeDrawn(()))
        codes.show(table.shown)  # the same once more is no news
        clock.end_soon()
        os.write(codes._waker, b"\0")  # it sleeps by a clock that nobody puts forward
        while (drawn := next_announced()) != of(minute + 1):
            assert drawn == of(minute)
        table.scan("game omakase", "badge red", "badge blue", "command next")
        codes.show(table.shown)
        while next_announced() != JoinCodeDrawn(()):
            pass
        clock.end_soon()
        assert codes._thread is not None
        thread = codes._thread.native_id

        def sleeps() -> bool:
            before = wake_ups(thread)
            time.sleep(0.3)
            return wake_ups(thread) == before

        until(sleeps)  # it may still be on its way to bed
        assert announced.empty()
    finally:
        codes.stop()
