"""The mark: a small file beside the journal that holds the last seq that was acknowledged.

SQLite drops a write-ahead log from the first bad frame on, and one that was deleted it does not
miss: with neither is there an error. The mark gives such a loss away. It is not synced with each
scan, so after a power cut it may be older than the journal, never newer.
"""

import os
from contextlib import suppress

from firmware.common.system.state_dir import MARK, open_plain


def _mark_beside(path: str) -> str:
    return os.path.join(os.path.dirname(path), MARK)


def read_mark(path: str) -> int:
    """The last seq that the journal at `path` is known to have held; 0 when nothing is known."""
    try:
        with open(open_plain(_mark_beside(path), os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
            digits = file.read(21).strip()
    except OSError:
        return 0
    return int(digits) if len(digits) == 20 and digits.isdigit() else 0


def open_mark(path: str) -> int:
    """Open the mark for `set_mark`; raises OSError when there can be none."""
    return open_plain(_mark_beside(path), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW)


def set_mark(descriptor: int, seq: int) -> None:
    """Note `seq` as acknowledged: a microsecond. A disk that refuses leaves the mark older."""
    with suppress(OSError):
        os.pwrite(descriptor, b"%020d\n" % seq, 0)


def write_mark(path: str, seq: int) -> None:
    """Note `seq` once, synced; raises OSError."""
    descriptor = open_mark(path)
    try:
        set_mark(descriptor, seq)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
