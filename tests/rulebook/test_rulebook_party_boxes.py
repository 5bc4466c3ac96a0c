"""Sushi Go Party!, takeout boxes and the uramaki race as they are played, in live."""

import pytest
from support.playing import Example, column

BOXES = "uramaki tempura tofu sashimi takeout-box wasabi pudding"
ORDERS = "uramaki tempura tofu eel special-order takeout-box pudding"
URAMAKI = "uramaki onigiri dumpling edamame special-order tea green-tea-ice-cream"


def live(seats, menu, words=""):
    return Example("sushi-go-party", seats, menu, commands="live").scan(words)


def test_takeout_box():
    """Party, Card guide, Takeout box: any cards of previous turns are 2 points each."""
    example = live(2, BOXES, "red tofu/1 orange tofu red tofu orange tofu")
    example.scan("red tofu orange sashimi red takeout-box-10/1 orange sashimi")
    example.scan("takeout-box-10/1 tofu/1 next")
    assert example.by() == [{"tofu": 6, "flipped": 2}, {"tofu": 6, "sashimi": 0}]


def test_a_box_may_flip_nothing():
    """Party, Card guide, Takeout box: any number; the box itself is discarded."""
    example = live(2, BOXES, "red tofu/1 orange tofu red takeout-box-10/1 orange tempura next")
    example.scan("red tempura orange tempura")
    assert example.scan("red").refuses("takeout-box-10/1") == "discarded"
    assert example.by() == [{"tofu": 2, "tempura": 0}, {"tofu": 2, "tempura": 5}]


def test_a_box_flips_no_card_of_its_own_turn():
    """Party, Card guide, Takeout box: the cards you played on previous turns."""
    menu = BOXES.replace("wasabi", "chopsticks")
    example = live(2, menu, "red chopsticks-1/1 orange tofu")
    example.scan("red takeout-box-10/1 orange tofu chopsticks-1/1 tempura/1 takeout-box-10/1")
    assert example.refuses("tempura/1") == "too-new"


def test_a_card_of_another_tray_ends_the_box():
    """Okanjo's protocol, live: a fresh card, a badge, NEXT or another tray's card ends it."""
    example = live(2, BOXES, "red tofu/1 orange tofu/2 red takeout-box-10/1 takeout-box-10/1")
    assert example.by("tofu/1 orange tofu/3") == [{"flipped": 2}, {"tofu": 6}]


def test_the_order_stays_when_its_card_is_flipped():
    """Party, Card guide, Takeout box: the special order continues as the card it is copying."""
    example = live(2, ORDERS, "red tofu/1 orange eel red special-order tofu/1 orange eel")
    example.scan("red takeout-box-11/1 orange tempura takeout-box-11/1 tofu/1 next")
    assert example.by()[0] == {"flipped": 2, "tofu": 2}


def test_an_order_of_a_flipped_card_is_flipped_in_live():
    """Party, Card guide, Special order: if you copy a flipped card, flip special order too."""
    example = live(2, ORDERS, "red tofu/1 orange eel red takeout-box-11/1 orange eel")
    example.scan("takeout-box-11/1 tofu/1 next red special-order tofu/1 orange tempura")
    assert example.by()[0] == {"flipped": 4}


def test_a_box_uncovers_wasabi_for_the_next_nigiri():
    """Okanjo's rules 1.3, takeout box: the nigiri flipped, its wasabi is uncovered again."""
    example = live(2, BOXES, "red wasabi/1 orange tofu red egg-nigiri/1 orange tofu")
    example.scan("red takeout-box-12/1 orange tempura takeout-box-12/1 egg-nigiri/1 next")
    assert example.live()[0] == 2
    assert example.by("red squid-nigiri orange tempura")[0] == {
        "wasabi": 0,
        "flipped": 2,
        "nigiri": 9,
    }


