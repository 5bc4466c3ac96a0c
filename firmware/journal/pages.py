"""Read rows from single pages of a damaged journal, with SQLite as the parser.

The pages are copied into a database in memory whose own first page is sound, and its schema is told
in turn that the table begins at each of them. What SQLite can read of a page from either end, up to
an error, is taken; the rows' own checksums tell which of them are real. So a damaged page costs its
own rows, a damaged inner page none.

Pages follow each other in a database file. In a write-ahead log ("WAL-mode File Format") there is a
header of 32 bytes with two salts at 16, then frames of 24 bytes and a page, with the page's number
at 0 and the salts at 8. Frames with other salts are left over from an older log.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress

from firmware.journal.rows import (
    GAMES,
    PAGE_BYTES,
    SCANS,
    TABLES,
    Damaged,
    GameRow,
    ScanRow,
    game_row,
    scan_row,
)
from firmware.system.state_dir import open_plain

LOG_HEADER_BYTES, FRAME_HEADER_BYTES = 32, 24
FRAME_BYTES = FRAME_HEADER_BYTES + PAGE_BYTES
LEAF = b"\x0d"  # the first byte of a page that holds rows of a table


def read_pages(path: str) -> list[bytes]:
    """The pages of a database file, zeros where the disk gives nothing back; none without one."""
    try:
        file = open(open_plain(path, os.O_RDONLY), "rb", buffering=0)  # noqa: SIM115
    except OSError:
        return []
    pages = []
    with file:
        for offset in range(0, os.fstat(file.fileno()).st_size, PAGE_BYTES):
            try:
                pages.append(os.pread(file.fileno(), PAGE_BYTES, offset).ljust(PAGE_BYTES, b"\0"))
            except OSError:
                pages.append(bytes(PAGE_BYTES))
    return pages


def read_log(path: str, most: int | None = None) -> list[tuple[int, bytes]]:
    """Number and content of the last pages that were written to a write-ahead log, oldest first;
    none where there is no log.
    """
    try:
        file = open(open_plain(path + "-wal", os.O_RDONLY), "rb", buffering=0)  # noqa: SIM115
    except OSError:
        return []
    with file:
        log, size = file.fileno(), os.fstat(file.fileno()).st_size
        starts = range(LOG_HEADER_BYTES, size - FRAME_BYTES + 1, FRAME_BYTES)
        salts = {start: os.pread(log, 8, start + 8) for start in starts}
        current = os.pread(log, 8, 16)
        if current not in salts.values():  # the header itself is damaged
            current = salts.get(LOG_HEADER_BYTES, b"")
        ours = [start for start in starts if salts[start] == current != bytes(8)]
        frames = [os.pread(log, FRAME_BYTES, start) for start in (ours[-most:] if most else ours)]
    return [(int.from_bytes(frame[:4]), frame[FRAME_HEADER_BYTES:]) for frame in frames]


def scans_on(pages: Iterable[bytes]) -> Iterator[ScanRow]:
    """The scans on these pages whose checksums hold, each once, in no order."""
    known: set[object] = set()
    for columns in _rows(list(pages), "scans", SCANS):
        if columns[0] not in known:  # of one page there may be hundreds of copies in a log
            with suppress(Damaged):
                yield scan_row(columns)
                known.add(columns[0])


def games_on(pages: Iterable[bytes]) -> Iterator[GameRow]:
    """The games on these pages, the same one as often as it is there.

    The pages are those of a file from number 2 on: a long result goes on on other pages, by their
    numbers.
    """
    for columns in _rows(list(pages), "games", GAMES):
        with suppress(Damaged):
            yield game_row(columns)


def _rows(pages: list[bytes], table: str, query: str) -> Iterator[tuple[object, ...]]:
    """What each page gives as the root of the table, from both ends up to the first error."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size={PAGE_BYTES}")
        connection.execute(TABLES[table])
        first = bytearray(connection.serialize()[:PAGE_BYTES])
        first[28:32] = (1 + len(pages)).to_bytes(4)  # "Database File Format": size in pages
        connection.deserialize(b"".join((first, *pages)))
        # Bad UTF-8 must cost its own row only.
        connection.text_factory = lambda text: text.decode(errors="surrogateescape")
        for number, page in enumerate(pages, 2):
            if page.startswith(LEAF):
                connection.execute("PRAGMA writable_schema=ON")
                connection.execute("UPDATE sqlite_schema SET rootpage = ?", (number,))
                connection.execute("PRAGMA writable_schema=RESET")  # off, and read again
                for order in ("ASC", "DESC"):
                    try:
                        yield from connection.execute(f"{query} ORDER BY rowid {order}")
                        break
                    except sqlite3.DatabaseError:
                        continue
