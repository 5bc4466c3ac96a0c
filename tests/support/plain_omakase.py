"""Count the yen of an Omakase hand, a list of face slugs, by trying every way to form sets."""

from itertools import product
from typing import NamedTuple


class PlainCards(NamedTuple):
    """A card table: of sushi the prices, of all faces the copies, and each set's yen and faces."""

    prices: dict[str, int]
    copies: dict[str, int]
    sets: dict[str, tuple[int, tuple[str, ...]]]


PRICES = {
    "assorted-sashimi": 1500,
    "premium-eel": 1200,
    "octopus": 1100,
    "fatty-tuna": 1000,
    "eel": 700,
    "crab": 600,
    "karaage": 500,
    "salmon-roe": 500,
    "tuna": 400,
    "salmon": 400,
    "shrimp": 400,
    "cucumber-roll": 300,
    "salmon-roll": 300,
    "tuna-roll": 300,
    "omelette": 200,
    "tofu": 200,
}
COPIES = dict(zip(PRICES, (1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 5, 5), strict=True))
ACTIONS = {
    "chopsticks": 3,
    "sake": 2,
    "umeshu": 2,
    "chefs-choice": 2,
    "wasabi": 2,
    "matcha": 2,
    "shoyu": 2,
    "fork": 1,
    "ginger": 1,
}
SETS = {
    "omakase-set": (6000, ("fatty-tuna", "eel", "crab", "tuna", "salmon", "salmon-roe")),
    "sakura-set": (4500, ("eel", "crab", "tuna", "shrimp", "tuna-roll", "salmon-roll")),
    "ume-set": (
        3500,
        ("salmon-roe", "salmon", "shrimp", "tuna-roll", "salmon-roll", "omelette"),
    ),
    "kids-set": (2000, ("omelette", "cucumber-roll", "tofu", "karaage")),
}
SHIPPED = PlainCards(PRICES, {**COPIES, **ACTIONS}, SETS)


def points_by(hand, how_often, cards=SHIPPED):
    """{set or face: yen} when the sets are formed so often, None if the cards do not suffice."""
    left = [face for face in hand if face in cards.prices]
    by = dict[str, int]()
    for name, times in how_often.items():
        yen, faces = cards.sets[name]
        for _ in range(times):
            for face in faces:
                if face not in left:
                    return None
                left.remove(face)
            by[name] = by.get(name, 0) + yen
    for face in left:
        by[face] = by.get(face, 0) + cards.prices[face]
    dearest = sorted((cards.prices[face] for face in left), reverse=True)
    doubled = sum(dearest[: hand.count("shoyu")])
    if doubled:
        by["shoyu"] = doubled
    return by


def ways(hand, cards=SHIPPED):
    """Every way to form sets from a hand, as {set or face: yen} without the noughts."""
    most = []
    for _, faces in cards.sets.values():
        most.append(min(hand.count(face) for face in faces))
    all_ways = []
    for times in product(*[range(count + 1) for count in most]):
        by = points_by(hand, dict(zip(cards.sets, times, strict=True)), cards)
        if by is not None:
            all_ways.append(by)
    return all_ways


def best_ways(hand, cards=SHIPPED):
    """The dearest of them (there may be several that are worth the same)."""
    all_ways = ways(hand, cards)
    most = max(sum(by.values()) for by in all_ways)
    return [by for by in all_ways if sum(by.values()) == most]
