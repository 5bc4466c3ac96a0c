"""SCORE and its question, what works between rounds, UNDO through all of it, the variants."""

import pytest
from support.playing import Example, label, play, told

from engine.position import Scan, empty, hand
from engine.rounds import complaints
from engine.table import decide, scan

CLASSIC = "sushi-go-classic"
PARTY = "sushi-go-party"


def classic(words="", seats=2, commands=""):
    return Example(PARTY, seats, CLASSIC, commands=commands).scan(words)


def sushi_go(words="", seats=2, commands=""):
    return Example("sushi-go", seats, commands=commands).scan(words)


def omakase(words="", seats=2):
    return Example("omakase", seats).scan(words)


def once(example, word):
    """One scan, SCORE not repeated: the table after it."""
    example.table, outcome = scan(example.table, Scan(label(example.line(word))))
    return outcome


def phase(example):
    return (example.table.phase, example.table.round_no)


def finished(words="red pudding"):
    return classic(f"{words} score next score next score")


TEN = "tempura tempura tempura sashimi sashimi sashimi dumpling dumpling dumpling maki-1"


# --- score and its confirmation ---------------------------------------------------------


def test_score_ends_the_round_at_once_when_all_is_right():
    example = classic(f"red {TEN} orange {TEN}")
    once(example, "score")
    assert phase(example) == ("scored", 1)


def test_score_asks_again_if_a_seats_cards_are_not_as_many_as_were_dealt():
    example = classic(f"red {TEN} orange tempura")
    assert complaints(example.table) == [(1, "1 of 10 cards")]
    once(example, "score")
    assert (phase(example), example.table.asked) == (("playing", 1), "score")
    once(example, "score")
    assert (phase(example), example.table.asked) == (("scored", 1), "")


def test_score_asks_again_about_an_uncovered_wasabi_beside_a_loose_nigiri():
    nine = TEN.removesuffix("maki-1")
    example = classic(f"red egg-nigiri/1 wasabi/1 {nine.removesuffix('dumpling ')} orange {TEN}")
    assert complaints(example.table) == [(0, "wasabi left uncovered")]
    example.scan("red wasabi/1 egg-nigiri/1")
    assert complaints(example.table) == []


@pytest.mark.parametrize("between", ["red", "tempura", "remove"])
def test_any_other_scan_in_between_cancels_that(between):
    example = classic("red")
    once(example, "score")
    once(example, between)
    once(example, "score")
    assert phase(example) == ("playing", 1)


@pytest.mark.parametrize("between", ["page", "sound", "teach"])
def test_what_is_no_part_of_the_game_does_not_cancel_it(between):
    example = classic("red")
    once(example, "score")
    once(example, between)
    once(example, "score")
    assert phase(example) == ("scored", 1)


def test_a_refused_scan_changes_nothing_so_it_does_not_cancel_it():
    example = classic("red")
    once(example, "score")
    assert once(example, "kind:maki").reason == "not-now"
    once(example, "score")
    assert phase(example) == ("scored", 1)


def test_undo_takes_back_the_question():
    example = classic("red")
    before = example.table
    once(example, "score")
    assert example.scan("undo").table == before


def test_omakase_asks_about_a_hand_above_eight_and_two_for_each_matcha():
    nine = "tofu tofu tofu tofu tofu omelette omelette omelette omelette"
    example = omakase(f"red {nine}")
    assert complaints(example.table) == [(0, "9 cards in hand")]
    example.scan("matcha")
    assert complaints(example.table) == []  # ten, and eight and two are allowed
    once(example, "score")
    assert phase(example) == ("finished", 1)


def test_a_hands_size_is_never_refused():
    assert phase(omakase("red " + "tofu " * 5 + "omelette " * 5 + "score")) == ("finished", 1)


# --- scored -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "word", ["tempura", "red", "face:tempura", "score", "remove", "kind:maki", "flip", "live"]
)
def test_between_rounds_only_next_goes_on(word):
    example = classic("red tempura/1 score")
    refused = decide(example.table, Scan(label(example.line(word))))
    assert (refused.reason, refused.message) == ("not-now", "Round is scored\nNEXT or UNDO")


def test_next_opens_the_next_round_with_empty_trays():
    example = classic("red tempura tempura score next")
    assert (phase(example), example.table.round.layout.trays) == (("playing", 2), ((), ()))
    assert [seat["total"] for seat in told(example.table)["seats"]] == [5, 0]


def test_undo_reopens_the_round():
    example = classic("red tempura/1 tempura/2")
    before = example.table
    once(example, "score")
    once(example, "score")
    assert example.scan("undo undo").table == before


# --- undo ---------------------------------------------------------------------------------------


def test_undo_goes_through_rounds_and_through_the_next_that_began_the_game():
    example = finished("red tempura/1 pudding")
    steps = 0
    while example.table.past:
        example.scan("undo")
        steps += 1
    assert (example.table.phase, example.table.game) == ("lobby", None)
    assert steps == 1 + 2 + 1 + 3 + 3 * 2 + 2  # menu, seats, NEXT; cards; SCOREs, NEXTs
    assert example.refuses("undo") == "nothing-to-undo"


def test_undo_takes_back_the_last_scan_of_any_lane():
    table, _ = play("orange: card sushi-go-party/tempura/1\ncommand undo", classic().table)
    assert table == classic().table


def test_a_lobby_has_no_game_to_ask_about():
    with pytest.raises(ValueError, match="no game is being played"):
        hand(empty())


# --- variants -------------------------------------------------------------------------------------


def test_the_dummy_is_a_third_player_that_cannot_win():
    example = sushi_go("dummy maki-3 maki-3 red maki-3 orange maki-1", 2, "dummy")
    said = example.end("")
    assert [seat["total"] for seat in said["seats"]] == [3, 0, 6]
    assert [seat["place"] for seat in said["seats"]] == [1, 2, None]
    assert (said["seats"][2]["badge"], said["seats"][2]["dummy"]) == (None, True)
    assert said["winners"] == ["red"]


def test_the_dummy_is_dealt_nine_like_the_others():
    example = sushi_go("red " + "tempura " * 9, 2, "dummy")
    assert [seat for seat, _ in complaints(example.table)] == [1, 2]


def test_pass_both_ways_scores_alike():
    words = "red maki-3 orange maki-1 score next red pudding"
    plain, varied = sushi_go(words), sushi_go(words, 2, "pass-both-ways")
    assert told(plain.table)["seats"] == told(varied.table)["seats"]
    assert told(varied.table)["variants"] == ["pass-both-ways"]
