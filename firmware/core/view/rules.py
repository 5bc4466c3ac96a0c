"""What each dish brings, in one sentence with its numbers: beside its points, and on its tile.

The sentences are those of the rules as scored (docs/rules.md).
"""

from engine.cards import Game
from engine.games.omakase import CardTable

RULES = {
    "nigiri": "1, 2 or 3; three times that on wasabi",
    "egg-nigiri": "1; on wasabi 3",
    "salmon-nigiri": "2; on wasabi 6",
    "squid-nigiri": "3; on wasabi 9",
    "maki": "most icons 6, second\xa03",
    "temaki": "most +4, fewest\xa0−4",
    "uramaki": "first to 10 icons, then most: 8, 5, 2",
    "tempura": "2 for 5 points",
    "sashimi": "3 for 10 points",
    "dumpling": "1, 3, 6, 10, 15 points",
    "eel": "1 is −3, more are\xa07",
    "tofu": "1 is 2, 2 are 6, more\xa0are\xa00",
    "edamame": "1 for each opponent with any, at most 4",
    "miso-soup": "3; two in a turn are out",
    "onigiri": "shapes: 1,\xa04,\xa09,\xa016",
    "chopsticks": "later, play two cards",
    "spoon": "later, ask for a card",
    "menu": "one of four drawn cards",
    "takeout-box": "flips cards: 2 each",
    "flipped": "2 each",
    "soy-sauce": "4 with the most colours",
    "tea": "1 for each card of your largest colour",
    "special-order": "then the card it copies",
    "wasabi": "triples the next nigiri",
    "pudding": "at the end: most\xa0+6, fewest\xa0−6",
    "green-tea-ice-cream": "at the end: 4 for 12 points",
    "fruit": "at the end: each fruit −2\xa0to\xa010",
}
SHARED = {  # Sushi Go!
    "maki": "most icons 6, second\xa03; a tie shares",
    "pudding": "at the end: most\xa0+6, fewest\xa0−6; a tie shares",
}
OF_TWO = {"temaki": "most +4", "pudding": "at the end: most\xa0+6"}
OF_SIX = {"maki": "most icons 6, second\xa04, third\xa02"}
ACTIONS = {"shoyu": "doubles one sushi outside the sets", "matcha": "room for one more card"}


def rule(game: Game, slug: str, players: int = 0) -> str:
    """What a kind or a face brings, among so many players (0: any number); "" where nothing is
    told of it. Where cards have prices, yen and sets.
    """
    if isinstance(game.card_table, CardTable):
        dish = game.card_table.dishes[slug]
        sets = [name.removesuffix("-set").capitalize() for name in dish.sets]
        yen = f"{dish.yen} yen" if dish.yen else ACTIONS.get(slug, "0 yen")
        return f"{yen}; {', '.join(sets)}\xa0set" if sets else yen
    if players == 2 and slug in OF_TWO:
        return OF_TWO[slug]
    if players >= 6 and slug in OF_SIX:
        return OF_SIX[slug]
    return (SHARED if game.slug == "sushi-go" else RULES).get(slug) or RULES.get(slug, "")
