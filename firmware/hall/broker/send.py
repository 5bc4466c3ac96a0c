"""Send tables their seats, in a thread of its own, as retained messages of the broker; and take
away what the broker keeps of a table that has left.

Rule 1: on each connection, retained messages are read first; then the difference is sent. So it
does not matter which side was killed, was away, or has forgotten everything.
Rule 2: only this hall's messages are cleared: seatings whose IDs begin with its session.
Rule 3: what others send meanwhile stands until there is something new to send.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future

from engine.message import Message, gettext
from firmware.common.broker.connection import BrokerConnection
from firmware.hall.tables import AVAILABILITY, STATE

SEATS = "seats"
AGAIN_S = 10.0  # before what was refused is sent again
FOREIGN = b"somebody else's"
UNWRITTEN = gettext(
    "tables get no seats: the broker does not let the board's account write to {topic} ({refusal});"
    " an example is in docs/mqtt.md"
)
Offers = Mapping[str, bytes]  # what each device should have


class SeatsAtBroker:
    """What one connection has told of the seats that the broker keeps; the next one begins anew."""

    def __init__(self, connection: BrokerConnection | None = None) -> None:
        self.connection = connection
        self.heard = False  # all that the broker keeps
        self.there: dict[str, bytes] = {}  # as last heard or sent, by device
        self.on_way: dict[int, tuple[str, bytes]] = {}  # device, and what was there before
        self.removals: dict[int, Future[str]] = {}  # who waits for the broker's answer


class Sending:
    """`put` has one of our methods called in our thread; `tell` gets why tables get no seats, None
    when they do, from there, too.
    """

    def __init__(self, home: str, session: str, tell: Callable[[Message | None], object]) -> None:
        self._home, self._ours, self._tell = home, f"{session}-", tell
        self._inbox: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self.put = self._inbox.put
        self._broker = SeatsAtBroker()
        self._wanted: Offers | None = None
        self._refused: dict[str, str] = {}  # why, by device
        self._thread = threading.Thread(target=self._run, name="seats", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """What has not arrived by now is sent by the next start."""
        self.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            try:
                happened = self._inbox.get(timeout=AGAIN_S if self._refused else None)
            except queue.Empty:
                self._send([*self._refused])
                continue
            if happened is None:
                return
            happened()
            if self._broker.heard and not self._broker.on_way:
                refused = self._refused.items()
                self._refused = {device: why for device, why in refused if self._lacks(device)}
                why = next(iter(self._refused.values()), "")
                values = {"topic": f"{self._home}/+/{SEATS}", "refusal": why}
                self._tell(UNWRITTEN._replace(values=values) if why else None)

    # --- what happens ---------------------------------------------------------------

    def up(self, connection: BrokerConnection) -> None:
        """There is a new connection, which has yet to hear what the broker keeps."""
        self._broker = SeatsAtBroker(connection)

    def kept(self, device: str, payload: bytes) -> None:
        """The broker keeps this for a device."""
        self._broker.there[device] = payload if self._is_ours(payload) else FOREIGN
        self._send([device])

    def heard(self) -> None:
        """All that the broker keeps has come; where it comes later, some is sent twice."""
        self._broker.heard = True
        self._send({**self._broker.there, **(self._wanted or {})})

    def wanted(self, offers: Offers) -> None:
        """This should be kept now, for all devices."""
        self._wanted = offers
        self._send({**self._broker.there, **offers})

    def answered(self, number: int, refused: str) -> None:
        """A message has arrived at the broker, or was `refused`, in its words."""
        removals = self._broker.removals
        answer = removals.pop(number, None)
        if answer and not answer.done() and (refused or answer not in removals.values()):
            answer.set_result(refused)
        sent = self._broker.on_way.pop(number, None)
        if sent and refused:
            device, before = sent
            self._broker.there[device], self._refused[device] = before, refused

    def removed(self, device: str, answer: Future[str]) -> None:
        """A table is to be removed: why the broker has refused that is the answer, "" if it has
        not. There is none where the connection is lost meanwhile.
        """
        if connection := self._broker.connection:
            for kind in (STATE, AVAILABILITY):
                number = connection.publish(f"{self._home}/{device}/{kind}", b"", retain=True)
                self._broker.removals[number] = answer

    # --- what is sent ---------------------------------------------------------------

    def _is_ours(self, payload: bytes) -> bool:
        try:
            return bool(json.loads(payload)["id"].startswith(self._ours))
        except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
            return False

    def _lacks(self, device: str) -> bool:
        """Whether the broker does not keep for a device what it should."""
        if self._wanted is None:
            return False
        should, there = self._wanted.get(device, b""), self._broker.there.get(device, b"")
        return should != there and (bool(should) or there is not FOREIGN)

    def _send(self, devices: Iterable[str]) -> None:
        broker = self._broker
        if broker.connection is None or not broker.heard or self._wanted is None:
            return
        for device in filter(self._lacks, devices):
            should = self._wanted.get(device, b"")
            topic = f"{self._home}/{device}/{SEATS}"
            number = broker.connection.publish(topic, should, retain=True)
            broker.on_way[number] = device, broker.there.get(device, b"")
            broker.there[device] = should
