"""What the program knows of a USB stick, and a backup that is brought from it: on real sticks."""

import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from support.backup_tools import backup_of, played
from support.sticks import Stick

from firmware.common.facts.notices import Notice
from firmware.common.ipc.server import Server
from firmware.common.settings.schema import Settings
from firmware.core.app.messages import Message
from firmware.core.journal.journal import Journal
from firmware.records.backup.running import Running
from firmware.records.backup.stick import keep, tell
from firmware.records.backup.stick_routes import stick_routes
from firmware.records.backup.sticks import (
    CASES,
    LATE,
    NO_SUCH,
    PULLED,
    UNREADABLE,
    NotBrought,
    Sticks,
)
from firmware.records.backup.summary import MOST_BYTES, MOST_LISTED, BackupFile

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts a stick")


class NewTable:
    """A program with its socket, on which nobody has played."""

    def __init__(self, folder: Path, journal: Journal) -> None:
        self.folder = folder
        self.put: list[Message] = []
        settings = Settings(state_folder=str(folder))
        running = Running(None, settings, journal, lambda do: None, Sticks())
        self.sticks = running.sticks
        self.server = Server(stick_routes(running, self.put.append), str(folder), [str(folder)])

    def names(self) -> list[str]:
        return [kept.name for has in self.sticks.plugged_in().values() for kept in has.backups]

    def others(self) -> int:
        return sum(has.others for has in self.sticks.plugged_in().values())

    def brought(self, stick: Stick, device: str, name: str) -> bytes:
        """As a page has it done; root starts the stick's unit once more."""
        unit = threading.Thread(target=stick.looked_after, args=[device, self.folder])
        try:
            return self.sticks.bring(os.path.basename(device), name, unit.start)
        finally:
            unit.join()

    def why_not(self, stick: Stick, device: str, name: str) -> object:
        with pytest.raises(NotBrought) as why:
            self.brought(stick, device, name)
        return why.value.message


@pytest.fixture
def table(tmp_path: Path) -> Iterator[NewTable]:
    with closing(Journal(str(tmp_path / "new"))) as journal:
        table = NewTable(tmp_path / "new", journal)
        table.server.start()
        yield table
        table.server.stop()


@pytest.fixture
def packed(tmp_path: Path) -> bytes:
    """A backup of an evening with one game."""
    played(tmp_path / "old", "sushi-go-dummy")
    return backup_of(tmp_path / "old")


@contextmanager
def plugged(stick: Stick, table: NewTable) -> Iterator[str]:
    """Made, and looked at for the first time; its device."""
    stick.made()
    with stick.device_of() as device:
        stick.looked_after(device, table.folder)
        yield device


@as_root
def test_a_new_table_is_told_what_a_stick_has_and_is_brought_it(
    tmp_path: Path, table: NewTable, packed: bytes
) -> None:
    """Nothing is written there; each evening and each table is a backup of its own."""
    stick = Stick(tmp_path / "stick")
    (stick.content / "okanjo").mkdir()
    for name in ("2026-11-20-old.okanjo", "2026-11-27-old.okanjo", "lacking-old.okanjo"):
        (stick.content / "okanjo" / name).write_bytes(packed)
    with plugged(stick, table) as device:
        name = os.path.basename(device)
        (has,) = table.sticks.plugged_in().values()
        assert [(kept.games, kept.size, kept.table) for kept in has.backups] == [
            (1, len(packed), "old")
        ] * 3
        assert (has.backups[-1].name, has.backups[-1].is_whole) == ("lacking-old.okanjo", False)
        assert table.put == [Notice("stick-found", number=1)]
        assert [kept.is_whole for _, kept in table.sticks.newest()] == [True]
        assert table.brought(stick, device, "2026-11-20-old.okanjo") == packed
        assert table.sticks.wanted(name) is None
        assert table.put == [Notice("stick-found", number=1)]  # nothing is told twice
    with stick.looked_at() as content:
        assert len(os.listdir(content / "okanjo")) == 3


