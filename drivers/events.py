"""Everything that a device reports: a reading, a press, a scanner or part that came or went.

Each is frozen and in the past tense. Texts come from outside: escape them before showing.

`source` is what a scanner is: "vendor:product name" of a keyboard-type one, or the serial port.
Two of one model differ by their `place` alone, where they are plugged in; a serial port is its
own. `device_of` puts both together: a scanner keeps its device after a replug.
`name` is how the settings name it, or nothing if it was found by itself.
"""

import errno
import os
from collections.abc import Callable, Mapping
from typing import NamedTuple

Lane = int | str
Values = Mapping[str, str | int]  # for the placeholders of a text
NO_VALUES: Values = {}


class Reading(NamedTuple):
    """One finished code, every character as it was read (keys: their US positions)."""

    text: str
    source: str
    lane: Lane
    moment: float  # monotonic seconds of its last character
    ms_per_digit: float  # mean time from one character to the next
    place: str = ""


class ScannerFound(NamedTuple):
    """A scanner is open and read. `learnt`: its first valid code has just shown what it is."""

    source: str
    learnt: bool = False
    place: str = ""
    name: str = ""


class ScannerLost(NamedTuple):
    """A scanner went away, or a named serial port is not to be had."""

    source: str
    reason: str
    place: str = ""
    name: str = ""


class PartialDropped(NamedTuple):
    """The beginning of a code was thrown away; scan again."""

    source: str
    reason: str
    place: str = ""
    lane: Lane = 0


class GrabRefused(NamedTuple):
    """The scanner is read, but not exclusively: what it types reaches other programs too."""

    source: str
    reason: str
    place: str = ""


class ReaderMissing(NamedTuple):
    """A library is not installed, so scanners of this type cannot be read at all."""

    reason: str
    library: str = "evdev"


class ReaderFailed(NamedTuple):
    """A thread that reads scanners broke off, by a mistake of ours; it begins anew by itself."""

    reader: str  # "keyboard-type scanners", or the serial port
    reason: str


class ReaderBack(NamedTuple):
    """The same thread reads again."""

    reader: str


class Trouble(NamedTuple):
    """What is wrong with a part, for its owner: what was found, and what to do about it. Both are
    texts to translate, with placeholders for `values`.

    `there` is False where nothing was found at all: no answer, no bus, no library.
    """

    found: str
    do: str
    there: bool = True
    values: Values = NO_VALUES

    def __str__(self) -> str:
        return f"{self.found}: {self.do}".format(**self.values)


class PartFound(NamedTuple):
    """A part answers, for the first time or again, and shows what it was last given.

    `part` is its name at the table: "display", "strip", "leds", "buttons", "buzzer".
    """

    part: str


class PartLost(NamedTuple):
    """A part does not answer; reported once, and it is tried again by itself."""

    part: str
    trouble: Trouble


class Pressed(NamedTuple):
    """A button went down: "next", "undo" or "page"."""

    name: str
    moment: float  # monotonic seconds


class BothHeld(NamedTuple):
    """NEXT and PAGE were held down together, for five seconds."""

    moment: float


class PageHeld(NamedTuple):
    """PAGE was held down alone, for two seconds."""

    moment: float


class SupplyChanged(NamedTuple):
    """The board gets less than it needs (it slows down, and may lose data), or enough again."""

    low: bool


OfScanner = Reading | ScannerFound | ScannerLost | PartialDropped | GrabRefused
ScannerEvent = OfScanner | ReaderMissing | ReaderFailed | ReaderBack
PartEvent = PartFound | PartLost
ButtonEvent = PartEvent | Pressed | BothHeld | PageHeld
DeviceEvent = ScannerEvent | ButtonEvent | SupplyChanged

# Called from a device's own thread: each takes the event and returns at once.
ScannerSink = Callable[[ScannerEvent], None]
PartSink = Callable[[PartEvent], None]
ButtonSink = Callable[[ButtonEvent], None]


def device_of(event: OfScanner) -> str:
    """Name the scanner of an event, of all there may be."""
    return f"{event.source} at {event.place}" if event.place else event.source


LONGEST = 100  # characters of an exception's own text


def mistake(error: BaseException) -> Trouble:
    """The trouble of an error that no driver expects."""
    return Trouble(
        "stopped by a bug in Okanjo: {error}",
        "Okanjo tries again; if this stays, please report it",
        values={"error": summary(error)},
    )


def summary(error: BaseException) -> str:
    """An exception's type and text, on one line of limited length."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:LONGEST]


UNPLUGGED, NO_PORT = "unplugged", "no serial port"
REASONS = {
    errno.EIO: UNPLUGGED,
    errno.ENODEV: UNPLUGGED,
    errno.EACCES: "not permitted",
    errno.EPERM: "not permitted",
    errno.EAGAIN: "in use by another program",
    errno.EBUSY: "in use by another program",
}


def reason(error: OSError, otherwise: str = UNPLUGGED) -> str:
    """Why a scanner cannot be read; `otherwise` where a library's error has no number."""
    number = error.errno
    return otherwise if number is None else REASONS.get(number, os.strerror(number).lower())
