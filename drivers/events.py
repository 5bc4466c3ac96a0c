"""What a scanner's thread hands out: readings, and facts about the scanner itself.

All of them go down one sink, in the order they happened, and are meant for one reader.
Each is frozen and in the past tense. Texts come from outside: escape them before showing.

`source` is what a scanner is: "vendor:product name" of a keyboard-type one, or the serial port.
Two of one model differ by their `place` alone, where they are plugged in; a serial port is its
own. `device` is the two together: the same scanner has the same one, after a replug, too.
`name` is how the settings name it, or nothing if it was found by itself.
"""

from collections.abc import Callable
from typing import NamedTuple

Lane = int | str


def device_of(source: str, place: str) -> str:
    """Which scanner it is, of all there may be."""
    return f"{source} at {place}" if place else source


class Reading(NamedTuple):
    """One finished code, every character as it was read (keys: their US positions)."""

    text: str
    source: str
    lane: Lane
    at: float  # monotonic seconds of its last character
    ms_per_digit: float  # mean time from one character to the next
    place: str = ""

    @property
    def device(self) -> str:
        return device_of(self.source, self.place)


class ScannerFound(NamedTuple):
    """A scanner is there and read. `learnt`: its first valid code has just given it away."""

    source: str
    learnt: bool = False
    place: str = ""
    name: str = ""

    @property
    def device(self) -> str:
        return device_of(self.source, self.place)


class ScannerLost(NamedTuple):
    """A scanner went away, or a named serial port is not to be had."""

    source: str
    reason: str
    place: str = ""
    name: str = ""

    @property
    def device(self) -> str:
        return device_of(self.source, self.place)


class PartialDropped(NamedTuple):
    """The beginning of a code was thrown away; scan again."""

    source: str
    reason: str
    place: str = ""
    lane: Lane = 0

    @property
    def device(self) -> str:
        return device_of(self.source, self.place)


class GrabRefused(NamedTuple):
    """The scanner is read, but not exclusively: what it types reaches other programs too."""

    source: str
    reason: str
    place: str = ""

    @property
    def device(self) -> str:
        return device_of(self.source, self.place)


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


Fact = (
    Reading
    | ScannerFound
    | ScannerLost
    | PartialDropped
    | GrabRefused
    | ReaderMissing
    | ReaderFailed
    | ReaderBack
)
Sink = Callable[[Fact], None]
