"""Sushi Go Party!: 181 cards, what is on a menu, and what each kind scores. 2 to 8 players.

Source of each number: the rule book, headings "Contents", "Card selections", "Starting a round"
and the card guide. Colours are the cards' backgrounds; wasabi shares the nigiri's.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Column, Game, Scorer, face, kind
from engine.causes import Cause, Comparison
from engine.games import dishes
from engine.message import gettext
from engine.presentation import DishWords, Presentation
from engine.scoring.scorers import each, ladder, numbers_of_steps, ranked, sets
from engine.scoring.uramaki import PLACES, TARGET

FRUIT = (-2, 0, 1, 3, 6, 10)
MOST_OPPONENTS, PER_SOY_SAUCE, PER_FLIPPED = 4, 4, 2
SHAPES = 4


def _onigiri(*shapes: Column) -> list[int]:
    """Card guide, "Onigiri": sets of different shapes, as large as they can be, squared."""
    points = []
    for counts in zip(*shapes, strict=True):
        sizes = [sum(count > n for count in counts) for n in range(max(counts))]
        points.append(sum(size * size for size in sizes))
    return points


def _edamame(cards: Column) -> list[int]:
    """Card guide, "Edamame": each is worth 1 for each opponent with any, at most 4."""
    opponents = min(MOST_OPPONENTS, sum(count > 0 for count in cards) - 1)
    return [count * opponents if count else 0 for count in cards]


def _uramaki(icons: Column, places: Column, paid: Column) -> list[int]:
    """Card guide, "Uramaki", end of the round: most icons left take the next place, ties in full.

    `places` counts the places each seat took during the round, `paid` what they brought.
    """
    taken, most = sum(places), max(icons)
    prize = PLACES[taken] if taken < len(PLACES) and most else 0
    return [won + (prize if count == most else 0) for won, count in zip(paid, icons, strict=True)]


def _tea(teas: Column, colours: Sequence[bytes]) -> list[int]:
    """Card guide, "Tea": each is worth the cards of the seat's largest colour, tea included."""
    return [tea * max(seat) if tea else 0 for tea, seat in zip(teas, colours, strict=True)]


def _soy_sauce(soys: Column, colours: Sequence[bytes]) -> list[int]:
    """Card guide, "Soy sauce": 4 each for the most different colours of all seats, soy or not."""
    lacking = [seat.count(0) for seat in colours]
    fewest = min(lacking)
    return [
        PER_SOY_SAUCE * soy if count == fewest else 0
        for soy, count in zip(soys, lacking, strict=True)
    ]


def _fruit(*fruits: Column) -> list[int]:
    """Card guide, "Fruit": each of the three by its icons; having none costs."""
    return [sum(FRUIT[min(icons, 5)] for icons in seat) for seat in zip(*fruits, strict=True)]


# --- why a seat is paid, where that depends on others ------------------------------


def _place(seen: Comparison) -> Cause | None:
    _, _, paid = seen.columns
    if seen.points in PLACES:
        is_paid = paid[seen.seat] == seen.points
        place = PLACES.index(seen.points) + 1
        return Cause(seen.kind, "place" if is_paid else "place-so-far", place)
    if seen.points:
        return Cause(seen.kind, "places", seen.points)
    return Cause(seen.kind, "no-place") if seen.more else None


def _opponents(seen: Comparison) -> Cause | None:
    """Its own points only change with who else has some."""
    (held,) = seen.columns
    others = sum(count > 0 for count in held) - (held[seen.seat] > 0)
    return Cause(seen.kind, "opponents-with-any", others) if held[seen.seat] else None


def _most_colours(seen: Comparison) -> Cause | None:
    (held,) = seen.columns
    if not held[seen.seat]:
        return None
    return Cause(seen.kind, "most-colours" if seen.points else "others-have-more-colours")


def _largest_colour(seen: Comparison) -> Cause | None:
    largest = max(seen.colours[seen.seat])
    return Cause(seen.kind, "largest-colour", largest) if seen.points else None


