"""Declare Omakase by its card table (yen, copies, sets); find a hand's best total in yen.

Ten prices and two set values are printed in the rule book ("Scoring"); the others come from the
card table of the public web version (github JeanKesselring/omakase-game), which agrees with all
of those. Owners whose cards differ correct single entries in their settings.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from engine.cards import By, Game, Kind, kind
from engine.message import Message, gettext, joined
from engine.presentation import SILENT, DishWords, Presentation

SHOYU, MATCHA = "shoyu", "matcha"
COPIES_RESERVED = 9
PLAY = (  # rule book, "Setup", "Gameplay", "Ending the Game"
    gettext("Begin with one card each, and six open cards in a row: the belt."),
    gettext(
        "In your turn draw a card and exchange one with the belt, which then moves on. Before or"
        " after that you may play an action."
    ),
    gettext(
        "The game ends with the deck, or when a player with a set calls the check: all others have"
        " one more turn."
    ),
)


class Dish(NamedTuple):
    """One face of the card table. Actions are worth 0 yen and belong to no set."""

    yen: int
    copies: int
    sets: tuple[str, ...] = ()


class CardTable(NamedTuple):
    """Every face in code order, and what a full set is worth in yen."""

    dishes: Mapping[str, Dish]
    sets: Mapping[str, int]


_O, _S, _U, _K = "omakase-set", "sakura-set", "ume-set", "kids-set"

CARD_TABLE = CardTable(
    {
        "assorted-sashimi": Dish(1500, 1),
        "premium-eel": Dish(1200, 1),
        "octopus": Dish(1100, 1),
        "fatty-tuna": Dish(1000, 1, (_O,)),
        "eel": Dish(700, 2, (_O, _S)),
        "crab": Dish(600, 2, (_O, _S)),
        "karaage": Dish(500, 3, (_K,)),
        "salmon-roe": Dish(500, 3, (_O, _U)),
        "tuna": Dish(400, 3, (_O, _S)),
        "salmon": Dish(400, 3, (_O, _U)),
        "shrimp": Dish(400, 3, (_S, _U)),
        "cucumber-roll": Dish(300, 4, (_K,)),
        "salmon-roll": Dish(300, 4, (_S, _U)),
        "tuna-roll": Dish(300, 4, (_S, _U)),
        "omelette": Dish(200, 5, (_U, _K)),
        "tofu": Dish(200, 5, (_K,)),
        "chopsticks": Dish(0, 3),
        "sake": Dish(0, 2),
        "umeshu": Dish(0, 2),
        "chefs-choice": Dish(0, 2),
        "wasabi": Dish(0, 2),
        MATCHA: Dish(0, 2),
        SHOYU: Dish(0, 2),
        "fork": Dish(0, 1),
        "ginger": Dish(0, 1),
    },
    {_O: 6000, _S: 4500, _U: 3500, _K: 2000},
)


def best(table: CardTable, hand: Sequence[str]) -> By:
    """Yen by set, face and shoyu for the way of forming sets that brings most.

    Rule book, "Scoring": a card counts in at most one set; a set counts instead of its cards'
    prices; each shoyu doubles one card outside the sets, a different one each, dearest first.
    """
    held, recipes = Counter(hand), _recipes(table)

    @cache
    def rest(left: tuple[tuple[str, int], ...], first: int) -> tuple[int, tuple[str, ...]]:
        """Best total, and the sets formed, of what is left with the recipes from `at` on."""
        counts = dict(left)
        best_way: tuple[int, tuple[str, ...]] = (sum(_loose(table, counts).values()), ())
        for n in range(first, len(recipes)):
            name, yen, needs = recipes[n]
            if needs and all(counts.get(slug) for slug in needs):
                fewer = {slug: count - (slug in needs) for slug, count in counts.items()}
                total, formed = rest(tuple(fewer.items()), n)
                best_way = max(best_way, (total + yen, (name, *formed)), key=lambda way: way[0])
        return best_way

    formed = rest(tuple(held.items()), 0)[1]
    for name, _, needs in recipes:
        for slug in needs:
            held[slug] -= formed.count(name)
    taken = {name: formed.count(name) * yen for name, yen, _ in recipes if name in formed}
    return taken | _loose(table, held)


def _recipes(table: CardTable) -> list[tuple[str, int, list[str]]]:
    """Each set's name, yen and faces."""
    dishes = table.dishes.items()
    return [
        (name, yen, [slug for slug, dish in dishes if name in dish.sets])
        for name, yen in table.sets.items()
    ]


