"""Sushi Go Party!, the uramaki race, worked example by worked example: in tally, then in live."""

import pytest
from support.playing import Example, column, party

URAMAKI = "uramaki onigiri dumpling edamame special-order tea green-tea-ice-cream"
MENU = "uramaki tempura tofu dumpling tea wasabi fruit"


def test_uramaki():
    """Party, Card guide, Uramaki, example: two at 12 in one turn, 8 each; the rest's most, 2."""
    words = "red uramaki-5 uramaki-4 uramaki-3 same-turn orange uramaki-5 uramaki-4 uramaki-3"
    words += " yellow uramaki-3 green tea"
    assert column(party(4, URAMAKI, words), "uramaki") == [8, 8, 2, None]


def test_uramaki_left_at_the_end_takes_the_next_place():
    """Party, Card guide, Uramaki: 8 if nobody scored any; ties in full; no further place."""
    words = "red uramaki-5 orange uramaki-5 yellow uramaki-4"
    assert column(party(3, URAMAKI, words), "uramaki") == [8, 8, 0]


def test_one_seat_can_take_several_places():
    """Party, Card guide, Uramaki: one player may be awarded multiple placings."""
    words = "red uramaki-5 uramaki-5 red uramaki-4 uramaki-4 uramaki-4 red uramaki-3"
    assert column(party(3, URAMAKI, words), "uramaki") == [8 + 5 + 2, None, None]


def test_uramaki_without_a_free_place():
    """Party, Card guide, Uramaki: 0 if all three places scored; such cards stay in the tray."""
    words = "red uramaki-5 uramaki-5 orange uramaki-5 uramaki-5 yellow uramaki-4 uramaki-4"
    words += " uramaki-4 green uramaki-4 uramaki-3 uramaki-3 tea"
    assert party(4, URAMAKI, words)[3] == {"uramaki": 0, "tea": 3}


@pytest.mark.parametrize("first", ["red", "orange"])
def test_uramaki_in_one_reveal_the_higher_total_first(first):
    """Party, Card guide, Uramaki: ties are broken by the highest total of icons."""
    ten, twelve = "red uramaki-5 uramaki-5", "orange uramaki-4 uramaki-4 uramaki-4"
    order = (ten, twelve) if first == "red" else (twelve, ten)
    words = " same-turn ".join(order) + " yellow uramaki-3"
    assert column(party(3, URAMAKI, words), "uramaki") == [5, 8, 2]


def test_three_tied_in_one_reveal_use_up_all_places():
    """Okanjo's rules 1.4: three tied get 8, 8, 8 and none is left."""
    words = "red uramaki-5 uramaki-5 same-turn orange uramaki-5 uramaki-5 same-turn"
    words += " yellow uramaki-3 uramaki-3 uramaki-4 green uramaki-4"
    assert column(party(4, URAMAKI, words), "uramaki") == [8, 8, 8, 0]


def test_a_claim_left_without_a_place_lies_in_the_tray_again():
    """Okanjo's protocol, uramaki: with SAME REVEAL claims are weighed and paid anew."""
    example = Example("sushi-go-party", 3, URAMAKI).scan("red kind:uramaki red kind:uramaki")
    assert example.live("orange tea uramaki-5 uramaki-5") == [8 + 5, 1 + 2, 0]
    example.scan("same-turn yellow uramaki-4 uramaki-4 uramaki-4")
    assert example.by() == [{"uramaki": 13}, {"tea": 2, "uramaki": 0}, {"uramaki": 2}]


def test_people_scan_all_the_uramaki_they_have():
    """Okanjo's protocol, uramaki: more of them join the claim; a badge in between ends it."""
    words = "red uramaki-5 uramaki-5 uramaki-4"
    assert column(party(2, MENU, words + " orange uramaki-3"), "uramaki") == [8, 5]
    words = "red uramaki-5 uramaki-5 red uramaki-4"
    assert column(party(2, MENU, words + " orange uramaki-3"), "uramaki") == [8 + 5, 0]
    # fourteen could not have been reached at ten by one card: the third five is left over
    words = "red uramaki-5 uramaki-5 uramaki-5 orange uramaki-3"
    assert column(party(2, MENU, words), "uramaki") == [8 + 5, 0]


def test_uramaki_claimed_without_its_cards():
    """Okanjo's protocol, tally: badge, then the menu tile, takes the next place."""
    words = "red kind:uramaki orange kind:uramaki same-turn yellow kind:uramaki green uramaki-3"
    assert column(party(4, URAMAKI, words), "uramaki") == [8, 5, 5, 0]
