"""An opened backup in, everything that it will put in its place made ready and checked out.

Law: the state itself is not touched. What is made ready lies in a folder of its own, and a start
that finds it there alone throws it away.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from itertools import islice
from typing import NamedTuple, TypeVar

from engine.catalogue import Games
from firmware.app.known_scanners import MOST_BYTES as MOST_SCANNERS
from firmware.backup.archive import GAMES, SCANNERS, SCANS, SETTINGS, STICKERS, Backup, Counts
from firmware.backup.create import GivenUp
from firmware.backup.rows import BadBackup, games_in, scans_in
from firmware.journal.database import connect, create, look, trouble
from firmware.journal.mark import write_mark
from firmware.journal.replay import fold
from firmware.journal.rows import Damaged, GameRow, GameScans, ScanRow, write
from firmware.settings.errors import Layer, SettingsError
from firmware.settings.export import Laid, laid_over
from firmware.stickers.backup_rows import MOST_BYTES as MOST_STICKERS
from firmware.stickers.backup_rows import NONE, count_of, unread
from firmware.system import files as system_files
from firmware.system.files import remove
from firmware.system.state_dir import (
    DEVICES_FILE,
    JOURNAL,
    JOURNAL_READY,
    SCANNERS_FILE,
    STICKERS_FILE,
    open_plain,
)
from firmware.system.swap import NEW, PLACES, finish
from firmware.system.text import plural

TURN = 5000  # rows written at once
MOST_FOLDED = 20_000  # scans: nobody has as many in two games; more would hold every start up
MOST_TOLD = 20  # sentences on what was left out

Row = TypeVar("Row", ScanRow, GameRow)


class Staged(NamedTuple):
    """What is ready to be restored: what is in it, and what its owner should know."""

    counts: Counts
    told: list[str]


def stage(
    folder: str,
    backup: Backup,
    owners: list[Layer],
    games: Games,
    waits: Callable[[], bool] = lambda: True,
) -> Staged:
    """Check everything and make it ready; the state itself is not touched.

    BadBackup for what is wrong with the backup or stands in its way; OSError for the disk's sake.
    """
    _check_places(folder)
    try:
        laid = laid_over(backup.text(SETTINGS), f"{SETTINGS} in it", owners)
    except SettingsError as why:
        raise BadBackup(str(why)) from None
    files = {DEVICES_FILE: laid.text.encode(), **_lists(backup)}
    new = os.path.join(folder, NEW)
    remove(new)
    try:
        counts = _filled(new, files, backup, games, waits)
    except BaseException as why:
        remove(new)
        if isinstance(why, sqlite3.Error):
            raise OSError(0, f"the disk takes no journal ({trouble(why) or why})") from None
        raise
    stickers = files[STICKERS_FILE]
    counts = counts._replace(stickers=count_of(stickers), settings=_settings(backup))
    return Staged(counts, [*_about_settings(laid, owners, folder), *_about_stickers(stickers)])


def _lists(backup: Backup) -> dict[str, bytes]:
    """The files of its stickers and scanners; BadBackup when they are too large."""
    stickers, scanners = backup.text(STICKERS).encode() or NONE, backup.text(SCANNERS).encode()
    if len(stickers) > MOST_STICKERS or len(scanners) > MOST_SCANNERS:
        raise BadBackup("it holds more stickers or scanners than anybody has")
    return {STICKERS_FILE: stickers, SCANNERS_FILE: scanners}


def _filled(
    new: str,
    files: Mapping[str, bytes],
    backup: Backup,
    games: Games,
    waits: Callable[[], bool],
) -> Counts:
    """The folder made, with these files and a journal that a start can go on with."""
    os.mkdir(new, 0o700)
    for name, content in files.items():
        system_files.create(os.path.join(new, name), content)
    journal = os.path.join(new, JOURNAL)
    counts = _journal(journal, backup, waits)
    _check_start(journal, games)
    return counts


def _settings(backup: Backup) -> int:
    """How many there are, by the backup's own count: it is only told."""
    counts = backup.about.get("counts")
    found = counts.get("settings") if isinstance(counts, dict) else 0
    return found if isinstance(found, int) else 0


