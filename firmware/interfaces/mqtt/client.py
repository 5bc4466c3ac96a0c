"""`okanjo mqtt`: tell a broker of the table that runs on this machine.

One thread decides; everything comes to it in one queue: what the table shows, from the local
socket, and what happens on the connection. It asks the table for its settings, connects, listens
for a moment for a device with the same ID, and says that the table is online. From then on it sends
what the broker lacks. Once a connection is lost, all that is known of it goes; the next one begins
anew after a pause.

Law: only the newest state is sent, one at a time. A result is sent until the broker has
acknowledged it and has had the time to save it, and that is on our disk.
"""

from __future__ import annotations

import json
import logging
import queue
import random
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

from drivers.events import Trouble
from firmware.common.broker.connection import (
    BrokerConnection,
    Connected,
    Delivered,
    Happened,
    Lost,
    Options,
    Received,
    Subscribed,
    Will,
)
from firmware.common.ipc.socket_path import Words
from firmware.common.system.text import compact
from firmware.interfaces.mqtt import home_assistant, words
from firmware.interfaces.mqtt.kept import Kept
from firmware.interfaces.mqtt.link import NEVER, TABLE_AGAIN_S, BrokerLink, SentResult
from firmware.words.language import Language, language_of

logger = logging.getLogger(__name__)
BROKER_AGAIN_S = 0.5, 2.5  # a whole hall comes back at once, so each after another pause
TWIN_AGAIN_S = 60.0
LISTENS_FIRST_S = 0.2  # for a device with the same ID, before this one says that it is online
ENDS_WITHIN_S = 2.0
TWIN = Trouble("another device has the ID {id}", "give one of them another: id in [mqtt]")
UNWRITTEN = Trouble(
    "the broker does not let us write to {topic}: {why}", "let this user write there (docs/mqtt.md)"
)
WITHDRAWN: Words = {"game": {"v": words.RESULT_VERSION, "withdrawn": True}, "crc": None}
LONGEST_OFFER = 4096  # bytes
NO_COMMAND = 'it is not {"do": "next", "run": ..., "n": ...}'


class TableNews(NamedTuple):
    """The table's newest state, and what happened since the one before."""

    state: Words
    events: list[Words]


# None: the line to the program that runs has ended, or this program is to end
Incoming = tuple[BrokerConnection, Happened] | TableNews | None
Inbox = queue.SimpleQueue[Incoming]


