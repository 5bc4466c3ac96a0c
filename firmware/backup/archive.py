"""A backup's parts in, one file of them out; such a file in, its parts out once they are checked.

It is a zip of plain texts, so that it can be read in twenty years, and with no tool of ours.
Law: a fixed table says which parts there are, so no name from the file ever becomes a path; what is
unpacked is counted while it is read, whatever the file says of its own size.
"""

from __future__ import annotations

import hashlib
import json
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, BinaryIO, NamedTuple

from engine.notation import printable
from firmware.backup.rows import LONGEST_ROW, BadBackup

FORMAT = 1
ABOUT, SETTINGS, STICKERS = "okanjo-backup.json", "settings.toml", "stickers.csv"
SCANNERS, GAMES, SCANS = "scanners", "games.jsonl", "scans.jsonl"
PARTS = (SETTINGS, STICKERS, SCANNERS, GAMES, SCANS)
MOST_BYTES = 64 << 20  # of the file, and of all that is unpacked from it
MOST_ABOUT = 1 << 16
MOST_TEXT = 1 << 20
PIECE = 1 << 16
NO_TIME = (1980, 1, 1, 0, 0, 0)  # the zip's earliest: the same state gives the same bytes
# "APPNOTE.TXT", 4.3.16: the end of a zip that has no comment.
END_BYTES, MOST_LISTED, LIST_BYTES = 22, 16, 4096
_NO_ZIP = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,  # a way of packing that Python does not know
    RuntimeError,  # locked by a password
    EOFError,
    OSError,
    ValueError,
    LookupError,
    OverflowError,
)
DAMAGED = "this is no Okanjo backup, or only a part of one"


class Counts(NamedTuple):
    """What is in a backup."""

    games: int = 0
    finished: int = 0
    scans: int = 0
    stickers: int = 0
    settings: int = 0


def write(
    file: BinaryIO, parts: Mapping[str, Iterable[bytes]], about: Mapping[str, Any]
) -> dict[str, Any]:
    """Write the parts, and then what they are; the latter is given back.

    `about` values may be counted while the parts are written: they are taken after them.
    """
    sums, left = {}, MOST_BYTES
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
        whole = {"format": FORMAT, **{key: _of(value) for key, value in about.items()}}
        whole["sha256"] = sums
        packed.writestr(_info(ABOUT), json.dumps(whole, indent=1) + "\n")
    return whole


def _of(value: Any) -> Any:
    return value() if callable(value) else value


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, NO_TIME)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3  # Unix, whose rights the next line gives
    info.external_attr = (stat.S_IFREG | 0o600) << 16
    return info


class Backup:
    """An opened backup, its check sums right. BadBackup, always, when there is anything wrong."""

    def __init__(self, file: BinaryIO) -> None:
        _check_end(file)
        try:
            self._packed = zipfile.ZipFile(file)
            listed = self._packed.infolist()
        except _NO_ZIP:
            raise BadBackup(DAMAGED) from None
        self._infos = {info.filename: info for info in listed}
        self.about = self._read_about()
        if len(listed) != len(self._infos) or {*self._infos} != {ABOUT, *PARTS}:
            odd = {*self._infos} ^ {ABOUT, *PARTS}
            names = ", ".join(printable(name) for name in sorted(odd)) or "a name twice"
            raise BadBackup(f"it does not hold the parts of a backup: {names}")
        self._check_sums()

    def _read_about(self) -> dict[str, Any]:
        if ABOUT not in self._infos:
            raise BadBackup(DAMAGED)
        try:
            about = json.loads(b"".join(self._pieces(ABOUT, MOST_ABOUT)).decode())
            number, sums = about["format"], about.get("sha256")
        except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
            raise BadBackup(f"{ABOUT} in it cannot be read") from None
        if type(number) is int and number > FORMAT:
            raise BadBackup("it was made by a newer Okanjo: update this one first")
        if type(number) is not int or number != FORMAT or not isinstance(sums, dict):
            raise BadBackup(f"{ABOUT} in it is of no version that there ever was")
        return dict(about)

    def _check_sums(self) -> None:
        left = MOST_BYTES
        for name in PARTS:
            digest = hashlib.sha256()
            for piece in self._pieces(name, left):
                digest.update(piece)
                left -= len(piece)
            if self.about["sha256"].get(name) != digest.hexdigest():
                raise BadBackup(f"{name} in it is not as it was written")

    def _pieces(self, name: str, most: int) -> Iterator[bytes]:
        """A part's bytes, unpacked as they are asked for."""
        info = self._infos[name]
        kind = stat.S_IFMT(info.external_attr >> 16)
        if kind not in (0, stat.S_IFREG) or info.flag_bits & 1:
            raise BadBackup(f"{name} in it is no plain file")
        try:
            with self._packed.open(info) as part:
                while piece := part.read(PIECE):
                    most -= len(piece)
                    if most < 0:
                        raise BadBackup(f"{name} in it unpacks to more than Okanjo ever writes")
                    yield piece
        except _NO_ZIP:
            raise BadBackup(f"{name} in it is damaged") from None

    def text(self, name: str) -> str:
        """A small part, whole."""
        try:
            return b"".join(self._pieces(name, MOST_TEXT)).decode()
        except UnicodeDecodeError:
            raise BadBackup(f"{name} in it is no text") from None

    def lines(self, name: str) -> Iterator[bytes]:
        """A part line by line."""
        rest = b""
        for piece in self._pieces(name, MOST_BYTES):
            *whole, rest = (rest + piece).split(b"\n")
            yield from whole
            if len(rest) > LONGEST_ROW:
                raise BadBackup(f"{name} in it has a line that is too long")
        if rest:
            yield rest


def has_games(file: BinaryIO) -> bool:
    """Whether a backup of ours holds any; one that cannot be read may well do."""
    try:
        return any(Backup(file).lines(GAMES))
    except BadBackup:
        return True


def is_backup(file: BinaryIO) -> bool:
    """Whether it is one of ours by its looks, of whatever version."""
    try:
        _check_end(file)
        return ABOUT in zipfile.ZipFile(file).namelist()
    except (BadBackup, *_NO_ZIP):
        return False


def _check_end(file: BinaryIO) -> None:
    """BadBackup unless the zip's list of contents is as short as ours: a longer one would be read
    into memory whole.
    """
    try:
        size = file.seek(0, 2)
        file.seek(max(0, size - END_BYTES))
        end = file.read(END_BYTES)
    except (OSError, ValueError):
        raise BadBackup("it cannot be read") from None
    if size > MOST_BYTES:
        raise BadBackup(f"it has more than {MOST_BYTES >> 20} MB, which no backup has")
    number = int.from_bytes
    listed, bytes_, start = number(end[10:12], "little"), end[12:16], end[16:20]
    long, begins = number(bytes_, "little"), number(start, "little")
    ours = end[:4] == b"PK\5\6" and listed <= MOST_LISTED and long <= LIST_BYTES
    if not ours or begins + long + END_BYTES != size:
        raise BadBackup(DAMAGED)
