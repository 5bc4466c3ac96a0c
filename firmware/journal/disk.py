"""The journal's files in the state folder: owned, found, mended where need be, and written to.

The order is: `look`, which changes no journal; `begin`, which makes or mends the journal and
connects; `write`. After any failure `let_go`, and from the start again.
"""

import errno
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from logging import ERROR

from firmware.journal.database import connect, look, open_to_look, reserve_log, write_log_again
from firmware.journal.mark import open_mark, read_mark, set_mark
from firmware.journal.rows import Damaged, Found, GameRow, Newer, ScanRow, write
from firmware.system import state_dir, swap
from firmware.system.notice import Notice
from firmware.system.state_dir import JOURNAL, JOURNAL_READY

# Device, inode and size: of the journal, and of its write-ahead log.
Standing = tuple[tuple[int, int, int], tuple[int, int, int]]
NO_FILES: Standing = ((0, 0, 0), (0, 0, 0))


class Disk:
    """The journal's place on disk. What goes wrong is OSError, sqlite3.Error or AlreadyRunning."""

    def __init__(self, folder: str, synchronous: str) -> None:
        self.notices: list[Notice] = []
        self.restored = False  # whether a restore was finished here: settings were replaced too
        self._folder = os.path.abspath(folder)
        # Where it is a link, its log and its mark lie beside the file that it leads to.
        self._path = os.path.realpath(os.path.join(self._folder, JOURNAL))
        self._synchronous = synchronous
        self._claim: state_dir.Claim | None = None
        self._connection: sqlite3.Connection | None = None
        self._standing = NO_FILES  # the journal and its log as our last commit left them
        self._mark = -1
        self._to_make: Found | None = None  # what the journal is to hold that is to be made
        self._damage: Damaged | None = None
        self._missing = ""
        self._suspect = False  # whether the last connection ended in a failure

    @property
    def connected(self) -> bool:
        """Whether there is a connection that nothing has gone wrong with."""
        return self._connection is not None

    def look(self) -> Found:
        """Own the folder and read the end of the journal, or what can be read of a damaged one.

        Newer when it is not for us to touch.
        """
        self._own_and_finish()
        self._to_make = self._damage = None
        try:
            for name in (self._path, self._path + "-wal"):
                if os.path.lexists(name) and not os.path.isfile(name):  # SQLite would wait
                    raise Damaged(f"{os.path.basename(name)} is not a file")
            if os.path.exists(self._path):
                return look(self._path)
            if read_mark(self._path) or os.path.exists(self._path + "-wal"):
                raise Damaged("the journal itself is gone")
            self._to_make = Found(0, [], [])
        except Damaged as why:
            from firmware.journal.salvage import salvage  # late: seldom needed

            self._damage = why
            self._to_make, self._missing = salvage(self._path)
        except Newer as why:
            log = f"Nothing is saved: {why}. It is left as it is. Update Okanjo to go on with it."
            self._tell(Notice("JOURNAL IS NEWER\nUpdate Okanjo", log, ERROR))
            raise
        return self._to_make

    def _own_and_finish(self) -> None:
        """Own the folder, and finish what an earlier run has begun in it."""
        self._own()
        if swap.pending(self._folder):
            self.restored = swap.finish(self._folder)
        if self._suspect and os.path.isfile(self._path + "-wal"):
            write_log_again(self._path)
        if os.path.exists(self._path + JOURNAL_READY):
            from firmware.journal.salvage import finish  # late: seldom needed

            finish(self._path)

    def begin(self) -> None:
        """Make the journal where there is none, replace it where it is damaged, and connect."""
        if self._to_make is not None:
            from firmware.journal.salvage import replace

            kept = replace(self._path, self._to_make)
            if self._damage:
                self._tell_damage(self._damage, len(self._to_make.scans), kept)
        self._connection = connect(self._path, self._synchronous)
        reserve_log(self._path)
        self._standing = _stands(self._path)
        self._mark = open_mark(self._path)
        self._suspect = False

    def write(self, scans: Sequence[ScanRow], games: Sequence[GameRow]) -> None:
        """Commit and sync scans, and the games as they now stand."""
        if self._connection is None:
            raise FileNotFoundError(errno.ENOENT, "the journal is gone", self._path)
        self._check_standing()  # SQLite would go on writing to a file that was deleted
        write(self._connection, scans, games)
        set_mark(self._mark, scans[-1].seq)

    def read(self, query: str, *values: int) -> list[tuple[object, ...]]:
        """The rows a query gives; none when the disk gives no answer."""
        try:
            if self._connection is not None:
                return self._connection.execute(query, values).fetchall()
            with closing(open_to_look(self._path)) as connection:
                return connection.execute(query, values).fetchall()
        except (sqlite3.Error, Damaged):
            return []

    def let_go(self) -> None:
        """Give up the connection, after a failure."""
        self._suspect = True
        self._disconnect()

    def close(self) -> None:
        """Give up the connection and the folder."""
        self._disconnect()
        if self._claim is not None:
            state_dir.release(self._claim)
            self._claim = None

    def _own(self) -> None:
        if self._claim is not None:
            with suppress(FileNotFoundError):
                if state_dir.place(self._folder) == self._claim.place:
                    return
            state_dir.release(self._claim)  # a folder of that name, but another one
            self._claim = None
        self._claim = state_dir.claim(self._folder)

    def _check_standing(self) -> None:
        """OSError when the journal or its log was replaced, deleted or cut off.

        Both only grow while we are connected: SQLite begins a log anew by writing over it.
        """
        now = _stands(self._path)
        for before, after in zip(self._standing, now, strict=True):
            if after[:2] != before[:2] or after[2] < before[2]:
                raise OSError(errno.ESTALE, "the journal was changed by somebody else", self._path)
        self._standing = now

    def _disconnect(self) -> None:
        if self._mark >= 0:
            with suppress(OSError):
                os.fsync(self._mark)
            os.close(self._mark)
            self._mark = -1
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def _tell_damage(self, damage: Damaged, scans: int, kept: str) -> None:
        where = f"The damaged one is kept as {kept}." if kept else "No file was left of it."
        screen = f"JOURNAL WAS DAMAGED\n{scans} scans rescued"
        log = f"The journal was damaged: {damage}. {scans} scans were rescued from it."
        self._tell(Notice(screen, " ".join(filter(None, (log, self._missing, where)))))

    def _tell(self, notice: Notice) -> None:
        if notice not in self.notices:
            self.notices.append(notice)


def _stands(path: str) -> Standing:
    journal, log = os.stat(path), os.stat(path + "-wal")
    return (
        (journal.st_dev, journal.st_ino, journal.st_size),
        (log.st_dev, log.st_ino, log.st_size),
    )
