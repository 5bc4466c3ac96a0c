"""The inbox of the thread that owns the table, and every message that can come into it."""

import queue
from collections.abc import Callable, Mapping
from typing import NamedTuple

from drivers.events import DeviceEvent, Pressed, Reading
from engine.message import Value
from engine.position import Table
from firmware.common.facts.device import (
    AccessPointChanged,
    JoinCodeDrawn,
    PageFound,
    PinDrawn,
    Volume,
)
from firmware.common.facts.notices import Notice
from firmware.common.facts.offer import Offer
from firmware.common.facts.outcome import Outcome
from firmware.common.facts.round_clock import RoundClock

MOST_WAITING = 500  # readings; an evening has half as many


class Typed(NamedTuple):
    """A line from the desk: a code, or `type slug`."""

    text: str


class Answered(NamedTuple):
    """The newest outcome, how many there were with it, the sound as it is now, and whether every
    scan so far is on disk.
    """

    number: int
    outcome: Outcome | None
    sound: Volume
    saved: bool


class WebScan(NamedTuple):
    """A scan or a press on a page; `reply` is called in the table's thread with its outcome.

    A photo was `looked_at` with this very table; with another it has no outcome.
    """

    event: Reading | Pressed
    reply: Callable[[Answered | None], None]
    looked_at: Table | None = None


class RemotePress(NamedTuple):
    """A broker presses a button: nobody need be at the device."""

    button: str


class SeatScan(NamedTuple):
    """What a phone scans that has this badge: one code, those of a photo, or none, which takes its
    newest scan back. `reply` gets no outcome where it may not, as it does of WebScan.
    """

    badge: str
    codes: list[str]
    reply: Callable[[Answered | None], None]
    looked_at: Table | None = None


class LanguageChosen(NamedTuple):
    """The device is to speak this language from now on, by its code."""

    code: str


class ScannersCounted(NamedTuple):
    """So many keyboard-type devices are plugged in now, each a scanner or one that may be."""

    number: int


class PhotoTaken(NamedTuple):
    """The camera over the table gave a picture, which is being read."""

    picture: bytes


class PhotoCodes(NamedTuple):
    """Its codes, and where they stand in it (firmware.core.photo.client.Read)."""

    codes: Mapping[str, list[list[float]]]


class PhotoFailed(NamedTuple):
    """There is no picture, or it cannot be read; `why` is a sentence."""

    why: Value


OfPhoto = PhotoTaken | PhotoCodes | PhotoFailed


class CallAnswered:
    """The organiser who was called has answered."""


class OfferMade(NamedTuple):
    """Somebody offers this table seats, as before or others; None takes the offer back. Where the
    `clock` of their round `is_old`, nobody knows how long ago its count was right.
    """

    offer: Offer | None
    clock: RoundClock | None = None
    is_old: bool = False


class Restart(NamedTuple):
    """Something to be done between two scans, in the table's thread; if it returns True, the
    program starts again within the same process.
    """

    do: Callable[[], bool]


class ReadingsDropped:
    """More readings waited than people can scan; the inbox knows how many were not taken."""


class DeskOpened:
    """A desk was opened, in a terminal or a browser: no scanner need be there."""


class WakeUp:
    """Do what is due: a signal came, or every scanner is open."""


class Leave:
    """End the program."""


TableMessage = (  # these may change what is shown
    DeviceEvent
    | Typed
    | WebScan
    | RemotePress
    | SeatScan
    | Notice
    | PageFound
    | PinDrawn
    | JoinCodeDrawn
    | AccessPointChanged
    | OfPhoto
    | CallAnswered
    | LanguageChosen
    | OfferMade
    | ScannersCounted
    | ReadingsDropped
    | DeskOpened
)
Message = TableMessage | WakeUp | Restart | Leave


class Inbox:
    """Messages from any thread, in the order they came."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._dropped = 0  # and not told of yet
        self.leaving = self.restarting = False

    def put(self, message: Message) -> None:
        """Add a message, from any thread. While more wait than people can scan, readings are
        dropped and counted: a scanner gone wild fills no memory.
        """
        if isinstance(message, Reading) and self._waiting.qsize() > MOST_WAITING:
            self._dropped += 1
            if self._dropped > 1:
                return
            message = ReadingsDropped()
        self._waiting.put(message)

    def take_dropped(self) -> int:
        """Return how many readings were dropped since the last call."""
        dropped, self._dropped = self._dropped, 0
        return dropped

    def leave(self) -> None:
        """End the program at once, whatever waits; from any thread or signal handler."""
        self.leaving = True
        self._waiting.put(Leave())

    def get(self, patience_s: float | None = None) -> Message:
        """Return the next message; wait so long, or until one comes. Raises queue.Empty."""
        return self._waiting.get(timeout=patience_s)

    @property
    def starts_again(self) -> bool:
        """Return whether the program starts again within its process: not if it is to end, too."""
        return self.restarting and not self.leaving

    def ends(self, message: Message) -> bool:
        """Return whether this is the end: no message after it is taken any more."""
        if isinstance(message, Restart) and not self.leaving:
            self.restarting = message.do()
            return self.restarting
        return self.leaving or isinstance(message, Leave)

    def __len__(self) -> int:
        return self._waiting.qsize()
