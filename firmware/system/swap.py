"""What `keep_stage` has made ready in, the state folder with all of it in its places out.

The folder that is ready is renamed: that is the moment from which the new state holds. Moving it
to its places comes after, and every start finishes it.
Law: wherever the power goes, a start finds all of the old state or all of the new.
"""

from __future__ import annotations

import os

from firmware.system.files import sync_folder
from firmware.system.pending import NEW, READY, clear, give
from firmware.system.state_dir import (
    DEVICES_FILE,
    JOURNAL,
    MARK,
    SCANNERS_FILE,
    STICKERS_FILE,
)

BEFORE = "before-restore.okanjo"  # the state that was replaced: a backup like any other
SET_ASIDE = "set-aside"  # in the folder that is ready: the old journal is kept, as it is damaged
# In the order in which they take their places; the journal last.
PLACES = (BEFORE, DEVICES_FILE, STICKERS_FILE, SCANNERS_FILE, MARK, JOURNAL)


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
