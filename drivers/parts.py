"""What a part that shows, lights, sounds or is pressed tells of itself, as facts."""

from collections.abc import Callable
from typing import NamedTuple


class PartFound(NamedTuple):
    """A part answers, for the first time or again, and shows what it was last given.

    `part` is its name at the table: "display", "strip", "leds", "buttons", "buzzer".
    """

    part: str


class PartLost(NamedTuple):
    """A part does not answer, or never has; said once, and it is tried again by itself.

    `reason` is for its owner: what is wrong, then what to do, on one line.
    """

    part: str
    reason: str


PartFact = PartFound | PartLost
PartSink = Callable[[PartFact], None]
"""Called from a part's own thread: it must only take the fact and come back."""
