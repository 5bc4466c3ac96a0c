"""Damaged, deleted and changed files: set aside whole, what is lost is told, and play goes on.

A kind of damage is a function of a state folder. Whatever it is, the start takes the next scan,
keeps the damaged files as they are, names what is missing, and the next start has nothing to say.
"""

import os
import random
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from support.failing_disk import in_own_mounts
from support.journal_tools import code_of, codes, in_order, scan, tell_child
from support.soak import share
from support.table_program import ProgramTable, left

from firmware.common.system.text import english
from firmware.core.journal.database import create
from firmware.core.journal.journal import Journal
from firmware.core.journal.mark import read_mark, write_mark
from firmware.core.journal.rows import Found, GameNow, GameRow, ScanRow
from firmware.core.journal.salvage import salvage

RESULT = '{"by": "' + "nigiri " * 900 + '"}'  # long enough for overflow pages
FILES = ("journal.db", "journal.db-wal")
SEEDS = share(600)
SCANS = 282
SECOND, THIRD = 83, 204  # where the second and the third game begin
Damage = Callable[[Path], object]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two finished games and one begun, half in the file, half in a log left by a power cut."""
    folder = tmp_path_factory.mktemp("evening") / "state"
    journal = Journal(str(folder))
    scan(journal, 80)
    scan(journal, 1, GameNow(1, result=RESULT))
    scan(journal, 1, GameNow(2, "badge red"))
    scan(journal, 70, GameNow(2, "badge red"))
    journal.close()
    journal = Journal(str(folder))
    scan(journal, 49, GameNow(2, "badge red"))
    scan(journal, 1, GameNow(2, "badge red", result=RESULT))
    scan(journal, 1, GameNow(3, "badge blue"))
    scan(journal, SCANS - 203, GameNow(3, "badge blue"))
    kept = folder.parent / "kept"
    shutil.copytree(folder, kept)
    journal.close()
    log = kept / "journal.db-wal"
    log.write_bytes(log.read_bytes().rstrip(b"\0"))  # without the reserve, so that damage hits
    return kept


@pytest.fixture
def state(evening: Path, tmp_path: Path) -> Path:
    shutil.copytree(evening, tmp_path / "state")
    return tmp_path / "state"


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory: what is tried hundreds of times need not wait for a disk."""
    if not os.access("/dev/shm", os.W_OK):  # noqa: S108 - a fresh folder is made in it
        yield tmp_path
        return
    with TemporaryDirectory(dir="/dev/shm") as folder:
        yield Path(folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES if (folder / name).is_file()}


def goes_on(folder: Path, what: str = "") -> tuple[int, str]:
    """Start twice; the last seq that was found, and what was told. Checks what must always hold."""
    before = contents(folder)
    journal = Journal(str(folder))
    assert journal.saved, what
    log = "".join(finding.log for finding in journal.findings)
    last = journal.last_game()
    end = last.scans[-1].seq if last and last.scans else last.game.first_seq - 1 if last else 0
    assert codes(journal) == in_order(end)[-len(codes(journal)) or end :], what
    assert ("Missing: " in log) or end == SCANS, what
    if log:
        for name, content in before.items():
            kept = folder / name.replace("journal.db", "journal.db.damaged-1")
            assert kept.read_bytes() == content, what
    assert journal.append(code_of(end + 1), 0, 1.0, GameNow(last.game.number if last else 1)), what
    kept_codes = codes(journal)
    journal.close()
    journal = Journal(str(folder))
    assert (codes(journal), journal.findings) == (kept_codes, []), what
    journal.close()
    return end, log


def spoiled(content: bytes, chance: random.Random) -> bytes:
    """The bytes with one flipped, or cut off, or a stretch of them garbage, zeros or moved."""
    spoilt, offset = bytearray(content), chance.randrange(len(content))
    end = min(len(spoilt), offset + chance.choice((1, 30, 512, 4096, 9000)))
    match chance.randrange(6):
        case 0 | 1:
            spoilt[offset] ^= 1 << chance.randrange(8)
        case 2:
            del spoilt[offset:]
        case 3:
            spoilt[offset:end] = chance.randbytes(end - offset)
        case 4:
            spoilt[offset:end] = bytes(end - offset)
        case _:
            del spoilt[offset:end]
    return bytes(spoilt)


@pytest.mark.parametrize("file", FILES)
def test_whatever_is_spoiled_nothing_is_silently_lost(
    evening: Path, quick: Path, file: str
) -> None:
    content = (evening / file).read_bytes()
    whole = 0
    for seed in range(SEEDS):
        folder = quick / str(seed)
        shutil.copytree(evening, folder)
        (folder / file).write_bytes(spoiled(content, random.Random(seed)))
        end, _ = goes_on(folder, f"{file}, seed {seed}")
        whole += end == SCANS
        shutil.rmtree(folder)
    assert whole > SEEDS / 2  # most damage costs no scan at all