EACH_ROUND = {
    "nigiri": each(1),  # the columns hold the points: 1, 2, 3, tripled on a wasabi
    "maki": ranked(6, 3, from_six=(6, 4, 2)),
    "temaki": ranked(4, fewest=-4),
    "uramaki": Scorer(
        _uramaki,
        ("uramaki", "uramaki-places", "uramaki-paid"),
        compare=_place,
        numbers={"target": TARGET, "places": PLACES},
    ),
    "tempura": sets(of=2, points=5),
    "sashimi": sets(of=3, points=10),
    "dumpling": ladder(1, 3, 6, 10, 15),
    "eel": ladder(-3, 7),
    "tofu": ladder(2, 6, 0),
    "onigiri": Scorer(
        _onigiri, numbers=numbers_of_steps([size * size for size in range(1, SHAPES + 1)])
    ),
    "edamame": Scorer(_edamame, compare=_opponents, numbers={"most": MOST_OPPONENTS}),
    "miso-soup": each(3),
    "soy-sauce": Scorer(
        _soy_sauce, colours=True, compare=_most_colours, numbers={"points": PER_SOY_SAUCE}
    ),
    "tea": Scorer(_tea, colours=True, compare=_largest_colour),
    "flipped": each(PER_FLIPPED),
}

AT_THE_END = {
    "pudding": ranked(6, fewest=-6),
    "green-tea-ice-cream": sets(of=4, points=12),
    "fruit": Scorer(_fruit, numbers={"least": FRUIT[0], "most": FRUIT[-1], "steps": FRUIT[1:]}),
}

KINDS = (
    kind(
        "nigiri", "Nigiri", 0, "always", "yellow",
        face("egg-nigiri", "Egg nigiri", 4, nigiri=1),
        face("salmon-nigiri", "Salmon nigiri", 5, nigiri=2),
        face("squid-nigiri", "Squid nigiri", 3, nigiri=3),
        act="nigiri",
    ),
    kind(
        "maki", "Maki roll", 3, "roll", "red",
        face("maki-1", "Maki roll 1", 4, maki=1),
        face("maki-2", "Maki roll 2", 5, maki=2),
        face("maki-3", "Maki roll 3", 3, maki=3),
    ),
    kind("temaki", "Temaki", 6, "roll", "plum", copies=12),
    kind(
        "uramaki", "Uramaki", 7, "roll", "lemon",
        face("uramaki-3", "Uramaki 3", 4, uramaki=3),
        face("uramaki-4", "Uramaki 4", 4, uramaki=4),
        face("uramaki-5", "Uramaki 5", 4, uramaki=5),
        act="uramaki",
    ),
    kind("tempura", "Tempura", 10, "appetizer", "lilac", copies=8),
    kind("sashimi", "Sashimi", 11, "appetizer", "yellow-green", copies=8),
    kind("dumpling", "Dumpling", 13, "appetizer", "blue", copies=8),
    kind("eel", "Eel", 14, "appetizer", "indigo", copies=8),
    kind("tofu", "Tofu", 15, "appetizer", "leaf-green", copies=8),
    kind("edamame", "Edamame", 16, "appetizer", "purple", copies=8),
    kind("miso-soup", "Miso soup", 12, "appetizer", "teal", copies=8, act="miso"),
    kind(
        "onigiri", "Onigiri", 17, "appetizer", "magenta",
        face("onigiri-circle", "Onigiri circle", 2, circle=1),
        face("onigiri-triangle", "Onigiri triangle", 2, triangle=1),
        face("onigiri-square", "Onigiri square", 2, square=1),
        face("onigiri-rectangle", "Onigiri rectangle", 2, rectangle=1),
    ),
    kind(
        "chopsticks", "Chopsticks", 21, "special", "mint",
        *(face(f"chopsticks-{n}", f"Chopsticks {n}", 1, n) for n in (1, 2, 3)),
        act="chopsticks",
    ),
    kind(
        "spoon", "Spoon", 24, "special", "grey",
        *(face(f"spoon-{n}", f"Spoon {n}", 1, n) for n in (4, 5, 6)),
        act="spoon",
    ),
    kind(
        "menu", "Menu", 27, "special", "cream",
        *(face(f"menu-{n}", f"Menu {n}", 1, n) for n in (7, 8, 9)),
        act="menu",
    ),
    kind(
        "takeout-box", "Takeout box", 30, "special", "tan",
        *(face(f"takeout-box-{n}", f"Takeout box {n}", 1, n) for n in (10, 11, 12)),
        act="takeout-box",
    ),
    kind("soy-sauce", "Soy sauce", 33, "special", "orange", copies=3),
    kind("tea", "Tea", 34, "special", "dark-red", copies=3),
    kind("special-order", "Special order", 35, "special", "", copies=3, act="special-order"),
    kind("wasabi", "Wasabi", 36, "special", "yellow", copies=3, act="wasabi"),
    kind("pudding", "Pudding", 37, "dessert", "light-pink", copies=15),
    kind(
        "green-tea-ice-cream", "Green tea ice cream", 38, "dessert", "petrol-blue",
        copies=15,
    ),
    kind(
        "fruit", "Fruit", 39, "dessert", "salmon-pink",
        face("fruit-watermelon-watermelon", "Watermelon twice", 2, watermelon=2),
        face("fruit-orange-orange", "Orange twice", 2, orange=2),
        face("fruit-pineapple-pineapple", "Pineapple twice", 2, pineapple=2),
        face("fruit-watermelon-orange", "Watermelon, orange", 3, watermelon=1, orange=1),
        face("fruit-watermelon-pineapple", "Watermelon, pineappl.", 3, watermelon=1, pineapple=1),
        face("fruit-orange-pineapple", "Orange, pineapple", 3, orange=1, pineapple=1),
    ),
)  # fmt: skip

