"""Have the backup of the evening written after each finished game: nobody knows which is the last,
and the plug is pulled then.

A thread waits for games to end, and starts a process for each backup (making.py): no scan
is held up by it. What a plug cut off, the next start makes up for.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from firmware.common.facts.shown import Shown
from firmware.records.backup.evenings import is_due
from firmware.records.backup.running import Running

if TYPE_CHECKING:
    from subprocess import Popen

logger = logging.getLogger(__name__)
MAKING = "firmware.records.backup.making"
MOST_S = 600.0  # a Pi Zero may need as much for 30 years of games
STOPPED = "it took too long, or too much memory, and was stopped"


class EveningKeeper:
    """An output that sees games end. `trouble` says why the last backup could not be written, or
    what it lacks; "" when all is well.
    """

    def __init__(self, running: Running) -> None:
        self.trouble = ""
        self._running, journal = running, running.journal
        games = [scans.game for scans in (journal.game_before(), journal.last_game()) if scans]
        self._wanted = threading.Event()
        if is_due(running.folder, games):
            self._wanted.set()
        self._finished: int | None = None  # the number of the finished game on the table, or 0
        self._thread = threading.Thread(target=self._run, name="backups", daemon=True)
        self._child: Popen[str] | None = None
        self._starting = threading.Lock()
        self._ending = False

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End; what is being written is left to the next start."""
        with self._starting:
            self._ending = True
            if self._child:
                self._child.kill()
        self._wanted.set()
        if self._thread.is_alive():
            self._thread.join()

    def show(self, shown: Shown) -> None:
        """Take what is on the table; a game that ended counts once it is saved."""
        ended = shown.table.phase == "finished" and shown.device.saved
        finished = shown.table.number if ended else 0
        if finished and self._finished not in (None, finished):
            self._wanted.set()
        self._finished = finished

    def _run(self) -> None:
        while self._wanted.wait() and not self._ending:
            self._wanted.clear()
            trouble = self._write()
            if self._ending:
                return
            if trouble and trouble != self.trouble:
                logger.warning(f"the evening's backup: {trouble}")
            self.trouble = trouble

    def _write(self) -> str:
        """Have it written; what is wrong with it."""
        from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired  # late: a start is measured

        from firmware.common.system import child

        words = child.command(MAKING, "keep", *self._running.words)
        try:
            with self._starting:
                if self._ending:
                    return ""
                self._child = Popen(  # noqa: S603 - our own program
                    words, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL, text=True,
                    start_new_session=True,
                )  # fmt: skip
            with self._child as writes:
                try:
                    answer, _ = writes.communicate(timeout=MOST_S)
                except TimeoutExpired:
                    writes.kill()
                    return STOPPED
            return STOPPED if writes.returncode else answer.strip()
        except OSError as why:
            return why.strerror or str(why)
