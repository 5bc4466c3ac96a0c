"""The hall's templates, rendered in a language.

A template says `_("Table {number}", number=2)`, and so `ngettext` and `pgettext`, as Python does,
and puts out messages as they are. Texts may have markup; what is put into them may not.
"""

from __future__ import annotations

import os

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from engine.message import Message, Value, gettext, ngettext, pgettext
from firmware.words.language import Language, offered, own_name, say
from firmware.words.numbers import written

FOLDER = os.path.dirname(__file__)


class Templates:
    """All of them in all languages that were wanted so far; they know the `globals_`."""

    def __init__(self, **globals_: object) -> None:
        self._globals = globals_
        self._environments: dict[str, Environment] = {}

    def render(self, template: str, language: Language, **values: object) -> str:
        if language.code not in self._environments:
            self._environments[language.code] = self._environment(language)
        return self._environments[language.code].get_template(template).render(values)

    def _environment(self, language: Language) -> Environment:
        def marked(message: Message) -> Markup:
            values = {name: _safe(value, language) for name, value in message.values.items()}
            return Markup(say(message._replace(values=values), language))  # noqa: S704 - escaped

        environment = Environment(
            loader=FileSystemLoader(FOLDER),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            finalize=lambda value: (
                say(value, language)
                if isinstance(value, Message)
                else written(value, language.code)
            ),
        )
        environment.globals.update(
            self._globals,
            language=language.code,
            languages=offered(),
            own_name=own_name,
            _=lambda text, **values: marked(gettext(text, **values)),
            ngettext=lambda singular, plural, count, **values: marked(
                ngettext(singular, plural, count, **values)
            ),
            pgettext=lambda place, text, **values: marked(pgettext(place, text, **values)),
        )
        return environment


def _safe(value: Value, language: Language) -> str | int:
    """What is put into a text with markup."""
    if isinstance(value, Message):
        value = say(value, language)
    return value if isinstance(value, int) else escape(written(value, language.code))
