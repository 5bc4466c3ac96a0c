"""A damaged journal in, the journal to go on with out, and the damaged one kept under a new name.

Law: not one byte of the damaged files is changed or deleted, and at any moment the power may go:
the new journal is complete and synced before the old one is moved, and a start that finds it
ready finishes the move.
"""

import os

from firmware.journal.database import create
from firmware.journal.rows import (
    PAGE_BYTES,
    Found,
    GameRow,
    ScanRow,
    last_seq,
)
from firmware.journal.sqlite_pages import games_on, scans_on
from firmware.journal.wal_check import FRAME_BYTES, open_mark, set_mark
from firmware.system.files import sync_folder
from firmware.system.state_dir import JOURNAL_READY, open_plain

_BESIDE = ("-wal", "-shm", "-journal", "")  # the journal itself is moved last


def replace(path: str, contents: Found) -> str:
    """Put a new journal with these contents at `path`; the name the old one is kept under.

    Empty when there was none. OSError or sqlite3.Error when the disk does not let us.
    """
    new = path + ".new"
    for beside in _BESIDE:
        _remove(new + beside)
    create(new, contents.scans, contents.games)
    os.rename(new, path + JOURNAL_READY)
    sync_folder(os.path.dirname(path))
    mark = open_mark(path)
    set_mark(mark, contents.last_seq)
    os.close(mark)
    return finish(path)


def finish(path: str) -> str:
    """Move a journal that is ready to its place; the name the old one is kept under, or empty."""
    if not os.path.exists(path + JOURNAL_READY):
        return ""
    number = 1
    while os.path.lexists(f"{path}.damaged-{number}"):
        number += 1
    kept = ""
    for beside in _BESIDE:
        if os.path.lexists(path + beside):
            kept = f"{path}.damaged-{number}"
            os.rename(path + beside, kept + beside)
    os.rename(path + JOURNAL_READY, path)
    sync_folder(os.path.dirname(path))
    return kept


def _remove(path: str) -> None:
    if os.path.lexists(path):  # a link that leads nowhere, too
        os.remove(path)


def salvage(path: str) -> Found:
    """All scans and games that can be read, up to the damage in each game. Changes nothing.

    SQLite is not asked, it gives up at the first bad page: every page that lies in the file or
    its write-ahead log is gone through, and a row counts when its check sum holds.
    """
    images = [*_pages(_read(path)), *_log_pages(_read(path + "-wal"))]
    newest = dict(images)
    scans: dict[int, ScanRow] = {}
    games: dict[int, GameRow] = {}
    for _number, page in reversed(images):  # a scan never changes: an old copy is as good
        scans.update((scan.seq, scan) for scan in scans_on(page, scans, search=True))
    for page in newest.values():  # a game does: only the newest copy counts
        games.update((game.number, game) for game in games_on(page, newest))
    for _number, page in reversed(images):
        if not games:
            games.update((game.number, game) for game in games_on(page, newest))
    return _cut_at_damage(scans, games)


def _read(path: str) -> bytes:
    """The file, with zeros where the disk gives nothing back; empty when there is none."""
    blocks = []
    try:
        with open(open_plain(path, os.O_RDONLY), "rb", buffering=0) as file:
            for offset in range(0, os.fstat(file.fileno()).st_size, PAGE_BYTES):
                try:
                    blocks.append(os.pread(file.fileno(), PAGE_BYTES, offset))
                except OSError:
                    blocks.append(bytes(PAGE_BYTES))
    except OSError:
        return b""
    return b"".join(blocks)


def _pages(file: bytes) -> list[tuple[int, bytes]]:
    starts = range(0, len(file), PAGE_BYTES)
    return [(at // PAGE_BYTES + 1, file[at : at + PAGE_BYTES]) for at in starts]


def _log_pages(log: bytes) -> list[tuple[int, bytes]]:
    """Number and content of each page in a write-ahead log, oldest first.

    Frames with other salts are left over from before the log was last begun anew.
    """
    starts = range(32, len(log) - FRAME_BYTES + 1, FRAME_BYTES)
    in_order = sorted(starts, key=lambda at: log[at + 8 : at + 16] == log[16:24])
    return [(int.from_bytes(log[at : at + 4]), log[at + 24 : at + FRAME_BYTES]) for at in in_order]


def _cut_at_damage(scans: dict[int, ScanRow], games: dict[int, GameRow]) -> Found:
    """Of each game the scans before its first missing one."""
    in_order: list[GameRow] = []
    for _number, game in sorted(games.items()):
        if not in_order or game.first_seq > in_order[-1].first_seq:
            in_order.append(game)
    first = min(scans, default=0)
    if scans and (not in_order or first < in_order[0].first_seq):  # the game they were of is lost
        number = in_order[0].number - 1 if in_order else 1
        in_order.insert(0, GameRow(number, first, "", "", None, scans[first].at, None))
    kept: list[ScanRow] = []
    ends = [game.first_seq for game in in_order[1:]] + [max(scans, default=0) + 1]
    for game, end in zip(in_order, ends, strict=False):  # nothing at all has one end too
        seq = game.first_seq
        while seq < end and seq in scans:
            kept.append(scans[seq])
            seq += 1
    return Found(last_seq(kept, in_order), in_order, kept)
