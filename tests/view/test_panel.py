"""What is shown of the moment: whose tray, what a card was worth, what interrupts."""

import pytest
from support.dealt_evening import game_of
from support.displayed import draw, hint_of
from support.playing import play
from support.table_engine import AROUND, party, seated

from engine.position import empty
from engine.refusals import Refused
from engine.standings import standings
from firmware.common.facts.notices import Problem
from firmware.common.facts.sheets import PAGES, NotCounted
from firmware.core.view.hints import goes_on
from firmware.core.view.situation import situation_of
from firmware.words.sheets import Current, RoundQuestion, RoundsTable, TextLines, score

PARTY = "card sushi-go-party/"


def scanned(words, menu="preset points-platter"):
    """Three who play Party by that menu, and have scanned these words (`support.playing`)."""
    return party(3, menu).scan(words)


# --- the page of the moment -----------------------------------------------------------


@pytest.mark.parametrize(
    ("menu", "words", "shown"),
    [
        ("points-platter", "orange tea/1", "Annabelle, Round 1, Tea, 1, 1, 1 of 10 cards tea"),
        ("cutthroat-combo", "red eel/1", "Chris, Round 1, Eel, -3, -3, 1 of 10 cards eel"),
        ("party-sampler", "red tofu/1 tofu/2", "Chris, Round 1, Tofu, 4, 6, 2 of 10 cards tofu"),
        (
            "party-sampler, command live",
            "tofu/1",
            "Chris, Turn 1/10, Tofu, 2, 2, Next: Annabelle tofu",
        ),
        # struck, and taken back: it lies there no more, and has no icon
        ("points-platter", "red tea/1 remove tea/1", "Chris, Round 1, ✗ Tea, -1, –, 0 of 10 cards"),
        (
            "points-platter",
            "yellow undo",
            "Jürgen, Round 1, Undone: Yellow, 0, –, 0 of 10 cards",
        ),
        ("points-platter", "red tea/1 undo", "Chris, Round 1, Undone: Tea, -1, –, 0 of 10 cards"),
        (
            "points-platter",
            "red tea/1 remove tea/1 undo",
            "Chris, Round 1, Back: Tea, 1, 1, 1 of 10 cards",
        ),
    ],
)
def test_a_scan_shows_whose_it_is_its_worth_and_the_total(menu, words, shown):
    sheet = scanned(words, f"preset {menu}").page().sheet
    assert isinstance(sheet, Current)
    *words, icon = map(str, sheet)
    assert " ".join(filter(None, [", ".join(words), icon])) == shown


@pytest.mark.parametrize(
    ("menu", "scans", "scores"),
    [
        ("party-sampler", "red", "– – –"),
        ("party-sampler", "red face:tofu", "2 – –"),
        ("party-sampler", "red face:temaki", "4 – –"),
        ("party-sampler", "red face:temaki remove face:temaki", "– – –"),
        ("party-sampler", "red face:temaki orange face:tofu", "4 -2 –"),
        ("party-sampler", "red face:temaki orange face:tofu undo", "4 – –"),
        ("party-sampler", "red face:temaki score", "4 -4 -4"),
        ("party-sampler", "red face:temaki score next", "4 -4 -4"),
        ("party-sampler", "red face:temaki score next orange face:temaki", "4 0 -4"),
        ("points-platter", "orange kind:uramaki", "– 8 –"),
        ("party-sampler, command live", "face:tofu", "2 – –"),
        ("party-sampler, command live", "face:menu-7", "0 – –"),
    ],
)
def test_before_the_first_card_there_is_no_score(menu, scans, scores):
    """Having no temaki costs 4, where somebody has; but who has no card yet may well have some."""
    seats = scanned(scans, f"preset {menu}").page().seats
    assert " ".join(map(score, seats)) == scores


