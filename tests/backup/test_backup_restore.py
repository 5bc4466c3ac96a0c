"""What was backed up is there again, on whatever machine; a plug may be pulled at any moment."""

import itertools
import os
import sqlite3
from pathlib import Path

import pytest
from support.backup_killed import KILLED, NO_ROOM, killed
from support.backup_tools import (
    State,
    backup_of,
    bytes_of,
    committed,
    made_of,
    played,
    ready,
    restored,
    scans_in,
    settings_of,
)

from firmware.common.settings.load import load
from firmware.common.system.state_dir import DEVICES_FILE
from firmware.common.system.swap import BEFORE, NEW, READY, commit, finish, pending
from firmware.core.journal.journal import Journal
from firmware.core.journal.mark import write_mark
from firmware.core.journal.rows import GameNow
from firmware.records.backup.archive import BackupCounts, BadBackup
from firmware.records.backup.unpack import unpack
from firmware.words.language import say


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """Another machine's state."""
    played(tmp_path / "there", "omakase")
    return tmp_path / "there"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """The state that is to be replaced."""
    played(tmp_path / "here", "party-tally", more=("command undo",))
    return tmp_path / "here"


def test_all_is_there_again_on_an_empty_machine(tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    played(there, "sushi-go-dummy", "party-live-boxes")
    wanted, packed = State(there), backup_of(there)
    restored(here, packed)
    assert State(here) == wanted
    assert unpack(backup_of(here)).journal == unpack(packed).journal


def test_what_was_in_force_is_in_force_again(tmp_path: Path) -> None:
    """The owner's file here says otherwise, and is not touched."""
    there, here = tmp_path / "there", tmp_path / "here"
    settings_of(there, '[names]\nred = "Chris"\n[omakase.faces.tuna]\nyen = 450\n')
    there.mkdir()
    (there / DEVICES_FILE).write_text('[display]\ncontrast = 7\n[names]\nblue = "Zoë"\n')
    then = load(str(there.with_suffix(".toml")))
    made = made_of(there, then)
    own = '[names]\nred = "Anna"\ngreen = "Tom"\n[track]\nkind = "leds"\n[display]\ncontrast = 7\n'
    owners = settings_of(here, own)
    config = here.with_suffix(".toml")
    before = config.read_bytes()
    with ready(here, made.content, owners) as report:
        assert (here / NEW).stat().st_mode & 0o777 == 0o700
        commit(str(here))
    assert [*map(say, report.notes)] == [
        f"Other settings than in {config}, which is not changed: track.kind, names.red,"
        " names.green, names.blue, omakase.faces.tuna.yen. They are kept in"
        f" {here / DEVICES_FILE}; delete that file to use only your own."
    ]
    finish(str(here))
    now = load(str(config))
    assert now.names == then.names == {"red": "Chris", "blue": "Zoë"}
    assert now.card_table == then.card_table
    assert {**now.section_values, "state.folder": ""} == {**then.section_values, "state.folder": ""}
    assert config.read_bytes() == before
    (here / DEVICES_FILE).unlink()
    assert load(str(config)).names["red"] == "Anna"


def test_the_wrong_file_can_be_undone(here: Path, there: Path) -> None:
    was, other = State(here), State(there)
    restored(here, backup_of(there))
    assert State(here) == other
    restored(here, (here / BEFORE).read_bytes())
    assert State(here) == was
    restored(here, (here / BEFORE).read_bytes())
    assert State(here) == other


def test_what_the_new_start_finds_is_just_what_was_restored(here: Path, there: Path) -> None:
    """No log, no mark and no leftover of the old journal."""
    for name in ("journal.db-wal", "journal.db-shm"):
        (here / name).write_bytes(b"")
    report = committed(here, backup_of(there))
    assert report.counts == BackupCounts(1, 1, report.counts.scans, 2)
    assert pending(str(here))
    assert finish(str(here))
    assert not pending(str(here))
    assert not finish(str(here))
    names = {"journal.db", "journal.mark", "scanners", "settings.toml", "stickers.csv", BEFORE}
    assert {path.name for path in here.iterdir()} - {"owner"} == names
    assert State(here) == State(there)


def test_settings_alone_are_a_state_to_go_back_to(tmp_path: Path, there: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    (here / DEVICES_FILE).write_text('[names]\nred = "Anna"\n')
    restored(here, backup_of(there))
    restored(here, (here / BEFORE).read_bytes())
    assert load(str(here.with_suffix(".toml"))).names == {"red": "Anna"}


# --- journals that are damaged, gone, newer ------------------------------------------------


def test_a_damaged_journal_is_rescued_into_the_backup(tmp_path: Path, there: Path) -> None:
    before = scans_in(backup_of(there))
    content = bytearray((there / "journal.db").read_bytes())
    offset = content.find(before[-1].encode())
    content[offset] ^= 1
    (there / "journal.db").write_bytes(content)
    made = made_of(there)
    assert not made.sound
    assert "damaged" in say(made.notes[0])
    assert 0 < made.counts.scans < len(before)
    restored(tmp_path / "empty", made.content)
    assert scans_in(backup_of(tmp_path / "empty")) == before[: made.counts.scans]


def test_a_damaged_journal_is_set_aside_by_a_restore(here: Path, there: Path) -> None:
    (here / "journal.db").write_bytes(damaged := b"SQLite format 3\0" + b"x" * 9000)
    assert "set aside" in say(restored(here, backup_of(there)).notes[0])
    assert State(here) == State(there)
    assert (here / "journal.db.damaged-1").read_bytes() == damaged


def test_a_journal_that_has_lost_its_end_is_set_aside_by_a_restore(here: Path, there: Path) -> None:
    """And what is kept of it says that it is not all."""
    write_mark(str(here / "journal.db"), 9999)
    assert "journal was damaged" in say(restored(here, backup_of(there)).notes[0])
    assert State(here) == State(there)
    assert (here / "journal.db.damaged-1").exists()


def test_a_newer_journal_is_not_backed_up_and_set_aside_by_a_restore(
    here: Path, there: Path
) -> None:
    with sqlite3.connect(here / "journal.db") as journal:
        journal.executescript("ALTER TABLE games ADD COLUMN more TEXT; PRAGMA user_version=6")
    journal.close()
    with pytest.raises(BadBackup, match="update Okanjo"):
        backup_of(here)
    restored(here, backup_of(there))
    assert State(here) == State(there)
    assert (here / "journal.db.damaged-1").exists()


# --- power, full disks ---------------------------------------------------------------------


@pytest.mark.parametrize("call", ["fsync", "rename", "unlink", "mkdir", "rmdir"])
def test_a_plug_pulled_at_any_step_leaves_the_old_state_or_the_new(
    tmp_path: Path, here: Path, there: Path, call: str
) -> None:
    old, new, content, packed = State(here), State(there), bytes_of(here), backup_of(there)
    for number in itertools.count(1):
        copy = tmp_path / f"here-{number}"
        copy.mkdir()
        for name, of_it in content.items():
            (copy / name).write_bytes(of_it)
        (copy / "journal.db-wal").touch()  # as after a kill
        over = killed(copy, packed, call, number) == 0
        state = State(copy)
        assert state in (old, new)
        assert not pending(str(copy))
        assert state == old or (copy / BEFORE).exists()
        if over:
            break
    assert state == new


def test_a_start_that_finishes_may_be_killed_too(here: Path, there: Path) -> None:
    new = State(there)
    assert killed(here, backup_of(there), "rename", 2) == KILLED
    for number in range(1, 4):
        assert (here / READY).exists()
        killed(here, b"", "rename", number)
    assert State(here) == new


def test_a_disk_that_is_full_changes_nothing(here: Path, there: Path) -> None:
    """Each sync fails in turn, up to the one that makes it last; behind that it is restored."""
    new, before, packed = State(there), bytes_of(here), backup_of(there)
    numbers = itertools.count(1)
    while killed(here, packed, "full", number := next(numbers)) == NO_ROOM:
        assert bytes_of(here) == before
    assert number > 6
    assert State(here) == new


def test_a_start_that_cannot_finish_yet_scores_in_memory(here: Path, there: Path) -> None:
    """Nothing is written to the old journal, and a retry finishes it."""
    committed(here, backup_of(there))
    was = (here / "journal.db").read_bytes()
    (here / "scanners").unlink()
    (here / "scanners").mkdir()
    journal = Journal(str(here))
    assert (journal.saved, journal.trouble) == (False, "is a directory")
    assert not journal.append("002008", 0, 1.0, GameNow(1))
    assert (here / "journal.db").read_bytes() == was
    (here / "scanners").rmdir()
    assert journal.retry()
    assert journal.restored
    journal.close()
    assert not pending(str(here))
    new, old = State(here), State(there)
    assert new.finished == old.finished
    assert new.games[0] is not None
    assert new.games[0].scans[-1].code == "002008"


def test_what_root_restores_belongs_to_whom_the_folder_does(tmp_path: Path, there: Path) -> None:
    if os.geteuid():
        pytest.skip("only root can give files away")
    here = tmp_path / "here"
    here.mkdir()
    os.chown(here, 12345, 12345)
    restored(here, backup_of(there))
    assert {path.stat().st_uid for path in here.iterdir()} == {12345}
