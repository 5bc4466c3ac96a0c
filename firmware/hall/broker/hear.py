"""Hear all tables of a broker, and send them their seats; connect again whenever that is needed.

A thread of our own makes one connection after another. On each it subscribes to what tables say,
and to the seats that the broker keeps for them. Messages of tables go to `take`, and all that
concerns seats goes to `send.py`.

Rule: the broker keeps results for a hall that is away, and each is acknowledged only when it is on
the disk: until then it comes again. All else is retained, so that only the newest matters.
"""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial

from engine.message import Message, gettext
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
)
from firmware.hall.broker.said import MOST_BYTES
from firmware.hall.broker.send import SEATS, Offers, Sending
from firmware.hall.tables import AVAILABILITY, EVENT, RESULT, STATE

logger = logging.getLogger(__name__)
REMOVED_WITHIN_S = 3.0
RECONNECT_S = 0.1, 0.4  # sooner than tables, so that none sends before the hall is back
SESSION = BrokerSession(
    lasts_s=30 * 24 * 3600,
    packet_bytes=2 * max(MOST_BYTES.values()),
    at_once=50,  # results on their way to the disk: they take ten times their size in memory
    acknowledged_by_hand=True,
)
QOS = {AVAILABILITY: 0, STATE: 0, EVENT: 0, RESULT: 1}
FORGOTTEN = (
    "the broker has not waited for the board: results of the meantime may be lost. Tables without a"
    " result are asked for theirs. Set `persistence true` (docs/board.md)"
)
NO_ACCOUNT = gettext(
    "the broker refuses us without an account: --user and --password-file name one ({refusal})"
)
Take = Callable[[str, bytes, bool, Callable[[], object]], None]


class Hearing:
    """`take` is called with each message: topic after the prefix, payload, whether it was
    retained, and what acknowledges it. `tell` is called with what is wrong with the connection,
    None when nothing is; `untaken` with why tables get no seats; `forgotten` where the broker has
    not kept our session, though `has_session` or an earlier connection says that it had one. All
    are called in our thread.
    """

    def __init__(
        self,
        options: Options,
        session: str,
        take: Take,
        tell: Callable[[Message | None], None],
        untaken: Callable[[Message | None], None],
        forgotten: Callable[[], None],
        *,
        has_session: bool,
    ) -> None:
        self._options = options._replace(session=SESSION)
        self._take, self._tell, self._forgotten = take, tell, forgotten
        self._sending = Sending(options.home, session, untaken)
        self._connection: BrokerConnection | None = None
        self._has_session = has_session
        self._last_subscription = 0  # its number
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="broker")
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        if self._connection:
            self._connection.close()
        self._thread.join()
        self._sending.close()

    def offer(self, offers: Offers) -> None:
        """Have each device offered these seats, and all others none; from any thread."""
        self._sending.put(partial(self._sending.wanted, offers))

    def remove(self, device: str, within_s: float = REMOVED_WITHIN_S) -> str | None:
        """Have the broker forget what it keeps of a table, for any thread to wait; return why it
        does not, "" if it does, None where it does not answer.
        """
        answer: Future[str] = Future()
        self._sending.put(partial(self._sending.removed, device, answer))
        with suppress(TimeoutError):
            return answer.result(within_s)
        return None

    def _run(self) -> None:
        while True:
            self._connection = BrokerConnection(self._options, self._on)
            if self._ended.is_set():  # asked only now: close() would not have closed this one
                return
            self._connection.run()
            self._ended.wait(random.uniform(*RECONNECT_S))  # noqa: S311

    def _on(self, connection: BrokerConnection, happened: Happened) -> None:
        sending = self._sending
        match happened:
            case Connected(session_present):
                self._subscribe(connection, session_present)
            case Subscribed(number) if number == self._last_subscription:
                self._tell(None)  # first: what is wanted may be another now
                sending.put(sending.heard)
            case Delivered(number, refused):
                sending.put(partial(sending.answered, number, refused))
            case Received():
                self._receive(happened)
            case Lost(trouble, refusal) if trouble:
                nameless = refusal and not self._options.user
                why = NO_ACCOUNT._replace(values={"refusal": refusal})
                self._tell(why if nameless else Message(trouble.found, trouble.values))

    def _subscribe(self, connection: BrokerConnection, session_present: bool) -> None:
        if self._has_session and not session_present:
            logger.warning(FORGOTTEN)
            self._forgotten()
        self._has_session = True
        self._sending.put(partial(self._sending.up, connection))
        # Two subscriptions: once the second is answered, all retained messages of the first have
        # come. With QoS 0, none of these waits until results are acknowledged.
        home = self._options.home
        connection.subscribe([Subscription(f"{home}/+/{SEATS}", 0, no_local=True)])
        tables = [Subscription(f"{home}/+/{kind}", qos) for kind, qos in QOS.items()]
        self._last_subscription = connection.subscribe(tables)

    def _receive(self, message: Received) -> None:
        topic = message.topic.removeprefix(f"{self._options.home}/")
        device, _, kind = topic.partition("/")
        if kind != SEATS:
            self._take(topic, message.payload, message.retained, message.acknowledge)
        elif message.retained:
            self._sending.put(partial(self._sending.kept, device, message.payload))