def test_worth_is_known_again_after_a_restart():
    """Only the table is kept: what the last card was worth follows from it."""
    evening = scanned("red dumpling/1 dumpling/2")
    assert draw(standings(evening.table), "current", AROUND).sheet == evening.page().sheet
    assert evening.page().sheet.worth == 2


ORDERS = "kind maki, kind tofu, kind eel, kind tempura, kind wasabi, kind special-order, kind fruit"


@pytest.mark.parametrize(
    ("menu", "words", "hint"),
    [
        (ORDERS, "red special-order/1", "Scan what it copies"),
        (ORDERS, "red egg-nigiri/1 wasabi/1 special-order/1 egg-nigiri/1", "Its wasabi, or NEXT"),
        (ORDERS, "red egg-nigiri/1 wasabi/1 wasabi/1", "Scan its nigiri"),
        ("preset master-menu", "red flip", "Scan a card to flip"),
        ("preset master-menu", "red flip tofu/1 remove", "Remove which card?"),
    ],
)
def test_what_is_awaited(menu, words, hint):
    sheet = scanned(words, menu).page().sheet
    assert (sheet.hint, sheet.worth) == (hint, None)


def test_undo_in_the_lobby_says_what():
    evening = seated("game sushi-go", 3).scan("undo")
    assert evening.page().sheet.hint == "Undone: Yellow"
    evening = seated("game sushi-go", 3).scan("remove red undo")
    assert evening.page().sheet.hint == "Back: Red"


def test_before_the_first_game_it_says_where_labels_are_to_be_had():
    first = empty()
    assert hint_of(draw(standings(first), device=AROUND)) == AROUND.hosts[0]
    assert hint_of(draw(standings(first))) == "then NEXT"  # no page, or no network
    seated, _ = play("badge red")
    for later in (seated, first._replace(number=2)):
        assert hint_of(draw(standings(later), device=AROUND)) == "then NEXT"


def test_all_cards_counted_asks_for_score():
    evening = seated("game sushi-go", 5, "next").deal(5, 7)
    assert evening.page().sheet.hint == "SCORE ends the round"


@pytest.mark.parametrize(
    ("words", "icon"),
    [("egg-nigiri/1", "egg-nigiri"), ("spoon-5/1", "spoon-5"), ("spoon-5/1 yellow", "")],
)
def test_the_icon_is_that_of_the_face(words, icon):
    assert scanned(f"red {words}", "preset cutthroat-combo").page().sheet.icon == icon


def test_each_scanner_has_its_own_seat():
    evening = party().scan("tea/1", lane="yellow")  # which ends the start page for all
    for lane in (None, 0, "yellow"):
        sheet = evening.page(lane=lane).sheet
        assert sheet == Current("Jürgen", "Round 1", "Tea", 1, "1", "1 of 10 cards", "tea")
    evening = party().scan("red").scan("tea/1", lane="yellow")
    assert [evening.page(lane=lane).sheet.name for lane in ("yellow", 0)] == ["Jürgen", "Chris"]


def test_a_round_that_has_begun_without_an_active_seat_shows_the_scores():
    evening = party().scan("tea/1", lane="yellow").scan("remove")
    assert evening.page().sheet[:2] == ("Round 1", "Remove which card?")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("", "Turn 2: Chris"),
        ("menu-7/1", "Next: Annabelle"),
        ("menu-7/1 tofu/3 tofu/4", "Scan again, then card"),
        ("menu-7/1 tofu/3 tofu/4 menu-7/1", "Scan the extra card"),
        # who is next anyway
        ("menu-7/1 tofu/3 tofu/4 menu-7/1 tofu/5 remove tofu/4", "Replace: Jürgen"),
        ("menu-7/1 tofu/3 tofu/4 menu-7/1 tofu/5 tofu/6 remove tofu/4", "Badge first: Jürgen"),
        ("menu-7/1 tofu/3 tofu/4 menu-7/1 tofu/5 tofu/6 remove tofu/4 yellow", "Replace: Jürgen"),
        ("menu-7/1 tofu/3 tofu/4 menu-7/1 tofu/5 tofu/6 remove tofu/4 red", "Scan the card"),
    ],
)
def test_live_says_whose_turn_it_is(words, hint):
    evening = scanned(f"egg-nigiri/1 tofu/1 tofu/2 {words}", "preset party-sampler, command live")
    assert evening.page().sheet.hint == hint


