"""Say messages in a language, by gettext's catalogues; English needs none and loads none."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from engine.message import OURS, Message, Value
from firmware.common.games import packaged

if TYPE_CHECKING:
    from gettext import NullTranslations


class Language(NamedTuple):
    """`catalogues` are its translations, by domain: ours, and those of games."""

    code: str
    catalogues: Mapping[str, NullTranslations]


ENGLISH = Language("en", {})


CATALOGUES = os.path.join(os.path.dirname(__file__), "catalogues")


def language_of(code: str) -> Language:
    """A language by its code; English where there is no catalogue of it."""
    return _loaded(code) if code in installed() else ENGLISH


@cache
def installed() -> frozenset[str]:
    """The codes of all languages that have a catalogue."""
    return frozenset(os.listdir(CATALOGUES) if os.path.isdir(CATALOGUES) else ())


@cache
def _loaded(code: str) -> Language:
    import gettext  # late: English needs none

    places = {OURS: CATALOGUES}
    for game in packaged().games:
        places[game.presentation.domain] = game.presentation.catalogues
    catalogues = {}
    for domain, folder in places.items():
        path = os.path.join(folder, code, f"{domain}.mo")
        # a game may not speak this language
        with suppress(FileNotFoundError), open(path, "rb") as file:
            catalogues[domain] = gettext.GNUTranslations(file)
    return Language(code, catalogues)


def say(message: Message, language: Language = ENGLISH) -> str:
    """The sentence, with everything put in. What has no translation is said in English."""
    text = _translated(message, language)
    if not message.values:
        return text
    return text.format(**{name: _said(value, language) for name, value in message.values.items()})


def _said(value: Value, language: Language) -> str | int:
    return say(value, language) if isinstance(value, Message) else value


def _translated(message: Message, language: Language) -> str:
    """The text with its placeholders; for its context or, where that has none, without. Names of
    cards are looked up in the catalogues of all games, as a label does not say whose it is.
    """
    if not message.text:
        return ""  # gettext would answer with the catalogue's header
    count = message.values.get("count", 1)
    english = message.plural if message.plural and count != 1 else message.text
    if not language.catalogues:
        return english
    for domain in sorted(language.catalogues, key=message.domain.__ne__):
        for translated in _lookups(message, language.catalogues[domain]):
            if (text := translated()) != english:
                return text
    return english


def _lookups(message: Message, catalogue: NullTranslations) -> list[Callable[[], str]]:
    text, plural, context = message.text, message.plural, message.context
    if not plural:
        lookups = [lambda: catalogue.pgettext(context, text)] if context else []
        return [*lookups, lambda: catalogue.gettext(text)]
    count = message.values["count"]
    assert isinstance(count, int)  # noqa: S101 - as ngettext() and npgettext() have put it in
    lookups = [lambda: catalogue.npgettext(context, text, plural, count)] if context else []
    return [*lookups, lambda: catalogue.ngettext(text, plural, count)]
