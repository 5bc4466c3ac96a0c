"""A program that runs is backed up and restored by another, over its socket: nothing is lost."""

import itertools
import queue
import resource
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from support.backup_tools import backup_of, bytes_of, played, scans_in, settings_of
from support.failing_disk import FailingDisk
from support.ipc_callers import listening
from support.processes import open_files
from support.soak import share
from support.table_program import ProgramTable, left, okanjo
from support.waiting import until

import firmware.records.backup.running as backup_running
from firmware.common.system.swap import BEFORE
from firmware.core.journal.journal import Journal
from firmware.core.journal.rows import GameNow
from firmware.records.backup.running import BUSY, LOST, NotDone, Running, back_up, restore
from firmware.records.backup.sticks import Sticks
from firmware.words.language import say

LOBBY = ["preset sushi-go-classic", "badge red", "badge blue", "command next", "badge red"]
CARD = "card sushi-go-party/"


def begun(folder: Path) -> ProgramTable:
    """A program in the middle of a game."""
    program = ProgramTable(folder).scan(*LOBBY)
    until(lambda: listening(folder / "okanjo"))
    return program


def elsewhere(folder: Path, *evenings: str) -> bytes:
    """A backup from another machine."""
    folder.mkdir()
    played(folder / "okanjo", *evenings)
    assert okanjo(folder, "backup", "evening.okanjo").returncode == 0
    return (folder / "evening.okanjo").read_bytes()


def test_a_backup_while_people_score_holds_all_that_was_acknowledged(tmp_path: Path) -> None:
    program = begun(tmp_path)
    seen: list[tuple[int, int, int]] = []
    acknowledged = len(LOBBY)
    over = threading.Event()

    def back_up() -> None:
        number = 0
        while not over.is_set() or not number:
            number += 1
            before = acknowledged
            done = okanjo(tmp_path, "backup", f"{number}.okanjo")
            assert (done.returncode, done.stderr) == (0, b"")
            kept = len(scans_in((tmp_path / f"{number}.okanjo").read_bytes()))
            seen.append((before, kept, acknowledged + 1))

    thread = threading.Thread(target=back_up)
    thread.start()
    for _ in range(share(100)):
        for line in ("tempura/1", "tempura/2", "sashimi/1", "sashimi/2", "sashimi/3"):
            program.scan(CARD + line)
            acknowledged += 1
        for _ in range(5):
            program.scan("command undo")
            acknowledged += 1
    over.set()
    thread.join()
    assert seen
    assert all(before <= kept <= after for before, kept, after in seen), seen
    assert program.leave() == (0, "")
    assert okanjo(tmp_path, "backup", "last.okanjo").returncode == 0
    assert len(scans_in((tmp_path / "last.okanjo").read_bytes())) == acknowledged


def test_a_restore_while_it_runs(tmp_path: Path) -> None:
    """It goes on with the restored table, saves the next scan, and is the same program."""
    there = tmp_path / "there"
    elsewhere(there, "party-tally")
    here = tmp_path / "here"
    here.mkdir()
    program = begun(here)
    number = program.pid
    before = open_files(number)
    done = okanjo(here, "restore", str(there / "evening.okanjo"))
    assert (done.returncode, done.stderr) == (0, b"")
    first, kept, last = done.stdout.decode().splitlines()
    assert first.startswith("Restored: 1 game ")
    assert f"kept in {here}/okanjo/{BEFORE}" in kept
    assert last == "Okanjo restarts with it now."
    until((here / "okanjo" / BEFORE).exists)
    assert scans_in((here / "okanjo" / BEFORE).read_bytes())[1:3] == ["002008", "002056"]
    program.scan("command undo")
    until(lambda: listening(here / "okanjo"))
    until(lambda: open_files(number) <= before + 1)  # nothing is left open
    assert program.leave() == (0, "Backup restored.\n")
    program = ProgramTable(there).scan("command undo")
    assert program.leave() == (0, "")
    assert left(here) == left(there)


def test_no_scan_that_was_acknowledged_gets_lost_on_the_way(tmp_path: Path) -> None:
    """Somebody goes on scanning through it: each answer is of the old state, which is kept, or of
    the new one.
    """
    there, here = tmp_path / "there", tmp_path / "here"
    there.mkdir()
    assert begun(there).leave() == (0, "")
    assert okanjo(there, "backup", "evening.okanjo").returncode == 0
    here.mkdir()
    program = begun(here)
    give, take, errors = program.child.stdin, program.child.stdout, program.child.stderr
    assert give is not None
    assert take is not None
    assert errors is not None
    done: list[int] = []
    answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def restore() -> None:
        done.append(okanjo(here, "restore", str(there / "evening.okanjo")).returncode)

    def hear() -> None:
        with take:
            for line in take:
                answers.put(line)

    threads = [threading.Thread(target=restore), threading.Thread(target=hear)]
    for thread in threads:
        thread.start()
    accepted, after = 0, 0
    for badge in itertools.cycle(("blue", "red")):
        give.write(f"badge {badge}\n".encode())
        give.flush()
        with suppress(queue.Empty):  # a line on its way while it ends has no answer
            accepted += answers.get(timeout=1.0).startswith(b"accepted")
        after += (here / "okanjo" / BEFORE).exists()
        if after > 10:
            break
    give.close()
    for thread in threads:
        thread.join()
    while not answers.empty():  # or has it later, on a slow machine
        accepted += answers.get().startswith(b"accepted")
    assert done == [0]
    with errors:
        assert errors.read() == b"Backup restored.\n"
    assert program.child.wait(90) == 0
    assert okanjo(here, "backup", "after.okanjo").returncode == 0
    old = len(scans_in((here / "okanjo" / BEFORE).read_bytes()))
    new = len(scans_in((here / "after.okanjo").read_bytes())) - len(LOBBY)
    assert accepted <= old - len(LOBBY) + new <= accepted + 1


