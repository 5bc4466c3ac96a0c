"""Restore a backup in a folder up to a call of the system, which pulls the plug.

    python backup_killed.py FOLDER FILE CALL NUMBER

CALL is one of the system's that change a disk, as Python makes them; "full" is a sync that fails
for want of room. With - for a file a start is made, which finishes what was begun.
"""

import errno
import os
import signal
import sys
from pathlib import Path

from firmware.backup.stage import staged
from firmware.settings.load import load
from firmware.system.swap import commit, finish

CHANGES = {
    "fsync": ("os.fsync",),
    "rename": ("os.rename",),
    "unlink": ("os.remove",),
    "mkdir": ("os.mkdir",),
    "rmdir": ("os.rmdir",),
}


def count_down(call: str, number: int) -> None:
    """Kill this process before the call of that number is made."""
    left = number

    def counted(event: str, arguments: object) -> None:
        nonlocal left
        if event in CHANGES.get(call, ()):
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(counted)
    if call in ("fsync", "full"):
        sync = os.fsync

        def synced(descriptor: int) -> None:
            nonlocal left
            left -= 1
            if left == 0 and call == "full":
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            sync(descriptor)

        os.fsync = synced


def main() -> None:
    folder, file, call, number = sys.argv[1:]
    config = f"{folder}.toml"
    Path(config).write_text(f'[state]\nfolder = "{folder}"\n')
    count_down(call, int(number))
    if file != "-":
        try:
            with staged(Path(file).read_bytes(), folder, config, load(config)):
                commit(folder)
        except OSError as why:
            print(why, file=sys.stderr)
            sys.exit(2)
    try:
        finish(folder)
    except OSError:
        sys.exit(3)  # the next start does it


if __name__ == "__main__":
    main()
