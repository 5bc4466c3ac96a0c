"""Put a restored state in place of the present one, whole or not at all.

What is staged lies in the folder `restore.new`. `commit` renames that folder to `restore.ready`:
from that moment the new state holds. Moving its files to their places comes after, and every start
finishes it.
Law: wherever the power goes, a start finds all of the old state or all of the new.
"""

from __future__ import annotations

import os

from firmware.common.system.files import damaged_name, give_to_owner, remove, sync_folder
from firmware.common.system.state_dir import (
    DEVICES_FILE,
    JOURNAL,
    MARK,
    SCANNERS_FILE,
    STICKERS_FILE,
)

NEW, READY = "restore.new", "restore.ready"
BEFORE = "before-restore.okanjo"  # the state that was replaced: a backup like any other
SET_ASIDE = "set-aside"  # in the folder that is ready: the old journal is damaged, keep it
# In the order in which they take their places; the journal last.
PLACES = (BEFORE, DEVICES_FILE, STICKERS_FILE, SCANNERS_FILE, MARK, JOURNAL)
BESIDE_DATABASE = ("-wal", "-shm", "-journal", "")  # what SQLite makes, and the database last


def pending(folder: str) -> bool:
    """Whether a restore has been begun here; every start asks."""
    return any(os.path.lexists(os.path.join(folder, name)) for name in (READY, NEW))


def commit(folder: str) -> None:
    """Make what is staged the state from now on; nothing may be written to the old journal any
    more. `finish` comes next. OSError when nothing was changed.
    """
    new, ready = os.path.join(folder, NEW), os.path.join(folder, READY)
    for name in os.listdir(new):
        give_to_owner(os.path.join(new, name), folder)
    give_to_owner(new, folder)
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
    """Finish a restore that was committed, remove one that was not; whether there was one.

    Each step can be repeated. OSError while the disk refuses.
    """
    remove(os.path.join(folder, NEW))
    ready = os.path.join(folder, READY)
    if not os.path.lexists(ready):
        return False
    for name in PLACES:
        staged = os.path.join(ready, name)
        if os.path.lexists(staged):
            if name == JOURNAL:
                _clear_journal(folder, os.path.lexists(os.path.join(ready, SET_ASIDE)))
            os.replace(staged, os.path.join(folder, name))
    sync_folder(ready)
    sync_folder(folder)
    remove(ready)
    sync_folder(folder)
    return True


def set_aside(path: str) -> str:
    """Rename a damaged database and the files beside it; its new name, empty where it was none."""
    aside, moved = damaged_name(path), False
    for beside in BESIDE_DATABASE:
        if os.path.lexists(path + beside):
            os.rename(path + beside, aside + beside)
            moved = True
    return aside if moved else ""


def _clear_journal(folder: str, damaged: bool) -> None:
    """Make room for the new journal: the old one's log would be taken for its own."""
    path = os.path.join(folder, JOURNAL)
    if damaged:
        set_aside(path)
        return
    for beside in BESIDE_DATABASE[:-1]:  # the journal itself is replaced in one step
        remove(path + beside)