_ICE = "green-tea-ice-cream"
PRESETS = {
    "my-first-meal": ("My First Meal", (
        "maki", "tempura", "sashimi", "miso-soup", "wasabi", "tea", _ICE,
    )),
    "sushi-go-classic": ("Sushi Go! classic", (
        "maki", "tempura", "sashimi", "dumpling", "chopsticks", "wasabi", "pudding",
    )),
    "party-sampler": ("Party Sampler", (
        "temaki", "tempura", "dumpling", "tofu", "wasabi", "menu", _ICE,
    )),
    "master-menu": ("Master Menu", (
        "temaki", "onigiri", "tofu", "sashimi", "spoon", "takeout-box", "fruit",
    )),
    "points-platter": ("Points Platter", (
        "uramaki", "onigiri", "dumpling", "edamame", "special-order", "tea", _ICE,
    )),
    "cutthroat-combo": ("Cutthroat Combo", (
        "temaki", "eel", "tofu", "miso-soup", "spoon", "soy-sauce", "pudding",
    )),
    "big-banquet": ("Big Banquet", (
        "maki", "tempura", "dumpling", "eel", "spoon", "chopsticks", _ICE,
    )),
    "dinner-for-two": ("Dinner for Two", (
        "uramaki", "onigiri", "tofu", "miso-soup", "menu", "special-order", "fruit",
    )),
}  # fmt: skip

