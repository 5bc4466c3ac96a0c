"""Write a backup to a USB stick: `python -m firmware.records.backup.stick write|tell PLACE`.

For `okanjo-stick@.service`, which mounts the stick at PLACE/disk before `write` and unmounts it
before `tell`. What is written is asked of the running program, and so is it told what became of it:
PLACE/told has that meanwhile.

Law: a stick is whatever somebody has brought. Nothing on it is read or listed, no link on it is
followed, and nothing is replaced but a file of the very name, whole or not at all.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from contextlib import suppress

from firmware.common.facts.notices import OfStick
from firmware.common.ipc.client import ask
from firmware.common.ipc.socket_path import SYSTEM_FOLDER, Words

FOLDER, NEW = "okanjo", "okanjo.new"
ASKED_FOR_S, MADE_WITHIN_S = 60.0, 250.0  # the program may be starting; it makes the backup
AGAIN_S = 1.0
AS_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
CASES: dict[int, OfStick] = {  # what a stick says, and what its owner is told
    errno.ENOSPC: "stick-full",
    errno.EDQUOT: "stick-full",
    errno.EFBIG: "stick-full",
    errno.EROFS: "stick-read-only",
    errno.EIO: "stick-pulled",
    errno.ENODEV: "stick-pulled",
    errno.ENXIO: "stick-pulled",
    errno.ESHUTDOWN: "stick-pulled",
}


def main() -> None:
    verb, place = sys.argv[1:]
    if not os.path.isdir(place):
        return  # a stick that is left alone
    if verb == "write":
        keep(place, "stick-failed")  # where the unit is stopped meanwhile
        keep(place, write(os.path.join(place, "disk"), SYSTEM_FOLDER))
    else:
        tell(place, SYSTEM_FOLDER)


def write(disk: str, program: str) -> str:
    """Write a backup of the program whose socket lies in the folder `program`. Return a case of
    OfStick; "" for a stick that is not for us.
    """
    try:
        folder = _folder(disk)
        if folder is None:
            return ""
        try:
            return _write(folder, program)
        finally:
            os.close(folder)
    except OSError as why:
        print(f"the stick: {why.strerror}")
        return CASES.get(why.errno or 0, "stick-failed")


def _folder(disk: str) -> int | None:
    """Open the folder of the stick that backups go to; None where it has none. OSError."""
    top = os.open(disk, AS_FOLDER)
    try:
        return os.open(FOLDER, AS_FOLDER, dir_fd=top)
    except FileNotFoundError:
        return None
    finally:
        os.close(top)


def _write(folder: int, program: str) -> str:
    with os.fdopen(os.memfd_create("okanjo"), "w+b") as content:
        answer = _asked(program, content.fileno())
        name = str(answer.get("name", ""))
        if not name:
            return str(answer["case"])
        content.seek(0)
        _replace(folder, name, content.read())
    print(f"the stick has {name}")
    return str(answer["case"])


def _asked(program: str, file: int) -> Words:
    """What the program answers, which may be starting just now."""
    until = time.monotonic() + ASKED_FOR_S
    while True:
        answer, why = ask([program], "stick-backup", descriptor=file, wait_s=MADE_WITHIN_S)
        if answer is not None:
            return answer
        if time.monotonic() > until:
            print(f"no backup: Okanjo does not run, or {why}")
            return {"case": "no-backup"}
        time.sleep(AGAIN_S)


def _replace(folder: int, name: str, content: bytes) -> None:
    """Write a file whole, synced, in place of one of that name. OSError: then that one stands."""
    with suppress(FileNotFoundError):
        os.unlink(NEW, dir_fd=folder)  # of a stick that was torn out
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        with open(os.open(NEW, flags, 0o644, dir_fd=folder), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(NEW, name, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        with suppress(OSError):
            os.unlink(NEW, dir_fd=folder)
        raise
    os.fsync(folder)


def keep(place: str, case: str) -> None:
    """Note what became of it, for `tell`."""
    with open(os.path.join(place, "told"), "w", encoding="ascii") as file:
        file.write(case)


def tell(place: str, program: str) -> None:
    """Tell the program what became of it, once the stick can be pulled."""
    with suppress(FileNotFoundError):  # it could not be mounted
        with open(os.path.join(place, "told"), encoding="ascii") as file:
            case = file.read().strip()
        if case:
            ask([program], "stick-told", wait_s=AGAIN_S, case=case)


if __name__ == "__main__":
    main()
