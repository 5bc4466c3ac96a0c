"""Pack a backup's parts into one file, and read such a file back.

It is a zip of plain texts, so that it can be read in twenty years, and with no tool of ours.
Rule 1: a fixed table names the parts, so that no name from the file ever becomes a path.
Rule 2: no more is unpacked than a part may have, whatever the file says of its own size.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.notation import printable
from firmware.backup.rows import BadBackup
from firmware.stickers.csv_file import MOST_BYTES as MOST_STICKERS
from firmware.system.state_dir import MOST_TEXT
from firmware.system.text import plural

FORMAT = 1
ABOUT, SETTINGS, STICKERS = "okanjo-backup.json", "settings.toml", "stickers.csv"
SCANNERS, GAMES, SCANS = "scanners", "games.jsonl", "scans.jsonl"
MOST_BYTES = 64 << 20  # of the file, and of each part that is unpacked from it
MOST_LISTED = 16  # members; zipfile would read the list of a million of them into memory
PARTS = {  # and how many bytes of each are unpacked
    SETTINGS: MOST_TEXT,
    STICKERS: MOST_STICKERS,
    SCANNERS: MOST_TEXT,
    GAMES: MOST_BYTES,
    SCANS: MOST_BYTES,
}
PLAIN_PACKING = (
    zipfile.ZIP_STORED,
    zipfile.ZIP_DEFLATED,
)  # what zipfile unpacks only as far as it is asked to
DAMAGED = "this is not an Okanjo backup, or only part of one"
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


def pack(parts: Mapping[str, bytes], about: Mapping[str, object]) -> bytes:
    """Write the parts, and then what they are."""
    if sum(map(len, parts.values())) > MOST_BYTES:
        raise BadBackup(f"there is more than {MOST_BYTES >> 20} MB to back up")
    sums = {name: hashlib.sha256(parts[name]).hexdigest() for name in PARTS}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in PARTS:
            packed.writestr(name, parts[name])
        whole = {"format": FORMAT, **about, "sha256": sums}
        packed.writestr(ABOUT, json.dumps(whole, indent=1) + "\n")
    return file.getvalue()


class Backup:
    """An opened backup whose check sums are right; BadBackup when anything is wrong with it."""

    def __init__(self, content: bytes) -> None:
        packed = _open(content)
        sums, self.counts = _parse_about(_unpack(packed, ABOUT, MOST_TEXT))
        listed = packed.namelist()
        if sorted(listed) != sorted((ABOUT, *PARTS)):
            odd = {*listed} ^ {ABOUT, *PARTS}
            names = ", ".join(printable(name) for name in sorted(odd)) or "a name appears twice"
            raise BadBackup(f"its parts are not those of a backup: {names}")
        self._parts = {name: _unpack(packed, name, most) for name, most in PARTS.items()}
        for name, part in self._parts.items():
            if sums.get(name) != hashlib.sha256(part).hexdigest():
                raise BadBackup(f"{name} in it has changed since it was written")

    def text(self, name: str) -> str:
        try:
            return self._parts[name].decode()
        except UnicodeDecodeError:
            raise BadBackup(f"{name} in it is not text") from None

    def lines(self, name: str) -> Iterator[bytes]:
        return io.BytesIO(self._parts[name])


def _parse_about(text: bytes) -> tuple[Mapping[str, object], Counts]:
    """Parse the check sums and the counts."""
    try:
        about = json.loads(text)
        number, sums = about["format"], about.get("sha256")
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        raise BadBackup(f"{ABOUT} in it cannot be read") from None
    if type(number) is int and number > FORMAT:
        raise BadBackup("it was made by a newer Okanjo: update Okanjo first")
    if type(number) is not int or number != FORMAT or not isinstance(sums, dict):
        raise BadBackup(f"{ABOUT} in it has an unknown version")
    return sums, parse_counts(about.get("counts"))


def _unpack(packed: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Unpack a part, no more of it than `most` bytes."""
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


def _open(content: bytes) -> zipfile.ZipFile:
    """Open a zip that looks like a backup, of whatever version; BadBackup if it is none."""
    if len(content) > MOST_BYTES:
        raise BadBackup(f"it is larger than {MOST_BYTES >> 20} MB, too large for a backup")
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
