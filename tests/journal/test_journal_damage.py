"""Damaged files: set aside whole, never silently emptied, and what can be read goes on."""

import os
import random
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from support.journal_tools import code_of, codes, in_order, scan, tell_child

from firmware.journal.journal import GameNow, Journal

RESULT = '{"by": "' + "nigiri " * 900 + '"}'  # long enough for overflow pages
FILES = ("journal.db", "journal.db-wal")
SCANS = 282


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two finished games and one begun, half in the file, half in a log left by a pulled plug."""
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
    return kept


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory: what is tried hundreds of times need not wait for a disk."""
    if not os.access("/dev/shm", os.W_OK):  # noqa: S108 - a fresh folder is made in it
        yield tmp_path
        return
    with TemporaryDirectory(dir="/dev/shm") as folder:
        yield Path(folder)


def spoiled(content: bytes, chance: random.Random) -> bytes:
    """The bytes with one flipped, or cut off, or a stretch of them garbage, zeros or moved."""
    spoilt, at = bytearray(content), chance.randrange(len(content))
    end = min(len(spoilt), at + chance.choice((1, 30, 512, 4096, 9000)))
    match chance.randrange(6):
        case 0 | 1:
            spoilt[at] ^= 1 << chance.randrange(8)
        case 2:
            del spoilt[at:]
        case 3:
            spoilt[at:end] = chance.randbytes(end - at)
        case 4:
            spoilt[at:end] = bytes(end - at)
        case _:
            del spoilt[at:end]
    return bytes(spoilt)


def check_gone_on_with(folder: Path, file: str, content: bytes, what: str) -> Journal:
    """What must hold of a journal whose file now has this content, however it was spoiled."""
    journal = Journal(str(folder))
    assert journal.saved, what
    last = journal.last_game()
    end = last.scans[-1].seq if last and last.scans else last.game.first_seq - 1 if last else 0
    if journal.notices:
        assert (folder / file.replace("journal.db", "journal.db.damaged-1")).read_bytes() == content
    else:
        assert end == SCANS, what
    assert codes(journal) == in_order(end)[-len(codes(journal)) or end :], what
    number = last.game.number if last else 1
    assert journal.append(code_of(end + 1), 0, 1.0, GameNow(number)), what
    return journal


@pytest.mark.parametrize("file", FILES)
def test_whatever_is_spoiled_nothing_is_silently_lost(
    evening: Path, quick: Path, file: str
) -> None:
    content = (evening / file).read_bytes()
    whole = 0
    for seed in range(120):
        folder = quick / str(seed)
        shutil.copytree(evening, folder)
        spoilt = spoiled(content, random.Random(seed))
        (folder / file).write_bytes(spoilt)
        journal = check_gone_on_with(folder, file, spoilt, f"{file}, seed {seed}")
        whole += codes(journal)[-1] == code_of(SCANS + 1)
        found = codes(journal)
        journal.close()
        journal = Journal(str(folder))
        assert (codes(journal), journal.notices) == (found, []), seed
        journal.close()
        shutil.rmtree(folder)
    assert whole > 60  # most damage costs no scan at all


def test_a_bad_place_in_the_log_is_noticed_without_the_mark(evening: Path, tmp_path: Path) -> None:
    """After a power cut the mark may be old: what lies behind the bad place tells of it."""
    folder = tmp_path / "state"
    for offset in (3, 20, 40, 5000, 100_000):
        shutil.copytree(evening, folder)
        os.remove(folder / "journal.mark")
        spoilt = bytearray((folder / "journal.db-wal").read_bytes())
        spoilt[offset] ^= 4
        (folder / "journal.db-wal").write_bytes(spoilt)
        journal = Journal(str(folder))
        assert journal.notices, offset
        assert codes(journal)[-1] == code_of(SCANS)
        assert len(journal.finished()) == 2
        assert all(game.result == RESULT for game in journal.finished())
        journal.close()
        shutil.rmtree(folder)


@pytest.mark.parametrize("gone", [FILES[:1], FILES[1:], FILES])
def test_files_that_are_gone_are_missed(evening: Path, tmp_path: Path, gone: list[str]) -> None:
    folder = tmp_path / "state"
    shutil.copytree(evening, folder)
    for file in gone:
        os.remove(folder / file)
    journal = Journal(str(folder))
    assert journal.notices
    assert journal.saved
    scan(journal, 1)
    journal.close()


