"""Seats that an organiser offers, and whether NEXT would take them now; and their round's clock.

Rule: an offer gives way to what is scanned in a lobby after it came, and to no other scan.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.catalogue import codebook_of
from engine.codes import Seats
from engine.position import Phase, Table
from firmware.common.facts.offer import Offer
from firmware.common.facts.round_clock import ClockFace, RoundClock

HOW = ("tally", "live", "pass-both-ways")  # how is played, not what nor by whom
SAME_S = 2.0  # a message may be so long on its way: its count is the one that we have


class SeatsDialog:
    """`finished` says whether a game with these seats has been finished."""

    def __init__(self, finished: Callable[[str], bool]) -> None:
        self._finished = finished
        self._offer: Offer | None = None
        self._before = 0  # scans of this lobby that came before the offer
        # The journal is asked once in each phase of a game whether the offer was played already.
        self._looked_at: tuple[int, Phase] | None = None
        self._played = False

    def take(self, offer: Offer | None, table: Table) -> bool:
        """Take the newest offer; return whether it is another."""
        if offer == self._offer:
            return False
        self._offer, self._before, self._looked_at = offer, _scans(table), None
        return True

    def offered(self, table: Table) -> Offer | None:
        """What NEXT would take."""
        offer = self._offer
        if offer is None:
            return None
        scans = _scans(table)
        self._before = min(self._before, scans)
        if table.phase not in ("lobby", "finished") or scans > self._before:
            return None
        if self._looked_at != (table.number, table.phase):
            self._looked_at = table.number, table.phase
            self._played = self._finished(offer.id)
        return None if self._played else offer


class RoundCount:
    """The clock that came with the newest seats, counted on here."""

    def __init__(self) -> None:
        self._clock: RoundClock | None = None

    def take(self, clock: RoundClock | None, is_old: bool, now: float) -> None:
        """Take the newest count. One that is old says only that the clock runs: the own count goes
        on if there is one, or else the next one is waited for.
        """
        own = self._clock
        if own and not (clock and (clock.seating, clock.runs) == (own.seating, own.runs)):
            own = None
        if clock is None or not clock.runs or not clock.left:
            self._clock = clock  # it is right however old it is
        elif is_old or (own and abs(own.left_at(now) - clock.left_at(now)) < SAME_S):
            self._clock = own
        else:
            self._clock = clock

    def face(self, table: Table, now: float) -> ClockFace | None:
        """What is to be shown of it; nothing in a game of other seats, nor once theirs is over."""
        clock = self._clock
        if clock is None or not _is_for(clock, table):
            return None
        return clock.face_at(now)

    def changes_at(self, now: float) -> float | None:
        """When it looks different."""
        return self._clock.changes_at(now) if self._clock else None


def _is_for(clock: RoundClock, table: Table) -> bool:
    """Whether this table plays in the clock's round, or will. It may play a game that it has chosen
    itself.
    """
    is_own = table.seating == clock.seating
    if table.phase == "finished":
        return not is_own
    return table.phase == "lobby" or is_own or not table.seating


def label_of(offer: Offer, table: Table) -> Seats:
    """What to scan: a lobby with these seats and nothing else, and NEXT."""
    book = codebook_of(table.games)
    new, live, next_ = (book.label("command", slug).code for slug in ("new-game", "live", "next"))
    emptied = [new] * (1 if table.phase == "lobby" else 2)
    return Seats.of((*emptied, *[live] * (table.mode == "live"), *offer.codes, next_))


def _scans(table: Table) -> int:
    """How often a game, a dish or a badge was scanned in this lobby, since NEW GAME emptied it."""
    scans = 0
    for position in (table, *reversed(table.past)) if table.phase == "lobby" else ():
        key = position.last.scan.label.key if position.last else "new-game"
        if position.number != table.number or key == "new-game":
            break
        scans += key not in HOW
    return scans
