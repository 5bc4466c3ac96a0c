"""Read a journal that anybody may have written: one that comes out of a backup.

Law: no SQL that the file brings along is ever run. Before a row is read, its header and its schema
must be word for word those of a new journal: no view, no trigger, no other table. Then each row
must match its checksum, and be one that play can go on from.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from math import isfinite
from typing import TypeVar

from firmware.core.journal.database import check_header, read_end, serialize
from firmware.core.journal.rows import (
    ALL_GAMES,
    ALL_MERGES,
    ALL_SCANS,
    HIGHEST,
    MOST_MERGES,
    Damaged,
    Found,
    GameRow,
    MergeRow,
    ScanRow,
    game_row,
    merge_row,
    scan_row,
)

# An evening of 250 scans a week fills them in 30 years: as many as fit twice in a service's memory,
# the old and the new. Each start plays the last game again.
MOST_SCANS, MOST_GAMES, MOST_OF_A_GAME = 400_000, 20_000, 10_000
LONGEST_ROW = 1 << 20  # bytes; a game has some 20,000
STEPS_AT_ONCE = 1_000_000  # of SQLite, between two looks at their sum
MOST_STEPS = 100 * STEPS_AT_ONCE  # the largest journal that may be takes a fifth
SCHEMA = "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema LIMIT 9"
# What all journals have alike in their header ("Database File Format", 1.3): what kind of file it
# is, page size, no write-ahead log; schema format, no vacuum, UTF-8; what is reserved.
HEADER_BYTES = 100
FIXED = slice(0, 24), slice(44, 60), slice(64, 68), slice(72, 92)

Row = TypeVar("Row")


@contextmanager
def opened(content: bytes) -> Iterator[sqlite3.Connection]:
    """A connection to a journal, given as the bytes of its file, whose schema is ours and whose
    pages are sound. Raises Damaged, Newer, sqlite3.Error.
    """
    if len(content) < HEADER_BYTES:  # SQLite takes no bytes for no memory
        raise Damaged("it was cut off")
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_ROW)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.set_progress_handler(_steps_limit(), STEPS_AT_ONCE)
        connection.deserialize(content)
        for setting in ("trusted_schema=OFF", "cell_size_check=ON", "query_only=ON"):
            connection.execute(f"PRAGMA {setting}")
        connection.execute("PRAGMA temp_store=MEMORY")
        _check_layout(connection, content)
        (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise Damaged(f"SQLite says: {verdict}")
        read_end(connection)
        yield connection


def _steps_limit() -> Callable[[], bool]:
    """What SQLite calls between its steps; it stops when that returns True."""
    steps = iter(range(0, MOST_STEPS, STEPS_AT_ONCE))
    return lambda: next(steps, None) is None


def _check_layout(connection: sqlite3.Connection, content: bytes) -> None:
    """Raise Damaged or Newer unless header and schema are those of a new journal."""
    new = serialize(Found(0, [], []))
    if any(content[part] != new[part] for part in FIXED):
        raise Damaged("its header is not an Okanjo journal's")
    check_header(connection)
    with closing(sqlite3.connect(":memory:")) as ours:
        ours.deserialize(new)
        if connection.execute(SCHEMA).fetchall() != ours.execute(SCHEMA).fetchall():
            raise Damaged("it holds other tables than Okanjo writes")


def games_of(connection: sqlite3.Connection) -> Iterator[GameRow]:
    """Read every game. Raises Damaged."""
    number = first_seq = 0
    for game in _at_most(MOST_GAMES, map(game_row, connection.execute(ALL_GAMES))):
        if not (number < game.number < HIGHEST and first_seq < game.first_seq < HIGHEST):
            raise Damaged(f"game {game.number} cannot follow game {number}")
        if not (isfinite(game.began) and isfinite(game.ended or 0.0)):
            raise Damaged(f"game {game.number} has no time that can be")
        if not (-HIGHEST < game.deleted <= 0 or game.number <= game.deleted < HIGHEST):
            raise Damaged(f"game {game.number} cannot have been deleted before it began")
        _check_result(game)
        number, first_seq = game.number, game.first_seq
        yield game


def _check_result(game: GameRow) -> None:
    """Raise Damaged where a finished game's result is not an object in JSON."""
    try:
        result = json.loads(game.result or "{}")
    except (ValueError, RecursionError):
        result = None
    if not isinstance(result, dict):
        raise Damaged(f"the result of game {game.number} cannot be read")


def scans_of(connection: sqlite3.Connection, starts: Sequence[int]) -> Iterator[ScanRow]:
    """Read every scan; `starts` are the first of each game. Raises Damaged."""
    game, count = 0, 0
    for scan in _at_most(MOST_SCANS, map(scan_row, connection.execute(ALL_SCANS))):
        lane = scan.lane if isinstance(scan.lane, int) else 0
        if not (0 < scan.seq < HIGHEST and abs(lane) < HIGHEST and isfinite(scan.at)):
            raise Damaged(f"scan {scan.seq} has no number, lane or time that can be")
        while game < len(starts) and starts[game] <= scan.seq:
            game, count = game + 1, 0
        count += 1
        if count > MOST_OF_A_GAME:
            raise Damaged(f"a game has more than {MOST_OF_A_GAME} scans")
        yield scan


def merges_of(connection: sqlite3.Connection) -> Iterator[MergeRow]:
    """Read every merge. Raises Damaged."""
    names = set[str]()
    for merge in _at_most(MOST_MERGES, map(merge_row, connection.execute(ALL_MERGES))):
        names.add(merge.name)
        if merge.number != len(names) or merge.player in names:
            raise Damaged(f"merged player {merge.number} cannot follow those before")
        yield merge


def _at_most(most: int, rows: Iterable[Row]) -> Iterator[Row]:
    for number, row in enumerate(rows):
        if number == most:
            raise Damaged(f"there are more than {most} rows in a table")
        yield row
