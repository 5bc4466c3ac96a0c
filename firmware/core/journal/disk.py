"""The journal's files in the state folder: owned, found, mended where need be, and written to.

The order is: `look`, which changes no journal; `begin`, which makes or mends the journal and
connects; `write`. After any failure `let_go`, and from the start again.
"""

import errno
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from logging import ERROR

from engine.message import Message, joined
from firmware.common.facts.notices import Problem, StartFinding
from firmware.common.system import files, state_dir, swap
from firmware.common.system.state_dir import JOURNAL, JOURNAL_READY
from firmware.core.journal.database import connect, look, reserve_log, write_log_again
from firmware.core.journal.deleted import empty_deleted, find_game
from firmware.core.journal.mark import open_mark, set_mark
from firmware.core.journal.players import merges_in
from firmware.core.journal.row_check import RowsRead, read_on
from firmware.core.journal.rows import (
    FINISHED,
    Damaged,
    Found,
    GameRow,
    MergeRow,
    Newer,
    ScanRow,
    put_game,
    put_merges,
    write,
)
from firmware.words.language import say

FileId = tuple[int, int]  # a file's device and inode


class Disk:
    """The journal's place on disk. What goes wrong is OSError, sqlite3.Error or AlreadyRunning."""

    def __init__(self, folder: str, synchronous: str) -> None:
        self.findings: list[StartFinding] = []
        self.restored = False  # whether a restore was finished here: settings were replaced too
        self._folder = os.path.abspath(folder)
        # Where it is a link, its log and its mark lie beside the file that it leads to.
        self._path = os.path.realpath(os.path.join(self._folder, JOURNAL))
        self._log = self._path + "-wal"
        self._synchronous = synchronous
        self._claim: state_dir.FolderLock | None = None
        self._is_settled = False  # whether a restore that an earlier run has begun is finished
        self._connection: sqlite3.Connection | None = None
        self._files: tuple[FileId, FileId] | None = None  # of the journal and its log
        self._mark = -1
        self._to_make: Found | None = None  # what the journal is to hold that is to be made
        self._damage: Damaged | None = None
        self._missing: tuple[Message, ...] = ()
        self._unwiped = False  # whether the log holds something of a game that was emptied
        self._suspect = False  # whether the last connection ended in a failure

    @property
    def connected(self) -> bool:
        """Whether there is a connection that nothing has gone wrong with."""
        return self._connection is not None

    def look(self) -> Found:
        """Own the folder and read the end of the journal, or what can be read of a damaged one.

        Raises Newer when a newer version has written it.
        """
        self._own_and_finish()
        self._to_make = self._damage = None
        try:
            end = look(self._path)
        except Damaged as why:
            from firmware.core.journal.salvage import salvage  # late: seldom needed

            self._damage = why
            self._to_make, self._missing = salvage(self._path)
            return self._to_make
        except Newer as why:
            log = f"Nothing is saved: {why}. It was not changed. Update Okanjo to use it."
            self.report(StartFinding(Problem("journal-newer"), log, ERROR))
            raise
        if not os.path.exists(self._path):
            self._to_make = end
        return end

    def _own_and_finish(self) -> None:
        """Own the folder, and finish what an earlier run has begun in it."""
        if self._claim and not self._claim.holds(self._folder):
            self._release()  # a folder of that name, but another one
        if not self._claim:
            self._claim, self._is_settled = state_dir.claim(self._folder), False
        if not self._is_settled:  # later a restore that is staged is our own
            if swap.pending(self._folder):
                self.restored = swap.finish(self._folder)
            self._is_settled = True
        if self._suspect and os.path.isfile(self._log):
            write_log_again(self._path)
        if os.path.exists(self._path + JOURNAL_READY):
            from firmware.core.journal.salvage import finish  # late: seldom needed

            finish(self._path)

    def begin(self) -> None:
        """Make the journal where there is none, replace it where it is damaged, and connect."""
        if self._to_make is not None:
            from firmware.core.journal.salvage import replace

            aside = replace(self._path, self._to_make)
            if self._damage:
                self._report_damage(self._damage, len(self._to_make.scans), aside)
        self._connection = connect(self._path, self._synchronous)
        reserve_log(self._path)
        self._files = self._file_ids()
        self._mark = open_mark(self._path)
        self._suspect = False

    def write(self, scans: Sequence[ScanRow], games: Sequence[GameRow]) -> None:
        """Commit and sync scans, and the games as they now stand."""
        write(self._open, scans, games)
        self._check_place()
        set_mark(self._mark, scans[-1].seq)

    def change_game(self, number: int, change: Callable[[GameRow | None], GameRow]) -> GameRow:
        """Commit and sync what becomes of a game's row; None: there is none that can be read."""
        game = change(find_game(self._open, number))
        put_game(self._open, game)
        self._check_place()
        return game

    def change_merges(self, change: Callable[[list[MergeRow]], list[MergeRow]]) -> None:
        """Commit and sync what becomes of the merged players."""
        merges = change(merges_in(self._open))
        self._open.execute("BEGIN IMMEDIATE")
        put_merges(self._open, merges)
        self._open.execute("COMMIT")
        self._check_place()

    def read_on(self, so_far: RowsRead) -> RowsRead:
        """Read the next rows of a check of all."""
        return read_on(self._open, so_far)

    def has_finished(self, seating: str) -> bool:
        """Whether a game with that seating is finished, and not deleted."""
        return self._open.execute(FINISHED, (seating,)).fetchone() is not None

    def empty_deleted(self) -> None:
        """Empty the deleted games whose time is over, and leave nothing of them in the log."""
        kept = os.path.join(self._folder, state_dir.KEPT_FILE)
        self._unwiped |= empty_deleted(self._open, lambda: files.remove(kept))
        if self._unwiped:
            (busy, _, _) = self._open.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._unwiped = bool(busy)  # somebody is reading
            reserve_log(self._path)

    @property
    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            raise FileNotFoundError(errno.ENOENT, "the journal is gone", self._path)
        return self._connection

    def _check_place(self) -> None:
        if self._file_ids() != self._files:  # SQLite writes on to a file that was deleted
            raise OSError(errno.ESTALE, "another program changed the journal", self._path)

    def let_go(self) -> None:
        """Give up the connection, after a failure."""
        self._suspect = True
        self._disconnect()

    def close(self) -> None:
        """Give up the connection and the folder."""
        self._disconnect()
        self._release()

    def _release(self) -> None:
        if self._claim is not None:
            self._claim.release()
            self._claim = None

    def _file_ids(self) -> tuple[FileId, FileId]:
        journal, log = os.stat(self._path), os.stat(self._log)
        return (journal.st_dev, journal.st_ino), (log.st_dev, log.st_ino)

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

    def _report_damage(self, damage: Damaged, scans: int, aside: str) -> None:
        where = f"The damaged file is kept as {aside}." if aside else "No file was left to keep."
        problem = Problem("journal-damaged", number=scans)
        log = f"The journal was damaged: {damage}. {scans} scans were rescued."
        missing = f"Missing: {say(joined(self._missing))}." if self._missing else ""
        self.report(StartFinding(problem, " ".join(filter(None, (log, missing, where)))))

    def report(self, finding: StartFinding) -> None:
        """Keep a finding for whoever asks, once."""
        if finding not in self.findings:
            self.findings.append(finding)
