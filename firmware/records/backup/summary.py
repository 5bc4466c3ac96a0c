"""What a backup says of itself in its first bytes, and a list of the backups in a folder by that.

Law: of a file that anybody may have made no more than these bytes is read here, and no link to one
is followed. Whether it is a sound backup is found out by who restores it (`unpack.py`).
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from firmware.core.journal.rows import GameRow

MOST_BYTES = 16 << 20  # of a backup
MOST_NAMES, MOST_LISTED = 20_000, 30  # that are looked at in a folder; the newest of them
NAME = re.compile(r"[A-Za-z0-9_][\w.-]{0,80}\.okanjo", re.ASCII)
NAMED = re.compile(r"(\d{4}-\d\d-\d\d|undated|lacking)-(.+)\.okanjo")
ABOUT = "okanjo-backup.json"  # the first part of the zip, not packed
SUMMARY = re.compile(
    rb"PK\x03\x04.{26}okanjo-backup\.json"
    rb'\{[^}]*"games": (\d{1,5}),\s*"evening": "(|\d{4}-\d\d-\d\d)"',
    re.DOTALL,
)
LONGEST = 512  # bytes up to its end
AS_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class BackupFile(NamedTuple):
    """A backup in a folder. `games` counts those that have begun, `evening` is the day of the last
    one ("" where no clock was right), `size` is in bytes.
    """

    name: str
    games: int
    evening: str
    size: int

    @property
    def table(self) -> str:
        """The ID of the table that it is of; "" where somebody has given the file another name."""
        named = NAMED.fullmatch(self.name)
        return named[2] if named else ""

    @property
    def is_whole(self) -> bool:
        """Whether it lacks nothing, as far as its name tells."""
        return not self.name.startswith("lacking")


def summary(games: Iterable[GameRow]) -> dict[str, object]:
    """What a backup with these games says of them, in this order."""
    from firmware.core.journal.deleted import last_evening  # late: who reads a stick has no journal

    begun = [game for game in games if game.names and not game.deleted]
    return {"games": len(begun), "evening": last_evening(begun)}


def listed(folder: int) -> tuple[list[BackupFile], int]:
    """List the backups in an open folder, the newest first, and count what is called like one and
    is none. OSError.
    """
    with os.scandir(folder) as entries:
        names = [entry.name for entry in islice(entries, MOST_NAMES) if NAME.fullmatch(entry.name)]
    names.sort(key=lambda name: (name[:1].isdigit(), name), reverse=True)
    looked_at = [_kept(folder, name) for name in names[:MOST_LISTED]]
    backups = [kept for kept in looked_at if kept]
    backups.sort(key=lambda kept: (kept.evening, kept.is_whole), reverse=True)
    return backups, len(looked_at) - len(backups)


def _kept(folder: int, name: str) -> BackupFile | None:
    try:
        file, size = opened(folder, name)
    except OSError:
        return None
    with os.fdopen(file, "rb", buffering=0) as opened_file:
        try:
            match = SUMMARY.match(opened_file.read(LONGEST))
        except OSError:
            return None
    if not match:
        return None
    return BackupFile(name, int(match[1]), match[2].decode(), size)


def opened(folder: int, name: str) -> tuple[int, int]:
    """Open a plain file in an open folder: its descriptor and size. OSError; EFBIG where it is too
    large for a backup.
    """
    file = os.open(name, AS_FILE, dir_fd=folder)
    status = os.fstat(file)
    is_plain = stat.S_ISREG(status.st_mode)
    if is_plain and status.st_size <= MOST_BYTES:
        return file, status.st_size
    os.close(file)
    number = errno.EFBIG if is_plain else errno.EINVAL
    raise OSError(number, os.strerror(number))
