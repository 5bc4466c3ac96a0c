"""Pack a backup's parts into one file, and read such a file back.

It is a zip of plain texts, so that it can be read in twenty years, and with no tool of ours.
Rule 1: a fixed table names the parts, so that no name from the file ever becomes a path.
Rule 2: what is unpacked is counted while it is read, whatever the file says of its own size.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.notation import printable
from firmware.backup.rows import LONGEST_ROW, BadBackup
from firmware.system.text import plural

FORMAT = 1
ABOUT, SETTINGS, STICKERS = "okanjo-backup.json", "settings.toml", "stickers.csv"
SCANNERS, GAMES, SCANS = "scanners", "games.jsonl", "scans.jsonl"
PARTS = (SETTINGS, STICKERS, SCANNERS, GAMES, SCANS)
MOST_BYTES = 64 << 20  # of the file, and of all that is unpacked from it
MOST_ABOUT = 1 << 16
MOST_TEXT = 1 << 20
MOST_LISTED = 16  # members; zipfile would read the list of a million of them into memory
PIECE = 1 << 16
PLAIN_PACKING = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # what zipfile unpacks bit by bit
DAMAGED = "this is no Okanjo backup, or only a part of one"
# What zipfile raises when a file is no zip, or not a whole one.
_NO_ZIP = (
    zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, OSError, ValueError, LookupError,
    OverflowError,  # an offset beyond any file
)  # fmt: skip


class Counts(NamedTuple):
    """What is in a backup."""

    games: int = 0
    finished: int = 0
    scans: int = 0
    stickers: int = 0
    settings: int = 0

    def describe(self) -> str:
        """`3 games (2 finished), 214 scans, 12 stickers, 5 settings`."""
        finished = f" ({self.finished} finished)" if self.games else ""
        rest = (("scan", self.scans), ("sticker", self.stickers), ("setting", self.settings))
        return ", ".join(
            [
                plural(self.games, "game", "no") + finished,
                *(plural(n, one, "no") for one, n in rest),
            ]
        )


def parse_counts(row: object) -> Counts:
    """Read counts from a JSON object; 0 for what it does not say."""
    known = row if isinstance(row, dict) else {}
    numbers = (known.get(field, 0) for field in Counts._fields)
    return Counts(*(one if type(one) is int else 0 for one in numbers))


def pack(parts: Mapping[str, Iterable[bytes]], about: Mapping[str, object]) -> bytes:
    """Write the parts, and then what they are."""
    file, sums, left = io.BytesIO(), {}, MOST_BYTES
    with zipfile.ZipFile(file, "w") as packed:
        for name in PARTS:
            digest = hashlib.sha256()
            with packed.open(_info(name), "w") as part:
                for piece in parts[name]:
                    digest.update(piece)
                    part.write(piece)
                    left -= len(piece)
                    if left < 0:
                        raise BadBackup(f"there is more than {MOST_BYTES >> 20} MB to keep")
            sums[name] = digest.hexdigest()
        whole = {"format": FORMAT, **about, "sha256": sums}
        packed.writestr(_info(ABOUT), json.dumps(whole, indent=1) + "\n")
    return file.getvalue()


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)  # of 1980: the same state gives the same bytes
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3  # Unix, whose rights the next line gives
    info.external_attr = 0o100600 << 16
    return info


class Backup:
    """An opened backup whose check sums are right; BadBackup when anything is wrong with it."""

    def __init__(self, content: bytes) -> None:
        self._packed = _open(content)
        listed = self._packed.namelist()
        sums, self.counts = self._read_about()
        if sorted(listed) != sorted((ABOUT, *PARTS)):
            odd = {*listed} ^ {ABOUT, *PARTS}
            names = ", ".join(printable(name) for name in sorted(odd)) or "a name twice"
            raise BadBackup(f"it does not hold the parts of a backup: {names}")
        self._check_sums(sums)

    def _read_about(self) -> tuple[Mapping[str, object], Counts]:
        """Read the check sums and the counts."""
        try:
            about = json.loads(b"".join(self._pieces(ABOUT, MOST_ABOUT)))
            number, sums = about["format"], about.get("sha256")
        except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
            raise BadBackup(f"{ABOUT} in it cannot be read") from None
        if type(number) is int and number > FORMAT:
            raise BadBackup("it was made by a newer Okanjo: update this one first")
        if type(number) is not int or number != FORMAT or not isinstance(sums, dict):
            raise BadBackup(f"{ABOUT} in it is of no version that there ever was")
        return sums, parse_counts(about.get("counts"))

    def _check_sums(self, sums: Mapping[str, object]) -> None:
        left = MOST_BYTES
        for name in PARTS:
            digest = hashlib.sha256()
            for piece in self._pieces(name, left):
                digest.update(piece)
                left -= len(piece)
            if sums.get(name) != digest.hexdigest():
                raise BadBackup(f"{name} in it is not as it was written")

    def _pieces(self, name: str, most: int) -> Iterator[bytes]:
        """Unpack a part bit by bit, no more of it than `most` bytes."""
        try:
            info = self._packed.getinfo(name)
            if info.compress_type not in PLAIN_PACKING:
                raise zipfile.BadZipFile
            with self._packed.open(info) as part:
                while piece := part.read(PIECE):
                    most -= len(piece)
                    if most < 0:
                        raise BadBackup(f"{name} in it unpacks to more than Okanjo ever writes")
                    yield piece
        except _NO_ZIP:
            raise BadBackup(f"{name} in it is damaged") from None

    def text(self, name: str) -> str:
        """Read a small part whole."""
        try:
            return b"".join(self._pieces(name, MOST_TEXT)).decode()
        except UnicodeDecodeError:
            raise BadBackup(f"{name} in it is no text") from None

    def lines(self, name: str) -> Iterator[bytes]:
        """Read a part line by line."""
        rest = b""
        for piece in self._pieces(name, MOST_BYTES):
            *whole, rest = (rest + piece).split(b"\n")
            yield from whole
            if len(rest) > LONGEST_ROW:
                raise BadBackup(f"{name} in it has a line that is too long")
        if rest:
            yield rest


def _open(content: bytes) -> zipfile.ZipFile:
    """Open a zip that looks like a backup, of whatever version; BadBackup if it is none."""
    if len(content) > MOST_BYTES:
        raise BadBackup(f"it has more than {MOST_BYTES >> 20} MB, which no backup has")
    try:
        if content.count(b"PK\1\2") > MOST_LISTED:  # each begins an entry of the list
            raise zipfile.BadZipFile
        packed = zipfile.ZipFile(io.BytesIO(content))
        packed.getinfo(ABOUT)
    except _NO_ZIP:
        raise BadBackup(DAMAGED) from None
    return packed


def is_backup(content: bytes) -> bool:
    """Whether it looks like a backup, of whatever version."""
    try:
        _open(content)
    except BadBackup:
        return False
    return True
