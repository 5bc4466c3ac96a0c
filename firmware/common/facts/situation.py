"""What stands on the table and what it waits for: all that is asked of a position, but points."""

from __future__ import annotations

from typing import NamedTuple

from engine.refusals import Refused
from engine.rounds import Complaint
from firmware.common.facts.photo import Count


class Situation(NamedTuple):
    """`cards` is how many cards of each seat were scanned, `dealt` how many each was dealt (0: any
    number). `obstacle` keeps the game from beginning, `unfinished` a live turn from ending, whose
    next card is revealed by the seat `reveals`. `complaints` are what looks wrong, by seat, while
    SCORE is to be scanned again. `last_kind` is what the card scanned last counts as, "" where it
    does not lie. `removing`: some scanner waits for what is to be removed.
    """

    dealt: int = 0
    cards: tuple[int, ...] = ()
    obstacle: Refused | None = None
    unfinished: Refused | None = None
    reveals: int = 0
    complaints: tuple[tuple[int, Complaint], ...] = ()
    last_kind: str = ""
    removing: bool = False

    @property
    def all_in(self) -> bool:
        """Whether every seat has as many cards as it was dealt."""
        return all(map(self.full, range(len(self.cards))))

    def full(self, seat: int) -> bool:
        """Whether a seat has as many cards as it was dealt, where that is known."""
        return bool(self.dealt) and self.cards[seat] >= self.dealt

    def cards_of(self, seat: int) -> Count:
        """How many cards of a seat were scanned, and of how many."""
        return Count(self.cards[seat], self.dealt)
