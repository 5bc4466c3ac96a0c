"""Sushi Go!: 108 cards and what each kind scores. 2 to 5 players, with both variants.

Source: the rule book of 2014, its card list and "Scoring". Cards played are set aside after a
round, not reshuffled.
"""

from __future__ import annotations

from engine.cards import Game, face, kind
from engine.games import dishes
from engine.message import gettext
from engine.presentation import DishWords, Presentation
from engine.scoring.scorers import each, ladder, sets, shared

EACH_ROUND = {
    "nigiri": each(1),
    "maki": shared(6, 3),
    "tempura": sets(of=2, points=5),
    "sashimi": sets(of=3, points=10),
    "dumpling": ladder(1, 3, 6, 10, 15),
}

AT_THE_END = {"pudding": shared(6, fewest=-6)}

KINDS = (
    kind(
        "nigiri", "Nigiri", 0, "always", "yellow",
        face("egg-nigiri", "Egg nigiri", 5, nigiri=1),
        face("salmon-nigiri", "Salmon nigiri", 10, nigiri=2),
        face("squid-nigiri", "Squid nigiri", 5, nigiri=3),
        act="nigiri",
    ),
    kind(
        "maki", "Maki roll", 3, "roll", "red",
        face("maki-1", "Maki roll 1", 6, maki=1),
        face("maki-2", "Maki roll 2", 12, maki=2),
        face("maki-3", "Maki roll 3", 8, maki=3),
    ),
    kind("tempura", "Tempura", 6, "appetizer", "lilac", copies=14),
    kind("sashimi", "Sashimi", 7, "appetizer", "yellow-green", copies=14),
    kind("dumpling", "Dumpling", 8, "appetizer", "blue", copies=14),
    kind("chopsticks", "Chopsticks", 9, "special", "mint", copies=4, act="chopsticks"),
    kind("wasabi", "Wasabi", 10, "special", "yellow", copies=6, act="wasabi"),
    kind("pudding", "Pudding", 11, "dessert", "light-pink", copies=10),
)  # fmt: skip

PRESENTATION = Presentation(
    {
        **dishes.nigiri(KINDS[0]),
        "maki": DishWords(
            gettext("most icons {most}, second\xa0{second}; a tie shares"),
            in_words=gettext(
                "Whoever has the most icons scores {most} points, the second {second}. Tied players"
                " share them, and after a tie for the most there is no second."
            ),
            cards=dishes.MAKI,
            examples=("maki-3 maki-2 | maki-3 | maki-2 maki-1 | maki-2",),
        ),
        "tempura": DishWords(dishes.SETS, in_words=dishes.SETS_IN_WORDS, examples=dishes.TEMPURA),
        "sashimi": DishWords(dishes.SETS, in_words=dishes.SETS_IN_WORDS, examples=dishes.SASHIMI),
        "dumpling": DishWords(
            dishes.STEPS, in_words=dishes.STEPS_IN_WORDS, examples=dishes.DUMPLINGS
        ),
        "chopsticks": DishWords(
            dishes.CHOPSTICKS, in_words=dishes.CHOPSTICKS_IN_WORDS, care=dishes.WITH_CHOPSTICKS
        ),
        "wasabi": DishWords(
            dishes.WASABI,
            in_words=dishes.WASABI_IN_WORDS,
            examples=dishes.DIPPED,
            care=dishes.UNDER_NIGIRI,
        ),
        "pudding": DishWords(
            gettext("at the end: most\xa0+{most}, fewest\xa0{fewest}; a tie shares"),
            among={range(2, 3): gettext("at the end: most\xa0+{most}")},
            in_words=gettext(
                "At the end of the game whoever has the most scores {most} points, and whoever"
                " has the fewest, or none, {fewest}. Tied players share them."
            ),
            in_words_among={range(2, 3): dishes.MOST_AT_THE_END},
            cards=dishes.PUDDINGS,
            tie=dishes.ON_PUDDINGS,
            examples=("pudding pudding pudding pudding | pudding pudding pudding | | ",),
        ),
    },
    tile=gettext("2 to 5 players, three rounds"),
    play=dishes.PICK_AND_PASS,
)

HAND = {2: 10, 3: 9, 4: 8, 5: 7}

GAME = Game(
    slug="sushi-go",
    title="Sushi Go!",
    number=2,
    kinds=KINDS,
    seats=(2, 5),
    rounds=3,
    each_round=EACH_ROUND,
    at_the_end=AT_THE_END,
    hand=lambda seats: HAND[seats],
    variants=("pass-both-ways", "dummy"),
    reshuffled=False,
    presentation=PRESENTATION,
)
