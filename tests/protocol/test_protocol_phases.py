"""SCORE and its question, between rounds, the end, NEW GAME, and UNDO through all of it."""

import pytest
from support.playing import label, play, result_of
from support.table_engine import EngineTable, begun

from engine.position import empty, hand
from engine.refusals import Refused
from engine.rounds import Complaint, complaints

CLASSIC = "sushi-go-classic"
PARTY = "sushi-go-party"


def classic(words="", seats=2, commands=""):
    return begun(PARTY, seats, CLASSIC, commands=commands).scan(words)


def sushi_go(words="", seats=2, commands=""):
    return begun("sushi-go", seats, commands=commands).scan(words)


def omakase(words="", seats=2):
    return begun("omakase", seats).scan(words)


def once(example, word):
    """One scan, SCORE not repeated."""
    example.refusal(word)


def refusal(example, word):
    """Why a scan is refused."""
    example.refusal(word)
    return example.outcome.result


def phase(example):
    return (example.table.phase, example.table.round_no)


def finished(words="red pudding"):
    return classic(f"{words} score next score next score")


EIGHT = "tempura tempura tempura sashimi sashimi sashimi dumpling dumpling"
TEN = f"{EIGHT} dumpling maki-1"


# --- score and its confirmation ---------------------------------------------------------


def test_score_ends_the_round_and_asks_first_if_something_looks_wrong():
    example = classic(f"red {TEN} orange {TEN}")
    once(example, "score")
    assert phase(example) == ("scored", 1)
    example = classic(f"red {TEN} orange tempura")
    once(example, "score")
    assert (phase(example), example.table.asked) == (("playing", 1), "score")
    once(example, "score")
    assert (phase(example), example.table.asked) == (("scored", 1), "")


SIX = "tempura tempura tempura tempura fruit-orange-orange tofu"
LIVE = "maki tempura tofu dumpling chopsticks spoon pudding"
URAMAKI = "uramaki tempura tofu miso-soup special-order wasabi fruit"
NINE = "omelette omelette omelette omelette tofu tofu tofu tofu tofu"


@pytest.mark.parametrize(
    ("example", "looks_wrong"),
    [
        (classic(f"red {TEN} orange tempura"), {1: Complaint("cards", 1, 10)}),
        (
            classic(f"red egg-nigiri/1 wasabi/1 {EIGHT} orange {TEN}"),
            {0: Complaint("uncovered-wasabi")},
        ),
        (classic(f"red wasabi/1 dumpling {EIGHT} orange {TEN}"), {}),  # there is nothing to put on
        (classic(f"red egg-nigiri/1 wasabi/1 {EIGHT} orange {TEN} red wasabi/1 egg-nigiri/1"), {}),
        (
            begun(PARTY, 3, LIVE, commands="live").scan("tofu tofu next tofu"),
            {
                0: Complaint("revealed", 2, 10),
                1: Complaint("revealed", 1, 10),
                2: Complaint("revealed", 0, 10),
            },
        ),
        # the cards of a place in the race count, too
        (
            begun(PARTY, 2, URAMAKI).scan(
                f"red tofu {SIX} uramaki-3/1 uramaki-3/2 uramaki-4/1 orange wasabi egg-nigiri "
                "miso-soup miso-soup miso-soup tofu tofu tofu tofu tofu"
            ),
            {},
        ),
        (omakase(f"red {NINE.removesuffix('tofu')}"), {}),
        (omakase(f"red {NINE}"), {0: Complaint("in-hand", 9, 8)}),
        (omakase(f"red {NINE} matcha"), {}),  # ten, and eight and two are allowed
        (omakase(f"red {NINE} matcha karaage"), {0: Complaint("in-hand", 11, 10)}),
        (
            sushi_go("red " + "tempura " * 9, 2, "dummy"),  # which is dealt nine like the others
            {1: Complaint("cards", 0, 9), 2: Complaint("cards", 0, 9)},
        ),
    ],
)
def test_what_looks_wrong(example, looks_wrong):
    assert dict(complaints(example.table)) == looks_wrong


@pytest.mark.parametrize(("scanned", "asks"), [(5, True), (6, False), (8, False), (9, True)])
def test_score_takes_a_tiles_claim_for_two_to_four_cards(scanned, asks):
    """Nobody scanned them, so how many they were is not known."""
    words = ["tofu"] * 4 + ["tempura"] * 5
    example = begun(PARTY, 2, URAMAKI).scan("red kind:uramaki " + " ".join(words[:scanned]))
    assert (complaints(example.table)[0][0] == 0) == asks  # orange has no cards at all


@pytest.mark.parametrize(
    ("between", "then"),
    [("red", "playing"), ("tempura", "playing"), ("remove", "playing"),
     ("page", "scored"), ("sound", "scored"), ("teach", "scored"), ("kind:maki", "scored")],
)  # fmt: skip
def test_a_scan_in_between_cancels_that(between, then):
    """Not one that is no part of the game, or is refused."""
    example = classic("red")
    for word in ("score", between, "score"):
        once(example, word)
    assert phase(example) == (then, 1)


