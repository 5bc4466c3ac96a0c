"""One connection to a broker: what it hands over, and what it does to no other connection."""

import queue
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.mqtt_broker import Broker, Listener, needs_mosquitto

from firmware.common.broker.connection import (
    BrokerConnection,
    BrokerSession,
    Connected,
    Delivered,
    Happened,
    Lost,
    Options,
    Received,
    Subscribed,
    Subscription,
    Will,
)

WAITS = BrokerSession(lasts_s=60, acknowledged_by_hand=True)


class BrokerLine:
    """A connection in a thread of its own, and all that happens to it."""

    def __init__(self, port: int, **options: Any) -> None:
        where = Options("127.0.0.1", port, "", "", False, "", "okanjo", "ours")
        self._happened: queue.SimpleQueue[Happened] = queue.SimpleQueue()
        self.connection = BrokerConnection(
            where._replace(**options), lambda connection, happened: self._happened.put(happened)
        )
        self.thread = threading.Thread(target=self.connection.run)
        self.thread.start()

    def next(self, kind: Any) -> Any:
        happened = self._happened.get(timeout=30)
        assert isinstance(happened, kind), happened
        return happened

    def end(self, **how: bool) -> Lost:
        """Close it; what has come and was not asked for is passed over."""
        self.connection.close(**how)
        self.thread.join(30)
        assert not self.thread.is_alive()
        while not isinstance(happened := self._happened.get(timeout=0), Lost):
            pass
        return happened


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    broker = Broker(tmp_path / "broker")
    yield broker
    broker.stop()


@contextmanager
def listener(broker: Broker, topic: str) -> Iterator[Listener]:
    other = Listener(broker, name="other", topic=topic)
    try:
        assert other.subscribed.wait(30)
        yield other
    finally:
        other.close()


@needs_mosquitto
def test_what_was_not_acknowledged_comes_again_and_only_on_its_own_connection(
    broker: Broker,
) -> None:
    first = BrokerLine(broker.port, session=WAITS)
    assert not first.next(Connected).session_present
    number = first.connection.subscribe([Subscription("okanjo/t/result", 1)])
    assert first.next(Subscribed).number == number
    with listener(broker, "okanjo/none") as other:
        other.say("okanjo/t/result", b"1")
        other.say("okanjo/t/result", b"2")
        first.next(Received).acknowledge()
        late = first.next(Received)
        assert first.end() == Lost(None)
        second = BrokerLine(broker.port, session=WAITS)
        assert second.next(Connected).session_present
        again = second.next(Received)
        assert (again.payload, late.payload) == (b"2", b"2")
        late.acknowledge()
        second.end()
        third = BrokerLine(broker.port, session=WAITS)
        third.next(Connected)
        third.next(Received).acknowledge()
        other.say("okanjo/t/result", b"3")
        assert third.next(Received).payload == b"3"
        third.end()


@needs_mosquitto
def test_what_we_publish_arrives_with_its_sender_and_comes_to_us_only_if_wanted(
    broker: Broker,
) -> None:
    line, other = BrokerLine(broker.port, who="me"), BrokerLine(broker.port, client_id="other")
    topics = [Subscription("okanjo/all", 1), Subscription("okanjo/others", 0, no_local=True)]
    for subscriber in (line, other):
        subscriber.next(Connected)
        subscriber.connection.subscribe(topics)
        subscriber.next(Subscribed)
    others = line.connection.publish("okanjo/others", b"1", retain=True)
    assert line.next(Delivered) == Delivered(others, "")
    line.connection.publish("okanjo/all", b"2")
    ours = [line.next(Received | Delivered) for _ in range(2)]
    assert [happened.topic for happened in ours if isinstance(happened, Received)] == ["okanjo/all"]
    came = [other.next(Received) for _ in range(2)]
    assert [message[:4] for message in came] == [
        ("okanjo/others", b"1", False, "me"),
        ("okanjo/all", b"2", False, "me"),
    ]
    line.end()
    other.end()


@needs_mosquitto
@pytest.mark.parametrize("publishes_will", [False, True])
def test_the_will_is_published_only_if_wanted(broker: Broker, publishes_will: bool) -> None:
    will = Will("okanjo/t/availability", b"offline")
    with listener(broker, "okanjo/#") as other:
        line = BrokerLine(broker.port, will=will)
        line.next(Connected)
        line.end(publishes_will=publishes_will)
        other.say("okanjo/t/state", b"{}")
        other.say("okanjo/t/availability", b"after")
        availability = other.of("availability")
    assert availability == ["offline"] * publishes_will + ["after"]


class Door:
    """A listening socket in a broker's place; `answers` are sent when something has come."""

    def __init__(self, *answers: bytes) -> None:
        self.came: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._answers = answers
        self.port: int = self._socket.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        line, _ = self._socket.accept()
        with line, self._socket:
            for answer in self._answers:
                self.came.put(line.recv(4096))
                line.sendall(answer)
            while packet := line.recv(4096):
                self.came.put(packet)


CONNACK = bytes([0x20, 6, 0, 0, 3, 0x13, 0, 1])  # Server Keep Alive: 1 s
PINGREQ = bytes([0xC0, 0])


def test_a_broker_that_wants_to_hear_more_often_does() -> None:
    door = Door(CONNACK)
    line = BrokerLine(door.port)
    line.next(Connected)
    assert door.came.get(timeout=5)[0] == 0x10
    assert door.came.get(timeout=10) == PINGREQ
    line.end()


def test_it_ends_at_once_before_and_after_it_has_begun() -> None:
    happened: list[Happened] = []
    door = Door()
    options = Options("127.0.0.1", door.port, "", "", False, "", "okanjo", "ours")
    early = BrokerConnection(options, lambda connection, event: happened.append(event))
    assert (early.subscribe([]), early.publish("okanjo/t", b"")) == (0, 0)
    early.close()
    early.run()
    assert happened == [Lost(None)]
    silent = Door()
    line = BrokerLine(silent.port)
    assert silent.came.get(timeout=5)[0] == 0x10  # it waits for an answer that does not come
    began = time.monotonic()
    assert line.end() == Lost(None)
    assert time.monotonic() - began < 5


def test_a_broker_that_refuses_and_one_that_hangs_up_are_told_apart() -> None:
    refuses = BrokerLine(Door(bytes([0x20, 3, 0, 0x86, 0])).port).next(Lost)
    assert refuses.refusal == "Bad user name or password"
    assert refuses.trouble is not None
    assert str(refuses.trouble).startswith("the broker refuses us as nobody")
    ends = BrokerLine(Door(bytes([0x20, 3, 0, 0, 0]) + bytes([0xE0, 1, 0x8B])).port)
    ends.next(Connected)
    lost = ends.next(Lost)
    assert (lost.refusal, str(lost.trouble)) == (
        "",
        "the broker has ended the connection: Server shutting down: see the broker's log",
    )
