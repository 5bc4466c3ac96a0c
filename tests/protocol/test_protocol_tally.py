"""Tally, row by row: badges, cards, wasabi, flips, and what is refused."""

import pytest
from support.playing import Example, label, play, told

from engine.position import Scan
from engine.table import decide

PARTY = "sushi-go-party"
FLIPS = "maki tempura sashimi tofu takeout-box wasabi pudding"
CLASSIC = "sushi-go-classic"
MENUS = "temaki tempura tofu eel menu takeout-box pudding"


def tally(menu, words="", seats=3):
    return Example(PARTY, seats, menu).scan(words)


def tray(example, seat=0):
    """What lies there: each card, flipped with a ~, a nigiri with the wasabi under it."""
    laid = example.table.round.layout.trays[seat]
    slugs = {one.id: one.card.slug for one in laid}
    words = [
        one.card.slug + ("~" if one.mark == "flipped" else "")
        + (f">{slugs[one.on]}" if one.on else "")
        for one in laid
    ]  # fmt: skip
    return " ".join(words)


def points(example):
    return [seat["live"] for seat in told(example.table)["seats"]]


# --- badges and cards ---------------------------------------------------------------


def test_a_badge_makes_its_seat_active_for_the_cards_that_follow():
    example = tally(CLASSIC, "red tempura/1 tempura/2 yellow tempura/3 red tempura/4")
    assert (tray(example), tray(example, 2)) == ("tempura/1 tempura/2 tempura/4", "tempura/3")


def test_a_card_needs_a_badge_first():
    assert tally(CLASSIC).refuses("tempura/1") == "no-seat"


def test_a_badge_that_does_not_play():
    assert tally(CLASSIC).refuses("white") == "not-now"
    assert tally(CLASSIC).refuses("dummy") == "not-now"


def test_the_dummys_badge_is_the_command_dummy():
    example = Example("sushi-go", 2, commands="dummy").scan("dummy maki-3 red maki-2")
    assert points(example) == [3, 0, 6]


def test_cards_lie_in_the_order_scanned():
    assert (
        tray(tally(CLASSIC, "red tempura/5 maki-1/2 tempura/2")) == "tempura/5 maki-1/2 tempura/2"
    )


def test_what_is_refused_as_it_lies_somewhere():
    example = tally(CLASSIC, "red tempura/1")
    assert example.refuses("tempura/1") == "already-laid"
    example.scan("orange")
    assert example.refuses("tempura/1") == "laid-elsewhere"
    _, refused = play("card sushi-go-party/tempura/1", example.table)
    assert refused[0][1] == "laid-elsewhere"


def test_the_refusal_names_whose_it_is():
    example = tally(CLASSIC, "red tempura/1 orange")
    refused = decide(example.table, Scan(label("card sushi-go-party/tempura/1")))
    assert refused.message == "Tempura\nlies with Red"


def test_cards_of_other_games_and_menus():
    example = tally(CLASSIC, "red")
    assert play("card sushi-go/tempura/1", example.table)[1][0][1] == "wrong-game"
    assert play("face omakase/tofu", example.table)[1][0][1] == "wrong-game"
    assert example.refuses("eel/1") == "not-on-menu"
    assert example.refuses("face:eel") == "not-on-menu"


def test_menus_and_takeout_boxes_never_stay():
    example = tally(MENUS)
    assert example.refuses("menu-7") == "never-stays"  # even before a badge
    example.scan("red")
    assert example.refuses("takeout-box-10") == "never-stays"
    assert example.refuses("face:menu-8") == "never-stays"
    example.scan("flip")
    assert example.refuses("takeout-box-10/1") == "never-stays"


@pytest.mark.parametrize("command", ["tally", "live", "pass-both-ways", "next"])
def test_commands_that_belong_elsewhere(command):
    assert tally(CLASSIC).refuses(command) == "not-now"


