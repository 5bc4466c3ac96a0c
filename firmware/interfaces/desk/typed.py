"""What may be typed at the desk: a list of its own, which is not what anything is called.

A language may have several forms for one label, parted by blanks in its catalogue (context
"typed"), the one that is shown first. English is understood in every language.
"""

from __future__ import annotations

import re
from unicodedata import normalize

from engine.cards import OwnersTitle
from engine.message import Message, pgettext
from firmware.core.view.commands import Word
from firmware.words.language import Language, say

HELP, QUIT = pgettext("typed", "help"), pgettext("typed", "quit")
ALSO = {HELP.text: ("?",), QUIT.text: ("exit",)}


def english(word: Word) -> str:
    """maki-1 for sushi-go-party/maki-1, maki-1/2 for that card."""
    return word.slug.split("/", 1)[1] if word.type in ("card", "face") else word.slug


def forms(word: Word, language: Language) -> list[str]:
    """What a label may be called: the language's own forms, then English's."""
    name, slash, copy = english(word).partition("/")
    return [f"{form}{slash}{copy}" for form in _forms(name, language)]


def owners_forms(word: Word) -> list[str]:
    """The same by the name that the owner has given a card; none if it has none."""
    _, slash, copy = english(word).partition("/")
    parts = re.split(r"[\s,/]+", typed(word.title)) if isinstance(word.title, OwnersTitle) else []
    return [f"{'-'.join(filter(None, parts))}{slash}{copy}"] if parts else []


def own_form(name: str, language: Language) -> str:
    """What is shown to be typed for an English form."""
    return _forms(name, language)[0]


def is_one_of(line: str, word: Message, language: Language) -> bool:
    """Whether a line is this word of the desk's own."""
    return typed(line).strip() in (*_forms(word.text, language), *ALSO[word.text])


def typed(text: str) -> str:
    """Text as it is looked up: in small letters, and those of a Japanese keyboard, which may be as
    wide as the others, as everybody types them.
    """
    return normalize("NFKC", text).lower()


def _forms(name: str, language: Language) -> list[str]:
    wording = say(Message(name, context="typed"), language)
    return [*dict.fromkeys([*wording.lower().replace(",", " ").split(), name])]
