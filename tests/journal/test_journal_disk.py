"""The disk goes away or fails, and comes back: scans go in once, in order, and nothing raises."""

import os
import shutil
from pathlib import Path

from support.journal_tools import code_of, codes, in_order, scan

from firmware.core.journal.journal import Journal
from firmware.core.journal.rows import GameNow


def append(journal: Journal, seq: int, game: int = 1) -> bool:
    return journal.append(code_of(seq), 0, 1.0, GameNow(game))


def reopened(journal: Journal, folder: Path) -> Journal:
    journal.close()
    journal = Journal(str(folder))
    assert (journal.saved, journal.findings) == (True, [])
    return journal


def test_a_folder_that_cannot_be_made_is_run_without_until_it_can(tmp_path: Path) -> None:
    folder = tmp_path / "file" / "state"
    folder.parent.write_text("not a folder")
    journal = Journal(str(folder))
    assert (journal.saved, journal.trouble) == (False, "not a directory")
    assert [append(journal, 1), append(journal, 2), journal.retry()] == [False] * 3
    folder.parent.unlink()
    assert append(journal, 3)
    assert journal.trouble == ""
    journal = reopened(journal, folder)
    assert codes(journal) == in_order(3)
    journal.close()


def test_what_undo_can_reach_survives_the_folder_being_deleted(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    journal = Journal(str(folder))
    for game in (1, 2, 3):
        scan(journal, 4, GameNow(game, f"game {game}"))
    shutil.rmtree(folder)
    assert not append(journal, 13, 3)
    assert append(journal, 14, 3)
    journal = reopened(journal, folder)
    last, before = journal.last_game(), journal.game_before()
    assert last is not None
    assert before is not None
    assert [row.code for row in (*before.scans, *last.scans)] == in_order(14)[5:]
    journal.close()


def test_a_disk_that_comes_late_keeps_its_games_and_gets_ours(tmp_path: Path) -> None:
    folder, away = tmp_path / "state", tmp_path / "away"
    journal = Journal(str(folder))
    scan(journal, 5)
    scan(journal, 1, GameNow(2))
    journal.close()
    os.rename(folder, away)
    folder.write_text("not mounted")
    journal = Journal(str(folder))
    assert [append(journal, seq) for seq in (1, 2)] == [False, False]
    folder.unlink()
    os.rename(away, folder)
    assert append(journal, 3)
    assert append(journal, 4, 2)
    journal = reopened(journal, folder)
    last = journal.last_game()
    assert last is not None
    assert (last.game.number, last.game.first_seq) == (4, 11)
    before = journal.game_before()
    assert before is not None
    assert [row.code for row in before.scans] == in_order(4)
    journal.close()


def test_a_folder_taken_by_another_while_we_were_cut_off_stays_theirs(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    ours = Journal(str(folder))
    scan(ours, 3)
    shutil.rmtree(folder)
    theirs = Journal(str(folder))
    for code in ("200001", "200002"):
        assert theirs.append(code, 0, 1.0, GameNow(1))
    assert not append(ours, 4)
    assert not append(ours, 5)
    theirs.close()
    assert ours.retry()
    ours.close()
    journal = reopened(theirs, folder)
    last, before = journal.last_game(), journal.game_before()
    assert last is not None
    assert before is not None
    assert ([row.seq for row in last.scans], codes(journal)) == ([3, 4, 5, 6, 7], in_order(5))
    assert [row.code for row in before.scans] == ["200001", "200002"]
    journal.close()


def test_a_connection_of_somebody_else_holds_nothing_up(tmp_path: Path) -> None:
    import sqlite3

    folder = tmp_path / "state"
    journal = Journal(str(folder))
    scan(journal, 2)
    other = sqlite3.connect(folder / "journal.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert not append(journal, 3)
    assert journal.trouble == "in use elsewhere"
    other.execute("ROLLBACK")
    other.close()
    assert append(journal, 4)
    journal = reopened(journal, folder)
    assert codes(journal) == in_order(4)
    journal.close()