@pytest.mark.parametrize("line", ["game sushi-go", "preset big-banquet"])
def test_no_other_game_in_the_middle_of_one(line):
    assert play(line, tally(CLASSIC).table)[1][0][1] == "not-now"


def test_desserts_are_kept_and_refused_in_later_rounds():
    example = tally(CLASSIC, "red pudding/1 face:pudding score next red")
    assert example.refuses("pudding/1") == "kept"
    example.scan("tempura/1 score next red")
    assert example.refuses("pudding/1") == "kept"
    example.scan("tempura/1")  # all other cards are dealt again


def test_sushi_go_cards_played_are_set_aside():
    example = Example("sushi-go", 2).scan("red tempura/1 pudding/1 score next red")
    assert example.refuses("tempura/1") == "spent"
    assert example.refuses("pudding/1") == "kept"


# --- wasabi ---------------------------------------------------------------------------


def test_a_nigiri_covers_the_earliest_uncovered_wasabi():
    example = tally(CLASSIC, "red wasabi/2 wasabi/1 egg-nigiri/1 squid-nigiri/1 egg-nigiri/2")
    assert tray(example) == (
        "wasabi/2 wasabi/1 egg-nigiri/1>wasabi/2 squid-nigiri/1>wasabi/1 egg-nigiri/2"
    )


def test_loose_nigiri_first():
    example = tally(CLASSIC, "red egg-nigiri/1 wasabi/1")
    assert tray(example) == "egg-nigiri/1 wasabi/1"


def test_a_wasabi_and_then_a_nigiri_puts_it_there():
    example = tally(CLASSIC, "red squid-nigiri/1 wasabi/1 wasabi/1 squid-nigiri/1")
    assert tray(example) == "squid-nigiri/1>wasabi/1 wasabi/1"
    assert example.refuses("squid-nigiri/1") == "already-laid"  # only a wasabi asks for one


def test_a_covered_wasabi_and_another_nigiri_they_exchange_places():
    example = tally(CLASSIC, "red egg-nigiri/1 wasabi/1 squid-nigiri/1 wasabi/1 egg-nigiri/1")
    assert tray(example) == "egg-nigiri/1>wasabi/1 wasabi/1 squid-nigiri/1"
    words = "red wasabi/1 egg-nigiri/1 wasabi/2 squid-nigiri/1 wasabi/1 squid-nigiri/1"
    assert tray(tally(CLASSIC, words)) == (
        "wasabi/1 egg-nigiri/1>wasabi/2 wasabi/2 squid-nigiri/1>wasabi/1"
    )


def test_any_other_scan_goes_on_without():
    example = tally(CLASSIC, "red egg-nigiri/1 wasabi/1 wasabi/1 tempura/1")
    assert tray(example) == "egg-nigiri/1 wasabi/1 tempura/1"
    assert example.refuses("egg-nigiri/1") == "already-laid"
    example = tally(CLASSIC, "red egg-nigiri/1 wasabi/1 wasabi/1 next")
    assert example.refuses("egg-nigiri/1") == "already-laid"


def test_a_wasabi_with_no_nigiri_to_take():
    assert tally(CLASSIC, "red wasabi/1").refuses("wasabi/1") == "already-laid"
    example = tally(CLASSIC, "red wasabi/1 egg-nigiri/1")
    assert example.refuses("wasabi/1") == "already-laid"
    assert (
        tally(CLASSIC, "red wasabi/1 egg-nigiri/1 orange").refuses("wasabi/1") == "laid-elsewhere"
    )


def test_a_face_stands_for_the_loose_one_of_its_unnumbered_copies():
    example = tally(CLASSIC, "red wasabi/1 face:egg-nigiri face:egg-nigiri wasabi/2")
    example.scan("wasabi/2 face:egg-nigiri")
    assert tray(example) == "wasabi/1 egg-nigiri/0>wasabi/1 egg-nigiri/0>wasabi/2 wasabi/2"


