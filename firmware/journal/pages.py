"""Read rows from single pages of a damaged journal, with SQLite as the parser.

The pages are copied into a database in memory whose own first page is sound, and its schema is told
in turn that the table begins at each of them. What SQLite can read of a page from either end, up to
an error, is taken; the rows' own checksums tell which of them are real. Where a page looks as if it
had more scans than that, its list of cells is made anew. So damage costs the rows that it hits.

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
# "Record Format": how a scan's cell goes on behind its rowid. A header of 6 bytes, the seq in the
# rowid, a text of six characters.
SCAN_BEGINS = bytes((6, 0, 13 + 2 * 6))


def read_pages(path: str) -> list[bytes]:
    """The pages of a database file; none without one."""
    try:
        file = open(open_plain(path, os.O_RDONLY), "rb", buffering=0)  # noqa: SIM115
    except OSError:
        return []
    with file:
        size = os.fstat(file.fileno()).st_size
        return [_read(file.fileno(), PAGE_BYTES, at) for at in range(0, size, PAGE_BYTES)]


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
        salts = {start: _read(log, 8, start + 8) for start in starts}
        current = _read(log, 8, 16)
        # Zeros are the log's reserve. Where the header itself is damaged, the oldest frame tells.
        if current not in salts.values() or not any(current):
            current = next(filter(any, salts.values()), b"")
        ours = [start for start in starts if salts[start] == current]
        frames = [_read(log, FRAME_BYTES, start) for start in (ours[-most:] if most else ours)]
    return [(int.from_bytes(frame[:4]), frame[FRAME_HEADER_BYTES:]) for frame in frames]


def _read(file: int, length: int, offset: int) -> bytes:
    """The bytes of a file, zeros where the disk gives nothing back."""
    try:
        return os.pread(file, length, offset).ljust(length, b"\0")
    except OSError:
        return bytes(length)


def scans_on(pages: Iterable[bytes]) -> Iterator[ScanRow]:
    """The scans on these pages whose checksums hold, each once, in no order."""
    known: set[object] = set()
    mended: list[bytes] = []
    for again in (False, True):
        for page, rows in _rows(mended if again else list(pages), "scans", SCANS):
            for columns in rows:
                if columns[0] not in known:  # of one page there may be hundreds of copies in a log
                    with suppress(Damaged):
                        yield scan_row(columns)
                        known.add(columns[0])
            sound = sum(columns[0] in known for columns in rows)
            if not again and sound < page.count(SCAN_BEGINS):
                mended.append(_mend(page))


def _mend(page: bytes) -> bytes:
    """The page with a list of cells made anew from what looks like scans on it ("B-tree Pages")."""
    cells: list[int] = []
    at = page.rfind(SCAN_BEGINS)
    while at > 8:
        start = at - 1  # the last byte of the rowid; those before it have their highest bit set
        while page[start - 1] >= 0x80:
            start -= 1
        if start - 1 >= 8 + 2 * len(cells) + 2:  # behind the list itself
            cells.append(start - 1)  # the payload's length, one byte
        at = page.rfind(SCAN_BEGINS, 0, at)
    head = LEAF + bytes(2) + len(cells).to_bytes(2) + min(cells, default=0).to_bytes(2) + b"\0"
    head += b"".join(cell.to_bytes(2) for cell in cells)
    return head + page[len(head) :]


def games_on(pages: Iterable[bytes]) -> Iterator[GameRow]:
    """The games on these pages, the same one as often as it is there.

    The pages are those of a file from number 2 on: a long result goes on on other pages, by their
    numbers.
    """
    for _page, rows in _rows(list(pages), "games", GAMES):
        for columns in rows:
            with suppress(Damaged):
                yield game_row(columns)


def _rows(
    pages: list[bytes], table: str, query: str
) -> Iterator[tuple[bytes, list[tuple[object, ...]]]]:
    """Each page, and what it gives as the root of the table, from both ends up to an error."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size={PAGE_BYTES}")
        connection.execute(TABLES[table])
        first = bytearray(connection.serialize()[:PAGE_BYTES])
        first[28:32] = (1 + len(pages)).to_bytes(4)  # "Database File Format": size in pages
        connection.deserialize(b"".join((first, *pages)))
        # Bad UTF-8 must cost its own row only.
        connection.text_factory = lambda text: text.decode(errors="surrogateescape")
        for number, page in enumerate(pages, 2):
            rows: list[tuple[object, ...]] = []
            if page.startswith(LEAF):
                connection.execute("PRAGMA writable_schema=ON")
                connection.execute("UPDATE sqlite_schema SET rootpage = ?", (number,))
                connection.execute("PRAGMA writable_schema=RESET")  # off, and read again
                for order in ("ASC", "DESC"):
                    try:
                        for columns in connection.execute(f"{query} ORDER BY rowid {order}"):
                            rows.append(columns)  # noqa: PERF402 - those before an error stay
                        break
                    except sqlite3.DatabaseError:
                        continue
            yield page, rows
