"""Backups made to do harm: none of their SQL is run, and none takes more than its limits."""

import io
import secrets
import sqlite3
import subprocess
import sys
import time
import zipfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.backup_tools import backup_of, changed, members, played, refused
from support.table_program import okanjo
from support.web_commands import children

import firmware.core.journal.foreign as foreign
import firmware.records.backup.unpack as unpacking
from engine.codes import code
from firmware.core.journal.foreign import MOST_GAMES, MOST_OF_A_GAME, MOST_SCANS
from firmware.core.journal.rows import PAGE_BYTES, Found, GameRow, ScanRow
from firmware.records.backup.archive import (
    DAMAGED_BECAUSE,
    JOURNAL,
    MOST_JOURNAL,
    Backup,
    BadBackup,
    pack,
)
from firmware.records.backup.check import answers
from firmware.records.backup.summary import MOST_BYTES
from firmware.records.backup.unpack import STOPPED, unpack
from firmware.words.worded import sent

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT {} FROM n"
SCAN = "i AS seq, '002008' AS code, 0 AS lane, 0.0 AS at, 0 AS crc"
HUGE = 9_223_372_036_854_775_807
DAMAGED = f"{JOURNAL} in it is damaged: "
OTHER = f"{DAMAGED}it holds other tables than Okanjo writes"
HEADER = f"{DAMAGED}its header is not an Okanjo journal's"


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("there") / "state"
    played(folder, "sushi-go-dummy")
    return backup_of(folder)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("here") / "state"
    played(folder, "party-tally")
    return folder


def with_journal(packed: bytes, journal: bytes) -> bytes:
    return changed(packed, {JOURNAL: journal})


