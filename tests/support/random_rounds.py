"""Play physically possible rounds at random, card by card with real hands.

A round is played in the book's order; what the players did is kept turn by turn as groups:
seat, what (reveal, bonus, menu, box), lines (the labels a player would scan, in order) and
needs (numbers of the groups of this turn that must have been scanned before).
"""

from typing import Any

from support.plain_tray import SPECIAL, counts_as, is_dessert, kind_of
from support.plain_turns import PlainRound
from support.random_menus import SPECIALS


def fresh(piece):
    piece.update(copies=None, flipped=False, on=None, turn=0)
    return piece


def drop(cards, piece):
    """Takes out this very piece (two bare ones look the same)."""
    del cards[next(index for index, each in enumerate(cards) if each is piece)]


class RandomRound:
    """Deals and plays one round; afterwards plain holds the table and turns what was done."""

    def __init__(self, rng, deck, seats, dealt, dummy=False, watched=False):
        self.rng, self.seats, self.dealt = rng, seats, dealt
        self.players = seats - dummy  # the dummy uses no chopsticks
        self.plain = PlainRound(seats)
        self.turns = []
        # Some faces are hot: dealt for certain, and played when they can be.
        faces = sorted({each["face"] for each in deck})
        self.hot = set(rng.sample(faces, 3))
        if rng.random() < 0.8:
            self.hot |= {face for face in faces if kind_of(face) in SPECIALS}
        if rng.random() < 0.5:
            self.hot |= {"uramaki-3", "uramaki-4", "uramaki-5"}
        rng.shuffle(deck)
        if rng.random() < 0.7:
            deck.sort(key=lambda each: each["face"] not in self.hot)
        top = [fresh(each) for each in deck[: seats * dealt]]
        rng.shuffle(top)
        self.deck = deck[seats * dealt :]
        self.hands = [top[seat * dealt : (seat + 1) * dealt] for seat in range(seats)]
        self.seen = []  # if watched: trays and claims after each turn
        for _ in range(dealt):
            self._turn()
            if watched:
                trays = [[dict(each) for each in tray] for tray in self.plain.trays]
                self.seen.append((trays, self.plain.claims()))
            self.hands = self.hands[-1:] + self.hands[:-1]

    def _turn(self):
        self.plain.open_turn()
        self.groups, self.since, self.waiting = list[dict[str, Any]](), {}, []
        self.last = self.plain.turn == self.dealt
        plays = []
        for seat in range(self.seats):
            piece = self._from_hand(seat)
            plays.append((piece, *self._order(seat, piece)))
        for seat, play in enumerate(plays):
            self._note(seat, "reveal", [], play)
        bonuses = [self._bonus(seat) for seat in range(self.players)]
        self.plain.reveal(plays)
        self.waiting += [bonus for bonus in bonuses if bonus]
        while self.waiting:
            action = min(self.waiting, key=lambda each: each[:2])
            self.waiting.remove(action)
            _, seat, what, tool, number = action
            {"bonus": self._bonus_action, "menu": self._menu, "box": self._box}[what](
                seat, tool, number
            )
        self.turns.append(self.groups)

    def _from_hand(self, seat, extra=False):
        hand = self.hands[seat]
        if extra and self.rng.random() < 0.7:  # for two to reach ten uramaki in one turn
            hand = [each for each in hand if kind_of(each["face"]) == "uramaki"] or hand
        liked = [each for each in hand if each["face"] in self.hot]
        if not self.plain.trays[seat]:
            liked = [each for each in liked if each["face"] != SPECIAL]
        piece = self.rng.choice(liked if liked and self.rng.random() < 0.5 else hand)
        drop(self.hands[seat], piece)
        return fresh(piece)

    def _order(self, seat, piece):
        """What a special order copies, and the wasabi it is put on."""
        tray = self.plain.trays[seat]
        if piece["face"] != SPECIAL or not tray:
            return None, None
        odd = [each for each in tray if each["flipped"] or kind_of(each["face"]) in SPECIALS]
        free = self.plain.uncovered(seat)
        if free:
            odd += [each for each in tray if kind_of(counts_as(each)) == "nigiri"] * 2
        copied = self.rng.choice(odd if odd and self.rng.random() < 0.5 else tray)
        loose = kind_of(counts_as(copied)) == "nigiri" and copied["on"] is None
        if loose and free and self.rng.random() < 0.7:
            return copied, self.rng.choice(free)
        return copied, None

    def _note(self, seat, what, tools, play):
        """Writes down a group that ends in a card being laid."""
        piece, copied, _ = play
        touched = [each for each in (*tools, *play) if each is not None]
        lines = [each["label"] for each in touched]
        needs = {self.since[id(each)] for each in touched if id(each) in self.since}
        lost_order = what != "reveal" and piece["face"] == SPECIAL and copied is None
        self._add(seat, what, lines, needs, lost_order)
        self.since[id(piece)] = len(self.groups) - 1
        kind = kind_of(piece["face"])
        if kind in ("menu", "takeout-box"):
            number = int(piece["face"].split("-")[-1])
            action = "menu" if kind == "menu" else "box"
            self.waiting.append((number, seat, action, piece, len(self.groups) - 1))

    def _add(self, seat, what, lines, needs, strict=False):
        group = {"seat": seat, "what": what, "lines": lines, "needs": needs, "strict": strict}
        self.groups.append(group)

    def _bonus(self, seat):
        """Calls out "chopsticks!" or "spoon!", or not. A spoon with chance may find nothing."""
        tray = self.plain.trays[seat]
        tools = [each for each in tray if kind_of(counts_as(each)) in ("chopsticks", "spoon")]
        # The face of a special order cannot say that it is used.
        tools = [each for each in tools if not (each["bare"] and each["face"] == SPECIAL)]
        if not tools or self.last or self.rng.random() < 0.2:
            return None
        tool = self.rng.choice(tools)
        number = counts_as(tool)[-1]
        return (int(number) if number.isdigit() else 0, seat, "bonus", tool, None)

    def _bonus_action(self, seat, tool, _):
        giver = seat
        spoon = kind_of(counts_as(tool)) == "spoon"
        self.plain.take(seat, tool)
        if spoon:
            giver = self._asked(seat)
        if giver is None:
            self._add(seat, "bonus", [tool["label"], "command next"], set())
            return
        piece = self.named if spoon else self._from_hand(seat, extra=True)
        if spoon:
            drop(self.hands[giver], piece)
        play = (fresh(piece), *self._order(seat, piece))
        self._note(seat, "bonus", [tool], play)
        self.plain.play_extra(seat, *play)
        self.hands[giver].append(fresh(tool))
        self.since[id(tool)] = len(self.groups) - 1

    def _asked(self, seat):
        """Names a face; whose hand it is taken from (the first to the left), or None."""
        others = [each for other, hand in enumerate(self.hands) if other != seat for each in hand]
        if self.rng.random() < 0.2 or not others:
            return None
        rolls = [each for each in others if kind_of(each["face"]) == "uramaki"]
        liked = rolls if rolls and self.rng.random() < 0.7 else others
        face = self.rng.choice(liked)["face"]
        for step in range(1, self.seats):
            giver = (seat + step) % self.seats
            for each in self.hands[giver]:
                if each["face"] == face:
                    self.named = each
                    return giver
        return None

    def _menu(self, seat, tool, number):
        self.rng.shuffle(self.deck)
        drawn = [each for each in self.deck[:4] if kind_of(each["face"]) != "menu"]
        drawn = drawn or [each for each in self.deck if kind_of(each["face"]) != "menu"]
        piece = self.rng.choice(drawn)
        drop(self.deck, piece)
        play = (fresh(piece), *self._order(seat, piece))
        self._note(seat, "menu", [tool], play)
        self.groups[-1]["needs"].add(number)
        self.plain.play_extra(seat, *play)

    def _box(self, seat, tool, number):
        tray = self.plain.trays[seat]
        older = [each for each in tray if each["turn"] < self.plain.turn and not each["flipped"]]
        chosen = [each for each in older if self.rng.random() < 0.35]
        self.rng.shuffle(chosen)
        for each in chosen:
            self.plain.flip(seat, each)
        self._add(seat, "box", [each["label"] for each in (tool, *chosen)], {number})

    def kept(self):
        """Each seat's dessert cards of this round."""
        return [[each for each in tray if is_dessert(each)] for tray in self.plain.trays]
