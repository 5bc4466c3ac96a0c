"""Each finished game is in a backup on the device before anybody thinks of it: one an evening."""

import errno
import os
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from support.backup_killed import KILLED, count_down
from support.backup_tools import (
    EVENINGS,
    State,
    backup_of,
    bytes_of,
    made_of,
    restored,
    scans_in,
    settings_of,
)
from support.failing_disk import in_own_mounts
from support.ipc_callers import listening
from support.processes import child_of
from support.table_app import AppTable
from support.table_program import ProgramTable
from support.waiting import until

from firmware.core.app.messages import Typed
from firmware.core.journal.journal import Journal
from firmware.core.journal.rows import crc
from firmware.records.backup.evenings import LACKING, MOST, NO_DAY, is_due, keep, kept
from firmware.records.backup.making import kept as written
from firmware.records.backup.unpack import unpack

LINES = [
    line
    for line in (EVENINGS / "sushi-go-dummy.scans").read_text().splitlines()
    if line.strip() and not line.startswith("#")
]
BACKUPS = "backups"


def seconds(day: int, hour: int) -> float:
    """An hour of November 2026, by this machine's zone."""
    return time.mktime((2026, 11, day, hour, 0, 0, 0, 0, -1))


def played_at(folder: Path, *begins: float) -> None:
    """A game at each of these times, to its end."""
    table = AppTable(folder, synchronous="OFF")
    for began in begins:
        table.wall = began
        table.app.take(Typed("command new-game"))
        table.app.take(Typed("command new-game"))
        for line in LINES:
            table.app.take(Typed(line))
            table.now += 1
    table.unplugged()


def backed_up(folder: Path) -> str:
    """What the process says that writes the evening's backup."""
    settings_of(folder)
    return written(str(folder), str(folder.with_suffix(".toml")))


def evening(program: ProgramTable, lines: list[str] = LINES) -> ProgramTable:
    """An evening of scans; some are of cards that lie there already, as happens."""
    for line in lines:
        program.answer(line)
    return program


def files(folder: Path) -> list[str]:
    return sorted(os.listdir(folder / BACKUPS))


def test_a_finished_game_is_backed_up_by_itself_and_again_after_each(tmp_path: Path) -> None:
    """Also where an undo goes back behind its end; all of it is there on another machine."""
    program = evening(ProgramTable(tmp_path), LINES[:-1])
    folder = tmp_path / "okanjo"
    assert not (folder / BACKUPS).exists()
    program.scan(LINES[-1])
    until(lambda: kept_of(folder))
    (day,) = kept(str(folder))
    file = folder / BACKUPS / f"{day}.okanjo"
    scans = len(scans_in(file.read_bytes()))
    assert scans > 100
    program.scan("command undo", LINES[-1])
    until(lambda: len(scans_in(file.read_bytes())) == scans + 2)
    assert "kept on the device: 1 evening, the last of" in program.okanjo("doctor")
    assert program.leave() == (0, "")
    restored(tmp_path / "new", file.read_bytes())
    assert State(tmp_path / "new").table == State(folder).table
    assert files(folder) == [f"{day}.okanjo"]


def kept_of(folder: Path) -> bool:
    return bool(kept(str(folder)))


@contextmanager
def held_up(program: ProgramTable) -> Iterator[int]:
    """A game ends, and its backup stands still, as the settings never come; the process that is
    to write it.
    """
    evening(program, LINES[:-1])
    real = program.config.rename(program.config.with_suffix(".real"))
    os.mkfifo(program.config)
    program.scan(LINES[-1])
    yield until(lambda: child_of(program.pid, "backup.making"))
    real.rename(program.config)


def test_scans_are_acknowledged_while_a_backup_stands_still(tmp_path: Path) -> None:
    """And the end does not wait for it; the next start writes it."""
    program, folder = ProgramTable(tmp_path), tmp_path / "okanjo"
    with held_up(program) as child:
        evening(program, ["command new-game", "command new-game", *LINES])
        assert program.leave() == (0, "")
        assert not Path(f"/proc/{child}").exists()
    assert not (folder / BACKUPS).exists()
    program.start()
    until(lambda: kept_of(folder))
    assert program.leave() == (0, "")
    assert not is_due_now(folder)


def is_due_now(folder: Path) -> bool:
    return is_due(str(folder), unpack(backup_of(folder)).journal.games)


