"""Why something cannot be done in a tournament, as facts: which case it is, and its values.

What is said of each case stands in `firmware/hall/words/not_possible.py`.
"""

from __future__ import annotations

from functools import partial
from typing import Literal

OfRules = Literal[
    "no-title", "long-title", "no-such-game", "table-sizes", "planned-rounds", "place-points",
    "game-is-fixed",
]  # fmt: skip
OfPlayers = Literal[
    "no-such-player", "too-many-players", "no-such-table", "table-is-anothers", "no-such-group",
    "too-many-groups", "has-been-paired", "no-such-limit",
]  # fmt: skip
OfRounds = Literal[
    # of the round that an act is of
    "not-last-round", "not-next-round", "too-many-rounds", "announced-already", "round-has-results",
    # of the rounds before
    "round-is-draft", "results-missing", "cut-has-begun",
    # of who plays, and what
    "players-changed", "nobody-plays", "player-has-left", "not-in-round", "same-player",
    "menu-missing", "device-twice", "no-such-time", "no-clock", "no-such-penalty", "no-penalty",
    "round-has-penalties",
    # of pairing
    "too-few-to-pair", "too-few-for-cut", "pairing-cut-off",
]  # fmt: skip
OfResults = Literal[
    "not-playing", "others-sit-there", "too-few-seats", "places-wrong", "conceded-ahead",
    "no-claim", "own-claim", "too-many-claims", "no-result", "table-has-result",
]  # fmt: skip
OfTheWhole = Literal["no-such-tournament", "open-already", "has-ended", "not-ended"]
OfForms = Literal[
    # of any form
    "not-a-number", "not-a-number-for", "changed-meanwhile",
    # of tables and their rounds
    "seats-changed", "another-round", "menu-unfit", "points-far-above",
    # of what is told to all
    "one-line",
    # of seasons
    "no-such-season", "season-title", "no-such-best",
    # of tables that are to leave the hall
    "broker-silent", "broker-refuses",
    # of names and the sign-up
    "names-unreadable", "no-names", "name-missing", "name-unfit", "name-taken", "sign-up-closed",
    "name-of-nobody", "name-of-several", "being-paired",
    # at the door
    "wrong-password", "wrong-code", "password-length", "helper-taken", "organiser-only",
]  # fmt: skip
Case = OfRules | OfPlayers | OfRounds | OfResults | OfTheWhole | OfForms


class NotPossible(Exception):
    """Something cannot be done, and nothing has changed; `values` say what the case is about:
    numbers, texts, the stage of a round, or a message.
    """

    def __init__(self, case: Case, **values: object) -> None:
        super().__init__(case, values)
        self.case, self.values = case, values

    def __reduce__(self) -> tuple[partial[NotPossible], tuple[()]]:
        """To another process, with what it is about."""
        return partial(NotPossible, self.case, **self.values), ()


def require(condition: object, case: Case, **values: object) -> None:
    """NotPossible, unless the condition holds."""
    if not condition:
        raise NotPossible(case, **values)
