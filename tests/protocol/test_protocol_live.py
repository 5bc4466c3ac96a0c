"""Live, row by row: reveals and turns, chopsticks and spoons, the last turn."""

import pytest
from support.playing import Example, label, play, told

from engine.position import Scan
from engine.rounds import complaints
from engine.table import decide

PARTY = "sushi-go-party"
SCORE = "SCORE ends the round"
STICKS = "maki tempura tofu dumpling chopsticks spoon pudding"
COPIES = "maki tempura tofu dumpling special-order chopsticks pudding"


def live(menu, words="", seats=3):
    return Example(PARTY, seats, menu, commands="live").scan(words)


def cards(example, seat=0):
    """What lies there; flipped with a ~."""
    laid = example.table.round.layout.trays[seat]
    return " ".join(one.card.slug + "~" * (one.mark == "flipped") for one in laid)


def turn(example):
    return example.table.round.turns[-1].number


def points(example):
    return [seat["live"] for seat in told(example.table)["seats"]]


def to_the_last_turn(example):
    """Red alone goes on revealing."""
    while turn(example) < 10:
        example.scan("next face:dumpling" if turn(example) < 9 else "next face:maki-2")
    return example


# --- reveals and turns -------------------------------------------------------------------


def test_a_fresh_card_is_the_reveal_of_the_first_seat_that_has_not_revealed():
    example = live(STICKS, "tofu/1 tofu/2 tofu/3 tempura/1")
    assert [cards(example, seat) for seat in range(3)] == ["tofu/1 tempura/1", "tofu/2", "tofu/3"]


def test_a_badge_first_says_whose_it_is_for_that_one_card():
    example = live(STICKS, "yellow tofu/1 tofu/2 tofu/3")
    assert [cards(example, seat) for seat in range(3)] == ["tofu/2", "tofu/3", "tofu/1"]


def test_a_second_reveal_before_all_have_revealed_is_not_now():
    example = live(STICKS, "tofu/1 red")
    assert example.refuses("tofu/2") == "not-now"
    example.scan("orange tofu/2")
    assert cards(example, 1) == "tofu/2"


def test_on_a_seats_own_lane_it_is_always_that_seats():
    example = live(STICKS)
    lines = "yellow: card sushi-go-party/tofu/1\nyellow: card sushi-go-party/tofu/2"
    table, refused = play(lines, example.table)
    assert refused == [("card sushi-go-party/tofu/2", "not-now")]
    assert [len(tray) for tray in table.round.layout.trays] == [0, 0, 1]
    assert play("yellow: badge red", table)[1] == [("badge red", "not-now")]


def test_when_all_have_revealed_the_next_fresh_card_opens_the_next_turn():
    example = live(STICKS, "tofu tofu tofu")
    assert turn(example) == 1
    assert turn(example.scan("orange tempura/2")) == 2
    assert cards(example, 1) == "tofu/2 tempura/2"


def test_next_closes_a_turn_as_well():
    example = live(STICKS, "tofu next")
    assert turn(example) == 2
    assert example.refuses("next") == "not-now"  # of this turn nothing has been revealed


@pytest.mark.parametrize("word", ["kind:maki", "same-turn", "flip", "tally", "white"])
def test_what_live_sees_for_itself(word):
    assert live(STICKS, "tofu").refuses(word) == "not-now"


def test_cards_are_refused_as_in_tally():
    example = live(STICKS, "tofu/1 tofu/2")
    assert example.refuses("tofu/2") == "laid-elsewhere"
    assert example.refuses("eel/1") == "not-on-menu"
    assert play("card omakase/tofu/1", example.table)[1][0][1] == "wrong-game"
    example.scan("red")
    assert example.refuses("tofu/1") == "already-laid"


def test_faces_lay_unnumbered_copies():
    assert points(live(STICKS, "face:tofu face:tempura face:maki-3 face:tofu")) == [6, 0, 6]


# --- chopsticks and spoon -------------------------------------------------------------------


def test_a_bonus_the_tool_in_the_tray_and_then_the_extra_card():
    example = live(STICKS, "chopsticks-1 tofu tofu tofu tofu tofu chopsticks-1/1 tofu/8")
    assert cards(example) == "tofu/3 tofu/8"


def test_the_tool_leaves_before_the_extra_card_is_laid():
    """It went into a hand: it may be played again later in the same round, by anybody."""
    example = live(STICKS, "chopsticks-1/1 tofu/1 tofu/2 tofu/3 tofu/4 tofu/5 chopsticks-1/1")
    assert cards(example) == "tofu/3"
    example.scan("tempura/1 orange chopsticks-1/1")
    assert (cards(example, 1), turn(example)) == ("tofu/1 tofu/4 chopsticks-1/1", 3)


def test_a_bonus_any_time_before_the_next_turn_opens():
    first = live(STICKS, "chopsticks-1/1 tofu/1 tofu/2 next chopsticks-1/1 tofu/3 tofu/4")
    assert cards(first) == "tofu/4 tofu/3"  # worked out after the reveal, whenever it was scanned
    assert turn(first) == 2


