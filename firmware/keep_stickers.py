"""The stickers' file as bytes in, how many are taught out, or what is wrong with it."""

from __future__ import annotations

from firmware.keep_rows import BadBackup

FILE = "stickers.csv"
MOST_BYTES = 1 << 20


def count_of(content: bytes) -> int:
    """How many stickers are in it."""
    return content.count(b"\n")


def check(content: str) -> None:
    """BadBackup for what is no file of stickers."""
    if "\0" in content:
        raise BadBackup("stickers.csv in it is no list of stickers")
