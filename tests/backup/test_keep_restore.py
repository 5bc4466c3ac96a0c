"""What was backed up is there again, on whatever machine; a plug may be pulled at any moment."""

import io
import itertools
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from support.keep_tools import (
    EVENINGS,
    GAMES,
    State,
    backup_of,
    bytes_of,
    made_of,
    played,
    restored,
    rows,
    settings_of,
)
from support.table_program import environ

from firmware.backup.archive import Backup, Counts
from firmware.backup.create import keep_before
from firmware.backup.rows import BadBackup
from firmware.backup.stage import stage
from firmware.journal.journal import Journal
from firmware.journal.rows import GameNow, Newer
from firmware.settings.load import load, owners_layers
from firmware.system.state_dir import DEVICES_FILE
from firmware.system.swap import BEFORE, NEW, READY, commit, finish, pending

KILLED = str(Path(__file__).parents[1] / "support/keep_killed.py")


@pytest.mark.parametrize("evening", sorted(path.stem for path in EVENINGS.glob("*.scans")))
def test_each_evening_is_there_again_on_an_empty_machine(tmp_path: Path, evening: str) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    played(there, "sushi-go-dummy", evening)
    wanted = State(there)
    packed = backup_of(there)
    restored(here, packed)
    assert State(here) == wanted
    again = backup_of(here)
    for name in ("games.jsonl", "scans.jsonl"):
        assert rows(again, name) == rows(packed, name)


def test_what_was_in_force_is_in_force_again(tmp_path: Path) -> None:
    """The owner's file here says otherwise, and is not touched."""
    there, here = tmp_path / "there", tmp_path / "here"
    text = '[names]\nred = "Chris"\n[omakase.faces.tuna]\nyen = 450\n'
    then = settings_of(there, text)
    there.mkdir()
    (there / DEVICES_FILE).write_text('[display]\ncontrast = 7\n[names]\nblue = "Zoë"\n')
    then = load(str(there.with_suffix(".toml")))
    packed, made = made_of(there, then)
    assert made.counts == Counts(settings=4)
    own = '[names]\nred = "Anna"\ngreen = "Tom"\n[track]\nkind = "leds"\n[display]\ncontrast = 7\n'
    settings_of(here, own)
    config = here.with_suffix(".toml")
    before = config.read_bytes()
    here.mkdir()
    staged = stage(str(here), Backup(io.BytesIO(packed)), owners_layers(str(config)), GAMES)
    assert staged.told == [
        f"5 settings differ from {config}, which is left as it is: they are kept in"
        f" {here / DEVICES_FILE}. Delete that file to go by yours alone."
    ]
    keep_before(str(here), load(str(config)), "0.1.0")
    commit(str(here))
    finish(str(here))
    now = load(str(config))
    assert now.names == then.names == {"red": "Chris", "blue": "Zoë"}
    assert now.card_table == then.card_table
    assert {**now.plain, "state.folder": ""} == {**then.plain, "state.folder": ""}
    assert config.read_bytes() == before
    (here / DEVICES_FILE).unlink()
    assert load(str(config)).names["red"] == "Anna"


