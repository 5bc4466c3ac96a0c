"""`okanjo backup` and `okanjo restore` with nobody there: files, statuses, and every way wrong."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from support.backup_killed import KILLED, killed
from support.backup_tools import State, bytes_of, changed, played
from support.table_program import OKANJO, Okanjo, environ, settings

from firmware.common.system.state_dir import claim
from firmware.common.system.swap import BEFORE, READY
from firmware.records.backup.last import last_backup
from firmware.records.backup.summary import ABOUT
from firmware.records.backup.unpack import unpack


@pytest.fixture
def home(okanjo: Okanjo, tmp_path: Path) -> Path:
    """A folder with a state of one evening in it, and a backup of that."""
    played(tmp_path / "okanjo", "sushi-go-dummy")
    done = okanjo(tmp_path, "backup", "evening.okanjo")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"1 game (1 finished), ")
    assert b" scans, 2 stickers: evening.okanjo, " in done.stdout
    return tmp_path


def complaint(done: "subprocess.CompletedProcess[bytes]", status: int = 2) -> str:
    """What was said of a mistake: a sentence, and nothing else."""
    assert done.returncode == status, done
    assert done.stdout == b""
    sentence = done.stderr.decode()
    assert sentence.count("\n") == 1
    assert "Traceback" not in sentence
    return sentence


def test_there_and_back(okanjo: Okanjo, home: Path) -> None:
    was = State(home / "okanjo")
    shutil.rmtree(home / "okanjo")
    done = okanjo(home, "restore", "evening.okanjo")
    assert (done.returncode, done.stderr) == (0, b"")
    first, last = done.stdout.decode().splitlines()
    assert first.startswith("Restored: 1 game (1 finished), ")
    assert last == "Okanjo will use it at the next start: okanjo run"
    assert State(home / "okanjo") == was
    assert last_backup(str(home / "okanjo")) is None
    backup = okanjo(home, "backup", "-")
    assert last_backup(str(home / "okanjo"))
    assert backup.stdout.startswith(b"PK")
    assert backup.stderr.startswith(b"1 game ")
    done = okanjo(home, "restore", "-", stdin=backup.stdout)
    assert f"kept in {home}/okanjo/{BEFORE}" in done.stdout.decode()


def test_an_older_backup_is_replaced_and_nothing_else_is(okanjo: Okanjo, home: Path) -> None:
    (home / "link.okanjo").symlink_to("evening.okanjo")
    was = (home / "evening.okanjo").stat().st_ino
    assert okanjo(home, "backup", "link.okanjo").returncode == 0
    assert (home / "evening.okanjo").stat().st_ino != was
    assert (home / "link.okanjo").is_symlink()
    (home / "notes.txt").write_text("mine")
    for file, sentence in {
        "notes.txt": "not an Okanjo backup",
        "okanjo": "name a file to write",
        "": "name a file to write",
        os.devnull: "not a regular file",
        "none/evening.okanjo": "No such file",
        "x" * 300: "File name too long",
    }.items():
        assert sentence in complaint(okanjo(home, "backup", file))
    assert (home / "notes.txt").read_text() == "mine"
    assert not [name for name in os.listdir(home) if name.endswith(".new")]


@pytest.mark.parametrize(
    ("command", "blocks", "sentence"),
    [("backup", 0, ""), ("restore", 16, "the journal cannot be written")],  # the backup itself fits
)
def test_a_full_disk_changes_nothing(home: Path, command: str, blocks: int, sentence: str) -> None:
    before = bytes_of(home)
    words = [*OKANJO, *settings(home), command, "evening.okanjo"]
    done = subprocess.run(
        ["/bin/sh", "-c", f'ulimit -f {blocks}; exec "$@"', "sh", *words],
        capture_output=True,
        env=environ(home),
        cwd=home,
        timeout=120,
        check=False,
    )
    assert done.returncode != 0
    assert b"Traceback" not in done.stderr
    assert sentence in done.stderr.decode()
    assert bytes_of(home) == before


def test_somebody_else_who_holds_the_state_and_cannot_be_asked(okanjo: Okanjo, home: Path) -> None:
    """A restore has to wait; a backup only reads."""
    was = unpack((home / "evening.okanjo").read_bytes())
    held = claim(str(home / "okanjo"))
    assert "already running" in complaint(okanjo(home, "restore", "evening.okanjo"), 3)
    done = okanjo(home, "backup", "beside.okanjo")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"scans that the display marks UNSAVED are not in this backup." in done.stdout
    assert unpack((home / "beside.okanjo").read_bytes()) == was
    (home / "okanjo" / READY).mkdir()
    assert "a restore is running" in complaint(okanjo(home, "backup", "beside.okanjo"), 3)
    held.release()


def test_what_is_no_backup_is_told(okanjo: Okanjo, home: Path) -> None:
    before = bytes_of(home / "okanjo")
    good = (home / "evening.okanjo").read_bytes()
    (home / "notes.txt").write_text("mine")
    (home / "evil").write_bytes(changed(good, {"settings.toml": b'"\x1b[2J" = 1'}))
    (home / "newer").write_bytes(changed(good, {ABOUT: b'{"format": 7}'}))
    for file, sentence in {
        "notes.txt": "not an Okanjo backup",
        "none.okanjo": "No such file",
        "okanjo": "Is a directory",
        os.devnull: "not an Okanjo backup",
        "/dev/zero": "16 MB",
        "evil": "settings.toml in it",
        "newer": "made by a newer Okanjo: update",
    }.items():
        heard = complaint(okanjo(home, "restore", file))
        assert sentence in heard
        assert "\x1b" not in heard
    assert bytes_of(home / "okanjo") == before


def test_a_folder_that_is_not_there_is_no_empty_one(okanjo: Okanjo, home: Path) -> None:
    """A typo, or a disk that is not mounted: the good backup stays."""
    before = (home / "evening.okanjo").read_bytes()
    (home / "okanjo").rename(home / "elsewhere")
    sentence = complaint(okanjo(home, "backup", "evening.okanjo"))
    assert f"there is no folder {home}/okanjo. Is its disk mounted" in sentence
    assert not (home / "okanjo").exists()
    (home / "okanjo").write_text("not mounted")
    assert f"{home}/okanjo is a file" in complaint(okanjo(home, "backup", "evening.okanjo"))
    inside = home / "inside.toml"
    inside.write_text(f'[state]\nfolder = "{home}/okanjo/state"\n')
    done = okanjo(home, "--config", str(inside), "backup", "evening.okanjo")
    assert "there is no folder" in complaint(done)
    assert (home / "evening.okanjo").read_bytes() == before


def test_an_empty_backup_takes_no_full_ones_place(okanjo: Okanjo, home: Path) -> None:
    """The folder under a mount point is there, and empty."""
    before = (home / "evening.okanjo").read_bytes()
    shutil.rmtree(home / "okanjo")
    (home / "okanjo").mkdir()
    for _ in range(2):  # one without games may be replaced by another
        assert okanjo(home, "backup", "empty.okanjo").returncode == 0
    middle = len(before) // 3
    for packed in (before, before[:middle] + b"\0" + before[middle + 1 :]):  # damaged
        (home / "evening.okanjo").write_bytes(packed)
        sentence = complaint(okanjo(home, "backup", "evening.okanjo"))
        assert (
            "no games to back up, and evening.okanjo has some, so it was not replaced" in sentence
        )
        assert (home / "evening.okanjo").read_bytes() == packed


def test_a_restore_that_a_pulled_plug_has_left_is_finished_first(
    okanjo: Okanjo, home: Path
) -> None:
    was, there = State(home / "okanjo"), home / "there"
    played(there / "okanjo", "party-tally")
    assert killed(there / "okanjo", (home / "evening.okanjo").read_bytes(), "rename", 2) == KILLED
    assert (there / "okanjo" / READY).exists()
    assert okanjo(there, "backup", "after.okanjo").returncode == 0
    assert State(there / "okanjo") == was
