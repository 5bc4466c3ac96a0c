"""Damage in games of the past: found once the table is quiet, told wherever it matters."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from support.table_app import AppTable

from firmware.common.facts.device import JoinCodeDrawn
from firmware.common.facts.notices import Problem
from firmware.common.settings.schema import Settings
from firmware.core.journal.database import damage_in
from firmware.core.journal.row_check import DAY_S, QUIET_S, STEP_S, Damage
from firmware.records.backup.create import make
from firmware.words.language import say

LOBBY = ("preset sushi-go-classic", "badge red", "badge blue", "command next")
GAMES = 5


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AppTable]:
    table = AppTable(tmp_path)
    for _ in range(GAMES):
        table.scan(*LOBBY, *(["command score"] * 2 + ["command next"]) * 2)
        table.scan("command score", "command score", "command new-game")
    yield table
    table.unplugged()


def damage(table: AppTable, statement: str) -> None:
    with closing(sqlite3.connect(table.folder / "journal.db")) as connection:
        connection.execute(statement)
        connection.commit()


def passes(table: AppTable, seconds: float) -> None:
    """Time in which nobody scans, in the steps in which the loop wakes up."""
    end = table.now + seconds
    while table.now < end:
        table.now = min(end, table.now + STEP_S)
        table.app.do_what_is_due()


def problems(table: AppTable) -> tuple[Problem, ...]:
    return table.shown.device.problems


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE scans SET code = '002008' WHERE seq = (SELECT first_seq + 3 FROM games LIMIT 1, 1)",
        "UPDATE scans SET crc = crc + 1 WHERE seq = (SELECT first_seq FROM games LIMIT 1, 1)",
        "UPDATE games SET result = replace(result, '1', '7') WHERE number = 2",
    ],
)
def test_damage_in_an_old_game_is_told_once_the_table_is_quiet(
    table: AppTable, statement: str
) -> None:
    damage(table, statement)
    table.power_cut()
    assert problems(table) == ()
    passes(table, QUIET_S - 1)
    table.scan("badge red")  # not quiet
    passes(table, QUIET_S - 1)
    assert problems(table) == ()
    passes(table, 60)
    assert problems(table) == (Problem("games-damaged", number=1),)
    (line,) = [line for line in table.log if "games of the past: 2." in line]
    assert [finding.log for finding in table.journal.findings] == [line]


def test_what_is_damaged_beside_the_games_is_told(table: AppTable) -> None:
    table.journal.merge_players("chris", "Chris")
    table.journal.merge_players("Bob", "Robert")
    damage(table, "UPDATE merges SET name = 'bob' WHERE number = 2")
    assert damage_in(str(table.folder / "journal.db")) == Damage(merges=True)
    damage(table, "DELETE FROM games WHERE number = 1")
    damage(table, "UPDATE scans SET crc = 0 WHERE seq = 3")
    assert damage_in(str(table.folder / "journal.db")) == Damage(merges=True, elsewhere=True)
    passes(table, QUIET_S + 60)
    assert problems(table) == (Problem("rows-damaged"),)
    assert [finding.log for finding in table.journal.findings] == [
        "The journal is damaged where players are merged. Merge them again on /history.",
        "The journal is damaged in rows of no game. Save a backup: it has the rest.",
    ]


def test_players_who_are_merged_again_mend_what_was_damaged(table: AppTable) -> None:
    table.journal.merge_players("Bob", "Robert")
    damage(table, "UPDATE merges SET name = 'bob' WHERE number = 1")
    table.journal.merge_players("Bob", "Robert")
    assert damage_in(str(table.folder / "journal.db")) == Damage()


def test_a_code_that_changes_each_minute_is_nobody_at_the_table(table: AppTable) -> None:
    damage(table, "UPDATE scans SET crc = 0 WHERE seq = 3")
    table.power_cut()
    for _ in range(3):
        passes(table, QUIET_S - 1)
        table.app.take(JoinCodeDrawn(("#",)))
    assert problems(table) == (Problem("games-damaged", number=1),)


def test_all_rows_are_read_again_each_day(table: AppTable) -> None:
    passes(table, QUIET_S + 60)
    assert problems(table) == ()
    damage(table, "UPDATE scans SET crc = 0 WHERE seq = 3")
    passes(table, 600)
    assert problems(table) == ()
    table.now += DAY_S
    passes(table, 60)
    assert problems(table) == (Problem("games-damaged", number=1),)


def test_who_looks_into_the_file_is_told(table: AppTable) -> None:
    path = str(table.folder / "journal.db")
    assert damage_in(path) == Damage()
    damage(table, "UPDATE scans SET crc = 0 WHERE seq = 3")
    damage(table, "UPDATE games SET note = 'x' WHERE number = 4")
    assert damage_in(path) == Damage(frozenset({1, 4}))


def test_a_backup_of_a_damaged_journal_says_what_it_lacks(table: AppTable) -> None:
    table.unplugged()  # no copy of the page is left in the log
    damage(table, "UPDATE scans SET crc = 0 WHERE seq = 3")
    made = make(str(table.folder), Settings(), in_use=True)
    (note,) = map(say, made.notes)
    assert "what could be rescued. Missing: " in note
    assert note.endswith("scans of game 1.")
    assert made.counts.games == GAMES + 1


def test_a_lost_row_of_a_game_is_named(table: AppTable) -> None:
    damage(table, "UPDATE games SET crc = 0 WHERE number = 3")
    (note,) = map(say, make(str(table.folder), Settings(), in_use=True).notes)
    assert note.endswith("Missing: game 3.")
