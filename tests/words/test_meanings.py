"""One English word with two meanings, and words put into a text: each in a language of its own."""

import time

import pytest
from support.catalogues import catalogue
from support.history_made import report, seat
from support.pseudo import escaped, pseudo
from support.table_app import GAMES

from engine.catalogue import codebook_of
from engine.games import omakase
from engine.message import Message
from engine.position import seat_for
from firmware.common.facts.hints import Hint
from firmware.interfaces.desk.words import DeskWords, Unclear
from firmware.interfaces.web.html import in_language
from firmware.records.history.describe import outcome
from firmware.records.history.games import FINISHED, Titles, parse_game
from firmware.words import hints
from firmware.words.labels import kind_title, named, noun
from firmware.words.language import Language, say

GERMAN = catalogue(
    {
        "Menu": "Speisekarte",
        "dishes\x04Menu": "Gerichte",
        "Red": "Rot",
        "noun\x04red": "Rot",
        "{names} wins\0{names} share the win": "{names} gewinnt\0{names} gewinnen",
        "Which card?": "Welche Karte?",
    }
)


def test_a_page_tells_two_meanings_of_a_word_apart() -> None:
    page = '<h1>{{ pgettext("dishes", "Menu") }}</h1><p>{{ _("Menu") }}</p>'
    assert in_language(page, GERMAN) == "<h1>Gerichte</h1><p>Speisekarte</p>"
    assert in_language(page, Language("en", {})) == "<h1>Menu</h1><p>Menu</p>"


@pytest.mark.parametrize("slug", ["undo", "same-turn", "read-table"])
def test_a_command_in_capitals_is_translated(slug: str) -> None:
    label = codebook_of(GAMES).label("command", slug)
    capitals = named(label)
    assert isinstance(capitals, Message)
    assert not escaped(say(capitals, pseudo()))


def test_a_set_is_translated_as_a_reason() -> None:
    game = GAMES["omakase"]
    for name in omakase.CARD_TABLE.sets:
        assert not escaped(say(noun(kind_title(game, name)), pseudo()))


def test_a_badge_in_a_hint_is_translated() -> None:
    seats = tuple(seat_for(badge, {}) for badge in ("red", "blue", "green"))
    text = say(hints.clicked(Hint("cards", seats)), GERMAN)
    assert text.startswith("Scan a badge (Rot, blue …)")


def test_who_gave_no_name_is_called_by_the_colour_in_the_history() -> None:
    made = report([seat("red", "Red", [{"maki": 6}]), seat("blue", "Kim", [{"maki": 3}])])
    played = parse_game(1, (time.time(), None), made, FINISHED, Titles(GAMES, GERMAN))
    assert "".join(outcome(played, GERMAN)) == "Rot gewinnt"
    assert "".join(outcome(played)) == "Red wins"


def test_the_desk_asks_for_a_type_in_a_whole_sentence() -> None:
    with pytest.raises(Unclear) as why:
        DeskWords().read("card")
    assert why.value.said(GERMAN).startswith("Welche Karte? ")
