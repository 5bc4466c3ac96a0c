"""`okanjo backup` and `okanjo restore` with nobody there: files, statuses, and every way wrong."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.keep_tools import State, bytes_of, forged, played, unpacked
from support.table_program import OKANJO, environ, okanjo, settings

from firmware.backup.archive import PARTS
from firmware.cli import backup as keep
from firmware.settings.load import load
from firmware.system.state_dir import claim, release
from firmware.system.swap import BEFORE, READY


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with a state of one evening in it, and a backup of that."""
    played(tmp_path / "okanjo", "sushi-go-dummy")
    done = okanjo(tmp_path, "backup", "evening.okanjo")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"1 game (1 finished), ")
    assert b" scans, 2 stickers, 1 setting: evening.okanjo, " in done.stdout  # it serves no page
    return tmp_path


def told(done: "subprocess.CompletedProcess[bytes]", status: int = 2) -> str:
    """What was said of a mistake: a sentence, and nothing else."""
    assert done.returncode == status, done
    assert done.stdout == b""
    said = done.stderr.decode()
    assert said.count("\n") == 1
    assert "Traceback" not in said
    return said


def test_there_and_back(home: Path) -> None:
    was = State(home / "okanjo")
    shutil.rmtree(home / "okanjo")
    done = okanjo(home, "restore", "evening.okanjo")
    assert (done.returncode, done.stderr) == (0, b"")
    first, last = done.stdout.decode().splitlines()
    assert first.startswith("Restored: 1 game (1 finished), ")
    assert last == "The next start goes on with it: okanjo run"
    assert State(home / "okanjo") == was
    done = okanjo(home, "restore", "evening.okanjo")
    assert f"kept in {home}/okanjo/{BEFORE}" in done.stdout.decode()


def test_through_pipes(home: Path) -> None:
    backup = okanjo(home, "backup", "-")
    assert backup.stdout.startswith(b"PK")
    assert backup.stderr.startswith(b"1 game ")
    shutil.rmtree(home / "okanjo")
    done = okanjo(home, "restore", "-", given=backup.stdout)
    assert done.stdout.startswith(b"Restored: 1 game ")
    done = okanjo(home, "restore", "-", given=backup.stdout[:-5])
    assert "only a part of one" in told(done)


def test_an_older_backup_is_replaced_and_nothing_else_is(home: Path) -> None:
    (home / "evening.okanjo").chmod(0o644)
    (home / "link.okanjo").symlink_to("evening.okanjo")
    was = (home / "evening.okanjo").stat().st_ino
    assert okanjo(home, "backup", "link.okanjo").returncode == 0
    assert (home / "evening.okanjo").stat().st_ino != was
    assert (home / "link.okanjo").is_symlink()
    (home / "notes.txt").write_text("mine")
    assert "no Okanjo backup" in told(okanjo(home, "backup", "notes.txt"))
    assert (home / "notes.txt").read_text() == "mine"
    os.mkfifo(home / "pipe")
    assert "no plain file" in told(okanjo(home, "backup", "pipe"))
    assert "folder" in told(okanjo(home, "backup", "okanjo"))
    assert "No such file" in told(okanjo(home, "backup", "none/evening.okanjo"))
    assert "name a file" in told(okanjo(home, "backup", ""))
    assert "File name too long" in told(okanjo(home, "backup", "x" * 300))
    assert not [name for name in os.listdir(home) if name.endswith(".new")]


