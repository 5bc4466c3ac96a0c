"""Why a scan is refused, as facts: which case it is, and what it is about.

A refused scan changes nothing (docs/protocol.md, "Refusals"). What is said of each case stands in
`firmware/words/refusals.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, Protocol, get_args

from engine.cards import Game, Seat

# The reasons are the protocol's. A case says more: which words it takes, and what they need.
# Plain is a case that has its reason's name; beside it there may be others.
Plain = Literal[
    "misread", "unknown-code", "wrong-game", "not-on-menu", "no-seat", "on-menu-already",
    "already-laid", "laid-elsewhere", "discarded", "kept", "spent", "one-bonus", "too-new",
    "menu-incomplete", "menu-full", "too-few-seats", "too-many-seats", "barred",
    "nothing-to-undo", "needed-later",
]  # fmt: skip
Reason = Plain | Literal["not-now", "never-stays", "bad-target"]

NotNow = Literal[
    # wherever it is scanned
    "not-on-device", "no-round",
    # in a lobby
    "no-game-running", "not-begun", "no-live-mode", "choose-game-first",
    # in a round
    "game-running", "not-playing", "scanner-of-another", "card-unfinished", "copy-awaited",
    # in a tally
    "menu-tile", "no-place-left", "no-place-taken", "round-not-over",
    # in live
    "has-revealed", "all-revealed", "last-turn", "hands-empty", "turn-empty", "for-next-turn",
    "extra-awaited", "extra-unfinished", "menu-awaits-card", "menu-not-served", "box-not-opened",
    "flip-in-live", "tally-only",
    # in a photo
    "not-for-photos", "beside-tile",
    # after a round
    "round-over", "game-over",
]  # fmt: skip
NeverStays = Literal["menu-never-stays", "box-never-stays", "goes-to-discards"]
BadTarget = Literal[
    # of a special order
    "name-copied", "copies-nothing-yet", "in-no-tray", "laid-later",
    # of FLIP and of a takeout box
    "already-flipped",
    # of a menu
    "menu-from-menu",
    # of REMOVE
    "not-on-table", "of-another-seat", "no-place-by-tile", "not-seated", "not-chosen",
    "on-every-menu", "not-in-use",
]  # fmt: skip
Rare = Literal[
    "foreign-code", "no-takeout-box", "all-laid", "copied-is-out", "nothing-chosen", "flip-too-new",
]  # fmt: skip
Case = Plain | NotNow | NeverStays | BadTarget | Rare

REASON_OF: Mapping[Case, Reason] = {
    **{case: case for case in get_args(Plain)},
    **dict.fromkeys(get_args(NotNow), "not-now"),
    **dict.fromkeys(get_args(NeverStays), "never-stays"),
    **dict.fromkeys(get_args(BadTarget), "bad-target"),
    "foreign-code": "unknown-code",
    "no-takeout-box": "not-on-menu",
    "all-laid": "already-laid",
    "copied-is-out": "discarded",
    "nothing-chosen": "menu-incomplete",
    "flip-too-new": "too-new",
}


class Titled(Protocol):
    """What has a title: a label, face, kind or game."""

    @property
    def title(self) -> str: ...


class Refused(NamedTuple):
    """Why a scan is refused.

    `about` is the card, tile, badge, command or game that it is about, `seats` the players that it
    names. `number` is how many players or dishes are missing, allowed or there, or which turn it
    is; `group` is the group of a menu that lacks dishes; `game` and `preset` are the menu that has
    one too many.
    """

    case: Case
    about: Titled | None = None
    seats: tuple[Seat, ...] = ()
    number: int = 0
    group: str = ""
    game: Game | None = None
    preset: str = ""

    @property
    def reason(self) -> Reason:
        """The protocol's word for it."""
        return REASON_OF[self.case]