def test_the_wrong_file_can_be_undone(tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    played(there, "omakase")
    played(here, "party-tally", more=("command undo",))
    was, other = State(here), State(there)
    restored(here, backup_of(there))
    assert State(here) == other
    restored(here, (here / BEFORE).read_bytes())
    assert State(here) == was
    restored(here, (here / BEFORE).read_bytes())
    assert State(here) == other


def test_what_the_new_start_finds_is_just_what_was_restored(tmp_path: Path) -> None:
    """No log, no mark and no leftover of the old journal."""
    there, here = tmp_path / "there", tmp_path / "here"
    played(there, "sushi-go-dummy")
    played(here, "omakase", "party-tally")
    for name in ("journal.db-wal", "journal.db-shm"):
        (here / name).write_bytes(b"old")
    packed = backup_of(there)
    staged = stage(str(here), Backup(io.BytesIO(packed)), [], GAMES)
    assert staged.counts == Counts(1, 1, staged.counts.scans, 2, 0)
    (here / "journal.db-wal").write_bytes(b"")
    keep_before(str(here), settings_of(here), "0.1.0")
    commit(str(here))
    assert pending(str(here))
    finish(str(here))
    assert not pending(str(here))
    assert not finish(str(here))
    names = {"journal.db", "journal.mark", "scanners", "settings.toml", "stickers.csv", BEFORE}
    assert {path.name for path in here.iterdir()} - {"owner"} == names
    assert State(here) == State(there)


def test_a_start_finishes_what_was_begun_and_drops_what_was_not(tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    played(there, "omakase")
    played(here, "party-tally")
    was, other = State(here), State(there)
    packed = backup_of(there)
    stage(str(here), Backup(io.BytesIO(packed)), [], GAMES)
    assert (here / NEW).exists()
    assert State(here) == was  # State() is a start
    assert not (here / NEW).exists()
    stage(str(here), Backup(io.BytesIO(packed)), [], GAMES)
    keep_before(str(here), settings_of(here), "0.1.0")
    commit(str(here))
    assert (here / READY).exists()
    journal = Journal(str(here))
    assert journal.restored
    journal.close()
    assert State(here) == other
    journal = Journal(str(here))
    assert not journal.restored
    journal.close()


def test_a_damaged_journal_is_rescued_into_the_backup(tmp_path: Path) -> None:
    there = tmp_path / "there"
    played(there, "omakase", "party-tally")
    before = rows(backup_of(there), "scans.jsonl")
    content = bytearray((there / "journal.db").read_bytes())
    at = content.find(before[-1]["code"].encode())
    content[at] ^= 1
    (there / "journal.db").write_bytes(content)
    packed, made = made_of(there)
    assert not made.sound
    assert "damaged" in made.told[0]
    assert 0 < made.counts.scans < len(before)
    restored(tmp_path / "here", packed)
    assert State(tmp_path / "here").finished


def test_a_damaged_journal_is_set_aside_by_a_restore(tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    played(there, "omakase")
    played(here, "party-tally")
    (here / "journal.db").write_bytes(damaged := b"SQLite format 3\0" + b"x" * 9000)
    packed = backup_of(there)
    stage(str(here), Backup(io.BytesIO(packed)), [], GAMES)
    told = keep_before(str(here), settings_of(here), "0.1.0").told
    commit(str(here))
    assert "set aside" in told[0]
    finish(str(here))
    assert State(here) == State(there)
    assert (here / "journal.db.damaged-1").read_bytes() == damaged


def test_a_newer_journal_is_not_backed_up_and_set_aside_by_a_restore(tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    played(there, "omakase")
    played(here, "party-tally")
    with sqlite3.connect(here / "journal.db") as journal:
        journal.execute("PRAGMA user_version=2")
    journal.close()
    with pytest.raises(BadBackup, match="update Okanjo"):
        backup_of(here)
    assert issubclass(Newer, Exception)
    restored(here, backup_of(there))
    assert State(here) == State(there)
    assert (here / "journal.db.damaged-1").exists()


def test_a_journal_that_is_gone_is_told(tmp_path: Path) -> None:
    played(tmp_path / "there", "omakase")
    (tmp_path / "there" / "journal.db").unlink()
    _, made = made_of(tmp_path / "there")
    assert not made.sound


def test_a_journal_that_is_a_link_is_told(tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    played(there, "omakase")
    here.mkdir()
    (here / "journal.db").symlink_to(there / "journal.db")
    packed = backup_of(here)
    assert rows(packed, "scans.jsonl") == rows(backup_of(there), "scans.jsonl")
    with pytest.raises(BadBackup, match="link"):
        stage(str(here), Backup(io.BytesIO(packed)), [], GAMES)


def test_what_stands_in_the_way_is_told(tmp_path: Path) -> None:
    played(tmp_path / "there", "omakase")
    packed = backup_of(tmp_path / "there")
    (tmp_path / "here" / "scanners").mkdir(parents=True)
    with pytest.raises(BadBackup, match="move it away"):
        stage(str(tmp_path / "here"), Backup(io.BytesIO(packed)), [], GAMES)


def killed(folder: Path, file: Path, call: str, number: int) -> int:
    """A child restores the file in the folder, until its so-manieth such call kills it."""
    done = subprocess.run(
        [sys.executable, KILLED, str(folder), str(file), call, str(number)],
        capture_output=True,
        env=environ(folder),
        timeout=120,
        check=False,
    )
    assert done.returncode in (0, 2, 3, -9), done.stderr.decode()
    return done.returncode


@pytest.mark.parametrize("call", ["fsync", "rename", "unlink", "mkdir", "rmdir"])
def test_a_plug_pulled_at_any_step_leaves_the_old_state_or_the_new(
    tmp_path: Path, call: str
) -> None:
    there, made = tmp_path / "there", tmp_path / "made"
    played(there, "omakase")
    played(made, "sushi-go-dummy")
    old, new = State(made), State(there)
    (tmp_path / "file").write_bytes(backup_of(there))
    content = bytes_of(made)
    seen = set()
    for number in itertools.count(1):
        here = tmp_path / f"here-{number}"
        here.mkdir()
        for name, there_bytes in content.items():
            (here / name).write_bytes(there_bytes)
        (here / "journal.db-wal").touch()  # as after a kill
        over = killed(here, tmp_path / "file", call, number) == 0
        found = State(here)
        assert found in (old, new)
        assert not pending(str(here))
        seen.add(found == new)
        if found == new:
            assert (here / BEFORE).exists()
        if over:
            break
    assert found == new
    assert call in ("fsync", "rename", "unlink", "mkdir") or True in seen


def test_a_start_that_finishes_may_be_killed_too(tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    played(there, "omakase")
    played(here, "sushi-go-dummy")
    new = State(there)
    (tmp_path / "file").write_bytes(backup_of(there))
    assert killed(here, tmp_path / "file", "rename", 2) == -9
    for number in range(1, 4):
        assert (here / READY).exists()
        killed(here, Path("-"), "rename", number)
    assert State(here) == new


def test_a_disk_that_is_full_changes_nothing(tmp_path: Path) -> None:
    """Each sync fails in turn, up to the one that makes it last; behind that it is restored."""
    there, here = tmp_path / "there", tmp_path / "here"
    played(there, "omakase")
    played(here, "sushi-go-dummy")
    new = State(there)
    (tmp_path / "file").write_bytes(backup_of(there))
    before = bytes_of(here)
    numbers = itertools.count(1)
    while killed(here, tmp_path / "file", "full", number := next(numbers)) == 2:
        assert bytes_of(here) == before
    assert number > 6
    assert State(here) == new


def test_a_start_that_cannot_finish_yet_scores_in_memory(tmp_path: Path) -> None:
    """Nothing is written to the old journal, and a retry finishes it."""
    there, here = tmp_path / "there", tmp_path / "here"
    played(there, "omakase")
    played(here, "sushi-go-dummy")
    stage(str(here), Backup(io.BytesIO(backup_of(there))), [], GAMES)
    keep_before(str(here), settings_of(here), "0.1.0")
    commit(str(here))
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


def test_what_root_restores_belongs_to_whom_the_folder_does(tmp_path: Path) -> None:
    if os.geteuid():
        pytest.skip("only root can give files away")
    played(tmp_path / "there", "omakase")
    here = tmp_path / "here"
    here.mkdir()
    os.chown(here, 12345, 12345)
    restored(here, backup_of(tmp_path / "there"))
    assert {path.stat().st_uid for path in here.iterdir()} == {12345}
