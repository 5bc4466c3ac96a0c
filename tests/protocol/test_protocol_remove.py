"""Tally: REMOVE and a card: what is struck with it, what stays, and what undo brings back."""

import pytest
from support.playing import Example, play

ORDERS = "maki tempura tofu miso-soup special-order wasabi pudding"
BOXES = "maki tempura tofu miso-soup special-order takeout-box pudding"


def tally(menu, words="", seats=3):
    return Example("sushi-go-party", seats, menu).scan(words)


def by(example, seat=0):
    """What a tray is worth if the round ended now."""
    return Example.by(example)[seat]


def cards(example, seat=0):
    return [laid.card.slug for laid in example.table.round.layout.trays[seat]]


def test_remove_then_a_card_strikes_the_scan_that_laid_it():
    example = tally(ORDERS, "red tofu/1 tofu/2 orange tempura/1 remove tofu/1")
    assert (cards(example), cards(example, 1)) == (["tofu/2"], ["tempura/1"])
    example.scan("tofu/1")  # orange is still active
    assert cards(example, 1) == ["tempura/1", "tofu/1"]


def test_undo_takes_back_both_scans_of_a_removal_at_once():
    example = tally(ORDERS, "red tofu/1 tofu/2")
    before = example.table
    assert example.scan("remove tofu/1 undo").table == before
    assert example.scan("remove undo").table == before
    assert example.scan("remove remove tofu/1 undo").table == before


def test_undo_of_a_removal_leaves_what_other_scanners_did_meanwhile():
    example = tally(ORDERS, "red tofu/1 remove")
    lines = "1: badge orange\n1: card sushi-go-party/tofu/2\ncard sushi-go-party/tofu/1"
    table, refused = play(lines, example.table)
    assert (refused, [len(tray) for tray in table.round.layout.trays]) == ([], [0, 1, 0])
    for left in ([1, 1, 0], [1, 0, 0], [1, 0, 0], [0, 0, 0]):
        table, _ = play("command undo", table)
        assert [len(tray) for tray in table.round.layout.trays] == left
        assert all(lane.awaits is None for lane in table.lanes.values())


def test_any_other_scan_goes_on_without_removing():
    example = tally(ORDERS, "red tofu/1 remove orange")
    assert example.refuses("tofu/1") == "laid-elsewhere"


@pytest.mark.parametrize("word", ["tofu/2", "face:tofu", "temaki/1"])
def test_what_was_not_laid_this_round_cannot_be_struck(word):
    example = tally(ORDERS, "red tofu/1 remove")
    assert example.refuses(word) == ("not-on-menu" if "temaki" in word else "bad-target")
    assert example.scan("tofu/1").table.round.layout.trays[0] == ()  # REMOVE still waits


def test_remove_then_a_face_strikes_the_last_unnumbered_copy():
    example = tally(ORDERS, "red face:tofu tofu/1 orange face:tofu yellow remove face:tofu")
    assert [len(cards(example, seat)) for seat in range(3)] == [2, 0, 0]


def test_it_is_looked_for_with_the_active_seat_first():
    example = tally(ORDERS, "red face:tofu orange face:tofu red remove face:tofu")
    assert [len(cards(example, seat)) for seat in range(3)] == [0, 1, 0]


def test_a_nigiri_loses_its_wasabi_others_keep_theirs():
    words = "red wasabi/1 wasabi/2 egg-nigiri/1 squid-nigiri/1 "
    example = tally(ORDERS, words + "remove egg-nigiri/1")
    assert [laid.on for laid in example.table.round.layout.trays[0]] == [None, None, 2]
    example.scan("salmon-nigiri/1")
    assert [laid.on for laid in example.table.round.layout.trays[0]] == [None, None, 2, 1]
    example = tally(ORDERS, words + "remove wasabi/1")
    assert [laid.on for laid in example.table.round.layout.trays[0]] == [None, None, 2]


def test_an_order_goes_with_what_it_copied_and_its_wasabi():
    words = "red egg-nigiri/1 wasabi/1 special-order/1 egg-nigiri/1 wasabi/1 remove special-order/1"
    example = tally(ORDERS, words)
    assert cards(example) == ["egg-nigiri/1", "wasabi/1"]
    example.scan("egg-nigiri/2")
    assert [laid.on for laid in example.table.round.layout.trays[0]] == [None, None, 2]


def test_an_order_goes_with_the_scan_that_laid_a_fresh_card_for_it():
    """That scan belonged to the order, so the card has to be scanned anew."""
    example = tally(ORDERS, "red tempura/1 special-order/1 tofu/1 remove special-order/1")
    assert cards(example) == ["tempura/1"]
    assert cards(example.scan("undo")) == ["tempura/1", "special-order/1", "tofu/1"]


def test_refused_if_a_later_scan_needs_that_card():
    example = tally(ORDERS, "red tofu/1 special-order/1 tofu/1 remove")
    assert example.refuses("tofu/1") == "needed-later"
    example.scan("special-order/1 remove tofu/1")
    assert cards(example) == []
    example = tally(ORDERS, "red special-order/1 tofu/1 special-order/2 tofu/1 remove")
    assert example.refuses("special-order/1") == "needed-later"  # its fresh card is needed


def test_an_order_that_an_order_copies_is_needed():
    words = "red tofu/1 special-order/1 tofu/1 special-order/2 special-order/1 remove"
    assert tally(ORDERS, words).refuses("special-order/1") == "needed-later"


def test_a_flip_goes_with_its_card():
    example = tally(BOXES, "red flip tofu/1 remove tofu/1 tofu/1 flip tofu/1 remove tofu/1 tofu/1")
    assert by(example) == {"tofu": 2}


def test_a_discarded_order_can_be_struck():
    """Its scans never happened then, so it may come again."""
    example = tally(ORDERS, "red tofu/1 special-order/1 next remove special-order/1")
    assert example.table.round.layout.discards == ()
    assert by(example.scan("special-order/1 tofu/1")) == {"tofu": 6}
