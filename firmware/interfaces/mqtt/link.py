"""One connection to the broker: what was sent on it, what is on its way, and what is due when.

All of it goes with the connection: what a broker was sent before, it may have lost since.
"""

from __future__ import annotations

import math
import time
from typing import Literal, NamedTuple

from drivers.events import Trouble
from firmware.common.broker.connection import BrokerConnection, Subscription
from firmware.interfaces.mqtt import home_assistant

NEVER = math.inf
TABLE_AGAIN_S = 1.0
SAVED_S = 10.0  # after its acknowledgement, a result is on the broker's disk


class SentResult(NamedTuple):
    """A game whose result was sent; without a checksum it was taken back."""

    game: str
    crc: int | None


class Acknowledged(NamedTuple):
    """A result that the broker has, and when it will be on the broker's disk."""

    result: SentResult
    saved_at: float


# What a message was; description and removal are for Home Assistant
Sent = Literal["state", "description", "removal"] | SentResult


class BrokerLink:
    """A connection, and what is known of the broker as long as it lasts. Times are those of
    time.monotonic().
    """

    def __init__(
        self,
        connection: BrokerConnection,
        device: str,
        home: str,
        takes_commands: bool,
        shows_home: bool,
    ) -> None:
        self.connection, self.device, self.home = connection, device, home
        self.takes_commands, self.shows_home = takes_commands, shows_home
        self.is_online = False  # as we have told the broker
        self.seats = b""  # as the broker keeps them for us
        self.seats_came_at: float | None = None  # None: it had kept them, nobody knows how long
        self.on_way: dict[int, Sent] = {}  # by number, until the broker has answered
        # what was sent last
        self.state = b""
        self.description = b""
        self.removal_sent = False  # of an earlier description; once, even where it is refused
        # what the broker has
        self.unsaved: dict[str, Acknowledged] = {}  # by game
        self.results_sent: list[object] | None = None  # the state's "results" when it had all
        self.undescribed: Trouble | None = None  # why Home Assistant may not be told
        # when it is due
        self.online_at = NEVER  # to say that the table is online
        self.describe_at = NEVER  # to send the description again
        self.retry_at = NEVER  # to ask the table once more for what it could not tell

    def subscribe(self) -> None:
        topics = [f"{self.home}/availability"]
        topics += [f"{self.home}/command"] if self.takes_commands else []
        topics += [home_assistant.BIRTH] if self.shows_home else []
        as_published = [
            Subscription(topic, 1, no_local=True, retain_as_published=True) for topic in topics
        ]
        # of seats, those that were sent just now are not `retained`: their clock is right
        seats = Subscription(f"{self.home}/seats", 1, no_local=True)
        self.connection.subscribe([*as_published, seats])

    def send(self, sent: Sent, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Send a message, which is on its way until the broker answers."""
        if number := self.connection.publish(topic, payload, retain=retain):
            self.on_way[number] = sent

    def say_online(self) -> None:
        self.connection.publish(f"{self.home}/availability", b"online", retain=True)
        self.is_online, self.online_at = True, NEVER

    @property
    def state_is_on_way(self) -> bool:
        return "state" in self.on_way.values()

    @property
    def result_is_on_way(self) -> bool:
        return any(isinstance(sent, SentResult) for sent in self.on_way.values())

    @property
    def due_at(self) -> float:
        """When the next thing is due."""
        saved = (acknowledged.saved_at for acknowledged in self.unsaved.values())
        return min(self.online_at, self.describe_at, self.retry_at, *saved)

    def acknowledge(self, result: SentResult) -> None:
        self.unsaved[result.game] = Acknowledged(result, time.monotonic() + SAVED_S)

    def take_saved(self, now: float) -> list[SentResult]:
        """The results that are on the broker's disk by now, each once."""
        saved = [result for result, saved_at in self.unsaved.values() if saved_at <= now]
        for result in saved:
            del self.unsaved[result.game]
        return saved

    def send_again(self, game: str) -> None:
        """Take a game's result for one that the broker has not."""
        self.unsaved.pop(game, None)
        self.results_sent = None

    def retry_soon(self) -> None:
        self.retry_at = time.monotonic() + TABLE_AGAIN_S
