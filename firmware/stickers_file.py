"""Stickers and what they stand for <-> the file that keeps them: `sticker,code,label`, a line each.

The code counts; the label (`type slug`) stands there for whoever reads the file.
Rule 1: a line that cannot be read costs that sticker and no other.
Rule 2: the file is replaced whole: whenever the plug is pulled, it is the old one or the new one.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple

from drivers.collector import LONGEST
from engine.codes import check_digit
from firmware.state_folder import open_plain

FILE = "stickers.csv"
MOST_BYTES = 1 << 17  # 2,500 stickers, and a question of the control socket can bring them all
HEADER = "sticker,code,label\n"

Row = tuple[str, str]  # a sticker, and the code it stands for


class Kept(NamedTuple):
    """What a file holds, and by their numbers the lines that cannot be read."""

    rows: list[Row]
    damaged: list[int]


def six_digits(text: str) -> bool:
    """Whether it is, or should have been, a code of ours: whatever is not is foreign."""
    return len(text) == 6 and text.isascii() and text.isdigit()


def unfit(text: str) -> str:
    """Why no sticker may hold this, in words; mostly nothing."""
    if not text:
        return "there is no sticker"
    if six_digits(text):
        return "six digits are ours: use another sticker"
    if len(text) > LONGEST:  # scanners' codes are cut there: two of them would look alike
        return f"its code is longer than {LONGEST} characters: use another sticker"
    if any(one in "\r\n\t\0" or "\ud800" <= one <= "\udfff" for one in text):
        return "no scanner can give it: it holds a tab, the end of a line or half a character"
    return ""


def is_code(text: str) -> bool:
    """Six digits, the last of them the right one: it may be of a newer version's label."""
    return six_digits(text) and check_digit(text) == "0"


def written(rows: Iterable[Row], label: Callable[[str], str]) -> bytes:
    """The whole file."""
    lines = (f"{quoted(sticker)},{code},{label(code)}\n" for sticker, code in rows)
    return (HEADER + "".join(lines)).encode()


def quoted(text: str) -> str:
    """A text as a field of CSV: quoted where it holds what parts fields, or blanks at its ends."""
    plain = not any(one in '",;' for one in text) and text == text.strip(" ")
    return text if plain else '"' + text.replace('"', '""') + '"'


def read(content: bytes) -> Kept:
    """All lines that can be read. Of two for one sticker the first counts."""
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
            sticker, code = next(csv.reader([text], strict=True))[:2]
            if unfit(sticker) or not is_code(code) or rows.setdefault(sticker, code) != code:
                damaged.append(number)
        except (ValueError, csv.Error, StopIteration):
            damaged.append(number)
    return Kept(list(rows.items()), damaged)


def content_of(path: str) -> bytes | None:
    """What the file holds; None where there is none. OSError when it cannot be read."""
    try:
        with open(open_plain(path, os.O_RDONLY), "rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    if len(content) > MOST_BYTES:
        raise OSError(errno.EFBIG, "larger than any list of stickers", path)
    return content


def replace(path: str, content: bytes, aside: str = "") -> None:
    """Put a new file in its place; `aside` is the name under which the old one is kept.

    OSError when that cannot be done: then the old one stands.
    """
    new = f"{path}.new"
    if os.path.lexists(new):  # from a pulled plug, or a link to somebody's file
        os.remove(new)
    try:
        with open(open_plain(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "wb") as file:
            _give(file.fileno(), os.path.dirname(path))
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if aside and os.path.lexists(path):
            _keep(path, aside)
        os.replace(new, path)
    except OSError:
        with suppress(OSError):
            os.remove(new)
        raise
    sync_folder(os.path.dirname(path))


def sync_folder(folder: str) -> None:
    """Make the names in the folder last."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _give(file: int, folder: str) -> None:
    """What root writes belongs to whom the folder belongs to: the service could not read it."""
    if os.geteuid() == 0:
        whose = os.stat(folder)
        os.fchown(file, whose.st_uid, whose.st_gid)


def _keep(path: str, aside: str) -> None:
    """Leave what lies there under another name too; moved where it can have but one."""
    try:
        os.link(path, aside, follow_symlinks=False)
    except OSError:  # a folder, somebody else's file, or a disk that knows no links
        os.rename(path, aside)
