"""Why the device does not do what a scan asks of it, where that is no matter of the game."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.codes import Label
from engine.message import Value
from engine.refusals import Reason, Refused

OfSticker = Literal[
    "is-taught", "means-already", "sticker-first", "digits-reserved", "no-button", "unteachable",
    "not-saved",
]  # fmt: skip
OfPhoto = Literal["camera-busy", "look-first", "whose-tray", "no-photo"]
Case = OfSticker | OfPhoto | Literal["scans-ignored", "between-games"]


class DeclinedByDevice(NamedTuple):
    """A scan that the device refuses. `meaning` is what a taught sticker stands for: a label, or a
    code that this version does not know; `copies` is how many such cards there are. `number` counts
    what is ignored, and `why` is what failed, as a sentence. `reason` is the protocol's.
    """

    case: Case
    meaning: Label | str = ""
    copies: int = 0
    number: int = 0
    why: Value = ""
    reason: Reason = "not-now"


Refusal = Refused | DeclinedByDevice
