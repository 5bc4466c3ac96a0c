"""Tally: the uramaki race, claimed by scanning: joins, SAME REVEAL, places without cards."""

import pytest
from support.playing import Example, told

from engine.rounds import complaints

PARTY = "sushi-go-party"
MENU = "uramaki tempura tofu miso-soup special-order wasabi fruit"
FLIPS = "uramaki tempura tofu miso-soup special-order takeout-box fruit"


def race(words, menu=MENU, seats=4):
    return Example(PARTY, seats, menu).scan(words)


def paid(example):
    """Each seat's live points; nothing but uramaki lies there."""
    return [seat["live"] for seat in told(example.table)["seats"]]


def claims(example):
    """The places taken, as seat and icons."""
    return [(claim.seat, claim.total) for claim in example.table.round.layout.claims]


def lying(example, seat=0):
    return [laid.card.slug for laid in example.table.round.layout.trays[seat]]


TEN = {
    "red": "red uramaki-5/1 uramaki-5/2",
    "orange": "orange uramaki-5/3 uramaki-5/4",
    "yellow": "yellow uramaki-4/1 uramaki-3/1 uramaki-3/2",
    "green": "green uramaki-4/2 uramaki-4/3 uramaki-3/3",
}


def test_ten_icons_take_the_next_place_at_once_and_are_discarded():
    example = race(TEN["red"])
    assert (claims(example), lying(example), paid(example)[0]) == ([(0, 10)], [], 8)
    assert example.refuses("uramaki-5/1") == "discarded"


def test_uramaki_scanned_directly_after_join():
    """People scan all they have: as long as the total less its largest card stays under ten."""
    assert claims(race(TEN["red"] + " uramaki-3/1")) == [(0, 13)]  # 13 - 5 is 8
    example = race(TEN["red"] + " uramaki-3/1 uramaki-4/1")  # 17 - 5 is 12
    assert (claims(example), lying(example)) == ([(0, 13)], ["uramaki-4/1"])
    example = race("red uramaki-3/1 uramaki-4/1 uramaki-3/2 uramaki-5/1")  # 15 - 5 is 10
    assert (claims(example), lying(example)) == ([(0, 10)], ["uramaki-5/1"])
    example = race("red uramaki-3/1 uramaki-4/1 uramaki-3/2 uramaki-3/3")  # 13 - 4 is 9
    assert (claims(example), lying(example)) == ([(0, 13)], [])


@pytest.mark.parametrize(
    "between", ["red", "tofu", "flip tofu", "new-game", "remove orange red", "same-turn",
                "wasabi tofu/1", "special-order next", "kind:uramaki", "orange red"],
)  # fmt: skip
def test_anything_in_between_ends_the_claim(between):
    """Even the same seat's badge; what is no part of the game does not."""
    menu = FLIPS if "flip" in between else MENU
    words = f"{TEN['red']} {between} "
    words += "red " if "kind" in between else ""
    example = race(words + "uramaki-3/1", menu)
    assert claims(example)[0] == (0, 10)
    assert "uramaki-3/1" in lying(example)
    assert claims(race(TEN["red"] + " page sound uramaki-3/1")) == [(0, 13)]


def test_special_orders_copying_one_join_too():
    words = "red uramaki-3/1 uramaki-4/1 uramaki-3/2 special-order"
    assert race(words).refuses("uramaki-3/1") == "discarded"  # it has left with its claim
    assert claims(race(f"{words} face:uramaki-3")) == [(0, 13)]
    words = "red uramaki-3/1 uramaki-4/1 uramaki-3/2 special-order uramaki-3/3"
    assert claims(race(words)) == [(0, 13)]  # a fresh one joins first
    assert len(race(words).table.round.layout.trays[0]) == 1  # 16 - 4 is 12: the order stays


def test_a_special_order_makes_ten():
    example = race("red uramaki-5/1 special-order/1 uramaki-5/1")
    assert (claims(example), lying(example)) == ([(0, 10)], [])
    assert example.refuses("special-order/1") == "discarded"


def test_a_card_copied_by_an_order_of_its_claim_is_needed():
    words = "red uramaki-3/1 uramaki-4/1 special-order uramaki-3/2 remove"
    assert race(words).refuses("uramaki-3/2") == "needed-later"


def test_same_turn_is_not_now_before_any_claim():
    assert race("red uramaki-5/1").refuses("same-turn") == "not-now"


def test_each_claim_is_its_own_reveal_unless_same_turn_was_scanned():
    """Then it is weighed with the claim before: higher total first."""
    more = "orange uramaki-4/1 uramaki-4/2 uramaki-3/1"
    assert paid(race(f"{TEN['red']} {more}")) == [8, 5, 0, 0]
    assert paid(race(f"{TEN['red']} same-turn {more}")) == [5, 8, 0, 0]


def test_same_turn_ties_are_tied():
    """Two at ten: 8 and 8, then 2 is next."""
    words = f"{TEN['red']} same-turn {TEN['orange']} {TEN['yellow']}"
    assert paid(race(words)) == [8, 8, 2, 0]


