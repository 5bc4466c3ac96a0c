"""Write files so that a power cut leaves the old content or the new one, whole.

Everything is written and synced under another name first, then renamed.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO

from firmware.common.system.state_dir import open_plain

logger = logging.getLogger(__name__)
LONGEST = 80  # characters of a name that are used for a temporary one, which must not be too long


def replace(path: str, content: bytes, aside: str = "") -> None:
    """Replace a file of the state folder; with `aside`, keep the old one under that name.

    OSError when that cannot be done: then the old one stands.
    """
    new = f"{path}.new"
    remove(new)  # left by a power cut, or a link to a file that is not ours
    try:
        create(new, content)
        give_to_owner(new, os.path.dirname(path) or ".")
        if aside and os.path.lexists(path):
            _keep(path, aside)
        os.replace(new, path)
    except OSError:
        with suppress(OSError):
            os.remove(new)
        raise
    sync_folder(os.path.dirname(path) or ".")


def keep(path: str, text: str) -> bool:
    """Replace a file that no start depends on; where that cannot be done, log it, return False."""
    try:
        replace(path, text.encode("utf-8", "backslashreplace"))
    except OSError as why:
        logger.warning(f"{path} could not be saved: {why.strerror or why}")
        return False
    return True


def write(path: str, content: Callable[[BinaryIO], object]) -> None:
    """Write a file for a person, anywhere, by what `content` writes; a link stays a link.

    OSError by the name that was asked for; what was there before stands then.
    """
    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    new = os.path.join(folder, f".{name[:LONGEST]}.{os.getpid()}")
    try:
        with open(new, "xb") as file:
            content(file)
            _sync(file)
        os.replace(new, target)
    except BaseException as why:
        with suppress(OSError):
            os.unlink(new)
        if isinstance(why, OSError):
            raise OSError(why.errno, why.strerror, path) from None
        raise
    with suppress(OSError):  # not every file system of a stick syncs its folders
        sync_folder(folder)


def create(path: str, content: bytes) -> None:
    """Create a file for its owner alone, synced; OSError when the name is taken."""
    with open(open_plain(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "wb") as file:
        file.write(content)
        _sync(file)


def sync_folder(folder: str) -> None:
    """Sync a folder, so that new names and removals in it last."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def give_to_owner(path: str, folder: str) -> None:
    """Give what root has made to the owner of the folder: the service could not open it."""
    if os.geteuid() == 0:
        owner = os.stat(folder)
        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def remove(path: str) -> None:
    """Remove a file or a folder with all in it, if it exists."""
    if os.path.isdir(path) and not os.path.islink(path):
        import shutil  # late: a start seldom has anything to remove

        shutil.rmtree(path)
    else:
        with suppress(FileNotFoundError):
            os.unlink(path)


def mark(path: str, is_set: bool) -> None:
    """Make an empty file that a unit looks for, or take it away; on a full disk nothing is done."""
    with suppress(OSError):
        remove(path)
        if is_set:
            open(path, "xb").close()


def damaged_name(path: str) -> str:
    """The first name of the form PATH.damaged-N that is free, to keep a damaged file under."""
    number = 1
    while os.path.lexists(f"{path}.damaged-{number}"):
        number += 1
    return f"{path}.damaged-{number}"


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _keep(path: str, aside: str) -> None:
    """Link the file to another name too; rename it where it can have only one."""
    try:
        os.link(path, aside, follow_symlinks=False)
    except OSError:  # a folder, another user's file, or a disk that knows no links
        os.rename(path, aside)
