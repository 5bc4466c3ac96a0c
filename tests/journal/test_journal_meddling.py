"""Somebody's hands in the journal's files during play: nothing is called saved that is not."""

import os
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from support.journal_tools import code_of, codes, in_order, scan, tell_child
from support.table_program import Piped, left

from firmware.journal.journal import AlreadyRunning, GameNow, Journal
from firmware.journal.rows import GameRow, ScanRow, crc


def emptied(path: Path) -> None:
    os.truncate(path, 0)


def halved(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def replaced(path: Path) -> None:
    path.rename(path.with_name("away"))
    path.write_bytes(b"")


@pytest.mark.parametrize("meddle", [os.remove, emptied, halved, replaced])
@pytest.mark.parametrize("name", ["journal.db", "journal.db-wal"])
def test_files_lost_during_play_are_noticed_and_all_is_written_anew(
    tmp_path: Path, name: str, meddle: Callable[[Path], None]
) -> None:
    state = tmp_path / "state"
    journal = Journal(str(state))
    scan(journal, 5)
    meddle(state / name)
    assert not journal.append(code_of(6), 0, 1.0, GameNow(1))
    assert journal.append(code_of(7), 0, 1.0, GameNow(1)), journal.trouble
    journal.close()
    journal = Journal(str(state))
    assert (codes(journal), journal.notices) == (in_order(7), [])
    journal.close()


@pytest.mark.parametrize("word", ["rm", "truncate -s 0"])
@pytest.mark.parametrize("name", ["journal.db", "journal.db-wal"])
def test_what_is_called_saved_after_it_survives_the_plug(
    tmp_path: Path, word: str, name: str
) -> None:
    lines = [*in_order(5), f"run {word} {tmp_path / name}", code_of(6), code_of(7), code_of(8)]
    answers = tell_child(tmp_path, lines)
    assert answers[-2:] == ["saved 7", "saved 8"]
    journal = Journal(str(tmp_path))
    assert (codes(journal), journal.notices) == (in_order(8), [])
    journal.close()


def linked(folder: Path) -> tuple[Path, Path]:
    """A state folder whose journal is a link to one on a stick, with five scans in it."""
    stick, state = folder / "stick", folder / "state"
    state.mkdir()
    assert tell_child(stick, in_order(5))[-1] == "saved 5"
    (state / "journal.db").symlink_to(stick / "journal.db")
    return stick, state


def test_a_link_to_a_journal_elsewhere_has_its_log_and_mark_there(tmp_path: Path) -> None:
    stick, state = linked(tmp_path)
    assert tell_child(state, [code_of(6)]) == ["saved 5", "saved 6"]
    assert sorted(os.listdir(state)) == ["journal.db", "owner"]
    os.truncate(stick / "journal.db-wal", 0)  # seen by the mark alone
    journal = Journal(str(state))
    assert "missing" in journal.notices[0].log
    with pytest.raises(AlreadyRunning):
        Journal(str(stick))
    journal.close()
    assert (state / "journal.db").is_symlink()


def test_a_stick_that_comes_late_is_gone_on_with(tmp_path: Path) -> None:
    stick, state = linked(tmp_path)
    stick.rename(tmp_path / "away")
    journal = Journal(str(state))
    assert not journal.append(code_of(6), 0, 1.0, GameNow(1))
    assert "is a link to" in journal.notices[0].log
    assert not stick.exists()
    (tmp_path / "away").rename(stick)
    assert journal.retry()
    journal.close()


def test_what_a_link_leads_to_is_left_alone_when_it_is_no_journal(tmp_path: Path) -> None:
    stick, state = linked(tmp_path)
    for theirs in (b"somebody's words", b""):
        (stick / "journal.db").write_bytes(theirs)
        before = sorted(os.listdir(stick))
        journal = Journal(str(state))
        assert (journal.saved, journal.trouble) == (False, "no such file or directory")
        journal.close()
        assert (stick / "journal.db").read_bytes() == theirs
        assert sorted(os.listdir(stick)) == before


@pytest.mark.parametrize("target", ["games.db", "../folder/games.db"])
def test_links_that_stay_in_the_folder_do_not_shut_us_out(tmp_path: Path, target: str) -> None:
    folder, way = tmp_path / "folder", tmp_path / "way"
    assert tell_child(folder, in_order(5))[-1] == "saved 5"
    for name in ("journal.db", "journal.db-wal"):
        (folder / name).rename(folder / name.replace("journal", "games"))
    (folder / "journal.db-shm").unlink()
    (folder / "journal.db").symlink_to(target)
    way.symlink_to(folder)
    assert tell_child(way, [code_of(6)]) == ["saved 5", "saved 6"]


def crafted(folder: Path, *changes: str) -> None:
    """A journal of five scans that somebody has worked on, each row with a sum that holds."""
    assert tell_child(folder, in_order(5))[-1] == "saved 5"
    with closing(sqlite3.connect(folder / "journal.db", isolation_level=None)) as connection:
        for change in changes:
            connection.execute(change)


@pytest.mark.parametrize(
    "changes",
    [
        ["ALTER TABLE scans ADD COLUMN more"],
        ["ALTER TABLE games ADD COLUMN more", "UPDATE games SET more = 'a word'"],
        ["ALTER TABLE scans ADD COLUMN more", "UPDATE scans SET more = 7"],
    ],
)
def test_columns_that_were_added_are_told_and_the_rest_is_gone_on_with(
    tmp_path: Path, changes: list[str]
) -> None:
    crafted(tmp_path, *changes)
    journal = Journal(str(tmp_path))
    assert "somebody has changed its tables" in journal.notices[0].log
    assert codes(journal) == in_order(5)
    scan(journal, 2)
    journal.close()


@pytest.mark.parametrize("number", [1 << 53, (1 << 63) - 2, (1 << 63) - 1])
@pytest.mark.parametrize("kind", ["scan", "game"])
def test_numbers_no_journal_reaches_are_damage(tmp_path: Path, kind: str, number: int) -> None:
    high: ScanRow | GameRow = ScanRow(number, "000000", 0, 1.0)
    if kind == "game":
        high = GameRow(number, number, "", "", None, 1.0, None)
    values = ", ".join("NULL" if one is None else repr(one) for one in (*high, crc(high)))
    crafted(tmp_path, f"INSERT INTO {kind}s VALUES ({values})")  # noqa: S608 - our own
    journal = Journal(str(tmp_path))
    assert "JOURNAL WAS DAMAGED" in journal.notices[0].screen
    assert codes(journal) == in_order(5)
    scan(journal, 2)
    journal.close()
    journal = Journal(str(tmp_path))
    assert (codes(journal), journal.notices) == (in_order(7), [])
    journal.close()


def test_an_index_cut_short_in_play_ends_the_program_and_loses_nothing(tmp_path: Path) -> None:
    """SQLite maps journal.db-shm into memory: whoever reads behind its end gets a SIGBUS."""
    lines = ["preset sushi-go-classic", "badge red", "badge blue", "command next", "badge red"]
    twin, folder = tmp_path / "twin", tmp_path / "cut"
    programs = []
    for one in (twin, folder):
        one.mkdir()
        programs.append(Piped(one))
        for line in lines:
            assert programs[-1].scan(line).startswith("accepted")
    assert programs[0].leave() == (0, "")
    os.truncate(folder / "okanjo/journal.db-shm", 0)
    assert programs[1].scan("command undo") == ""
    assert programs[1].child.wait(20) == -signal.SIGBUS
    programs[1].kill()
    assert left(folder) == left(twin)
