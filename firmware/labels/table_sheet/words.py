"""The few words on a tile: what scanning it does, or what the dish brings.

The commands' are the scan protocol's words, the dishes' those of the rules as scored.
"""

from engine.cards import Face, Game, Kind
from engine.games.omakase import CardTable

COMMANDS = {
    "next": "begins the game, and each new round",
    "score": "ends the round; once more, if it asks",
    "undo": "takes back the last scan",
    "remove": "then the card to strike",
    "flip": "then the card that a takeout box turned over",
    "same-turn": "then uramaki revealed together with the last",
    "page": "the next page on the display",
    "sound": "on, soft, off",
    "tally": "scan when the round is over: the usual way",
    "live": "scan every card as it is revealed",
    "new-game": "the same players again; once more: an empty table",
    "teach": "then a sticker of your own, then what it shall mean",
    "pass-both-ways": "round 2 is passed to the right",
    "dummy": "a third hand for two players; in the round, its badge",
}
GAMES = {
    "sushi-go-party": "then a menu, or tiles for one of your own",
    "sushi-go": "2 to 5 players, three rounds",
    "omakase": "one round; then scan every hand",
}
DISHES = {
    "nigiri": "1, 2 or 3; three times that on wasabi",
    "egg-nigiri": "1; on wasabi 3",
    "salmon-nigiri": "2; on wasabi 6",
    "squid-nigiri": "3; on wasabi 9",
    "maki": "most icons 6, second\xa03",
    "temaki": "most +4, fewest\xa0−4",
    "uramaki": "first to 10 icons: 8, 5, 2",
    "tempura": "2 for 5 points",
    "sashimi": "3 for 10 points",
    "dumpling": "1, 3, 6, 10, 15 points",
    "eel": "one is −3, more are\xa07",
    "tofu": "1 is 2, 2 are 6, more\xa0are\xa00",
    "edamame": "1 for each opponent with any, at most 4",
    "miso-soup": "3; two in one turn go",
    "onigiri": "shapes: 1,\xa04,\xa09,\xa016",
    "chopsticks": "later, play two cards",
    "spoon": "later, ask for a card",
    "menu": "live only: in a tally it never stays",
    "takeout-box": "live only: in a tally it never stays",
    "soy-sauce": "4, with the most colours",
    "tea": "1 for each card of your largest colour",
    "special-order": "then the card it copies",
    "wasabi": "triples the next nigiri",
    "pudding": "at the end: most\xa0+6, fewest\xa0−6",
    "green-tea-ice-cream": "at the end: 4 for 12 points",
    "fruit": "at the end: each fruit −2\xa0to\xa010",
}
# Where a tile does more than choose what is on the menu.
TILES = {
    "uramaki": "also, in a round, after a badge: the next place is taken",
    "menu": "play one of four cards drawn",
    "takeout-box": "turn cards over: 2 each",
}


def preset(game: Game, slug: str) -> str:
    """Name what is on a menu."""
    titles = [game.kind(kind).title for kind in game.presets[slug][1]]
    return ", ".join([titles[0], *(title[0].lower() + title[1:] for title in titles[1:])])


def tile(game: Game, kind: Kind) -> str:
    """Say what a kind brings, and with how many players it may not be."""
    words = TILES.get(kind.slug) or DISHES.get(kind.slug, "")
    barred = " or ".join(str(players) for players in game.barred.get(kind.slug, ()))
    return f"{words}; not with {barred} players" if barred else words


def face(game: Game, kind: Kind, face: Face) -> str:
    """Say what a card brings: yen and sets, where the game has prices."""
    if not isinstance(game.card_table, CardTable):
        return DISHES.get(face.slug) or DISHES.get(kind.slug, "")
    dish = game.card_table.dishes[face.slug]
    sets = [name.removesuffix("-set").capitalize() for name in dish.sets]
    yen = f"{dish.yen} yen" if dish.yen else ACTIONS.get(face.slug, "0 yen")
    return f"{yen}; {', '.join(sets)}\xa0set" if sets else yen


ACTIONS = {"shoyu": "doubles a dish outside the sets", "matcha": "room for one card more"}
