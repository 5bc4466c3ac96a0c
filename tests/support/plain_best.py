"""Try every exchange of a card of an ended round, to find each player's best single card.

The second opinion that the engine's is compared with, written only from the ruling: each rule of
"What decided the game" in docs/protocol-notes.md is a function here. It is slow on purpose: after
each exchange everything is scored anew by the plain scorer.
"""

from typing import Any, NamedTuple

from support.plain_omakase import best_ways
from support.plain_scorer import desserts_by_kind, places, round_by_kind
from support.plain_tray import SPECIAL, card, counts_as, icons, is_dessert, kind_of, nigiri_points
from support.random_menus import DESSERTS

# What they would have done is a guess.
GUESSES = (SPECIAL, "menu", "takeout-box", "miso-soup")


class PlainBest(NamedTuple):
    """The printed faces given up and taken, what that brings, how much of it in the round (the rest
    is the desserts'), and the seats that lead then.
    """

    gives: str
    takes: str
    points: int
    in_round: int
    leads: tuple[int, ...]


class PlainEnd(NamedTuple):
    """A round as it lies when it has been scored.

    Cards are plain_tray's with two keys more: id, and copied (whether a special order copied it).
    on is the id of a wasabi. copies: of each face on the menu, in its order. claims: (seat,
    points). out: printed faces of discards and of what took a place; used: of earlier rounds. kept:
    each seat's cards from earlier rounds. desserts: how many are shuffled in over all rounds, None
    where all are in the deck. totals: each seat's before the round. players: the dummy sits behind.
    """

    game: str
    copies: dict[str, int]
    trays: list[list[dict[str, Any]]]
    claims: list[tuple[int, int]]
    out: list[str]
    used: list[str]
    kept: list[list[dict[str, Any]]]
    desserts: int | None
    totals: list[int]
    players: int
    last: bool

    @property
    def menu(self):
        """The dessert is all that is asked for."""
        return {kind_of(face) for face in self.copies}


def best_by_trying(end):
    """Each player's PlainBest, or None."""
    return [best_of_seat(end, seat) for seat in range(end.players)]


def best_of_seat(end, seat):
    """Rules 5 to 7, for all the exchanges of that seat."""
    in_round, without, _ = scored(end, end.trays)
    choices = []
    for gone, face in exchanges(end, seat):
        trays = [*end.trays]
        trays[seat] = exchanged(end.trays[seat], gone, face)
        points, totals, leads = scored(end, trays)
        best = PlainBest(
            gone["face"], face, totals[seat] - without[seat], points[seat] - in_round[seat], leads
        )
        choices.append((best, totals))
    return best_of(choices, seat, end.players, list(end.copies))


def best_of(choices, seat, players, order):
    """Rule 6, among choices: a PlainBest, and the totals then."""
    ranked = []
    for best, totals in choices:
        others = [totals[other] for other in range(players) if other != seat]
        ahead = totals[seat] - max(others)
        rank = (-best.points, -ahead, order.index(best.takes), order.index(best.gives))
        ranked.append((rank, best))
    ranked.sort()
    if not ranked or ranked[0][1].points < 1:
        return None
    return ranked[0][1]


def exchanges(end, seat):
    """Rule 1: one card of the tray, and the face that it becomes."""
    for gone in end.trays[seat]:
        if may_be_given_up(end, gone):
            for face in end.copies:
                if may_be_taken(end, seat, gone, face):
                    yield gone, face


def may_be_given_up(end, gone):
    """Rule 2."""
    if gone["face"] == SPECIAL or gone["copied"] or gone["flipped"]:
        return False
    return end.last or kind_of(gone["face"]) not in DESSERTS


def may_be_taken(end, seat, gone, face):
    """Rule 3."""
    dessert = kind_of(face) in DESSERTS
    if face == gone["face"] or kind_of(face) in GUESSES:
        return False
    if dessert and not end.last:
        return False
    if printed(end).count(face) >= end.copies[face]:
        return False
    if dessert and end.desserts is not None and kind_of(gone["face"]) not in DESSERTS:
        in_play = [each["face"] for cards in (*end.trays, *end.kept) for each in cards]
        if sum(kind_of(other) in DESSERTS for other in in_play) >= end.desserts:
            return False
    if kind_of(face) == "uramaki":
        tray = exchanged(end.trays[seat], gone, face)
        if seat in [claimant for claimant, _ in end.claims] or icons(tray, "uramaki") >= 10:
            return False
    return True


def printed(end):
    """What is printed on all the cards that can be nowhere else."""
    cards = [each["face"] for cards in (*end.trays, *end.kept) for each in cards]
    return [*cards, *end.out, *end.used]


def exchanged(tray, gone, face):
    """Rule 4: the tray with that card as another face; it has the id 0."""
    new = card(face, id=0, copied=False)
    after = [new if each is gone else dict(each) for each in tray]
    for each in after:
        if each["on"] == gone["id"]:
            each["on"] = None
    covered = [each["on"] for each in after]
    free = [e["id"] for e in after if counts_as(e) == "wasabi" and e["id"] not in covered]
    if kind_of(face) == "nigiri" and free:
        new["on"] = free[0]
    nigiri = [each for each in after if kind_of(counts_as(each)) == "nigiri"]
    loose = [each for each in nigiri if each["on"] is None]
    if face == "wasabi" and loose:
        max(loose, key=lambda each: nigiri_points([each]))["on"] = 0
    return after


def scored(end, trays):
    """Rules 5 and 7: each seat's points of the round and total with such trays, and who leads."""
    points = [sum(by.values()) for by in round_by_kind(end.game, trays, end.claims)]
    totals = [total + points[seat] for seat, total in enumerate(end.totals)]
    counts = [0] * len(totals)
    if end.last:
        kept = []
        for cards, tray in zip(end.kept, trays, strict=True):
            kept.append([counts_as(each) for each in (*cards, *tray) if is_dessert(each)])
        desserts = desserts_by_kind(end.game, end.menu, kept)
        totals = [total + sum(desserts[seat].values()) for seat, total in enumerate(totals)]
        counts = [len(cards) for cards in kept]
    order = places(totals, counts, end.players)
    return points, totals, tuple(seat for seat in range(end.players) if order[seat] == 1)


# --- Omakase -----------------------------------------------------------------------------------


def best_in_hands(cards, hands):
    """Rule 8: each player's PlainBest, or None, of hands of face slugs; points are yen."""
    return [best_in_hand(cards, hands, seat) for seat in range(len(hands))]


def best_in_hand(cards, hands, seat):
    without = [yen(cards, hand) for hand in hands]
    choices = []
    for place, gone in enumerate(hands[seat]):
        for face, copies in cards.copies.items():
            hand = [*hands[seat]]
            hand[place] = face
            fits = len(hand) <= 8 + 2 * hand.count("matcha")
            if face != gone and fits and sum(each.count(face) for each in hands) < copies:
                totals = [*without]
                totals[seat] = yen(cards, hand)
                more = totals[seat] - without[seat]
                leads = [other for other, total in enumerate(totals) if total == max(totals)]
                choices.append((PlainBest(gone, face, more, more, tuple(leads)), totals))
    return best_of(choices, seat, len(hands), list(cards.copies))


def yen(cards, hand):
    return sum(best_ways(hand, cards)[0].values())
