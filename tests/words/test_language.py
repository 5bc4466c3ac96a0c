"""Messages as they are said: in English, and by a catalogue of gettext's own."""

from support.catalogues import catalogue

from engine.message import Message, gettext, ngettext, npgettext, pgettext
from firmware.words.language import ENGLISH, Language, say

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