def _about_stickers(stickers: bytes) -> Iterator[str]:
    if lines := unread(stickers):
        yield f"Stickers: {plural(lines, 'line')} in it cannot be read."


def _about_settings(laid: Laid, owners: list[Layer], folder: str) -> Iterator[str]:
    if laid.changed and owners:
        one = laid.changed == 1
        yield (
            f"{laid.changed} setting{' differs' if one else 's differ'} from {owners[0].name},"
            f" which is left as it is: {'it is' if one else 'they are'} kept in"
            f" {os.path.join(folder, DEVICES_FILE)}. Delete that file to go by yours alone."
        )
    yield from (f"Left out: {one}" for one in laid.left_out[:MOST_TOLD])
    if len(laid.left_out) > MOST_TOLD:
        yield f"Left out: {len(laid.left_out) - MOST_TOLD} settings more."


def _check_places(folder: str) -> None:
    """BadBackup where something stands in a place that a restore would have to take."""
    if os.path.islink(os.path.join(folder, JOURNAL)):
        raise BadBackup(
            f"the journal in {folder} is a link: name the folder that it leads to under [state]"
            " in the settings"
        )
    for name in PLACES[:-1]:
        if os.path.isdir(os.path.join(folder, name)):
            raise BadBackup(f"{os.path.join(folder, name)} is a folder: move it away")


def _journal(path: str, backup: Backup, waits: Callable[[], bool]) -> Counts:
    """A fresh journal with the backup's rows, each of them checked."""
    create(path, [], [])
    firsts: list[int] = []
    finished = scans = last = 0
    with closing(connect(path, "OFF")) as journal:
        for games in _some(games_in(backup.lines(GAMES), GAMES)):
            write(journal, [], games)
            firsts += [game.first_seq for game in games]
            finished += sum(game.result is not None for game in games)
        last = firsts[-1] - 1 if firsts else 0
        folded = firsts[-2:][0] if firsts else 0  # from here on a start goes through all
        for rows in _some(scans_in(backup.lines(SCANS), SCANS, firsts)):
            if not waits():
                raise GivenUp
            write(journal, rows)
            scans += len(rows)
            last = max(last, rows[-1].seq)
            if last - folded > MOST_FOLDED:
                raise BadBackup("its last games have more scans than anybody has scanned")
    write_mark(path, last)
    _sync(path)
    return Counts(len(firsts), finished, scans)


def _some(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The rows in lists of a size that fits into memory."""
    left = iter(rows)
    while some := list(islice(left, TURN)):
        yield some


def _sync(path: str) -> None:
    descriptor = open_plain(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _check_start(path: str, games: Games) -> None:
    """BadBackup when a start would not go on from this journal."""
    try:
        found = look(path)
    except (Damaged, sqlite3.Error) as why:
        raise BadBackup(f"no journal can be made of its scans: {why}") from None
    ends = [*(game.first_seq for game in found.games[1:]), found.last_seq + 1]
    last, before = None, None
    for game, end in zip(found.games, ends, strict=False):
        rows = tuple(scan for scan in found.scans if game.first_seq <= scan.seq < end)
        last, before = GameScans(game, rows), last
    if last is None:
        return
    try:
        fold(last, before, games)
    except Exception as mistake:  # whatever it is: the same would end every start
        raise BadBackup(f"its last game cannot be gone on with ({mistake!r})") from None


def put_in_order(folder: str) -> bool:
    """What a start does before it opens the journal; whether a restore was finished."""
    restored = finish(folder)
    path = os.path.join(folder, JOURNAL)
    if os.path.lexists(path + JOURNAL_READY):
        from firmware.journal import salvage as journal_salvage  # seldom needed

        journal_salvage.finish(path)
    return restored
