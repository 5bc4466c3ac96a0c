"""What a page is told of a photo, in words: cards, trays, questions."""

from typing import Any

from support.photo_rows import PARTY, code, row
from support.table_engine import EngineTable, begun

from engine.codes import codebook
from firmware.core.photo.plan import Choices, plan
from firmware.interfaces.web.pages.photo.routes import as_json, expected

ORDERS = (PARTY, 2, "maki tempura sashimi tofu wasabi special-order pudding")


def planned(example: EngineTable, photo: str, seat: int | None = None, **choices: Any) -> Any:
    made = plan(example.table, codebook(), [row(photo, example.game)], seat, Choices(**choices))
    return as_json(made, example.table, codebook())


def test_questions_and_what_may_be_answered() -> None:
    order, egg, under = code("special-order/1"), code("egg-nigiri/1"), code("wasabi/1")
    example = begun(*ORDERS)
    photo = "red special-order/1 egg-nigiri/1 tempura/1 tempura/2 wasabi/1"
    copy, count = planned(example, photo)["asks"]
    assert copy["text"] == "What does the special order copy?"
    assert copy["choices"] == [
        [egg, "Egg nigiri"],
        [under, "Wasabi"],
        [code("tempura/1"), "Tempura"],
        ["next", "Nothing"],
    ]
    assert count["text"] == "Red: 5 of 10. Is a card under another?"
    wasabi, _ = planned(example, photo, copies={order: egg})["asks"]
    assert (wasabi["text"], wasabi["choices"]) == (
        "Does the special order lie on a wasabi?",
        [[under, "Wasabi 1"], ["", "No"]],
    )
    (seat,) = planned(example, "tempura/1 tempura/2")["asks"]
    assert seat["text"] == "Whose tray is this?"
    assert seat["choices"] == [["red", "Red"], ["orange", "Orange"]]
    (question,) = planned(example, "tempura/1")["asks"]
    assert question["text"] == "Whose is the tempura?"


def test_whose_the_cards_of_a_badge_beside_a_tile_are() -> None:
    """A seat that was chosen on the page is an answer: it is not asked again."""
    example = begun(*ORDERS).scan("orange")
    made = planned(example, "tempura/1 tempura/2 red +next")
    assert [question["text"] for question in made["asks"]] == ["Whose tray is this?"]
    assert (made["codes"], made["seats"], made["why"]) == ((), [], "")
    why = {card["title"]: card["why"] for card in made["cards"]}
    assert (why["Red"], why["Next"]) == ("Red lies beside a tile", "Next is not for photos")
    answered = planned(example, "tempura/1 tempura/2 red +next", seat=0)
    assert [question["what"] for question in answered["asks"]] == ["count"]
    assert [(seat["badge"], seat["brings"]) for seat in answered["seats"]] == [("red", 5)]
    other = planned(example, "tempura/1 tempura/2 red +next | orange sashimi/1")
    assert other["asks"][0]["text"] == "Whose are the other cards?"


def test_too_many_cards_and_a_missing_reveal() -> None:
    cards = " ".join(f"tempura/{n} sashimi/{n}" for n in range(1, 7))
    (count,) = planned(begun(*ORDERS), f"red {cards}")["asks"]
    assert count["text"] == "Red: 12 cards, but 10 were dealt."
    hand = " ".join(f"{face}/{n}" for face in ("tuna", "salmon", "shrimp") for n in (1, 2, 3))
    omakase = planned(begun("omakase", 2), f"red {hand}")
    assert omakase["asks"][0]["text"] == "Red: 9 cards, but 8 is the most in a hand."
    assert omakase["seats"][0]["expected"] is None
    live = begun(PARTY, 2, "sushi-go-classic", commands="live")
    assert planned(live, "orange")["asks"][0]["text"] == (
        "Orange has revealed no card. Is it in the photo?"
    )


def test_a_card_that_does_not_count_says_why() -> None:
    made = planned(begun(*ORDERS).scan("orange tempura/1"), "red tempura/1 eel/1 990011 white")
    assert {
        card["title"]: (card["state"], card["why"], card["look"]) for card in made["cards"]
    } == {
        "Red": ("badge", "", ["red", ""]),
        "White": ("refused", "White is not in this game", ["white", ""]),
        "990011": ("refused", "990011: Unknown barcode. Scan an Okanjo label", []),
        "Tempura": ("refused", "Tempura belongs to Orange", ["tempura", "lilac"]),
        "Eel": ("refused", "Eel is not on the menu", ["eel", "indigo"]),
    }
    assert made["why"] == "Tempura belongs to Orange."


def test_how_many_labels_a_photo_will_show() -> None:
    example = begun(*ORDERS).scan("red pudding orange pudding score next")
    assert [expected(example.table, badge) for badge in ("red", "white", None)] == [11, None, None]
    races = begun(PARTY, 4, "uramaki tempura sashimi tofu wasabi spoon pudding").scan("red")
    assert expected(races.scan("uramaki-5 uramaki-5").table, "red") == 7
    assert expected(races.scan("kind:uramaki").table, "red") is None
    assert expected(races.scan("score").table, "red") is None
    assert expected(begun("omakase", 2).table, "red") is None
