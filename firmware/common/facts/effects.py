"""Why a score is what it is, and what a scan changed of everybody's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import Game, Seat
from engine.causes import Cause
from firmware.common.facts.outcome import Outcome


class Effect(NamedTuple):
    """A seat's score was moved by the scan of another, or by a command: by how much, in which
    kinds, and why.
    """

    game: Game
    seat: Seat
    points: int
    kinds: tuple[str, ...] = ()
    causes: tuple[Cause, ...] = ()


class Part(NamedTuple):
    """What a scan brought its own seat by one kind."""

    points: int
    causes: tuple[Cause, ...] = ()


class CardCount(NamedTuple):
    """So many cards of a face count as a kind, `on_wasabi` or not."""

    face: str
    on_wasabi: bool
    cards: int


class Detail(NamedTuple):
    """What a kind's points of the newest round are for: how the seat stands, with which cards."""

    cause: Cause | None
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