IN_LIVE_ONLY = gettext("scan it in live mode only")
PRESENTATION = Presentation(
    {
        **dishes.nigiri(KINDS[0]),
        "maki": DishWords(
            gettext("most icons {most}, second\xa0{second}"),
            among={
                range(6, 9): gettext(
                    "most icons {most_from_six}, second\xa0{second_from_six}, "
                    "third\xa0{third_from_six}"
                )
            },
            in_words=gettext(
                "Whoever has the most icons scores {most} points, the second {second}."
            ),
            in_words_among={
                range(6, 9): gettext(
                    "Whoever has the most icons scores {most_from_six} points, the second"
                    " {second_from_six}, the third {third_from_six}."
                )
            },
            cards=dishes.MAKI,
            examples=("maki-3 maki-2 | maki-3 maki-2 | maki-3 | maki-1 | ",),
        ),
        "temaki": DishWords(
            gettext("most +{most}, fewest\xa0{fewest}"),
            among={range(2, 3): gettext("most +{most}")},
            in_words=gettext(
                "Whoever has the most scores {most} points, and whoever has the fewest, or none,"
                " {fewest}."
            ),
            in_words_among={range(2, 3): gettext("Whoever has the most scores {most} points.")},
            cards=gettext("temaki"),
            examples=("temaki temaki temaki | temaki temaki | | ",),
        ),
        "uramaki": DishWords(
            gettext("first to {target} icons, then most: {places}"),
            in_words=gettext(
                "Whoever gets to {target} icons takes the next place, and at the end of the round"
                " so does whoever has the most. The places score {places} points."
            ),
            kind_tile=gettext("in a round, after a badge: takes the next place"),
            examples=("uramaki-5 uramaki-5 | uramaki-4 uramaki-3 | uramaki-3 | ",),
            care=(
                gettext("With {target} icons you take the next place, and discard your uramaki."),
            ),
        ),
        "tempura": DishWords(dishes.SETS, in_words=dishes.SETS_IN_WORDS, examples=dishes.TEMPURA),
        "sashimi": DishWords(dishes.SETS, in_words=dishes.SETS_IN_WORDS, examples=dishes.SASHIMI),
        "dumpling": DishWords(
            dishes.STEPS, in_words=dishes.STEPS_IN_WORDS, examples=dishes.DUMPLINGS
        ),
        "eel": DishWords(
            gettext("1 is {step1}, more are\xa0{step2}"),
            in_words=gettext(
                "A single one scores {step1} points, two or more score {step2} together."
            ),
            examples=("eel", "eel eel", "eel eel eel"),
        ),
        "tofu": DishWords(
            gettext("1 is {step1}, 2 are {step2}, more\xa0are\xa0{step3}"),
            in_words=gettext(
                "One scores {step1} points, two score {step2} together, three or more {step3}."
            ),
            examples=("tofu", "tofu tofu", "tofu tofu tofu"),
        ),
        "edamame": DishWords(
            gettext("1 for each opponent with any, at most {most}"),
            in_words=gettext(
                "Each scores a point for every opponent who has any, but at most {most} points."
            ),
            examples=("edamame edamame edamame | edamame edamame | edamame | ",),
        ),
        "miso-soup": DishWords(
            gettext("{points}; two in a turn are out"),
            in_words=gettext("Each that stays on the table scores {points} points."),
            examples=("miso-soup", "miso-soup miso-soup"),
            care=(
                gettext(
                    "If two or more are played in one turn, by anybody, all of that turn's are"
                    " discarded."
                ),
            ),
        ),
        "onigiri": DishWords(
            gettext("shapes: {step1},\xa0{step2},\xa0{step3},\xa0{step4}"),
            in_words=gettext(
                "Collect different shapes: one scores {step1} point, two score {step2}, three"
                " {step3}, all four {step4}. A second one of a shape begins another set."
            ),
            examples=(
                "onigiri-circle onigiri-triangle onigiri-square onigiri-rectangle",
                "onigiri-circle onigiri-triangle onigiri-square onigiri-square",
            ),
        ),
        "chopsticks": DishWords(
            dishes.CHOPSTICKS, in_words=dishes.CHOPSTICKS_IN_WORDS, care=dishes.WITH_CHOPSTICKS
        ),
        "spoon": DishWords(
            gettext("later, ask for a card"),
            in_words=gettext(
                "Scores nothing, but gets you a card from another player on a later turn."
            ),
            care=(
                gettext(
                    "On a later turn, after the reveal: name a card. The first player to your left"
                    " who has it in hand gives it to you and takes the spoon."
                ),
                gettext("If nobody has it, the spoon is discarded."),
            ),
        ),
        "menu": DishWords(
            gettext("one of four drawn cards"),
            in_words=gettext("Scores nothing, but lets you play one of four cards from the deck."),
            kind_tile=gettext("play one of four cards drawn"),
            face_tile=IN_LIVE_ONLY,
            care=(
                gettext(
                    "When you play it: draw four cards from the deck, play one of them (no Menu),"
                    " shuffle the others back in, and discard the Menu."
                ),
            ),
        ),
        "takeout-box": DishWords(
            gettext("flips cards: {points} each", points=PER_FLIPPED),
            in_words=gettext(
                "Scores nothing itself: each card that you flip with it scores {points} points,"
                " whatever it was.",
                points=PER_FLIPPED,
            ),
            kind_tile=gettext("flip cards: {points} each", points=PER_FLIPPED),
            face_tile=IN_LIVE_ONLY,
            examples=("flipped", "flipped flipped flipped"),
            care=(
                gettext(
                    "When you play it: flip as many of your cards from earlier turns as you like,"
                    " and discard the box."
                ),
                gettext("A flipped card is nothing else any more, and a flipped dessert none."),
            ),
        ),
        "flipped": DishWords(dishes.EACH, title=gettext("Flipped")),
        "soy-sauce": DishWords(
            gettext("{points} with the most colours"),
            in_words=gettext(
                "Scores {points} points if nobody has more different colours than you."
            ),
            examples=("soy-sauce egg-nigiri roll/1 appetizer/1 | roll/1 appetizer/1",),
            care=(gettext("The soy sauce's own colour counts; nigiri and wasabi are one colour."),),
        ),
        "tea": DishWords(
            gettext("1 for each card of your largest colour"),
            in_words=gettext("Scores a point for each card of the colour that you have most of."),
            examples=("tea", "egg-nigiri salmon-nigiri salmon-nigiri tea"),
            care=(gettext("The tea's own colour counts; nigiri and wasabi are one colour."),),
        ),
        "special-order": DishWords(
            gettext("then the card it copies"),
            in_words=gettext("Counts as a card that you have played before: choose which."),
            examples=("salmon-nigiri special-order=salmon-nigiri",),
            care=(
                gettext("It copies a card that you have played on an earlier turn."),
                gettext("With nothing to copy it is discarded."),
            ),
        ),
        "wasabi": DishWords(
            dishes.WASABI,
            in_words=dishes.WASABI_IN_WORDS,
            examples=dishes.DIPPED,
            care=dishes.UNDER_NIGIRI,
        ),
        "pudding": DishWords(
            gettext("at the end: most\xa0+{most}, fewest\xa0{fewest}"),
            among={range(2, 3): gettext("at the end: most\xa0+{most}")},
            in_words=gettext(
                "At the end of the game whoever has the most scores {most} points, and whoever"
                " has the fewest, or none, {fewest}."
            ),
            in_words_among={range(2, 3): dishes.MOST_AT_THE_END},
            cards=dishes.PUDDINGS,
            tie=dishes.ON_PUDDINGS,
            examples=("pudding pudding pudding pudding | pudding pudding | pudding | pudding",),
        ),
        _ICE: DishWords(
            gettext("at the end: {of} for {points} points"),
            in_words=gettext(
                "At the end of the game each set of {of} scores {points} points; fewer score"
                " nothing."
            ),
            tie=gettext("on ice creams, {cards} to {most}"),
            examples=(f"{_ICE} {_ICE} {_ICE}", f"{_ICE} {_ICE} {_ICE} {_ICE}"),
        ),
        "fruit": DishWords(
            gettext("at the end: each fruit {least}\xa0to\xa0{most}"),
            in_words=gettext(
                "At the end of the game each of the three fruits counts by itself: none scores"
                " {least} points; one, two, three, four, five or more icons score {steps}."
            ),
            tie=gettext("on fruit, {cards} to {most}"),
            examples=(
                "fruit-orange-orange fruit-orange-pineapple fruit-watermelon-pineapple",
                "",
            ),
        ),
        "fruit-watermelon-pineapple": DishWords(in_full=gettext("Watermelon, pineapple")),
    },
    tile=gettext("then a menu, or tiles for your own"),
    play=dishes.PICK_AND_PASS,
)

HAND = {2: 10, 3: 10, 4: 9, 5: 9, 6: 8, 7: 8, 8: 7}
DESSERTS = {False: (5, 3, 2), True: (7, 5, 3)}  # from six players up

GAME = Game(
    slug="sushi-go-party",
    title="Sushi Go Party!",
    number=1,
    kinds=KINDS,
    seats=(2, 8),
    rounds=3,
    each_round=EACH_ROUND,
    at_the_end=AT_THE_END,
    hand=lambda seats: HAND[seats],
    shuffled_in=lambda round_no, seats: DESSERTS[seats >= 6][round_no - 1],
    menu={"always": 1, "roll": 1, "appetizer": 3, "special": 2, "dessert": 1},
    presets=PRESETS,
    barred={"menu": (7, 8), "special-order": (7, 8), "spoon": (2,), "edamame": (2,)},
    presentation=PRESENTATION,
)