def altered(packed: bytes, *statements: str) -> bytes:
    """The same backup after some SQL."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as journal:
        journal.deserialize(members(packed)[JOURNAL])
        for statement in statements:
            journal.execute(statement)
        return with_journal(packed, journal.serialize())


def patched(packed: bytes, offset: int, some: bytes) -> bytes:
    """The same backup with other bytes in its journal."""
    journal = members(packed)[JOURNAL]
    return with_journal(packed, journal[:offset] + some + journal[offset + len(some) :])


def of_rows(games: Sequence[GameRow], scans: Sequence[ScanRow]) -> bytes:
    """A backup of rows whose checksums are right, whatever else is wrong with them."""
    return pack(Backup("", b"", "", Found(0, [*games], [*scans])), {})


def game(number: int = 1, first_seq: int = 1, **more: Any) -> GameRow:
    return GameRow(number, first_seq, "{}", "{}", None, 0.0, None)._replace(**more)


def scan(seq: int = 1, **more: Any) -> ScanRow:
    return ScanRow(seq, code(200), 0, 0.0)._replace(**more)


# --- a schema that is not ours -------------------------------------------------------------


@pytest.mark.parametrize(
    "statements",
    [
        ["DROP TABLE scans", f"CREATE VIEW scans AS {ENDLESS.format(SCAN)}"],
        ["DROP TABLE games", f"CREATE VIEW games AS {ENDLESS.format('i AS number')}"],
        [
            "DROP TABLE scans",
            "CREATE VIEW scans AS SELECT 1 AS seq, zeroblob(1000000000) AS code, 0 AS lane,"
            " 0.0 AS at, 0 AS crc",
        ],
        [f"CREATE VIEW more AS {ENDLESS.format('i')}"],
        ["CREATE TRIGGER more AFTER INSERT ON scans BEGIN DELETE FROM games; END"],
        ["CREATE TABLE more (a)"],
        ["CREATE VIRTUAL TABLE more USING fts5(a)"],
        ["CREATE VIRTUAL TABLE more USING rtree(a, b, c)"],
        ["ALTER TABLE scans ADD COLUMN more AS (zeroblob(1000000000))"],
        ["ALTER TABLE scans ADD COLUMN more DEFAULT 7"],
        ["ALTER TABLE games ADD COLUMN more CHECK (length(randomblob(1000)) > 0)"],
        ["CREATE INDEX more ON scans (abs(seq))"],
        ["CREATE INDEX more ON scans (seq) WHERE length(code) > 0"],
        ["DROP INDEX deleted_games"],
        [
            "DROP INDEX deleted_games",
            "CREATE INDEX deleted_games ON games (abs(deleted)) WHERE deleted != 0",
        ],
        ["ANALYZE"],
        ["CREATE TABLE more (a INTEGER PRIMARY KEY AUTOINCREMENT)", "DROP TABLE more"],
    ],
    ids=lambda statements: statements[-1][:40],
)
def test_nothing_but_the_tables_of_a_journal(
    here: Path, packed: bytes, statements: list[str]
) -> None:
    """A view and a computed column would be run by whoever reads them, a trigger by who writes."""
    began = time.monotonic()
    assert refused(here, altered(packed, *statements)) == OTHER
    assert time.monotonic() - began < 20


@pytest.mark.parametrize(
    "change",
    [
        "sql = 'CREATE VIEW scans AS SELECT 1', rootpage = 0, type = 'view' WHERE name = 'scans'",
        # says that it is the table that it always was, and has a CHECK of its own
        "sql = replace(sql, 'crc INTEGER', 'crc CHECK (abs(crc)) INTEGER') WHERE name = 'scans'",
        "sql = sql || char(0) || 'x' WHERE name = 'scans'",
        "sql = NULL WHERE name = 'scans'",
        "sql = zeroblob(2000000) WHERE name = 'scans'",
        "sql = CAST(x'435245415445205641425545e9' AS TEXT) WHERE name = 'scans'",  # Latin-1
        "name = CAST(x'e9' AS TEXT) WHERE name = 'deleted_games'",
        "rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'games') WHERE name = 'scans'",
        "rootpage = 1 WHERE name = 'scans'",
        "rootpage = 99999 WHERE name = 'games'",
        "rootpage = -1 WHERE name = 'games'",
        "tbl_name = 'scans' WHERE name = 'deleted_games'",
    ],
)
def test_a_schema_that_was_written_over(here: Path, packed: bytes, change: str) -> None:
    bad = altered(packed, "PRAGMA writable_schema=ON", f"UPDATE sqlite_schema SET {change}")  # noqa: S608
    assert refused(here, bad).startswith(DAMAGED)


def test_rows_of_the_schema_that_hide_behind_others(here: Path, packed: bytes) -> None:
    bad = altered(
        packed,
        "PRAGMA writable_schema=ON",
        "INSERT INTO sqlite_schema VALUES ('table', 'scans', 'scans', 3, 'CREATE TABLE scans (a)')",
    )
    assert refused(here, bad).startswith(DAMAGED)


# --- a file that is not ours ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("offset", "some"),
    [
        (0, b"SQLite format 4\0"),
        (16, b"\0\1"),  # pages of 65,536 bytes
        (16, b"\2\0"),
        (18, b"\2\2"),  # a write-ahead log
        (20, b"\x20"),  # reserved at the end of each page
        (44, b"\0\0\0\1"),  # an older format of the schema
        (52, b"\0\0\0\7"),  # vacuum
        (56, b"\0\0\0\2"),  # UTF-16
        (72, b"more"),
    ],
)
def test_a_header_that_is_not_a_journals(
    here: Path, packed: bytes, offset: int, some: bytes
) -> None:
    assert refused(here, patched(packed, offset, some)) == HEADER


@pytest.mark.parametrize("encoding", ["UTF-16le", "UTF-16be"])
def test_a_journal_in_utf_16(here: Path, packed: bytes, encoding: str) -> None:
    with (
        closing(sqlite3.connect(":memory:", isolation_level=None)) as ours,
        closing(sqlite3.connect(":memory:", isolation_level=None)) as other,
    ):
        ours.deserialize(members(packed)[JOURNAL])
        other.execute(f"PRAGMA encoding='{encoding}'")
        other.execute("PRAGMA application_id=1330334538")
        other.executescript("\n".join(ours.iterdump()))
        other.execute("PRAGMA user_version=5")
        assert refused(here, with_journal(packed, other.serialize())) == HEADER


@pytest.mark.parametrize("size", [0, 1, 99, 100, 512, PAGE_BYTES - 1, PAGE_BYTES, 9000])
def test_a_journal_that_was_cut_off(here: Path, packed: bytes, size: int) -> None:
    journal = members(packed)[JOURNAL]
    assert refused(here, with_journal(packed, journal[:size])).startswith(DAMAGED)


@pytest.mark.parametrize("size", [65_536, 512])
def test_pages_of_another_size(here: Path, packed: bytes, size: int, tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(members(packed)[JOURNAL])
    with closing(sqlite3.connect(tmp_path / "journal.db")) as journal:
        journal.execute(f"PRAGMA page_size={size}")
        journal.execute("VACUUM")
        assert refused(here, with_journal(packed, journal.serialize())) == HEADER


def test_thousands_of_free_pages_do_no_harm(packed: bytes) -> None:
    """They are not kept: a restored journal is written anew."""
    fat = altered(
        packed, "CREATE TABLE more (a)", "INSERT INTO more VALUES (zeroblob(9000000))",
        "DROP TABLE more",
    )  # fmt: skip
    assert len(members(fat)[JOURNAL]) > 9_000_000
    assert unpack(fat) == unpack(packed)


def test_free_pages_that_lead_in_a_circle(here: Path, packed: bytes) -> None:
    journal = bytearray(members(packed)[JOURNAL])
    journal[32:40] = (2).to_bytes(4) + (3000).to_bytes(4)
    assert refused(here, with_journal(packed, bytes(journal))).startswith(DAMAGED)


def test_an_index_that_claims_rows_which_are_not_there(here: Path, packed: bytes) -> None:
    """By other means than SQL: the index's root becomes that of an index with a row."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as journal:
        journal.deserialize(members(packed)[JOURNAL])
        before = journal.serialize()
        ((root,),) = journal.execute("SELECT rootpage FROM sqlite_schema WHERE type = 'index'")
        journal.execute("UPDATE games SET deleted = 7")
        after = journal.serialize()
    page = slice((root - 1) * PAGE_BYTES, root * PAGE_BYTES)
    assert before[page] != after[page]
    assert "SQLite says" in refused(here, patched(packed, page.start, after[page]))


