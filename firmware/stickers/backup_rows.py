"""The stickers' file as bytes in, how many are taught out, and what of it cannot be read."""

from __future__ import annotations

from firmware.stickers.csv_file import HEADER, MOST_BYTES, content_of, read
from firmware.system.state_dir import STICKERS_FILE

__all__ = ["MOST_BYTES", "NONE", "STICKERS_FILE", "content_of", "count_of", "unread"]

NONE = HEADER.encode()


def count_of(content: bytes) -> int:
    """How many stickers are in it."""
    return len(read(content or NONE).rows)


def unread(content: bytes) -> int:
    """How many lines say nothing: they were damaged when the backup was made."""
    return len(read(content or NONE).damaged)
