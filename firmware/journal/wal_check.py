"""A journal's files in, whether saved scans have gone missing from them out.

SQLite takes its write-ahead log up to the first bad frame and drops the rest without a word; a
log that was cut off or deleted it does not miss at all. Two things give such a loss away: what
still stands in the log behind the bad frame, and a small file beside the journal that holds the
last seq that was committed. That mark is never synced: after a power cut it may be older than
the journal, but never newer.
"""

import os
import stat
import struct
from contextlib import suppress

from firmware.journal.rows import PAGE_BYTES, Damaged
from firmware.journal.sqlite_pages import scans_on
from firmware.system.state_dir import MARK, open_plain

FRAME_BYTES = 24 + PAGE_BYTES
END_PAGES = 3  # as many as a scan changes that ends or opens a game


def check_nothing_lost(path: str, last_seq: int) -> None:
    """Damaged when the journal once held more than `last_seq` scans."""
    marked = read_mark(path)
    if marked > last_seq:
        raise Damaged(f"scans {last_seq + 1} to {marked} are missing")
    # One more is usual: the power went while it was written, and it was never acknowledged.
    known = range(last_seq + 2)
    if any(True for page in log_end(path) for _ in scans_on(page, known)):
        raise Damaged("saved scans follow a bad place in the write-ahead log")


def log_end(path: str) -> list[bytes]:
    """The last pages of the write-ahead log that were written since it was last begun anew.

    "WAL-mode File Format": a header of 32 bytes with salts at 16, then frames of 24 bytes and a
    page, with the salts at 8.
    """
    try:
        file = open(open_plain(path + "-wal", os.O_RDONLY), "rb", buffering=0)  # noqa: SIM115
    except FileNotFoundError:
        return []
    with file:
        log = file.fileno()
        header = os.pread(log, 32, 0)
        starts = range(32, os.fstat(log).st_size - FRAME_BYTES + 1, FRAME_BYTES)
        salts = [os.pread(log, 8, start + 8) for start in starts]
        current = header[16:24] if not salts or _header_holds(header) else salts[0]
        ours = [start for start, salt in zip(starts, salts, strict=True) if salt == current]
        return [os.pread(log, PAGE_BYTES, start + 24) for start in ours[-END_PAGES:]]


def _header_holds(header: bytes) -> bool:
    """Whether the log's header matches the two sums at its end."""
    order = ">" if header[3] & 1 else "<"
    words = struct.unpack(order + "6I", header[:24])
    first = second = 0
    for i in range(0, 6, 2):
        first = (first + words[i] + second) & 0xFFFFFFFF
        second = (second + words[i + 1] + first) & 0xFFFFFFFF
    return struct.unpack(">2I", header[24:]) == (first, second)


def _mark_beside(path: str) -> str:
    return os.path.join(os.path.dirname(path), MARK)


def read_mark(path: str) -> int:
    """The last seq known to have been committed; 0 when nothing is known."""
    try:
        with open(open_plain(_mark_beside(path), os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
            digits = file.read(21).strip()
    except OSError:
        return 0
    return int(digits) if len(digits) == 20 and digits.isdigit() else 0


def open_mark(path: str) -> int:
    """A descriptor for `set_mark`. A link or a pipe of that name makes way: its bytes are ours."""
    mark, flags = _mark_beside(path), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
    try:
        return open_plain(mark, flags)
    except OSError:
        if not os.path.lexists(mark) or stat.S_ISREG(os.lstat(mark).st_mode):
            raise
        os.remove(mark)
    return open_plain(mark, flags)


def set_mark(descriptor: int, seq: int) -> None:
    """Note `seq` as committed: a microsecond. A disk that refuses only leaves the mark older."""
    with suppress(OSError):
        os.pwrite(descriptor, b"%020d\n" % seq, 0)