def sql(statement: str) -> Damage:
    def change(folder: Path) -> None:
        with closing(sqlite3.connect(folder / "journal.db")) as connection:
            connection.execute("PRAGMA secure_delete=ON")
            connection.execute(statement)
            connection.commit()

    change.__name__ = statement
    return change


def gone(*names: str) -> Damage:
    def delete(folder: Path) -> None:
        for name in names:
            os.remove(folder / name)

    delete.__name__ = f"without {' '.join(names)}"
    return delete


def holds(content: bytes) -> Damage:
    def overwrite(folder: Path) -> None:
        (folder / "journal.db").write_bytes(content)
        (folder / "journal.db-wal").unlink()

    overwrite.__name__ = repr(content[:20])
    return overwrite


def spoiled_log_without_mark(offset: int) -> Damage:
    """After a power cut the mark may be old: what lies behind the bad place tells of it."""

    def flip(folder: Path) -> None:
        os.remove(folder / "journal.mark")
        log = bytearray((folder / "journal.db-wal").read_bytes())
        log[offset] ^= 4
        (folder / "journal.db-wal").write_bytes(log)

    flip.__name__ = f"bit at {offset} of the log, no mark"
    return flip


def bad_page(number: int) -> Damage:
    """A page of the file that no longer holds anything; the log holds no copy of pages 1 and 4."""

    def zero(folder: Path) -> None:
        with closing(sqlite3.connect(folder / "journal.db")) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with (folder / "journal.db").open("r+b") as file:
            file.seek((number - 1) * 4096)
            file.write(bytes(4096))

    zero.__name__ = f"page {number}"
    return zero


def emptied(folder: Path) -> None:
    os.truncate(folder / "journal.db", 0)


OTHER_CONTENTS = (b"", b"x", b"SQLite format 3\0", bytes(8192), b"\xff" * 100_000)
KINDS: list[tuple[Damage, str, int]] = [  # what is told of it, and the last scan that is found
    *(
        (spoiled_log_without_mark(offset), "damaged", SCANS)
        for offset in (3, 20, 40, 5000, 100_000)
    ),
    (gone("journal.db"), "the journal itself is gone", SCANS),
    (gone("journal.db-wal"), "Missing: 130 scans of game 2 or later", 152),
    (gone(*FILES), "Missing: 282 scans.", 0),
    *((holds(content), "Missing: 282 scans.", 0) for content in OTHER_CONTENTS),
    (emptied, "it was cut off", SCANS),  # its log has all pages
    (sql("DELETE FROM scans WHERE seq = 250"), "33 scans of game 3 or later", 249),
    (sql("UPDATE scans SET code = '12345' WHERE seq = 250"), "of game 3", 249),
    (sql("UPDATE scans SET code = '123456' WHERE seq = 250"), "of game 3", 249),
    (sql("UPDATE scans SET lane = 1 WHERE seq = 250"), "of game 3", 249),
    (sql("UPDATE scans SET seq = 9999 WHERE seq = 140"), "64 scans of game 2", SCANS),
    (sql("UPDATE games SET opening = 'badge pink' WHERE number = 3"), "does not match", SCANS),
    (sql("UPDATE games SET first_seq = 240 WHERE number = 3"), "does not match", SCANS),
    (sql("DROP TABLE games"), "SQLite says", SCANS),
    (sql("DROP TABLE scans"), "SQLite says", 203),
    (sql("DELETE FROM games"), "scans without a game", SCANS),
    (sql("PRAGMA application_id=7"), "not an Okanjo journal", SCANS),
    *((bad_page(number), "damaged", SCANS) for number in (1, 2)),
]


@pytest.mark.parametrize(
    ("damage", "logged", "end"), KINDS, ids=lambda value: getattr(value, "__name__", "")
)
def test_each_kind_of_damage_is_told_and_gone_on_from(
    state: Path, damage: Damage, logged: str, end: int
) -> None:
    damage(state)
    last, log = goes_on(state)
    assert logged in log
    assert "was damaged" in log
    assert last == end


