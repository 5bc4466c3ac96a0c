"""What a season is: a title, its tournaments, and how many of them count for each player. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from zlib import crc32

from firmware.hall.tournament.not_possible import require
from firmware.hall.tournament.rules import LONGEST_TITLE
from firmware.hall.tournament.tournament import Tournament

MOST_BEST = 99
NEW = 0  # the number of a season that has none yet


class Season(NamedTuple):
    """`tournaments` are their numbers, the first one first. `best` is how many of a player's
    tournaments count, those with the most points; 0: all. `who` changed it last, at `changed`.
    """

    number: int
    title: str
    tournaments: tuple[int, ...] = ()
    best: int = 0
    who: str = ""
    changed: float = 0.0

    def check(self) -> None:
        """Raises NotPossible."""
        require(0 < len(self.title) <= LONGEST_TITLE, "season-title", most=LONGEST_TITLE)
        require(0 <= self.best <= MOST_BEST, "no-such-best", most=MOST_BEST)

    def version(self, tournaments: Mapping[int, Tournament]) -> int:
        """What is another one where its standings may be others: above 0. `tournaments` are all
        there are, by number.
        """
        own = [(n, tournaments[n].version) for n in self.tournaments if n in tournaments]
        return 1 + crc32(repr((self.changed, own)).encode())