def test_it_makes_way_for_the_table(tmp_path: Path) -> None:
    """One that is killed is told, and the next one makes up for it."""
    program, sentence = ProgramTable(tmp_path), "the last game's backup on the device: it took"
    with held_up(program) as child:
        until(lambda: os.getpriority(os.PRIO_PROCESS, child) == 10)
        assert Path(f"/proc/{child}/oom_score_adj").read_text() == "1000\n"
        os.kill(child, signal.SIGKILL)
    until(lambda: listening(tmp_path / "okanjo"))
    until(lambda: sentence in program.okanjo("doctor"))
    program.scan("command undo", LINES[-1])
    until(lambda: kept_of(tmp_path / "okanjo"))
    until(lambda: sentence not in program.okanjo("doctor"))
    assert program.leave()[0] == 0


def test_a_start_backs_up_the_last_evening_where_that_has_none(tmp_path: Path) -> None:
    """The plug came before; a start that finds one starts no process."""
    folder = tmp_path / "okanjo"
    played_at(folder, seconds(27, 20))
    program = ProgramTable(tmp_path)
    until(lambda: kept_of(folder))
    assert program.leave() == (0, "")
    assert kept(str(folder)) == ["2026-11-27"]
    before = (folder / BACKUPS / "2026-11-27.okanjo").stat().st_ino
    program.start()
    program.scan("command page")
    assert program.leave() == (0, "")
    assert (folder / BACKUPS / "2026-11-27.okanjo").stat().st_ino == before


@pytest.mark.parametrize(
    ("begins", "names"),
    [
        ([seconds(27, 20), seconds(27, 23), seconds(28, 3)], ["2026-11-27"]),
        ([seconds(27, 20), seconds(28, 4)], ["2026-11-27", "2026-11-28"]),
        ([seconds(27, 20), 100.0], ["2026-11-27"]),  # a clock that cannot be right
        ([100.0, seconds(27, 20)], ["2026-11-27", "undated"]),
    ],
)
def test_an_evening_is_as_deleted_games_count_them(
    tmp_path: Path, begins: list[float], names: list[str]
) -> None:
    for began in begins:
        played_at(tmp_path / "okanjo", began)
        assert backed_up(tmp_path / "okanjo") == ""
    assert files(tmp_path / "okanjo") == [f"{name}.okanjo" for name in names]
    last = (tmp_path / "okanjo" / BACKUPS / f"{names[0]}.okanjo").read_bytes()
    games = unpack(last).journal.games
    assert len(games) == (len(begins) if names[1:] != ["2026-11-28"] else 1)


def test_the_last_ten_evenings_are_kept(tmp_path: Path) -> None:
    """And what somebody has put beside them."""
    folder = tmp_path / "okanjo"
    for day in range(1, MOST + 3):
        played_at(folder, seconds(day, 20))
        assert backed_up(folder) == ""
        (folder / BACKUPS / "ours.okanjo").write_bytes(b"")
    days = [f"2026-11-{day:02}" for day in range(3, MOST + 3)]
    assert kept(str(folder)) == days
    assert "ours.okanjo" in files(folder)
    # by a clock that is put back, the evening that is written is not the one that goes
    keep(str(folder), made_of(folder)._replace(evening="2026-10-01"))
    assert kept(str(folder)) == ["2026-10-01", *days[1:]]


@pytest.mark.parametrize("call", ["fsync", "rename"])
def test_a_plug_that_is_pulled_in_mid_write_leaves_the_last_good_one(
    tmp_path: Path, call: str
) -> None:
    """And nothing that stays: the next one removes it, of whatever evening it was."""
    folder = tmp_path / "okanjo"
    played_at(folder, seconds(20, 20))
    assert backed_up(folder) == ""
    first = (folder / BACKUPS / "2026-11-20.okanjo").read_bytes()
    played_at(folder, seconds(20, 22))
    made = made_of(folder)
    assert killed(lambda: keep(str(folder), made), call) == KILLED
    assert (folder / BACKUPS / "2026-11-20.okanjo").read_bytes() == first
    assert files(folder) == ["2026-11-20.okanjo", "2026-11-20.okanjo.new"]
    assert kept(str(folder)) == ["2026-11-20"]
    played_at(folder, seconds(21, 20))
    assert backed_up(folder) == ""
    assert files(folder) == ["2026-11-20.okanjo", "2026-11-21.okanjo"]


