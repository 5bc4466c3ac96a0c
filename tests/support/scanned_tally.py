"""Choose one of the many ways to scan a round in tally.

A unit is a short list of scans that belong together (an order and what it copies). A line is
"type slug". Units may be scanned in the order given here, seats mixed as one likes.
"""

from support.plain_tray import SPECIAL, counts_as, icons, kind_of


def claim_units(rng, plain, who):
    """The uramaki claims in the order they were made, each by its cards or by its kind.

    Also how many cards of each seat were scanned so.
    """
    units, counts = [], [0] * len(plain.trays)
    for claimed in plain.claimed:
        by_kind = rng.random() < 0.3
        claims = [(seat, cards, icons(cards, "uramaki")) for seat, cards in claimed]
        if not by_kind:
            rng.shuffle(claims)
        before = None
        for seat, cards, total in claims:
            lines = [who[seat]]
            if before is not None and (not by_kind or total == before):
                lines.insert(rng.randint(0, 1), "command same-turn")
            if by_kind:
                lines.append("kind uramaki")
            else:
                lines += claimed_cards(rng, cards)
                counts[seat] += len(cards)
            before = total
            units.append(lines)
    return units, counts


def claimed_cards(rng, cards):
    lines = []
    for each in rng.sample(cards, len(cards)):
        lines.append(each["label"])
        if each["face"] == SPECIAL:
            lines.append(f"face sushi-go-party/{each['copies']}")
    return lines


def among(piece, pieces):
    return any(piece is each for each in pieces)


