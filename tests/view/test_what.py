"""WHAT, then a label: it is explained, and does nothing; and what a card brings that is refused."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.playing import code
from support.pseudo import escaped, pseudo
from support.table_app import AppTable
from support.watchful import WatchfulPaper

from drivers.events import Pressed
from engine.codes import codebook
from engine.position import empty
from engine.refusals import Refused
from engine.standings import Change, standings
from firmware.common.facts.outcome import Outcome
from firmware.common.facts.sheets import NotCounted, Told
from firmware.core.screen.render import draw_on
from firmware.core.view.menu import explained, refused_dish
from firmware.interfaces.web.pages.scores.state import state
from firmware.words.language import ENGLISH, Language, say
from firmware.words.notices import sentence
from firmware.words.sheets import TextLines, Worded, turned_sheets

LOBBY = ("preset cutthroat-combo", "badge red", "badge blue", "badge green")
ROUND = (*LOBBY, "command next", "badge red")
TEMAKI, EEL = "card sushi-go-party/temaki/1", "card sushi-go-party/eel/1"
BANNER = ("Scan a card: it is", "explained, not laid.", "(WHAT again cancels)")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AppTable]:
    table = AppTable(tmp_path, synchronous="OFF", stickers=True)
    yield table
    table.unplugged()


def title(table: AppTable) -> str:
    return getattr(table.panel.sheet, "title", "")


def test_a_card_after_it_is_explained_and_not_laid(table: AppTable) -> None:
    table.scan(*ROUND, TEMAKI)
    before, kept = table.table, table.kept()
    table.scan("what", EEL)
    assert (title(table), table.lines[0]) == ("Eel 1/2", "1 is -3, more are 7")
    assert table.lesson == "Eel: 1 is −3, more are\xa07"
    assert (table.table, table.kept()) == (before, kept)
    table.scan(EEL)
    assert len(table.kept()) == len(kept) + 1


def test_it_stands_as_a_banner_until_it_is_answered(table: AppTable) -> None:
    table.scan(*ROUND, "what")
    table.later(60)
    assert (title(table), table.lines) == ("What is this?", BANNER)
    assert page(table)["missing"] == ["WHAT: scan a card (WHAT again cancels)"]
    table.scan(EEL)
    table.later(60)
    assert title(table) != "What is this?"
    assert page(table)["missing"] == []


def page(table: AppTable, language: Language = ENGLISH) -> dict[str, Any]:
    """What the pages are sent."""
    return {**state(table.shown, 1, "run", language)}


def test_the_banner_has_room_and_no_word_of_it_escapes(table: AppTable) -> None:
    table.scan(*ROUND, "what")
    table.later(60)
    (leaf,) = turned_sheets(table.shown.panel.sheet, pseudo())
    assert not escaped(" ".join((leaf.title, *leaf.lines)))
    (banner,) = page(table, pseudo())["missing"]
    assert not escaped(banner)
    for size in ((128, 64), (256, 64), (128, 128)):
        draw_on(WatchfulPaper(*size), Worded(leaf))


def test_what_cannot_be_read_leaves_it_waiting(table: AppTable) -> None:
    table.scan(*ROUND, "what")
    assert table.after("123456") == "misread"
    assert table.after("4006381333931") == "unknown-code"
    table.scan(EEL)
    assert title(table) == "Eel 1/2"


def test_scanned_again_it_is_taken_back(table: AppTable) -> None:
    table.scan(*ROUND, "what", "what")
    assert table.lines == ("Cancelled",)
    kept = table.kept()
    table.scan(EEL)
    assert len(table.kept()) == len(kept) + 1


def test_undo_is_explained_and_takes_nothing_back(table: AppTable) -> None:
    table.scan(*ROUND, TEMAKI)
    before = table.table
    table.scan("what", "undo")
    assert (table.table, table.lesson) == (before, "Undo: takes back the last scan")
    table.scan("undo")  # the card, not WHAT
    assert table.table == before.past[-1]._replace(past=before.past[:-1])


def test_a_button_is_explained_too(table: AppTable) -> None:
    table.scan(*LOBBY, "what")
    table.moment()
    table.app.take(Pressed("next", table.now))
    assert table.lesson == "Next: starts the game and each new round"
    assert table.table.phase == "lobby"


def test_questions_stay_open(table: AppTable) -> None:
    table.scan(*ROUND, TEMAKI, "remove", "what", EEL)
    assert table.shown.situation.removing
    table.scan(TEMAKI)
    assert table.table.round.layout.trays[0] == ()


def test_it_is_of_the_scanner_that_asked(table: AppTable) -> None:
    table.scan(*ROUND)
    table.scan("what", lane="blue")
    table.scan(EEL)  # by another scanner
    assert len(table.table.round.layout.trays[0]) == 1
    table.scan(TEMAKI, lane="blue")
    assert (title(table), table.table.round.layout.trays[1]) == ("Temaki 1/2", ())


def test_a_power_cut_forgets_it(table: AppTable) -> None:
    table.scan(*ROUND, "what")
    table.power_cut()
    table.scan("badge red", EEL)
    assert len(table.table.round.layout.trays[0]) == 1


def test_a_sticker_is_explained_by_what_it_stands_for(table: AppTable) -> None:
    table.scan(*ROUND)
    table.teach("4006381333931", EEL)
    table.scan("what")
    assert table.after("4006381333931") == ""
    assert title(table) == "Eel 1/2"


def test_everybody_compared_counts(table: AppTable) -> None:
    """The numbers are those of this table."""
    table.scan("preset cutthroat-combo", "badge red", "badge blue", "what", TEMAKI)
    assert table.lesson == "Temaki: most +4"
    table.scan("badge green", "what", TEMAKI)
    assert table.lesson == "Temaki: most +4, fewest\xa0−4"


# --- a card that is refused ------------------------------------------------------------------


def test_a_card_in_the_lobby_is_refused_and_tells_what_it_brings(table: AppTable) -> None:
    table.scan(*LOBBY)
    before, kept = table.table, table.kept()
    assert table.refusal(EEL) == "not-now"
    assert title(table) == "No game is running"
    assert table.lines == ("Scan NEXT to begin", "✗ Not counted", "Eel: 1 is -3, more", "are 7")
    last = page(table)["last"]
    assert last["dish"] == ["/menu#eel", ["eel", "indigo"], "Eel: 1 is −3, more are\xa07"]
    table.scan("page")
    assert (title(table), table.lines[:2]) == ("Eel 1/2", ("1 is -3, more are 7", "8 cards"))
    assert table.shown.panel.sound == "accepted"
    table.scan("page")
    assert (title(table), table.lines) == ("Eel 2/2", ("3 × Eel: 7",))
    table.scan("page")
    assert title(table) == "Okanjo"  # the device page, as ever
    assert (table.table, table.kept()) == (before, kept)


def test_it_goes_by_itself(table: AppTable) -> None:
    table.scan(*LOBBY).scan_in_vain(EEL)
    table.scan("page")
    table.later(60)
    assert title(table) == "Cutthroat Combo"
    assert table.shown.leaf == 0


def test_one_of_another_game_is_explained_there(table: AppTable) -> None:
    table.scan(*LOBBY).scan_in_vain("card omakase/eel/1")
    assert page(table)["last"]["dish"][0] == "/menu?game=omakase#eel"
    table.scan_in_vain("card sushi-go-party/tempura/1")
    assert page(table)["last"]["dish"][0] == "/menu?game=sushi-go-party#tempura"


def test_after_the_end_too(table: AppTable) -> None:
    table.scan(*LOBBY, *["next score"] * 3)
    assert table.table.phase == "finished"
    assert table.refusal(EEL) == "not-now"
    assert table.lines[2:] == ("Eel: 1 is -3, more", "are 7")


def test_within_a_game_a_refusal_is_what_it_was(table: AppTable) -> None:
    table.scan(*ROUND, TEMAKI)
    assert table.refusal(TEMAKI) == "already-laid"
    assert table.lines == ("is already counted", "✗ Not counted")
    assert "dish" not in page(table)["last"]
    table.scan("score")
    assert table.refusal(EEL) == "not-now"
    assert len(table.lines) == 2


# --- all labels ------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "en-XA"])
def test_every_label_is_explained_within_the_display(language: str) -> None:
    spoken = ENGLISH if language == "en" else pseudo()
    table = empty()
    now = standings(table)
    for label in codebook().labels:
        if label.type == "card" and label.copy != 1:
            continue
        notice = explained(table, label)
        text = say(sentence(notice), spoken)
        assert len(text) > len(label.title) + 2, label
        refused = Refused("no-game-running")
        outcome = Outcome(code(label.name), 0, refused, Change(now, now))
        not_counted = NotCounted(refused, refused_dish(outcome))
        for sheet in (Told(notice), not_counted):
            leaves = turned_sheets(sheet, spoken)
            whole = " ".join((text, *(line for leaf in leaves for line in leaf.lines)))
            assert language == "en" or not escaped(whole, ("Okanjo",)), whole
            for leaf in leaves:
                assert leaf.lines, label
                for size in ((128, 64), (256, 64), (128, 128)):
                    paper = WatchfulPaper(*size)
                    draw_on(paper, Worded(leaf))
                    cut = [text for text, _ in paper.texts if text.endswith("…")]
                    assert not [text for text in cut if text in leaf.lines] or language != "en"


def test_a_sheet_has_its_number(table: AppTable) -> None:
    table.scan(*LOBBY, "what", "card sushi-go-party/spoon-4/1")
    leaves = turned_sheets(table.shown.panel.sheet)
    assert isinstance(leaves[0], TextLines)
    assert [leaf.title for leaf in leaves][::4] == ["Spoon 4 1/6", "Spoon 4 5/6"]
    for leaf in leaves[1:]:
        table.scan("page")
        assert table.panel.sheet == leaf
