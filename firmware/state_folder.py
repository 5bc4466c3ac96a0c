"""The environment in, the folder for lasting state out, and this process as its single owner.

The claim is a lock on the folder itself: it needs no file, so it works on a full or read-only
disk too, and the kernel drops it however the process ends.
"""

import fcntl
import os
from collections.abc import Mapping
from typing import NamedTuple

SYSTEM_FOLDER = "/var/lib/okanjo"
OWNER_FILE = "owner"


class AlreadyRunning(Exception):
    """Another Okanjo owns the folder; the text says which, and what to do."""


class Claim(NamedTuple):
    """The open, locked folder. `place` is its device and inode: the folder itself, not its name."""

    descriptor: int
    place: tuple[int, int]


def default_folder(environment: Mapping[str, str]) -> str:
    """Where state lies when the settings name no folder."""
    if os.access(SYSTEM_FOLDER, os.W_OK | os.X_OK):
        return SYSTEM_FOLDER
    home = environment.get("HOME") or os.path.expanduser("~")
    lasting = environment.get("XDG_STATE_HOME", "")
    # The XDG specification: a relative path there is to be ignored.
    base = lasting if os.path.isabs(lasting) else os.path.join(home, ".local", "state")
    return os.path.join(base, "okanjo")


def claim(folder: str) -> Claim:
    """Make the folder where it is missing, and own it.

    AlreadyRunning when it is owned; OSError when there can be no such folder.
    """
    os.makedirs(folder, mode=0o700, exist_ok=True)
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise AlreadyRunning(_who_holds(folder)) from None
    except OSError:
        os.close(descriptor)
        raise
    _sign(folder)
    return Claim(descriptor, place(folder))


def release(held: Claim) -> None:
    """Give the folder up."""
    os.close(held.descriptor)


def place(path: str) -> tuple[int, int]:
    """Device and inode of what lies at `path`; OSError when nothing does."""
    found = os.stat(path)
    return found.st_dev, found.st_ino


def _sign(folder: str) -> None:
    """Leave our process number for the message of whoever comes second."""
    try:
        with open(os.path.join(folder, OWNER_FILE), "w", encoding="ascii") as file:
            file.write(f"{os.getpid()}\n")
    except OSError:
        pass  # a full or read-only disk: the lock holds all the same, only nameless


def _who_holds(folder: str) -> str:
    try:
        with open(os.path.join(folder, OWNER_FILE), encoding="ascii", errors="replace") as file:
            number = file.read(32).strip()
    except OSError:
        number = ""
    who = f"process {number}" if number.isdecimal() else "another process"
    return (
        f"Okanjo is already running on {folder} ({who}). Use that one, or stop it first"
        " (the service: sudo systemctl stop okanjo), or name another folder under [state]"
        " in the settings."
    )