class TrayScans:
    """The units of one seat's tray: loose cards, wasabi with what lies on it, late orders."""

    def __init__(self, rng, game, tray, decline=("command next",)):
        self.rng, self.game, self.tray, self.decline = rng, game, tray, decline
        self.units = []
        self.laid, self.later = [], []  # later: laid, and flipped in the end
        self.next_wasabi = []  # a special order may bring one of these with it
        self.uncovered, self.covered = [], []  # wasabi and nigiri as the scans so far leave them
        self._find_stickers()
        self.rider = {id(each["on"]): each for each in tray if each["on"] is not None}
        wasabi = [each for each in tray if counts_as(each) == "wasabi"]
        self.swapped = [(each, self.rider.get(id(each))) for each in wasabi if self._swap(each)]
        loose = [each for each in tray if each["on"] is None and not among(each, wasabi)]
        late = self._lay_loose(loose + [nigiri for _, nigiri in self.swapped])
        self._lay_wasabi([each for each in wasabi if not self._swapped(each)])
        self._lay_late(late)

    def _find_stickers(self):
        """A bare card that its face could not name clearly gets its number back."""
        copied = {each["copies"] for each in self.tray}
        for each in self.tray:
            unclear = each["flipped"] or each["on"] is not None
            if each["bare"] and unclear and each["face"] in copied:
                each["bare"], each["label"] = False, each["numbered"]

    def _swap(self, wasabi):
        """Whether this pair is scanned in the wrong order, and put right in the end."""
        rider = self.rider.get(id(wasabi))
        if rider is None or rider["bare"] or wasabi["bare"]:
            return False
        orders = SPECIAL in (rider["face"], wasabi["face"])
        return not orders and self.rng.random() < 0.2

    def _swapped(self, wasabi):
        return any(wasabi is each for each, _ in self.swapped)

    def _lay_loose(self, loose):
        self.rng.shuffle(loose)
        orders = [each for each in loose if each["face"] == SPECIAL and not each["flipped"]]
        late = [each for each in orders if self.rng.random() < 0.5]
        for each in loose:
            if not among(each, late) and not among(each, self.laid):
                self._lay(each)
        return late

    def _lay(self, each):
        if each["flipped"]:
            self._lay_flipped(each)
        elif each["face"] == SPECIAL:
            self._lay_order(each)
        else:
            self.laid.append(each)
            self.units.append([each["label"]])
        if counts_as(each) == "wasabi":
            self.uncovered.append(each)

    def _lay_flipped(self, each):
        down = [other for other in self.laid if self._is_down(other)]
        self.laid.append(each)
        quiet = kind_of(each["face"]) not in ("nigiri", "wasabi", "uramaki", SPECIAL)
        if quiet and self.rng.random() < 0.5:
            self.units.append([each["label"]])
            self.later.append(each)
        elif each["face"] == SPECIAL and down and self.rng.random() < 0.5:
            self.units.append([each["label"], self.rng.choice(down)["label"]])
        else:
            self.units.append(["command flip", each["label"]])

    def _is_down(self, each):
        return each["flipped"] and not among(each, self.later)

    def _lay_order(self, order, wasabi=None):
        """A special order: by a card that lies there, by a fresh one, or by its face."""
        face = order["copies"]
        lying = [each for each in self.laid if self._shows(each) == face]
        if wasabi is not None:
            lying = [each for each in lying if not among(each, self.covered)]
        bare = [each for each in self.laid if each["bare"] and each["face"] == face]
        fresh = [each for each in self.tray if self._could_come(each, face)]
        ways = [(each["label"], each) for each in (*lying, *fresh)]
        if all(among(each, lying) for each in bare):  # or the face would mean that card
            ways.append((f"face {self.game}/{face}", None))
        line, target = self.rng.choice(ways)
        lines = [order["label"], line]
        if among(target, fresh):
            self.laid.append(target)
            if counts_as(target) == "wasabi":
                self.uncovered.append(target)
        self.laid.append(order)
        if wasabi is not None:
            lines.append(wasabi["label"])
            self.covered.append(order)
        elif kind_of(face) == "nigiri" and self.uncovered and not self._on(target, bare):
            lines.append(self.rng.choice(self.decline))
        self.units.append(lines)

    def _on(self, target, bare):
        """Whether the copied nigiri lies on a wasabi: then nothing is asked."""
        return among(target if target is not None else (bare or [None])[0], self.covered)

    def _shows(self, each):
        if self._is_down(each):
            return "flipped"
        return each["copies"] or each["face"]

    def _could_come(self, each, face):
        """Whether this card may be laid by the scan that says what an order copies."""
        if each["face"] != face or each["flipped"] or among(each, self.laid):
            return False
        if each["bare"]:
            return False  # a face only names here
        if face == "wasabi":
            return among(each, self.next_wasabi)
        if kind_of(face) == "nigiri":
            loose = each["on"] is None or self._swapped(each["on"])
            return loose and not self.uncovered
        return True

    def _lay_wasabi(self, wasabi):
        self.rng.shuffle(wasabi)
        todo = [each for each in wasabi if id(each) in self.rider]
        while todo or self.uncovered:
            nigiri = self.rider[id(self.uncovered[0])] if self.uncovered else None
            if nigiri and (not todo or self.rng.random() < 0.5):
                self._lay(nigiri)
                self.covered.append(nigiri)
                del self.uncovered[0]
                continue
            each = todo.pop()
            if among(each, self.laid):
                continue
            plain = [piece for piece in todo if self.rider[id(piece)]["face"] != SPECIAL]
            self.next_wasabi = plain
            self._lay(each)
            if self.rider[id(each)]["face"] == SPECIAL:
                self._lay_order(self.rider[id(each)], each)
                self.uncovered = [piece for piece in self.uncovered if piece is not each]
        self.next_wasabi = [each for each in wasabi if id(each) not in self.rider]
        for each in self.next_wasabi:
            if not among(each, self.laid):
                self._lay(each)

    def _lay_late(self, orders):
        for wasabi, _ in self.swapped:
            self._lay(wasabi)
        rest = [("order", each) for each in orders]
        rest += [("swapped", pair) for pair in self.swapped]
        rest += [("flip", each) for each in self.later]
        self.rng.shuffle(rest)
        for what, each in rest:
            if what == "order":
                self._lay(each)
            elif what == "flip":
                self.later = [other for other in self.later if other is not each]
                self.units.append(["command flip", each["label"]])
            else:
                wasabi, nigiri = each
                self.units.append([wasabi["label"], nigiri["label"]])
                self.uncovered = [other for other in self.uncovered if other is not wasabi]
                self.covered.append(nigiri)