# --- rows that are not ours ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("games", "scans"),
    [
        ([game(HUGE)], [scan()]),
        ([game(first_seq=HUGE)], [scan(HUGE)]),
        ([game(first_seq=1 << 53)], [scan(1 << 53)]),
        ([game(first_seq=HUGE - 1)], [scan(HUGE - 1)]),
        ([game(-5)], [scan()]),
        ([game(0)], [scan()]),
        ([game(first_seq=-5)], [scan(seq) for seq in range(-5, 1)]),
        ([game(1, 5), game(2, 4)], [scan(seq) for seq in range(1, 6)]),
        ([game(1, 1), game(2, 1)], [scan()]),
        ([game(began=float("inf"))], [scan()]),
        ([game(ended=float("-inf"))], [scan()]),
        ([game(deleted=-HUGE)], [scan()]),
        ([game(1, 1), game(2, 2, deleted=1)], [scan(1), scan(2)]),  # no later game empties it
        ([game(result="[")], [scan()]),
        ([game(result="null")], [scan()]),
        ([game(result="[" * 100_000)], [scan()]),
        ([game(result="9" * 5000)], [scan()]),
        ([game()], [scan(lane=HUGE)]),
        ([game()], [scan(at=float("inf"))]),
        ([game()], [scan(code=f"{code(200)}\0x")]),
        ([game()], [scan(code="x" * 100_000)]),
        ([game(note="x" * 2_000_000)], [scan()]),
        ([game(number, number) for number in (1, 2)], [scan(seq) for seq in (1, 2, 4)]),
        ([game()], []),
        ([], [scan()]),
    ],
    ids=lambda rows: repr(rows)[:60],
)
def test_rows_that_play_cannot_go_on_from(
    here: Path, games: list[GameRow], scans: list[ScanRow]
) -> None:
    assert refused(here, of_rows(games, scans)).startswith(DAMAGED)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("code", "x'303032303038'"),
        ("code", "2008"),
        ("lane", "0.5"),
        ("lane", "x'00'"),
        ("at", "'noon'"),
        ("crc", "'noon'"),
        ("crc", "9e999"),
        ("code", "CAST(x'e9' AS TEXT)"),
    ],
)
def test_values_of_another_type(here: Path, packed: bytes, column: str, value: str) -> None:
    bad = altered(packed, f"UPDATE scans SET {column} = {value} WHERE seq = 7")  # noqa: S608
    assert refused(here, bad).startswith(DAMAGED)


def test_names_with_zeros_in_them_come_back_as_they_are() -> None:
    backup = Backup("", b"x", "", Found(1, [game(names="red A\0B")], [scan()]))
    assert unpack(pack(backup, {})) == backup


def test_more_rows_than_a_device_can_take_in() -> None:
    """A start plays the last game again; a copy of the journal's rows lies in memory."""
    for most, fits in ((MOST_OF_A_GAME, True), (MOST_OF_A_GAME + 1, False)):
        *_, last = answers(of_rows([game()], [scan(seq) for seq in range(1, most + 1)]))
        assert ("end" in last) == fits
    with pytest.raises(BadBackup, match="more games and scans than one backup can hold"):
        of_rows([game()], [scan()] * (MOST_SCANS + 1))
    with pytest.raises(BadBackup, match="more games and scans than one backup can hold"):
        of_rows([game()] * (MOST_GAMES + 1), [scan()])


# --- a zip that is not ours ----------------------------------------------------------------


def test_a_hundred_thousand_parts(here: Path, packed: bytes) -> None:
    file = io.BytesIO(packed)
    with zipfile.ZipFile(file, "a") as many:
        for number in range(100_000):
            many.writestr(f"{number}", b"")
    assert len(file.getvalue()) < MOST_BYTES
    assert "parts" in refused(here, file.getvalue())


