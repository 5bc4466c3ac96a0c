"""A game of another maker, whose kinds and menus are called as those of Sushi Go Party!."""

import os

from engine.cards import Game, face, kind
from engine.message import gettext
from engine.presentation import DishWords, Presentation
from engine.scoring.scorers import each, ladder, ranked, sets

GAME = Game(
    slug="feast",
    title="Feast",
    number=12,
    kinds=(
        kind("nigiri", "Nigiri", 0, "always", "yellow", copies=6),
        kind("temaki", "Temaki", 1, "roll", "plum", copies=12),
        kind("uramaki", "Uramaki", 2, "roll", "lemon", face("uramaki-3", "Uramaki 3", 9)),
        kind("menu", "Menu", 3, "special", "cream", copies=5),
        kind("tea", "Tea", 4, "special", "dark-red", copies=5),
        kind("pudding", "Pudding", 5, "dessert", "light-pink", copies=8),
    ),
    seats=(2, 4),
    rounds=2,
    each_round={
        "nigiri": each(2),
        "temaki": ranked(11, 5),
        "uramaki": sets(of=2, points=9),
        "menu": ladder(1, 4),
        "tea": each(-1),
    },
    at_the_end={"pudding": ranked(8, fewest=-8)},
    hand=lambda seats: 4,
    shuffled_in=lambda round_no, seats: 2,
    menu={"always": 1, "roll": 2, "special": 1, "dessert": 1},
    presets={"my-first-meal": ("My First Feast", ("temaki", "uramaki", "menu", "pudding"))},
    barred={"tea": (2,)},
    presentation=Presentation(
        {
            "nigiri": DishWords(gettext("{points} a piece")),
            "temaki": DishWords(gettext("the most get {most}, then {second}")),
            "uramaki": DishWords(gettext("{points} for a pair"), icon="maki"),
            "menu": DishWords(gettext("{step1}, then {step2}")),
            "tea": DishWords(gettext("{points} each")),
            "pudding": DishWords(
                gettext("kept: most {most}, fewest {fewest}"),
                cards=gettext("sweets"),
                tie=gettext("on sweets, {cards} to {most}"),
            ),
        },
        tile=gettext("a made-up feast"),
        domain="okanjo_feast",
        catalogues=os.path.join(os.path.dirname(__file__), "catalogues"),
    ),
)