def test_a_refusal_interrupts_every_page():
    evening = party().scan("red tea/1").scan_in_vain("tea/1")
    tea = game_of(evening.table).kind("tea").faces[0]
    for page in PAGES:
        panel = evening.page(page)
        assert panel.facts == NotCounted(Refused("already-laid", tea))
        assert panel.sound == "refused"
        assert panel.active == 0
    assert isinstance(draw(standings(evening.table), "current", AROUND).sheet, Current)


def test_score_asks_seat_by_seat():
    evening = scanned("red tea/1").scan("command score")
    lines = [
        ("Chris", "1 of 10 cards", "1/10"),
        ("Annabelle", "0 of 10 cards", "0/10"),
        ("Jürgen", "0 of 10 cards", "0/10"),
    ]
    assert evening.page().sheet == RoundQuestion(
        "Score the round?", tuple(lines), "SCORE: score anyway"
    )
    assert isinstance(evening.page("rounds").sheet, RoundsTable)
    assert isinstance(evening.scan("red").page().sheet, Current)


def test_score_asks_about_large_hands_with_their_unit():
    """Omakase has no rounds; its hands may grow."""
    evening = seated("game omakase", 2, "next").deal(1, 9).scan("command score")
    lines = (("Chris", "9 cards", "9"),)
    assert evening.page().sheet == RoundQuestion("Too many: score?", lines, "SCORE: score anyway")


def test_what_leaves_a_game_or_a_menu_asks():
    sheet = scanned("new-game").page().sheet
    assert sheet == TextLines("Leave this game?", ("Scan NEW GAME again,", "or just go on"))
    sheet = seated("preset big-banquet", 2).scan("kind:eel").page().sheet
    assert sheet == TextLines("Leave this menu?", ("Scan the tile again,", "or just go on"))


def test_unsaved_and_missing_parts():
    around = AROUND._replace(
        saved=False, problems=(Problem("scanner-unplugged"), Problem("part-missing", "display"))
    )
    panel = party().scan("red").page("current", around)
    assert (panel.mark, panel.warning) == ("UNSAVED", "Scanner unplugged")
    assert panel.sheet.hint == "Scanner unplugged"
    assert party().page("current", around).sheet.way == ("Scanner unplugged",)


def test_sounds():
    evening = party().scan("red")
    assert evening.page().sound == "accepted"
    assert draw(standings(evening.table)).sound == ""
    assert evening.page("current", AROUND._replace(saved_late=True)).sound == "saved-late"


def test_score_taken_back_has_brought_nobody_anything():
    evening = seated("game sushi-go", 2, "next").deal(2, 10).scan("score undo")
    assert evening.outcome.change.brought is None


def test_a_game_goes_on_with_nobody_once_next_has_begun_a_round():
    evening = seated("game sushi-go", 2, "next").deal(2, 10)
    goes = goes_on(evening.table, situation_of(evening.table))
    assert goes
    assert goes.seat
    assert goes.seat.badge == "orange"
    evening.scan("score next")
    begun = goes_on(evening.table, situation_of(evening.table))
    assert begun
    assert begun.seat is None


def test_where_a_live_game_goes_on_is_a_round_and_a_player():
    """A turn may be taken back by who plays on."""
    evening = seated("game sushi-go", 2, "live").scan("next red", "tempura/1")
    goes = goes_on(evening.table, situation_of(evening.table))
    assert goes
    assert (goes.moment.round, goes.moment.turn) == (1, 0)
