"""Tally: a special order, what it copies and which wasabi it may lie on."""

import pytest
from support.playing import Example, play

PARTY = "sushi-go-party"
ORDERS = "maki tempura tofu miso-soup special-order wasabi pudding"
ROLLS = "uramaki tempura tofu miso-soup special-order wasabi pudding"
BOXES = "maki tempura tofu miso-soup special-order takeout-box pudding"


def tally(menu, words="", seats=3):
    return Example(PARTY, seats, menu).scan(words)


def by(example, seat=0):
    """What a tray is worth if the round ended now."""
    return Example.by(example)[seat]


def cards(example, seat=0):
    return [laid.card.slug for laid in example.table.round.layout.trays[seat]]


# --- what it copies --------------------------------------------------------------------


@pytest.mark.parametrize(
    "word", ["orange", "score", "remove", "same-turn", "new-game", "kind:maki", "dummy", "tally"]
)
def test_others_are_refused_until_then(word):
    assert tally(ORDERS, "red tofu special-order").refuses(word) == "not-now"


def test_undo_works_and_page_and_sound_are_no_part_of_it():
    example = tally(ORDERS, "red tofu/1 special-order/1 page sound teach undo")
    assert cards(example) == ["tofu/1"]


def test_a_fresh_card_is_laid_first_and_then_copied():
    example = tally(ORDERS, "red special-order/1 tofu/1")
    assert cards(example) == ["special-order/1", "tofu/1"]
    assert by(example) == {"tofu": 6}


def test_a_fresh_card_is_refused_as_ever():
    example = tally(ORDERS, "orange tofu/1 red special-order/1")
    assert example.refuses("tofu/1") == "laid-elsewhere"
    assert example.refuses("temaki/1") == "not-on-menu"
    assert play("card sushi-go/maki-1/1", example.table)[1][0][1] == "wrong-game"


def test_a_menu_or_box_cannot_be_copied_as_it_never_stays():
    assert tally(BOXES, "red special-order/1").refuses("takeout-box-10") == "never-stays"
    assert tally(BOXES, "red special-order/1").refuses("face:takeout-box-10") == "never-stays"


def test_an_order_cannot_copy_itself_or_one_that_copies_nothing_yet():
    example = tally(ORDERS, "red special-order/1")
    assert example.refuses("special-order/1") == "bad-target"
    assert example.refuses("face:special-order") == "bad-target"
    assert example.refuses("special-order/2") == "bad-target"  # a fresh one copies nothing
    example = tally(ORDERS, "red face:special-order")
    assert example.refuses("face:special-order") == "bad-target"


def test_an_order_of_another_tray_lies_elsewhere():
    example = tally(ORDERS, "orange tofu special-order/2 tofu/1 red special-order/1")
    assert example.refuses("special-order/2") == "laid-elsewhere"


def test_a_nigiri_named_by_its_face_counts_as_loose():
    """Even where another copy of it lies on a wasabi: so an uncovered one is asked for."""
    words = "red wasabi/1 squid-nigiri/1 wasabi/2 special-order face:squid-nigiri wasabi/2"
    assert by(tally(ORDERS, words)) == {"nigiri": 18, "wasabi": 0}


def test_a_face_stands_for_its_unnumbered_copy_in_that_tray():
    """So the order is not asked for a wasabi: the copied one lies on one."""
    example = tally(ORDERS, "red wasabi/1 face:egg-nigiri wasabi/2 special-order face:egg-nigiri")
    assert example.refuses("next") == "not-now"
    example = tally(ORDERS, "red face:tofu special-order face:tofu remove")
    assert example.refuses("face:tofu") == "needed-later"


def test_an_unnumbered_order_copies_another():
    example = tally(ORDERS, "red tofu face:special-order tofu/1 face:special-order")
    assert by(example.scan("face:special-order")) == {"tofu": 0}  # three


def test_next_discards_the_order():
    example = tally(ORDERS, "red tofu/1 special-order/1 next")
    assert cards(example) == ["tofu/1"]
    assert example.refuses("special-order/1") == "discarded"
    example.scan("score next red")
    example.scan("special-order/1 tofu/1")  # it was shuffled in again


def test_a_flipped_order_asks_for_nothing():
    example = tally(BOXES, "red flip special-order/1 tofu/1")
    assert by(example) == {"flipped": 2, "tofu": 2}


def test_a_copied_dessert_is_kept_as_that_dessert():
    example = tally(ORDERS, "red pudding special-order/1 pudding/1 score next red")
    assert example.refuses("special-order/1") == "kept"
    ended = example.end("")
    assert ended["seats"][0]["desserts"] == {"points": 6, "cards": 2, "by": {"pudding": 6}}


# --- then a wasabi ------------------------------------------------------------------------


def test_an_order_of_a_loose_nigiri_may_go_on_an_uncovered_wasabi():
    words = "red squid-nigiri/1 wasabi/1 special-order squid-nigiri/1"
    assert by(tally(ORDERS, words + " wasabi/1")) == {"nigiri": 12, "wasabi": 0}
    example = tally(ORDERS, words + " next")  # declines, and does nothing else
    assert example.refuses("next") == "not-now"
    assert by(tally(ORDERS, words + " tofu")) == {"nigiri": 6, "wasabi": 0, "tofu": 2}


def test_it_is_not_asked_where_the_rules_allow_none():
    assert (
        tally(ORDERS, "red squid-nigiri special-order squid-nigiri/1").refuses("next") == "not-now"
    )
    words = "red wasabi squid-nigiri/1 wasabi special-order squid-nigiri/1"
    assert tally(ORDERS, words).refuses("next") == "not-now"  # the copied one lies on a wasabi
    words = "red wasabi egg-nigiri squid-nigiri/1 special-order squid-nigiri/1"
    assert tally(ORDERS, words).refuses("next") == "not-now"  # none is uncovered


def test_a_covered_wasabi_is_no_answer():
    words = "red wasabi/1 egg-nigiri/1 egg-nigiri/2 wasabi/2 special-order egg-nigiri/2 wasabi/1"
    example = tally(ORDERS, words + " special-order/1")  # it waits for a nigiri: they exchange
    layout = example.table.round.layout.trays[0]
    assert [laid.on for laid in layout if laid.card.slug == "special-order/1"] == [1]


def test_an_order_that_is_a_wasabi_may_be_the_answer():
    words = "red wasabi/1 special-order/1 wasabi/1 egg-nigiri/1 egg-nigiri/2"
    assert by(tally(ORDERS, words)) == {"nigiri": 6, "wasabi": 0}
    words = "red egg-nigiri/1 wasabi/1 special-order/1 wasabi/1 special-order/2 egg-nigiri/1"
    assert by(tally(ORDERS, words + " special-order/1")) == {"nigiri": 4, "wasabi": 0}
