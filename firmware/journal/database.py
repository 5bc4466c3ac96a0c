"""A path in, a checked SQLite connection and the rows an evening goes on from out.

Law: looking never changes a byte. What is damaged, or of a newer version, is found out before
anything is written to it.
"""

import os
import sqlite3

from firmware.journal.rows import (
    APPLICATION,
    GAME_COLUMNS,
    HIGHEST,
    LAST_SEQ,
    NO_GAMES,
    NO_SCANS,
    PAGE_BYTES,
    SCAN_COLUMNS,
    SCANS_IN_GAPS,
    SCHEMA,
    UNEXPLAINED_GAP,
    VERSION,
    Damaged,
    Found,
    GameRow,
    Newer,
    ScanRow,
    last_games,
    scans_between,
    write,
)
from firmware.journal.wal_check import check_nothing_lost
from firmware.system.state_dir import open_plain

WHOLE_CHECK_BYTES = 1 << 20  # ten years of Fridays; above it only the games gone on with are read
BUSY_WAIT_S = 0.25  # somebody looks into the file with a tool of his own

# What SQLite reports when the disk is to blame and the file may be sound.
_DISK_TROUBLE = {
    sqlite3.SQLITE_PERM: "no permission",
    sqlite3.SQLITE_BUSY: "in use elsewhere",
    sqlite3.SQLITE_LOCKED: "in use elsewhere",
    sqlite3.SQLITE_NOMEM: "no memory",
    sqlite3.SQLITE_READONLY: "read-only disk",
    sqlite3.SQLITE_IOERR: "disk error",
    sqlite3.SQLITE_FULL: "disk full",
    sqlite3.SQLITE_CANTOPEN: "cannot open",
    sqlite3.SQLITE_PROTOCOL: "in use elsewhere",
    sqlite3.SQLITE_NOLFS: "disk too small",
    sqlite3.SQLITE_AUTH: "no permission",
}
# Parts of the file that cannot be read will not come back by trying again.
_UNREADABLE = {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ}


def trouble(why: Exception) -> str:
    """Two or three words for what is wrong with the disk; empty when it is not the disk."""
    if isinstance(why, sqlite3.Error):
        code = getattr(why, "sqlite_errorcode", None)  # absent when Python itself complained
        if code is None or code in _UNREADABLE:
            return ""
        return _DISK_TROUBLE.get(code & 0xFF, "")
    if isinstance(why, OSError):
        return os.strerror(why.errno).lower() if why.errno else "disk error"
    return ""


def is_journal(path: str) -> bool:
    """Whether the file's header is an Okanjo journal's, by the application number at 68."""
    try:
        with open(open_plain(path, os.O_RDONLY), "rb", buffering=0) as file:
            header = file.read(100)
    except OSError:
        return False
    return header.startswith(b"SQLite format 3\0") and header[68:72] == APPLICATION.to_bytes(4)


def open_to_look(path: str) -> sqlite3.Connection:
    """Open a journal without the means to change anything, its write-ahead log included."""
    name = f"file:{_quoted(path)}?mode=ro"
    connection = sqlite3.connect(name, uri=True, isolation_level=None)
    try:
        connection.execute("PRAGMA schema_version")
    except sqlite3.OperationalError:
        # A read-only or full disk: no index file can be made beside it. Then without, and without
        # locks (the folder is ours). Not so elsewhere: a close would delete a log that is bad.
        # Nor can a log be made where none is: then nobody writes, and all is in the one file.
        connection.close()
        how = "vfs=unix-none" if os.path.lexists(path + "-wal") else "immutable=1"
        connection = sqlite3.connect(f"{name}&{how}", uri=True, isolation_level=None)
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
    except sqlite3.DatabaseError:
        pass  # not a database: its reader will find that out
    return connection


def look(path: str) -> Found:
    """The last two games of the journal; nothing is changed.

    Damaged or Newer when the journal cannot be gone on with.
    """
    connection = open_to_look(path)
    try:
        return _checked(connection, path)
    except sqlite3.Error as why:
        if trouble(why):
            raise
        raise Damaged(f"SQLite says: {why}") from why
    finally:
        connection.close()


