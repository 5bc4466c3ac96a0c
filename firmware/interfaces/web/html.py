"""The device's pages in a language.

Their texts are marked as in a template of Jinja, `{{ _("Scores") }}`, so that what looks for texts
to translate finds them. `{{ language }}` is the language's code. `{{ ngettext("card", "cards") }}`
stands for what is said of 0, 1, 2 ... of them, with bars between: a script that counts by itself
takes one of these, as it knows no language's plurals.
"""

from __future__ import annotations

import re

from engine.message import Message, ngettext
from firmware.words.language import Language, say

MARKED = re.compile(
    r'\{\{ (?:_\("(?P<text>[^"]+)"\)|ngettext\("(?P<one>[^"]+)", "(?P<more>[^"]+)"\)|language) \}\}'
)
COUNTED = 64  # cards in a photo, sheets of labels


def in_language(template: str, language: Language) -> str:
    """The page; texts may have markup, but no quotation marks."""

    def word(marked: re.Match[str]) -> str:
        if marked["text"]:
            return say(Message(marked["text"]), language)
        if marked["one"]:
            forms = (ngettext(marked["one"], marked["more"], n) for n in range(COUNTED))
            return "|".join(say(form, language) for form in forms)
        return language.code

    return MARKED.sub(word, template)
