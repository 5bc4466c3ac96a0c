"""What the owner must be told, for a display and for the log."""

from __future__ import annotations

from typing import NamedTuple

from firmware.system.log import WARNING


class Notice(NamedTuple):
    """Something the owner must know: two lines for a display, and a sentence with its weight."""

    screen: str
    log: str
    weight: int = WARNING
