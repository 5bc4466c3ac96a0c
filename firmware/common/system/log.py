"""Standard logging to standard error: one line a record, and no wait for its reader.

A line for systemd's journal begins with its priority (sd-daemon(3)); the journal adds the time.
Rule: no scan waits for a log. While a full pipe is not read, lines are dropped.
"""

from __future__ import annotations

import logging
import os
import select
from collections.abc import Mapping
from contextlib import suppress

LONGEST_LINE = 4096  # bytes: a pipe that is ready to be written (poll(2)) takes as many at once
PRIORITIES = {logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6}  # as syslog numbers them
STDERR = 2


def start_logging(*, terminal: bool = False) -> None:
    """Log to standard error what the program has to say, and warnings of libraries.

    A terminal gets nothing, unless it is to: the desk is shown there.
    """
    shown = terminal or not os.isatty(STDERR)
    handler = StderrHandler() if shown else logging.NullHandler()
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

    def emit(self, record: logging.LogRecord) -> None:
        from engine.notation import (
            printable_lines,
        )  # late: the MQTT client has no more of the games

        line = " ".join(printable_lines(self.format(record)).splitlines())
        if self._is_journal:
            line = f"<{PRIORITIES.get(record.levelno, PRIORITIES[logging.ERROR])}>{line}"
        poll = select.poll()
        poll.register(self._descriptor, select.POLLOUT)
        with suppress(OSError):  # its reader has gone
            if poll.poll(0):
                encoded = line.encode("utf-8", "backslashreplace")[: LONGEST_LINE - 1]
                os.write(self._descriptor, encoded + b"\n")


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