def test_a_tool_of_this_very_turn_is_too_new():
    assert live(STICKS, "chopsticks-1").refuses("chopsticks-1/1") == "too-new"
    assert live(STICKS, "spoon-4 tofu tofu").refuses("spoon-4/1") == "too-new"


def test_one_bonus_action_a_seat_a_turn():
    example = live(STICKS, "chopsticks-1 tofu tofu spoon-4 tofu tofu next chopsticks-1/1 tempura")
    assert example.refuses("spoon-4/1") == "one-bonus"


def test_the_extra_card_is_awaited():
    example = live(STICKS, "chopsticks-1 tofu tofu tofu tofu tofu chopsticks-1/1")
    for word in ("red", "next", "score", "remove", "kind:maki"):
        assert example.refuses(word) == "not-now"
    assert example.refuses("tofu/1") == "laid-elsewhere"
    assert example.refuses("eel/1") == "not-on-menu"
    assert example.refuses("chopsticks-1/1") == "not-now"  # it went into the hand just now


def test_for_a_spoon_nobody_could_serve_next():
    example = live(STICKS, "spoon-4 tofu tofu tofu tofu tofu spoon-4/1 next")
    assert cards(example) == "tofu/3"
    assert example.refuses("spoon-4/1") == "discarded"


def test_the_spoon_of_one_who_was_served_goes_into_a_hand():
    example = live(STICKS, "spoon-4/1 tofu tofu tofu tofu tofu spoon-4/1 tempura/1")
    example.scan("orange spoon-4/1")
    assert cards(example, 1) == "tofu/1 tofu/4 spoon-4/1"


def test_what_went_into_a_hand_this_turn_was_no_reveal_of_it():
    example = live(STICKS, "chopsticks-1 tofu tofu next chopsticks-1/1 tempura/1 orange")
    assert example.refuses("chopsticks-1/1") == "not-now"


def test_but_a_spoon_of_a_later_number_can_call_it():
    words = "chopsticks-1/1 spoon-4/1 tofu tofu tofu tofu chopsticks-1/1 tempura/1 spoon-4/1"
    example = live(STICKS, words + " chopsticks-1/1")
    assert cards(example, 1).split()[-1] == "chopsticks-1/1"
    example = live(STICKS, "chopsticks-2/1 chopsticks-1/1 tofu next chopsticks-1/1 tempura/1")
    example.scan("chopsticks-2/1")  # these take from their own seat's hand
    assert example.refuses("chopsticks-1/1") == "not-now"


def test_not_on_the_last_turn_as_hands_are_empty():
    example = to_the_last_turn(live(STICKS, "chopsticks-1/1 tofu tofu"))
    assert example.refuses("chopsticks-1/1") == "not-now"


def test_after_the_last_turn_comes_score():
    example = to_the_last_turn(live(STICKS, "tofu")).scan("tempura tempura")
    for word in ("tempura", "next"):
        refused = decide(example.table, Scan(label(example.line(word))))
        assert (refused.reason, refused.message.split("\n")[1]) == ("not-now", SCORE)


def test_score_asks_again_if_a_seat_has_missed_a_reveal():
    example = live(STICKS, "tofu tofu next tofu")
    missed = [(0, "2 of 10 revealed"), (1, "1 of 10 revealed"), (2, "0 of 10 revealed")]
    assert complaints(example.table) == missed
    assert example.scan("score").table.phase == "scored"


def test_the_tool_says_whose_it_is():
    """Whatever badge was scanned before; only a seat's own scanner uses no other seat's."""
    example = live(STICKS, "chopsticks-1 tofu tofu tofu tofu tofu orange chopsticks-1/1 tempura")
    assert cards(example) == "tofu/3 tempura/1"
    example = live(STICKS, "chopsticks-1 tofu tofu tofu tofu tofu orange")
    assert play("orange: card sushi-go-party/chopsticks-1/1", example.table)[1][0][1] == (
        "laid-elsewhere"
    )


def test_numbered_faces_work_without_labels():
    words = "face:chopsticks-1 tofu tofu tofu tofu tofu face:chopsticks-1 face:tempura"
    assert cards(live(STICKS, words)) == "tofu/3 tempura/0"
    words = "chopsticks-1/1 tofu tofu tofu tofu tofu face:chopsticks-1 face:tempura"
    assert cards(live(STICKS, words)) == "tofu/3 tempura/0"  # it is printed once: it is that card
    words = "face:chopsticks-1 tofu tofu tofu tofu tofu chopsticks-1/1 face:tempura"
    assert cards(live(STICKS, words)) == "tofu/3 tempura/0"


def test_an_order_that_copies_chopsticks_is_the_tool_then():
    words = "chopsticks-1/1 tofu tofu special-order/1 chopsticks-1/1 tofu tofu next"
    example = live(COPIES, words + " special-order/1 tempura/1")
    assert cards(example) == "chopsticks-1/1 tempura/1"
    assert example.refuses("special-order/1") == "not-now"  # it has just gone into a hand
    example.scan("maki-1 maki-1 maki-1 orange special-order/1 tofu/1")
    assert cards(example, 1).endswith("special-order/1")
