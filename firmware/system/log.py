"""Lines for whoever reads the log in, out on a descriptor by a thread of their own.

Nobody has to read it: while its reader sleeps, lines are counted and dropped, and no scan waits.
The system's journal gets each on one line, with its weight in front (sd-daemon(3)); it knows the
time by itself.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Mapping
from typing import Protocol

from engine.notation import printable_lines

MOST_WAITING = 200
LAST_WORDS_S = 0.5
ERROR, WARNING, INFO = 3, 4, 6  # as syslog counts: the less, the more it matters


class Tell(Protocol):
    """Takes a line for the log. What went wrong says so by its weight; the owner asks for it by
    `journalctl -p warning`.
    """

    def __call__(self, line: str, weight: int = INFO, /) -> None: ...


def untold(line: str, weight: int = INFO, /) -> None:
    """For whoever keeps no log."""


class Log:
    """One line an event, made safe to print. A terminal gets none: the desk is there."""

    def __init__(self, descriptor: int = 2, environment: Mapping[str, str] = os.environ) -> None:
        self._descriptor = descriptor
        self.is_journal = _is_journal(descriptor, environment)
        self._lines: queue.Queue[tuple[str, int] | None] = queue.Queue(MOST_WAITING)
        self._dropped = 0
        self._thread: threading.Thread | None = None
        if not os.isatty(descriptor):
            self._thread = threading.Thread(target=self._run, name="log", daemon=True)
            self._thread.start()

    def __call__(self, line: str, weight: int = INFO, /) -> None:
        if self._thread is None:
            return
        try:
            self._lines.put_nowait((line, weight))
        except queue.Full:
            self._dropped += 1

    def close(self) -> None:
        """Write what waits, if its reader lets us; a second call does nothing."""
        if self._thread is None:
            return
        try:
            self._lines.put_nowait(None)
        except queue.Full:
            return  # nobody reads: the thread is a daemon
        self._thread.join(LAST_WORDS_S)
        self._thread = None

    def _run(self) -> None:
        while (waiting := self._lines.get()) is not None:
            dropped, self._dropped = self._dropped, 0
            if dropped:
                self._write(f"{dropped} lines were not read in time and are lost", WARNING)
            self._write(*waiting)

    def _write(self, line: str, weight: int) -> None:
        text = printable_lines(line)
        if self.is_journal:
            text = f"<{weight}>{' '.join(text.splitlines())}"
        left = f"{text}\n".encode("utf-8", "backslashreplace")
        try:
            while left:
                left = left[os.write(self._descriptor, left) :]
        except OSError:
            return  # nobody reads it any more: that ends no evening


def _is_journal(descriptor: int, environment: Mapping[str, str]) -> bool:
    """Whether the descriptor is the very one that systemd's journal reads (JOURNAL_STREAM)."""
    told = environment.get("JOURNAL_STREAM", "")
    if not told:
        return False
    try:
        found = os.fstat(descriptor)
    except OSError:
        return False
    return told == f"{found.st_dev}:{found.st_ino}"
