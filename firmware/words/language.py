"""Say messages in a language, by gettext's catalogues; English needs none and loads none."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from engine.message import OURS, Message, Value
from firmware.common.games import packaged
from firmware.common.system.text import english, english_text, filled
from firmware.words.numbers import written

if TYPE_CHECKING:
    from gettext import NullTranslations


class Language(NamedTuple):
    """`catalogues` are its translations, by domain: ours, and those of games. What is to be heard
    is not cut to the width of a line, and has `names` for players whose own cannot be said.
    """

    code: str
    catalogues: Mapping[str, NullTranslations]
    is_heard: bool = False
    names: Mapping[str, str] = {}


ENGLISH = Language("en", {})
# What those who speak a language call it: it stands so in every list, as only they look for it.
# Source of the names: CLDR.
OWN_NAMES = {
    "en": "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "ja": "日本語",
    "nl": "Nederlands",
    "pl": "Polski",
    "pt-BR": "Português (Brasil)",
}


CATALOGUES = os.path.join(os.path.dirname(__file__), "catalogues")
VOICE = "voice"  # the file of readings, beside those of the domains


def language_of(code: str) -> Language:
    """A language by its code; English where there is no catalogue of it."""
    return _loaded(code) if code in installed() else ENGLISH


@cache
def installed() -> frozenset[str]:
    """The codes of all languages that have a catalogue."""
    codes = os.listdir(CATALOGUES) if os.path.isdir(CATALOGUES) else ()
    return frozenset(code for code in codes if os.path.isfile(_catalogue(CATALOGUES, code, OURS)))


def offered() -> tuple[str, ...]:
    """The codes of the languages to choose from, English first."""
    return tuple(code for code in OWN_NAMES if code == ENGLISH.code or code in installed())


def own_name(code: str) -> str:
    """What a language calls itself; its code where nobody has put that down."""
    return OWN_NAMES.get(code, code)


def _catalogue(folder: str, code: str, domain: str) -> str:
    return os.path.join(folder, code, f"{domain}.mo")


@cache
def _loaded(code: str) -> Language:
    catalogues = {}
    for domain, folder in _folders().items():
        # a game may not speak this language
        if catalogue := _opened(_catalogue(folder, code, domain)):
            catalogues[domain] = catalogue
    return Language(code, catalogues)


@cache
def for_voice(code: str) -> Language:
    """A language as espeak-ng is to be given it: what it would say wrongly is respelled."""
    shown = language_of(code)
    catalogues = dict(shown.catalogues)
    for domain, folder in _folders().items():
        if readings := _opened(_catalogue(folder, shown.code, VOICE)):
            if domain in catalogues:
                readings.add_fallback(catalogues[domain])
            catalogues[domain] = readings
    return Language(shown.code, catalogues, is_heard=True)


def _folders() -> Mapping[str, str]:
    """Where the catalogues of each domain are."""
    games = packaged().games
    return {OURS: CATALOGUES} | {
        game.presentation.domain: game.presentation.catalogues for game in games
    }


def _opened(path: str) -> NullTranslations | None:
    """A catalogue, if there is one."""
    import gettext  # late: English needs none

    with suppress(FileNotFoundError), open(path, "rb") as file:
        return gettext.GNUTranslations(file)
    return None


def say(message: Message, language: Language = ENGLISH) -> str:
    """The sentence, with everything put in. What has no translation is said in English."""
    if not language.catalogues and not language.names:
        return english(message)
    return filled(
        message,
        lambda part: _translated(part, language),
        lambda value: put_in(value, language),
    )


def put_in(value: Value, language: Language) -> Value:
    """A number or a name as it stands in a sentence of the language."""
    if isinstance(value, str) and value in language.names:
        return language.names[value]
    return written(value, language.code)


def _translated(message: Message, language: Language) -> str:
    """The text with its placeholders; for its context or, where that has none, without. Names of
    cards are looked up in the catalogues of all games, as a label does not say whose it is.
    """
    if not message.text:
        return ""  # gettext would answer with the catalogue's header
    untranslated = english_text(message)
    for domain in sorted(language.catalogues, key=message.domain.__ne__):
        for translated in _lookups(message, language.catalogues[domain]):
            if (text := translated()) != untranslated:
                return text
    return untranslated


def _lookups(message: Message, catalogue: NullTranslations) -> list[Callable[[], str]]:
    text, plural, context = message.text, message.plural, message.context
    if not plural:
        lookups = [lambda: catalogue.pgettext(context, text)] if context else []
        return [*lookups, lambda: catalogue.gettext(text)]
    count = message.values["count"]
    assert isinstance(count, int)  # noqa: S101 - as ngettext() and npgettext() have put it in
    lookups = [lambda: catalogue.npgettext(context, text, plural, count)] if context else []
    return [*lookups, lambda: catalogue.ngettext(text, plural, count)]
