"""What stands on a display, read out: whole sentences, no signs that are drawn for the eye."""

from support.displayed import panel_of
from support.table_engine import seated

from firmware.words.spoken import spoken


def test_a_lobby_is_read_out_in_sentences():
    own = seated("kind maki, kind tempura, kind spoon, command live", 3)
    words = spoken(panel_of(own.standings))
    assert words.startswith("Your own menu. Live · 3 players. 4 of 8 on the menu. "), words


def test_of_a_score_it_is_read_out_what_is_new_where_some_is_banked():
    evening = seated("preset my-first-meal", 2).scan("next red tempura/1 tempura/2")
    scores = spoken(panel_of(evening.standings, "scores"))
    assert scores == "Scores, Round 1. Chris 5. Annabelle no card yet."
    evening.scan("score", "next red tempura/1 tempura/2")
    scores = spoken(panel_of(evening.standings, "scores"))
    assert scores == "Scores, Round 2. Chris 10, +5 this round. Annabelle 0."


def test_the_way_to_pass_is_read_out_without_its_arrow():
    evening = seated("preset my-first-meal", 2).scan("next")
    assert spoken(panel_of(evening.standings)).endswith(" Pass to the left.")
