"""Make a backup of a state folder and the settings in force, read back before it counts.

Law: nothing in the folder is changed, and nobody who writes to the journal meanwhile is held up.
"""

from __future__ import annotations

import os
import sqlite3
from datetime import UTC, datetime
from typing import NamedTuple

from engine.notation import LONGEST_LINE, printable
from firmware import VERSION
from firmware.app.known_scanners import load as load_scanners
from firmware.backup.archive import GAMES, SCANNERS, SCANS, SETTINGS, STICKERS, Backup, Counts, pack
from firmware.backup.rows import BadBackup, game_line, games_in, scan_line, scans_in
from firmware.journal import rows as journal_rows
from firmware.journal.database import look, reading, trouble
from firmware.journal.rows import Damaged, Found, Newer, game_row, last_seq, scan_row
from firmware.settings.export import dump_changes
from firmware.settings.schema import Settings
from firmware.stickers.csv_file import NO_STICKERS, content_of, read
from firmware.system.files import create, remove
from firmware.system.state_dir import JOURNAL, STICKERS_FILE
from firmware.system.swap import BEFORE, NEW, PLACES, SET_ASIDE

ALL_GAMES = f"{journal_rows.GAMES} ORDER BY number"


class Made(NamedTuple):
    """A backup, what is in it, what its owner should know, and whether the journal was sound."""

    content: bytes
    counts: Counts
    notes: list[str]
    last_seq: int
    sound: bool = True


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
            raise BadBackup(f"the journal in {folder} cannot be read: {trouble(why)}") from None
        damage = str(why)
    except Newer as why:
        raise BadBackup(f"{why}: update Okanjo") from None
    from firmware.journal.salvage import salvage  # late: seldom needed

    try:
        made = _make(folder, settings, salvage(path).found)
    except Damaged as why:
        raise BadBackup(f"the journal in {folder} is damaged: {why}") from None
    note = f"The journal is damaged ({damage}). The backup has what could be rescued."
    return made._replace(notes=[*made.notes, note], sound=False)


def check_folder(folder: str) -> None:
    """Raise BadBackup where there is no state folder: a backup of it would hold nothing."""
    name = printable(folder, LONGEST_LINE)
    if not os.path.exists(folder):
        raise BadBackup(
            f"there is no folder {name}. Is its disk mounted, and is folder under [state] right in"
            " the settings (okanjo config)? Before the first okanjo run there is nothing to back up"
        )
    if not os.path.isdir(folder):
        raise BadBackup(f"{name} is a file: name another folder under [state] in the settings")


def _make(folder: str, settings: Settings, found: Found) -> Made:
    text, changed = dump_changes(settings)
    stickers, notes = _stickers(folder)

    finished = sum(game.result is not None for game in found.games)
    counts = Counts(len(found.games), finished, len(found.scans), len(read(stickers).rows), changed)
    parts = {
        SETTINGS: text.encode(),
        STICKERS: stickers,
        SCANNERS: "".join(f"{one}\n" for one in load_scanners(folder)).encode(),
        GAMES: b"".join(map(game_line, found.games)),
        SCANS: b"".join(map(scan_line, found.scans)),
    }
    made_at = datetime.now(UTC).isoformat(timespec="seconds")
    about = {"okanjo": VERSION, "made_at": made_at, "counts": counts._asdict()}
    content = pack(parts, about)
    try:
        check(content)
    except BadBackup as why:
        raise Damaged(str(why)) from None
    return Made(content, counts, notes, found.last_seq)


def check(content: bytes) -> None:
    """Read every row of a backup; BadBackup when it could not be restored."""
    backup = Backup(content)
    firsts = [game.first_seq for game in games_in(backup.lines(GAMES), GAMES)]
    for _ in scans_in(backup.lines(SCANS), SCANS, firsts):
        pass


def _stickers(folder: str) -> tuple[bytes, list[str]]:
    """Read the stickers' file as it is; a note where that cannot be done."""
    path = os.path.join(folder, STICKERS_FILE)
    try:
        return content_of(path) or NO_STICKERS, []
    except OSError as why:
        return NO_STICKERS, [f"{path} cannot be read ({why.strerror}): the backup has no stickers."]


def _read_journal(path: str) -> Found:
    """Read the journal as it is at this moment, though others go on writing to it.

    Damaged or Newer when it is not one that this Okanjo has written.
    """
    if not os.path.lexists(path):
        return Found(0, [], [])
    with reading(path) as connection:
        connection.execute("BEGIN")  # games and scans of one moment
        games = [game_row(row) for row in connection.execute(ALL_GAMES)]
        scans = [scan_row(row) for row in connection.execute(journal_rows.ALL_SCANS)]
    return Found(last_seq(scans, games), games, scans)


class Before(NamedTuple):
    """The backup of a state that is to be replaced: up to which scan, and a note for its owner."""

    last_seq: int
    notes: list[str]


def keep_before(folder: str, settings: Settings, in_use: bool = False) -> Before:
    """Put a backup of the present state beside what is staged; OSError."""
    new, where = os.path.join(folder, NEW), os.path.join(folder, BEFORE)
    for name in (BEFORE, SET_ASIDE):
        remove(os.path.join(new, name))
    if not any(os.path.lexists(os.path.join(folder, name)) for name in PLACES[1:]):
        return Before(0, [])  # an empty folder: there is nothing to go back to
    last_seq = -1
    try:
        made = make(folder, settings, in_use)
    except BadBackup as why:
        note = f"The previous state could not be read ({why}). Its journal was set aside."
    else:
        create(os.path.join(new, BEFORE), made.content)
        last_seq = made.last_seq
        if made.sound:
            note = f"The previous state is kept in {where} until the next restore."
            return Before(last_seq, [note])
        note = f"The previous journal was damaged and set aside. {where} has the rest."
    create(os.path.join(new, SET_ASIDE), b"")
    return Before(last_seq, [note])
