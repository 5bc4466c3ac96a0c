"""PAGE and SOUND in, what the display shows out: nothing a scan did stays hidden behind a page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from table_app import AtTable

from firmware.pages import Now, Podium, Question, Rounds, Tray

LOBBY = ("preset sushi-go-classic", "badge red", "badge blue", "command next")
EGG = "card sushi-go-party/egg-nigiri/1"
TEMPURA = "card sushi-go-party/tempura/1"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AtTable]:
    table = AtTable(tmp_path, synchronous="OFF")
    yield table
    table.unplugged()


def pages(table: AtTable, count: int) -> list[str]:
    """What PAGE shows, that many times: the kind of sheet, and whose tray."""
    seen = []
    for _ in range(count):
        table.scan("command page")
        sheet = table.shown.panel.sheet
        seen.append(f"{type(sheet).__name__} {getattr(sheet, 'name', '')}".strip())
    return seen


def test_a_page_stays_until_the_next_scan_of_the_game(table: AtTable) -> None:
    table.scan(*LOBBY, "badge red", EGG)
    assert pages(table, 3) == ["Board", "Tray Red", "Rounds"]
    table.scan("command sound")
    assert table.read("123456") == "misread"
    table.now += 4
    table.app._on_time()
    assert isinstance(table.shown.panel.sheet, Rounds)
    table.scan(TEMPURA)
    assert isinstance(table.shown.panel.sheet, Now)
    assert pages(table, 5) == ["Board", "Tray Red", "Rounds", "Device", "Now Red"]


def test_the_end_is_seen_whatever_page_was_open(table: AtTable) -> None:
    for end in ("command next", "command next", "command sound"):
        table.scan(*(LOBBY if table.app.table.phase == "lobby" else ()), "command score")
        table.scan("command page", "command page", "command score", end)
    assert isinstance(table.shown.panel.sheet, Podium)


def test_a_page_can_be_looked_at_before_a_question_is_answered(table: AtTable) -> None:
    table.scan(*LOBBY, "badge red", EGG, "command score")
    assert isinstance(table.shown.panel.sheet, Question)
    assert pages(table, 5) == ["Board", "Tray Red", "Rounds", "Device", "Question"]
    table.scan("command page", "command score")
    assert table.app.table.phase == "scored"


def test_page_shows_every_tray_once_a_round_is_over(table: AtTable) -> None:
    table.scan(*LOBBY, "badge red", EGG, "command score", "command score")
    walk = ["Board", "Tray Red", "Tray Blue", "Rounds", "Device", "Board"]
    assert pages(table, 6) == walk
    table.scan("command page", "command page", "command page")
    assert table.shown.panel.sheet == Tray("Blue", "Round 1", (), 0)
    table.scan(*["command next", "command score", "command score"] * 2)
    assert pages(table, 6) == [*walk[:5], "Podium"]
    table.scan("command page", "command page")
    assert table.shown.panel.sheet == Tray("Red", "Round 3", (("Nigiri", 1),), 1, "in all")
