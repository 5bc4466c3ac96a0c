"""Save the sources of learnt scanners in a file of the state folder.

They are grabbed at once after the next start, so that their first code is typed nowhere else.
A file that is lost or cannot be written costs that first code and nothing more.
"""

from __future__ import annotations

import os

from firmware.common.system.files import keep
from firmware.common.system.state_dir import SCANNERS_FILE, read_text


def load(folder: str) -> list[str]:
    """Read the sources, oldest first."""
    return read_text(os.path.join(folder, SCANNERS_FILE)).splitlines()


def add(folder: str, source: str) -> None:
    """Add one. The file is replaced whole: a plug that is pulled meanwhile leaves the old one."""
    sources = load(folder)
    if source not in sources:
        lines = (f"{line}\n" for line in [*sources, source.replace("\n", " ")])
        keep(os.path.join(folder, SCANNERS_FILE), "".join(lines))