@as_root
def test_of_a_stick_only_what_looks_like_a_backup_is_listed(
    tmp_path: Path, table: NewTable, packed: bytes
) -> None:
    """No link is followed, no pipe waited for; what is too large or another's is only counted."""
    secret = tmp_path / "secret.okanjo"
    secret.write_bytes(packed)
    stick = Stick(tmp_path / "stick")
    folder = stick.content / "okanjo"
    (folder / "folder.okanjo").mkdir(parents=True)
    (folder / "link.okanjo").symlink_to(secret)
    os.mkfifo(folder / "pipe.okanjo")
    (folder / "damaged.okanjo").write_bytes(b"PK\x03\x04" + os.urandom(2000))
    (folder / "empty.okanjo").touch()
    with open(folder / "large.okanjo", "wb") as file:
        file.write(packed)
        file.truncate(10 << 30)
    (folder / "good.okanjo").write_bytes(packed)
    for name in ("no backup.txt", "<b>.okanjo", "a\nb.okanjo", "okanjo.new", "._good.okanjo"):
        (folder / name).write_bytes(packed)
    with plugged(stick, table):
        assert (table.names(), table.others()) == (["good.okanjo"], 6)


@as_root
def test_ten_thousand_files_are_looked_at_no_further_than_the_newest(
    tmp_path: Path, table: NewTable, packed: bytes
) -> None:
    stick = Stick(tmp_path / "stick", size_mb=64)
    folder = stick.content / "okanjo"
    folder.mkdir()
    for number in range(10_000):
        (folder / f"a{number}.okanjo").touch()
    (folder / "2026-11-27-old.okanjo").write_bytes(packed)
    with plugged(stick, table):
        assert (table.names(), table.others()) == (["2026-11-27-old.okanjo"], MOST_LISTED - 1)


@as_root
def test_a_link_called_okanjo_brings_nothing(
    tmp_path: Path, table: NewTable, packed: bytes
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "2026-11-27-old.okanjo").write_bytes(packed)
    stick = Stick(tmp_path / "stick", "OKANJO")
    stick.content.joinpath("okanjo").symlink_to(outside)
    with plugged(stick, table):
        assert (table.names(), table.put) == ([], [Notice("stick-failed")])


@as_root
def test_what_has_changed_on_the_stick_meanwhile_is_not_brought(
    tmp_path: Path, table: NewTable, packed: bytes
) -> None:
    """It is gone, has become large, a link, or all of its folder has."""
    secret = tmp_path / "secret"
    secret.write_bytes(b"secret")
    stick, name = Stick(tmp_path / "stick"), "2026-11-27-old.okanjo"
    (stick.content / "okanjo").mkdir()
    (stick.content / "okanjo" / name).write_bytes(packed)
    with plugged(stick, table) as device:
        inside = tmp_path / "inside"
        inside.mkdir()

        def changed(*words: str) -> None:
            subprocess.run(["mount", device, inside], check=True)
            try:
                subprocess.run(words, cwd=inside / "okanjo", check=True)
            finally:
                subprocess.run(["umount", inside], check=True)

        before = table.sticks.plugged_in()[os.path.basename(device)]
        for change, message in (
            (("truncate", "-s", str(MOST_BYTES + 1), name), CASES["too-large"]),
            (("ln", "-sf", str(secret), name), UNREADABLE),
            (("rm", name), NO_SUCH),
            (("rm", "-r", "../okanjo"), NO_SUCH),
        ):
            changed(*change)
            table.sticks.told(os.path.basename(device), before.backups, 0)  # as it was
            assert table.why_not(stick, device, name) == message, change


@as_root
def test_a_stick_that_took_anothers_place_has_nothing_of_it(
    tmp_path: Path, table: NewTable, packed: bytes
) -> None:
    """It was pulled, and one of somebody else is called the same now."""
    stick, holiday = Stick(tmp_path / "stick"), Stick(tmp_path / "holiday", "HOLIDAY")
    (stick.content / "okanjo").mkdir()
    (stick.content / "okanjo/2026-11-27-old.okanjo").write_bytes(packed)
    holiday.made()
    with plugged(stick, table) as device:
        assert table.names()
    with holiday.device_of() as other:
        assert other == device
        holiday.looked_after(other, table.folder)
        assert table.names() == []


