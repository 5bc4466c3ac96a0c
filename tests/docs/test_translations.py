"""docs/de and its like: each page is built as the English one, says which version of it that was,
and quotes what the program says in that language.
"""

import hashlib
import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from engine.message import Message
from firmware.paper import guide
from firmware.words.language import ENGLISH, Language, language_of, own_name, say

ROOT = Path(__file__).parents[2]
CODES = sorted(path.parent.name for path in ROOT.glob("docs/*/README.md"))
ENGLISH_PAGES = {
    "README.md": "README.md",
    "install.md": "docs/install.md",
    "guide.md": "docs/guide.md",
}
PAGES = [f"docs/{code}/{name}" for code in CODES for name in ENGLISH_PAGES]
EACH = pytest.mark.parametrize("page", PAGES)
# What makes no translation old: where releases are, and which other languages there are.
NOT_TRANSLATED = re.compile(r"^(\[releases\]: |.*\]\(docs/[\w-]+/README\.md\)).*\n", re.M)
FOLLOWS = re.compile(r"\]\((\S+)\)[^`\n]*`([0-9a-f]{7})`")
BLOCK = re.compile(r"```.*?```", re.S)
BUILT = re.compile(r"^(#+ |\||- |\d+\. |```\w*|!\[|<img |<a href)", re.M)
# English that only looks as if the pages said it: it comes from the installer, and from Windows.
NOT_IN_CATALOGUE = {"… did not become ready", "… is damaged", "Cancel"}
NO_BREAK_SPACE = "\xa0"


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def english_of(page: str) -> str:
    """The English page that a translation follows."""
    return ENGLISH_PAGES[Path(page).name]


def version(text: str) -> str:
    """A text's version, by which a translation names it."""
    return hashlib.sha256(NOT_TRANSLATED.sub("", text).encode()).hexdigest()[:7]


@EACH
def test_it_follows_the_english_as_that_is_now(page: str) -> None:
    english = english_of(page)
    link, followed = FOLLOWS.findall(text_of(page))[0]
    assert (ROOT / page).parent.joinpath(link).resolve() == ROOT / english
    now = version(text_of(english))
    assert followed == now, (
        f"{page} is old. See what is new in the English:"
        f" git diff $(git log -1 --format=%h -S{followed} -- {page}) -- {english}."
        f" Translate that, then write {now} in place of {followed}."
    )


@EACH
def test_it_is_built_as_the_english(page: str) -> None:
    """Headings, rows, points, pictures and code are the same; comments in code are translated."""
    translated, english = text_of(page), text_of(english_of(page))
    assert BUILT.findall(translated) == BUILT.findall(english)
    assert code_in(FOLLOWS.sub("", translated, count=1)) == code_in(english)


def code_in(text: str) -> list[str]:
    """Blocks in their order, without their comments; then the pieces of code in sentences."""
    blocks = [re.sub(r" *# .*", "", block) for block in BLOCK.findall(text)]
    return [*blocks, *sorted(set(re.findall(r"`([^`\n]+)`", BLOCK.sub("", text))))]


@EACH
def test_it_quotes_what_the_program_says(page: str) -> None:
    code = Path(page).parent.name
    translated, english = prose_of(text_of(page)), prose_of(text_of(english_of(page)))
    quoted = quotes(translated)
    for quote in quotes(english) - NOT_IN_CATALOGUE:
        whole = [text for message, text in catalogue(code) if quotes_all_of(quote, message)]
        texts = whole or [text for message, text in catalogue(code) if quotes_part(quote, message)]
        assert not texts or any(
            quotes_all_of(own, text) or quotes_part(own, text) for own in quoted for text in texts
        ), f"{quote!r} is in {own_name(code)}: {texts[:5]}"
    commands = {message: text for message, text in catalogue(code) if message.isupper()}
    for command in commands.keys() & set(re.findall(r"\b[A-Z]{3,}\b", english)):
        assert re.search(rf"\b{re.escape(commands[command])}\b", translated), command


def prose_of(text: str) -> str:
    """A page's sentences without line breaks, code and the targets of links."""
    plain = re.sub(r"`[^`\n]+`|\]\([^)]*\)|\]\[[^]]*\]", "", BLOCK.sub("", text))
    return " ".join(plain.split())


def quotes(prose: str) -> set[str]:
    """What is set in italics, in bold or in quotation marks."""
    marked = re.findall(r"\*{1,2}([^*]+)\*{1,2}|[\"“„«]([^\"“”»]+)[\"“”»]", prose)
    return {(emphasised or spoken).strip() for emphasised, spoken in marked}


def pattern(quote: str) -> str:
    """A regular expression of what is quoted: "…" stands for anything."""
    return ".+".join(map(re.escape, quote.split("…")))


def quotes_all_of(quote: str, text: str) -> bool:
    return max(quote.split("…"), key=len) in text and bool(re.fullmatch(pattern(quote), text))


def quotes_part(quote: str, text: str) -> bool:
    """Is this a part of the text, and more than a word?"""
    return (
        " " in quote
        and max(quote.split("…"), key=len) in text
        and bool(re.search(rf"(?<!\w){pattern(quote)}(?!\w)", text))
    )


@cache
def catalogue(code: str) -> list[tuple[str, str]]:
    """Each English text with what it is in a language."""
    path = ROOT / "firmware/words/catalogues" / code / "okanjo.po"
    with path.open("rb") as file:
        messages = [*read_po(file, locale=code.replace("-", "_"))]
    single = [message for message in messages if message.id and isinstance(message.id, str)]
    return [(str(message.id), as_read(str(message.string))) for message in single]


def as_read(text: str) -> str:
    """A text with plain blanks, as pages of docs have them."""
    return text.replace(NO_BREAK_SPACE, " ")


@pytest.mark.parametrize("code", ["en", *CODES])
def test_the_guide_has_the_words_of_the_printed_one(code: str) -> None:
    language: Language = language_of(code)
    page = "docs/guide.md" if language == ENGLISH else f"docs/{code}/guide.md"
    text = " ".join(text_of(page).split())

    def words_of(message: Message) -> str:
        return as_read(say(message, language))

    for number, step in enumerate(guide.STEPS, 1):
        assert f"## {number}. {words_of(step.title)} {words_of(step.words)} " in text
    for words in (guide.HOW_LIVE, guide.NO_LABEL, guide.WITHOUT_LABEL):
        assert words_of(words) in text


@pytest.mark.parametrize("code", CODES)
def test_the_readme_leads_to_each_language(code: str) -> None:
    assert f"[{own_name(code)}](docs/{code}/README.md)" in text_of("README.md")
