"""What stands on the menu: examples bring what playing them brings; what to do with the box."""

import pytest
from support.table_engine import EngineTable

from engine.cards import BADGES, Game
from engine.games import GAMES, omakase, sushi_go, sushi_go_party
from firmware.common.facts.menu import DishEntry, Example, ExampleCard
from firmware.core.view.menu import entries, entry, set_up
from firmware.words.language import say
from firmware.words.rules import care, example
from firmware.words.rules import set_up as rules_of

PARTY, CLASSIC, OMAKASE = sushi_go_party.GAME, sushi_go.GAME, omakase.GAME
MENUS = [("nigiri", *menu) for _, menu in PARTY.presets.values()]
BOOK = [  # the rule books' examples, and the rules as scored
    (PARTY, "tempura", 4, [[5], [5], [10]]),
    (PARTY, "maki", 4, [[6, 6, 3, 0]]),
    (PARTY, "maki", 6, [[6, 6, 4, 2, 0]]),
    (PARTY, "temaki", 4, [[4, 0, -4, -4]]),
    (PARTY, "temaki", 2, [[4, 0]]),
    (PARTY, "uramaki", 3, [[8, 5, 0]]),
    (PARTY, "edamame", 4, [[6, 4, 2, 0]]),
    (PARTY, "onigiri", 3, [[16], [10]]),
    (PARTY, "eel", 3, [[-3], [7], [7]]),
    (PARTY, "tofu", 3, [[2], [6], [0]]),
    (PARTY, "takeout-box", 3, [[2], [6]]),
    (PARTY, "wasabi", 3, [[9]]),
    (PARTY, "pudding", 4, [[6, 0, -6, -6]]),
    (PARTY, "pudding", 2, [[6, 0]]),
    (PARTY, "fruit", 3, [[4], [-6]]),
    (CLASSIC, "maki", 4, [[6, 1, 1, 0]]),
    (CLASSIC, "pudding", 4, [[6, 0, -3, -3]]),
    (OMAKASE, "karaage", 4, [[2000]]),
    (OMAKASE, "shoyu", 4, [[3000]]),
]


@pytest.mark.parametrize(("game", "slug", "players", "points"), BOOK)
def test_an_example_is_the_books(
    game: Game, slug: str, players: int, points: list[list[int]]
) -> None:
    menu = () if game is PARTY else tuple(kind.slug for kind in game.kinds)
    shown = entry(game, slug, menu, players).examples
    assert [[tray.points for tray in trays] for trays in shown] == points


def words_of(card: ExampleCard, game: Game) -> list[str]:
    face = f"face:{game.slug}/{card.face}"
    if card.counts_as == "flipped":
        return ["flip", f"face:{game.slug}/egg-nigiri"]
    return [face, *([f"face:{game.slug}/{card.counts_as}"] if card.counts_as else [])]


def played(shown: DishEntry, trays: Example, preset: str) -> list[int]:
    """What the kind brings each seat that plays its tray at a table; those with none like the last
    of trays that are compared.
    """
    game = shown.game
    begin = f"preset:{preset}" if preset else f"game:{game.slug}"
    seats = BADGES[: shown.players]
    table = EngineTable().scan(begin, *seats, "next")
    for number, badge in enumerate(seats):
        tray = trays[min(number, len(trays) - 1)] if len(trays) > 1 or not number else None
        words = [word for card in (tray.cards if tray else ()) for word in words_of(card, game)]
        table.scan(badge, *words)
    while table.table.phase != "finished":
        table.scan("score" if table.table.phase == "playing" else "next")
    kind = shown.kind.slug if game.scorer(shown.kind.slug) else "nigiri"
    kind = "flipped" if shown.kind.act == "takeout-box" else kind
    rows = table.report["seats"][: len(trays)]
    if kind in game.at_the_end:
        return [row["desserts"]["by"].get(kind, 0) for row in rows]
    if game.score_hands:
        return [row["rounds"][0]["points"] for row in rows]
    return [row["rounds"][0]["by"].get(kind, 0) for row in rows]


