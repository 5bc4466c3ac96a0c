"""Write a backup to a USB stick, or bring one of those that it has:
`python -m firmware.records.backup.stick write|tell PLACE`.

For `okanjo-stick@.service`, which mounts the stick at PLACE/disk before `write` and unmounts it
before `tell`. The running program is asked whether it wants a file of the stick. If so, it gets
that; else what is written is asked of it. It is told what became of it, and which backups the stick
has, once the stick can be pulled. PLACE/told has that meanwhile, the case in its first line, the
rest in the second, and PLACE/brought the file.

Law: a stick is whatever somebody has brought. Of what is on it, only the names in its folder are
listed, the last bytes of those that are called like a backup are read, and the one that is wanted.
No link on it is followed, nothing is replaced but a file of the very name, whole or not at all.
"""

from __future__ import annotations

import errno
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from firmware.common.facts.notices import OfStick
from firmware.common.ipc.client import ask
from firmware.common.ipc.socket_path import SYSTEM_FOLDER, Words
from firmware.records.backup.summary import MOST_BYTES, BackupFile, listed, opened

FOLDER, NEW = "okanjo", "okanjo.new"
TOLD, BROUGHT = "told", "brought"  # beside the stick
ASKED_FOR_S, MADE_WITHIN_S = 60.0, 250.0  # the program may be starting; it makes the backup
AGAIN_S = 1.0
ANSWERED_WITHIN_S = 10.0  # what takes no time
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
NOT_BROUGHT = {  # why a file does not come, as `sticks.CASES` has it
    errno.EFBIG: "too-large",
    errno.ENOENT: "missing",
    **{number: "pulled" for number, case in CASES.items() if case == "stick-pulled"},
}


def main() -> None:
    verb, place = sys.argv[1:]
    if verb == "tell":
        tell(place, SYSTEM_FOLDER)
    elif os.path.isdir(place):  # else it is left alone
        serve(place, SYSTEM_FOLDER)


def serve(place: str, program: str) -> None:
    """Do what the program whose socket lies in the folder `program` wants of the stick."""
    stick, disk = os.path.basename(place), os.path.join(place, "disk")
    answer = _asked(program, "stick-wanted", ANSWERED_WITHIN_S, stick=stick)
    if answer is None:
        keep(place, "no-backup")
        return
    if "wanted" in answer:  # of this stick, or of another
        why = bring(disk, str(answer["wanted"]), place) if answer["wanted"] else ""
        keep(place, "", *look_through(disk), why=why)
        return
    keep(place, "stick-failed")  # where the unit is stopped meanwhile
    case = write(disk, program)
    backups, others = look_through(disk)
    keep(place, case or ("stick-found" if backups else ""), backups, others)


def bring(disk: str, name: str, place: str) -> str:
    """Copy a file of the stick to PLACE/brought, for `tell`; why it does not come, or ""."""
    try:
        with _folder(disk) as folder:
            if folder is None:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
            with os.fdopen(opened(folder, name)[0], "rb") as file:
                content = file.read(MOST_BYTES)
        with open(os.path.join(place, BROUGHT), "wb") as file:
            file.write(content)
    except OSError as why:
        print(f"the stick: {why.strerror}")
        return NOT_BROUGHT.get(why.errno or 0, "unreadable")
    return ""


def look_through(disk: str) -> tuple[list[BackupFile], int]:
    """List the backups of the stick, and count what is called like one and is none."""
    try:
        with _folder(disk) as folder:
            return ([], 0) if folder is None else listed(folder)
    except OSError as why:
        print(f"the stick: {why.strerror}")
        return [], 0


def write(disk: str, program: str) -> str:
    """Write a backup of the program whose socket lies in the folder `program`. Return a case of
    OfStick; "" for a stick that is not for us.
    """
    try:
        with _folder(disk) as folder:
            return "" if folder is None else _write(folder, program)
    except OSError as why:
        print(f"the stick: {why.strerror}")
        return CASES.get(why.errno or 0, "stick-failed")


@contextmanager
def _folder(disk: str) -> Iterator[int | None]:
    """Open the folder of the stick that backups go to; None where it has none. OSError."""
    top = os.open(disk, AS_FOLDER)
    try:
        folder = os.open(FOLDER, AS_FOLDER, dir_fd=top)
    except FileNotFoundError:
        folder = None
    finally:
        os.close(top)
    try:
        yield folder
    finally:
        if folder is not None:
            os.close(folder)


def _write(folder: int, program: str) -> str:
    with os.fdopen(os.memfd_create("okanjo"), "w+b") as content:
        answer = _asked(program, "stick-backup", MADE_WITHIN_S, content.fileno())
        if answer is None:
            return "no-backup"
        name = str(answer.get("name", ""))
        if not name:
            return str(answer["case"])
        content.seek(0)
        _replace(folder, name, content.read())
    print(f"the stick has {name}")
    return str(answer["case"])


def _asked(
    program: str, request: str, wait_s: float, file: int | None = None, **more: str
) -> Words | None:
    """What the program answers, which may be starting just now; None where it does not."""
    until = time.monotonic() + ASKED_FOR_S
    while True:
        answer, why = ask([program], request, descriptor=file, wait_s=wait_s, **more)
        if answer is not None:
            return answer
        if time.monotonic() > until:
            print(f"no backup: Okanjo does not run, or {why}")
            return None
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


def keep(
    place: str, case: str, backups: Sequence[BackupFile] = (), others: int = 0, why: str = ""
) -> None:
    """Note what became of it, what the stick has, and why a file does not come, for `tell`."""
    more = {"backups": backups, "others": others, "why": why}
    with open(os.path.join(place, TOLD), "w", encoding="ascii") as file:
        file.write(f"{case}\n{json.dumps(more)}\n")


def tell(place: str, program: str) -> None:
    """Tell the program what became of it, once the stick can be pulled; of one that was left alone
    or could not be mounted, too, as it may have taken another's place.
    """
    text, brought = "", None
    with suppress(FileNotFoundError), open(os.path.join(place, TOLD), encoding="ascii") as file:
        text = file.read()
    case, _, rest = text.partition("\n")
    more = json.loads(rest) if rest else {"backups": [], "others": 0, "why": ""}
    with suppress(FileNotFoundError):
        brought = os.open(os.path.join(place, BROUGHT), os.O_RDONLY | os.O_CLOEXEC)
    stick = os.path.basename(place)
    ask([program], "stick-told", descriptor=brought, wait_s=ANSWERED_WITHIN_S, stick=stick,
        case=case, **more)  # fmt: skip


if __name__ == "__main__":
    main()
