"""When the last whole backup was made: a mark in the state folder, for its owner to be told."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress

from firmware.common.system.files import replace
from firmware.common.system.state_dir import BACKUP_MARK, read_text
from firmware.records.backup.archive import Report


def remember(folder: str, report: Report, clock: Callable[[], float] = time.time) -> None:
    """Note that a backup was made, if it lacks nothing; not where the disk takes no more."""
    if report.is_whole:
        with suppress(OSError):
            replace(os.path.join(folder, BACKUP_MARK), f"{int(clock())}\n".encode())


def last_backup(folder: str) -> int | None:
    """Seconds since 1970 of the last whole backup; None where none was made."""
    text = read_text(os.path.join(folder, BACKUP_MARK)).strip()
    return int(text) if text.isascii() and text.isdigit() else None