def _loose(table: CardTable, counts: Mapping[str, int]) -> By:
    """What lies outside the sets, by face, and what the shoyu adds to it."""
    prices = [table.dishes[slug].yen for slug, count in counts.items() for _ in range(count)]
    by = {slug: table.dishes[slug].yen * count for slug, count in counts.items() if count > 0}
    if by.get(SHOYU) is not None:
        by[SHOYU] = sum(sorted(prices, reverse=True)[: counts[SHOYU]])
    return by


def _presentation(table: CardTable) -> Presentation:
    """What each face brings, and what sets are called."""
    recipes = {name: " ".join(needs) for name, _, needs in _recipes(table)}
    told = {
        slug: DishWords(
            _rule(slug, dish),
            in_words=IN_WORDS.get(slug, SILENT if dish.yen else NO_YEN_IN_WORDS),
            examples=_examples(table, recipes, slug),
        )
        for slug, dish in table.dishes.items()
    }
    sets = {name: DishWords(title=SET_TITLES[name]) for name in table.sets if name in SET_TITLES}
    return Presentation(told | sets, gettext("one round; then scan every hand"), play=PLAY)


def _examples(table: CardTable, recipes: Mapping[str, str], slug: str) -> tuple[str, ...]:
    """The sets that it is of, whole; what a shoyu doubles."""
    if slug == SHOYU:
        dearest = max(table.dishes, key=lambda dish: table.dishes[dish].yen)
        return (f"{dearest} {SHOYU}",)
    return tuple(recipes[name] for name in table.dishes[slug].sets if name in recipes)


def _rule(slug: str, dish: Dish) -> Message:
    brings = ACTIONS.get(slug, NO_YEN)
    if dish.yen:
        brings = gettext("{yen} yen", yen=dish.yen)
    if not dish.sets:
        return brings
    names = joined([SETS[name] for name in dish.sets])
    return gettext("{brings}; {sets}\xa0set", brings=brings, sets=names)


NO_YEN, NO_YEN_IN_WORDS = gettext("0 yen"), gettext("An action: it scores no yen.")
ACTIONS = {
    SHOYU: gettext("doubles one sushi outside the sets"),
    MATCHA: gettext("room for one more card"),
}
IN_WORDS = {
    SHOYU: gettext("Doubles the price of one sushi outside your sets, the dearest first."),
    MATCHA: gettext("Scores no yen, but makes room for one more card."),
}
SETS = {
    _O: gettext("Omakase"),
    _S: gettext("Sakura"),
    _U: gettext("Ume"),
    _K: gettext("Kids"),
}
SET_TITLES = {
    _O: gettext("Omakase set"),
    _S: gettext("Sakura set"),
    _U: gettext("Ume set"),
    _K: gettext("Kids set"),
}


def _kinds(table: CardTable) -> tuple[Kind, ...]:
    titles = {"chefs-choice": "Chef's choice"}
    return tuple(
        kind(
            slug, titles.get(slug, slug.replace("-", " ").capitalize()), number,
            "sushi" if dish.yen else "action", "", copies=dish.copies,
        )
        for number, (slug, dish) in enumerate(table.dishes.items())
    )  # fmt: skip


def _limit(hand: Sequence[str]) -> int:
    """Rule book, "Handsize": 8 cards, one more for each matcha in front of the player.

    A matcha in front is scanned too, so it takes a place and gives one: 2 for each.
    """
    return 8 + 2 * list(hand).count(MATCHA)


def game(table: CardTable = CARD_TABLE) -> Game:
    """The game played with this card table."""
    return Game(
        slug="omakase",
        title="Omakase",
        number=3,
        kinds=_kinds(table),
        seats=(2, 8),
        rounds=1,
        each_round={},
        at_the_end={},
        hand=lambda seats: 0,
        live=False,
        score_hands=lambda hands: [best(table, hand) for hand in hands],
        limit=_limit,
        unit="yen",
        card_table=table,
        presentation=_presentation(table),
    )


GAME = game()