def test_a_file_that_is_no_journal_is_set_aside(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    for content in (b"", b"x", b"SQLite format 3\0", bytes(8192), b"\xff" * 100_000):
        (folder / "journal.db").write_bytes(content)
        journal = Journal(str(folder))
        assert "DAMAGED" in journal.notices[0].screen
        journal.close()
        kept = sorted(folder.glob("journal.db.damaged-*"), key=os.path.getmtime)
        assert content in [file.read_bytes() for file in kept]
        (folder / "journal.mark").unlink()
    assert len(list(folder.glob("journal.db.damaged-*"))) == 5


def test_another_programs_database_is_set_aside(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    other = sqlite3.connect(folder / "journal.db")
    other.execute("CREATE TABLE scans (seq INTEGER PRIMARY KEY, text)")
    other.close()
    journal = Journal(str(folder))
    assert "not an Okanjo journal" in journal.notices[0].log
    journal.close()


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM scans WHERE seq = 250",
        "UPDATE scans SET code = '12345' WHERE seq = 250",
        "UPDATE scans SET code = '123456' WHERE seq = 250",
        "UPDATE scans SET lane = 1 WHERE seq = 250",
        "UPDATE games SET opening = 'badge pink' WHERE number = 3",
        "UPDATE games SET first_seq = 240 WHERE number = 3",
        "DROP TABLE games",
        "DROP TABLE scans",
        "DELETE FROM games",
    ],
)
def test_rows_that_were_changed_are_found_out(evening: Path, tmp_path: Path, change: str) -> None:
    folder = tmp_path / "state"
    shutil.copytree(evening, folder)
    other = sqlite3.connect(folder / "journal.db")
    other.execute(change)
    other.commit()
    other.close()
    journal = Journal(str(folder))
    assert "DAMAGED" in journal.notices[0].screen
    scan(journal, 1, GameNow(3))
    journal.close()


def test_a_gap_cuts_its_own_game_only(evening: Path, tmp_path: Path) -> None:
    folder = tmp_path / "state"
    shutil.copytree(evening, folder)
    other = sqlite3.connect(folder / "journal.db")
    other.execute("PRAGMA secure_delete=ON")
    other.execute("DELETE FROM scans WHERE seq = 140")
    other.execute("UPDATE scans SET seq = 9999 WHERE seq = 141")
    other.commit()
    other.execute("VACUUM")
    other.close()
    journal = Journal(str(folder))
    assert "DAMAGED" in journal.notices[0].screen
    assert codes(journal) == in_order(SCANS)[203 - 1 + 1 :]
    assert journal.game_before(3) is None
    assert [game.number for game in journal.finished()] == [1, 2]
    journal.close()
    journal = Journal(str(folder))
    assert journal.notices == []
    journal.close()


@pytest.mark.parametrize("cut", range(4))
def test_a_plug_pulled_while_the_journal_is_mended_mends_it_later(
    evening: Path, tmp_path: Path, cut: int
) -> None:
    """At each step of the move: log, index and journal aside, the new one in its place."""
    folder = tmp_path / "state"
    shutil.copytree(evening, folder)
    whole = Journal(str(folder))
    contents = codes(whole)
    whole.close()
    os.rename(folder / "journal.db", folder / "journal.db.ready")
    for number, beside in enumerate(("-wal", "-shm", "")):
        shutil.copy(evening / f"journal.db{beside}", folder)
        if number < cut:
            os.rename(folder / f"journal.db{beside}", folder / f"journal.db.damaged-1{beside}")
    journal = Journal(str(folder))
    assert (codes(journal), journal.saved) == (contents, True)
    for file in FILES:
        kept = folder / file.replace("journal.db", "journal.db.damaged-1")
        assert kept.read_bytes() == (evening / file).read_bytes()
    journal.close()


def test_a_damaged_journal_on_a_read_only_disk_gives_its_game(
    evening: Path, tmp_path: Path
) -> None:
    from journal.test_journal_sync import in_own_mounts

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
