#!/usr/bin/python3
"""A release file in; its files in a folder out, or a word for why not.

Run by root before anybody knows whose file it is, so it reads little: plain files and folders below
okanjo/, as `make release` packs them (ustar: one block is one header), so many, and so much. Links,
devices and all else that a tar may have end it. Nothing of the file is run or believed here.
"""

from __future__ import annotations

import errno
import gzip
import os
import stat
import sys
import zlib
from tarfile import AREGTYPE, BLOCKSIZE, DIRTYPE, REGTYPE, HeaderError, TarInfo
from typing import IO, BinaryIO, cast

MOST_BYTES = 100_000_000  # of the file, and of what is in it
MOST_FILES = 5_000
PIECE = 1 << 18
TOP = "okanjo"
GZIP = b"\x1f\x8b"


class NotUnpacked(Exception):
    """Why, in a word."""


def opened(path: str, flags: int) -> int:
    """Of a file to be read; no link is followed, and no pipe waited for."""
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)


def content_of(file: BinaryIO) -> IO[bytes]:
    """What is in a plain file, unpacked if it is packed."""
    status = os.fstat(file.fileno())
    if not stat.S_ISREG(status.st_mode):
        raise NotUnpacked("no-release")
    if status.st_size > MOST_BYTES:
        raise NotUnpacked("too-large")
    is_packed = file.read(2) == GZIP
    file.seek(0)
    return cast(IO[bytes], gzip.open(file)) if is_packed else file


def exactly(file: IO[bytes], size: int) -> bytes:
    content = file.read(size)
    if len(content) != size:
        raise NotUnpacked("damaged")
    return content


def unpack(file: IO[bytes], folder: str) -> None:
    """Lay it down. Raises NotUnpacked, and what gzip and the disk have to say."""
    total = count = 0
    while (block := file.read(BLOCKSIZE)) != bytes(BLOCKSIZE):
        try:
            member = TarInfo.frombuf(block, "utf-8", "strict")
        except (HeaderError, ValueError):  # less than a block is no header either
            raise NotUnpacked("damaged" if count else "no-release") from None
        count += 1
        size = member.size if member.type != DIRTYPE else 0
        rest = -size % BLOCKSIZE
        total += BLOCKSIZE + size + rest
        if member.type not in (REGTYPE, AREGTYPE, DIRTYPE):
            raise NotUnpacked("links")
        if count > MOST_FILES or not 0 <= size <= MOST_BYTES or total > MOST_BYTES:
            raise NotUnpacked("too-large")
        path = os.path.join(folder, *parts_of(member.name, member.type == DIRTYPE))
        if member.type == DIRTYPE:
            os.makedirs(path, exist_ok=True)
        else:
            lay(file, path, size, 0o755 if member.mode & 0o100 else 0o644)
            exactly(file, rest)
    if not count:
        raise NotUnpacked("no-release")


def parts_of(name: str, is_folder: bool) -> list[str]:
    """The folders and the name, all below okanjo."""
    parts = name.rstrip("/").split("/") if is_folder else name.split("/")
    if parts[0] != TOP or (len(parts) < 2 and not is_folder):
        raise NotUnpacked("no-release")
    if not name.isprintable() or {"", ".", ".."} & {*parts}:
        raise NotUnpacked("links")
    return parts


def lay(file: IO[bytes], path: str, size: int, mode: int) -> None:
    """A new file: no second one has its name."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
    except FileExistsError:
        raise NotUnpacked("damaged") from None
    os.fchmod(descriptor, mode)  # whatever the umask of who updates
    with os.fdopen(descriptor, "wb") as copy:
        while size:
            piece = exactly(file, min(PIECE, size))
            copy.write(piece)
            size -= len(piece)


def why_not(path: str, folder: str) -> str:
    """Unpack it; a word if that could not be."""
    try:
        with open(path, "rb", opener=opened) as file:
            unpack(content_of(file), folder)
    except NotUnpacked as why:
        return str(why)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        return "damaged"
    except OSError as why:
        return "full" if why.errno in (errno.ENOSPC, errno.EDQUOT) else "no-release"
    return ""


if __name__ == "__main__":
    os.umask(0o022)  # for the folders
    word = why_not(*sys.argv[1:])
    print(word)
    sys.exit(bool(word))
