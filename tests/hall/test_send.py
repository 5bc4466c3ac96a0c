"""Seats on their way to tables, by a real broker: only what differs, whoever was away."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.hall_seats import SeatsKept
from support.mqtt_broker import Broker, needs_mosquitto, passwords
from support.waiting import until

from engine.message import Message
from firmware.common.broker.connection import Options
from firmware.hall.broker import send
from firmware.hall.broker.hear import Hearing
from firmware.words.language import say

pytestmark = needs_mosquitto
OURS = "0a1b2c3d"


class Sender:
    """The board's end of it."""

    def __init__(
        self, broker: Broker, user: str = "", password: str = "", has_session: bool = False
    ) -> None:
        self.hindered, self.refused = "?", "?"
        where = "127.0.0.1", broker.port, user, password
        options = Options(*where, tls=False, ca="", home="okanjo", client_id=f"b-{OURS}", who="")
        self.forgotten = 0  # times
        does = self._take, self._hinder, self._refuse, self._forget
        self.hearing = Hearing(options, OURS, *does, has_session=has_session)

    def _take(self, topic: str, payload: bytes, retained: bool, acknowledge: Any) -> None:
        pass  # results wait, as they do for a database that is away

    def _forget(self) -> None:
        self.forgotten += 1

    def _hinder(self, why: Message | None) -> None:
        self.hindered = say(why) if why else ""

    def _refuse(self, why: Message | None) -> None:
        self.refused = say(why) if why else ""


@contextmanager
def sender(*where: Any, **more: Any) -> Iterator[Sender]:
    sender = Sender(*where, **more)
    try:
        yield sender
    finally:
        sender.hearing.close()


def seats(*devices: str, round: int = 1, by: str = OURS) -> dict[str, bytes]:
    return {device: json.dumps({"id": f"{by}-1-r{round}-{device}"}).encode() for device in devices}


@pytest.fixture
def tables(mosquitto: Broker) -> Iterator[SeatsKept]:
    kept = SeatsKept(mosquitto)
    yield kept
    kept.close()


def test_only_the_difference_is_sent_and_only_ours_is_cleared(
    mosquitto: Broker, tables: SeatsKept
) -> None:
    foreign = {**seats("a", by="cup"), "b": b"no JSON", "c": b"[" * 99_000, "d": b'{"id": 7}'}
    for device, payload in {**foreign, **seats("old", "same", "t1")}.items():
        tables.say(device, payload)
    until(lambda: len(tables.said) == 7)
    tables.said.clear()
    now = seats("same") | seats("t1", "t2", round=2)
    with sender(mosquitto) as board:
        board.hearing.offer(now)
        until(lambda: tables.have({**foreign, **now}))
        assert sorted(tables.said) == ["old", "t1", "t2"]
        until(lambda: board.refused == "")  # the broker answers in its own time
        board.hearing.offer(now)
        board.hearing.offer(last := seats("t1", round=2) | seats("a", round=3))
        until(lambda: tables.have({**foreign, **last}))
        tables.say("t1", b"theirs")  # who comes last is right, as long as we say nothing new
        board.hearing.offer(last := {**last, **seats("t9")})
        until(lambda: tables.have({**foreign, **last, "t1": b"theirs"}))
        assert sorted(tables.said) == ["a", "old", "same", "t1", "t1", "t2", "t2", "t9"]


def test_a_broker_that_was_away_or_has_forgotten_all_has_all_again(
    mosquitto: Broker, tables: SeatsKept
) -> None:
    with sender(mosquitto) as board:
        board.hearing.offer(first := seats(*(f"t{n}" for n in range(200))))
        until(lambda: tables.have(first))
        mosquitto.stop(kill=True)
        board.hearing.offer(second := seats(*(f"t{n}" for n in range(100, 300)), round=2))
        mosquitto.start()
        until(lambda: tables.have(second))
        mosquitto.stop()
        (mosquitto.folder / "mosquitto.db").unlink()
        mosquitto.start()
        until(lambda: tables.have(second))


def test_a_board_that_was_dead_sends_what_is_new(mosquitto: Broker, tables: SeatsKept) -> None:
    with sender(mosquitto) as board:
        board.hearing.offer(seats("t1", "t2"))
        until(lambda: tables.have(seats("t1", "t2")))
    tables.said.clear()
    with sender(mosquitto) as board:
        until(lambda: board.hindered == "")
        assert tables.have(seats("t1", "t2")), "nothing is cleared before we know what is wanted"
        board.hearing.offer(seats("t2") | seats("t3", round=2))
        until(lambda: tables.have(seats("t2") | seats("t3", round=2)))
        assert sorted(tables.said) == ["t1", "t3"]


def test_a_session_that_the_broker_has_not_kept_is_missed(mosquitto: Broker) -> None:
    def connected(has_session: bool) -> int:
        with sender(mosquitto, has_session=has_session) as board:
            until(lambda: board.hindered == "")
            return board.forgotten

    assert [connected(False), connected(True)] == [0, 0], "there was none; it is kept"
    mosquitto.stop()
    (mosquitto.folder / "mosquitto.db").unlink()
    mosquitto.start()
    assert connected(True) == 1
    with sender(mosquitto, has_session=True) as board:
        until(lambda: board.hindered == "")
        mosquitto.stop(kill=True)
        (mosquitto.folder / "mosquitto.db").unlink(missing_ok=True)
        until(lambda: board.hindered != "")
        mosquitto.start()
        until(lambda: board.hindered == "")
        assert board.forgotten == 1, "while it was there"


def test_seats_do_not_wait_for_results(mosquitto: Broker, tables: SeatsKept) -> None:
    """As many of these as the broker hands over at once are not acknowledged."""
    with sender(mosquitto) as board:
        until(lambda: board.hindered == "")
        tables.say("old", *seats("old").values())
        for n in range(200):
            tables.paho.publish("okanjo/t/result", b"%d" % n, 1)
    with sender(mosquitto) as board:
        board.hearing.offer(seats("t1"))
        until(lambda: tables.have(seats("t1")))


def test_an_account_that_may_not_write_is_told_until_it_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(send, "AGAIN_S", 0.05)
    folder = tmp_path / "broker"
    folder.mkdir()
    acl = folder / "tables.acl"
    acl.write_text("user board\ntopic read okanjo/#\nuser all\ntopic okanjo/#\n")
    accounts = passwords(tmp_path, board="hush", all="a")
    mosquitto = Broker(folder, f"{accounts}acl_file {acl}\n")
    tables = SeatsKept(mosquitto, username="all", password="a")
    try:
        tables.say("old", *seats("old").values())
        with sender(mosquitto, "board", "hush") as board:
            board.hearing.offer({})
            until(
                lambda: "does not let the board's account write to okanjo/+/seats" in board.refused
            )
            tables.say("old", b"")
            board.hearing.offer(now := seats("t1", "t2"))
            until(lambda: "Not authorized" in board.refused)
            acl.write_text(acl.read_text() + "user board\ntopic write okanjo/+/seats\n")
            mosquitto.reload()
            until(lambda: board.refused == "")
            until(lambda: tables.have(now))
    finally:
        tables.close()
        mosquitto.stop()