def test_scans_that_only_memory_holds_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Journal(str(tmp_path / "okanjo"), disk=FailingDisk)) as journal:
        for number, code in enumerate(("002008", "002056", "001010")):
            monkeypatch.setattr(FailingDisk, "full", number > 0)
            assert journal.append(code, 0, 1.0, GameNow(1)) == (number == 0)
        owners = settings_of(tmp_path / "okanjo")
        config = str(tmp_path / "okanjo.toml")
        running = Running(config, owners, journal, lambda do: None, Sticks())
        packed, report = back_up(running)
        monkeypatch.setattr(FailingDisk, "full", False)
        assert journal.retry()
        journal._disk.let_go()
        _, later = back_up(running)
    assert report.counts.scans == 1
    assert [*map(say, report.notes)] == [
        "The disk cannot be written (disk full). Not in this backup: 2 scans only in memory."
    ]
    assert scans_in(packed) == ["002008"]
    assert later.counts.scans == 3
    assert say(later.notes[0]).endswith("Not in this backup: the last scans.")


def at_once(between: Callable[[], bool]) -> None:
    """The table's thread has nothing else to do."""
    between()


@pytest.mark.parametrize("still_full", [False, True])
def test_a_restore_saves_what_only_memory_holds_or_tells_that_it_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, still_full: bool
) -> None:
    folder = tmp_path / "okanjo"
    played(folder, "sushi-go-dummy")
    packed, owners = backup_of(folder), settings_of(folder)
    with closing(Journal(str(folder), disk=FailingDisk)) as journal:
        monkeypatch.setattr(FailingDisk, "full", True)
        assert not journal.append("001010", 0, 1.0, None)
        monkeypatch.setattr(FailingDisk, "full", still_full)
        config = str(tmp_path / "okanjo.toml")
        report = restore(Running(config, owners, journal, at_once, Sticks()), packed)
    assert (LOST in report.notes) == still_full


def test_one_backup_or_restore_at_a_time(tmp_path: Path) -> None:
    played(tmp_path / "okanjo", "sushi-go-dummy")
    packed = backup_of(tmp_path / "okanjo")
    owners = settings_of(tmp_path / "okanjo")

    def take_over(do: Callable[[], bool]) -> None:
        """The restore is ready; meanwhile somebody asks elsewhere."""
        with pytest.raises(NotDone, match=say(BUSY)):
            back_up(running)
        assert do()

    with closing(Journal(str(tmp_path / "okanjo"))) as journal:
        running = Running(str(tmp_path / "okanjo.toml"), owners, journal, take_over, Sticks())
        restore(running, packed)


def test_a_table_that_does_not_answer_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program ends or restarts, and nobody reads its inbox; or later than that."""
    played(tmp_path / "okanjo", "sushi-go-dummy")
    packed, before = backup_of(tmp_path / "okanjo"), bytes_of(tmp_path / "okanjo")
    owners, late = settings_of(tmp_path / "okanjo"), list[Callable[[], bool]]()
    monkeypatch.setattr(backup_running, "TABLE_WITHIN_S", 0.01)
    with closing(Journal(str(tmp_path / "okanjo"))) as journal:
        running = Running(str(tmp_path / "okanjo.toml"), owners, journal, late.append, Sticks())
        for _ in range(2):  # the first gives its place free
            with pytest.raises(NotDone, match="nothing was restored"):
                restore(running, packed)
        assert [do() for do in late] == [False, False]
    assert bytes_of(tmp_path / "okanjo") == before


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """No file grows beyond so many bytes, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize(
    ("size", "sentence"),
    [
        (4, "File too large: nothing was changed"),
        (3000, "the journal cannot be written (disk error): nothing was changed"),
    ],
)
def test_a_disk_that_takes_no_more_is_said_and_changes_nothing(
    tmp_path: Path, size: int, sentence: str
) -> None:
    played(tmp_path / "okanjo", "sushi-go-dummy")
    packed, before = backup_of(tmp_path / "okanjo"), bytes_of(tmp_path / "okanjo")
    owners = settings_of(tmp_path / "okanjo")
    with closing(Journal(str(tmp_path / "okanjo"))) as journal:
        running = Running(str(tmp_path / "okanjo.toml"), owners, journal, lambda do: None, Sticks())
        with files_of_at_most(size), pytest.raises(NotDone) as why:
            restore(running, packed)
    assert str(why.value) == sentence
    assert bytes_of(tmp_path / "okanjo") == before


def test_a_disk_that_fills_up_at_the_last_step_restarts_nothing(tmp_path: Path) -> None:
    """The table is asked, and cannot keep a backup of what was."""
    played(tmp_path / "okanjo", "sushi-go-dummy")
    packed = backup_of(tmp_path / "okanjo")
    owners, restarts = settings_of(tmp_path / "okanjo"), list[bool]()

    def table(do: Callable[[], bool]) -> None:
        with files_of_at_most(4):
            restarts.append(do())

    with closing(Journal(str(tmp_path / "okanjo"))) as journal:
        running = Running(str(tmp_path / "okanjo.toml"), owners, journal, table, Sticks())
        with pytest.raises(NotDone, match="File too large: nothing was changed"):
            restore(running, packed)
    assert restarts == [False]
