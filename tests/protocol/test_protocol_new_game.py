"""The end of a game, the lobby after it, and NEW GAME while one is on."""

import pytest
from support.playing import Example, label, play, told

from engine.position import Scan
from engine.table import scan

CLASSIC = "sushi-go-classic"
PARTY = "sushi-go-party"


def classic(words="", seats=2):
    return Example(PARTY, seats, CLASSIC).scan(words)


def sushi_go(words="", seats=2, commands=""):
    return Example("sushi-go", seats, commands=commands).scan(words)


def finished(words="red pudding"):
    return classic(f"{words} score next score next score")


def once(example, word):
    """One scan, SCORE not repeated."""
    example.table, _ = scan(example.table, Scan(label(example.line(word))))


def phase(example):
    return (example.table.phase, example.table.round_no)


def test_the_last_score_leads_straight_to_the_end():
    said = told(finished().table)
    assert (said["phase"], said["round"], said["winners"]) == ("finished", 3, ["red"])
    assert said["seats"][0]["desserts"] == {"points": 6, "cards": 1, "by": {"pudding": 6}}
    assert [seat["place"] for seat in said["seats"]] == [1, 2]


def test_undo_reopens_the_last_round():
    assert phase(finished().scan("undo")) == ("playing", 3)


@pytest.mark.parametrize(
    "word", ["next", "score", "red", "tempura", "remove", "kind:maki", "tally", "dummy"]
)
def test_little_works_at_the_end(word):
    assert finished().refuses(word) == "not-now"


def test_page_works_everywhere():
    for example in (classic(), classic("score"), finished()):
        before = example.table
        assert example.scan("page sound teach").table is before
    assert play("command page")[1] == []


def test_new_game_opens_a_lobby_with_the_same_game_menu_mode_variants_and_seats():
    example = sushi_go("score next score next score new-game", 2, "dummy live pass-both-ways")
    table = example.table
    assert (table.phase, table.round_no, table.game.slug) == ("lobby", 0, "sushi-go")
    assert (table.mode, table.variants) == ("live", ("pass-both-ways", "dummy"))
    assert [seat.badge for seat in table.seats] == ["red", "orange"]
    example.scan("next")  # same again: NEXT
    assert len(example.table.seats) == 3


def test_undo_there_before_anything_else_brings_the_old_game_back():
    example = finished()
    before = example.table
    assert example.scan("new-game undo").table == before
    assert example.scan("new-game yellow undo undo").table == before


def test_once_the_new_game_has_begun_the_old_one_is_out_of_reach():
    example = finished().scan("new-game next red tempura/1 undo undo undo")
    assert (example.table.phase, len(example.table.seats)) == ("lobby", 2)
    assert example.refuses("undo") == "nothing-to-undo"


def test_only_the_game_before_comes_back():
    """Older ones are history."""
    example = finished().scan("new-game next score next score next score new-game")
    while example.table.past:
        example.scan("undo")
    assert (example.table.number, example.table.phase) == (2, "lobby")


@pytest.mark.parametrize(
    ("line", "game"), [("game sushi-go", "sushi-go"), ("game omakase", "omakase"),
                       ("preset big-banquet", PARTY), ("game sushi-go-party", PARTY)],
)  # fmt: skip
def test_a_game_or_preset_opens_a_new_lobby_with_the_same_seats(line, game):
    table, refused = play(line, finished().table)
    assert (refused, table.phase, table.game.slug) == ([], "lobby", game)
    assert [seat.badge for seat in table.seats] == ["red", "orange"]
    assert table.preset == line.startswith("preset")
    assert play("command undo", table)[0] == finished().table


def test_omakase_after_a_live_game_is_tallied():
    example = sushi_go("score next score next score", 2, "live")
    assert play("game omakase", example.table)[0].mode == "tally"


# --- new game while one is on -----------------------------------------------------------------


@pytest.mark.parametrize("words", ["red tempura/1", "red tempura/1 score"])
def test_new_game_while_one_is_on_asks_to_scan_it_once_more(words):
    example = classic(words)
    before = example.table
    once(example, "new-game")
    assert (example.table.phase, example.table.asked) == (before.phase, "new-game")
    once(example, "new-game")
    assert (example.table.phase, len(example.table.seats)) == ("lobby", 2)
    assert example.table.menu == before.menu
    assert example.scan("undo undo").table == before


def test_any_other_scan_in_between_cancels_a_new_game():
    example = classic()
    for word in ("new-game", "red", "new-game", "page"):
        once(example, word)
    assert (example.table.phase, example.table.asked) == ("playing", "new-game")
    example = classic("score")
    for word in ("new-game", "next"):
        once(example, word)
    assert (phase(example), example.table.asked) == (("playing", 2), "")


def test_a_score_asked_for_is_no_new_game():
    example = classic("red")
    for word in ("score", "new-game", "score"):
        once(example, word)
    assert (phase(example), example.table.asked) == (("playing", 1), "score")
