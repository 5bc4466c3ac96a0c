"""What the voice may tell of what is shown; `firmware/words/voice.py` puts it into words."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.cards import Game
from engine.standings import Standing
from firmware.common.facts.effects import CardCount, Explained
from firmware.common.facts.sheets import SheetFacts
from firmware.common.facts.shown import Shown


class Tray(NamedTuple):
    """The cards that lie before a seat; `flipped` are those that lie face down."""

    game: Game
    seat: Standing
    cards: tuple[CardCount, ...]
    flipped: int


CallCase = Literal["takes-lead", "level", "last-card"]


class Call(NamedTuple):
    """A caller's moment, and whose it is."""

    case: CallCase
    seats: tuple[Standing, ...] = ()


class Utterance(NamedTuple):
    """`explained` is the newest scan; without one, all of the display is told. `following` is the
    sheet of the moment, which knows what comes next. `card_on_wasabi` tells that the card just
    scanned lies on wasabi. `trays` are all of them at READ THE TABLE, else that of the seat whose
    card was scanned.
    """

    shown: Shown
    following: SheetFacts
    explained: Explained | None = None
    card_on_wasabi: bool = False
    trays: tuple[Tray, ...] = ()
    calls: tuple[Call, ...] = ()
