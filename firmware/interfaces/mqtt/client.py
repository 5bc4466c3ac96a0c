"""`okanjo mqtt`: tell a broker of the table that runs on this machine.

Law: one thread decides; everything comes to it in one queue: states from the local socket, and
events of the connection. Only the newest state is sent, one at a time. A result is sent until the
broker has acknowledged it and has had the time to save it, and that is on our disk.
"""

from __future__ import annotations

import json
import logging
import math
import queue
import random
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

from firmware.common.broker import connection as broker
from firmware.common.broker.connection import BrokerConnection, Happened, Wrong
from firmware.common.ipc.socket_path import Words
from firmware.common.system.text import compact
from firmware.interfaces.mqtt import home_assistant, words
from firmware.interfaces.mqtt.kept import Kept

logger = logging.getLogger(__name__)
TABLE_AGAIN_S = 1.0
BROKER_AGAIN_S = 0.5, 2.5  # a whole hall comes back at once, so each after another pause
TWIN_AGAIN_S = 60.0
LISTENS_FIRST_S = 0.2  # for a device with the same ID, before this one says that it is online
ENDS_WITHIN_S = 2.0
NEVER = math.inf
SAVED_S = 10.0  # after its acknowledgement, a result is on the broker's disk
TWIN = "another device has the ID {}", "give one of them another: id in [mqtt]"
UNWRITTEN = "the broker does not let us write to {}: {}", "let this user write there (docs/mqtt.md)"
LONGEST_OFFER = 4096  # bytes
NO_COMMAND = 'it is not {"do": "next", "run": ..., "n": ...}'


class Told(NamedTuple):
    """The table's newest state, and what happened since the one before."""

    state: Words
    events: list[Words]


class OnItsWay(NamedTuple):
    """A result that the broker has not acknowledged; without a checksum it takes one back."""

    number: int
    game: str
    crc: int | None


# None: the line to the program that runs has ended, or this program is to end
Message = tuple[BrokerConnection, Happened] | Told | None
Inbox = queue.SimpleQueue[Message]


