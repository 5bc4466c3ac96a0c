"""Save the sources of learnt scanners in a file of the state folder.

They are grabbed at once after the next start, so that their first code is typed nowhere else.
A file that is lost or cannot be written costs that first code and nothing more.
"""

from __future__ import annotations

import os
from contextlib import suppress

from firmware.system.files import replace
from firmware.system.state_dir import SCANNERS_FILE, open_plain

MOST_BYTES = 1 << 16  # a thousand scanners; a larger file was not written by us


def load(folder: str) -> list[str]:
    """Read the sources, oldest first."""
    path = os.path.join(folder, SCANNERS_FILE)
    try:
        with open(open_plain(path, os.O_RDONLY), encoding="utf-8", errors="replace") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError):
        return []
    return content.splitlines() if len(content) <= MOST_BYTES else []


def add(folder: str, source: str) -> None:
    """Add one; the file is replaced whole, so that a pulled plug leaves the old one."""
    sources = load(folder)
    if source in sources:
        return
    lines = (f"{one}\n" for one in [*sources, source.replace("\n", " ")])
    with suppress(OSError, ValueError):
        replace(os.path.join(folder, SCANNERS_FILE), "".join(lines).encode())