@pytest.mark.parametrize("players", [2, 3, 5, 8])
@pytest.mark.parametrize(
    ("game", "preset"),
    [*((PARTY, preset) for preset in PARTY.presets), (CLASSIC, ""), (OMAKASE, "")],
)
def test_playing_an_example_brings_what_it_says(game: Game, preset: str, players: int) -> None:
    most = min(players, game.seats[1])
    menu = ("nigiri", *game.presets[preset][1]) if preset else tuple(k.slug for k in game.kinds)
    if any(most in game.barred.get(slug, ()) for slug in menu):
        return
    for shown in entries(game, menu, most):
        for trays in shown.examples:
            assert played(shown, trays, preset) == [tray.points for tray in trays], shown.kind.slug


@pytest.mark.parametrize("game", GAMES)
def test_every_dish_has_an_example_or_says_when_it_is_used(game: Game) -> None:
    bare = {
        kind.slug
        for kind in game.kinds
        if not (entry(game, kind.slug).examples or care(entry(game, kind.slug)))
    }
    actions = {kind.slug for kind in game.kinds if kind.group == "action"} - {"shoyu"}
    alone = {slug for slug, dish in omakase.CARD_TABLE.dishes.items() if not dish.sets}
    assert bare == ((actions | alone) - {"shoyu"} if game is OMAKASE else set())


@pytest.mark.parametrize("menu", MENUS)
def test_examples_have_cards_of_this_menu_only(menu: tuple[str, ...]) -> None:
    for shown in entries(PARTY, menu, 4):
        for tray in (tray for trays in shown.examples for tray in trays):
            assert {card.kind.slug for card in tray.cards} <= {*menu}


def test_a_tray_in_words() -> None:
    soy = entry(PARTY, "soy-sauce", MENUS[5], 2)
    first, second = soy.examples[0]
    assert say(example(soy, first)) == "Soy sauce, Egg nigiri, Temaki, Eel: Soy sauce 4"
    assert say(example(soy, second)) == "Temaki, Eel: Soy sauce 0"
    order = entry(PARTY, "special-order")
    words = "Salmon nigiri, Special order as Salmon nigiri: 4"
    assert say(example(order, order.examples[0][0])) == words
    box = entry(PARTY, "takeout-box")
    assert say(example(box, box.examples[1][0])) == "3 × Flipped: 6"
    temaki = entry(PARTY, "temaki", players=3)
    assert say(example(temaki, temaki.examples[0][2])) == "no card: −4"


# --- the box ------------------------------------------------------------------------------


def sentences(game: Game, menu: tuple[str, ...], players: int, last=None) -> list[str]:
    return [say(sentence) for sentence in rules_of(set_up(game, menu, players, last))]


def test_what_to_do_with_the_box() -> None:
    assert sentences(PARTY, MENUS[5], 6) == [
        "Take out of the box: Nigiri, Temaki, Eel, Tofu, Miso soup, Spoon, Soy sauce, Pudding.",
        "Shuffle 54 cards: all but the desserts.",
        "Shuffle in desserts: 7 before round 1, 5 before round 2, 3 before round 3.",
        "Deal each player 8 cards.",
        "After each round all cards go back into the deck, but desserts: they stay with the"
        " players.",
    ]


def test_beside_the_last_game() -> None:
    before, now = MENUS[5], MENUS[3]
    assert sentences(PARTY, now, 2, before)[:2] == [
        "Put back into the box: Eel, Miso soup, Soy sauce, Pudding.",
        "Beside the last game’s, take out of the box: Onigiri, Sashimi, Takeout box, Fruit.",
    ]
    assert sentences(PARTY, now, 2, now)[0] == "The dishes are those of the last game."


def test_of_other_boxes() -> None:
    everything = tuple(kind.slug for kind in CLASSIC.kinds)
    assert sentences(CLASSIC, everything, 5) == [
        "Shuffle 108 cards.",
        "Deal each player 7 cards.",
        "After each round the cards that were played are set aside, but desserts: they stay with"
        " the players.",
    ]
    whole = tuple(kind.slug for kind in OMAKASE.kinds)
    assert sentences(OMAKASE, whole, 3) == ["Shuffle 62 cards."]


@pytest.mark.parametrize("players", [0, 1, 9])
def test_with_nobody_or_too_many_it_asks_for_badges(players: int) -> None:
    texts = sentences(PARTY, MENUS[0], players)
    assert texts[1:] == ["Scan a badge for each player: then this says how many cards to deal."]