def test_a_full_disk_leaves_no_half_a_file(home: Path) -> None:
    before = bytes_of(home)
    words = [*OKANJO, *settings(home), "backup", "evening.okanjo"]
    done = subprocess.run(
        ["/bin/sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *words],
        capture_output=True,
        env=environ(home),
        cwd=home,
        timeout=120,
        check=False,
    )
    assert done.returncode != 0
    assert b"Traceback" not in done.stderr
    assert bytes_of(home) == before


def test_a_disk_that_has_no_room_for_the_journal(home: Path) -> None:
    """The backup fits, what is made of it does not."""
    before = bytes_of(home / "okanjo")
    words = [*OKANJO, *settings(home), "restore", "evening.okanjo"]
    done = subprocess.run(
        ["/bin/sh", "-c", 'ulimit -f 16; exec "$@"', "sh", *words],
        capture_output=True,
        env=environ(home),
        cwd=home,
        timeout=120,
        check=False,
    )
    assert "the disk takes no journal" in told(done)
    assert bytes_of(home / "okanjo") == before


def test_somebody_else_who_holds_the_state_and_cannot_be_asked(home: Path) -> None:
    """A restore has to wait; a backup only reads."""
    was = unpacked((home / "evening.okanjo").read_bytes())
    held = claim(str(home / "okanjo"))
    assert "already running" in told(okanjo(home, "restore", "evening.okanjo"), 3)
    done = okanjo(home, "backup", "beside.okanjo")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Okanjo runs and cannot be asked" in done.stdout
    beside = unpacked((home / "beside.okanjo").read_bytes())
    assert [beside[name] for name in PARTS] == [was[name] for name in PARTS]
    (home / "okanjo" / READY).mkdir()
    assert "a restore is going on" in told(okanjo(home, "backup", "beside.okanjo"), 3)
    release(held)


def test_what_is_no_backup_is_told(home: Path) -> None:
    before = bytes_of(home / "okanjo")
    (home / "notes.txt").write_text("mine")
    assert "no Okanjo backup" in told(okanjo(home, "restore", "notes.txt"))
    assert "No such file" in told(okanjo(home, "restore", "none.okanjo"))
    assert "Is a directory" in told(okanjo(home, "restore", "okanjo"))
    assert "no Okanjo backup" in told(okanjo(home, "restore", os.devnull))
    assert "64 MB" in told(okanjo(home, "restore", "/dev/zero"))
    evil = forged((home / "evening.okanjo").read_bytes(), games=b'{"\x1b[2J": 1}\n')
    (home / "evil.okanjo").write_bytes(evil)
    assert "\x1b" not in told(okanjo(home, "restore", "evil.okanjo"))
    newer = forged((home / "evening.okanjo").read_bytes(), {"format": 7})
    (home / "newer.okanjo").write_bytes(newer)
    assert "made by a newer Okanjo: update" in told(okanjo(home, "restore", "newer.okanjo"))
    assert bytes_of(home / "okanjo") == before


def test_a_machine_without_anything(tmp_path: Path) -> None:
    (tmp_path / "okanjo").mkdir()
    done = okanjo(tmp_path, "backup", "evening.okanjo")
    assert done.stdout.startswith(b"no games, no scans, no stickers, 1 setting: ")
    done = okanjo(tmp_path, "restore", "evening.okanjo")
    assert done.stdout.startswith(b"Restored: no games, ")
    assert State(tmp_path / "okanjo").table is None


def test_a_folder_that_is_not_there_is_no_empty_one(home: Path) -> None:
    """A typo, or a disk that is not mounted: the good backup stays."""
    before = (home / "evening.okanjo").read_bytes()
    (home / "okanjo").rename(home / "elsewhere")
    said = told(okanjo(home, "backup", "evening.okanjo"))
    assert f"there is no such folder: {home}/okanjo. Is its disk mounted" in said
    assert not (home / "okanjo").exists()
    (home / "okanjo").write_text("not mounted")
    assert f"{home}/okanjo is a file" in told(okanjo(home, "backup", "evening.okanjo"))
    inside = home / "inside.toml"
    inside.write_text(f'[state]\nfolder = "{home}/okanjo/state"\n')
    done = okanjo(home, "--config", str(inside), "backup", "evening.okanjo")
    assert "there is no such folder" in told(done)
    assert (home / "evening.okanjo").read_bytes() == before


def test_an_empty_backup_takes_no_full_ones_place(home: Path) -> None:
    """The folder under a mount point is there, and empty."""
    before = (home / "evening.okanjo").read_bytes()
    shutil.rmtree(home / "okanjo")
    (home / "okanjo").mkdir()
    said = told(okanjo(home, "backup", "evening.okanjo"))
    assert "no games to back up, and evening.okanjo is no empty backup: it is left" in said
    assert (home / "evening.okanjo").read_bytes() == before
    for _ in range(2):  # one without games may be replaced by another
        assert okanjo(home, "backup", "empty.okanjo").returncode == 0
    damaged = before.replace(b'"sha256"', b'"sha257"', 1)
    spoilt = before[: len(before) // 3] + b"\0" + before[len(before) // 3 + 1 :]
    for packed in (damaged, spoilt):
        (home / "evening.okanjo").write_bytes(packed)
        assert "is no empty backup" in told(okanjo(home, "backup", "evening.okanjo"))
        assert (home / "evening.okanjo").read_bytes() == packed


def test_a_name_with_a_newline_stays_in_its_line(home: Path) -> None:
    done = okanjo(home, "backup", "an\nevening.okanjo")
    assert rb": an\nevening.okanjo, " in done.stdout
    assert done.stdout.count(b"\n") == 1
    assert (home / "an\nevening.okanjo").exists()
    (home / "my\nnotes").write_text("mine")
    for words in (("backup", "my\nnotes"), ("backup", "no\nfolder/x"), ("restore", "no\nfile")):
        assert "\\n" in told(okanjo(home, *words))


def test_settings_with_mistakes_are_told_first(home: Path) -> None:
    (home / "bad.toml").write_text("[table]\nmode = 1\n")
    for command in ("backup", "restore"):
        assert "bad.toml, line 2" in told(okanjo(home, "--config", "bad.toml", command, "x"))


def test_a_restore_that_a_pulled_plug_has_left_is_finished_first(home: Path) -> None:
    packed = (home / "evening.okanjo").read_bytes()
    was = State(home / "okanjo")
    there = home / "there"
    played(there / "okanjo", "party-tally")
    shutil.copy(home / "evening.okanjo", there)
    killed = Path(__file__).parents[1] / "support/keep_killed.py"
    subprocess.run(
        [sys.executable, killed, there / "okanjo", there / "evening.okanjo", "rename", "2"],
        env=environ(there),
        timeout=120,
        check=False,
    )
    assert (there / "okanjo" / READY).exists()
    assert okanjo(there, "backup", "after.okanjo").returncode == 0
    assert State(there / "okanjo") == was
    assert packed


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_a_folder_of_somebody_elses(home: Path) -> None:
    """Who may not see whether anybody runs there is told to ask for more rights."""
    owners = load(str(home / "state.toml"))
    (home / "okanjo").chmod(0o700)
    os.seteuid(12345)
    try:
        with keep._in_memory() as content, pytest.raises(keep.Busy, match="sudo okanjo backup"):
            keep._asked("backup", owners, content)
    finally:
        os.seteuid(0)
