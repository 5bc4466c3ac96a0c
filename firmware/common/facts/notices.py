"""What is told beside the scores: in passing, of teaching or a call, and what is amiss."""

from __future__ import annotations

import logging
from typing import Literal, NamedTuple

from engine.cards import Game
from engine.codes import Label
from firmware.common.facts.menu import DishEntry
from firmware.common.facts.offer import Offer
from firmware.common.facts.photo import PhotoRead

OfTeaching = Literal[
    "sticker-awaited", "label-awaited", "taught", "forgotten", "cancelled", "forgotten-by-command",
    "taught-from-file",
]  # fmt: skip
OfStick = Literal[
    "stick-written", "stick-lacking", "stick-full", "stick-read-only", "stick-pulled",
    "stick-failed", "no-backup", "stick-found", "restored", "restored-pull",
]  # fmt: skip
OfWhat = Literal["what-awaited", "explained", "what-over"]
OfVoice = Literal["repeat", "read-table", "speed-normal", "speed-slow", "speed-slowest"]
NoticeCase = OfTeaching | OfStick | OfWhat | OfVoice | Literal[
    "new-pin", "organiser-called", "call-over", "identified", "taking-photo", "photo-planned",
    "seats-offered", "door-open", "let-in", "two-asked", "time-over", "switching-off", "restarting",
    "stays-on", "language",
]  # fmt: skip


# Shown to the end, as the machine is about to go; the display keeps what it showed last.
ENDINGS: tuple[NoticeCase, ...] = ("switching-off", "restarting")


class Notice(NamedTuple):
    """What is told in passing; it is no part of the game.

    `sticker` is the foreign one that is taught, `another` one that stands for the same. `meaning`
    is what it stands for: a label, or a code that this version does not know ("" for nothing);
    `copies` is how many such cards there are. `number` counts stickers, or the games on a stick;
    `device` is the table's ID at a broker. `dish` is what the meaning is a card or tile of, else
    `game` is its game. `language` is the one that is spoken now, by its code.
    """

    case: NoticeCase
    sticker: str = ""
    meaning: Label | str = ""
    copies: int = 0
    another: str = ""
    number: int = 0
    device: str = ""
    photo: PhotoRead | None = None
    offer: Offer | None = None
    dish: DishEntry | None = None
    game: Game | None = None
    language: str = ""


REPEAT, READ_TABLE = Notice("repeat"), Notice("read-table")


ProblemCase = Literal[
    # of scanners
    "no-scanner", "scanner-unplugged", "scanners-not-read", "library-missing",
    # of the other parts, and of the supply
    "part-missing", "undervoltage",
    # found at the start
    "settings-mistaken", "settings-ignored", "journal-newer", "journal-damaged",
    "stickers-damaged", "scans-skipped",
    # found later, by reading all games
    "games-damaged", "rows-damaged",
    # what is no fault, but has to stay in sight
    "organiser-called",
]  # fmt: skip


class Problem(NamedTuple):
    """What is amiss. `part` is the part or library that is missing, `number` how many scans or
    stickers could be rescued, how many were skipped, or how many games are damaged.
    """

    case: ProblemCase
    part: str = ""
    number: int = 0


class StartFinding(NamedTuple):
    """A problem that a start has found, and a sentence about it for the log."""

    problem: Problem
    log: str
    level: int = logging.WARNING
