"""Laws of order: the same scans in another one make no difference where they must not."""

import random

from support.by_hand import check_by_hand
from support.playing import feed, play, result_of
from support.soak import share
from support.wanderer import MENUS, of_menu

TRAYS = [menu for menu in MENUS if "uramaki" not in menu]
TURNS = [
    "uramaki miso-soup tempura tofu menu chopsticks pudding",
    "uramaki miso-soup tempura tofu special-order chopsticks pudding",
    "maki miso-soup dumpling tofu menu special-order fruit",
    "maki miso-soup dumpling tofu wasabi chopsticks pudding",
    "maki miso-soup dumpling tofu wasabi special-order pudding",
    "uramaki miso-soup dumpling tofu spoon menu fruit",
]


def begun(menu, badges, *commands):
    lines = [*(f"kind {slug}" for slug in menu.split()), *(f"badge {badge}" for badge in badges)]
    table, refused = play("\n".join([*lines, *(f"command {c}" for c in commands), "command next"]))
    assert refused == []
    return table


def deck(rng, table):
    """The lines of all cards that may come to lie in a tray."""
    rows = of_menu(table.game.slug, table.menu, "card")
    rows = [row for row in rows if row.kind not in ("menu", "takeout-box")]
    rng.shuffle(rows)
    rows.sort(key=lambda row: bool(table.ready.acts[row.face]) and rng.random() < 0.4)
    return [f"card {row.slug}" for row in rows]  # what acts lies more to the end


# --- two scanners at once, in tally ---------------------------------------------------


def alone(rng, table, lane, badges, cards):
    """What one scanner scans for its seats, if no other does: only what is accepted."""
    scans = []
    for _ in range(rng.randint(10, 45)):
        line = rng.choice(cards[:20] * 3 + [f"badge {badge}" for badge in badges] * 6)
        after, refused = feed(table, [(lane, line)])
        if not refused:
            scans.append((lane, line))
            table = after
    return scans


def merged(rng, *sequences):
    """All of them, each in its own order."""
    whose = [index for index, sequence in enumerate(sequences) for _ in sequence]
    rng.shuffle(whose)
    left = [iter(sequence) for sequence in sequences]
    return [next(left[index]) for index in whose]


def test_two_scanners_on_seats_of_their_own_do_not_disturb_each_other():
    """Tally, cards and badges, no uramaki: any way to interleave them gives the same points."""
    for number in range(share(500)):
        rng = random.Random(f"lanes {number}")
        table = begun(rng.choice(TRAYS), ("red", "orange", "yellow", "green"))
        cards = deck(rng, table)
        lanes = rng.choice(((0, 1), (0, "green"), (1, 2)))
        ours, theirs = ["red", "orange", "yellow"], ["green"]
        if rng.random() < 0.5:
            ours, theirs = ["red", "orange"], ["yellow", "green"] if lanes[1] != "green" else theirs
        half = len(cards) // 2
        first = alone(rng, table, lanes[0], ours, cards[:half])
        other = alone(rng, table, lanes[1], theirs, cards[half:])
        expected, refused = feed(table, [*first, *other])
        assert refused == []
        for _ in range(5):
            mixed = merged(rng, first, other)
            after, refused = feed(table, mixed)
            assert (refused, result_of(after)) == ([], result_of(expected)), mixed


# --- a live turn -------------------------------------------------------------------------


def lies(table):
    """What lies where, without the order of scanning that ids tell of."""
    layout = table.round.layout
    wasabi = {laid.id: laid.card.slug for tray in layout.trays for laid in tray}
    trays = [[(x.card.slug, x.mark, wasabi.get(x.on)) for x in tray] for tray in layout.trays]
    claims = [(x.seat, [y.card.slug for y in x.laid], x.total) for x in layout.claims]
    return trays, claims, [(seat, laid.card.slug) for seat, laid in layout.discards]


class Turns:
    """Turns as units that may be scanned in any order; a menu's own follows its reveal."""

    def __init__(self, rng, table, badges):
        self.rng, self.badges, self.turn = rng, badges, 0
        self.cards = deck(rng, table)
        self.menus = [f"card {row.slug}" for row in of_menu(table.game.slug, table.menu, "card")]
        self.menus = [line for line in self.menus if "/menu-" in line]
        self.trays: dict[str, list[str]] = {
            badge: [] for badge in badges
        }  # what surely lies there, from earlier turns
        self.tools: dict[str, list[str]] = {badge: [] for badge in badges}

    def card(self, badge, laid):
        """A card's lines, with what it copies if it is an order."""
        line = self.cards.pop()
        while "special-order" in line and not self.trays[badge]:
            line = self.cards.pop(0)  # whether there is anything to copy is told by what is scanned
        if "special-order" in line:
            return [line, self.rng.choice(self.trays[badge])]
        laid.append((badge, line))
        return [line]

    def units(self):
        """For each unit its lines, and which other unit it has to follow."""
        units: list[tuple[list[str], int | None]] = []
        laid: list[tuple[str, str]] = []
        for badge in self.badges:
            follows = len(units)
            if self.menus and self.rng.random() < 0.2:
                menu = self.menus.pop()
                units.append(([f"badge {badge}", menu], None))
                units.append(([menu, *self.card(badge, laid)], follows))
            else:
                units.append(([f"badge {badge}", *self.card(badge, laid)], None))
            if self.tools[badge] and self.rng.random() < 0.6:
                units.append(([self.tools[badge].pop(), *self.card(badge, laid)], None))
        for badge, line in laid:
            tool = "/chopsticks" in line or "/spoon" in line
            if tool:
                self.tools[badge].append(line)
            elif "/miso" not in line and "/uramaki" not in line:  # they may leave
                self.trays[badge].append(line)
        return units


def shuffled(rng, units):
    order: list[int] = []
    left = list(range(len(units)))
    while left:
        order.append(rng.choice([index for index in left if units[index][1] in (None, *order)]))
        left.remove(order[-1])
    return [(0, line) for index in order for line in units[index][0]]


def test_the_order_of_scanning_within_a_turn_plays_no_part():
    """Live: reveals, bonus actions and menus of a turn, scanned in any order."""
    for number in range(share(400)):
        rng = random.Random(f"turns {number}")
        badges = ("red", "orange", "yellow", "green")
        table = begun(rng.choice(TURNS), badges, "live")
        turns = Turns(rng, table, badges)
        for _ in range(6):
            units = turns.units()
            ways = [shuffled(rng, units) for _ in range(4)]
            tables = [feed(table, way) for way in ways]
            first = lies(tables[0][0])
            for way, (after, refused) in zip(ways, tables, strict=True):
                assert (refused, lies(after)) == ([], first), (ways[0], way)
            check_by_hand(tables[0][0])
            table, refused = feed(tables[0][0], [(0, "command next")])
            if tables[0][0].lanes[0].awaits:  # it answered for a wasabi
                table, refused = feed(table, [(0, "command next")])
            assert refused == []
