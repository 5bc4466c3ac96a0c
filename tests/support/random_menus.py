"""List the decks as the boxes hold them, and draw menus to play with.

Counted off the tables of the rules, not off the engine's.
"""

from support.plain_tray import SPECIAL, card

ROLLS = ("maki", "temaki", "uramaki")
APPETIZERS = ("tempura", "sashimi", "dumpling", "eel", "tofu", "edamame", "miso-soup", "onigiri")
PLAIN_SPECIALS = ("soy-sauce", "tea", "special-order", "wasabi")
SPECIALS = (*PLAIN_SPECIALS, "chopsticks", "spoon", "menu", "takeout-box")
DESSERTS = ("pudding", "green-tea-ice-cream", "fruit")
PARTY_FACES = {
    "nigiri": {"egg-nigiri": 4, "salmon-nigiri": 5, "squid-nigiri": 3},
    "maki": {"maki-1": 4, "maki-2": 5, "maki-3": 3},
    "temaki": {"temaki": 12},
    "uramaki": {"uramaki-3": 4, "uramaki-4": 4, "uramaki-5": 4},
    **{kind: {kind: 8} for kind in APPETIZERS[:-1]},
    "onigiri": {f"onigiri-{shape}": 2 for shape in ("circle", "triangle", "square", "rectangle")},
    "chopsticks": {f"chopsticks-{number}": 1 for number in (1, 2, 3)},
    "spoon": {f"spoon-{number}": 1 for number in (4, 5, 6)},
    "menu": {f"menu-{number}": 1 for number in (7, 8, 9)},
    "takeout-box": {f"takeout-box-{number}": 1 for number in (10, 11, 12)},
    **{kind: {kind: 3} for kind in PLAIN_SPECIALS},
    "pudding": {"pudding": 15},
    "green-tea-ice-cream": {"green-tea-ice-cream": 15},
    "fruit": {
        "fruit-watermelon-watermelon": 2,
        "fruit-orange-orange": 2,
        "fruit-pineapple-pineapple": 2,
        "fruit-watermelon-orange": 3,
        "fruit-watermelon-pineapple": 3,
        "fruit-orange-pineapple": 3,
    },
}
SUSHI_GO_FACES = {
    "tempura": 14,
    "sashimi": 14,
    "dumpling": 14,
    "maki-1": 6,
    "maki-2": 12,
    "maki-3": 8,
    "pudding": 10,
    "egg-nigiri": 5,
    "salmon-nigiri": 10,
    "squid-nigiri": 5,
    "wasabi": 6,
    "chopsticks": 4,
}

PRESETS = {
    "my-first-meal": "maki tempura sashimi miso-soup wasabi tea green-tea-ice-cream",
    "sushi-go-classic": "maki tempura sashimi dumpling chopsticks wasabi pudding",
    "party-sampler": "temaki tempura dumpling tofu wasabi menu green-tea-ice-cream",
    "master-menu": "temaki onigiri tofu sashimi spoon takeout-box fruit",
    "points-platter": "uramaki onigiri dumpling edamame special-order tea green-tea-ice-cream",
    "cutthroat-combo": "temaki eel tofu miso-soup spoon soy-sauce pudding",
    "big-banquet": "maki tempura dumpling eel spoon chopsticks green-tea-ice-cream",
    "dinner-for-two": "uramaki onigiri tofu miso-soup menu special-order fruit",
}


def pieces(game, faces, rng, lost):
    """The physical cards. lost: "none", "some" (one sticker a face is off) or "all"."""
    made = []
    for face, copies in faces.items():
        off = rng.randint(1, copies) if lost == "some" and rng.random() < 0.3 else 0
        for copy in range(1, copies + 1):
            bare = copy == off or lost == "all"
            numbered = f"card {game}/{face}/{copy}"
            label = f"face {game}/{face}" if bare else numbered
            made.append(card(face, label=label, numbered=numbered, turn=0, bare=bare))
    return made


def party_menu(rng, seats):
    """Kinds of a menu that so many may play."""
    barred = {"spoon", "edamame"} if seats == 2 else set()
    if seats >= 7:
        barred = {"menu", "special-order"}
    specials = rng.sample([kind for kind in SPECIALS if kind not in barred], 2)
    if seats < 7 and rng.random() < 0.5:  # what meets in an odd way meets more often
        with_it = ["wasabi", "wasabi", "takeout-box", "chopsticks", "menu", "spoon"]
        specials = [SPECIAL, rng.choice(with_it[:5] if seats == 2 else with_it)]
    roll = rng.choice(ROLLS)
    if 3 <= seats < 7 and rng.random() < 0.25:  # races where the order of actions tells
        specials = rng.sample(["chopsticks", "spoon", "menu", SPECIAL], 2)
        roll = "uramaki"
    appetizers = rng.sample([kind for kind in APPETIZERS if kind not in barred], 3)
    return ["nigiri", roll, *appetizers, *specials, rng.choice(DESSERTS)]