def killed(do: Callable[[], None], call: str) -> int:
    """How a child ends that is killed before it makes its first call of that kind."""
    child = os.fork()
    if child == 0:
        count_down(call, 1)
        do()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_full_disk_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    """The last room is left to the games."""
    under = in_own_mounts(tmp_path / "okanjo", "4m")
    program = evening(ProgramTable(tmp_path, under=under))
    assert program.child.stderr
    line = b"the evening's backup: No space left on device\n"
    assert program.child.stderr.readline() == line
    evening(program, ["command new-game", "command new-game", *LINES])
    program.scan("command undo")
    assert program.leave() == (0, "")  # once is enough


def test_a_disk_that_fills_up_in_mid_write_keeps_the_last_good_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "okanjo"
    played_at(folder, seconds(20, 20))
    assert backed_up(folder) == ""
    before = bytes_of(folder)

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert backed_up(folder) == "No space left on device"
    assert bytes_of(folder) == before


def test_no_folder_can_be_made_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "okanjo"
    played_at(folder, seconds(20, 20))
    (folder / BACKUPS).write_text("mine")
    assert backed_up(folder) == os.strerror(errno.EEXIST)
    assert (folder / BACKUPS).read_text() == "mine"


def test_one_that_lacks_something_takes_nobodys_place(tmp_path: Path) -> None:
    """It lies beside them, and goes when all is well again."""
    folder = tmp_path / "okanjo"
    played_at(folder, seconds(20, 20), seconds(20, 21))
    assert backed_up(folder) == ""
    whole = (folder / BACKUPS / "2026-11-20.okanjo").read_bytes()
    with sqlite3.connect(folder / "journal.db") as journal:
        ((crc,),) = journal.execute("SELECT crc FROM scans WHERE seq = 5").fetchall()
        journal.execute("UPDATE scans SET crc = 0 WHERE seq = 5")
    journal.close()
    assert backed_up(folder).startswith("The journal is damaged (scan 5 ")
    assert files(folder) == ["2026-11-20.okanjo", LACKING]
    assert (folder / BACKUPS / "2026-11-20.okanjo").read_bytes() == whole
    with sqlite3.connect(folder / "journal.db") as journal:
        journal.execute("UPDATE scans SET crc = ? WHERE seq = 5", (crc,))
    journal.close()
    assert backed_up(folder) == ""
    assert files(folder) == ["2026-11-20.okanjo"]


def test_what_was_erased_goes_from_the_devices_own_backups(tmp_path: Path) -> None:
    """Those that still have the game go with the next one that is written; nobody made them."""
    folder = tmp_path / "okanjo"
    for day in (1, 2, 3):
        played_at(folder, seconds(day, 20))
        assert backed_up(folder) == ""
    with closing(Journal(str(folder))) as journal:
        game = unpack(backup_of(folder)).journal.games[1]
        journal.delete_game(2, crc(game))
    for day in (4, 5):  # it can be brought back
        played_at(folder, seconds(day, 20))
        assert backed_up(folder) == ""
    assert len(kept(str(folder))) == 5
    (folder / BACKUPS / "2026-11-05.okanjo").write_bytes(b"spoiled")
    played_at(folder, seconds(6, 20))
    assert backed_up(folder) == ""
    assert kept(str(folder)) == ["2026-11-06"]
    played_at(folder, seconds(7, 20))
    assert backed_up(folder) == ""
    assert kept(str(folder)) == ["2026-11-06", "2026-11-07"]


def test_nothing_is_written_while_a_restore_moves_all_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "okanjo"
    played_at(folder, seconds(20, 20))
    (folder / "restore.new").mkdir()
    before = bytes_of(folder)
    assert backed_up(folder) == ""
    assert bytes_of(folder) == before


def test_before_the_first_game_nothing_is_due(tmp_path: Path) -> None:
    folder = tmp_path / "okanjo"
    table = AppTable(folder)
    assert not is_due(str(folder), [])
    table.app.take(Typed("badge red"))
    assert not is_due_now(folder)
    table.unplugged()
    played_at(folder, 100.0)
    assert is_due_now(folder)
    assert backed_up(folder) == ""
    assert files(folder) == [NO_DAY]
    assert not is_due_now(folder)