def test_a_flipped_wasabi_leaves_its_nigiri_plain():
    """Okanjo's rules 1.3, takeout box: flipping a wasabi, its nigiri is worth its plain points."""
    example = live(2, BOXES, "red wasabi/1 orange tofu red squid-nigiri/1 orange tofu")
    example.scan("red takeout-box-12/1 orange tempura takeout-box-12/1 wasabi/1 next")
    assert example.by()[0] == {"flipped": 2, "nigiri": 3}


@pytest.mark.parametrize("first", ["box", "chopsticks"])
def test_the_box_comes_last_whatever_is_scanned_first(first):
    """Party, Special card actions: chopsticks 1 to 3 are used before boxes 10 to 12."""
    menu = ORDERS.replace("takeout-box", "chopsticks").replace("special-order", "takeout-box")
    example = live(2, menu, "red chopsticks-1/1 orange eel")
    example.scan("red tofu/1 orange eel")
    example.scan("red takeout-box-11/1 orange tempura")
    actions = ["takeout-box-11/1 tofu/1 next", "chopsticks-1/1 tofu/2"]
    example.scan(" ".join(actions if first == "box" else reversed(actions)))
    assert example.by()[0] == {"flipped": 2, "tofu": 2}


# --- uramaki ---------------------------------------------------------------------


def test_uramaki_in_live():
    """Party, Card guide, Uramaki, example: both at 12 on one turn score 8; the rest's most, 2."""
    example = live(4, URAMAKI, "red uramaki-5 orange uramaki-5 yellow uramaki-3 green tea")
    example.scan("red uramaki-4 orange uramaki-4 yellow dumpling green dumpling")
    example.scan("red uramaki-3 orange uramaki-3 yellow dumpling green dumpling")
    assert example.refuses("uramaki-5/1") == "discarded"
    assert column(example.by(), "uramaki") == [8, 8, 2, None]


@pytest.mark.parametrize("first", ["red", "orange"])
def test_uramaki_of_one_reveal_are_weighed(first):
    """Party, Card guide, Uramaki: reaching ten on the same turn, the highest total first."""
    example = live(3, URAMAKI, "red uramaki-5 orange uramaki-4 yellow tea")
    example.scan("red tea orange uramaki-4 yellow dumpling")
    turn = ["red uramaki-5/2", "orange uramaki-4/3"]
    example.scan(" ".join(turn if first == "red" else reversed(turn)) + " yellow dumpling")
    assert column(example.by(), "uramaki") == [5, 8, None]


def test_uramaki_on_different_turns():
    """Party, Card guide, Uramaki: first 8, next 5, third 2, whatever their totals."""
    example = live(3, URAMAKI, "red uramaki-5 orange uramaki-5 yellow uramaki-4")
    example.scan("red uramaki-5 orange uramaki-4 yellow uramaki-4")
    example.scan("red tea orange uramaki-3 yellow dumpling")
    example.scan("red dumpling orange tea yellow uramaki-3")
    assert column(example.by(), "uramaki") == [8, 5, 2]


def test_a_claim_without_a_place_stays_in_the_tray():
    """Okanjo's rules 1.4: no free place: 0; cards that reach 10 then stay in the tray."""
    example = live(4, URAMAKI, "red uramaki-5 orange uramaki-5 yellow uramaki-5 green uramaki-4")
    example.scan("red uramaki-5 orange uramaki-4 yellow uramaki-4 green uramaki-4")
    example.scan("red tea orange uramaki-3 yellow uramaki-3 green uramaki-3")
    # red first; orange and yellow at 12 share the second place and use up the third
    by = example.by("red tea orange edamame yellow edamame green tea")
    assert column(by, "uramaki") == [8, 5, 5, 0]
    assert column(by, "tea") == [4, None, None, 3]


def test_an_order_of_a_uramaki_wins_the_race():
    """Party, Card guide, Special order, Uramaki: score at once, discarded with the uramaki."""
    example = live(2, ORDERS, "red uramaki-5/1 orange tofu red special-order/1 uramaki-5/1")
    assert example.live("orange tofu") == [8, 6]
    assert example.scan("red").refuses("special-order/1") == "discarded"