# --- flip -----------------------------------------------------------------------------


def test_flip_then_a_fresh_card_lays_it_flipped():
    example = tally(FLIPS, "red flip tofu/1")
    assert (tray(example), points(example)) == ("tofu/1~", [2, 0, 0])


def test_flip_then_a_card_of_the_tray_flips_it():
    example = tally(FLIPS, "red tofu/1 flip tofu/1")
    assert tray(example) == "tofu/1~"
    example.scan("flip")
    assert example.refuses("tofu/1") == "bad-target"


def test_flip_needs_a_takeout_box_on_the_menu():
    assert tally(CLASSIC).refuses("flip") == "not-on-menu"
    assert Example("sushi-go", 2).refuses("flip") == "not-on-menu"


def test_a_card_of_another_tray_is_not_flipped():
    example = tally(FLIPS, "red tofu/1 orange flip")
    assert example.refuses("tofu/1") == "laid-elsewhere"
    example.scan("tofu/2")  # a refusal changes nothing: FLIP still waits
    assert tray(example, 1) == "tofu/2~"


def test_flip_without_a_seat():
    assert tally(FLIPS, "flip").refuses("tofu/1") == "no-seat"


def test_a_badge_calls_flip_off():
    """As it does with REMOVE: the next player's card is not what was meant."""
    assert tray(tally(FLIPS, "flip red tofu/1")) == "tofu/1"


def test_flip_goes_on_without_for_any_other_scan():
    assert tray(tally(FLIPS, "red flip remove orange red tofu/1")) == "tofu/1"
    assert tally(FLIPS, "red flip").refuses("eel/1") == "not-on-menu"


def test_flipping_a_wasabi_or_its_nigiri():
    example = tally(FLIPS, "red wasabi/1 squid-nigiri/1 flip wasabi/1")
    assert (tray(example), points(example)[0]) == ("wasabi/1~ squid-nigiri/1", 2 + 3)
    example = tally(FLIPS, "red wasabi/1 squid-nigiri/1 flip squid-nigiri/1 egg-nigiri/1")
    assert tray(example) == "wasabi/1 squid-nigiri/1~ egg-nigiri/1>wasabi/1"


def test_flip_and_a_face():
    """The face is its unnumbered copy in that tray; with none to flip, a fresh one."""
    assert tray(tally(FLIPS, "red face:tofu flip face:tofu")) == "tofu/0~"
    assert tray(tally(FLIPS, "red tofu/1 flip face:tofu")) == "tofu/1 tofu/0~"
    assert tray(tally(FLIPS, "red face:tofu flip face:tofu flip face:tofu")) == "tofu/0~ tofu/0~"


# --- faces as unnumbered copies -----------------------------------------------------------


def test_a_face_lays_an_unnumbered_copy():
    example = tally(CLASSIC, "red face:tempura face:tempura face:maki-3 orange face:maki-2")
    assert points(example) == [5 + 6, 3, 0]


def test_at_most_as_many_of_a_face_as_the_deck_has():
    """Numbered and not, in all trays."""
    example = tally(CLASSIC, "red face:wasabi wasabi/1 orange face:wasabi")
    assert example.refuses("wasabi/2") == "already-laid"  # one of these three must be that card
    assert example.refuses("face:wasabi") == "already-laid"
    example.scan("yellow")
    assert example.refuses("face:wasabi") == "laid-elsewhere"
    assert example.refuses("wasabi/1") == "laid-elsewhere"


def test_unnumbered_copies_of_sushi_go_are_spent_too():
    example = Example("sushi-go", 2).scan("red " + "face:wasabi " * 5 + "score next red wasabi/1")
    assert example.refuses("wasabi/2") == "already-laid"
    example = Example("sushi-go", 2).scan("red " + "face:wasabi " * 6 + "score next red")
    assert example.refuses("wasabi/2") == "spent"
