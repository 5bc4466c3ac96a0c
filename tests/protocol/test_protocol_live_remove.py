"""Live: REMOVE and a card: the gap it leaves, what stays where it was, what is needed later."""

from support.playing import Example, play, told

MENUS = "maki tempura tofu dumpling menu takeout-box pudding"
STICKS = "maki tempura tofu dumpling chopsticks menu pudding"
ORDERS = "uramaki tempura tofu dumpling special-order wasabi pudding"
BOXES = "maki tempura tofu dumpling takeout-box wasabi pudding"
WASABI = "maki tempura tofu dumpling chopsticks wasabi pudding"


def live(menu, words="", seats=3):
    return Example("sushi-go-party", seats, menu, commands="live").scan(words)


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


def test_remove_leaves_a_gap_that_the_seats_next_fresh_card_fills():
    example = live(WASABI, "tofu/1 tofu/2 tofu/3 tempura/1 remove tofu/1")
    assert (cards(example), turn(example)) == ("tempura/1", 2)
    example.scan("maki-1/1 maki-1/2")  # orange and yellow reveal as ever
    assert cards(example, 1) == "tofu/2 maki-1/1"
    example.scan("dumpling/1")  # red's next
    assert (cards(example), turn(example)) == ("dumpling/1 tempura/1", 2)


def test_a_badge_says_that_the_missing_card_comes_first():
    example = live(WASABI, "tofu/1 tofu/2 tofu/3 tempura/1 remove tofu/1 red dumpling/1")
    assert cards(example) == "dumpling/1 tempura/1"
    assert cards(example.scan("maki-1/1"), 1) == "tofu/2 maki-1/1"


def test_a_card_struck_in_the_open_turn_is_revealed_anew():
    example = live(WASABI, "tofu/1 tofu/2 remove tofu/1 tempura/1 tofu/3")
    assert [cards(example, seat) for seat in range(3)] == ["tempura/1", "tofu/2", "tofu/3"]


def test_an_order_struck_in_an_earlier_turn_copies_what_lay_there_then():
    words = "tofu/1 tofu/2 tofu/3 special-order/1 tofu/1 tempura/1 tempura/2 dumpling/1"
    example = live(ORDERS, words + " remove special-order/1 red special-order/2")
    assert example.refuses("dumpling/1") == "bad-target"
    assert points(example.scan("tofu/1"))[0] == 6 + 1


def test_undo_takes_back_both_scans_of_a_removal():
    example = live(WASABI, "tofu/1 tofu/2 tofu/3 tempura/1")
    before = example.table
    assert example.scan("remove tofu/1 undo").table == before


def test_nigiri_keep_their_wasabi():
    two = "wasabi/1 tofu tofu wasabi/2 tofu tofu egg-nigiri/1 tofu tofu squid-nigiri/1 "
    example = live(WASABI, two + "remove egg-nigiri/1")
    first, second, squid = example.table.round.layout.trays[0]
    assert squid.on == second.id
    example.scan("red salmon-nigiri/1")
    laid = example.table.round.layout.trays[0]
    assert [one.on for one in laid] == [None, None, first.id, second.id]


def test_a_wasabi_struck_and_scanned_anew_finds_its_nigiri():
    two = "wasabi/1 tofu tofu wasabi/2 tofu tofu egg-nigiri/1 tofu tofu next "
    example = live(WASABI, two + "tempura/1 remove wasabi/1")
    assert cards(example) == "wasabi/2 egg-nigiri/1 tempura/1"
    assert cards(example.scan("red wasabi/3")) == "wasabi/3 wasabi/2 egg-nigiri/1* tempura/1"
    example = live(WASABI, two + "tempura/1 remove wasabi/1 red tofu/8")
    assert cards(example) == "tofu/8 wasabi/2 egg-nigiri/1 tempura/1"


def test_a_nigiri_scanned_late_keeps_the_wasabi_it_gets():
    words = "wasabi/1 tofu tofu tempura/1 tofu tofu dumpling/1 tofu tofu remove tempura/1 "
    example = live(WASABI, words + "red egg-nigiri/1 red squid-nigiri/1")
    assert cards(example) == "wasabi/1 egg-nigiri/1* dumpling/1 squid-nigiri/1"


