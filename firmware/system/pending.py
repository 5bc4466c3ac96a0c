"""A state folder in, whether a restore has been begun in it and wants to be finished out.

Every start asks this, so it costs two looks; the rest is in `keep_restore`.
"""

import os
from contextlib import suppress

from firmware.system.state_dir import open_plain

NEW, READY = "restore.new", "restore.ready"


def pending(folder: str) -> bool:
    """Whether there is anything of a restore."""
    return any(os.path.lexists(os.path.join(folder, name)) for name in (READY, NEW))


def put(path: str, content: bytes) -> None:
    """A new file, synced."""
    with open(open_plain(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def give(path: str, folder: str) -> None:
    """What root makes belongs to whom the folder belongs to: the service could not open it."""
    if os.geteuid() == 0:
        whose = os.stat(folder)
        os.chown(path, whose.st_uid, whose.st_gid, follow_symlinks=False)


def clear(path: str) -> None:
    """Take away what a pulled plug has left there."""
    if os.path.isdir(path) and not os.path.islink(path):
        import shutil  # late: a start seldom has anything to clear

        shutil.rmtree(path)
    else:
        with suppress(FileNotFoundError):
            os.unlink(path)
