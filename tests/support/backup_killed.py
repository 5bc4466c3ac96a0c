"""Restore a backup in a child process up to a call of the system, which pulls the plug."""

import errno
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from support.backup_tools import settings_of

from firmware.common.system.swap import finish
from firmware.records.backup.stage import staged, take_over

if TYPE_CHECKING:
    from _typeshed import FileDescriptorLike

CHANGES = {"rename": "os.rename", "unlink": "os.remove", "mkdir": "os.mkdir", "rmdir": "os.rmdir"}
NO_ROOM, UNFINISHED, KILLED = 2, 3, -signal.SIGKILL


def count_down(call: str, number: int) -> None:
    """Kill this process before the call of that number is made; "full" is a sync that fails for
    want of room.
    """
    left = number

    def over() -> bool:
        nonlocal left
        left -= 1
        return left == 0

    def counted(event: str, arguments: object) -> None:
        if event == CHANGES.get(call) and over():
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(counted)
    if call in ("fsync", "full"):
        sync = os.fsync

        def synced(fd: "FileDescriptorLike") -> None:
            if over():
                if call == "full":
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.kill(os.getpid(), signal.SIGKILL)
            sync(fd)

        os.fsync = synced


def killed(folder: Path, packed: bytes, call: str, number: int) -> int:
    """How a child ends that restores the backup; without one, it finishes what was begun."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            count_down(call, number)
            status = _restore(folder, packed)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, NO_ROOM, UNFINISHED, KILLED)
    return status


def _restore(folder: Path, packed: bytes) -> int:
    settings = settings_of(folder)
    if packed:
        try:
            with staged(packed, str(folder), f"{folder}.toml", settings):
                take_over(str(folder), settings)
        except OSError:
            return NO_ROOM
    try:
        finish(str(folder))
    except OSError:
        return UNFINISHED  # the next start does it
    return 0
