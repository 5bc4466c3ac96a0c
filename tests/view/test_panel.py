"""What is shown of the moment: whose tray, what a card was worth, what interrupts."""

import pytest
from support.evening import AROUND, NAMES, Evening, party
from support.playing import line_of, play, unchanged

from engine.codes import Codebook, codebook
from engine.games import GAMES
from engine.position import empty
from engine.standings import standings
from firmware.view.device import DeviceState
from firmware.view.panel import draw
from firmware.view.sheets import PAGES, Current, Message, Question, Rounds

PARTY = "card sushi-go-party/"


# --- the page of the moment -----------------------------------------------------------


def test_a_card_shows_whose_it_is_its_worth_and_the_total():
    evening = party().scans("badge orange", PARTY + "onigiri-circle/1")
    assert evening.panel().sheet == Current(
        "Annabelle", "Round 1", "Onigiri circle", 1, "1", "1 of 10 cards"
    )
    evening.scan(PARTY + "onigiri-square/1")
    assert evening.panel().sheet == Current(
        "Annabelle", "Round 1", "Onigiri square", 3, "4", "2 of 10 cards"
    )


@pytest.mark.parametrize(
    ("menu", "scans", "scores"),
    [
        ("party-sampler", "red", "– – –"),
        ("party-sampler", "red tofu", "2 – –"),
        ("party-sampler", "red temaki", "4 – –"),
        ("party-sampler", "red temaki remove temaki", "– – –"),
        ("party-sampler", "red temaki orange tofu", "4 -2 –"),
        ("party-sampler", "red temaki orange tofu undo", "4 – –"),
        ("party-sampler", "red temaki score score", "4 -4 -4"),
        ("party-sampler", "red temaki score score next", "4 -4 -4"),
        ("party-sampler", "red temaki score score next orange temaki", "4 0 -4"),
        ("points-platter", "orange kind:uramaki", "– 8 –"),
        ("party-sampler, command live", "tofu", "2 – –"),
        ("party-sampler, command live", "menu-7", "0 – –"),
    ],
)
def test_before_the_first_card_there_is_no_score(menu, scans, scores):
    """Having no temaki costs 4, where somebody has; but who has no card yet may well have some."""
    evening = party(3, f"preset {menu}")
    for word in scans.split():
        line = line_of(word, "sushi-go-party")
        evening.scan(line.replace("card ", "face "))
    assert " ".join(player.score for player in evening.panel().players) == scores


def test_a_card_may_cost_points():
    evening = Evening("preset cutthroat-combo", 3, "next").scans("badge red", PARTY + "eel/1")
    assert evening.panel().sheet[3:5] == (-3, "-3")


def test_worth_is_known_again_after_a_restart():
    """Only the table is kept: what the last card was worth follows from it."""
    evening = party().scans("badge red", PARTY + "dumpling/1", PARTY + "dumpling/2")
    assert draw(standings(evening.table), "current", AROUND).sheet == evening.panel().sheet
    assert evening.panel().sheet.worth == 2


@pytest.mark.parametrize(
    ("scans", "hint"),
    [
        ("special-order/1", "Scan what it copies"),
        ("egg-nigiri/1 wasabi/1 special-order/1 egg-nigiri/1", "Its wasabi, or NEXT"),
        ("egg-nigiri/1 wasabi/1 wasabi/1", "Scan its nigiri"),
    ],
)
def test_what_is_awaited(scans, hint):
    menu = (
        "kind maki, kind tofu, kind eel, kind tempura, kind wasabi, kind special-order, kind fruit"
    )
    evening = Evening(menu, 3, "next").scan("badge red")
    evening.scans(*(PARTY + one for one in scans.split()))
    assert evening.panel().sheet.hint == hint
    assert evening.panel().sheet.worth is None


def test_flip_and_remove_are_awaited():
    evening = Evening("preset master-menu", 3, "next").scans("badge red", "command flip")
    assert evening.panel().sheet.hint == "Scan a card to flip"
    evening = evening.scans(PARTY + "tofu/1", "command remove")
    assert evening.panel().sheet.hint == "Scan what to strike"


def test_a_struck_card_is_crossed_out():
    evening = party().scans("badge red", PARTY + "tea/1", "command remove", PARTY + "tea/1")
    assert evening.panel().sheet[2:5] == ("✗ Tea", -1, "–")


def test_undo_says_what_and_whose():
    evening = party().scans("badge red", PARTY + "tea/1", "badge yellow")
    evening.scan("command undo")
    assert evening.panel().sheet[:3] == ("Jürgen", "Round 1", "Undone: Yellow")
    evening.scan("command undo")
    assert evening.panel().sheet[:5] == ("Chris", "Round 1", "Undone: Tea", -1, "–")


def test_undo_of_a_removal_says_that_it_is_back():
    evening = party().scans("badge red", PARTY + "tea/1", "command remove", PARTY + "tea/1")
    evening.scan("command undo")
    assert evening.panel().sheet[:5] == ("Chris", "Round 1", "Back: Tea", 1, "1")
    evening = Evening("game sushi-go", 3).scans("command remove", "badge red", "command undo")
    assert evening.panel().sheet.hint == "Back: Red"


def test_undo_in_the_lobby_says_what():
    evening = Evening("game sushi-go", 3).scan("command undo")
    assert evening.panel().sheet.hint == "Undone: Yellow"


def test_before_the_first_game_it_says_where_labels_are_to_be_had():
    first = empty()
    assert draw(standings(first), device=AROUND).sheet.hint == AROUND.addresses[0]
    assert draw(standings(first)).sheet.hint == "then NEXT"  # no page, or no network
    seated, _ = play("badge red")
    for later in (seated, first._replace(number=2)):
        assert draw(standings(later), device=AROUND).sheet.hint == "then NEXT"


