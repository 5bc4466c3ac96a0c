"""Find the folder for lasting state, and claim it for this process alone.

The claim is a lock on the folder itself: it needs no file, so it works on a full or read-only
disk too, and the kernel drops it however the process ends.
"""

import errno
import fcntl
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

SYSTEM_FOLDER = "/var/lib/okanjo"
OWNER_FILE = "owner"

# What lies in the state folder.
JOURNAL = "journal.db"
JOURNAL_READY = ".ready"  # after the name: a whole new journal, to be moved to its place
MARK = "journal.mark"  # the highest scan that was acknowledged
STICKERS_FILE = "stickers.csv"
PIN_FILE = "pin"  # the page's, and hashes of its sessions' tokens; in no backup
BADGES_FILE = "badges"  # hashes of the tokens of phones that have one; in no backup
SCANNERS_FILE = "scanners"  # sources that have proved to be scanners
DEVICES_FILE = "settings.toml"  # what was changed on the device, laid over the owner's file
PHOTOS_FOLDER = "photos"  # the last that were read, if the owner wants them kept; in no backup
BACKUPS_FOLDER = "backups"  # one of each evening, the last ten; in no backup
BACKUP_MARK = "last-backup"  # when the last whole one was made; in no backup
MQTT_FOLDER = "mqtt"  # who we are at a broker, and what was sent to it; in no backup
MQTT_PASSWORD = "mqtt-password"  # noqa: S105 - the file's name; in no backup either
KEPT_FILE = "history.kept"  # sums of the journal's games, made anew where it is gone; in no backup
LAST_GOOD_FILE = "settings.last-good.toml"  # the owner's file as it was when it was last right

MOST_TEXT = 1 << 16  # characters of a file; Okanjo writes no longer one


class AlreadyRunning(Exception):
    """Another Okanjo owns the folder; the text says which, and what to do."""


class FolderLock(NamedTuple):
    """The open, locked folder; `release` gives it up, as the end of a `with` does."""

    descriptor: int

    def holds(self, folder: str) -> bool:
        """Whether this is the folder of that name, and not one that was made after it."""
        try:
            return os.path.samestat(os.fstat(self.descriptor), os.stat(folder))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        os.close(self.descriptor)

    def __enter__(self) -> None: ...

    def __exit__(self, *error: object) -> None:
        self.release()


def default_folder(environment: Mapping[str, str]) -> str:
    """Where state lies when the settings name no folder: a whole path, whatever is known."""
    if os.access(SYSTEM_FOLDER, os.W_OK | os.X_OK):
        return SYSTEM_FOLDER
    homes = environment.get("HOME", ""), os.path.expanduser("~")
    states = (os.path.join(home, ".local", "state") for home in homes)
    for folder in (environment.get("XDG_STATE_HOME", ""), *states):
        if os.path.isabs(folder):  # the XDG specification: a relative path there is to be ignored
            return os.path.join(folder, "okanjo")
    return SYSTEM_FOLDER


def claim(folder: str) -> FolderLock:
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
    return FolderLock(descriptor)


def same_folder(folder: str, other: str) -> bool:
    """Whether two names lead to one place; nothing need lie there."""
    try:
        return os.path.realpath(folder) == os.path.realpath(other)
    except ValueError:  # NUL, or half a character: there is no such place
        return False


def open_plain(path: str, flags: int) -> int:
    """A descriptor of a regular file, made for its owner alone; OSError for anything else.

    A pipe of that name would hold the start up until it is written to.
    """
    descriptor = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "is not a regular file", path)
    return descriptor


def read_text(path: str) -> str:
    """The text of a file that Okanjo wrote; "" where it cannot be read."""
    with (
        suppress(OSError),
        open(path, encoding="utf-8", errors="replace", opener=open_plain) as file,
    ):
        return file.read(MOST_TEXT)
    return ""


def _sign(folder: str) -> None:
    """Leave our process number for the message of a second start."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW
    path = os.path.join(folder, OWNER_FILE)
    # On a full or read-only disk the lock holds all the same, only nameless.
    with suppress(OSError), open(open_plain(path, flags), "wb") as file:
        file.truncate()  # only now that it is known to be a file, and ours
        file.write(b"%d\n" % os.getpid())


def _who_holds(folder: str) -> str:
    number = read_text(os.path.join(folder, OWNER_FILE)).strip()
    who = f"process {number}" if number.isdecimal() else "another process"
    return (
        f"Okanjo is already running on {folder} ({who}). Use that one, or stop it first"
        " (the service: sudo systemctl stop okanjo.socket okanjo), or name another folder under"
        " [state] in the settings."
    )
