"""Live, row by row: menus, takeout boxes, special orders."""

import pytest
from support.playing import Example, play, told

PARTY = "sushi-go-party"
MENUS = "maki tempura tofu dumpling menu takeout-box pudding"
STICKS = "maki tempura tofu dumpling chopsticks menu pudding"
ORDERS = "uramaki tempura tofu dumpling special-order wasabi pudding"
COPIES = "maki tempura tofu dumpling special-order chopsticks pudding"
BOXES = "maki tempura tofu dumpling takeout-box wasabi pudding"


def live(menu, words="", seats=3):
    return Example(PARTY, seats, menu, commands="live").scan(words)


def cards(example, seat=0):
    """What lies there; flipped with a ~, a nigiri on a wasabi with a *."""
    laid = example.table.round.layout.trays[seat]
    return " ".join(
        one.card.slug + "~" * (one.mark == "flipped") + "*" * (one.on is not None) for one in laid
    )


def turn(example):
    return example.table.round.turns[-1].number


def points(example):
    return [seat["live"] for seat in told(example.table)["seats"]]


def to_the_last_turn(example):
    """Red alone goes on revealing."""
    while turn(example) < 10:
        example.scan("next face:dumpling" if turn(example) < 9 else "next face:maki-2")
    return example


# --- menus --------------------------------------------------------------------------------


def test_a_menu_is_a_reveal_and_scanned_again_with_the_card_chosen():
    example = live(MENUS, "menu-7 tofu/1 tofu/2 menu-7/1 tofu/3")
    assert [cards(example, seat) for seat in range(3)] == ["tofu/3", "tofu/1", "tofu/2"]


def test_reveals_are_not_held_up_by_it():
    example = live(MENUS, "menu-7 menu-8 tofu/1 menu-8/1 tofu/2 menu-7/1 tofu/3")
    assert (cards(example), cards(example, 1)) == ("tofu/3", "tofu/2")


def test_a_menu_has_to_be_served_before_the_next_turn_opens():
    example = live(MENUS, "menu-7 tofu tofu")
    for word in ("tempura", "next", "score"):
        assert example.refuses(word) == "not-now"
    refused = play("command next", example.scan("menu-7/1").table)[1]
    assert refused == [("command next", "not-now")]


def test_a_menu_is_discarded_and_serves_once():
    example = live(MENUS, "menu-7 tofu tofu menu-7/1 tofu")
    assert example.refuses("menu-7/1") == "discarded"
    example.scan("next")
    assert example.refuses("menu-7/1") == "discarded"


def test_not_another_menu():
    assert live(MENUS, "menu-7 tofu tofu menu-7/1").refuses("menu-8/1") == "bad-target"
    assert live(MENUS, "menu-7 tofu tofu menu-7/1").refuses("menu-7/1") == "discarded"


def test_a_menu_names_its_seat():
    """Whatever badge was scanned before; only a seat's own scanner uses no other seat's."""
    example = live(MENUS, "menu-7 tofu tofu orange")
    _, refused = play("orange: card sushi-go-party/menu-7/1", example.table)
    assert refused[0][1] == "laid-elsewhere"
    assert cards(example.scan("menu-7/1 tempura/1")) == "tempura/1"


def test_a_menu_as_an_extra_card_is_carried_out_like_any_other():
    words = "chopsticks-1 tofu tofu tofu tofu tofu chopsticks-1/1 menu-7/1"
    example = live(STICKS, words)
    assert example.refuses("next") == "not-now"
    assert cards(example.scan("menu-7/1 tempura/1")) == "tofu/3 tempura/1"


def test_a_menu_on_the_last_turn():
    example = to_the_last_turn(live(MENUS, "tofu")).scan("orange menu-7 menu-7/1 tofu/5")
    assert cards(example, 1) == "tofu/5"


# --- takeout boxes ----------------------------------------------------------------------------


