"""A USB stick gets a backup when it is plugged in, whatever else is on it: real file systems."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.backup_tools import EVENINGS, State, restored
from support.ipc_callers import listening
from support.sticks import Stick, ran
from support.table_app import AppTable
from support.table_program import ProgramTable
from support.waiting import until

from firmware.common.facts.notices import Notice
from firmware.core.view.state import STICK_S
from firmware.records.backup.evenings import kept
from firmware.records.backup.last import last_backup
from firmware.records.backup.stick import tell, write

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts a stick")
LINES = [
    line
    for line in (EVENINGS / "sushi-go-dummy.scans").read_text().splitlines()
    if line.strip() and not line.startswith("#")
]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[ProgramTable]:
    """A table whose first game is over."""
    program = ProgramTable(tmp_path / "table")
    for line in LINES:
        program.answer(line)
    until(lambda: listening(tmp_path / "table/okanjo"))
    yield program
    program.child.kill()
    program.child.communicate()


@pytest.fixture
def state(program: ProgramTable) -> Path:
    return program.folder / "okanjo"


def backups(stick: Stick) -> dict[str, bytes]:
    with stick.looked_at() as content:
        folder = content / "okanjo"
        return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def log_of(program: ProgramTable) -> str:
    program.answer("command page")  # the end would overtake what it has just been told
    code, errors = program.leave()
    assert code == 0
    return errors


def name_of(program: ProgramTable) -> str:
    until(lambda: bool(kept(str(program.folder / "okanjo"))))
    return kept(str(program.folder / "okanjo"))[0]


@pytest.mark.parametrize("label", ["", "OKANJO", "okanjo"])
def test_a_stick_for_us_gets_a_backup_that_can_be_restored(
    tmp_path: Path, program: ProgramTable, state: Path, label: str
) -> None:
    """It has a folder okanjo, or that label. Plugged in again, it has the newer one, under the same
    name; and the owner's mark is set.
    """
    stick = Stick(tmp_path / "stick", label)
    if not label:
        (stick.content / "okanjo").mkdir()
    stick.made()
    assert last_backup(str(state)) is None
    stick.plugged_in(state)
    ((name, content),) = backups(stick).items()
    assert name.startswith(f"{name_of(program)}-")
    assert last_backup(str(state)) is not None
    program.scan("command undo")
    stick.plugged_in(state)
    ((again, newer),) = backups(stick).items()
    assert (again, newer == content) == (name, False)
    assert log_of(program).count("Backup written. Pull the stick.\n") == 2
    restored(tmp_path / "new", newer)
    assert State(tmp_path / "new").table == State(state).table


def test_somebodys_own_stick_is_left_alone(
    tmp_path: Path, program: ProgramTable, state: Path
) -> None:
    stick = Stick(tmp_path / "stick", "HOLIDAY")
    (stick.content / "picture.jpg").write_bytes(b"jpg")
    stick.made()
    stick.plugged_in(state)
    with stick.looked_at() as content:
        assert sorted(os.listdir(content)) == ["lost+found", "picture.jpg"]
    assert log_of(program) == ""


def test_a_table_where_nobody_has_played_writes_nothing(tmp_path: Path) -> None:
    program = ProgramTable(tmp_path / "table").scan("badge red")
    state = tmp_path / "table/okanjo"
    until(lambda: listening(state))
    stick = Stick(tmp_path / "stick", "OKANJO")
    stick.made()
    stick.plugged_in(state)
    assert backups(stick) == {}
    program.leave()


def test_full_it_is_told_and_the_last_good_one_kept(
    tmp_path: Path, program: ProgramTable, state: Path
) -> None:
    stick = Stick(tmp_path / "stick", "OKANJO", size_mb=8)
    folder = stick.content / "okanjo"
    folder.mkdir()
    (folder / "2026-01-01-old.okanjo").write_bytes(b"good")
    stick.made()
    with stick.device_of() as device:
        assert ran("mount", device, stick.content).returncode == 0
        for size in ("1M", "1k"):
            words = "dd", "if=/dev/zero", f"of={stick.content}/film-{size}", f"bs={size}"
            assert ran(*words).returncode == 1
        ran("umount", stick.content)
    stick.plugged_in(state)
    assert backups(stick) == {"2026-01-01-old.okanjo": b"good"}
    line = "No backup written: the stick is full. What was on it is kept.\n"
    assert log_of(program) == line
    assert last_backup(str(state)) is None


def test_write_protected_it_is_told(tmp_path: Path, program: ProgramTable, state: Path) -> None:
    stick = Stick(tmp_path / "stick", "OKANJO")
    (stick.content / "okanjo").mkdir()
    stick.made()
    stick.plugged_in(state, "--read-only")
    assert log_of(program) == "No backup written: the stick is write-protected.\n"


def test_one_that_lacks_something_takes_no_good_ones_place(
    tmp_path: Path, program: ProgramTable, state: Path
) -> None:
    """And does not count as the owner's last whole one."""
    disk = tmp_path / "disk"
    (disk / "okanjo").mkdir(parents=True)
    until(lambda: bool(kept(str(state))))
    with sqlite3.connect(state / "journal.db") as journal:
        journal.execute("UPDATE scans SET crc = 0 WHERE seq = 5")
    journal.close()
    assert write(str(disk), str(state)) == "stick-lacking"
    (tmp_path / "told").write_text("stick-lacking")
    tell(str(tmp_path), str(state))
    (name,) = os.listdir(disk / "okanjo")
    assert name.startswith("lacking-")
    assert last_backup(str(state)) is None
    assert "Backup written, but it lacks something. " in log_of(program)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.EIO, "stick-pulled"),
        (errno.ENODEV, "stick-pulled"),
        (errno.ENOSPC, "stick-full"),
        (errno.EINVAL, "stick-failed"),
    ],
)
def test_torn_out_in_mid_write_the_last_good_one_is_kept(
    tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch, number: int, sentence: str
) -> None:
    disk = tmp_path / "disk"
    (disk / "okanjo").mkdir(parents=True)
    assert write(str(disk), str(state)) == "stick-written"
    ((name, content),) = [(path.name, path.read_bytes()) for path in (disk / "okanjo").iterdir()]

    def torn(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", torn)
    assert write(str(disk), str(state)) == sentence
    assert {path.name: path.read_bytes() for path in (disk / "okanjo").iterdir()} == {name: content}


def test_what_was_torn_out_leaves_is_removed_the_next_time(tmp_path: Path, state: Path) -> None:
    disk = tmp_path / "disk"
    (disk / "okanjo").mkdir(parents=True)
    (disk / "okanjo/okanjo.new").write_bytes(b"half")
    assert write(str(disk), str(state)) == "stick-written"
    assert not (disk / "okanjo/okanjo.new").exists()
    assert len(os.listdir(disk / "okanjo")) == 1


def test_a_link_called_okanjo_leads_nowhere(
    tmp_path: Path, program: ProgramTable, state: Path
) -> None:
    """Nor does one in it: not by the name of what is written first, or last."""
    stick, outside = Stick(tmp_path / "stick", "OKANJO"), tmp_path / "outside"
    outside.mkdir()
    (stick.content / "okanjo").symlink_to(outside)
    stick.made()
    stick.plugged_in(state)
    assert os.listdir(outside) == []
    assert "the stick cannot be written" in log_of(program)


def test_links_within_the_folder_are_replaced_and_not_followed(
    tmp_path: Path, program: ProgramTable, state: Path
) -> None:
    disk, secret = tmp_path / "disk", tmp_path / "secret"
    (disk / "okanjo").mkdir(parents=True)
    assert write(str(disk), str(state)) == "stick-written"
    (name,) = os.listdir(disk / "okanjo")
    os.unlink(disk / "okanjo" / name)
    secret.write_bytes(b"secret")
    (disk / "okanjo" / name).symlink_to(secret)
    (disk / "okanjo/okanjo.new").symlink_to(secret)
    assert write(str(disk), str(state)) == "stick-written"
    assert secret.read_bytes() == b"secret"
    assert not (disk / "okanjo" / name).is_symlink()
    # folders in the way, and a pipe that nobody reads
    os.unlink(disk / "okanjo" / name)
    (disk / "okanjo" / name).mkdir()
    assert write(str(disk), str(state)) == "stick-failed"
    (disk / "okanjo" / name).rmdir()
    os.mkfifo(disk / "okanjo" / name)
    assert write(str(disk), str(state)) == "stick-written"
    (disk / "okanjo/okanjo.new").mkdir()
    assert write(str(disk), str(state)) == "stick-failed"


def test_ten_thousand_files_do_not_matter(
    tmp_path: Path, program: ProgramTable, state: Path
) -> None:
    stick = Stick(tmp_path / "stick", size_mb=64)
    folder = stick.content / "okanjo"
    folder.mkdir()
    for number in range(10_000):
        (folder / f"{number}.okanjo").touch()
    deep = folder
    for _ in range(200):
        deep = deep / "deep"
    deep.mkdir(parents=True)
    stick.made()
    stick.plugged_in(state)
    assert log_of(program) == "Backup written. Pull the stick.\n"


def test_a_spoiled_file_system_is_told_where_the_stick_is_ours(tmp_path: Path) -> None:
    stick = Stick(tmp_path / "stick", "OKANJO")
    stick.made()
    with open(stick.image, "r+b") as image:
        image.seek(2048)  # where its groups lie
        image.write(b"\xff" * 64)
    with stick.device_of() as device:
        place = tmp_path / "stick/places" / os.path.basename(device)
        assert stick.script("mount", device) != 0
        assert (place / "told").read_text() == "stick-failed\n"
        stick.script("umount", device)
        assert stick.script("clean", device) == 0


def test_no_other_kind_of_file_system_is_tried(tmp_path: Path) -> None:
    stick = Stick(tmp_path / "stick", "OKANJO")
    stick.made()
    assert ran("mke2fs", "-q", "-F", "-t", "ext2", "-L", "OKANJO", stick.image).returncode == 0
    with stick.device_of() as device:
        assert stick.script("mount", device) == 0
        assert not (tmp_path / "stick/places").exists()


def test_it_is_mounted_so_that_nothing_on_it_is_run(tmp_path: Path) -> None:
    stick = Stick(tmp_path / "stick", "OKANJO")
    stick.made()
    with stick.device_of() as device:
        assert stick.script("mount", device) == 0
        place = tmp_path / "stick/places" / os.path.basename(device) / "disk"
        (line,) = [
            mount for mount in Path("/proc/mounts").read_text().splitlines() if str(place) in mount
        ]
        assert {"nosuid", "nodev", "noexec", "nosymfollow"} <= {*line.split()[3].split(",")}
        assert stick.script("clean", device) == 1  # nothing is removed that is mounted
        assert stick.script("umount", device) == 0
        assert stick.script("clean", device) == 0


def test_the_display_says_so_for_as_long_as_somebody_may_look(tmp_path: Path) -> None:
    table = AppTable(tmp_path / "okanjo")
    table.app.take(Notice("stick-written"))
    assert table.lines[:2] == ("Backup written.", "Pull the stick.")
    table.later(STICK_S - 1)
    assert "Pull the stick." in table.lines
    table.later(2)
    assert "Pull the stick." not in table.lines


def test_the_display_says_that_a_stick_has_what_was_and_when_it_is_back(tmp_path: Path) -> None:
    table = AppTable(tmp_path / "okanjo")
    table.app.take(Notice("stick-found", number=12))
    assert table.lines[:4] == (
        "Stick: 12 games.",
        "Bring back? Tap on",
        "the page: PAGE shows",
        "its address.",
    )
    table.later(STICK_S + 1)
    table.app.take(Notice("restored-pull"))
    assert table.lines[:2] == ("Backup restored.", "Pull the stick.")
