"""Standard logging to standard error: one line a record, and no wait for its reader.

A line for systemd's journal begins with its priority (sd-daemon(3)); the journal adds the time.
Rule: no scan waits for a log. While nobody reads a full pipe, lines are dropped and counted.
"""

from __future__ import annotations

import logging
import os
import select
from collections.abc import Mapping

from engine.notation import printable_lines

LONGEST_LINE = 4096  # bytes: a pipe that is ready to be written (poll(2)) takes as many at once
PRIORITIES = {logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6}  # as syslog numbers them
STDERR = 2


def start_logging() -> None:
    """Log to standard error what the program has to say, and warnings of libraries.

    A terminal gets nothing: the desk is shown there.
    """
    handler = logging.NullHandler() if os.isatty(STDERR) else StderrHandler()
    logging.basicConfig(level=logging.WARNING, format="%(message)s", handlers=[handler], force=True)
    logging.getLogger("firmware").setLevel(logging.INFO)


class StderrHandler(logging.Handler):
    """Writes each record as one line, safe to print, if that can be done at once."""

    def __init__(
        self, descriptor: int = STDERR, environment: Mapping[str, str] = os.environ
    ) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._is_journal = is_journal(descriptor, environment)
        self._dropped = 0

    def emit(self, record: logging.LogRecord) -> None:
        lost = f"{self._dropped} lines were not read in time and are lost"
        if self._dropped and self._write(lost, logging.WARNING):
            self._dropped = 0
        if self._dropped or not self._write(self.format(record), record.levelno):
            self._dropped += 1

    def _write(self, text: str, level: int) -> bool:
        """Return whether there was room for it. A reader that has gone counts as one who reads."""
        line = " ".join(printable_lines(text).splitlines())
        if self._is_journal:
            line = f"<{PRIORITIES.get(level, PRIORITIES[logging.ERROR])}>{line}"
        poll = select.poll()
        poll.register(self._descriptor, select.POLLOUT)
        if not poll.poll(0):
            return False
        try:
            encoded = line.encode("utf-8", "backslashreplace")[: LONGEST_LINE - 1]
            os.write(self._descriptor, encoded + b"\n")
        except OSError:
            pass
        return True


def is_journal(descriptor: int = STDERR, environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether systemd's journal reads this very descriptor (JOURNAL_STREAM)."""
    stream = environment.get("JOURNAL_STREAM", "")
    if not stream:
        return False
    try:
        status = os.fstat(descriptor)
    except OSError:
        return False
    return stream == f"{status.st_dev}:{status.st_ino}"