def test_a_box_is_a_reveal_and_scanned_again_with_the_cards_to_flip():
    example = live(BOXES, "tofu/1 maki-1 maki-1 tempura/1 maki-1 maki-1 takeout-box-10/1 maki-2")
    example.scan("maki-2 takeout-box-10/1 tofu/1 tempura/1 next")
    assert cards(example) == "tofu/1~ tempura/1~"
    assert points(example)[0] == 4


@pytest.mark.parametrize(
    "ends", ["next", "orange", "yellow tempura/8", "chopsticks-1/1 tofu/8"],
)  # fmt: skip
def test_what_ends_a_box(ends):
    """NEXT, a fresh card, a badge, a card of another tray."""
    menu = "maki tempura tofu dumpling takeout-box chopsticks pudding"
    words = "tofu/1 chopsticks-1/1 maki-1 takeout-box-10/1 maki-2/1 takeout-box-10/1 "
    example = live(menu, words + ends)
    for lane in example.table.lanes.values():
        assert lane.awaits is None
    assert example.refuses("takeout-box-10/1") in ("discarded", "laid-elsewhere")


def test_a_card_of_this_very_turn_is_too_new_to_flip():
    menu = "maki tempura tofu dumpling takeout-box chopsticks pudding"
    words = "chopsticks-1/1 maki-1 maki-1 tofu/1 maki-1 maki-1 next takeout-box-10/1 chopsticks-1/1"
    example = live(menu, words + " tempura/1 takeout-box-10/1")
    assert example.refuses("tempura/1") == "too-new"
    assert cards(example.scan("tofu/1")) == "tofu/1~ tempura/1"


def test_a_flipped_card_cannot_be_flipped_again():
    example = live(BOXES, "tofu/1 maki-1 maki-1 takeout-box-10/1 takeout-box-10/1 tofu/1")
    assert example.refuses("tofu/1") == "bad-target"


def test_a_box_flips_an_unnumbered_copy_by_its_face():
    words = "face:tofu maki-1 maki-1 takeout-box-10/1 takeout-box-10/1 face:tofu"
    example = live(BOXES, words)
    assert cards(example) == "tofu/0~"
    example.scan("face:tofu")  # none is left to flip: orange's reveal
    assert cards(example, 1).split()[-1] == "tofu/0"


def test_a_box_that_waits_holds_up_the_next_turn_but_not_next():
    example = live(BOXES, "takeout-box-10/1 tofu tofu")
    assert example.refuses("tofu") == "not-now"
    assert turn(example.scan("next")) == 2  # it flips nothing
    assert example.refuses("takeout-box-10/1") == "discarded"


def test_a_box_that_waits_on_the_last_turn():
    example = to_the_last_turn(live(BOXES, "tofu/1")).scan("takeout-box-10/1 tempura")
    assert example.refuses("tempura") == "not-now"
    example.scan("next")
    assert example.refuses("takeout-box-10/1") == "discarded"
    assert example.refuses("next") == "not-now"
    assert example.scan("score").table.phase == "scored"


def test_a_box_left_open_is_closed_with_its_turn():
    """By a card from another scanner, too."""
    example = live(BOXES, "tofu/1 maki-1/1 maki-1/2 takeout-box-10/1 maki-2/1 maki-2/2")
    lines = "red: card sushi-go-party/takeout-box-10/1\ncard sushi-go-party/tempura/1\n"
    table, refused = play(lines + "red: card sushi-go-party/tofu/1", example.table)
    assert refused == [("card sushi-go-party/tofu/1", "already-laid")]
    assert table.round.turns[-1].number == 3


def test_flipping_a_wasabi_or_a_nigiri_on_one():
    words = "wasabi/1 maki-1 maki-1 squid-nigiri/1 maki-1 maki-1 takeout-box-10/1 takeout-box-10/1"
    example = live(BOXES, words)
    assert cards(example) == "wasabi/1 squid-nigiri/1*"
    assert cards(live(BOXES, words + " wasabi/1")) == "wasabi/1~ squid-nigiri/1"
    assert cards(example.scan("squid-nigiri/1")) == "wasabi/1 squid-nigiri/1~"
    example.scan("maki-2 maki-2 egg-nigiri/1")
    assert cards(example).endswith("egg-nigiri/1*")


