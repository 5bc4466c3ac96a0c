"""Deal a whole game of Party, Sushi Go! or Omakase at random, and scan it at random."""

import random

from support.plain_lobby import COLOURS
from support.plain_omakase import SHIPPED, best_ways
from support.plain_scorer import places
from support.plain_tray import kind_of
from support.random_games import RandomGame
from support.random_menus import DESSERTS, PARTY_FACES, PRESETS, SUSHI_GO_FACES, party_menu, pieces

PARTY_HANDS = {2: 10, 3: 10, 4: 9, 5: 9, 6: 8, 7: 8, 8: 7}
SUSHI_GO_HANDS = {2: 10, 3: 9, 4: 8, 5: 7}


class RandomParty(RandomGame):
    game = "sushi-go-party"

    def __init__(self, seed, mode):
        super().__init__(seed)
        rng = self.rng
        players = rng.choice((2, 2, 3, 3, 4, 4, 5, 6, 7, 8))
        self.menu = party_menu(rng, players)
        starts = [f"kind {kind}" for kind in self.menu[1:]]
        rng.shuffle(starts)
        preset = rng.choice(sorted(PRESETS))
        if rng.random() < 0.2 and self._allows(preset, players):
            self.menu, starts = ["nigiri", *PRESETS[preset].split()], [f"preset {preset}"]
        self._lobby(starts, players, ["command live"] if mode == "live" else [])
        if rng.random() < 0.15 and "uramaki" not in self.menu:
            self.own = tuple(rng.sample(range(players), rng.randint(1, players)))
        named = {"special-order", "takeout-box"} & set(self.menu)
        lost = rng.choice(("none", "some", "some") if named else ("none", "some", "all"))
        faces = {face: count for kind in self.menu for face, count in PARTY_FACES[kind].items()}
        cards = pieces(self.game, faces, rng, lost)
        self.plates = [each for each in cards if kind_of(each["face"]) not in DESSERTS]
        self.pile = [each for each in cards if kind_of(each["face"]) in DESSERTS]
        rng.shuffle(self.pile)
        self.added = [7, 5, 3] if players >= 6 else [5, 3, 2]
        self._play(self._deal, PARTY_HANDS[players])

    @staticmethod
    def _allows(preset, players):
        barred = {2: ("spoon", "edamame"), 7: ("menu", "special-order")}
        kinds = PRESETS[preset].split()
        return not set(barred.get(min(players, 7), ())) & set(kinds)

    def _deal(self):
        count = self.added.pop(0)
        self.plates += self.pile[:count]
        self.pile = self.pile[count:]
        kept = {id(each) for cards in self.kept for each in cards}
        self.plates = [each for each in self.plates if id(each) not in kept]
        return list(self.plates)


class RandomSushiGo(RandomGame):
    game = "sushi-go"

    def __init__(self, seed, mode):
        super().__init__(seed)
        rng = self.rng
        players = rng.randint(2, 5)
        extras = ["command live"] if mode == "live" else []
        if rng.random() < 0.2:
            extras.append("command pass-both-ways")
        self.dummy = players == 2 and rng.random() < 0.5
        if self.dummy:
            extras.append("command dummy")
        self._lobby([f"game {self.game}"], players, extras)
        if self.dummy:
            self.who.append("command dummy")
            self.kept.append([])
        # Without their stickers chopsticks cannot say that they are used.
        lost = "none" if mode == "live" else rng.choice(("none", "some", "all"))
        self.undealt = pieces(self.game, SUSHI_GO_FACES, rng, lost)
        self._play(self._deal, SUSHI_GO_HANDS[len(self.who)])

    def _deal(self):
        """What the rounds before did not use up."""
        return self.undealt


class RandomOmakase:
    game, mode = "omakase", "tally"

    def __init__(self, seed, cards=SHIPPED):
        self.rng = rng = random.Random(seed)
        self.cards = cards
        self.badges = rng.sample(COLOURS, rng.choice((2, 2, 3, 4, 5)))
        self.script = [(0, "game omakase"), *((0, f"badge {badge}") for badge in self.badges)]
        self.script.append((0, "command next"))
        left = {**cards.copies}
        self.hands = [self._hand(left) for _ in self.badges]
        asks = False
        laid = dict[str, int]()
        for badge, hand in zip(self.badges, self.hands, strict=True):
            self.script.append((0, f"badge {badge}"))
            for face in hand:
                laid[face] = laid.get(face, 0) + 1
                bare = rng.random() < 0.1
                number = "" if bare else f"/{laid[face]}"
                self.script.append((0, f"{'face' if bare else 'card'} omakase/{face}{number}"))
            asks = asks or len(hand) > 8 + 2 * hand.count("matcha")
        self.script += [(0, "command score")] * (2 if asks else 1)

    def _hand(self, left):
        """Cards of a set or two, as far as they are left, and others."""
        rng, hand = self.rng, []
        sets = self.cards.sets
        for name in rng.sample(sorted(sets), rng.choice((0, 1, 1, 2))):
            hand += [face for face in sets[name][1] if rng.random() < 0.95]
        hand += rng.choices(sorted(left), k=rng.randint(0, 6))
        hand += ["shoyu"] * (rng.random() < 0.3)
        rng.shuffle(hand)
        taken = []
        for face in hand[: rng.choice((8, 8, 10, 14))]:
            if left[face]:
                left[face] -= 1
                taken.append(face)
        return taken

    def best(self):
        return [best_ways(hand, self.cards) for hand in self.hands]

    def places(self):
        totals = [sum(ways[0].values()) for ways in self.best()]
        return places(totals, [0] * len(totals), len(totals))
