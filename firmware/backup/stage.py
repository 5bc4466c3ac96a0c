"""Check an opened backup, and make ready everything that it will put in its place.

Law: the state itself is not touched. What is staged lies in a folder of its own, and a start that
finds it uncommitted deletes it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from engine.catalogue import Games, games_of
from firmware.backup.archive import GAMES, SCANNERS, SCANS, SETTINGS, STICKERS, Backup, Counts
from firmware.backup.create import Before, keep_before
from firmware.backup.rows import BadBackup, games_in, scans_in
from firmware.journal import salvage
from firmware.journal.database import create, look, trouble
from firmware.journal.mark import write_mark
from firmware.journal.replay import fold
from firmware.journal.rows import Damaged, last_seq
from firmware.settings.errors import Layer, SettingsError
from firmware.settings.export import Rebased, rebase
from firmware.settings.load import owners_layers
from firmware.settings.schema import Settings
from firmware.stickers.csv_file import NO_STICKERS
from firmware.stickers.csv_file import read as read_stickers
from firmware.system import files as system_files
from firmware.system.files import remove
from firmware.system.state_dir import DEVICES_FILE, JOURNAL, SCANNERS_FILE, STICKERS_FILE
from firmware.system.swap import NEW, finish
from firmware.system.text import plural

MOST_NAMED = 20  # settings that were left out


class Staged(NamedTuple):
    """What is ready to be restored: what is in it, what its owner should know, and the backup of
    the state that it will replace.
    """

    counts: Counts
    notes: list[str]
    before: Before


@contextmanager
def staged(
    content: bytes, folder: str, config: str | None, settings: Settings, in_use: bool = False
) -> Iterator[Staged]:
    """Stage a backup for the block that commits it; removed again if the block raises.

    BadBackup for what is wrong with the backup; OSError for the disk's sake.
    """
    backup = Backup(content)
    try:
        counts, notes = stage(backup, folder, owners_layers(config), settings)
        yield Staged(counts, notes, keep_before(folder, settings, in_use))
    except BaseException:
        remove(os.path.join(folder, NEW))
        raise


def stage(
    backup: Backup, folder: str, owners: list[Layer], settings: Settings
) -> tuple[Counts, list[str]]:
    """Make a folder with the backup's files and a journal that a start can go on with."""
    if os.path.islink(os.path.join(folder, JOURNAL)):  # its place would be taken, not its target
        raise BadBackup(
            f"{os.path.join(folder, JOURNAL)} is a link: name the folder that it leads to under"
            " [state] in the settings"
        )
    try:
        rebased = rebase(backup.text(SETTINGS), f"{SETTINGS} in it", owners, settings.mqtt.id)
    except SettingsError as why:
        raise BadBackup(str(why)) from None
    stickers = backup.text(STICKERS).encode() or NO_STICKERS
    files = {
        DEVICES_FILE: rebased.text.encode(),
        STICKERS_FILE: stickers,
        SCANNERS_FILE: backup.text(SCANNERS).encode(),
    }
    new = os.path.join(folder, NEW)
    remove(new)
    os.mkdir(new, 0o700)
    for name, content in files.items():
        system_files.create(os.path.join(new, name), content)
    try:
        counts = _write_journal(os.path.join(new, JOURNAL), backup)
    except sqlite3.Error as why:
        raise OSError(0, f"the journal cannot be written ({trouble(why) or why})") from None
    _check_start(os.path.join(new, JOURNAL), games_of(settings.card_table))
    found = read_stickers(stickers)
    counts = counts._replace(stickers=len(found.rows), settings=backup.counts.settings)
    notes = list(_about_settings(rebased, owners, folder))
    if found.damaged:
        notes.append(f"Stickers: {plural(len(found.damaged), 'line')} cannot be read.")
    return counts, notes


def _about_settings(rebased: Rebased, owners: list[Layer], folder: str) -> Iterator[str]:
    if named := ", ".join(rebased.changed):
        file = f"in {owners[0].name}, which is not changed" if owners else "the built-in ones"
        yield (
            f"Other settings than {file}: {named}. They are kept in"
            f" {os.path.join(folder, DEVICES_FILE)}; delete that file to use only your own."
        )
    yield from (f"Ignored: {one}" for one in rebased.left_out[:MOST_NAMED])
    if len(rebased.left_out) > MOST_NAMED:
        yield f"Ignored: {len(rebased.left_out) - MOST_NAMED} more settings."


def _write_journal(path: str, backup: Backup) -> Counts:
    """Create a journal with the backup's rows, each of them checked."""
    games = list(games_in(backup.lines(GAMES), GAMES))
    scans = list(scans_in(backup.lines(SCANS), SCANS, [game.first_seq for game in games]))
    create(path, scans, games)
    write_mark(path, last_seq(scans, games))
    finished = sum(game.result is not None for game in games)
    return Counts(len(games), finished, len(scans))


def _check_start(path: str, games: Games) -> None:
    """Raise BadBackup when a start could not go on from this journal."""
    try:
        found = look(path)
    except (Damaged, sqlite3.Error) as why:
        raise BadBackup(f"its scans make no valid journal: {why}") from None
    last = found.last_game()
    if last is None:
        return
    try:
        fold(last, found.game_before(), games)
    except Exception as mistake:  # whatever it is: the same would end every start
        raise BadBackup(f"its last game cannot be continued ({mistake!r})") from None


def put_in_order(folder: str) -> bool:
    """Do what a start does before it opens the journal; whether a restore was finished."""
    restored = finish(folder)
    salvage.finish(os.path.join(folder, JOURNAL))
    return restored
