"""What is said in one line: of a scan for the desk, a pipe and the log, and what to do next.

`said.txt`: words as they are scanned from an empty table (`support.playing`), then what the desk
`says` of the last one, or its `hint`.
"""

import re
from pathlib import Path

import pytest
from support.displayed import describe
from support.playing import outcome_of
from support.table_engine import NAMES, EngineTable, seated

from engine.codes import codebook
from engine.position import empty
from engine.standings import standings
from firmware.cli.replay import RefusedScans, Replayed, as_text
from firmware.core.view import hints
from firmware.core.view.situation import situation_of
from firmware.words.hints import typed
from firmware.words.language import say

SAID = re.findall(
    r"^([^ #\n].*(?:\n    .*)*)\n  (says|hint) (.*)$",
    (Path(__file__).parent / "said.txt").read_text(encoding="utf-8"),
    re.MULTILINE,
)


def hint(table):
    """What is said to whoever types."""
    return say(typed(hints.hint(table, situation_of(table))))


def scanned(words, names):
    """The outcome of the last of these words."""
    table = EngineTable(names=names)
    for word in words.split():
        table.refusal(word)
    return table.outcome


@pytest.mark.parametrize(("words", "form", "text"), SAID)
def test_what_is_said(words, form, text):
    outcome = scanned(words, {} if form == "says" else NAMES)
    sentence = describe(outcome) if form == "says" else hint(outcome.after)
    assert sentence == text


def test_players_are_called_by_their_names():
    names = {"red": "Chris"}
    begun = "preset:sushi-go-classic red blue next"
    assert describe(scanned(f"{begun} red", names)) == "Chris: scan the cards"
    scored = scanned(f"{begun} red egg-nigiri/1 score score", names)
    assert describe(scored).startswith("Round 1: Chris +1, Blue +0")
    over = scanned(f"{begun} {'score score next ' * 3} new-game", names)
    again = "New game: Sushi Go Party! with Chris, Blue. Scan NEXT to begin"
    assert describe(over) == again


def test_the_scoreboard_ends_with_what_broke_a_tie():
    words = next(words for words, _, sentence in SAID if "puddings, 3 to 2" in sentence)
    *_, space, last = as_text(Replayed(scanned(words, NAMES).after, RefusedScans()))
    assert (space, last) == ("", "Chris wins on puddings, 3 to 2.")


def test_half_a_code_is_not_called_by_a_name():
    assert describe(outcome_of(standings(empty()), "")).startswith("Unknown barcode")


def test_sound_says_what_it_is_now():
    outcome = outcome_of(standings(empty()), codebook().label("command", "sound").code)
    levels = [describe(outcome, sound) for sound in ("soft", "off")]
    assert levels == ["Sound: soft", "Sound: off"]


def test_it_says_how_to_begin():
    assert hint(seated("command tally", 0).table).startswith("Type  my-first-meal red blue")
    assert hint(seated("command tally", 1).table).startswith("Choose a menu or game:")


def test_the_last_turn_asks_for_score():
    game = seated("game sushi-go, command live", 5, "next")
    deck = iter(game.deck())
    while hint(game.table) != "That was the last turn:  score  ends the round":
        game.scan(next(deck))
    assert len(game.table.round.turns) == 7
