"""What became of a scan, in one line for the desk, a pipe and the log."""

import pytest

from engine.codes import codebook
from engine.position import empty
from firmware.told import told
from firmware.way import hear

LOBBY = ["preset sushi-go-classic", "badge red", "badge blue", "command next"]


def last(*lines: str, names: dict[str, str] | None = None) -> str:
    """What is told of the last scan; a code, or a label's `type slug`."""
    table, told_last = empty(), ""
    for line in lines:
        text = codebook().label(*line.split()).code if " " in line else line
        outcome = hear(table, codebook(), text, 0)
        table, told_last = outcome.after, told(outcome, names or {})
    return told_last


def card(name: str) -> str:
    return f"card sushi-go-party/{name}"


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (["badge red"], "Red; now a menu or game"),
        (["kind maki"], "Maki roll; still missing: 3 appetizer, 2 special, 1 dessert"),
        (LOBBY[:1], "Sushi Go! classic; 0 seated"),
        (LOBBY[:2], "Red; 1 seated"),
        (LOBBY, "Round 1: deal 10 cards"),
        (["game omakase", *LOBBY[1:]], "Round 1: deal the cards"),
        ([*LOBBY, "badge blue"], "Blue: scan the cards"),
        ([*LOBBY, "badge red", card("tempura/1")], "Red: Tempura +0, round 0"),
        ([*LOBBY, "badge red", card("tempura/1"), card("tempura/2")], "Red: Tempura +5, round 5"),
        ([*LOBBY, "badge red", card("maki-3/1"), "command undo"], "Undone: Maki roll 3 of Red"),
        ([*LOBBY, "command undo"], "Undone: Next"),
        ([*LOBBY, "badge red", "command undo"], "Undone: Red"),
        ([*LOBBY, "command score"], "Red 0 of 10 cards, Blue 0 of 10 cards. SCORE again to score"),
        ([*LOBBY, "command new-game"], "A game is on. NEW GAME again leaves it"),
        ([*LOBBY, "badge green"], "Green: does not play"),
        (["4902102072458"], "4902102072458: Not one of our labels: Scan one of ours"),
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
    outcome = hear(empty(), codebook(), "", 0)
    assert told(outcome, {}).startswith("half a code: ")


def test_remove_is_told_with_what_it_took() -> None:
    scans = [*LOBBY, "badge red", card("tempura/1"), card("tempura/2")]
    assert last(*scans, "command remove") == "Remove"
    assert last(*scans, "command remove", card("tempura/1")) == "Red: Tempura -5, round 0"
