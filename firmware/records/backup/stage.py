"""Have a backup checked, and make ready everything that it will put in its place.

Law: the state itself is not touched. What is staged lies in a folder of its own, and a start that
finds it uncommitted deletes it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from engine.catalogue import Games
from engine.message import Message, gettext, ngettext
from firmware.common.games import games_in_force
from firmware.common.settings.errors import Layer, SettingsError
from firmware.common.settings.export import Rebased, rebase
from firmware.common.settings.load import owners_layers
from firmware.common.settings.schema import Settings
from firmware.common.system import files as system_files
from firmware.common.system.files import remove
from firmware.common.system.state_dir import DEVICES_FILE, JOURNAL, SCANNERS_FILE, STICKERS_FILE
from firmware.common.system.swap import NEW, commit, finish
from firmware.core.journal import salvage
from firmware.core.journal.database import create, trouble
from firmware.core.journal.mark import write_mark
from firmware.core.journal.replay import fold
from firmware.core.journal.rows import Found
from firmware.core.stickers.csv_file import read as read_stickers
from firmware.records.backup.archive import SETTINGS, Backup, BadBackup, Report
from firmware.records.backup.create import keep_before
from firmware.records.backup.unpack import unpack

MOST_NAMED = 20  # settings that were left out
OTHER_SETTINGS = gettext(
    "Other settings than in {file}, which is not changed: {settings}. They are kept in {kept};"
    " delete that file to use only your own."
)
OTHER_THAN_BUILT_IN = gettext(
    "Other settings than the built-in ones: {settings}. They are kept in {kept}; delete that file"
    " to use only your own."
)


@contextmanager
def staged(content: bytes, folder: str, config: str | None, settings: Settings) -> Iterator[Report]:
    """Stage a backup for the block that has it take over; removed again if the block raises.

    BadBackup for what is wrong with the backup; OSError for the disk's sake.
    """
    try:
        yield _staged(unpack(content), folder, owners_layers(config), settings)
    except BaseException:
        remove(os.path.join(folder, NEW))
        raise


def check(content: bytes, folder: str, config: str | None, settings: Settings) -> Report:
    """What a restore would bring, by all its checks; nothing is left staged. Errors as `staged`."""
    with staged(content, folder, config, settings) as report:
        pass
    remove(os.path.join(folder, NEW))
    return report


def _staged(backup: Backup, folder: str, owners: list[Layer], settings: Settings) -> Report:
    """Stage it; from here on nobody holds its rows in memory any more."""
    return Report(backup.counts, stage(backup, folder, owners, settings))


def take_over(folder: str, settings: Settings) -> list[Message]:
    """Make what is staged the state from now on, and keep a backup of the one before; notes.

    OSError when nothing was changed.
    """
    notes = keep_before(folder, settings)
    commit(folder)
    return notes


def stage(backup: Backup, folder: str, owners: list[Layer], settings: Settings) -> list[Message]:
    """Make a folder with the backup's files and a journal that a start can go on with."""
    try:
        rebased = rebase(backup.settings, f"{SETTINGS} in it", owners, settings.mqtt.id)
    except SettingsError as why:
        raise BadBackup(why.message) from None
    _check_start(backup.journal, games_in_force(settings.card_table, settings.decks))
    new = os.path.join(folder, NEW)
    remove(new)
    os.mkdir(new, 0o700)
    system_files.create(os.path.join(new, DEVICES_FILE), rebased.text.encode())
    system_files.create(os.path.join(new, STICKERS_FILE), backup.stickers)
    system_files.create(os.path.join(new, SCANNERS_FILE), backup.scanners.encode())
    _write_journal(os.path.join(new, JOURNAL), backup.journal)
    notes = list(_about_settings(rebased, owners, folder))
    if damaged := read_stickers(backup.stickers).damaged:
        notes.append(
            ngettext(
                "Stickers: {count} line cannot be read.",
                "Stickers: {count} lines cannot be read.",
                len(damaged),
            )
        )
    return notes


def _about_settings(rebased: Rebased, owners: list[Layer], folder: str) -> Iterator[Message]:
    if named := ", ".join(rebased.changed):
        values = {"settings": named, "kept": os.path.join(folder, DEVICES_FILE)}
        if owners:
            yield OTHER_SETTINGS._replace(values={**values, "file": owners[0].name})
        else:
            yield OTHER_THAN_BUILT_IN._replace(values=values)
    for setting in rebased.left_out[:MOST_NAMED]:
        yield gettext("Ignored: {setting}", setting=setting)
    if (more := len(rebased.left_out) - MOST_NAMED) > 0:
        yield ngettext("Ignored: {count} more setting.", "Ignored: {count} more settings.", more)


def _write_journal(path: str, contents: Found) -> None:
    try:
        create(path, contents)
    except sqlite3.Error as why:
        raise OSError(0, f"the journal cannot be written ({trouble(why) or why})") from None
    write_mark(path, contents.last_seq)


def _check_start(contents: Found, games: Games) -> None:
    """Raise BadBackup when a start could not go on from this journal."""
    last = contents.last_game()
    if last is None:
        return
    try:
        fold(last, contents.game_before(), games)
    except Exception as mistake:  # whatever it is: the same would end every start
        message = gettext("its last game cannot be continued ({mistake})", mistake=repr(mistake))
        raise BadBackup(message) from None


def put_in_order(folder: str) -> bool:
    """Do what a start does before it opens the journal; whether a restore was finished."""
    restored = finish(folder)
    salvage.finish(os.path.join(folder, JOURNAL))
    return restored