def connect(path: str, synchronous: str = "FULL") -> sqlite3.Connection:
    """Open a journal that was looked at for writing; `synchronous` is SQLite's setting.

    What lay in the write-ahead log is written into the file anew and synced: a program before
    us may have been stopped after a sync that failed, and then it lies in memory alone.
    """
    connection = sqlite3.connect(
        f"file:{_quoted(path)}?mode=rw", uri=True, isolation_level=None, timeout=BUSY_WAIT_S
    )
    try:
        connection.execute(f"PRAGMA synchronous={synchronous}")
        if connection.execute("PRAGMA journal_mode=WAL").fetchone() != ("wal",):
            raise sqlite3.OperationalError("no write-ahead log can be had on this disk")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except Exception:
        connection.close()
        raise
    return connection


def _quoted(path: str) -> str:
    for sign, quoted in (("%", "%25"), ("?", "%3f"), ("#", "%23")):
        path = path.replace(sign, quoted)
    return os.path.abspath(path)


def _checked(connection: sqlite3.Connection, path: str) -> Found:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise Damaged("its header is not an Okanjo journal's")
    if VERSION < version < 1000:  # no version of ours will ever be above: that is a flipped bit
        raise Newer(f"the journal is of version {version}, this Okanjo knows {VERSION}")
    if version != VERSION:
        raise Damaged(f"its header says version {version}")
    for query, columns in ((NO_SCANS, SCAN_COLUMNS), (NO_GAMES, GAME_COLUMNS)):
        if len(connection.execute(query).description) != columns:
            raise Damaged("somebody has changed its tables")
    (last_seq,) = connection.execute(LAST_SEQ).fetchone()
    if last_seq >= HIGHEST:
        raise Damaged(f"it says that it holds {last_seq} scans")
    check_nothing_lost(path, last_seq)
    if os.path.getsize(path) <= WHOLE_CHECK_BYTES:
        _check_whole(connection)
    games = last_games(connection)
    if bool(games) != bool(last_seq):
        raise Damaged("scans without a game, or a game without scans")
    return Found(last_seq, games, _scans_of(connection, games, last_seq))


def _check_whole(connection: sqlite3.Connection) -> None:
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise Damaged(f"SQLite says: {verdict}")
    (missing,) = connection.execute(SCANS_IN_GAPS).fetchone()
    if missing:
        after = connection.execute(UNEXPLAINED_GAP).fetchone()
        if after:
            raise Damaged(f"scan {after[0] - 1} is missing")


def _scans_of(connection: sqlite3.Connection, games: list[GameRow], last_seq: int) -> list[ScanRow]:
    """The scans of these games. Damaged when one is missing within a game.

    Of a game before the last the end may be missing, or all: cut off when damage was mended.
    """
    scans: list[ScanRow] = []
    ends = [*(game.first_seq for game in games[1:]), last_seq + 1]
    for game, end in zip(games, ends, strict=False):  # without a game there is one end too many
        rows = scans_between(connection, game.first_seq, end)
        begin = rows[0].seq if rows else end
        if begin != game.first_seq and (rows or game is games[-1]):
            raise Damaged(f"game {game.number} should begin with scan {game.first_seq}")
        scans += rows
    return scans


def create(path: str, scans: list[ScanRow], games: list[GameRow]) -> None:
    """Write a whole new journal, synced, at a path where none is."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute(f"PRAGMA page_size={PAGE_BYTES}")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(f"PRAGMA application_id={APPLICATION}")
        connection.execute(f"PRAGMA user_version={VERSION}")
        for statement in SCHEMA:
            connection.execute(statement)
        write(connection, scans, games)
        # Last, so that all of it is in the one file and nothing in a log beside it.
        connection.execute("PRAGMA journal_mode=WAL")
    finally:
        connection.close()


def write_log_again(path: str) -> None:
    """Write the write-ahead log over itself and sync it; OSError when that fails.

    A sync that failed may have left pages in memory that count as written and never were (the
    kernel reports it once), and SQLite would read them back as saved.
    """
    try:
        file = open(open_plain(path + "-wal", os.O_RDWR), "r+b", buffering=0)  # noqa: SIM115
    except FileNotFoundError:
        return
    with file:
        log = file.fileno()
        for offset in range(0, os.fstat(log).st_size, 1 << 16):
            os.pwrite(log, os.pread(log, 1 << 16, offset), offset)
        os.fdatasync(log)
