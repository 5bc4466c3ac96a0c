"""What may be typed in another language: its own forms, and English's all the same."""

import pytest
from support.catalogues import catalogue
from support.pseudo import pseudo_installed  # noqa: F401

from engine.codes import codebook
from firmware.core.view.commands import Word
from firmware.interfaces.desk.help import help_lines
from firmware.interfaces.desk.typed import english, forms
from firmware.interfaces.desk.words import DeskWords, Unclear
from firmware.words.language import installed, language_of

BOOK = codebook()
ROWS = [Word(label.type, label.slug, label.title) for label in BOOK.labels]
GERMAN = catalogue(
    {
        "typed\x04egg-nigiri": "ei-nigiri eiernigiri",
        "typed\x04red": "rot",
        "typed\x04next": "weiter",
        "typed\x04help": "hilfe",
        "typed\x04quit": "ende",
        "{red}'s badge, then {red}'s cards": "Marke von {red}, dann Karten von {red}",
        "Did you mean {word}?": "Meintest du {word}?",
    }
)
WORDS = DeskWords(ROWS, language=GERMAN)


@pytest.mark.parametrize(
    ("typed", "scans"),
    [
        ("rot", ["badge red"]),
        ("red", ["badge red"]),
        ("ei", ["face sushi-go-party/egg-nigiri"]),
        ("eiernigiri", ["face sushi-go-party/egg-nigiri"]),
        ("ｅｉ－ｎｉｇｉｒｉ／２", ["card sushi-go-party/egg-nigiri/2"]),
        ("ei-nigiri/2", ["card sushi-go-party/egg-nigiri/2"]),
        ("face ei-nigiri", ["face sushi-go-party/egg-nigiri"]),
        ("rot egg-nigiri wei", ["badge red", "face sushi-go-party/egg-nigiri", "command next"]),
    ],
)
def test_both_are_understood(typed: str, scans: list[str]) -> None:
    assert [WORDS.resolve(piece) for piece in WORDS.read(typed)] == scans


def test_help_shows_the_languages_forms_and_its_own_words_are_known() -> None:
    lines = [" ".join(line.split()) for line in help_lines(GERMAN)]
    assert "rot maki-2 tempura tempura Marke von rot, dann Karten von rot" in lines
    assert all(map(WORDS.is_help, ("hilfe", "Help", "?")))
    assert all(map(WORDS.is_end, ("ende", "quit", " EXIT ")))
    assert not WORDS.is_help("rot")


def test_what_is_unclear_is_said_in_the_language() -> None:
    with pytest.raises(Unclear) as why:
        WORDS.read("eiernigirl")
    assert why.value.said(GERMAN).endswith(" Meintest du eiernigiri?")


@pytest.mark.usefixtures("pseudo_installed")
def test_no_form_of_a_language_stands_for_two_things() -> None:
    """But where English's own does: maki-1 of two games, a dish and its card."""

    for code in installed():
        names: dict[str, set[str]] = {}
        for word in ROWS:
            for form in forms(word, language_of(code)):
                names.setdefault(form, set()).add(english(word))
        assert not {form: of for form, of in names.items() if len(of) > 1}, code
