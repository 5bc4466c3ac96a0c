"""Open a journal as a SQLite database: check it, read it, create it.

Law: looking never changes a byte. What is damaged, or of a newer version, is found before
anything is written to it.
"""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from firmware.common.system.state_dir import open_plain
from firmware.core.journal.mark import read_mark
from firmware.core.journal.row_check import Damage, RowsRead, read_on
from firmware.core.journal.rows import (
    ALL_GAMES,
    ALL_MERGES,
    ALL_SCANS,
    APPLICATION,
    INDEX,
    LAST_GAMES,
    LAST_SEQ,
    PAGE_BYTES,
    SCANS_BETWEEN,
    SCANS_IN_GAPS,
    TABLES,
    UNEXPLAINED_GAP,
    VERSION,
    Damaged,
    Found,
    GameRow,
    Newer,
    ScanRow,
    game_row,
    last_seq,
    merge_row,
    put_merges,
    scan_row,
    write,
)

BUSY_WAIT_S = 0.25  # another program looks into the file
END_PAGES = 3  # as many as a scan changes that ends or opens a game
LOG_BYTES = 1 << 20  # an evening of scans
CHUNK_BYTES = 1 << 16
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}

# What SQLite reports when the disk is to blame and the file may be sound.
_DISK_TROUBLE = {
    sqlite3.SQLITE_BUSY: "in use elsewhere",
    sqlite3.SQLITE_NOMEM: "no memory",
    sqlite3.SQLITE_READONLY: "read-only disk",
    sqlite3.SQLITE_IOERR: "disk error",
    sqlite3.SQLITE_FULL: "disk full",
    sqlite3.SQLITE_CANTOPEN: "cannot open",
    sqlite3.SQLITE_PROTOCOL: "in use elsewhere",
}
# Parts of the file that cannot be read will not come back by trying again.
_UNREADABLE = {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ}


def trouble(why: Exception) -> str:
    """Two or three words for what is wrong with the disk; empty when it is not the disk."""
    match why:
        case sqlite3.Error(sqlite_errorcode=int(code)) if code not in _UNREADABLE:
            return _DISK_TROUBLE.get(code & 0xFF, "")
        case OSError(errno=int(number)) if number:
            return os.strerror(number).lower()
        case OSError():
            return "disk error"
    return ""


def open_to_look(path: str) -> sqlite3.Connection:
    """Open a journal without the means to change anything, its write-ahead log included.

    Raises Damaged when it is shorter than a page: SQLite would delete the log of an empty file.
    """
    if os.path.isfile(path) and os.path.getsize(path) < PAGE_BYTES:
        raise Damaged("it was cut off")
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


@contextmanager
def reading(path: str) -> Iterator[sqlite3.Connection]:
    """A connection that only reads, while another process may write.

    Raises Damaged, Newer, sqlite3.Error.
    """
    with closing(open_to_look(path)) as connection:
        connection.execute(f"PRAGMA busy_timeout={1000 * BUSY_WAIT_S:.0f}")
        check_header(connection)
        yield connection


def look(path: str) -> Found:
    """Check a journal and read its last two games, none where none was made; nothing is changed.

    Raises Damaged or Newer when the journal cannot be gone on with; OSError or sqlite3.Error when
    the disk fails.
    """
    if not os.path.exists(path):
        if read_mark(path) or os.path.exists(path + "-wal"):
            raise Damaged("the journal itself is gone")
        return Found(0, [], [])
    with closing(open_to_look(path)) as connection:
        try:
            end = read_end(connection)
            _check_nothing_lost(path, end.last_seq)
            return end
        except (sqlite3.Error, OverflowError) as why:  # a number out of range
            if trouble(why):
                raise
            raise Damaged(f"SQLite says: {why}") from why


def damage_in(path: str) -> Damage:
    """Where rows are not as they were written. As `look`."""
    so_far = RowsRead()
    with closing(open_to_look(path)) as connection:
        while not so_far.done:
            so_far = read_on(connection, so_far)
    return so_far.damage


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
        connection.execute("PRAGMA secure_delete=ON")  # what a row held before goes from the file
        if connection.execute("PRAGMA journal_mode=WAL").fetchone() != ("wal",):
            raise sqlite3.OperationalError("this disk does not allow a write-ahead log")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _quoted(path: str) -> str:
    for sign, quoted in (("%", "%25"), ("?", "%3f"), ("#", "%23")):
        path = path.replace(sign, quoted)
    return os.path.abspath(path)


def read_end(connection: sqlite3.Connection) -> Found:
    """Read the last two games of a journal in which nothing is missing. Raises Damaged, Newer."""
    check_header(connection)
    (last,) = connection.execute(LAST_SEQ).fetchone()
    _check_whole(connection)
    games = [game_row(row) for row in connection.execute(LAST_GAMES)][::-1]
    if bool(games) != bool(last):
        raise Damaged("scans without a game, or a game without scans")
    return Found(last, games, _scans_of(connection, games, last))


