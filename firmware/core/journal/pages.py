"""Read rows from the single pages of a damaged journal, with SQLite as the parser.

SQLite gives up a whole table, or the whole rest of its log, for one bad page. So each page is made
the only page of its table, in a copy in memory whose schema is sound, and is read by rowid from
both ends up to an error; the rows' own checksums tell which are real. Damage costs what it hits.

Pages follow each other in a database file. In a write-ahead log ("WAL-mode File Format") there is a
header of 32 bytes with two salts at 16, then frames of 24 bytes and a page, with the page's number
at 0 and the salts at 8. Frames with other salts are left over from an older log.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress

from firmware.core.journal.rows import (
    GAMES,
    MERGES,
    PAGE_BYTES,
    SCANS,
    TABLES,
    Damaged,
    GameRow,
    MergeRow,
    ScanRow,
    game_row,
    merge_row,
    scan_row,
)

LOG_HEADER_BYTES, FRAME_HEADER_BYTES = 32, 24
FRAME_BYTES = FRAME_HEADER_BYTES + PAGE_BYTES
LEAF = b"\x0d"  # the first byte of a page that holds rows of a table


def read_pages(path: str) -> list[bytes]:
    """Read the pages of a database file; none without one."""
    content = _read(path)
    return [content[start : start + PAGE_BYTES] for start in range(0, len(content), PAGE_BYTES)]


def read_log(path: str) -> list[tuple[int, bytes]]:
    """Read number and content of the pages in a journal's write-ahead log, oldest first."""
    log = _read(path + "-wal")
    starts = range(LOG_HEADER_BYTES, len(log) - FRAME_BYTES + 1, FRAME_BYTES)
    salts = [log[start + 8 : start + 16] for start in starts]
    # Zeros are the log's reserve. Where the header itself is damaged, the oldest frame tells.
    current = next((salt for salt in (log[16:24], *salts) if any(salt) and salt in salts), None)
    return [
        (
            int.from_bytes(log[start : start + 4]),
            log[start + FRAME_HEADER_BYTES : start + FRAME_BYTES],
        )
        for start, own in zip(starts, salts, strict=True)
        if own == current
    ]


def _read(path: str) -> bytes:
    """Read a file in whole pages, zeros where the disk gives nothing back; empty without one."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return b"".join(
            _page(file, start) for start in range(0, os.fstat(file).st_size, PAGE_BYTES)
        )
    finally:
        os.close(file)


def _page(file: int, offset: int) -> bytes:
    try:
        return os.pread(file, PAGE_BYTES, offset).ljust(PAGE_BYTES, b"\0")
    except OSError:
        return bytes(PAGE_BYTES)


def scans_on(pages: Iterable[bytes]) -> dict[int, ScanRow]:
    """Read the scans on these pages whose checksums hold, by seq."""
    scans: dict[int, ScanRow] = {}
    for columns in _rows(list(pages), "scans", SCANS):
        if columns[0] not in scans:  # of one page there may be hundreds of copies in a log
            with suppress(Damaged):
                scan = scan_row(columns)
                scans[scan.seq] = scan
    return scans


def games_on(pages: Iterable[bytes]) -> dict[int, GameRow]:
    """Read the games on these pages, by number.

    The pages are those of a file from number 2 on: a long result goes on on other pages, by their
    numbers.
    """
    games: dict[int, GameRow] = {}
    for columns in _rows(list(pages), "games", GAMES):
        with suppress(Damaged):
            game = game_row(columns)
            games[game.number] = game
    return games


def merges_on(pages: Iterable[bytes]) -> list[MergeRow]:
    """Read the merged players on these pages, in order; pages as for `games_on`."""
    merges = set[MergeRow]()
    for columns in _rows(list(pages), "merges", MERGES):
        with suppress(Damaged):
            merges.add(merge_row(columns))
    return sorted(merges)


def _rows(pages: list[bytes], table: str, query: str) -> Iterator[tuple[object, ...]]:
    """Read what each page gives as the root of the table, from both ends up to an error."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size={PAGE_BYTES}")
        connection.execute(TABLES[table])
        first = bytearray(connection.serialize()[:PAGE_BYTES])
        first[28:32] = (1 + len(pages)).to_bytes(4)  # "Database File Format": size in pages
        connection.deserialize(b"".join((first, *pages)))
        # Bad UTF-8 must cost its own row only.
        connection.text_factory = lambda text: text.decode(errors="surrogateescape")
        for number, page in enumerate(pages, 2):
            if not page.startswith(LEAF):
                continue
            connection.execute("PRAGMA writable_schema=ON")
            connection.execute("UPDATE sqlite_schema SET rootpage = ?", (number,))
            connection.execute("PRAGMA writable_schema=RESET")  # off, and read again
            for order in ("ASC", "DESC"):
                try:
                    yield from connection.execute(f"{query} ORDER BY rowid {order}")
                    break
                except sqlite3.DatabaseError:
                    continue
