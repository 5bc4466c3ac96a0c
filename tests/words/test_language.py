"""Messages as they are said: in English, and by a catalogue of gettext's own."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from support.catalogues import catalogue

from engine.message import Message, gettext, ngettext, npgettext, pgettext
from firmware.words import language
from firmware.words.language import ENGLISH, Language, for_voice, say

CARD = Message("Eel", domain="sushi")
LAID = gettext("{card} belongs to {name}", card=CARD, name="Zoë")


def test_english_needs_no_catalogue() -> None:
    assert say(LAID, ENGLISH) == "Eel belongs to Zoë"
    assert [say(ngettext("{count} card", "{count} cards", n)) for n in (0, 1, 2)] == [
        "0 cards",
        "1 card",
        "2 cards",
    ]


def test_a_translation_may_turn_the_sentence_around() -> None:
    language = catalogue({"{card} belongs to {name}": "{name} hat {card}"})
    assert say(LAID, language) == "Zoë hat Eel"


def test_a_value_that_is_a_message_is_said_in_the_same_language() -> None:
    own = catalogue({"Eel": "Aal"}).catalogues["okanjo"]
    both = Language("xx", {"sushi": own})
    assert say(LAID, both) == "Aal belongs to Zoë"


def test_a_place_may_have_words_of_its_own() -> None:
    language = catalogue({"Scan it": "Scannen", "spoken\x04Scan it": "Bitte scannen"})
    assert say(pgettext("spoken", "Scan it"), language) == "Bitte scannen"
    assert say(pgettext("line", "Scan it"), language) == "Scannen"


def test_plural_forms_are_the_languages_own() -> None:
    language = catalogue({"{count} card\0{count} cards": "{count} Karte\0{count} Karten"})
    assert [say(ngettext("{count} card", "{count} cards", n), language) for n in (1, 2)] == [
        "1 Karte",
        "2 Karten",
    ]
    assert say(npgettext("line", "{count} card", "{count} cards", 3), language) == "3 Karten"


def test_what_is_not_translated_is_said_in_english() -> None:
    assert say(LAID, catalogue({})) == "Eel belongs to Zoë"
    assert say(ngettext("{count} card", "{count} cards", 2), catalogue({})) == "2 cards"


def test_braces_in_names_are_left_alone() -> None:
    assert say(gettext("{name} joins", name="{x}")) == "{x} joins"
    assert say(gettext("Curly {} as they are")) == "Curly {} as they are"


def test_a_voice_says_a_reading_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same in English, of which nothing else is translated."""
    files = {
        "nl/okanjo": {"Eel": "Paling", "Tempura": "Tempoera"},
        "nl/voice": {"Eel": "Paa-ling"},
        "en/voice": {"Tempura": "Tempoora"},
    }
    for name, texts in files.items():
        path = tmp_path / f"{name}.mo"
        path.parent.mkdir(exist_ok=True)
        catalog = Catalog(locale="nl")
        for text, translation in texts.items():
            catalog.add(text, translation)
        with path.open("wb") as file:
            write_mo(file, catalog)
    for loaded in (language.installed, language._loaded, for_voice):
        monkeypatch.setattr(language, loaded.__name__, loaded.__wrapped__)
    monkeypatch.setattr(language, "CATALOGUES", str(tmp_path))
    names = gettext("Eel"), gettext("Tempura")
    dutch, english = language.for_voice("nl"), language.for_voice("en")
    assert [say(name, dutch) for name in names] == ["Paa-ling", "Tempoera"]
    assert [say(name, english) for name in names] == ["Eel", "Tempoora"]
    assert language.installed() == {"nl"}
    assert say(gettext("Eel"), language.language_of("nl")) == "Paling"