# --- special orders -------------------------------------------------------------------------------


def test_then_the_card_copied_from_an_earlier_turn():
    example = live(ORDERS, "tofu/1 tofu tofu special-order/1 tofu/1")
    assert points(example)[0] == 6


def test_next_is_refused_while_there_is_something_to_copy():
    example = live(ORDERS, "tofu/1 tofu tofu special-order/1")
    for word in ("next", "red", "remove", "score", "wasabi/1", "face:tofu"):
        assert example.refuses(word) in ("not-now", "bad-target")
    assert example.refuses("tofu/2") == "laid-elsewhere"
    assert example.refuses("temaki/1") == "not-on-menu"


def test_it_copies_nothing_from_another_tray():
    """Not by a face either, of which more cards could still be laid."""
    example = live(ORDERS, "tofu/1 face:tofu tofu/2 special-order/1")
    assert example.refuses("face:tofu") == "bad-target"


def test_no_other_scanner_closes_the_turn_before_it_has_copied():
    table = live(ORDERS, "tofu/1 tofu/2 tofu/3").table
    _, refused = play("red: card sushi-go-party/special-order/1\ncommand next", table)
    assert refused == [("command next", "not-now")]


def test_it_is_discarded_without_asking_when_there_is_nothing_to_copy():
    example = live(ORDERS, "special-order/1 tofu/1")
    assert (cards(example), cards(example, 1)) == ("", "tofu/1")
    example.scan("yellow tofu/2 next")
    assert example.refuses("special-order/1") == "discarded"


def test_as_an_extra_card_this_turns_too():
    words = "chopsticks-1 maki-1 maki-1 tofu maki-1 maki-1 next tempura/1 chopsticks-1/1"
    example = live(COPIES, words + " special-order/1 tempura/1")
    assert points(example)[0] == 2 + 5
    assert live(COPIES, words + " special-order/1").refuses("chopsticks-1/1") == "bad-target"


def test_a_reveal_cannot_copy_a_card_of_this_turn():
    words = "chopsticks-1/1 maki-1 maki-1 next chopsticks-1/1 tofu/1 special-order/1"
    assert live(COPIES, words).refuses("tofu/1") == "bad-target"
    assert "special-order/1" in cards(live(COPIES, words + " chopsticks-1/1"))  # it lay there


def test_then_perhaps_a_wasabi_as_in_tally():
    words = "squid-nigiri/1 tofu tofu wasabi/1 tofu tofu special-order/1 squid-nigiri/1"
    assert cards(live(ORDERS, words + " wasabi/1")).endswith("special-order/1*")
    example = live(ORDERS, words + " next")
    assert cards(example).endswith("special-order/1")
    assert turn(example) == 3  # it did nothing else
    assert cards(live(ORDERS, words + " tempura/1"), 1).endswith("tempura/1")  # goes on without


def test_it_is_not_asked_for_a_wasabi_where_the_copied_one_lies_on_one():
    words = "wasabi/1 tofu tofu squid-nigiri/1 tofu tofu wasabi/2 tofu tofu"
    example = live(ORDERS, words + " special-order/1 squid-nigiri/1")
    assert example.table.lanes[0].awaits is None


def test_an_order_whose_card_left_before_it_by_the_books_order():
    """A miso soup scanned later, by chopsticks of a lower number, took the copied one along."""
    menu = "maki tempura tofu miso-soup special-order chopsticks pudding"
    words = "chopsticks-2/1 chopsticks-1/1 tofu miso-soup/1 tofu tofu chopsticks-2/1"
    example = live(menu, words + " special-order/1 miso-soup/1 chopsticks-1/1 miso-soup/2")
    assert [cards(example, seat) for seat in range(2)] == ["", "tofu/2"]
    assert example.refuses("special-order/1") == "discarded"
