"""A state folder and the settings in force in, a backup of them out, read back before it counts.

Law: nothing in the folder is changed, and whoever writes to the journal meanwhile is not held up.
"""

from __future__ import annotations

import io
import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from typing import BinaryIO, NamedTuple

from engine.notation import LONGEST_LINE, printable
from firmware.app.known_scanners import load as load_scanners
from firmware.backup.archive import (
    GAMES,
    SCANNERS,
    SCANS,
    SETTINGS,
    STICKERS,
    Backup,
    Counts,
    write,
)
from firmware.backup.rows import BadBackup, game_line, games_in, scan_line, scans_in
from firmware.journal.database import check_header, look, open_to_look, trouble
from firmware.journal.mark import read_mark
from firmware.journal.rows import (
    GAMES as GAME_ROWS,
)
from firmware.journal.rows import (
    SCANS as SCAN_ROWS,
)
from firmware.journal.rows import (
    Damaged,
    GameRow,
    Newer,
    ScanRow,
    game_row,
    scan_row,
)
from firmware.settings.export import kept
from firmware.settings.schema import Settings
from firmware.stickers.backup_rows import NONE, content_of, count_of
from firmware.system.files import create, remove
from firmware.system.state_dir import JOURNAL, STICKERS_FILE, open_plain
from firmware.system.swap import BEFORE, NEW, PLACES, SET_ASIDE

ALL_GAMES, ALL_SCANS = f"{GAME_ROWS} ORDER BY number", f"{SCAN_ROWS} ORDER BY seq"
TURN = 256  # rows, after which it is asked whether anybody still waits


class GivenUp(Exception):
    """Nobody waits for it any more."""


class Made(NamedTuple):
    """What is in the backup, what it lacks in sentences, and whether the journal was sound."""

    counts: Counts
    told: list[str]
    last_seq: int = 0
    sound: bool = True


def make(
    file: BinaryIO,
    folder: str,
    settings: Settings,
    version: str,
    waits: Callable[[], bool] = lambda: True,
    still: bool = True,
) -> Made:
    """Write all that lasts into the file; `still` says that nobody writes to the journal.

    BadBackup when there can be none; OSError for the file's sake; GivenUp.
    """
    check_folder(folder)
    opened = _opened_still if still else _opened
    try:
        return _make(file, folder, settings, version, waits, opened)
    except (Damaged, sqlite3.Error) as why:
        if trouble(why):
            raise BadBackup(f"the journal in {folder} cannot be read: {trouble(why)}") from None
        damage = str(why)
    except Newer as why:
        raise BadBackup(f"{why}: update Okanjo") from None
    file.seek(0)
    file.truncate()
    try:
        made = _make(file, folder, settings, version, waits, _salvaged)
    except Damaged as why:
        raise BadBackup(f"the journal in {folder} is damaged: {why}") from None
    told = f"The journal is damaged ({damage}): what could be rescued of it is in the backup."
    return made._replace(told=[*made.told, told], sound=False)


def check_folder(folder: str) -> None:
    """BadBackup where the state folder is not there: what was made of it would hold nothing."""
    try:
        kind = os.stat(folder).st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise BadBackup(
            f"there is no such folder: {printable(folder, LONGEST_LINE)}. Is its disk mounted, and"
            " is [state] folder right in the settings (okanjo config)? Before the first okanjo run"
            " there is nothing to back up"
        ) from None
    if not stat.S_ISDIR(kind):
        raise BadBackup(
            f"{printable(folder, LONGEST_LINE)} is a file: name another folder under [state] in the"
            " settings"
        )


class Rows(NamedTuple):
    """All of a journal: its games, and its scans one by one."""

    games: list[GameRow]
    scans: Iterator[ScanRow]
    close: Callable[[], None]


class _Passing:
    """Scans as lines on their way into a backup: how many there were, and the last one's number."""

    def __init__(self, rows: Iterator[ScanRow], waits: Callable[[], bool]) -> None:
        self._rows, self._waits = rows, waits
        self.count = self.last_seq = 0

    def lines(self) -> Iterator[bytes]:
        for scan in self._rows:
            self.count, self.last_seq = self.count + 1, scan.seq
            if self.count % TURN == 0 and not self._waits():
                raise GivenUp
            yield scan_line(scan)