def test_a_claim_left_without_a_place_lies_in_the_tray_again():
    words = f"{TEN['red']} {TEN['orange']} {TEN['yellow']} same-turn green uramaki-4/2 uramaki-4/3"
    example = race(words + " uramaki-3/3")
    assert (claims(example), paid(example)) == ([(0, 10), (1, 10), (3, 11)], [8, 5, 0, 2])
    assert lying(example, 2) == ["uramaki-4/1", "uramaki-3/1", "uramaki-3/2"]
    assert paid(example.scan("undo")) == [8, 5, 2, 0]


def test_one_that_finds_no_place_stays_in_the_tray():
    example = race(" ".join(TEN.values()))
    assert (paid(example), lying(example, 3)) == (
        [8, 5, 2, 0],
        ["uramaki-4/2", "uramaki-4/3", "uramaki-3/3"],
    )


def test_same_turn_holds_until_the_next_claim():
    words = f"{TEN['red']} same-turn {TEN['orange']} yellow uramaki-4/1 uramaki-4/2 uramaki-4/3"
    assert paid(race(words)) == [8, 8, 2, 0]  # yellow's twelve is a reveal of its own


@pytest.mark.parametrize(
    ("between", "tied"),
    [("uramaki-3/1", True), ("orange orange", True), ("remove", True), ("tofu", False),
     ("wasabi/1", False), ("special-order next", False),
     ("special-order/1 face:uramaki-3", True), ("tofu/1 special-order/1 tofu/1", False)],
)  # fmt: skip
def test_same_turn_holds_until_the_next_card_that_is_no_uramaki(between, tied):
    example = race(f"{TEN['red']} same-turn yellow {between} {TEN['orange']}")
    assert [claim[0] for claim in claims(example)] == [0, 1]
    prizes = [claim.reveal for claim in example.table.round.layout.claims]
    assert (prizes[0] == prizes[1]) == tied


def test_the_tile_claims_the_next_place_without_its_cards():
    example = race("red kind:uramaki orange kind:uramaki")
    assert paid(example) == [8, 5, 0, 0]
    assert paid(example.scan("yellow kind:uramaki")) == [8, 5, 2, 0]
    assert example.refuses("kind:uramaki") == "not-now"  # all places are taken


def test_the_tile_after_same_turn_is_tied_with_the_claim_before():
    example = race(TEN["red"] + " uramaki-3/1 same-turn orange kind:uramaki")
    assert paid(example) == [8, 8, 0, 0]
    example = race("red kind:uramaki same-turn orange kind:uramaki same-turn yellow kind:uramaki")
    assert paid(example) == [8, 8, 8, 0]
    assert example.refuses("kind:uramaki") == "not-now"
    example.scan("same-turn green kind:uramaki")  # tied with those three
    assert paid(example) == [8, 8, 8, 8]


def test_the_tile_needs_a_badge_and_must_be_the_uramakis():
    assert race("").refuses("kind:uramaki") == "no-seat"
    assert race("red").refuses("kind:tofu") == "not-now"
    assert race("red").refuses("kind:maki") == "not-on-menu"
    assert Example("sushi-go", 2).scan("red").refuses("kind:uramaki") == "wrong-game"


def test_flipping_a_uramaki_takes_it_out_of_the_race():
    example = race("red uramaki-5/1 flip uramaki-5/1 uramaki-5/2 tofu flip tofu/1", FLIPS)
    assert claims(example) == []
    assert paid(example)[0] == 2 + 2 + 8  # five icons are the most left


def test_remove_inside_a_claim():
    """It falls apart if fewer than ten are left, and those behind it move up."""
    words = f"{TEN['red']} {TEN['orange']} remove uramaki-5/1"
    example = race(words)
    assert (claims(example), lying(example)) == ([(1, 10)], ["uramaki-5/2"])
    assert claims(example.scan("undo")) == [(0, 10), (1, 10)]
    example = race("red uramaki-5/1 uramaki-5/2 uramaki-3/1 remove uramaki-3/1")
    assert claims(example) == [(0, 10)]
    example = race("red uramaki-5/1 uramaki-5/2 uramaki-3/1 remove uramaki-5/2")
    assert (claims(example), lying(example)) == ([], ["uramaki-5/1", "uramaki-3/1"])


def test_an_order_is_struck_with_a_fresh_card_that_has_claimed():
    words = "red uramaki-5/1 special-order/1 uramaki-5/2 remove special-order/1"
    example = race(words)
    assert (claims(example), lying(example)) == ([], ["uramaki-5/1"])


def test_score_counts_the_cards_of_a_claim():
    """Two seats with ten cards each: tray, desserts, uramaki claimed."""
    words = "tofu tofu tempura tempura tempura tempura fruit-orange-orange"
    red = f"red {words} uramaki-3/1 uramaki-3/2 uramaki-4/1 "
    orange = "orange wasabi egg-nigiri miso-soup miso-soup miso-soup tofu tofu tofu tofu tofu"
    example = race(red + orange + " score", seats=2)
    assert example.table.phase == "scored"


@pytest.mark.parametrize(("scanned", "asks"), [(5, True), (6, False), (8, False), (9, True)])
def test_score_takes_a_tiles_claim_for_two_to_four_cards(scanned, asks):
    """Nobody scanned them, so how many they were is not known."""
    words = ["tofu"] * 4 + ["tempura"] * 5
    example = race("red kind:uramaki " + " ".join(words[:scanned]), seats=2)
    assert (complaints(example.table)[0][0] == 0) == asks  # orange has no cards at all
