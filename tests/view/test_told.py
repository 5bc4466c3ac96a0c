"""What became of a scan, in one line for the desk, a pipe and the log."""

import pytest
from support.playing import outcome_of

from engine.codes import codebook
from engine.position import empty
from engine.standings import standings
from firmware.view.describe import describe

LOBBY = ["preset sushi-go-classic", "badge red", "badge blue", "command next"]


def last(*lines: str, names: dict[str, str] | None = None) -> str:
    """What is told of the last scan; a code, or a label's `type slug`."""
    now, told_last = standings(empty()), ""
    for line in lines:
        text = codebook().label(*line.split()).code if " " in line else line
        outcome = outcome_of(now, text)
        now, told_last = outcome.change.after, describe(outcome, names or {})
    return told_last


def card(name: str) -> str:
    return f"card sushi-go-party/{name}"


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (["badge red"], "Red; now a menu or game"),
        (["kind maki"], "Maki roll; still missing: 3 appetizers, 2 specials, 1 dessert"),
        (LOBBY[:1], "Sushi Go! classic; 0 seated"),
        (LOBBY[:2], "Red; 1 seated"),
        (LOBBY, "Round 1: deal 10 cards, shuffle in 5 desserts"),
        (["game sushi-go", *LOBBY[1:]], "Round 1: deal 10 cards"),
        (["game omakase", *LOBBY[1:]], "Omakase: scan a badge, then that hand"),
        (["game sushi-go", "badge red", "command dummy"], "Dummy; 1 seated and the dummy"),
        (["game sushi-go", *LOBBY[1:3], "command live"], "Live; 2 seated"),
        (["kind maki", "command remove"], "Remove: now the badge, kind or variant to take out"),
        (["kind maki", "command remove", "kind maki"], "Removed: Maki roll; still missing: 1 roll"),
        ([*LOBBY[:2], "command remove", "badge red"], "Removed: Red; 0 seated"),
        ([*LOBBY, "command sound"], "Sound: on"),
        ([*LOBBY, "command page"], "Page"),
        ([*LOBBY, "badge blue"], "Blue: scan the cards"),
        ([*LOBBY, "badge red", card("tempura/1")], "Red: Tempura +0, round 0"),
        ([*LOBBY, "badge red", card("tempura/1"), card("tempura/2")], "Red: Tempura +5, round 5"),
        ([*LOBBY, "badge red", card("maki-3/1"), "command undo"], "Undone: Maki roll 3 of Red"),
        ([*LOBBY, "command undo"], "Undone: Next"),
        ([*LOBBY, "badge red", "command undo"], "Undone: Red"),
        (
            [*LOBBY, "command score"],
            "SCORE again to score it so: Red 0 of 10 cards, Blue 0 of 10 cards",
        ),
        ([*LOBBY, "command new-game"], "NEW GAME again to leave this game"),
        ([*LOBBY, "badge green"], "Green: does not play"),
        ([*LOBBY, card("tempura/1")], "Tempura: Whose card? Scan a badge first"),
        (["4902102072458"], "4902102072458: Not one of our labels: TEACH makes it one"),
        (["123456"], "123456: Misread: Scan it again"),
        (["badge red", "command new-game"], "New game: scan a menu or game, then badges"),
    ],
)
def test_one_line(lines: list[str], line: str) -> None:
    assert last(*lines).startswith(line)


SCORE = ["command score", "command score"]
ROUNDS = [*LOBBY, "badge red", card("egg-nigiri/1"), *SCORE, "command next", *SCORE]


def test_a_round_is_told_with_everybody() -> None:
    assert last(*ROUNDS[:8]) == "Round 1 scored: Red +1, Blue +0. NEXT goes on"


def test_the_end_names_the_winner() -> None:
    assert last(*ROUNDS, "command next", *SCORE) == "The end: Red 1, Blue 0. Red wins!"


def test_the_same_again_is_told_with_everybody() -> None:
    over = [*ROUNDS, "command next", *SCORE]
    again = "New game: Sushi Go Party! with Chris, Blue. NEXT begins"
    assert last(*over, "command new-game", names={"red": "Chris"}) == again
    assert last(*over, "game sushi-go") == "New game: Sushi Go! with Red, Blue. NEXT begins"


def test_what_is_undone_may_be_older_than_the_seats() -> None:
    """NEW GAME was scanned while the dummy was active; it has no seat in the new lobby."""
    lobby = ["game sushi-go", "command dummy", "badge red", "badge blue", "command next"]
    scans = [*lobby, "command dummy", "command new-game", "command new-game"]
    assert last(*scans, "command undo") == "Undone: New game"


def test_a_shared_win() -> None:
    scans = [*LOBBY, *[*SCORE, "command next"] * 2, *SCORE]
    assert last(*scans) == "The end: Red 0, Blue 0. Red and Blue win!"


