"""A backup's bytes and where they shall go in; the file there, whole or not at all, out.

Law: nothing is overwritten that is not a backup of ours, and no games by a backup without any.
"""

from __future__ import annotations

import os
import stat
import sys

from engine.notation import LONGEST_LINE, printable
from firmware.backup.archive import has_games, is_backup
from firmware.backup.rows import BadBackup
from firmware.system.files import write


def check_target(file: str) -> None:
    """BadBackup, before any work is done, where the file may not go."""
    if file == "-":
        if os.isatty(1):
            raise BadBackup("a terminal shows no backup: name a file, or send it on: ... - > FILE")
        return
    path, name = os.path.realpath(file), printable(file, LONGEST_LINE)
    if not os.path.basename(file):
        raise BadBackup(f"{name or 'no name'}: name a file to write")
    if not os.path.lexists(path):
        return
    kind = os.stat(path).st_mode
    if stat.S_ISDIR(kind):
        raise BadBackup(f"{name} is a folder: name a file in it, as {name}/evening.okanjo")
    if not stat.S_ISREG(kind):
        raise BadBackup(f"{name} is no plain file; - writes to standard output")
    with open(path, "rb") as there:
        if not is_backup(there):
            raise BadBackup(f"{name} is there, and no Okanjo backup: it is left; take another name")


def check_no_loss(file: str) -> None:
    """BadBackup where a backup without a game would take the place of one with games."""
    path = os.path.realpath(file)
    if file == "-" or not os.path.lexists(path):
        return
    with open(path, "rb") as there:
        if has_games(there):
            raise BadBackup(
                f"there are no games to back up, and {printable(file, LONGEST_LINE)} is no empty"
                " backup: it is left. Is [state] folder right in the settings (okanjo config)? If"
                " it is, take another name"
            )


def put(packed: bytes, file: str) -> None:
    """Write it there, or to standard output. BadBackup where that cannot be done."""
    if file == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(packed)
        sys.stdout.buffer.flush()
        return
    try:
        write(file, lambda there: there.write(packed))
    except OSError as why:
        written = printable(file, LONGEST_LINE)
        raise BadBackup(f"{written} cannot be written: {why.strerror}") from None
