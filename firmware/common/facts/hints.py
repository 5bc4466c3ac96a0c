"""What the table waits for. Whoever must know what is awaited reads this, never a sentence."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.cards import Game, Seat
from engine.refusals import Refused

ScanAgain = Literal["score-again", "leave-game-again", "leave-menu-again"]
InLobby = Literal[
    "choose-first", "choose-game", "menu-lacks", "menu-barred", "too-many-seats",
    "too-many-with-dummy", "remove-what", "begin", "begin-or-join", "begin-again",
]  # fmt: skip
OfCard = Literal[
    "copy", "copy-or-none", "wasabi", "nigiri", "flip", "box", "remove", "chopsticks", "spoon",
    "menu",
]  # fmt: skip
InTally = Literal["cards", "all-in"]
InLive = Literal[
    "first-reveal", "reveal", "own-card", "replace", "badge-first", "turn-waits", "next-turn",
    "last-turn",
]  # fmt: skip
HintCase = ScanAgain | InLobby | OfCard | InTally | InLive | Literal["next-round", "play-again"]


class Hint(NamedTuple):
    """What to do next.

    `seats` are the players that it is about: whose card or turn, or all whose badges may be
    scanned; in a lobby those of last time's who have not been scanned again. `number` is the round
    or turn that comes, and `of` how many turns there are. `refusal` says what keeps `game` from
    beginning, or a turn from ending.
    """

    case: HintCase
    seats: tuple[Seat, ...] = ()
    number: int = 0
    of: int = 0
    refusal: Refused | None = None
    game: Game | None = None


# What is to be done in a phase, or a mode of a round, from first to last.
Step = Literal[
    "choose-menu", "badges", "begin", "badge", "cards", "reveal", "score", "score-after-last",
    "next-round", "play-again", "take-seats",
]  # fmt: skip
STEPS: dict[str, tuple[Step, ...]] = {
    "lobby": ("choose-menu", "badges", "begin"),
    "tally": ("badge", "cards", "score"),
    "live": ("reveal", "score-after-last"),
    "scored": ("next-round",),
    "finished": ("play-again",),
}


class Moment(NamedTuple):
    """Which round it is, and in live which of how many turns."""

    game: Game
    round: int
    turn: int = 0
    turns: int = 0