def _make(
    file: BinaryIO,
    folder: str,
    settings: Settings,
    version: str,
    waits: Callable[[], bool],
    opened: Callable[[str], Rows],
) -> Made:
    text, changed = kept(settings)
    stickers, told = _stickers(folder)
    scanners = "".join(f"{one}\n" for one in load_scanners(folder)).encode()
    rows = opened(os.path.realpath(os.path.join(folder, JOURNAL)))
    scans = _Passing(rows.scans, waits)

    def counts() -> Counts:
        finished = sum(game.result is not None for game in rows.games)
        return Counts(len(rows.games), finished, scans.count, count_of(stickers), changed)

    with closing(rows):
        parts = {
            SETTINGS: [text.encode()],
            STICKERS: [stickers],
            SCANNERS: [scanners],
            GAMES: map(game_line, rows.games),
            SCANS: scans.lines(),
        }
        about = {"okanjo": version, "made_at": _now(), "counts": lambda: counts()._asdict()}
        write(file, parts, about)
    _read_back(file, waits)
    return Made(counts(), told, scans.last_seq)


def _read_back(file: BinaryIO, waits: Callable[[], bool]) -> None:
    """A backup counts once it could be restored; Damaged where the journal's rows do not let it."""
    try:
        check(file, waits)
    except BadBackup as why:
        raise Damaged(str(why)) from None


def check(file: BinaryIO, waits: Callable[[], bool] = lambda: True) -> Backup:
    """Read a backup back, every row of it; BadBackup or GivenUp."""
    backup = Backup(io.BytesIO(_all(file)))
    firsts = [game.first_seq for game in games_in(backup.lines(GAMES), GAMES)]
    for number, _ in enumerate(scans_in(backup.lines(SCANS), SCANS, firsts)):
        if number % TURN == 0 and not waits():
            raise GivenUp
    return backup


def _all(file: BinaryIO) -> bytes:
    file.flush()
    file.seek(0)
    return file.read()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _stickers(folder: str) -> tuple[bytes, list[str]]:
    """The stickers' file as it is, and a sentence where it cannot be read."""
    path = os.path.join(folder, STICKERS_FILE)
    try:
        return content_of(path) or NONE, []
    except OSError as why:
        return NONE, [f"{path} cannot be read ({why.strerror}): no sticker is in the backup."]


def _opened_still(path: str) -> Rows:
    """The same, and nothing has gone missing from it: that can be told while nobody writes."""
    if os.path.lexists(path):
        look(path)
    elif read_mark(path) or os.path.lexists(f"{path}-wal"):
        raise Damaged("the journal itself is gone")
    return _opened(path)


def _opened(path: str) -> Rows:
    """The journal as it is at this moment, whoever goes on writing to it.

    Damaged or Newer when it is not one that was written by this Okanjo.
    """
    if not os.path.lexists(path):
        return Rows([], iter(()), lambda: None)
    connection = open_to_look(path)
    try:
        connection.execute("BEGIN")  # games and scans of one moment
        check_header(connection)
        games = [game_row(row) for row in connection.execute(ALL_GAMES)]
    except BaseException:
        connection.close()
        raise
    return Rows(games, map(scan_row, connection.execute(ALL_SCANS)), connection.close)


def _salvaged(path: str) -> Rows:
    from firmware.journal.salvage import salvage

    found = salvage(path).found
    return Rows(found.games, iter(found.scans), lambda: None)


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
        remove(os.path.join(folder, NEW, name))
    if not any(os.path.lexists(os.path.join(folder, name)) for name in PLACES[1:]):
        return Before(0, [])  # an empty folder: there is nothing to go back to
    try:
        with open(open_plain(before, os.O_RDWR | os.O_CREAT | os.O_EXCL), "w+b") as file:
            made = make(file, folder, settings, version, waits, still)
            file.flush()
            os.fsync(file.fileno())
    except BadBackup as why:
        os.unlink(before)
        create(os.path.join(folder, NEW, SET_ASIDE), b"")
        told = f"What was there before could not be read ({why}): its journal is set aside."
        return Before(-1, [told])
    if made.sound:
        told = f"What was there before is kept in {where}, until the next restore."
        return Before(made.last_seq, [told])
    create(os.path.join(folder, NEW, SET_ASIDE), b"")
    told = f"The journal that was there was damaged: it is set aside, and {where} has the rest."
    return Before(made.last_seq, [told])