class Client:
    """One broker and one table, from the table's first state until its line ends."""

    def __init__(
        self, asked: Callable[..., Words | None], kept: Kept, inbox: Inbox, password: str = ""
    ) -> None:
        self._ask, self._kept, self._inbox, self._password = asked, kept, inbox, password
        self._id, self._home = kept.id, ""
        self._commands = False
        self._connection: BrokerConnection | None = None
        self._next_at = 0.0  # to connect, or to say that the table is online
        self._online = False
        self._state: Words | None = None
        self._sent = 0, b""  # the state sent last; its number, until it is acknowledged
        self._results: object = None  # it is another whenever a result may have changed
        self._result: OnItsWay | None = None
        self._acknowledged: dict[str, tuple[float, OnItsWay]] = {}  # when they are saved, by game
        self._shows_home = False
        self._described = 0, b""  # what Home Assistant was told; and the number of its last message
        self._removed = 0
        self._undescribed: Wrong | None = None  # Home Assistant may not be told
        self._born_at = NEVER  # when Home Assistant is told again
        self._told: object = ""
        self._seats = b""  # what the broker has kept for us
        self._offered: bytes | None = None  # the same, as far as the table knows
        self._logged = set[str]()

    def run(self) -> None:
        """Handle messages until the table's line ends."""
        while True:
            saved = (at for at, _ in self._acknowledged.values())
            due = min(self._next_at, self._born_at, *saved)
            pause_s = None if due == NEVER else max(0.0, due - time.monotonic())
            try:
                message = self._inbox.get(timeout=pause_s)
            except queue.Empty:
                self._do_what_is_due(time.monotonic())
                continue
            match message:
                case None:
                    return self._leave()
                case Told():
                    self._take_state(message)
                case (connection, happened):
                    if connection is self._connection:
                        self._take(connection, happened)

    def _do_what_is_due(self, now: float) -> None:
        for at, result in [*self._acknowledged.values()]:
            if at <= now:
                self._mark(result)
        if self._born_at <= now:
            self._born_at, self._described = NEVER, (0, b"")
        if self._next_at <= now:
            self._next_at = NEVER
            if self._connection is None:
                self._connect()
            elif not self._online:
                self._connection.publish(f"{self._home}/availability", b"online", retain=True)
                self._online, self._results = True, None
        self._send()  # and what the table could not tell just now

    def _leave(self) -> None:
        """Say that the table is offline, and close the connection."""
        connection, until = self._connection, time.monotonic() + ENDS_WITHIN_S
        if connection:
            connection.close(publishes_will=True)
        with suppress(queue.Empty):
            while connection:
                match self._inbox.get(timeout=max(0.0, until - time.monotonic())):
                    case (one, broker.Lost()) if one is connection:
                        return

    # --- the connection ---------------------------------------------------------------------

    def _connect(self) -> None:
        found = self._ask(words.SETTINGS)
        if found is None:  # the table is ending, or has more to do
            self._next_at = time.monotonic() + TABLE_AGAIN_S
            return
        self._id, who = found["id"] or self._kept.id, self._kept.twin_key
        self._home, self._commands = f"{found['prefix']}/{self._id}", found["commands"]
        self._shows_home = found["home_assistant"]
        options = broker.Options(
            **{key: found[key] for key in ("host", "port", "user", "tls", "ca")},
            password=self._password or found["password"],
            home=self._home,
            client_id=f"okanjo-{self._id}-{who}",
            who=who,
            will=broker.Will(f"{self._home}/availability", b"offline"),
        )
        connection = BrokerConnection(options, lambda *message: self._inbox.put(message))
        threading.Thread(target=connection.run, name="broker", daemon=True).start()
        self._connection = connection

    def _take(self, connection: BrokerConnection, happened: Happened) -> None:
        match happened:
            case broker.Connected():
                commands = [f"{self._home}/command"] if self._commands else []
                births = [home_assistant.BIRTH] if self._shows_home else []
                ours = [f"{self._home}/availability", f"{self._home}/seats"]
                connection.subscribe(
                    broker.Subscription(topic, 1, no_local=True, retain_as_published=True)
                    for topic in (*ours, *commands, *births)
                )
            case broker.Subscribed():
                self._next_at = time.monotonic() + LISTENS_FIRST_S
            case broker.Received(home_assistant.BIRTH, payload):
                if payload == b"online":
                    pause = random.uniform(*home_assistant.NOT_READY_S)  # noqa: S311
                    self._born_at = time.monotonic() + pause
            case broker.Received(topic) if topic.endswith("/availability"):
                self._hear_availability(connection, happened)
            case broker.Received(topic, payload) if topic.endswith("/seats"):
                self._seats = payload
                self._send()
            case broker.Received():
                self._hear_command(happened)
            case broker.Delivered():
                self._delivered(happened)
            case broker.Lost(wrong):
                self._lose(wrong, random.uniform(*BROKER_AGAIN_S))  # noqa: S311

    def _lose(self, wrong: Wrong | None, again_s: float) -> None:
        self._connection, self._online = None, False
        self._sent, self._result, self._acknowledged = (0, b""), None, {}
        self._born_at, self._described, self._removed = NEVER, (0, b""), 0
        self._undescribed, self._seats = None, b""
        self._next_at = time.monotonic() + again_s
        self._tell(wrong)

    def _hear_availability(self, connection: BrokerConnection, heard: broker.Received) -> None:
        """Another writer on our topic: the broker, for an earlier connection of ours, or a device
        with our ID. Of two such devices the first one stays; of two that came at once, the one
        with the lower key.
        """
        ours, twin = self._kept.twin_key, heard.who if heard.payload == b"online" else ""
        if twin == ours:
            return
        if twin and (not self._online or ours > twin):
            connection.close()
            self._lose(Wrong(TWIN[0].format(self._id), TWIN[1]), TWIN_AGAIN_S)
        elif self._online:
            connection.publish(f"{self._home}/availability", b"online", retain=True)

    def _tell(self, wrong: Wrong | None) -> None:
        """Have the table say what is wrong, or that nothing is any more, if that is news."""
        if wrong != self._told:
            self._told = wrong
            self._ask(words.TELL, **(wrong._asdict() if wrong else {}))

    # --- state, events, results ---------------------------------------------------------------

    def _take_state(self, told: Told) -> None:
        self._state = told.state
        if self._connection and self._online:
            for event in told.events:
                content = {"v": words.STATE_VERSION, "device": self._id, **event}
                self._connection.publish(f"{self._home}/event", compact(content), qos=0)
            self._send()

    def _send(self) -> None:
        """Send the newest state, if it is news and none is on its way; likewise a result."""
        state, connection = self._state, self._connection
        if state is None or connection is None or not self._online:
            return
        self._hand_over_seats()
        if not self._sent[0]:
            content = {key: one for key, one in state.items() if key != "results"}
            game = content["game_id"] and self._full(content["game_id"])
            payload = compact({**content, "device": self._id, "game_id": game})
            if payload != self._sent[1]:
                number = connection.publish(f"{self._home}/state", payload, retain=True)
                self._sent = number, payload
        self._describe(connection, state["page"])
        if self._result is None and self._results != state["results"]:
            self._send_result(connection, state["results"])

    def _describe(self, connection: BrokerConnection, page: str) -> None:
        """Describe the table to Home Assistant, or remove the description if it is switched off."""
        topic = home_assistant.topic(self._id) if self._shows_home else ""
        if (had := self._kept.described) not in ("", topic):
            self._removed = self._removed or connection.publish(had, b"", retain=True)
        elif topic:
            content = compact(home_assistant.discovery(self._id, self._home, page))
            if content != self._described[1]:
                self._describes(topic)
                self._described = connection.publish(topic, content, retain=True), content

    def _describes(self, topic: str) -> None:
        """Save the topic first: it has to be cleared one day."""
        if self._kept.described != topic:
            self._kept.described = topic
            self._save()

    def _send_result(self, connection: BrokerConnection, results: object) -> None:
        """Send the first result that the broker has not, or take back one that is no more; again
        soon where the table cannot tell just now.
        """
        found, sent = self._ask(words.GAMES), dict(self._kept.games)
        for _, result in self._acknowledged.values():
            _note(sent, result)
        answer: Words | None = None
        if found:
            there: Mapping[str, tuple[int, int]] = found["games"]
            gone = (one for one, crc in sent.items() if crc is not None and one not in there)
            news = (one for one, (_, crc) in there.items() if sent.get(one, 0) not in (None, crc))
            if game := next(gone, ""):
                answer = {"game": {"v": words.RESULT_VERSION, "withdrawn": True}, "crc": None}
            elif game := next(news, ""):
                answer = self._ask(words.GAME, number=there[game][0])
            else:
                self._results = results
                return
        if answer is None:
            self._next_at = time.monotonic() + TABLE_AGAIN_S
            return
        content = {"id": self._full(game), "device": self._id, **answer["game"]}
        number = connection.publish(f"{self._home}/result", compact(content))
        self._result = OnItsWay(number, game, answer["crc"])

    def _delivered(self, delivered: broker.Delivered) -> None:
        number, refused = delivered
        if refused:
            own = number not in (self._described[0], self._removed)
            where = self._home if own else home_assistant.PREFIX
            wrong = Wrong(UNWRITTEN[0].format(where, refused), UNWRITTEN[1])
            self._undescribed = self._undescribed if own else wrong
            self._tell(wrong)
        elif number == self._removed:
            self._removed = 0
            self._describes("")
        if number == self._sent[0]:
            self._sent = 0, self._sent[1]
            if not refused:
                self._tell(self._undescribed)
        elif self._result and number == self._result.number:
            result, self._result = self._result, None
            if not refused:
                self._acknowledged[result.game] = time.monotonic() + SAVED_S, result
            elif self._state:
                self._results = self._state["results"]  # not again before something changes
        self._send()

    def _mark(self, result: OnItsWay) -> None:
        del self._acknowledged[result.game]
        _note(self._kept.games, result)
        self._save()

    def _save(self) -> None:
        with suppress(OSError):  # it will be sent again: who counts knows a game's ID
            self._kept.save()

    def _full(self, game: str) -> str:
        """A game's ID, which no game of another device has."""
        return f"{self._kept.key}-{game}"

    # --- seats and commands -------------------------------------------------------------------

    def _hand_over_seats(self) -> None:
        """Have the table offer what the broker has kept for it, or nothing any more."""
        offer = self._seats
        if offer == self._offered:
            return
        why = "they are too long"
        if len(offer) <= LONGEST_OFFER:
            answer = self._ask(words.SEATS, offer=offer.decode("utf-8", "replace"))
            if answer is None:
                self._next_at = time.monotonic() + TABLE_AGAIN_S
                return
            why = answer["refused"]
        self._offered = offer
        self._ignored("seats", why)

    def _hear_command(self, heard: broker.Received) -> None:
        """Pass a command on; whatever else comes there is logged, once a kind."""
        why = "it is retained"
        if not heard.retained:
            try:
                asked = json.loads(heard.payload)
                request = {key: asked[key] for key in ("do", "run", "n")}
            except (ValueError, TypeError, KeyError, RecursionError):
                why = NO_COMMAND
            else:
                answer = self._ask(words.DO, **request, id=self._id)
                why = answer["refused"] if answer else "the table does not answer"
        self._ignored("a command", why)

    def _ignored(self, what: str, why: str) -> None:
        """Log what is wrong with something that came, once a kind."""
        if why and f"{what} {why}" not in self._logged:
            self._logged.add(f"{what} {why}")
            logger.warning(f"{what} of the broker was ignored: {why}")


def _note(sent: dict[str, int | None], result: OnItsWay) -> None:
    sent.pop(result.game, None)
    if result.crc is not None:
        sent[result.game] = result.crc