def check_header(connection: sqlite3.Connection) -> None:
    """Raise Damaged when this is no journal, Newer when a newer Okanjo has written it."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise Damaged("its header is not an Okanjo journal's")
    # By its tables a newer version is told from a flipped bit.
    if version > VERSION and _tables(connection) != TABLES:
        raise Newer(f"the journal is of version {version}, this Okanjo knows {VERSION}")
    if version != VERSION:
        raise Damaged(f"its header says version {version}")


def _tables(connection: sqlite3.Connection) -> dict[str, str]:
    return dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))


def _check_nothing_lost(path: str, last: int) -> None:
    """Raise Damaged when the journal once held more than `last` scans.

    SQLite takes its log up to the first bad frame and drops the rest without an error.
    """
    marked = read_mark(path)
    if marked > last:
        raise Damaged(f"scans {last + 1} to {marked} are missing")
    if not os.path.isfile(path + "-wal"):
        return
    from firmware.core.journal.pages import read_log, scans_on  # late: only after a power cut

    # One more is usual: the power went while it was written, and it was never acknowledged.
    end = [page for _, page in read_log(path)[-END_PAGES:]]
    if any(seq > last + 1 for seq in scans_on(end)):
        raise Damaged("saved scans follow a bad place in the write-ahead log")


def _check_whole(connection: sqlite3.Connection) -> None:
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise Damaged(f"SQLite says: {verdict}")
    (missing,) = connection.execute(SCANS_IN_GAPS).fetchone()
    if missing:
        after = connection.execute(UNEXPLAINED_GAP).fetchone()
        if after:
            raise Damaged(f"scan {after[0] - 1} is missing")


def _scans_of(connection: sqlite3.Connection, games: list[GameRow], last: int) -> list[ScanRow]:
    """The scans of these games. Raises Damaged when one is missing within a game.

    Of a game before the last the end may be missing, or all: cut off when damage was mended.
    """
    scans: list[ScanRow] = []
    ends = [*(game.first_seq for game in games[1:]), last + 1]
    for game, end in zip(games, ends, strict=False):  # without a game there is one end too many
        rows = [scan_row(row) for row in connection.execute(SCANS_BETWEEN, (game.first_seq, end))]
        count = rows[-1].seq - game.first_seq + 1 if rows else 0
        if len(rows) != count or (game is games[-1] and game.first_seq + count != end):
            raise Damaged(f"a scan of game {game.number} is missing")
        scans += rows
    return scans


def create(path: str, contents: Found) -> None:
    """Write a whole new journal, synced, at a path where none is; for its owner alone, as SQLite
    then makes its log, too.
    """
    os.close(open_plain(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        _fill(connection, contents)
        # Last, so that all of it is in the one file and nothing in a log beside it.
        connection.execute("PRAGMA journal_mode=WAL")


def _fill(connection: sqlite3.Connection, contents: Found) -> None:
    connection.execute(f"PRAGMA page_size={PAGE_BYTES}")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(f"PRAGMA application_id={APPLICATION}")
    connection.execute(f"PRAGMA user_version={VERSION}")
    for table in (*TABLES.values(), INDEX):
        connection.execute(table)
    write(connection, contents.scans, contents.games)
    connection.execute("BEGIN")
    put_merges(connection, contents.merges)
    connection.execute("COMMIT")


def read_all(connection: sqlite3.Connection) -> Found:
    """Read every row of one moment, though others go on writing. Raises Damaged, Newer."""
    connection.execute("BEGIN")
    read_end(connection)
    games = [game_row(row) for row in connection.execute(ALL_GAMES)]
    scans = [scan_row(row) for row in connection.execute(ALL_SCANS)]
    merges = tuple(map(merge_row, connection.execute(ALL_MERGES)))
    return Found(last_seq(scans, games), games, scans, merges)


def serialize(contents: Found) -> bytes:
    """A whole journal, as the bytes of its file."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        _fill(connection, contents)
        return connection.serialize()


def reserve_log(path: str) -> None:
    """Fill the write-ahead log up with zeros that SQLite will write over.

    A commit then does not make the file longer, which would cost the file system a second write
    and a second flush; and a disk that fills up still takes the evening. Without room it stays as
    long as it is. Raises OSError.
    """
    log = os.open(path + "-wal", os.O_WRONLY | os.O_CLOEXEC)
    try:
        for offset in range(os.fstat(log).st_size, LOG_BYTES, CHUNK_BYTES):
            try:
                os.pwrite(log, bytes(CHUNK_BYTES), offset)
            except OSError as why:
                if why.errno not in NO_ROOM:
                    raise
                return
        os.fdatasync(log)
    finally:
        os.close(log)


def write_log_again(path: str) -> None:
    """Write the write-ahead log over itself and sync it; raises OSError when that fails.

    A sync that failed may have left pages in memory that count as written and never were (the
    kernel reports it once), and SQLite would read them back as saved.
    """
    try:
        file = open(open_plain(path + "-wal", os.O_RDWR), "r+b", buffering=0)  # noqa: SIM115
    except FileNotFoundError:
        return
    with file:
        log = file.fileno()
        for offset in range(0, os.fstat(log).st_size, CHUNK_BYTES):
            os.pwrite(log, os.pread(log, CHUNK_BYTES, offset), offset)
        os.fdatasync(log)
