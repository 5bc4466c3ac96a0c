"""What a scanner's thread hands out: readings, and facts about the scanner itself.

All of them go down one sink, in the order they happened, and are meant for one reader.
Each is frozen and in the past tense. Texts come from outside: escape them before showing.
"""

from collections.abc import Callable
from typing import NamedTuple

Lane = int | str


class Reading(NamedTuple):
    """One finished code, every character as it was read (keys: their US positions)."""

    text: str
    source: str  # "vendor:product name" of a keyboard-type scanner, or the serial port
    lane: Lane
    at: float  # monotonic seconds of its last character
    ms_per_digit: float  # mean time from one character to the next


class ScannerFound(NamedTuple):
    """A scanner is there and read. `learnt`: its first valid code has just given it away."""

    source: str
    learnt: bool = False


class ScannerLost(NamedTuple):
    """A scanner went away, or a named serial port is not to be had."""

    source: str
    reason: str


class PartialDropped(NamedTuple):
    """The beginning of a code was thrown away; scan again."""

    source: str
    reason: str


class GrabRefused(NamedTuple):
    """The scanner is read, but not exclusively: what it types reaches other programs too."""

    source: str
    reason: str


class ReaderMissing(NamedTuple):
    """A library is not installed, so scanners of this type cannot be read at all."""

    reason: str


Fact = Reading | ScannerFound | ScannerLost | PartialDropped | GrabRefused | ReaderMissing
Sink = Callable[[Fact], None]