def test_players_are_called_by_their_names() -> None:
    names = {"red": "Chris"}
    assert last(*LOBBY, "badge red", names=names) == "Chris: scan the cards"
    assert last(*ROUNDS[:8], names=names).startswith("Round 1 scored: Chris +1, Blue +0")


def test_half_a_code_is_called_so() -> None:
    outcome = outcome_of(standings(empty()), "")
    assert describe(outcome, {}).startswith("half a code: ")


def test_remove_is_told_with_what_it_took() -> None:
    scans = [*LOBBY, "badge red", card("tempura/1"), card("tempura/2")]
    assert last(*scans, "command remove") == "Remove: now the card to strike"
    removal = [*scans, "command remove", card("tempura/1")]
    assert last(*removal) == "Removed: Tempura of Red, -5, round 0"
    assert last(*removal, "command undo") == "Undone: removal of Tempura, Red"
    assert last(*scans, "command remove", "command undo") == "Undone: Remove"
    assert last(*removal, "command undo", "command undo") == "Undone: Tempura of Red"


def test_what_a_removal_took_is_back_in_live_and_in_the_lobby() -> None:
    lobby = ["preset my-first-meal", *LOBBY[1:3], "command live", "command next"]
    live = [*lobby, card("tempura/1"), card("tofu/1")]
    removal = [*live, "command remove", card("tempura/1")]
    assert last(*removal, "command undo") == "Undone: removal of Tempura, Red"
    assert last(*removal, card("tempura/2"), "command undo") == "Undone: Tempura of Red"
    for taken in ("badge red", "kind maki", "command dummy"):
        lobby = ["game sushi-go", taken] if taken != "kind maki" else [taken]
        said = last(*lobby, "command remove", taken, "command undo")
        assert said == f"Undone: removal of {codebook().label(*taken.split()).title}"
        assert last(*lobby, "command undo") == f"Undone: {said.removeprefix('Undone: removal of ')}"


def test_a_command_is_never_somebodys() -> None:
    """The seat a lane scans for plays no part in what a command card did."""
    red = [*LOBBY, "badge red", card("tempura/1")]
    for command, title in (("score", "Score"), ("remove", "Remove"), ("new-game", "New game")):
        assert last(*red, f"command {command}", "command undo") == f"Undone: {title}"
    assert last(*red, *SCORE, "command undo") == "Undone: Score"
    assert last(*red, "badge blue", "command undo") == "Undone: Blue"


def test_a_next_that_declines_is_a_next() -> None:
    orders = ["preset points-platter", *LOBBY[1:3], "badge green", "command next", "badge red"]
    assert last(*orders, card("special-order/1"), "command next") == "Next"
    wasabi = ["egg-nigiri/1", "wasabi/1", "wasabi/1"]
    assert last(*LOBBY, "badge red", *map(card, wasabi), "command next") == "Next"


def test_a_flipped_card_is_called_so() -> None:
    boxes = ["preset master-menu", *LOBBY[1:3], "badge green", "command next", "badge red"]
    assert last(*boxes, "command flip", card("tofu/1")) == "Red: Tofu flipped +2, round 2"
    laid = [*boxes, card("tofu/1"), "command flip", card("tofu/1")]
    assert last(*laid) == "Red: Tofu flipped +0, round 2"


def test_the_dummy_is_told_like_everybody() -> None:
    lobby = ["game sushi-go", "command dummy", "badge red", "badge blue", "command next"]
    assert last(*lobby, "command dummy") == "Dummy: scan the cards"
    assert last(*lobby, "command dummy", "command undo") == "Undone: Dummy"


def test_live_asks_for_one_card() -> None:
    assert last(*LOBBY[:3], "command live", "command next", "badge red") == "Red: scan the card"


def test_omakase_counts_yen_and_knows_no_round() -> None:
    hand = ["game omakase", *LOBBY[1:], "badge red", "card omakase/tuna/1"]
    assert last(*hand) == "Red: Tuna +400 yen, 400 yen so far"
    removal = last(*hand, "command remove", "card omakase/tuna/1")
    assert removal == "Removed: Tuna of Red, -400 yen, 0 yen so far"
    nine = [
        f"card omakase/{dish}/{copy}"
        for dish in ("salmon", "shrimp", "karaage", "omelette")
        for copy in (1, 2)
    ]
    assert last(*hand, *nine, "command score") == "SCORE again to score it so: Red 9 cards in hand"
    assert last(*hand, "command score") == "The end: Red 400 yen, Blue 0 yen. Red wins!"


def test_sound_says_what_it_is_now() -> None:
    outcome = outcome_of(standings(empty()), codebook().label("command", "sound").code)
    assert [describe(outcome, {}, sound) for sound in ("soft", "off")] == [
        "Sound: soft",
        "Sound: off",
    ]