def test_rows_on_both_sides_of_a_bad_page_are_kept(tmp_path: Path) -> None:
    """Ten games of 60 scans; a page in the middle of them is gone."""
    journal = Journal(str(tmp_path))
    for number in range(1, 11):
        scan(journal, 60, GameNow(number))
    journal.close()
    content = (tmp_path / "journal.db").read_bytes()
    leaves = [offset for offset in range(4096, len(content), 4096) if content[offset] == 0x0D]
    (tmp_path / "journal.db").write_bytes(
        content[: leaves[3]] + bytes(4096) + content[leaves[3] + 4096 :]
    )
    journal = Journal(str(tmp_path))
    assert "Missing: " in journal.findings[0].log
    assert "later" not in journal.findings[0].log
    assert codes(journal) == in_order(600)[-59:]
    journal.close()
    with closing(sqlite3.connect(tmp_path / "journal.db")) as connection:
        rows = [code for (code,) in connection.execute("SELECT code FROM scans ORDER BY seq")]
    assert 350 < len(rows) < 600
    assert (rows[:120], rows[-120:]) == (in_order(600)[:120], in_order(600)[-120:])


@pytest.mark.parametrize(
    ("games", "seqs", "mark", "taken", "kept", "missing"),
    [
        ({1: 1, 2: 4}, "12345", 5, {1: 1, 2: 4}, "12345", []),
        ({2: 4}, "12345", 5, {1: 1, 2: 4}, "12345", []),  # a game for scans that have lost theirs
        ({}, "345", 5, {1: 3}, "345", []),
        ({1: 1, 3: 4}, "12345", 5, {1: 1, 3: 4}, "12345", ["game 2"]),
        ({1: 1, 2: 1, 3: 4}, "12345", 5, {1: 1, 3: 4}, "12345", ["game 2"]),
        ({1: 1, 2: 4}, "1345", 5, {1: 1, 2: 4}, "145", ["2 scans of game 1"]),
        ({1: 1, 2: 4}, "123", 6, {1: 1, 2: 4}, "123", ["3 scans of game 2 or later"]),
        ({1: 1}, "1245", 5, {1: 1}, "12", ["3 scans of game 1 or later"]),
        ({}, "", 7, {}, "", ["7 scans"]),
        ({}, "", 0, {}, "", []),
    ],
)
def test_which_games_and_scans_are_taken_from_what_can_be_read(
    tmp_path: Path,
    games: dict[int, int],
    seqs: str,
    mark: int,
    taken: dict[int, int],
    kept: str,
    missing: list[str],
) -> None:
    """Games by number, each with its first scan."""
    path = str(tmp_path / "journal.db")
    rows = [GameRow(number, first, "", "", None, 1.0, None) for number, first in games.items()]
    create(path, Found(0, rows, [ScanRow(int(seq), code_of(1), 0, 1.0) for seq in seqs]))
    write_mark(path, mark)
    salvaged = salvage(path)
    assert {game.number: game.first_seq for game in salvaged.readable.games} == taken
    assert "".join(str(scan.seq) for scan in salvaged.readable.scans) == kept
    assert salvaged.readable.last_seq == max([*map(int, kept), *(n - 1 for n in taken.values()), 0])
    assert [*map(english, salvaged.missing)] == missing


@pytest.mark.parametrize(
    ("mark", "seq"),
    [
        (b"%020d\n" % 7, 7),
        (b"7\n", 0),
        (b"%021d\n" % 7, 0),
        (b"x" * 20, 0),
        (b"-" * 20, 0),
        (b"", 0),
    ],
)
def test_a_mark_that_is_not_whole_says_nothing(tmp_path: Path, mark: bytes, seq: int) -> None:
    (tmp_path / "journal.mark").write_bytes(mark)
    assert read_mark(str(tmp_path / "journal.db")) == seq


@pytest.mark.parametrize("cut", range(4))
def test_a_plug_pulled_while_the_journal_is_mended_mends_it_later(
    state: Path, evening: Path, cut: int
) -> None:
    """At each step of the move: log, index and journal aside, the new one in its place."""
    whole = Journal(str(state))
    kept_codes = codes(whole)
    whole.close()
    os.rename(state / "journal.db", state / "journal.db.ready")
    for number, beside in enumerate(("-wal", "-shm", "")):
        shutil.copy(evening / f"journal.db{beside}", state)
        if number < cut:
            os.rename(state / f"journal.db{beside}", state / f"journal.db.damaged-1{beside}")
    journal = Journal(str(state))
    assert (codes(journal), journal.saved) == (kept_codes, True)
    for file in FILES:
        kept = state / file.replace("journal.db", "journal.db.damaged-1")
        assert kept.read_bytes() == (evening / file).read_bytes()
    journal.close()


