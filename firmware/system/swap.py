"""What `keep_stage` has made ready in, the state folder with all of it in its places out.

The folder that is ready is renamed: that is the moment from which the new state holds. Moving it
to its places comes after, and every start finishes it.
Law: wherever the power goes, a start finds all of the old state or all of the new.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from firmware.app.known_scanners import FILE as SCANNERS_FILE
from firmware.backup.create import make
from firmware.backup.rows import BadBackup
from firmware.journal.database import FILE as JOURNAL
from firmware.journal.database import READY as JOURNAL_READY
from firmware.journal.wal_check import MARK
from firmware.settings.load import DEVICES_FILE, Settings
from firmware.stickers.backup_rows import FILE as STICKERS_FILE
from firmware.system.files import sync_folder
from firmware.system.pending import NEW, READY, clear, give, put
from firmware.system.state_dir import open_plain

BEFORE = "before-restore.okanjo"  # the state that was replaced: a backup like any other
SET_ASIDE = "set-aside"  # in the folder that is ready: the old journal is kept, as it is damaged
# In the order in which they take their places; the journal last.
PLACES = (BEFORE, DEVICES_FILE, STICKERS_FILE, SCANNERS_FILE, MARK, JOURNAL)


class Before(NamedTuple):
    """The old state as it is kept: up to which scan, and what the owner should know of it."""

    last_seq: int
    told: list[str]


def keep_before(
    folder: str,
    settings: Settings,
    version: str,
    waits: Callable[[], bool] = lambda: True,
    still: bool = True,
) -> Before:
    """Lay a backup of the state that is there beside what is staged. OSError, GivenUp."""
    before, where = os.path.join(folder, NEW, BEFORE), os.path.join(folder, BEFORE)
    for name in (BEFORE, SET_ASIDE):
        clear(os.path.join(folder, NEW, name))
    if not any(os.path.lexists(os.path.join(folder, name)) for name in PLACES[1:]):
        return Before(0, [])  # an empty folder: there is nothing to go back to
    try:
        with open(open_plain(before, os.O_RDWR | os.O_CREAT | os.O_EXCL), "w+b") as file:
            made = make(file, folder, settings, version, waits, still)
            file.flush()
            os.fsync(file.fileno())
    except BadBackup as why:
        os.unlink(before)
        put(os.path.join(folder, NEW, SET_ASIDE), b"")
        told = f"What was there before could not be read ({why}): its journal is set aside."
        return Before(-1, [told])
    if made.sound:
        told = f"What was there before is kept in {where}, until the next restore."
        return Before(made.last_seq, [told])
    put(os.path.join(folder, NEW, SET_ASIDE), b"")
    told = f"The journal that was there was damaged: it is set aside, and {where} has the rest."
    return Before(made.last_seq, [told])


def commit(folder: str) -> None:
    """Make what is staged the state from now on; nothing may be written to the old journal any
    more. `finish` comes next. OSError when nothing was changed.
    """
    new, ready = os.path.join(folder, NEW), os.path.join(folder, READY)
    for name in os.listdir(new):
        give(os.path.join(new, name), folder)
    give(new, folder)
    sync_folder(new)
    os.rename(new, ready)
    try:
        sync_folder(folder)
    except OSError:
        try:
            os.rename(ready, new)
        except OSError:
            return  # then it holds, as far as this disk lets anything hold
        raise


def finish(folder: str) -> bool:
    """Finish a restore that has been begun, and clear away one that has not; whether there was
    one. Each step can be repeated. OSError while the disk does not let us.
    """
    clear(os.path.join(folder, NEW))
    ready = os.path.join(folder, READY)
    if not os.path.lexists(ready):
        return False
    for name in PLACES:
        staged = os.path.join(ready, name)
        if os.path.lexists(staged):
            if name == JOURNAL:
                _make_room(folder, os.path.lexists(os.path.join(ready, SET_ASIDE)))
            os.replace(staged, os.path.join(folder, name))
    sync_folder(ready)
    sync_folder(folder)
    clear(ready)
    sync_folder(folder)
    return True


def put_in_order(folder: str) -> bool:
    """What a start does before it opens the journal; whether a restore was finished."""
    restored = finish(folder)
    path = os.path.join(folder, JOURNAL)
    if os.path.lexists(path + JOURNAL_READY):
        from firmware.journal import salvage as journal_salvage  # seldom needed

        journal_salvage.finish(path)
    return restored


def _make_room(folder: str, set_aside: bool) -> None:
    """The old journal's log would be taken for the new one's."""
    path = os.path.join(folder, JOURNAL)
    number = 1
    while os.path.lexists(f"{path}.damaged-{number}"):
        number += 1
    for beside in ("-wal", "-shm", "-journal", ""):
        if not os.path.lexists(path + beside):
            continue
        if set_aside or os.path.isdir(path + beside):
            os.rename(path + beside, f"{path}.damaged-{number}{beside}")
        elif beside:  # the journal itself is replaced in one
            os.unlink(path + beside)
