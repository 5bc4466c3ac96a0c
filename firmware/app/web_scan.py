"""What somebody did on a page in: a fact for the inbox that brings back what became of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from drivers.events import Pressed, Reading
from firmware.view.outcome import Outcome


class Heard(NamedTuple):
    """The newest outcome, how many there were with it, and the sound as it is now."""

    number: int
    outcome: Outcome | None
    sound: str


class WebScan(NamedTuple):
    """A scan or a press, taken like any other; `reply` is called in the table's thread."""

    fact: Reading | Pressed
    reply: Callable[[Heard], None]