def test_a_bomb_in_each_part(here: Path, packed: bytes) -> None:
    for name in members(packed):
        bomb = changed(packed, {name: bytes(40 << 20)})
        assert "larger than Okanjo ever writes" in refused(here, bomb)


def test_parts_that_lie_in_one_another(here: Path, packed: bytes) -> None:
    """Each name leads to the same bytes (a bomb of quines, or of overlaps)."""
    file = io.BytesIO(packed)
    with zipfile.ZipFile(file, "a") as overlapping:
        offset = overlapping.getinfo(JOURNAL).header_offset
        for info in overlapping.infolist():
            info.header_offset = offset
        overlapping.comment = b"has the list of contents written again"
    refused(here, file.getvalue())


# --- limits --------------------------------------------------------------------------------

MEASURED = """
import resource, subprocess, sys
words = [sys.executable, "-c", "import firmware.records.backup.check as check; {}; check.main()"]
done = subprocess.run(words, capture_output=True, input=sys.stdin.buffer.read())
print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10, flush=True)
sys.stdout.buffer.write(done.stdout)
"""


def checked(packed: bytes, before: str = "pass") -> tuple[int, int, bytes]:
    """Exit status, MB of memory and answers of the process that opens it, alone in its parent."""
    words = [sys.executable, "-c", MEASURED.format(before)]
    heard = subprocess.run(words, input=packed, stdout=subprocess.PIPE, check=True).stdout
    figures, _, lines = heard.partition(b"\n")
    status, memory_mb = map(int, figures.split())
    return status, memory_mb, lines


def test_the_largest_backup_and_the_largest_bombs_stay_within_the_memory() -> None:
    """Of the 256 MB that the service may have with its children."""
    numbers = range(MOST_GAMES)
    games = [game(n + 1, 1 + n * 20, opening=secrets.token_hex(90)) for n in numbers]
    largest = of_rows(games, [scan(seq, at=seq / 7) for seq in range(1, MOST_SCANS + 1)])
    bombs = {
        secrets.token_bytes(MOST_BYTES): b"not an Okanjo backup",
        changed(largest, {JOURNAL: secrets.token_bytes(MOST_BYTES - (1 << 20))}): b"damaged",
        changed(largest, {JOURNAL: bytes(MOST_JOURNAL)}): b"damaged",
        changed(largest, {JOURNAL: bytes(300 << 20)}): b"larger than",
        largest: b'{"end": true}',
    }
    for packed, last in bombs.items():
        assert len(packed) <= MOST_BYTES
        status, memory_mb, lines = checked(packed)
        assert (status, memory_mb < 120) == (0, True), (status, memory_mb)
        assert last in lines.splitlines()[-1]


@pytest.mark.parametrize(
    ("before", "ends", "says"),
    [
        ("check.MOST_MEMORY = 40 << 20", 0, b"takes more memory than any backup"),
        ("check.MOST_CPU_S, check.take_apart = 1, lambda _: max(iter(int, 1))", -9, b""),
        ("check.take_apart = lambda _: open('kept', 'wb', 0).write(b'x')", 0, b"cannot be read"),
    ],
    ids=["memory", "time", "files"],
)
def test_the_kernel_holds_it_to_its_limits(
    packed: bytes, before: str, ends: int, says: bytes, tmp_path: Path
) -> None:
    more = bytes(30 << 20)  # of a part that is unpacked, and 40 MB are not enough for it
    before = f"import os; os.chdir({str(tmp_path)!r}); {before}"
    status, _, lines = checked(changed(packed, {JOURNAL: more}), before)
    assert (status, says in lines) == (ends, True)
    assert not any(file.stat().st_size for file in tmp_path.iterdir())


def test_one_that_never_answers_is_killed(packed: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "MOST_S", 0.01)  # less than a Python takes to start
    with pytest.raises(BadBackup) as why:
        unpack(packed)
    assert why.value.message == STOPPED
    assert not children()


def test_the_command_says_it_in_a_sentence(packed: bytes, tmp_path: Path) -> None:
    endless = altered(packed, f"CREATE VIEW more AS {ENDLESS.format('i')}")
    (tmp_path / "bad.okanjo").write_bytes(endless)
    done = okanjo(tmp_path, "restore", "bad.okanjo")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f"{OTHER}\n"


def test_sqlite_stops_after_so_many_steps(packed: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign, "STEPS_AT_ONCE", 100)
    monkeypatch.setattr(foreign, "MOST_STEPS", 1000)
    assert [*answers(packed)][-1] == {
        "refused": sent(DAMAGED_BECAUSE, part=JOURNAL, why="interrupted")
    }
