"""A state folder in, its journal found, owned, mended where need be, and written to out.

The order is: `look`, which changes no journal and tells what is there; `begin`, which makes or
mends the journal and connects; `write`. After any failure `let_go`, and from the start again.
"""

import errno
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from logging import ERROR
from typing import Any

from firmware.journal.database import connect, is_journal, look, open_to_look, write_log_again
from firmware.journal.rows import Damaged, Found, GameRow, Newer, ScanRow, write
from firmware.journal.wal_check import open_mark, read_mark, set_mark
from firmware.system import state_dir as state_folder
from firmware.system.notice import Notice
from firmware.system.pending import pending
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
        self._path = os.path.join(self._folder, JOURNAL)
        self._linked = os.path.islink(self._path)
        if self._linked:  # its log and its mark lie beside the file itself
            self._path = os.path.realpath(self._path)
        self._synchronous = synchronous
        self._claims: dict[str, state_folder.Claim] = {}  # two only where the journal is a link
        self._connection: sqlite3.Connection | None = None
        self._standing = NO_FILES  # the journal and its log as our last commit left them
        self._mark = -1
        self._to_mend: Found | None = None  # what the journal is to hold that is to be made
        self._damage = ""
        self._suspect = False  # whether the last connection ended in a failure

    @property
    def connected(self) -> bool:
        """Whether there is a connection that nothing has gone wrong with."""
        return self._connection is not None

    def look(self) -> Found:
        """Own the folder and say what the journal holds, or what can be read of a damaged one.

        Newer when it is not for us to touch.
        """
        self._own_and_finish()
        self._to_mend, self._damage = None, ""
        try:
            self._check_files()
            if os.path.exists(self._path):
                return look(self._path)
            if read_mark(self._path) or os.path.exists(self._path + "-wal"):
                raise Damaged("the journal itself is gone")
            self._to_mend = Found(0, [], [])
        except Damaged as why:
            from firmware.journal.salvage import salvage

            self._to_mend, self._damage = salvage(self._path), str(why)
        except Newer as why:
            log = f"Nothing is saved: {why}. It is left as it is. Update Okanjo to go on with it."
            self._tell(Notice("JOURNAL IS NEWER\nUpdate Okanjo", log, ERROR))
            raise
        return self._to_mend

    def _own_and_finish(self) -> None:
        """Own the folder, and finish what an earlier run has begun in it."""
        if pending(self._folder):
            from firmware.system.swap import finish as finish_restore

            self._own(self._folder)
            self.restored = finish_restore(self._folder)
        self._own_all()
        if self._suspect and os.path.isfile(self._path + "-wal"):
            write_log_again(self._path)
        if os.path.exists(self._path + JOURNAL_READY):
            from firmware.journal.salvage import finish  # seldom needed: a start is measured

            finish(self._path)

    def begin(self) -> None:
        """Make the journal where there is none, replace it where it is damaged, and connect."""
        if self._to_mend is not None:
            from firmware.journal.salvage import replace

            kept = replace(self._path, self._to_mend)
            if self._damage:
                self._tell(_about_damage(self._damage, len(self._to_mend.scans), kept))
        self._connection = connect(self._path, self._synchronous)
        self._standing = _stands(self._path)
        self._mark = open_mark(self._path)
        self._suspect = False

    def write(self, scans: Sequence[ScanRow], games: Sequence[GameRow]) -> None:
        """Commit and sync scans, and the games as they now stand."""
        if self._connection is None:
            raise FileNotFoundError(errno.ENOENT, "the journal is gone", self._path)
        self._check_standing()  # SQLite would go on writing to a file that was deleted
        write(self._connection, scans, games)
        self._check_standing()
        set_mark(self._mark, scans[-1].seq)

    def read(self, query: str, *values: int) -> list[tuple[Any, ...]]:
        """The rows a query gives; none when the disk gives no answer."""
        try:
            if self._connection is not None:
                return self._connection.execute(query, values).fetchall()
            with closing(open_to_look(self._path)) as connection:
                return connection.execute(query, values).fetchall()
        except sqlite3.Error:
            return []

    def let_go(self) -> None:
        """Give up the connection, after a failure."""
        self._suspect = True
        self._disconnect()

    def close(self) -> None:
        """Give up the connection and the folder."""
        self._disconnect()
        while self._claims:
            state_folder.release(self._claims.popitem()[1])

    def _own_all(self) -> None:
        """Own the state folder, and where the journal is a link the folder it leads to."""
        if self._linked:
            self._check_link()
        self._own(self._folder)
        there = os.path.dirname(self._path)
        if self._linked and not os.path.samefile(there, self._folder):
            self._own(there)

    def _check_files(self) -> None:
        """Damaged where something that is no file has a journal's name: SQLite would wait."""
        for name in (self._path, self._path + "-wal"):
            if os.path.lexists(name) and not os.path.isfile(name):
                raise Damaged(f"{os.path.basename(name)} is not a file")

    def _check_link(self) -> None:
        """OSError where the link leads to no journal: what lies there is not for us to mend."""
        if not is_journal(self._path):
            link = os.path.join(self._folder, JOURNAL)
            log = f"Nothing is saved: {link} is a link to {self._path}, and no journal lies there."
            self._tell(Notice("JOURNAL IS A LINK\nto no journal", log, ERROR))
            raise FileNotFoundError(errno.ENOENT, "a link to no journal", self._path)

    def _own(self, folder: str) -> None:
        held = self._claims.get(folder)
        if held is not None:
            with suppress(FileNotFoundError):
                if state_folder.place(folder) == held.place:
                    return
            state_folder.release(self._claims.pop(folder))  # a folder of that name, but another one
        self._claims[folder] = state_folder.claim(folder)

    def _check_standing(self) -> None:
        """OSError when the journal or its log was replaced, deleted or cut off by somebody.

        Both only grow while we are connected: SQLite begins a log anew by writing over it.
        """
        now = _stands(self._path)
        for before, after in zip(self._standing, now, strict=True):
            if after[:2] != before[:2] or after[2] < before[2]:
                raise OSError(errno.ESTALE, "the journal was changed by somebody else", self._path)
        self._standing = now

    def _disconnect(self) -> None:
        if self._mark >= 0:
            os.close(self._mark)
            self._mark = -1
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def _tell(self, notice: Notice) -> None:
        if notice not in self.notices:
            self.notices.append(notice)


def _stands(path: str) -> Standing:
    journal, log = os.stat(path), os.stat(path + "-wal")
    return (
        (journal.st_dev, journal.st_ino, journal.st_size),
        (log.st_dev, log.st_ino, log.st_size),
    )


def _about_damage(damage: str, scans: int, kept: str) -> Notice:
    where = f"The damaged one is kept as {kept}." if kept else "No file was left of it."
    return Notice(
        f"JOURNAL WAS DAMAGED\n{scans} scans rescued",
        f"The journal was damaged: {damage}. {scans} scans were rescued from it. {where}",
    )
