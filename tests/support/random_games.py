"""Scan a random game as its players would, and score it by the plain scorer.

A scan is (lane, "type slug"); lane 0 is the scanner that all share.
"""

import random
from itertools import chain
from typing import Any

from support.plain_lobby import Sitting, left_lobby
from support.plain_scorer import desserts_by_kind, places, round_by_kind
from support.plain_tray import SPECIAL, counts_as, kind_of
from support.playing import AGAIN
from support.random_rounds import RandomRound
from support.scanned_live import TurnScans
from support.scanned_tally import TrayScans, claim_units

# REMOVE; and it is armed after having been taken back once, or after that was undone.
ARMED = (["remove"], ["remove"] * 3, ["remove", "remove", "undo"])
# What a card scanned by mistake never is: those change what other scans mean.
ACTING = ("menu", "takeout-box", SPECIAL, "uramaki", "nigiri", "wasabi", "miso-soup")


class RandomGame:
    """script: the scans. by: for each round each seat's points. checks: live points on the way."""

    game: str

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.script, self.by, self.checks = [], [], []
        self.menu, self.dummy, self.mode = [], False, "tally"
        self.own: tuple[int, ...] = ()
        self.round_count = self.rng.choice((1, 2, 3, 3, 3))

    def line(self, line, lane=0):
        self.script.append((lane, line))

    def _lobby(self, starts, players, extras=()):
        sitting, before = Sitting(), list[str]()
        if self.rng.random() < 0.3:
            before, sitting = left_lobby(self.rng, by_kinds=starts[0].startswith("kind"))
        units = [*sitting.scans(self.rng, players)]
        for extra in extras:
            units.insert(self.rng.randint(0, len(units)), [extra])
        self.badges = sitting.badges
        self.who = [f"badge {badge}" for badge in self.badges]
        self.mode = "live" if "command live" in extras else "tally"
        for line in [*before, *starts, *chain(*units), "command next"]:
            self.line(line)
        self.kept = [list[dict[str, Any]]() for _ in range(players)]

    def _play(self, deal, dealt):
        """The rounds: deal() gives the deck of each, dealt is the size of a hand."""
        seats = len(self.who)
        for number in range(self.round_count):
            if number:
                self.line("command next")
            watched = self.mode == "live" and self.rng.random() < 0.1
            dealt_round = RandomRound(self.rng, deal(), seats, dealt, self.dummy, watched)
            self.undealt = dealt_round.deck
            spare = [each for each in dealt_round.deck if kind_of(each["face"]) not in ACTING]
            # Two cards that nobody was dealt.
            labels = {each["face"]: each["label"] for each in spare}
            self.spare, self.other_spare = [*labels.values(), None, None][:2]
            if self.mode == "live":
                self._scan_live(dealt_round)
            else:
                self._scan_tally(dealt_round, dealt)
            for kept, cards in zip(self.kept, dealt_round.kept(), strict=True):
                kept += cards

    def _score(self, plain, *again):
        self.by.append(round_by_kind(self.game, plain.trays, plain.claims()))
        if self.rng.random() < 0.25:
            self._check(self.by[-1])
        for line in ("command score", *again):
            self.line(line)

    def _check(self, by):
        """What the open round has to be worth by now."""
        self.checks.append((len(self.script), [sum(kinds.values()) for kinds in by]))

    def _lane(self, seat):
        return self.badges[seat] if seat is not None and seat in self.own else 0

    def _unit(self, lines):
        """Scans that belong together; now and then undone and scanned again."""
        for lane, line in lines:
            self.line(line, lane)
        if self.rng.random() < 0.03:
            for _, line in lines:
                if line != "command remove":  # it is taken back together with its card
                    self.line("command undo")
            for lane, line in lines:
                self.line(line, lane)

    def _scan_live(self, dealt_round):
        for turn, groups in enumerate(dealt_round.turns, 1):
            last = turn == len(dealt_round.turns)
            units = TurnScans(self.rng, groups, self.who, self.own, last).units
            if self.rng.random() < 0.05:
                units = self._late_correction(units)
            for number, unit in enumerate(units):
                reveal = unit[0][1] in self.who and unit[1][1] != "command remove"
                if number and reveal and self.rng.random() < 0.01:
                    self._wrong_card(unit[0][1])
                self._unit([(self._lane(seat), line) for seat, line in unit])
            if dealt_round.seen:
                self._check(round_by_kind(self.game, *dealt_round.seen[turn - 1]))
        self._score(dealt_round.plain)

    def _late_correction(self, units):
        """A wrong card is taken for a reveal, found out some scans later, and put right."""
        for index, unit in enumerate(units[:-1]):
            (seat, line), until = unit[0], index + 1
            if index and line in self.who and self.other_spare:
                while until < len(units) and units[until][0][0] not in (seat, None):
                    until += 1
                wrong = [(None, line), (None, self.other_spare)]
                right = [(None, line), (None, "command remove"), (None, self.other_spare)]
                return [
                    *units[:index],
                    wrong,
                    *units[index + 1 : until],
                    right,
                    unit,
                    *units[until:],
                ]
        return units

    def _wrong_card(self, *before):
        if self.spare:
            armed = [f"command {slug}" for slug in self.rng.choice(ARMED)]
            for line in (*before, self.spare, *armed, self.spare):
                self.line(line)

    def _scan_tally(self, dealt_round, dealt):
        plain = dealt_round.plain
        claims, counts = claim_units(self.rng, plain, self.who)
        for lines in claims:
            self._unit([(0, line) for line in lines])
        units = []
        for seat, tray in enumerate(plain.trays):
            decline = ("command next",) if seat in self.own else ("command next", self.who[seat])
            scans = TrayScans(self.rng, self.game, tray, decline).units
            if seat in self.own:  # then other lanes may come between
                scans = [[line] for lines in scans for line in lines]
            units.append(scans)
            counts[seat] += len(tray)
        self._mix(units)
        if any("kind uramaki" in lines for lines in claims):
            self._score(plain, AGAIN)  # how many cards such a place stands for is left open
        elif any(map(self._asks, plain.trays, counts, [dealt] * len(counts))):
            self._score(plain, "command score")
        else:
            self._score(plain)

    @staticmethod
    def _asks(tray, count, dealt):
        """Whether SCORE asks about this seat."""
        riders = sum(each["on"] is not None for each in tray)
        wasabi = sum(counts_as(each) == "wasabi" for each in tray)
        nigiri = sum(kind_of(counts_as(each)) == "nigiri" for each in tray)
        return count != dealt or (wasabi > riders and nigiri > riders)

    def _mix(self, units):
        """The seats' units, a few at a time."""
        active = None
        left = [seat for seat in range(len(units)) if units[seat]]
        while left:
            seat = self.rng.choice(left)
            if seat not in self.own and (active != seat or self.rng.random() < 0.1):
                self.line(self.who[seat])
                active = seat
            for _ in range(self.rng.randint(1, 12)):
                if units[seat]:
                    self._unit([(self._lane(seat), line) for line in units[seat].pop(0)])
                    if seat not in self.own and self.rng.random() < 0.01:
                        self._wrong_card()
            if not units[seat]:
                left.remove(seat)

    # --- what report() must say ------------------------------------------------------------

    def expected(self):
        players = len(self.badges)
        finished = self.round_count == 3
        faces = [[counts_as(each) for each in kept] for kept in self.kept]
        desserts = desserts_by_kind(self.game, self.menu, faces)
        seats = []
        for seat in range(len(self.who)):
            rounds = [{"points": sum(by[seat].values()), "by": by[seat]} for by in self.by]
            dessert = sum(desserts[seat].values())
            total = sum(each["points"] for each in rounds) + (dessert if finished else 0)
            cards = {"points": dessert, "cards": len(faces[seat]), "by": desserts[seat]}
            dummy = seat >= players
            badge = None if dummy else self.badges[seat]
            entry = {
                "badge": badge,
                "dummy": dummy,
                "rounds": rounds,
                "total": total,
                "live": total,
            }
            seats.append({**entry, "desserts": cards if finished else None, "place": None})
        winners = []
        if finished:
            totals = [seat["total"] for seat in seats]
            order = places(totals, [len(cards) for cards in faces], players)
            for seat in range(players):
                seats[seat]["place"] = order[seat]
            winners = [self.badges[seat] for seat in range(players) if order[seat] == 1]
        return {
            "game": self.game,
            "mode": self.mode,
            "phase": "finished" if finished else "scored",
            "round": self.round_count,
            "seats": seats,
            "winners": winners,
        }
