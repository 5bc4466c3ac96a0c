"""The languages that there is a catalogue of, as their files say today, compiled or not."""

import gettext as library
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from firmware.words.language import ENGLISH, Language

WORDS = Path(__file__).parents[2] / "firmware/words"
TEMPLATE = WORDS / "okanjo.pot"
CODES = sorted(path.parent.name for path in WORDS.glob("catalogues/*/okanjo.po"))
READ = sorted(path.parent.name for path in WORDS.glob("catalogues/*/voice.po"))


@cache
def catalogue(code: str) -> Catalog:
    """What translators have written, and are yet to write."""
    return _read(code, "okanjo.po")


@cache
def readings(code: str) -> Catalog:
    """What of it is respelled for espeak-ng."""
    return _read(code, "voice.po")


def _read(code: str, name: str) -> Catalog:
    with (WORDS / "catalogues" / code / name).open("rb") as file:
        return read_po(file, locale=code.replace("-", "_"))


@cache
def template() -> Catalog:
    """All that there is to translate, with the places where it stands."""
    with TEMPLATE.open("rb") as file:
        return read_po(file)


@cache
def language(code: str) -> Language:
    """A language by its code."""
    if code == "en":
        return ENGLISH
    return Language(code, {"okanjo": compiled(catalogue(code))})


def compiled(catalog: Catalog) -> library.GNUTranslations:
    """A catalogue as gettext reads it."""
    file = BytesIO()
    write_mo(file, catalog)
    file.seek(0)
    return library.GNUTranslations(file)


@cache
def voice(code: str) -> Language:
    """A language as espeak-ng is given it."""
    respelled = compiled(readings(code))
    for shown in language(code).catalogues.values():
        respelled.add_fallback(shown)
    return Language(code, {"okanjo": respelled}, is_heard=True)


def pairs(code: str) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """Context, English text, translation, places; each form of a plural by itself."""
    for message in template():
        translated = catalogue(code).get(message.id, message.context)
        if not message.id or not translated:
            continue
        english = message.id if isinstance(message.id, str) else message.id[-1]
        said = translated.string
        places = tuple(place for place, _ in message.locations)
        for text in (said,) if isinstance(said, str) else said or ():
            if text:
                yield message.context or "", english, text, places
