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

from engine.message import Message, gettext, joined, ngettext
from firmware.common.system.state_dir import MOST_TEXT
from firmware.core.journal.database import serialize
from firmware.core.journal.foreign import MOST_GAMES, MOST_SCANS
from firmware.core.journal.rows import Found
from firmware.core.stickers.csv_file import MOST_BYTES as MOST_STICKERS
from firmware.core.stickers.csv_file import NO_STICKERS, read
from firmware.records.backup.summary import ABOUT, MOST_BYTES, summary
from firmware.words.worded import WordedError

FORMAT = 1
SETTINGS, STICKERS = "settings.toml", "stickers.csv"
SCANNERS, JOURNAL = "scanners", "journal.db"
# What zipfile unpacks only as far as it is asked to.
PLAIN_PACKING = zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED
MOST_JOURNAL = 32 << 20  # bytes of the journal that is unpacked from it
MOST_PARTS = 100  # who packs it again may add some
DAMAGED = gettext("this is not an Okanjo backup, or only part of one")
TOO_MUCH = gettext("there are more games and scans than one backup can hold")
NEWER = gettext("it was made by a newer Okanjo: update Okanjo first")
TOO_LARGE = gettext("it is larger than {size} MB, too large for a backup", size=MOST_BYTES >> 20)
TOO_MANY_PARTS = ngettext(
    "it has more than {count} part, too many for a backup",
    "it has more than {count} parts, too many for a backup",
    MOST_PARTS,
)
UNREADABLE, NO_TEXT = gettext("{part} in it cannot be read"), gettext("{part} in it is not text")
DAMAGED_PART = gettext("{part} in it is damaged")
LARGE_PART = gettext("{part} in it is larger than Okanjo ever writes")
DAMAGED_BECAUSE = gettext("{part} in it is damaged: {why}")
MUCH_MEMORY = gettext("it takes more memory than any backup that Okanjo makes")
ODD = gettext("it cannot be read ({why})")
REFUSALS = (  # all that a check of a backup may answer
    DAMAGED, TOO_MUCH, NEWER, TOO_LARGE, TOO_MANY_PARTS, UNREADABLE, NO_TEXT, DAMAGED_PART,
    LARGE_PART, DAMAGED_BECAUSE, MUCH_MEMORY, ODD,
)  # fmt: skip
NO_GAMES, NO_SCANS = gettext("no games"), gettext("no scans")
NO_STICKERS_IN_IT = gettext("no stickers")
# What zipfile raises when a file is no zip, or not a whole one.
_NO_ZIP = (
    zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, OSError, ValueError, LookupError,
    OverflowError,  # an offset beyond any file
)  # fmt: skip


class BadBackup(WordedError):
    """A file that is not restored; the text says why, in a sentence for its owner."""


def of_part(message: Message, part: str) -> Message:
    return message._replace(values={"part": part})


class BackupCounts(NamedTuple):
    """What is in a backup."""

    games: int = 0
    finished: int = 0
    scans: int = 0
    stickers: int = 0

    def describe(self) -> Message:
        """`3 games (2 finished), 214 scans, 12 stickers`."""
        return joined(
            [
                _games(self.games, self.finished),
                ngettext("{count} scan", "{count} scans", self.scans) if self.scans else NO_SCANS,
                ngettext("{count} sticker", "{count} stickers", self.stickers)
                if self.stickers
                else NO_STICKERS_IN_IT,
            ]
        )


def _games(count: int, finished: int) -> Message:
    if not count:
        return NO_GAMES
    return ngettext(
        "{count} game ({finished} finished)",
        "{count} games ({finished} finished)",
        count,
        finished=finished,
    )


class Report(NamedTuple):
    """What is in a backup that was made or restored, and what its owner should know. `is_whole`:
    it lacks nothing, as far as its maker can tell.
    """

    counts: BackupCounts
    notes: list[Message]
    is_whole: bool = False


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
    """Write what they are, which is read without unpacking anything, and then the parts."""
    if len(backup.journal.games) > MOST_GAMES or len(backup.journal.scans) > MOST_SCANS:
        raise BadBackup(TOO_MUCH)
    journal = serialize(backup.journal)
    if len(journal) > MOST_JOURNAL:
        raise BadBackup(TOO_MUCH)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        head = {"format": FORMAT, **summary(backup.journal.games), **about}
        packed.writestr(ABOUT, json.dumps(head, indent=1) + "\n", zipfile.ZIP_STORED)
        packed.writestr(SETTINGS, backup.settings)
        packed.writestr(STICKERS, backup.stickers)
        packed.writestr(SCANNERS, backup.scanners)
        packed.writestr(JOURNAL, journal)
    return file.getvalue()


def take_apart(content: bytes) -> BackupParts:
    """Unpack the parts of a backup; BadBackup."""
    packed = _open(content)
    _check_format(_part(packed, ABOUT, MOST_TEXT))
    settings = _text(packed, SETTINGS)
    stickers = _part(packed, STICKERS, MOST_STICKERS) or NO_STICKERS
    scanners = _text(packed, SCANNERS)
    return BackupParts(settings, stickers, scanners, _part(packed, JOURNAL, MOST_JOURNAL))


def erased_before(content: bytes) -> int:
    """How many games had been erased when it was made; BadBackup."""
    return _number(_part(_open(content), ABOUT, MOST_TEXT), "erased", 0)


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
        raise BadBackup(TOO_LARGE)
    try:
        packed = zipfile.ZipFile(io.BytesIO(content))
        packed.getinfo(ABOUT)
    except _NO_ZIP:
        raise BadBackup(DAMAGED) from None
    if len(packed.infolist()) > MOST_PARTS:
        raise BadBackup(TOO_MANY_PARTS)
    return packed


def _check_format(about: bytes) -> None:
    if _number(about, "format") != FORMAT:
        raise BadBackup(NEWER)


def _number(about: bytes, key: str, default: int | None = None) -> int:
    """A number in what a backup says of itself; BadBackup."""
    try:
        return int(json.loads(about).get(key, default))
    except (ValueError, RecursionError, AttributeError, TypeError, OverflowError):
        raise BadBackup(of_part(UNREADABLE, ABOUT)) from None


def _text(packed: zipfile.ZipFile, name: str) -> str:
    try:
        return _part(packed, name, MOST_TEXT).decode()
    except UnicodeDecodeError:
        raise BadBackup(of_part(NO_TEXT, name)) from None


def _part(packed: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Unpack a part, no more of it than `most` bytes; its checksum is the zip's."""
    try:
        info = packed.getinfo(name)
        if info.compress_type not in PLAIN_PACKING:
            raise zipfile.BadZipFile
        with packed.open(info) as part:
            content = part.read(most + 1)
    except _NO_ZIP:
        raise BadBackup(of_part(DAMAGED_PART, name)) from None
    if len(content) > most:
        raise BadBackup(of_part(LARGE_PART, name))
    return content
