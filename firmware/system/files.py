"""A name and what shall lie there in, the file out: whenever the plug is pulled, it is the old one
or the new one, whole. What is written lies beside it first.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress

from firmware.system.state_dir import open_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

LONGEST = 80  # characters of a name that are used for one beside it, which must not be too long


def replace(path: str, content: bytes, aside: str = "") -> None:
    """A file of our own in the state folder, for its owner alone; `aside` is the name under which
    the old one is kept.

    OSError when that cannot be done: then the old one stands.
    """
    new, folder = f"{path}.new", os.path.dirname(path) or "."
    if os.path.lexists(new):  # from a pulled plug, or a link to somebody's file
        os.remove(new)
    try:
        with open(open_plain(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "wb") as file:
            _give(file.fileno(), folder)
            file.write(content)
            _lasting(file)
        if aside and os.path.lexists(path):
            _keep(path, aside)
        os.replace(new, path)
    except OSError:
        with suppress(OSError):
            os.remove(new)
        raise
    sync_folder(folder)


def write(path: str, content: Callable[[BinaryIO], object]) -> None:
    """A person's file, wherever they want it, by what `content` writes; a link stays one.

    OSError by the name that was asked for; what was there before stands then.
    """
    there = os.path.realpath(path)
    folder, name = os.path.split(there)
    beside = os.path.join(folder, f".{name[:LONGEST]}.{os.getpid()}")
    try:
        with open(beside, "xb") as file:
            content(file)
            _lasting(file)
        os.replace(beside, there)
    except BaseException as why:
        with suppress(OSError):
            os.unlink(beside)
        if isinstance(why, OSError):
            raise OSError(why.errno, why.strerror, path) from None
        raise
    with suppress(OSError):  # not every file system of a stick syncs its folders
        sync_folder(folder)


def sync_folder(folder: str) -> None:
    """Make the names in the folder last."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _lasting(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


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
