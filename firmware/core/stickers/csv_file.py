"""Read and write the file of the taught stickers: `sticker,code,label`, a line each.

The code counts; the label (`type slug`) is for people who read the file.
Rule 1: a line that cannot be read costs that sticker and no other.
Rule 2: the file is replaced whole: whenever the plug is pulled, it is the old one or the new one.
"""

import errno
import os
from collections.abc import Callable, Iterable
from typing import NamedTuple

from drivers.scanner.code_collector import LONGEST
from engine.codes import is_code, six_digits
from engine.message import Message, gettext, ngettext
from firmware.common.system.state_dir import open_plain
from firmware.common.system.text import csv_line, unguarded

MOST_BYTES = 1 << 17  # 2,500 stickers, and a request over the local socket can bring them all
HEADER = "sticker,code,label\n"
NO_STICKERS = HEADER.encode()

Taught = tuple[str, str]  # a sticker, and the code it stands for


class Content(NamedTuple):
    """What a file holds, and the numbers of the lines that cannot be read."""

    rows: list[Taught]
    damaged: list[int]


def unfit(text: str) -> Message | None:
    """Say why no sticker may hold this; None if it may."""
    if not text:
        return gettext("the sticker is missing")
    if six_digits(text):
        return gettext("six digits are reserved: use another sticker")
    if len(text) > LONGEST:  # scanners' codes are cut there: two of them would look alike
        return ngettext(
            "its code is longer than {count} character: use another sticker",
            "its code is longer than {count} characters: use another sticker",
            LONGEST,
        )
    if any(character in "\r\n\t\0" or "\ud800" <= character <= "\udfff" for character in text):
        return gettext("no scanner can read it: it has a tab, a line break or half a character")
    return None


def written(rows: Iterable[Taught], label: Callable[[str], str]) -> bytes:
    """Write the whole file."""
    lines = (csv_line((sticker, code, label(code)), "\n") for sticker, code in rows)
    return (HEADER + "".join(lines)).encode()


def read(content: bytes) -> Content:
    """Read all lines that can be read. Of two for one sticker the first counts."""
    import csv  # late: a device whose cards have our labels has no such file

    rows: dict[str, str] = {}
    damaged = []
    # only a newline ends a line: a sticker may hold any other control character
    lines = content.removeprefix(b"\xef\xbb\xbf").removesuffix(b"\n").split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            text = line.decode().removesuffix("\r")
            if number == 1 and text == HEADER[:-1]:
                continue
            cell, code = next(csv.reader([text], strict=True))[:2]
            sticker = unguarded(cell)
            if unfit(sticker) or not is_code(code) or rows.setdefault(sticker, code) != code:
                damaged.append(number)
        except (ValueError, csv.Error, StopIteration):
            damaged.append(number)
    return Content(list(rows.items()), damaged)


def content_of(path: str) -> bytes | None:
    """Read the file's bytes; None where there is none. Raises OSError when it cannot be read."""
    try:
        with open(open_plain(path, os.O_RDONLY), "rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    if len(content) > MOST_BYTES:
        raise OSError(errno.EFBIG, "larger than any list of stickers", path)
    return content
