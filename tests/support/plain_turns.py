"""Carry out what the players of a live round do, in the book's order: trays, claims, discards.

Pieces are plain_tray's cards with two keys more: label (what to scan) and turn (when laid).
"""

from typing import Any

from support.plain_scorer import uramaki_claims
from support.plain_tray import SPECIAL, counts_as, icons, kind_of


class PlainRound:
    def __init__(self, seats):
        self.trays = [list[dict[str, Any]]() for _ in range(seats)]
        self.reveals = []  # the reveals in which somebody reached ten uramaki icons
        self.claimed = []  # beside it: for each claim (seat, its cards)
        self.turn = 0
        self.misos = []  # of this turn

    def open_turn(self):
        self.turn += 1
        self.misos = []

    def reveal(self, plays):
        """plays: for each seat (card, what it copies or None, a wasabi for it or None)."""
        for seat, (piece, copied, wasabi) in enumerate(plays):
            self._lay(seat, piece, copied, wasabi)
        self._miso()
        self._uramaki(range(len(self.trays)))

    def play_extra(self, seat, piece, copied=None, wasabi=None):
        """A card played by chopsticks, spoon or menu."""
        self._lay(seat, piece, copied, wasabi)
        self._miso()
        self._uramaki([seat])

    def take(self, seat, piece):
        """Chopsticks or a spoon leave the tray."""
        self.trays[seat] = [each for each in self.trays[seat] if each is not piece]

    def flip(self, seat, piece):
        piece["flipped"] = True
        piece["on"] = None
        for each in self.trays[seat]:
            if each["on"] is piece:
                each["on"] = None

    def uncovered(self, seat):
        covered = [id(each["on"]) for each in self.trays[seat] if each["on"] is not None]
        wasabi = [each for each in self.trays[seat] if counts_as(each) == "wasabi"]
        return [each for each in wasabi if id(each) not in covered]

    def _lay(self, seat, piece, copied, wasabi):
        kind = kind_of(piece["face"])
        if kind in ("menu", "takeout-box"):
            return
        if piece["face"] == SPECIAL:
            if copied is None:
                return
            piece["copies"] = counts_as(copied)
            piece["flipped"] = copied["flipped"]
            piece["on"] = wasabi
        if kind == "nigiri" and self.uncovered(seat):
            piece["on"] = self.uncovered(seat)[0]
        piece["turn"] = self.turn
        self.trays[seat].append(piece)
        if counts_as(piece) == "miso-soup":
            self.misos.append((seat, piece))

    def _miso(self):
        if len(self.misos) >= 2:
            for seat, piece in self.misos:
                self.take(seat, piece)

    def _uramaki(self, seats):
        totals = [(seat, icons(self.trays[seat], "uramaki")) for seat in seats]
        reached = [(seat, total) for seat, total in totals if total >= 10]
        before = uramaki_claims(self.reveals)
        after = uramaki_claims([*self.reveals, reached])
        if len(after) == len(before):
            return
        self.reveals.append(reached)
        cards = []
        for seat, _ in after[len(before) :]:
            rolls = [each for each in self.trays[seat] if kind_of(counts_as(each)) == "uramaki"]
            cards.append((seat, rolls))
            for each in rolls:
                self.take(seat, each)
        self.claimed.append(cards)

    def claims(self):
        return uramaki_claims(self.reveals)
