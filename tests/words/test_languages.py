"""Displays in each language that there is a catalogue of: lines have room, letters a glyph."""

import random
import re

import pytest
from support.displayed import panel_of
from support.languages import CODES, language, pairs
from support.table_engine import AROUND, EngineTable
from support.wanderer import beginning, walk
from support.watchful import WatchfulPaper

from engine.cards import BADGES
from engine.codes import codebook
from engine.games import GAMES
from firmware.common.facts.sheets import PAGES
from firmware.core.screen.font import LETTERS, columns
from firmware.core.screen.render import draw_on
from firmware.words.labels import noun, title
from firmware.words.language import Language, say
from firmware.words.line import LINE, is_wide, pixels
from firmware.words.sheets import display

SIZES = ((128, 64), (256, 64), (128, 128))
NAMES = dict(zip(BADGES, ("Ann", "Bob", "Cat", "Dan", "Eve", "Fin", "Gus", "Hal"), strict=True))
PLACEHOLDER = re.compile(r"\{[^}]*\}")
UNKNOWN = {columns(LETTERS, letter) for letter in ("\u0e01", "김")}


@pytest.mark.parametrize("code", CODES)
def test_words_have_a_line_where_the_english_have_one(code: str) -> None:
    """Names and numbers aside, which `test_no_sentence_is_cut` has."""
    too_wide = [
        text
        for context, english, text, _ in pairs(code)
        if context == "line" and pixels(english) <= LINE
        if pixels(PLACEHOLDER.sub("", text)) > LINE
    ]
    assert not too_wide


@pytest.mark.parametrize("code", CODES)
def test_every_letter_has_a_glyph(code: str) -> None:
    """But those of pages alone, which English has, too."""
    lacking = {
        letter
        for _, english, text, _ in pairs(code)
        for letter in {*text} - {*english, "\n"}
        if columns(LETTERS, letter) in UNKNOWN
    }
    assert not lacking


@pytest.mark.parametrize("code", ["en", *CODES])
def test_no_sentence_is_cut(code: str) -> None:
    """Only names of cards and menus may be: those of players are short here."""
    spoken = language(code)
    rng = random.Random("languages")
    table = EngineTable(names=NAMES)
    for _, made, _, _ in walk(rng, table.table, beginning(rng), 120):
        table.read(made.label.code, made.lane)
    known, cut = titles(spoken), set[str]()
    for number, outcome in enumerate(table.outcomes):
        for page in PAGES:
            words = display(panel_of(outcome.change.after, page, AROUND, outcome), spoken)
            for size in SIZES[: 3 if number % 7 == 0 else 1]:
                paper = WatchfulPaper(*size)
                draw_on(paper, words)
                cut |= {text for text, _ in paper.texts if "…" in text}
    assert not {text for text in cut if not ends_in_a_title(text.partition("…")[0], known)}


def titles(spoken: Language) -> set[str]:
    kinds = [kind for game in GAMES for kind in game.kinds]
    faces = [face for kind in kinds for face in kind.faces]
    names = [*map(title, kinds), *map(title, faces), *map(title, codebook().labels)]
    return {say(form, spoken) for name in names for form in (name, noun(name))}


def ends_in_a_title(text: str, known: set[str]) -> bool:
    """Whether a title begins so close to the end of a text that it is what was cut."""
    return any(
        text.endswith(name[:letters])
        for name in known
        for letters in range(1 if is_wide(name[0]) else 3, len(name))
    )
