"""Choose a way to scan a live turn, given as groups in the book's order.

Reveals come in any order, actions at any time before the next turn opens; what a group needs
(a card that another group lays or gives back) comes before it.
"""


class TurnScans:
    """units: lists of (seat or None, line); a seat's lines may go through its own lane."""

    def __init__(self, rng, groups, who, own_lanes, last):
        self.rng, self.groups, self.who, self.own = rng, groups, who, own_lanes
        self.units, self.open_box = [], None
        self.revealed = []  # those of the units that are reveals
        self.to_reveal = [group["seat"] for group in groups if group["what"] == "reveal"]
        self.idle_box = None
        boxes = [group for group in groups if group["what"] == "box"]
        if len(boxes) == 1 and len(boxes[0]["lines"]) == 1 and rng.random() < 0.5:
            self.idle_box = boxes[0]  # never scanned again: NEXT says that it flips nothing
        for number in self._order():
            if groups[number] is not self.idle_box:
                self._scan(groups[number])
        if own_lanes and rng.random() < 0.5:
            self._riffle()
        if self.idle_box or (self.open_box is not None and (last or rng.random() < 0.4)):
            self._close_box()
        elif self.open_box is None and not last and rng.random() < 0.1:
            self.units.append([(None, "command next")])

    def _order(self):
        numbers = list(range(len(self.groups)))
        if any(group["strict"] for group in self.groups) or self.rng.random() < 0.2:
            return numbers
        done = list[int]()
        while numbers:
            ready = [number for number in numbers if self._ready(number, done)]
            done.append(self.rng.choice(ready))
            numbers.remove(done[-1])
        return done

    def _ready(self, number, done):
        group = self.groups[number]
        if group["what"] == "bonus" and not done:
            return False  # it would still belong to the turn before
        return all(other in done for other in group["needs"])

    def _scan(self, group):
        seat = group["seat"]
        lines = [(seat, line) for line in group["lines"]]
        if self.open_box is not None and (group["what"] != "reveal" or self.rng.random() < 0.4):
            self._close_box()
        if group["what"] == "reveal":
            named = seat != self.to_reveal[0] or self.rng.random() < 0.3
            if seat not in self.own and (named or self.own):
                lines.insert(0, (seat, self.who[seat]))
            self.to_reveal.remove(seat)
            self.revealed.append(lines)
        self.units.append(lines)
        self.open_box = None
        if group["what"] == "box":
            self.open_box = seat
            if self.own:
                self._close_box()

    def _riffle(self):
        """Two reveals one after the other, each on its own lane, are scanned at the same time."""
        for index in range(len(self.units) - 1):
            first, second = self.units[index], self.units[index + 1]
            lanes = {seat for seat, _ in (*first, *second)}
            reveals = all(any(unit is each for each in self.revealed) for unit in (first, second))
            if reveals and len(lanes) == 2 and lanes <= set(self.own):
                order = [first] * len(first) + [second] * len(second)
                self.rng.shuffle(order)
                left = {id(first): iter(first), id(second): iter(second)}
                self.units[index : index + 2] = [[next(left[id(unit)]) for unit in order], []]
        self.units = [unit for unit in self.units if unit]

    def _close_box(self):
        self.units.append([(self.open_box, "command next")])
        self.open_box = None
