"""A state folder in, its journal found, owned, mended where need be, and written to out.

The order is: `look`, which changes no journal and tells what is there; `begin`, which makes or
mends the journal and connects; `write`. After any failure `let_go`, and from the start again.
"""

import errno
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from typing import Any, NamedTuple

from firmware import state_folder
from firmware.journal_file import FILE, READY, connect, look, open_to_look, write_log_again
from firmware.journal_loss import open_mark, read_mark, set_mark
from firmware.journal_rows import Damaged, Found, GameRow, Newer, ScanRow, write


class Notice(NamedTuple):
    """Something the owner must know: two lines for a display, and a sentence."""

    screen: str
    log: str


class Disk:
    """The journal's place on disk. What goes wrong is OSError, sqlite3.Error or AlreadyRunning."""

    def __init__(self, folder: str, synchronous: str) -> None:
        self.notices: list[Notice] = []
        self._path = os.path.join(os.path.abspath(folder), FILE)
        self._synchronous = synchronous
        self._claim: state_folder.Claim | None = None
        self._connection: sqlite3.Connection | None = None
        self._place = (0, 0)
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
        self._own()
        if self._suspect and os.path.isfile(self._path + "-wal"):
            write_log_again(self._path)
        if os.path.exists(self._path + READY):
            from firmware.journal_salvage import finish  # seldom needed: a start is measured

            finish(self._path)
        self._to_mend, self._damage = None, ""
        try:
            for name in (self._path, self._path + "-wal"):
                if os.path.lexists(name) and not os.path.isfile(name):  # SQLite would wait
                    raise Damaged(f"{os.path.basename(name)} is not a file")
            if os.path.exists(self._path):
                return look(self._path)
            if read_mark(self._path) or os.path.exists(self._path + "-wal"):
                raise Damaged("the journal itself is gone")
            self._to_mend = Found(0, [], [])
        except Damaged as why:
            from firmware.journal_salvage import salvage

            self._to_mend, self._damage = salvage(self._path), str(why)
        except Newer as why:
            log = f"Nothing is saved: {why}. It is left as it is. Update Okanjo to go on with it."
            self._tell(Notice("JOURNAL IS NEWER\nUpdate Okanjo", log))
            raise
        return self._to_mend

    def begin(self) -> None:
        """Make the journal where there is none, replace it where it is damaged, and connect."""
        if self._to_mend is not None:
            from firmware.journal_salvage import replace

            kept = replace(self._path, self._to_mend)
            if self._damage:
                self._tell(_about_damage(self._damage, len(self._to_mend.scans), kept))
        self._connection = connect(self._path, self._synchronous)
        self._place = state_folder.place(self._path)
        self._mark = open_mark(self._path)
        self._suspect = False

    def write(self, scans: Sequence[ScanRow], games: Sequence[GameRow]) -> None:
        """Commit and sync scans, and the games as they now stand."""
        if self._connection is None or state_folder.place(self._path) != self._place:
            # SQLite would go on writing to a file that was deleted.
            raise FileNotFoundError(errno.ENOENT, "the journal is gone", self._path)
        write(self._connection, scans, games)
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
        if self._claim is not None:
            state_folder.release(self._claim)
            self._claim = None

    def _own(self) -> None:
        folder = os.path.dirname(self._path)
        if self._claim is not None:
            with suppress(FileNotFoundError):
                if state_folder.place(folder) == self._claim.place:
                    return
            state_folder.release(self._claim)  # a folder of that name, but another one
            self._claim = None
        self._claim = state_folder.claim(folder)

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


def _about_damage(damage: str, scans: int, kept: str) -> Notice:
    where = f"The damaged one is kept as {kept}." if kept else "No file was left of it."
    return Notice(
        f"JOURNAL WAS DAMAGED\n{scans} scans rescued",
        f"The journal was damaged: {damage}. {scans} scans were rescued from it. {where}",
    )
