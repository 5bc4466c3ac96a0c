"""What is in a backup -> the words for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware.backup.archive import Counts
from firmware.system.text import plural


def contents(counts: Counts) -> str:
    """`3 games (2 finished), 214 scans, 12 stickers, 5 settings`."""
    finished = f" ({counts.finished} finished)" if counts.games else ""
    rest = (plural(getattr(counts, f"{one}s"), one, "no") for one in ("scan", "sticker", "setting"))
    return ", ".join([plural(counts.games, "game", "no") + finished, *rest])


def size(count: int) -> str:
    """`9 kB`."""
    for unit, bytes_ in (("MB", 1_000_000), ("kB", 1000)):
        if count >= bytes_:
            return (
                f"{count / bytes_:.1f} {unit}" if unit == "MB" else f"{count / bytes_:.0f} {unit}"
            )
    return f"{count} bytes"


def counts_in(told: Mapping[str, Any]) -> Counts:
    """The counts another Okanjo tells; 0 for what it does not."""
    found = told.get("counts")
    known = found if isinstance(found, dict) else {}
    numbers = (known.get(field, 0) for field in Counts._fields)
    return Counts(*(one if type(one) is int else 0 for one in numbers))
