"""Why a score is what it is, and what a scan changed of everybody's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from engine.cards import Game, Seat
from firmware.common.facts.outcome import Outcome

# How a seat stands among the others in a kind that compares them.
Compared = Literal[
    # by amount, alone or tied with others
    "most", "second-most", "third-most", "fewest", "tied-most", "tied-second-most",
    "tied-third-most", "tied-fewest",
    # by amount, without points
    "all-level", "nobody-has-any", "others-have-fewer", "others-have-more",
    "too-many-tied-for-second", "two-tied-for-most",
    # in the uramaki race: paid, or as it stands
    "place", "place-so-far", "places", "no-place",
    # by who else has some, or by colours
    "opponents-with-any", "most-colours", "others-have-more-colours", "largest-colour",
]  # fmt: skip
# What else moves a score: the kind itself, a set that was broken for another, miso soup that is
# discarded as soon as it is revealed, that of others because of it, and back again.
ReasonCase = Compared | Literal[
    "", "set-broken", "discarded", "soup-discarded", "soup-counts-again",
]  # fmt: skip


class Reason(NamedTuple):
    """Why a kind (a set, a mark) brings what it does. `number` is a place, what places pay, or how
    many opponents or cards count.
    """

    kind: str
    case: ReasonCase = ""
    number: int = 0


class Effect(NamedTuple):
    """A seat's score was moved by the scan of another, or by a command: by how much, in which
    kinds, and why.
    """

    game: Game
    seat: Seat
    points: int
    kinds: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()


class Part(NamedTuple):
    """What a scan brought its own seat by one kind."""

    points: int
    reasons: tuple[Reason, ...] = ()


class CardCount(NamedTuple):
    """So many cards of a face count as a kind, `on_wasabi` or not."""

    face: str
    on_wasabi: bool
    cards: int


class Detail(NamedTuple):
    """What a kind's points of the newest round are for: how the seat stands, with which cards."""

    reason: Reason | None
    cards: tuple[CardCount, ...] = ()


class TieBreak(NamedTuple):
    """What told the winners from who had as many points: cards of a dessert, so many and so many
    at most.
    """

    game: Game
    dessert: str
    cards: int
    most: int


class Explained(NamedTuple):
    """An outcome with what it did to every score: to its own seat by `parts`, to the others by
    `effects`. `tie` is what decided a game that it ended.
    """

    outcome: Outcome
    parts: tuple[Part, ...] = ()
    effects: Sequence[Effect] = ()
    tie: TieBreak | None = None
