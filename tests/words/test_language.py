"""Messages as they are said: in English, and by a catalogue of gettext's own."""

import gettext as library
import io
import struct

from firmware.words.language import ENGLISH, Language, say
from firmware.words.message import Message, gettext, ngettext, npgettext, pgettext

PLURALS = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n"


def catalogue(texts: dict[str, str]) -> Language:
    """A language with these translations, read by the standard library from a file as msgfmt writes
    it (gettext's manual, "The Format of GNU MO Files").
    """
    rows = sorted({"": PLURALS, **texts}.items())
    keys, values = ([text.encode() for text in column] for column in zip(*rows, strict=True))
    offset = 28 + 16 * len(rows)
    tables, strings = [], b""
    for column in (keys, values):
        for text in column:
            tables.append(struct.pack("<2I", len(text), offset + len(strings)))
            strings += text + b"\0"
    header = struct.pack("<7I", 0x950412DE, 0, len(rows), 28, 28 + 8 * len(rows), 0, 0)
    file = io.BytesIO(header + b"".join(tables) + strings)
    return Language("xx", {"okanjo": library.GNUTranslations(file)})


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
