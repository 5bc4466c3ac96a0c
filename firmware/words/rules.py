"""What each dish brings, in one sentence with its numbers: beside its points, and on its tile.

The sentences are those of the rules as scored (docs/rules.md).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import Game
from engine.games.omakase import CardTable
from firmware.words.labels import kind_title
from firmware.words.message import Message, gettext, joined

RULES: Mapping[str, Message] = {
    "nigiri": gettext("1, 2 or 3; three times that on wasabi"),
    "egg-nigiri": gettext("1; on wasabi 3"),
    "salmon-nigiri": gettext("2; on wasabi 6"),
    "squid-nigiri": gettext("3; on wasabi 9"),
    "maki": gettext("most icons 6, second\xa03"),
    "temaki": gettext("most +4, fewest\xa0−4"),
    "uramaki": gettext("first to 10 icons, then most: 8, 5, 2"),
    "tempura": gettext("2 for 5 points"),
    "sashimi": gettext("3 for 10 points"),
    "dumpling": gettext("1, 3, 6, 10, 15 points"),
    "eel": gettext("1 is −3, more are\xa07"),
    "tofu": gettext("1 is 2, 2 are 6, more\xa0are\xa00"),
    "edamame": gettext("1 for each opponent with any, at most 4"),
    "miso-soup": gettext("3; two in a turn are out"),
    "onigiri": gettext("shapes: 1,\xa04,\xa09,\xa016"),
    "chopsticks": gettext("later, play two cards"),
    "spoon": gettext("later, ask for a card"),
    "menu": gettext("one of four drawn cards"),
    "takeout-box": gettext("flips cards: 2 each"),
    "flipped": gettext("2 each"),
    "soy-sauce": gettext("4 with the most colours"),
    "tea": gettext("1 for each card of your largest colour"),
    "special-order": gettext("then the card it copies"),
    "wasabi": gettext("triples the next nigiri"),
    "pudding": gettext("at the end: most\xa0+6, fewest\xa0−6"),
    "green-tea-ice-cream": gettext("at the end: 4 for 12 points"),
    "fruit": gettext("at the end: each fruit −2\xa0to\xa010"),
}
SHARED: Mapping[str, Message] = {  # Sushi Go!
    "maki": gettext("most icons 6, second\xa03; a tie shares"),
    "pudding": gettext("at the end: most\xa0+6, fewest\xa0−6; a tie shares"),
}
OF_TWO: Mapping[str, Message] = {
    "temaki": gettext("most +4"),
    "pudding": gettext("at the end: most\xa0+6"),
}
OF_SIX: Mapping[str, Message] = {"maki": gettext("most icons 6, second\xa04, third\xa02")}
ACTIONS: Mapping[str, Message] = {
    "shoyu": gettext("doubles one sushi outside the sets"),
    "matcha": gettext("room for one more card"),
}
NO_YEN = gettext("0 yen")
NOTHING = Message("")


def rule(game: Game, slug: str, players: int = 0) -> Message:
    """What a kind or a face brings, among so many players (0: any number); an empty message where
    nothing is told of it. Where cards have prices, yen and sets.
    """
    if isinstance(game.card_table, CardTable):
        dish = game.card_table.dishes[slug]
        brings = gettext("{yen} yen", yen=dish.yen) if dish.yen else ACTIONS.get(slug, NO_YEN)
        if not dish.sets:
            return brings
        names = joined([SETS.get(name) or kind_title(game, name) for name in dish.sets])
        return gettext("{brings}; {sets}\xa0set", brings=brings, sets=names)
    if players == 2 and slug in OF_TWO:
        return OF_TWO[slug]
    if players >= 6 and slug in OF_SIX:
        return OF_SIX[slug]
    return (SHARED if game.slug == "sushi-go" else RULES).get(slug) or RULES.get(slug, NOTHING)


SETS: Mapping[str, Message] = {
    "omakase-set": gettext("Omakase"),
    "sakura-set": gettext("Sakura"),
    "ume-set": gettext("Ume"),
    "kids-set": gettext("Kids"),
}