# --- scored -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "word", ["tempura", "red", "face:tempura", "score", "remove", "flip", "live"]
)
def test_between_rounds_only_next_goes_on(word):
    example = classic("red tempura/1 score")
    assert example.refusal(word) == "not-now"
    assert refusal(example, word) == Refused("round-over")


@pytest.mark.parametrize("word", ["kind:maki", "preset:big-banquet", "game:omakase"])
def test_another_menu_takes_new_game_first_between_rounds_too(word):
    for words in ("red", "red tempura/1 score"):
        example = classic(words)
        assert example.refusal(word) == "not-now"
        case = (
            "menu-tile" if example.table.phase == "playing" and "kind" in word else "game-running"
        )
        assert refusal(example, word).case == case


def test_a_refusal_says_whose_it_is_and_why():
    example = classic("red tempura/1 orange")
    why = refusal(example, "tempura/1")
    assert (why.case, why.about.slug, why.seats) == (
        "laid-elsewhere", "tempura", (example.table.seats[0],),
    )  # fmt: skip
    turns = "next face:dumpling " * 8 + "next face:maki-2 tempura tempura"
    last = begun(PARTY, 3, LIVE, commands="live").scan(f"tofu {turns}")
    assert refusal(last, "tempura") == Refused("all-revealed")
    assert refusal(last, "next") == Refused("last-turn")


# --- undo ---------------------------------------------------------------------------------------


def test_undo_goes_through_rounds_and_through_the_next_that_began_the_game():
    example = finished("red tempura/1 pudding")
    steps = 0
    while example.table.past:
        example.scan("undo")
        steps += 1
    assert (example.table.phase, example.table.game) == ("lobby", None)
    assert steps == 1 + 2 + 1 + 3 + 3 * 2 + 2  # menu, seats, NEXT; cards; SCOREs, NEXTs
    assert example.refusal("undo") == "nothing-to-undo"


def test_a_lobby_has_no_game_to_ask_about():
    with pytest.raises(ValueError, match="no game is being played"):
        hand(empty())


# --- variants -------------------------------------------------------------------------------------


# --- the end, and the lobby after it ------------------------------------------------------


@pytest.mark.parametrize(
    "word", ["next", "score", "red", "tempura", "remove", "kind:maki", "tally", "dummy"]
)
def test_little_works_at_the_end(word):
    assert finished().refusal(word) == "not-now"


def test_page_works_everywhere():
    for example in (classic(), classic("score"), finished()):
        before = example.table
        assert example.scan("page sound teach").table is before
    assert play("command page")[1] == []


@pytest.mark.parametrize(
    "slug", ["language", "what", "repeat", "slower", "read-table", "photo", "call-organiser"]
)
def test_what_a_device_may_have_is_refused_everywhere_and_answers_nothing(slug):
    """Questions stay open: SCORE's, and what a REMOVE, a FLIP or a special order waits for."""
    examples = [EngineTable(), classic(), classic("score"), finished(), omakase()]
    for words in ("red tempura remove", "red tofu special-order", "red score"):
        menu = "maki miso-soup tempura tofu special-order wasabi pudding"
        examples.append(begun(PARTY, 2, menu))
        for word in words.split():
            once(examples[-1], word)
    for example in examples:
        before = example.table
        assert example.refusal(slug) == "not-now"
        assert refusal(example, slug) == Refused("not-on-device", label(f"command {slug}"))
        assert example.table is before
    once(examples[-1], "score")
    assert phase(examples[-1]) == ("scored", 1)


def test_new_game_opens_a_lobby_with_the_same_game_menu_mode_variants_and_seats():
    example = sushi_go("score next score next score new-game", 2, "dummy live pass-both-ways")
    table = example.table
    assert (table.phase, table.round_no, table.game.slug) == ("lobby", 0, "sushi-go")
    assert (table.mode, table.variants) == ("live", ("pass-both-ways", "dummy"))
    assert [seat.badge for seat in table.seats] == ["red", "orange"]
    assert [(seat["total"], seat["live"]) for seat in result_of(table)["seats"]] == [(0, 0)] * 2
    example.scan("next")  # same again: NEXT
    assert len(example.table.seats) == 3


def test_undo_there_before_anything_else_brings_the_old_game_back():
    example = finished()
    before = example.table
    assert example.scan("new-game undo").table == before
    assert example.scan("new-game yellow undo undo").table == before
    assert example.scan("new-game new-game undo undo").table == before


def test_once_the_new_game_has_begun_the_old_one_is_out_of_reach():
    example = finished().scan("new-game next red tempura/1 undo undo undo")
    assert (example.table.phase, len(example.table.seats)) == ("lobby", 2)
    assert example.refusal("undo") == "nothing-to-undo"


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
    assert table.preset == ("big-banquet" if line.startswith("preset") else "")
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
