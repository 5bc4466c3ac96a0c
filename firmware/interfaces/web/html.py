"""The device's pages in a language.

Their texts are marked as in a template of Jinja, `{{ _("Scores") }}`, so that what looks for texts
to translate finds them; `{{ pgettext("dishes", "Menu") }}` tells two meanings apart.
`{{ language }}` is the language's code, `{{ languages }}` a list of all to choose from, if there
are several. `{{ badges }}` are the names of all colours, for the letters on
plates. `{{ ngettext("card", "cards") }}` stands for what is said of 0, 1, 2 ... of them, with
bars between: a script that counts by itself takes one of these, as it knows no language's plurals.
"""

from __future__ import annotations

import re

from engine.message import Message, gettext, ngettext
from firmware.words.labels import BADGES
from firmware.words.language import Language, offered, own_name, say

MARKED = re.compile(
    r'\{\{ (?:(?:_\(|pgettext\("(?P<context>[^"]+)", )"(?P<text>[^"]+)"\)'
    r'|ngettext\("(?P<one>[^"]+)", "(?P<more>[^"]+)"\)'
    r"|(?P<name>languages?|badges)) \}\}"
)
COUNTED = 64  # cards in a photo, sheets of labels


def in_language(template: str, language: Language) -> str:
    """The page; texts may have markup, but no quotation marks."""

    def word(marked: re.Match[str]) -> str:
        if marked["text"]:
            return say(Message(marked["text"], context=marked["context"] or ""), language)
        if marked["one"]:
            single, several = marked["one"], marked["more"]
            forms = (ngettext(single, several, n) for n in range(COUNTED))
            return "|".join(say(form, language) for form in forms)
        if marked["name"] == "badges":
            return "|".join(say(colour, language) for colour in BADGES.values())
        return language.code if marked["name"] == "language" else language_links(language)

    return MARKED.sub(word, template)


def language_links(language: Language) -> str:
    """The languages to choose from, each by its own name, to be unfolded; nothing where there is
    one alone.
    """
    if len(offered()) == 1:
        return ""
    links = "".join(
        f'<a href="?lang={code}" lang="{code}"{CURRENT * (code == language.code)}>{name}</a>'
        for code, name in ((code, own_name(code)) for code in offered())
    )
    note = f"<small>{say(NOT_REVIEWED, language)}</small>" if language.catalogues else ""
    title = f"{say(LANGUAGE, language)}: {own_name(language.code)}"
    return (
        f'<details class="languages"><summary aria-label="{title}">{GLOBE}'
        f"{own_name(language.code)}</summary><p>{links}{note}</p></details>{SCRIPT}"
    )


LANGUAGE, CURRENT = gettext("Language"), ' aria-current="true"'
NOT_REVIEWED = gettext(
    "No native player has checked these words yet. How to help: docs/translating.md"
)
SCRIPT = '<script type="module" src="/assets/languages.js"></script>'
GLOBE = '<svg aria-hidden="true"><use href="/assets/ways.svg#language"/></svg>'
