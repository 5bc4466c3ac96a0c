"""Make a backup of a state folder and the settings in force.

Law: nothing in the folder is changed, and nobody who writes to the journal meanwhile is held up.
"""

from __future__ import annotations

import os
import sqlite3
from datetime import UTC, datetime
from typing import NamedTuple

from engine.message import Message, gettext, joined
from engine.notation import LONGEST_LINE, printable
from firmware import VERSION
from firmware.common.settings.export import dump_changes
from firmware.common.settings.schema import Settings
from firmware.common.system.files import create
from firmware.common.system.state_dir import JOURNAL, STICKERS_FILE
from firmware.common.system.swap import BEFORE, NEW, PLACES, SET_ASIDE
from firmware.core.app.known_scanners import load as load_scanners
from firmware.core.journal.database import look, read_all, reading, trouble
from firmware.core.journal.deleted import last_evening
from firmware.core.journal.rows import Damaged, Found, Newer
from firmware.core.stickers.csv_file import NO_STICKERS, content_of
from firmware.records.backup.archive import Backup, BackupCounts, BadBackup, pack

DAMAGED = gettext("The journal is damaged ({damage}). The backup has what could be rescued.")
MISSING = gettext(
    "The journal is damaged ({damage}). The backup has what could be rescued. Missing: {missing}."
)


class Made(NamedTuple):
    """A backup, what is in it, what its owner should know, and whether the journal was sound.
    `evening` is the day of its last evening, "" where no clock was right; `erased` counts games.
    """

    content: bytes
    counts: BackupCounts
    notes: list[Message]
    last_seq: int
    evening: str
    erased: int
    sound: bool = True

    @property
    def is_whole(self) -> bool:
        return self.sound and not self.notes


def make(folder: str, settings: Settings, in_use: bool = False) -> Made:
    """Back up all that lasts; `in_use` while a program writes to the journal.

    BadBackup when there can be no backup; OSError for the disk's sake.
    """
    check_folder(folder)
    path = os.path.realpath(os.path.join(folder, JOURNAL))
    try:
        if not in_use:  # then it can be told whether all of it is there
            look(path)
        return _make(folder, settings, _read_journal(path))
    except (Damaged, sqlite3.Error) as why:
        if trouble(why):
            raise BadBackup(
                gettext(
                    "the journal in {folder} cannot be read: {why}", folder=folder, why=trouble(why)
                )
            ) from None
        damage = str(why)
    except Newer as why:
        raise BadBackup(gettext("{why}: update Okanjo", why=str(why))) from None
    from firmware.core.journal.salvage import salvage  # late: seldom needed

    readable, missing = salvage(path)
    made = _make(folder, settings, readable)
    note = DAMAGED._replace(values={"damage": damage})
    if missing:
        note = MISSING._replace(values={"damage": damage, "missing": joined(missing)})
    return made._replace(notes=[*made.notes, note], sound=False)


def check_folder(folder: str) -> None:
    """Raise BadBackup where there is no state folder: a backup of it would hold nothing."""
    name = printable(folder, LONGEST_LINE)
    if not os.path.exists(folder):
        raise BadBackup(
            gettext(
                "there is no folder {name}. Is its disk mounted, and is folder under [state] right"
                " in the settings (okanjo config)? Before the first okanjo run there is nothing to"
                " back up",
                name=name,
            )
        )
    if not os.path.isdir(folder):
        raise BadBackup(
            gettext(
                "{name} is a file: name another folder under [state] in the settings", name=name
            )
        )


def _make(folder: str, settings: Settings, journal: Found) -> Made:
    stickers, notes = _stickers(folder)
    scanners = "".join(f"{scanner}\n" for scanner in load_scanners(folder))
    backup = Backup(dump_changes(settings), stickers, scanners, journal)
    made_at = datetime.now(UTC).isoformat(timespec="seconds")
    erased = sum(game.deleted < 0 for game in journal.games)
    content = pack(backup, {"okanjo": VERSION, "made_at": made_at, "erased": erased})
    evening = last_evening(journal.games)
    return Made(content, backup.counts, notes, journal.last_seq, evening, erased)


def _stickers(folder: str) -> tuple[bytes, list[Message]]:
    """Read the stickers' file as it is; a note where that cannot be done."""
    path = os.path.join(folder, STICKERS_FILE)
    try:
        return content_of(path) or NO_STICKERS, []
    except OSError as why:
        note = gettext(
            "{path} cannot be read ({why}): the backup has no stickers.",
            path=path,
            why=why.strerror or str(why),
        )
        return NO_STICKERS, [note]


def _read_journal(path: str) -> Found:
    """Read the journal as it is at this moment; Damaged or Newer when there is none of ours."""
    if not os.path.lexists(path):
        return Found(0, [], [])
    with reading(path) as connection:
        return read_all(connection)


def keep_before(folder: str, settings: Settings) -> list[Message]:
    """Put a backup of the present state beside what is staged; a note for its owner. OSError."""
    new, where = os.path.join(folder, NEW), os.path.join(folder, BEFORE)
    if not any(os.path.lexists(os.path.join(folder, name)) for name in PLACES[1:]):
        return []  # an empty folder: there is nothing to go back to
    try:
        made = make(folder, settings)
    except BadBackup as why:
        note = gettext(
            "The previous state could not be read ({why}). Its journal was set aside.",
            why=why.message,
        )
    else:
        create(os.path.join(new, BEFORE), made.content)
        if made.sound:
            kept = gettext(
                "The previous state is kept in {file} until the next restore.", file=where
            )
            return [kept]
        note = gettext(
            "The previous journal was damaged and set aside. {file} has the rest.", file=where
        )
    create(os.path.join(new, SET_ASIDE), b"")
    return [note]
