"""Pack all that lasts into one file, and take such a file apart.

It is a zip of plain texts and of the journal as an SQLite database, so that it can be read in
twenty years, and with no tool of ours.
Law: no name from the file ever becomes a path, and no more of a part is unpacked than it may have,
whatever the file says of its own size. Its journal is opened in another process only (`check.py`).
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from typing import NamedTuple

from firmware.common.system.state_dir import MOST_TEXT
from firmware.common.system.text import plural
from firmware.core.journal.database import serialize
from firmware.core.journal.foreign import MOST_GAMES, MOST_SCANS
from firmware.core.journal.rows import Found
from firmware.core.stickers.csv_file import MOST_BYTES as MOST_STICKERS
from firmware.core.stickers.csv_file import NO_STICKERS, read

FORMAT = 1
ABOUT, SETTINGS, STICKERS = "okanjo-backup.json", "settings.toml", "stickers.csv"
SCANNERS, JOURNAL = "scanners", "journal.db"
# What zipfile unpacks only as far as it is asked to.
PLAIN_PACKING = zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED
MOST_BYTES = 16 << 20  # of the file
MOST_JOURNAL = 32 << 20  # bytes of the journal that is unpacked from it
MOST_PARTS = 100  # who packs it again may add some
DAMAGED = "this is not an Okanjo backup, or only part of one"
TOO_MUCH = "there are more games and scans than one backup can hold"
NEWER = "it was made by a newer Okanjo: update Okanjo first"
# What zipfile raises when a file is no zip, or not a whole one.
_NO_ZIP = (
    zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, OSError, ValueError, LookupError,
    OverflowError,  # an offset beyond any file
)  # fmt: skip


class BadBackup(Exception):
    """A file that is not restored; the text says why, in a sentence for its owner."""


class BackupCounts(NamedTuple):
    """What is in a backup."""

    games: int = 0
    finished: int = 0
    scans: int = 0
    stickers: int = 0

    def describe(self) -> str:
        """`3 games (2 finished), 214 scans, 12 stickers`."""
        finished = f" ({self.finished} finished)" if self.games else ""
        rest = ((self.scans, "scan"), (self.stickers, "sticker"))
        counted = [f"{plural(self.games, 'game', 'no')}{finished}"]
        return ", ".join(counted + [plural(number, unit, "no") for number, unit in rest])


class Report(NamedTuple):
    """What is in a backup that was made or restored, and what its owner should know."""

    counts: BackupCounts
    notes: list[str]


class Backup(NamedTuple):
    """What lasts: the settings that are not at their default, the stickers' file, the scanners
    known, a line each, and the journal.
    """

    settings: str
    stickers: bytes
    scanners: str
    journal: Found

    @property
    def counts(self) -> BackupCounts:
        games = self.journal.games
        finished = sum(game.result is not None for game in games)
        return BackupCounts(
            len(games), finished, len(self.journal.scans), len(read(self.stickers).rows)
        )


class BackupParts(NamedTuple):
    """A backup that was taken apart; nobody has looked yet at what its journal holds."""

    settings: str
    stickers: bytes
    scanners: str
    journal: bytes


def pack(backup: Backup, about: Mapping[str, object]) -> bytes:
    """Write the parts, and then what they are."""
    _, games, scans = backup.journal
    if len(games) > MOST_GAMES or len(scans) > MOST_SCANS:
        raise BadBackup(TOO_MUCH)
    journal = serialize(backup.journal)
    if len(journal) > MOST_JOURNAL:
        raise BadBackup(TOO_MUCH)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(SETTINGS, backup.settings)
        packed.writestr(STICKERS, backup.stickers)
        packed.writestr(SCANNERS, backup.scanners)
        packed.writestr(JOURNAL, journal)
        packed.writestr(ABOUT, json.dumps({"format": FORMAT, **about}, indent=1) + "\n")
    return file.getvalue()


def take_apart(content: bytes) -> BackupParts:
    """Unpack the parts of a backup; BadBackup."""
    packed = _open(content)
    _check_format(_part(packed, ABOUT, MOST_TEXT))
    settings = _text(packed, SETTINGS)
    stickers = _part(packed, STICKERS, MOST_STICKERS) or NO_STICKERS
    scanners = _text(packed, SCANNERS)
    return BackupParts(settings, stickers, scanners, _part(packed, JOURNAL, MOST_JOURNAL))


def is_backup(content: bytes) -> bool:
    """Whether it looks like a backup, of whatever version."""
    try:
        _open(content)
    except BadBackup:
        return False
    return True


def _open(content: bytes) -> zipfile.ZipFile:
    """Open a zip that looks like a backup, of whatever version; BadBackup if it is none."""
    if len(content) > MOST_BYTES:
        raise BadBackup(f"it is larger than {MOST_BYTES >> 20} MB, too large for a backup")
    try:
        packed = zipfile.ZipFile(io.BytesIO(content))
        packed.getinfo(ABOUT)
    except _NO_ZIP:
        raise BadBackup(DAMAGED) from None
    if len(packed.infolist()) > MOST_PARTS:
        raise BadBackup(f"it has more than {MOST_PARTS} parts, too many for a backup")
    return packed


def _check_format(about: bytes) -> None:
    try:
        number = int(json.loads(about)["format"])
    except (ValueError, RecursionError, LookupError, TypeError, OverflowError):
        raise BadBackup(f"{ABOUT} in it cannot be read") from None
    if number != FORMAT:
        raise BadBackup(NEWER)


def _text(packed: zipfile.ZipFile, name: str) -> str:
    try:
        return _part(packed, name, MOST_TEXT).decode()
    except UnicodeDecodeError:
        raise BadBackup(f"{name} in it is not text") from None


def _part(packed: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Unpack a part, no more of it than `most` bytes; its checksum is the zip's."""
    try:
        info = packed.getinfo(name)
        if info.compress_type not in PLAIN_PACKING:
            raise zipfile.BadZipFile
        with packed.open(info) as part:
            content = part.read(most + 1)
    except _NO_ZIP:
        raise BadBackup(f"{name} in it is damaged") from None
    if len(content) > most:
        raise BadBackup(f"{name} in it is larger than Okanjo ever writes")
    return content
