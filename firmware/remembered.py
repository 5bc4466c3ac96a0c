"""Scanners that have given themselves away, kept in the state folder: sources in, sources out.

They are grabbed at once after the next start, so that their first code is typed nowhere else.
A file that is lost or cannot be written costs that first code and nothing more.
"""

from __future__ import annotations

import os

FILE = "scanners"


def remembered(folder: str) -> list[str]:
    """The sources kept, oldest first."""
    try:
        with open(os.path.join(folder, FILE), encoding="utf-8", errors="replace") as file:
            return [line.rstrip("\n") for line in file if line.strip()]
    except OSError:
        return []


def remember(folder: str, source: str) -> None:
    """Keep one more; the file is replaced whole, so that a pulled plug leaves the old one."""
    kept = remembered(folder)
    if source in kept:
        return
    path = os.path.join(folder, FILE)
    try:
        with open(f"{path}.new", "w", encoding="utf-8") as file:
            file.writelines(f"{one}\n" for one in [*kept, source.replace("\n", " ")])
            file.flush()
            os.fsync(file.fileno())
        os.replace(f"{path}.new", path)
    except OSError:
        return
