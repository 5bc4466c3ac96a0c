"""Scanners that have given themselves away, kept in the state folder: sources in, sources out.

They are grabbed at once after the next start, so that their first code is typed nowhere else.
A file that is lost or cannot be written costs that first code and nothing more.
"""

from __future__ import annotations

import os
from contextlib import suppress

from firmware.system.files import replace
from firmware.system.state_dir import SCANNERS_FILE, open_plain

MOST_BYTES = 1 << 16  # a thousand scanners; what is larger was not written by us


def remembered(folder: str) -> list[str]:
    """The sources kept, oldest first."""
    try:
        with open(open_plain(os.path.join(folder, SCANNERS_FILE), os.O_RDONLY), "rb") as file:
            kept = file.read(MOST_BYTES + 1)
    except (OSError, ValueError):
        return []
    lines = kept.decode("utf-8", "replace").split("\n") if len(kept) <= MOST_BYTES else []
    return [line for line in lines if line.strip()]


def remember(folder: str, source: str) -> None:
    """Keep one more; the file is replaced whole, so that a pulled plug leaves the old one."""
    kept = remembered(folder)
    if source in kept:
        return
    lines = (f"{one}\n" for one in [*kept, source.replace("\n", " ")])
    with suppress(OSError, ValueError):
        replace(os.path.join(folder, SCANNERS_FILE), "".join(lines).encode())