class Client:
    """One broker and one table, from the table's first state until its line ends."""

    def __init__(
        self, ask_table: Callable[..., Words | None], kept: Kept, inbox: Inbox, password: str = ""
    ) -> None:
        self._ask_table, self._kept, self._inbox, self._password = ask_table, kept, inbox, password
        self._link: BrokerLink | None = None
        self._connect_at = 0.0  # while there is no link
        self._state: Words | None = None  # the table's newest
        self._has_reported = False  # to the table, whether something is wrong
        self._reported: Trouble | None = None
        self._offered: bytes | None = None  # the seats that the table has; None: it has to be told
        self._logged = set[str]()

    def run(self) -> None:
        """Handle messages until the table's line ends."""
        while True:
            due_at = self._due_at()
            pause_s = None if due_at == NEVER else max(0.0, due_at - time.monotonic())
            try:
                incoming = self._inbox.get(timeout=pause_s)
            except queue.Empty:
                self._do_what_is_due(time.monotonic())
                continue
            match incoming:
                case None:
                    return self._leave()
                case TableNews():
                    self._take_news(incoming)
                case (connection, happened):
                    if self._link and connection is self._link.connection:
                        self._take(self._link, happened)

    def _due_at(self) -> float:
        return self._link.due_at if self._link else self._connect_at

    def _do_what_is_due(self, now: float) -> None:
        link = self._link
        if link is None:
            self._connect()
            return
        if saved := link.take_saved(now):
            for result in saved:
                _note(self._kept.games, result)
            self._save()
        if link.describe_at <= now:
            link.describe_at, link.description = NEVER, b""
        if link.online_at <= now:
            link.say_online()
        if link.retry_at <= now:
            link.retry_at = NEVER
        self._send()

    def _leave(self) -> None:
        """Say that the table is offline, and close the connection."""
        link, until = self._link, time.monotonic() + ENDS_WITHIN_S
        if link:
            link.connection.close(publishes_will=True)
        with suppress(queue.Empty):
            while link:
                match self._inbox.get(timeout=max(0.0, until - time.monotonic())):
                    case (connection, Lost()) if connection is link.connection:
                        return

    # --- the connection ---------------------------------------------------------------------

    def _connect(self) -> None:
        settings = self._ask_table(words.SETTINGS)
        if settings is None:  # the table is ending, or has more to do
            self._connect_at = time.monotonic() + TABLE_AGAIN_S
            return
        device, twin_key = settings["id"] or self._kept.id, self._kept.twin_key
        home = f"{settings['prefix']}/{device}"
        options = Options(
            **{key: settings[key] for key in ("host", "port", "user", "tls", "ca")},
            password=self._password or settings["password"],
            home=home,
            client_id=f"okanjo-{device}-{twin_key}",
            who=twin_key,
            will=Will(f"{home}/availability", b"offline"),
        )
        connection = BrokerConnection(options, lambda *happened: self._inbox.put(happened))
        threading.Thread(target=connection.run, name="broker", daemon=True).start()
        wanted = settings["commands"], settings["home_assistant"]
        self._link = BrokerLink(connection, device, home, *wanted)

    def _take(self, link: BrokerLink, happened: Happened) -> None:
        match happened:
            case Connected():
                link.subscribe()
            case Subscribed():
                link.online_at = time.monotonic() + LISTENS_FIRST_S
            case Received(home_assistant.BIRTH, payload):
                if payload == b"online":
                    pause_s = random.uniform(*home_assistant.NOT_READY_S)  # noqa: S311
                    link.describe_at = time.monotonic() + pause_s
            case Received(topic) if topic.endswith("/availability"):
                self._hear_availability(link, happened)
            case Received(topic, payload) if topic.endswith("/seats"):
                link.seats, self._offered = payload, None
                link.seats_came_at = None if happened.retained else time.monotonic()
                self._send()
            case Received():
                self._hear_command(link, happened)
            case Delivered(number, refused):
                self._delivered(link, number, refused)
            case Lost(trouble):
                self._lose(trouble, random.uniform(*BROKER_AGAIN_S))  # noqa: S311

    def _lose(self, trouble: Trouble | None, again_s: float) -> None:
        self._link, self._connect_at = None, time.monotonic() + again_s
        self._report(trouble)

    def _hear_availability(self, link: BrokerLink, message: Received) -> None:
        """Another writer on our topic: the broker, for an earlier connection of ours, or a device
        with our ID. Of two such devices the first one stays; of two that came at once, the one
        with the lower key.
        """
        ours, twin = self._kept.twin_key, message.who if message.payload == b"online" else ""
        if twin == ours:
            return
        if twin and (not link.is_online or ours > twin):
            link.connection.close()
            self._lose(TWIN._replace(values={"id": link.device}), TWIN_AGAIN_S)
        elif link.is_online:
            link.say_online()

    def _report(self, trouble: Trouble | None) -> None:
        """Have the table say what is wrong, or that nothing is any more, if that is news."""
        if not self._has_reported or trouble != self._reported:
            self._has_reported, self._reported = True, trouble
            self._ask_table(words.TELL, **(trouble._asdict() if trouble else {}))

    # --- state, events, results ---------------------------------------------------------------

    def _take_news(self, news: TableNews) -> None:
        self._state = news.state
        if (link := self._link) and link.is_online:
            for event in news.events:
                content = {"v": words.STATE_VERSION, "device": link.device, **event}
                link.connection.publish(f"{link.home}/event", compact(content), qos=0)
            self._send()

    def _send(self) -> None:
        """Send the newest state, if it is news and none is on its way; likewise a result."""
        state, link = self._state, self._link
        if state is None or link is None or not link.is_online:
            return
        self._hand_over_seats(link)
        if not link.state_is_on_way:
            content = {key: value for key, value in state.items() if key != "results"}
            game = content["game_id"] and self._full(content["game_id"])
            payload = compact({**content, "device": link.device, "game_id": game})
            if payload != link.state:
                link.send("state", f"{link.home}/state", payload, retain=True)
                link.state = payload
        self._describe(link, state["page"], language_of(state["language"]))
        if not link.result_is_on_way and link.results_sent != state["results"]:
            self._send_result(link, state["results"])

    def _describe(self, link: BrokerLink, page: str, language: Language) -> None:
        """Describe the table to Home Assistant, or remove the description if it is switched off."""
        topic = home_assistant.topic(link.device) if link.shows_home else ""
        if (described := self._kept.described) not in ("", topic):
            if not link.removal_sent:
                link.send("removal", described, b"", retain=True)
                link.removal_sent = True
        elif topic:
            content = compact(home_assistant.discovery(link.device, link.home, page, language))
            if content != link.description:
                self._keep_described(topic)
                link.send("description", topic, content, retain=True)
                link.description = content

    def _keep_described(self, topic: str) -> None:
        """Save the topic before it is written to: it has to be cleared one day."""
        if self._kept.described != topic:
            self._kept.described = topic
            self._save()

    def _send_result(self, link: BrokerLink, results: list[object]) -> None:
        """Send the first result that the broker has not, or take back one that is no more; again
        soon where the table cannot tell just now.
        """
        answer = self._ask_table(words.GAMES)
        if not answer:
            link.retry_soon()
            return
        games: Mapping[str, tuple[int, int]] = answer["games"]
        game = _lacking(games, self._sent_on(link))
        if game is None:
            link.results_sent = results
            return
        content: Words | None = WITHDRAWN
        if game in games:
            content = self._ask_table(words.GAME, number=games[game][0])
        if content is None:
            link.retry_soon()
            return
        payload = compact({"id": self._full(game), "device": link.device, **content["game"]})
        link.send(SentResult(game, content["crc"]), f"{link.home}/result", payload)

    def _sent_on(self, link: BrokerLink) -> dict[str, int | None]:
        """The checksums of all that the broker has, also of what it may not have saved yet."""
        sent = dict(self._kept.games)
        for result, _ in link.unsaved.values():
            _note(sent, result)
        return sent

    def _delivered(self, link: BrokerLink, number: int, refused: str) -> None:
        sent = link.on_way.pop(number, None)
        if refused:
            own = sent not in ("description", "removal")
            where = link.home if own else home_assistant.PREFIX
            trouble = UNWRITTEN._replace(values={"topic": where, "why": refused})
            link.undescribed = link.undescribed if own else trouble
            self._report(trouble)
            if isinstance(sent, SentResult) and self._state:
                link.results_sent = self._state["results"]  # not again before something changes
        elif sent == "state":
            self._report(link.undescribed)
        elif sent == "removal":
            self._keep_described("")
        elif isinstance(sent, SentResult):
            link.acknowledge(sent)
        self._send()

    def _save(self) -> None:
        with suppress(OSError):  # it will be sent again: who counts knows a game's ID
            self._kept.save()

    def _full(self, game: str) -> str:
        """A game's ID, which no game of another device has."""
        return f"{self._kept.key}-{game}"

    # --- seats and commands -------------------------------------------------------------------

    def _hand_over_seats(self, link: BrokerLink) -> None:
        """Have the table offer what the broker has kept for it, or nothing any more; and send
        again what is asked for.
        """
        offer = link.seats
        if offer == self._offered:
            return
        why = "they are too long"
        if len(offer) <= LONGEST_OFFER:
            came_at = link.seats_came_at
            age_ms = None if came_at is None else round(1000 * (time.monotonic() - came_at))
            text = offer.decode("utf-8", "replace")
            answer = self._ask_table(words.SEATS, offer=text, age_ms=age_ms)
            if answer is None:
                link.retry_soon()
                return
            why = answer["refused"]
            for game in answer["again"]:
                self._kept.games.pop(game, None)
                link.send_again(game)
        self._offered = offer
        self._ignored("seats", why)

    def _hear_command(self, link: BrokerLink, message: Received) -> None:
        """Pass a command on; whatever else comes there is logged, once a kind."""
        why = "it is retained"
        if not message.retained:
            command: object = None
            with suppress(ValueError, RecursionError):
                command = json.loads(message.payload)
            match command:
                case {"do": str(do), "run": str(run), "n": int(number)}:
                    answer = self._ask_table(words.DO, do=do, run=run, n=number, id=link.device)
                    why = answer["refused"] if answer else "the table does not answer"
                case _:
                    why = NO_COMMAND
        self._ignored("a command", why)

    def _ignored(self, subject: str, why: str) -> None:
        """Log what is wrong with something that came, once a kind."""
        if why and f"{subject} {why}" not in self._logged:
            self._logged.add(f"{subject} {why}")
            logger.warning(f"{subject} of the broker was ignored: {why}")


def _note(games: dict[str, int | None], result: SentResult) -> None:
    """Note the checksum of a result that was sent, or that it was taken back."""
    games.pop(result.game, None)
    if result.crc is not None:
        games[result.game] = result.crc


def _lacking(games: Mapping[str, tuple[int, int]], sent: Mapping[str, int | None]) -> str | None:
    """The first game whose result has to be taken back, else the first that has to be sent; None
    where the broker has all. `games` has each one's number and checksum; of those that were `sent`,
    one without a checksum is never sent.
    """
    gone = (game for game, crc in sent.items() if crc is not None and game not in games)
    news = (
        game
        for game, (_, crc) in games.items()
        if game not in sent or sent[game] not in (None, crc)
    )
    return next(gone, None) or next(news, None)
