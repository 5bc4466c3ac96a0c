"""Sushi Go Party!, desserts and the end of the game, worked example by worked example."""

import pytest
from support.playing import Example, column, party

from engine.standings import standings

TEA = "maki tempura tofu eel tea takeout-box green-tea-ice-cream"
PUDDING = "maki tempura tofu eel wasabi tea pudding"
FRUIT = PUDDING.replace("pudding", "fruit")


def desserts(seats, menu, words):
    """Each seat's dessert points after a game with all its desserts in the first round."""
    end = Example("sushi-go-party", seats, menu).end(words)
    return [seat["desserts"]["points"] for seat in end["seats"]]


def test_pudding():
    """Party, Card guide, Pudding, example: 4, 2, 1, 1 score 6, 0, -6, -6."""
    words = "red pudding pudding pudding pudding orange pudding pudding yellow pudding"
    assert desserts(4, PUDDING, words + " green pudding") == [6, 0, -6, -6]


@pytest.mark.parametrize(
    ("words", "points"),
    [
        ("red pudding", [6, 0]),
        ("red pudding orange pudding", [6, 6]),
        ("red tofu", [0, 0]),
        ("red tofu yellow tofu", [0, 0, 0]),
        ("red pudding orange pudding yellow pudding", [0, 0, 0]),
        ("red pudding yellow tofu", [6, -6, -6]),
    ],
)
def test_pudding_with_two_or_all_level(words, points):
    """Party, Card guide, Pudding: no loss with 2. Okanjo's rules 1.2: three level cancel."""
    assert desserts(len(points), PUDDING, words) == points


def test_green_tea_ice_cream():
    """Party, Card guide, Green tea ice cream: 12 for each 4."""
    ice = " green-tea-ice-cream"
    words = f"red{ice * 3} orange{ice * 4} yellow{ice * 8}"
    assert desserts(3, TEA, words) == [0, 12, 24]


def test_fruit():
    """Party, Card guide, Fruit, example: no watermelon -2, 1 orange 0, 4 pineapple 6; none -6.

    The book's five icons cannot lie on cards of two, so its rows are met on three hands.
    """
    pineapples = "fruit-pineapple-pineapple"
    words = f"red {pineapples} fruit-orange-pineapple"
    words += f" orange {pineapples} fruit-orange-pineapple fruit-orange-pineapple"
    end = Example("sushi-go-party", 3, FRUIT).end(words)["seats"]
    assert end[0]["desserts"] == {"points": -2 + 0 + 3, "cards": 2, "by": {"fruit": 1}}
    assert end[1]["desserts"] == {"points": -2 + 1 + 6, "cards": 3, "by": {"fruit": 5}}
    assert end[2]["desserts"] == {"points": -6, "cards": 0, "by": {"fruit": -6}}


def test_fruit_of_five_and_more():
    """Party, Card guide, Fruit: -2, 0, 1, 3, 6, 10 for 0 to 5 and more, for each fruit."""
    two = "fruit-watermelon-watermelon fruit-watermelon-watermelon"
    words = f"red {two} fruit-watermelon-orange fruit-watermelon-orange"
    assert desserts(2, FRUIT, words) == [10 + 1 - 2, -6]


def test_the_most_points_win():
    """Party, Ending the game: most points; a tie is broken by dessert cards."""
    end = Example("sushi-go-party", 3, FRUIT).end("red tofu tofu orange tofu")
    assert end["winners"] == ["red"]
    assert [seat["place"] for seat in end["seats"]] == [1, 2, 3]


def test_a_tie_goes_to_the_most_dessert_cards():
    """Party, Ending the game: if there is a tie, the player with the most dessert cards wins."""
    words = "red green-tea-ice-cream tofu orange tofu yellow green-tea-ice-cream tofu eel eel"
    end = Example("sushi-go-party", 3, TEA).end(words)
    assert [seat["total"] for seat in end["seats"]] == [2, 2, 9]
    assert [seat["place"] for seat in end["seats"]] == [2, 3, 1]


def test_still_tied_is_a_shared_win():
    """Okanjo's rules 1.5: still tied, shared win; kept orders are dessert cards too."""
    words = "red tofu green-tea-ice-cream orange tofu green-tea-ice-cream yellow eel"
    example = Example("sushi-go-party", 3, TEA)
    end = example.end(words)
    assert end["winners"] == ["red", "orange"]
    assert standings(example.table).winners == (0, 1)
    assert [seat["place"] for seat in end["seats"]] == [1, 1, 3]
    menu = TEA.replace("tea takeout-box", "special-order takeout-box")
    words = "red tofu green-tea-ice-cream/1 special-order green-tea-ice-cream/1"
    words += " orange tofu green-tea-ice-cream/2"
    end = Example("sushi-go-party", 2, menu).end(words)
    assert [seat["desserts"]["cards"] for seat in end["seats"]] == [2, 1]
    assert end["winners"] == ["red"]


def test_tea_counts_the_desserts_of_this_round():
    """Okanjo's rules 1.2: colours count what lies in the tray, this round's desserts too."""
    menu = "temaki onigiri tofu eel soy-sauce tea fruit"
    fruit = " fruit-watermelon-orange" * 3
    assert column(party(2, menu, "red tea" + fruit), "tea") == [3, None]
    example = Example("sushi-go-party", 2, menu).scan(f"red{fruit} score next")
    assert column(example.by("red tea"), "tea") == [1, None]
