"""Hear all tables of a broker, by paho-mqtt, in a thread of its own; and send them their seats.

Rule 1: the broker keeps results for a board that is away, and each is acknowledged only when it is
on the disk: until then it comes again. All else is retained, so that only the newest matters.
Rule 2: a connection is used once: no acknowledgement is for what another one brought, and what it
had not delivered is not sent behind the back of `send.py`, after something newer.
"""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from firmware.common.broker.connection import (
    KEEPALIVE_S,
    Options,
    client_of,
    properties,
    refused,
    wrong,
)
from firmware.hall.broker.said import MOST_BYTES
from firmware.hall.broker.send import SEATS, Offers, Sending
from firmware.hall.tables import AVAILABILITY, EVENT, RESULT, STATE

if TYPE_CHECKING:
    from paho.mqtt.client import Client, MQTTMessage

logger = logging.getLogger(__name__)
WAITS_S = 30 * 24 * 3600  # the broker keeps the session so long after the board's end
RECONNECT_S = 0.1, 0.4  # sooner than tables, so that none sends before the board is back
MOST_PACKET = 2 * max(MOST_BYTES.values())  # the broker does not send larger ones
AT_ONCE = 50  # results on their way to the disk: they take ten times their size in memory
QOS = {AVAILABILITY: 0, STATE: 0, EVENT: 0, RESULT: 1}
FORGOTTEN = (
    "the broker has not waited for the board: results of the meantime may be lost. Set"
    " `persistence true` (docs/board.md)"
)
NO_ACCOUNT = "the broker refuses us without an account: --user and --password-file name one"
Take = Callable[[str, bytes, bool, Callable[[], object]], None]


class Hearing:
    """`take` is called with each message: topic after the prefix, payload, whether it was
    retained, and what acknowledges it. `tell` is called with what is wrong with the connection,
    "" when nothing is; `untaken` with why tables get no seats. All are called in our thread.
    """

    def __init__(
        self,
        options: Options,
        session: str,
        take: Take,
        tell: Callable[[str], None],
        untaken: Callable[[str], None],
    ) -> None:
        self._options, self._take, self._tell = options, take, tell
        self._sending = Sending(options.home, session, untaken)
        self._paho: Client | None = None
        self._why, self._known = "", False
        self._second: int | None = None  # the second subscription's number
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="broker")
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        if self._paho:
            self._paho.disconnect()
        self._thread.join()
        self._sending.close()

    def offer(self, offers: Offers) -> None:
        """Have each device offered these seats, and all others none; from any thread."""
        self._sending.put(partial(self._sending.wanted, offers))

    def _run(self) -> None:
        while not self._ended.is_set():
            self._why = "the broker has closed the connection"
            try:
                self._hear()
            except Exception as why:
                self._why = wrong(why, self._options).found
            if not self._ended.is_set():
                self._tell(self._why)
                self._ended.wait(random.uniform(*RECONNECT_S))  # noqa: S311

    def _hear(self) -> None:
        """Connect, and handle messages until the connection ends; OSError."""
        options = self._options
        self._paho = paho = client_of(options, manual_ack=True)
        paho.on_connect = lambda paho, data, flags, code, more: self._connected(
            paho, str(code) if code.is_failure else "", flags.session_present
        )
        paho.on_disconnect = lambda paho, data, flags, code, more: self._disconnected(
            str(code) if flags.is_disconnect_packet_from_server else ""
        )
        paho.on_subscribe = lambda paho, data, number, *told: self._subscribed(number)
        sending = self._sending
        paho.on_publish = lambda paho, data, number, code, more: sending.put(
            partial(sending.answered, number, str(code) if code.is_failure else "")
        )
        paho.on_message = self._on_message
        most = {"MaximumPacketSize": MOST_PACKET, "ReceiveMaximum": AT_ONCE}
        lasting = properties("CONNECT", SessionExpiryInterval=WAITS_S, **most)
        paho.connect(options.host, options.port, KEEPALIVE_S, clean_start=False, properties=lasting)
        if not self._ended.is_set():
            paho.loop_forever(timeout=KEEPALIVE_S / 2)

    def _connected(self, paho: Client, refusal: str, waited: bool) -> None:
        if refusal:
            self._why = f"{NO_ACCOUNT} ({refusal})"
            if self._options.user:
                self._why = refused(refusal, self._options).found
            return
        if self._known and not waited:
            logger.warning(FORGOTTEN)
        from paho.mqtt.subscribeoptions import SubscribeOptions

        self._known = True
        self._sending.put(partial(self._sending.up, paho))
        # Two subscriptions: once the second is answered, all retained messages of the first have
        # come. With QoS 0, none of these waits until results are acknowledged.
        ours = SubscribeOptions(qos=0, noLocal=True)
        paho.subscribe([(f"{self._options.home}/+/{SEATS}", ours)])
        tables = {f"{self._options.home}/+/{kind}": qos for kind, qos in QOS.items()}
        second = paho.subscribe([(one, SubscribeOptions(qos)) for one, qos in tables.items()])
        self._second = second[1]

    def _subscribed(self, number: int) -> None:
        if number == self._second:
            self._sending.put(self._sending.heard)
            self._tell("")

    def _disconnected(self, why: str) -> None:
        if why:
            self._why = f"the broker has ended the connection: {why}"

    def _on_message(self, paho: Client, data: object, message: MQTTMessage) -> None:
        topic = message.topic.removeprefix(f"{self._options.home}/")
        device, _, kind = topic.partition("/")
        if kind == SEATS:
            if message.retain:
                kept = partial(self._sending.kept, device, bytes(message.payload))
                self._sending.put(kept)
            return
        number, qos = message.mid, message.qos
        self._take(topic, bytes(message.payload), message.retain, lambda: paho.ack(number, qos))