KEPT = BackupFile("2026-11-27-old.okanjo", 1, "2026-11-27", 9000)


def test_a_stick_that_is_pulled_meanwhile_is_not_waited_for() -> None:
    """Nor one that nobody reads; and the next wish is taken."""
    devices = {"sda1": 7}
    sticks = Sticks(lambda stick: devices.get(stick, 0))
    sticks.told("sda1", (KEPT,), 0)
    with pytest.raises(NotBrought) as why:
        sticks.bring("sda1", KEPT.name, devices.clear)
    assert why.value.message == PULLED
    sticks.told("sda1", (KEPT,), 0)  # by a unit that was not done with it
    assert sticks.plugged_in() == {}
    devices["sda1"] = 8  # another one, in its place
    assert sticks.plugged_in() == {}
    sticks.told("sda1", (KEPT,), 0)
    sticks.bring("sda1", KEPT.name, lambda: sticks.told("sda1", (KEPT,), 0, b"bytes"))
    with pytest.raises(NotBrought) as why:  # its unit has ended without it
        sticks.bring("sda1", KEPT.name, lambda: sticks.told("sda1", (KEPT,), 0))
    assert why.value.message == UNREADABLE


def test_a_stick_that_nobody_reads_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.records.backup.sticks.BROUGHT_WITHIN_S", 0.01)
    sticks = Sticks(lambda stick: 7)
    sticks.told("sda1", (KEPT,), 0)
    with pytest.raises(NotBrought) as why:
        sticks.bring("sda1", KEPT.name, lambda: None)
    assert why.value.message == LATE


@as_root
def test_a_stick_that_is_still_there_was_not_pulled_out(tmp_path: Path, table: NewTable) -> None:
    """A spoiled file system fails like one that is gone (EIO): plugging it in again is no help."""
    stick = Stick(tmp_path / "stick", "OKANJO")
    stick.made()
    with stick.device_of() as device:
        failed, pulled = Notice("stick-failed"), Notice("stick-pulled")
        for name, notice in ((os.path.basename(device), failed), ("sdz9", pulled)):
            (tmp_path / name).mkdir()
            keep(str(tmp_path / name), "stick-pulled")
            tell(str(tmp_path / name), str(table.folder))
            assert table.put.pop() == notice


def test_nor_when_it_was_to_be_read() -> None:
    sticks = Sticks(lambda stick: 7)
    sticks.told("sda1", (KEPT,), 0)
    with pytest.raises(NotBrought) as why:
        sticks.bring("sda1", KEPT.name, lambda: sticks.told("sda1", (KEPT,), 0, why="pulled"))
    assert why.value.message == UNREADABLE


def test_while_one_stick_is_read_another_gets_no_backup() -> None:
    """Root's word is for all that are plugged in."""
    sticks, answers = Sticks(lambda stick: 7), list[str | None]()
    sticks.told("sda1", (KEPT,), 0)

    def ask() -> None:
        answers.extend(sticks.wanted(stick) for stick in ("sdb1", "sda1"))
        sticks.told("sdb1", (KEPT,), 0, b"of another")
        sticks.told("sda1", (KEPT,), 0, b"bytes")

    assert sticks.bring("sda1", KEPT.name, ask) == b"bytes"
    assert answers == ["", KEPT.name]
    assert sticks.wanted("sdb1") is None


def test_of_each_table_the_newest_whole_one_is_offered() -> None:
    sticks = Sticks(lambda stick: 7)
    names = ("2026-11-20-a", "2026-11-27-a", "2026-11-26-b", "undated-c", "lacking-a", "mine")
    days = ("2026-11-20", "2026-11-27", "2026-11-26", "", "2026-11-28", "2026-11-01")
    backups = [
        BackupFile(f"{name}.okanjo", 1, day, 9) for name, day in zip(names, days, strict=True)
    ]
    sticks.told("sda1", tuple(backups), 0)
    offered = [kept.name.removesuffix(".okanjo") for _, kept in sticks.newest()]
    assert offered == ["2026-11-27-a", "2026-11-26-b", "mine", "undated-c"]
