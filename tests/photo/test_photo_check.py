"""What of a deck, of the menu or of the desserts kept photos do not show."""

from collections.abc import Iterable
from typing import Any

from support.photo_rows import PARTY, code
from support.table_engine import EngineTable, begun

from engine.cards import Game
from engine.codes import codebook
from engine.games import GAMES
from engine.position import Table
from firmware.common.facts.photo import Checked
from firmware.core.photo import check
from firmware.interfaces.web.pages.photo.routes import checked_as_json, menu_as_json

PARTYS = GAMES[0]
Told = tuple[str, list[list[object]], list[list[object]]]
CLASSIC = (PARTY, 3, "sushi-go-classic")


def as_shown(checked: Checked) -> Told:
    """What a page shows of it: a sentence, what is missing, what is too much."""
    record: Any = checked_as_json(checked, codebook())
    text, missing, extra = record.values()
    return text, [[*card] for card in missing], [[*card] for card in extra]


def deck(game: Game, codes: Iterable[str]) -> Told:
    return as_shown(check.deck(game, codebook(), codes))


def desserts(table: Table, codes: Iterable[str]) -> Told:
    return as_shown(check.desserts(table, codebook(), codes))


def menu(table: Table, codes: Iterable[str]) -> Told:
    record: Any = menu_as_json(check.menu(table, codebook(), codes), codebook())
    text, missing, extra = record.values()
    return text, missing, [[*card] for card in extra]


def test_a_deck_is_whole_or_its_missing_cards_are_named() -> None:
    all_ = [
        label.code for label in codebook().labels if (label.game, label.type) == (PARTY, "card")
    ]
    assert deck(PARTYS, [*all_, *all_[:3], code("red")]) == (
        "All 181 cards are there.", [], [],
    )  # fmt: skip
    gone = {code("tempura/3"), code("tempura/7"), code("pudding/1")}
    text, missing, extra = deck(
        PARTYS, [label_code for label_code in all_ if label_code not in gone]
    )
    assert text == "178 of 181 cards are there."
    assert sorted(missing) == [["Pudding", [1]], ["Tempura", [3, 7]]]
    assert extra == []


def test_cards_of_another_game_are_too_many_in_a_deck() -> None:
    codes = [code("tempura/1"), code("card:sushi-go/tempura/2"), "990011"]
    text, _, extra = deck(PARTYS, codes)
    assert text == "1 of 181 cards is there."
    assert extra == [["Tempura (Sushi Go!)", [2]]]


def test_of_a_menu_a_card_of_each_dish_is_enough() -> None:
    table = begun(*CLASSIC).table
    cards = "egg-nigiri maki-2 tempura/5 sashimi dumpling chopsticks-2 wasabi pudding"
    seen = [code(card if "/" in card else f"{card}/1") for card in cards.split()]
    assert menu(table, seen) == ("All 8 dishes are there.", [], [])
    assert menu(table, [*seen[:6], code("tofu/3"), code("card:sushi-go/tempura/2"), "990011"]) == (
        "6 of 8 dishes are there: a card of each is enough.",
        [["Wasabi", []], ["Pudding", []]],
        [["Tofu", [3]], ["Tempura (Sushi Go!)", [2]]],
    )
    assert (
        menu(EngineTable().table, seen)[0] == "No menu is chosen yet. Scan a menu, then check it."
    )


def test_desserts_are_those_kept_and_those_of_the_open_round_by_seat() -> None:
    example = begun(*CLASSIC).scan("red pudding/1 pudding/2 orange pudding/3 tempura score next")
    example.scan("yellow pudding/4")
    codes = [code(f"pudding/{number}") for number in (1, 3, 5)] + [code("tempura/5")]
    assert desserts(example.table, codes) == (
        "2 of 4 desserts are there.",
        [["Pudding of Red", [2]], ["Pudding of Yellow", [4]]],
        [["Pudding", [5]]],
    )
    example.end("score")
    all_ = [code(f"pudding/{number}") for number in (1, 2, 3, 4)]
    assert desserts(example.table, all_)[0] == "All 4 desserts are there."


def test_a_dessert_without_a_number_is_any_that_nobody_else_has() -> None:
    example = begun(*CLASSIC).scan("red face:pudding orange pudding/2")
    assert desserts(example.table, [code("pudding/2"), code("pudding/7")]) == (
        "All 2 desserts are there.", [], [],
    )  # fmt: skip
    assert desserts(example.table, [code("pudding/2")])[1] == [["Pudding of Red", [0]]]


def test_before_the_first_dessert_there_is_nothing_to_check() -> None:
    assert desserts(EngineTable().table, [code("pudding/2")])[0] == "No dessert is known of."
    table = begun(*CLASSIC).scan("red pudding/1").table
    assert desserts(table, [code("pudding/1")])[0] == "The dessert is there."