def test_all_cards_counted_asks_for_score():
    evening = Evening("game sushi-go", 5, "next").lay(5, 7)
    assert evening.panel().sheet.hint == "SCORE ends the round"


def test_each_scanner_has_its_own_seat():
    evening = party().scan("badge red").scan(PARTY + "tea/1", lane="yellow")
    assert evening.panel().sheet.name == "Jürgen"
    assert evening.panel(lane=0).sheet.name == "Chris"


def test_a_card_from_its_own_scanner_ends_the_start_page():
    evening = party().scan(PARTY + "tea/1", lane="yellow")
    for lane in (None, 0, "yellow"):
        sheet = evening.panel(lane=lane).sheet
        assert sheet == Current("Jürgen", "Round 1", "Tea", 1, "1", "1 of 10 cards")


def test_a_round_that_has_begun_without_an_active_seat_shows_the_scores():
    evening = party().scan(PARTY + "tea/1", lane="yellow").scan("command remove")
    assert evening.panel().sheet[:2] == ("Round 1", "Scan what to strike")


def test_live_says_whose_turn_it_is():
    evening = party(3, "preset party-sampler, command live")
    evening.scan(PARTY + "egg-nigiri/1")
    assert evening.panel().sheet == Current(
        "Chris", "Turn 1/10", "Egg nigiri", 1, "1", "Next: Annabelle"
    )
    evening.scans(PARTY + "tofu/1", PARTY + "tofu/2")
    assert evening.panel().sheet.hint == "Turn 2: Chris"
    evening.scan("badge yellow")
    assert evening.panel().sheet[:1] == ("Jürgen",)
    evening.scans("command undo", PARTY + "menu-7/1")
    assert evening.panel().sheet.hint == "Next: Annabelle"
    evening.scans(PARTY + "tofu/3", PARTY + "tofu/4")
    assert evening.panel().sheet.hint == "Scan again, then card"
    assert evening.scan(PARTY + "menu-7/1").panel().sheet.hint == "Scan the extra card"
    evening.scans(PARTY + "tofu/5", "command remove", PARTY + "tofu/4")
    assert evening.panel().sheet.hint == "Replace: Jürgen"  # who is next anyway
    evening.scans("command undo", PARTY + "tofu/6", "command remove", PARTY + "tofu/4")
    assert evening.panel().sheet.hint == "Badge first: Jürgen"
    assert evening.scan("badge yellow").panel().sheet.hint == "Replace: Jürgen"
    assert evening.scan("badge red").panel().sheet.hint == "Scan the card"


def test_a_refusal_interrupts_every_page():
    evening = party().scans("badge red", PARTY + "tea/1", PARTY + "tea/1")
    for page in PAGES:
        panel = evening.panel(page)
        assert panel.sheet == Message("✗ Not counted", ("Tea", "already counted"))
        assert panel.sound == "refused"
        assert panel.active == 0
    assert isinstance(draw(standings(evening.table), "current", AROUND).sheet, Current)


def test_a_misread_has_a_sound_of_its_own():
    code = codebook().labels[0].code
    misread = Codebook(GAMES).read(code[:-1] + str((int(code[-1]) + 1) % 10))
    assert draw(standings(empty()), outcome=unchanged(empty(), misread)).sound == "misread"


def test_score_asks_seat_by_seat():
    evening = party().scans("badge red", PARTY + "tea/1", "command score")
    lines = tuple(
        (NAMES[badge], f"{n} of 10 cards")
        for badge, n in (("red", 1), ("orange", 0), ("yellow", 0))
    )
    assert evening.panel().sheet == Question("Score the round?", lines, "SCORE once more")
    assert isinstance(evening.panel("rounds").sheet, Rounds)
    assert isinstance(evening.scan("badge red").panel().sheet, Current)


def test_score_asks_about_large_hands_with_their_unit():
    """Omakase has no rounds; its hands may grow."""
    evening = Evening("game omakase", 2, "next").lay(1, 9).scan("command score")
    lines = (("Chris", "9 cards"),)
    assert evening.panel().sheet == Question("Many cards: score?", lines, "SCORE once more")


def test_new_game_asks():
    sheet = party().scan("command new-game").panel().sheet
    assert sheet == Message("Leave this game?", ("NEW GAME once more,", "or just go on"))


def test_a_tile_over_a_preset_asks():
    sheet = Evening("preset big-banquet", 2).scan("kind eel").panel().sheet
    assert sheet == Message("Leave this menu?", ("The tile once more,", "or just go on"))


def test_unsaved_and_missing_parts():
    around = AROUND._replace(saved=False, missing=("Scanner unplugged", "No display"))
    panel = party().scan("badge red").panel("current", around)
    assert (panel.mark, panel.warning) == ("UNSAVED", "Scanner unplugged")
    assert panel.sheet.hint == "Scanner unplugged"
    assert party().panel("current", around).sheet.way == ("Scanner unplugged",)


def test_sounds():
    evening = party().scan("badge red")
    assert evening.panel().sound == "accepted"
    assert draw(standings(evening.table)).sound == ""
    assert evening.panel("current", AROUND._replace(saved_late=True)).sound == "saved-late"


def test_a_player_without_a_name_is_called_by_colour():
    players = draw(
        Evening("game sushi-go", 3).standings, "current", DeviceState({"red": "Bo\n\x1b["})
    ).players
    assert [player.name for player in players] == ["Bo  [", "Orange", "Yellow"]
