"""What a part that shows, lights, sounds or is pressed tells of itself, as facts."""

from collections.abc import Callable
from typing import NamedTuple


class Trouble(NamedTuple):
    """What is wrong with a part, for its owner: what was found, and what to do about it.

    `there` is False where nothing was found at all: no answer, no bus, no library.
    """

    found: str
    do: str
    there: bool = True


class PartFound(NamedTuple):
    """A part answers, for the first time or again, and shows what it was last given.

    `part` is its name at the table: "display", "strip", "leds", "buttons", "buzzer".
    """

    part: str


class PartLost(NamedTuple):
    """A part does not answer, or never has; said once, and it is tried again by itself."""

    part: str
    trouble: Trouble


PartFact = PartFound | PartLost
PartSink = Callable[[PartFact], None]
"""Called from a part's own thread: it must only take the fact and come back."""

LONGEST = 100  # characters of an exception's own words


def mistake(error: BaseException) -> Trouble:
    """What nobody thought of."""
    do = "it is tried again by itself; if this stays, please report it"
    return Trouble(f"stopped by a mistake of ours: {said(error)}", do)


def said(error: BaseException) -> str:
    """What an exception says, and what it is, on one line and not without end."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:LONGEST]
