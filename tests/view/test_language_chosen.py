"""LANGUAGE goes through the languages there are; what is chosen at the table or on a page counts at
once.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.displayed import displayed
from support.pseudo import german_installed  # noqa: F401 - a fixture
from support.table_app import AppTable

from firmware.core.app.messages import LanguageChosen
from firmware.words import language
from firmware.words.language import language_of

ROUND = ("preset cutthroat-combo", "badge red", "badge blue", "badge green", "next")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AppTable]:
    table = AppTable(tmp_path, synchronous="OFF")
    yield table
    table.unplugged()


def on_display(table: AppTable) -> tuple[str, ...]:
    """The heading and the lines, as the device shows them."""
    shown = table.shown
    sheet: Any = displayed(shown.panel, language_of(shown.device.language)).sheet
    return (sheet.title, *sheet.lines)


@pytest.mark.usefixtures("german_installed")
def test_it_goes_through_the_languages_each_by_its_own_name(table: AppTable) -> None:
    table.scan("language")
    heading, name = on_display(table)
    assert (heading.startswith("[Láñg"), name) == (True, "Deutsch")
    table.scan("language")
    assert on_display(table) == ("Language", "English")


@pytest.mark.usefixtures("german_installed")
def test_it_is_no_part_of_the_game(table: AppTable) -> None:
    table.scan("badge red", "badge blue")
    before, kept = table.table, table.kept()
    table.scan("language")
    assert (table.table, table.kept()) == (before, kept)
    table.scan("undo")
    assert len(table.table.seats) == 1
    assert table.shown.device.language == "de"


@pytest.mark.usefixtures("german_installed")
def test_while_a_game_is_on_it_is_refused(table: AppTable) -> None:
    table.scan(*ROUND).scan_in_vain("language")
    assert table.message == ("A game is on", "Change it afterwards")
    assert table.shown.device.language == "en"
    while table.table.phase != "finished":
        table.scan("next" if table.table.phase == "scored" else "score")
    table.scan("language")
    assert table.shown.device.language == "de"


def test_where_there_is_one_language_there_is_nothing_to_choose(
    table: AppTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "installed", frozenset)
    table.scan_in_vain("language")
    assert table.shown.device.language == "en"


@pytest.mark.usefixtures("german_installed")
def test_a_page_may_choose_it_in_the_middle_of_a_round(table: AppTable) -> None:
    table.scan(*ROUND).later(60)
    before = table.panel.facts
    table.app.take(LanguageChosen("de"))
    assert on_display(table)[1] == "Deutsch"
    assert table.panel.facts != before
    table.later(60)
    assert table.panel.facts == before
