"""The device's pages in a language.

Their texts are marked as in a template of Jinja, `{{ _("Scores") }}`, so that what looks for texts
to translate finds them. `{{ language }}` is the language's code; nothing else is understood.
"""

from __future__ import annotations

import re

from firmware.words.language import Language, say
from firmware.words.message import Message

MARKED = re.compile(r'\{\{ (?:_\("(?P<text>[^"]+)"\)|language) \}\}')


def in_language(template: str, language: Language) -> str:
    """The page; texts may have markup, but no quotation marks."""

    def word(marked: re.Match[str]) -> str:
        text = marked["text"]
        return say(Message(text), language) if text else language.code

    return MARKED.sub(word, template)
