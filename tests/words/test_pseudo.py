"""Every word that players see is said in their language: en-XA on all that a table shows."""

import random
import re
from typing import Any

import pytest
from support.displayed import panel_of
from support.pseudo import escaped, pseudo, script, texts
from support.soak import share
from support.table_engine import AROUND, EngineTable
from support.wanderer import beginning, walk
from support.watchful import WatchfulPaper

from engine.cards import BADGES
from engine.position import empty
from engine.standings import standings
from firmware.common.facts.notices import Problem
from firmware.common.facts.outcome import Outcome
from firmware.common.facts.sheets import PAGES, Changed, LastCard, SheetFacts
from firmware.core.screen.render import draw_on
from firmware.core.view import hints
from firmware.core.view.effects import explain
from firmware.core.view.situation import situation_of
from firmware.core.view.state import after, at_start, drawn
from firmware.interfaces.web.pages.desk.table import desk_table
from firmware.interfaces.web.pages.desk.tray import desk_tray
from firmware.interfaces.web.pages.scores.state import state
from firmware.words.feed import feed
from firmware.words.hints import clicked, typed
from firmware.words.language import say
from firmware.words.sheets import Current, Sheet, display
from firmware.words.spoken import spoken

SCORES = re.compile(r"^([^\[\]]+ [+-]\d+)(, [^\[\]]+ [+-]\d+)*$")
SIZES = ((128, 64), (256, 64), (128, 128))
NAMES = dict(zip(BADGES, ("Ann", "Bob", "Cat", "Dan", "Eve", "Fin", "Gus", "Hal"), strict=True))
OURS = {*NAMES.values(), "Okanjo", *AROUND.hosts, "okanjo.local:", *AROUND.about}
AMISS = AROUND._replace(saved=False, problems=(Problem("scanner-unplugged"),))


@pytest.fixture(scope="module", params=range(share(5)))
def reached(request: pytest.FixtureRequest) -> list[Outcome]:
    """A random evening, scan by scan."""
    rng = random.Random(f"pseudo {request.param}")
    table = EngineTable(names=NAMES)
    for _, made, _, _ in walk(rng, table.table, beginning(rng), 120):
        table.read(made.label.code, made.lane)
    return table.outcomes


def test_the_texts_to_translate_are_all_there() -> None:
    """A text is new or otherwise? `make words`."""
    with open(script().TEMPLATE, "rb") as file:
        assert file.read() == script().template()


def has_cut_names(sheet: SheetFacts) -> bool:
    """Whether several scores changed, for which names may be cut to their first letter."""
    foot = sheet.foot if isinstance(sheet, LastCard) else None
    return isinstance(foot, Changed) and len(foot.effects) > 1


def words_of(sheet: Sheet) -> Sheet:
    """Without an icon's name, and without ends of players' names that have no room."""
    if not isinstance(sheet, Current):
        return sheet
    return sheet._replace(icon="", hint=SCORES.sub("", sheet.hint))


def test_no_word_of_the_display_escapes(reached: list[Outcome]) -> None:
    language = pseudo()
    for outcome in reached:
        for page in PAGES:
            for last in (outcome, None):
                panel = panel_of(outcome.change.after, page, AMISS, last)
                words = display(panel, language)
                # together, as long lines are broken
                assert not escaped(" ".join(texts(words_of(words.sheet))), OURS), words.sheet
                if not has_cut_names(panel.sheet):
                    assert not escaped(spoken(panel, language), OURS)


def test_longer_words_have_room(reached: list[Outcome]) -> None:
    """Nothing overlaps, nothing is cut without an ellipsis: now and then, and where a sheet is of
    a kind that was not drawn yet.
    """
    drawn_kinds = set[type]()
    for number, outcome in enumerate(reached):
        for page in PAGES:
            words = display(panel_of(outcome.change.after, page, AMISS, outcome), pseudo())
            if number % 7 and type(words.sheet) in drawn_kinds:
                continue
            drawn_kinds.add(type(words.sheet))
            for size in SIZES:
                draw_on(WatchfulPaper(*size), words)


def test_no_word_of_the_feed_or_the_hints_escapes(reached: list[Outcome]) -> None:
    language = pseudo()
    for outcome in reached:
        hint = hints.hint(outcome.after, situation_of(outcome.after))
        lines = (
            feed(explain(outcome), "on", language),
            *(say(words(hint), language) for words in (typed, clicked)),
        )
        for line in lines:
            assert not escaped(line, OURS), line


SLUGS = {
    *("run", "slug", "label", "kind", "language", "badge", "card", "look", "looks", "phase"),
    *("stage", "group", "code", "calls", "key", "copies", "out", "sounds", "motion", "volumes"),
}


def worded(content: Any) -> Any:
    """Without what is no word: slugs and codes."""
    if isinstance(content, dict):
        return {key: worded(value) for key, value in content.items() if key not in SLUGS}
    return [*map(worded, content)] if isinstance(content, list) else content


def test_no_word_of_the_pages_state_escapes(reached: list[Outcome]) -> None:
    language = pseudo()
    shown = at_start(standings(empty(names=NAMES)))
    for outcome in reached:
        shown = drawn(after(shown, outcome, 0.0)._replace(device=AMISS))
        content = state(shown, 1, "run", language)
        for text in texts(worded(content)):
            assert not escaped(text, OURS), text
        desk = desk_table(shown, language)
        for text in texts([desk["steps"], desk["hint"]]):
            assert not escaped(text, OURS), text
        tray: Any = desk_tray(shown.table, shown.codebook, language)
        for heading, tiles in tray["parts"]:
            for text in texts([heading, *(worded(tile) for tile in tiles)]):
                assert not escaped(text, OURS), text