def test_a_damaged_journal_on_a_read_only_disk_gives_its_game(
    evening: Path, tmp_path: Path
) -> None:
    spoilt = tmp_path / "spoilt"
    shutil.copytree(evening, spoilt)
    for file in FILES:
        content = bytearray((spoilt / file).read_bytes())
        content[5000] ^= 1
        (spoilt / file).write_bytes(content)
    small = tmp_path / "small"
    steps = [f'cp -a "{spoilt}/." "{small}"', f'mount -o remount,ro "{small}"']
    lines = [code_of(SCANS + 1), f'run mount -o remount,rw "{small}"', "retry"]
    lines.append(f'run cp -a "{small}/." "{tmp_path}/after"')
    (tmp_path / "after").mkdir()
    answers = tell_child(small, lines, under=in_own_mounts(small, "4m", *steps))
    assert [answer.split()[:2] for answer in answers[:2]] == [
        ["unsaved", str(SCANS)],
        ["unsaved", str(SCANS + 1)],
    ]
    assert answers[-1] == f"saved {SCANS + 1}"
    assert (tmp_path / "after" / "journal.db.damaged-1").exists()


# --- beside the journal ---------------------------------------------------------------------------


def test_a_link_to_a_journal_elsewhere_has_its_log_and_mark_there(tmp_path: Path) -> None:
    stick, state = tmp_path / "stick", tmp_path / "state"
    state.mkdir()
    assert tell_child(stick, in_order(5))[-1] == "saved 5"
    (state / "journal.db").symlink_to(stick / "journal.db")
    assert tell_child(state, [code_of(6)]) == ["saved 5", "saved 6"]
    assert sorted(os.listdir(state)) == ["journal.db", "owner"]


# --- during play ----------------------------------------------------------------------------------


def replaced(path: Path) -> None:
    path.rename(path.with_name("away"))
    path.write_bytes(b"")


@pytest.mark.parametrize("damage", [os.remove, replaced])
@pytest.mark.parametrize("name", FILES)
def test_files_lost_during_play_are_noticed_and_all_is_written_anew(
    tmp_path: Path, name: str, damage: Damage
) -> None:
    journal = Journal(str(tmp_path))
    scan(journal, 5)
    damage(tmp_path / name)
    assert not journal.append(code_of(6), 0, 1.0, GameNow(1))
    assert journal.append(code_of(7), 0, 1.0, GameNow(1)), journal.trouble
    journal.close()
    journal = Journal(str(tmp_path))
    assert (codes(journal), journal.findings) == (in_order(7), [])
    journal.close()


def test_an_index_cut_short_in_play_ends_the_program_and_loses_nothing(tmp_path: Path) -> None:
    """SQLite maps journal.db-shm into memory: reading behind its end gives a SIGBUS."""
    lines = ["preset sushi-go-classic", "badge red", "badge blue", "command next", "badge red"]
    twin, folder = tmp_path / "twin", tmp_path / "cut"
    whole, cut = (ProgramTable(place).scan(*lines) for place in (twin, folder))
    assert whole.leave() == (0, "")
    os.truncate(folder / "okanjo/journal.db-shm", 0)
    assert cut.answer("command undo") == ""
    assert cut.child.wait(20) == -signal.SIGBUS
    cut.kill()
    assert left(folder) == left(twin)


def copy_while_it_runs(folder: Path, count: int) -> Path:
    """A journal of so many scans as a power cut leaves it: all in the log, with its reserve."""
    journal = Journal(str(folder / "running"))
    scan(journal, count)
    shutil.copytree(folder / "running", folder / "state")
    journal.close()
    return folder / "state"


@pytest.mark.parametrize("length", [32, 512, 4096])
def test_a_log_whose_beginning_is_gone_gives_all_scans(quick: Path, length: int) -> None:
    state = copy_while_it_runs(quick, 60)
    with (state / "journal.db-wal").open("r+b") as log:
        log.write(bytes(length))
    journal = Journal(str(state))
    assert codes(journal) == in_order(60)
    journal.close()


@pytest.mark.parametrize("bit", range(32))
def test_a_flipped_bit_in_the_version_is_no_newer_okanjo(tmp_path: Path, bit: int) -> None:
    state = tmp_path / "state"
    journal = Journal(str(state))
    scan(journal, 5)
    journal.close()
    content = bytearray((state / "journal.db").read_bytes())
    content[63 - bit // 8] ^= (
        1 << bit % 8
    )  # the user version: https://www.sqlite.org/fileformat.html
    (state / "journal.db").write_bytes(content)
    journal = Journal(str(state))
    assert (journal.saved, journal.last_seq) == (True, 5)
    assert "its header says version" in journal.findings[0].log
    journal.close()


def test_the_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    state = tmp_path / "state"
    before = os.umask(0o022)
    try:
        journal = Journal(str(state))
        scan(journal, 5)
    finally:
        os.umask(before)
    modes = {file.name: file.stat().st_mode & 0o777 for file in state.iterdir()}
    journal.close()
    assert {"journal.db", "journal.db-wal", "journal.db-shm"} <= set(modes)
    assert set(modes.values()) == {0o600}, modes