def test_a_nigiri_scanned_late_leaves_the_wasabi_of_a_later_one():
    words = "wasabi/1 tofu tofu tempura/1 tofu tofu egg-nigiri/1 tofu tofu next dumpling/1 "
    example = live(WASABI, words + "remove tempura/1 red squid-nigiri/1")
    assert cards(example) == "wasabi/1 squid-nigiri/1 egg-nigiri/1* dumpling/1"


def test_needed_later():
    example = live(ORDERS, "tofu/1 tofu tofu special-order/1 tofu/1 remove")
    assert example.refuses("tofu/1") == "needed-later"
    example = live(STICKS, "chopsticks-1/1 tofu tofu tofu tofu tofu chopsticks-1/1 tempura remove")
    assert example.refuses("chopsticks-1/1") == "needed-later"  # the extra card came by them
    example = live(MENUS, "menu-7 tofu tofu menu-7/1 tofu remove")
    assert example.refuses("menu-7/1") == "needed-later"


def test_a_box_is_struck_with_its_flips_and_a_card_with_its_flip():
    words = (
        "tofu/1 tofu tofu tempura/1 tofu tofu takeout-box-10/1 takeout-box-10/1 tofu/1 tempura/1"
    )
    assert cards(live(BOXES, words + " remove takeout-box-10/1")) == "tofu/1 tempura/1"
    example = live(BOXES, words + " remove tofu/1 red tofu/8")
    assert cards(example) == "tofu/8 tempura/1~"


def test_an_unserved_spoon_is_struck_with_its_question():
    menu = "maki tempura tofu dumpling spoon chopsticks pudding"
    words = "spoon-4/1 tofu tofu tofu tofu tofu spoon-4/1 next remove spoon-4/1 red spoon-5/1"
    assert cards(live(menu, words)) == "spoon-5/1 tofu/3"


def test_an_extra_card_struck_is_awaited_again():
    words = "chopsticks-1/1 tofu/1 tofu/2 tofu/3 tofu/4 tofu/5 chopsticks-1/1 tempura/1"
    example = live(STICKS, words + " remove tempura/1")
    assert example.refuses("next") == "not-now"
    assert example.refuses("chopsticks-1/1") == "not-now"  # these brought it
    assert cards(example.scan("red dumpling/1")) == "tofu/3 dumpling/1"


def test_a_menus_card_struck_may_not_be_replaced_by_a_menu():
    example = live(STICKS, "menu-7/1 tofu tofu menu-7/1 tofu/5 remove tofu/5 red")
    assert example.refuses("menu-8/1") == "bad-target"


def test_tools_struck_take_the_open_place_of_their_extra_card_along():
    words = "chopsticks-1/1 tofu tofu tofu tofu tofu chopsticks-1/1 tempura/1"
    example = live(STICKS, words + " remove tempura/1 remove chopsticks-1/1 red dumpling/1")
    assert (cards(example), example.table.round.gaps) == ("dumpling/1 tofu/3", ())


def test_discarded_miso_and_claimed_uramaki_can_be_struck():
    menu = "uramaki miso-soup tempura tofu menu wasabi pudding"
    example = live(menu, "miso-soup/1 miso-soup/2 tofu remove miso-soup/1")
    assert points(example)[1] == 3
    example = live(menu, "uramaki-5/1 tofu tofu uramaki-5/2 tofu tofu remove uramaki-5/1")
    assert (cards(example), points(example)[0]) == ("uramaki-5/2", 8)


def test_remove_then_a_face_strikes_the_last_unnumbered_copy():
    example = live(WASABI, "face:tofu face:tofu face:tempura remove face:tofu")
    assert [cards(example, seat) for seat in range(3)] == ["tofu/0", "", "tempura/0"]


def test_remove_from_another_scanner_ends_what_was_waited_for():
    example = live(ORDERS, "tofu/1 tofu tofu special-order/1")
    lines = "1: command remove\n1: card sushi-go-party/special-order/1\nbadge orange"
    table, refused = play(lines, example.table)
    assert (refused, table.lanes[0].awaits) == ([], None)
