"""The rows of the journal: records, tables, SQL, and the checksum of each row.

Law: a scan's row is written once and never changed, until its game is emptied. Each row carries a
checksum of its own, because SQLite would hand back a flipped bit inside a row without complaint.
"""

import sqlite3
from binascii import crc32
from collections.abc import Iterable, Sequence
from sys import intern
from typing import NamedTuple

from engine.codes import codes_in

APPLICATION = 0x4F4B414A  # "OKAJ", in the file's header: this file is an Okanjo journal
VERSION = 5  # a higher one has other tables
PAGE_BYTES = 4096
HIGHEST = 1 << 53  # no scan and no game is ever numbered so high
MOST_MERGES = 500

TABLES = {
    # `lane` has no type, so that lane 0 stays a number and lane "red" a word.
    "scans": "CREATE TABLE scans (seq INTEGER PRIMARY KEY, code TEXT NOT NULL, lane NOT NULL,"
    " at REAL NOT NULL, crc INTEGER NOT NULL)",
    "games": "CREATE TABLE games (number INTEGER PRIMARY KEY, first_seq INTEGER NOT NULL,"
    " opening TEXT NOT NULL, card_table TEXT NOT NULL, result TEXT, began REAL NOT NULL,"
    " ended REAL, names TEXT NOT NULL, note TEXT NOT NULL, venue TEXT NOT NULL, day TEXT NOT NULL,"
    " deleted INTEGER NOT NULL, seating TEXT NOT NULL, corrected TEXT NOT NULL,"
    " crc INTEGER NOT NULL)",
    "merges": "CREATE TABLE merges (number INTEGER PRIMARY KEY, name TEXT NOT NULL,"
    " player TEXT NOT NULL, crc INTEGER NOT NULL)",
}
INDEX = "CREATE INDEX deleted_games ON games (deleted) WHERE deleted != 0"
SCANS = "SELECT seq, code, lane, at, crc FROM scans"
GAMES = (
    "SELECT number, first_seq, opening, card_table, result, began, ended, names,"
    " note, venue, day, deleted, seating, corrected, crc FROM games"
)
MERGES = "SELECT number, name, player, crc FROM merges"
ADD_SCAN = "INSERT INTO scans (seq, code, lane, at, crc) VALUES (?, ?, ?, ?, ?)"
PUT_GAME = "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
ADD_MERGE = "INSERT INTO merges (number, name, player, crc) VALUES (?, ?, ?, ?)"
DROP_LATER_GAMES = "DELETE FROM games WHERE number > ?"
LAST_SEQ = (
    "SELECT max(coalesce((SELECT max(seq) FROM scans), 0),"
    " coalesce((SELECT max(first_seq) - 1 FROM games), 0))"
)
# What stays of an emptied game's scans. They are not deleted: when SQLite closes up its pages it
# leaves copies of the neighbours behind, which nothing overwrites when these go in their turn.
EMPTY_SCANS = "UPDATE scans SET code = '', lane = 0, at = 0, crc = 0 WHERE seq >= ? AND seq < ?"
ALL_GAMES = f"{GAMES} ORDER BY number"
ALL_SCANS = f"{SCANS} WHERE code != '' ORDER BY seq"
SCANS_BETWEEN = f"{SCANS} WHERE seq >= ? AND seq < ? ORDER BY seq"
LAST_GAMES = f"{GAMES} ORDER BY number DESC LIMIT 2"
ALL_MERGES = f"{MERGES} ORDER BY number"
FINISHED = "SELECT 1 FROM games WHERE seating = ? AND result IS NOT NULL AND deleted = 0 LIMIT 1"
SCANS_IN_GAPS = "SELECT coalesce(max(seq) - min(seq) + 1, 0) - count(*) FROM scans"
# A game that damage has cut short leaves a gap before the next game's first scan: that is known.
UNEXPLAINED_GAP = (
    "SELECT seq FROM scans AS later WHERE seq > (SELECT min(seq) FROM scans)"
    " AND NOT EXISTS (SELECT 1 FROM scans WHERE seq = later.seq - 1)"
    " AND seq NOT IN (SELECT first_seq FROM games) LIMIT 1"
)


class ScanRow(NamedTuple):
    """One accepted scan; the code of a photo is all its codes, with blanks between them, so that
    it is there whole or not at all. `at` is wall time in Unix seconds: decoration, it orders
    nothing.
    """

    seq: int
    code: str
    lane: int | str
    at: float


class GameRow(NamedTuple):
    """One game; its scans are those from `first_seq` up to the next game's.

    `card_table` has what owners had corrected of the cards: Omakase's table, and decks. `names` are
    the players' as they were when it began, a line a badge: "red Chris". Note, venue
    and day ("2026-11-27") are the owner's, and empty where there is none. `deleted` is the last
    game that had begun when this one was deleted; 0: it is not; negative: it was emptied, and had
    so many scans. `seating` is the ID of the offered seats that it was begun with, "" for none.
    `corrected` are the owner's names in place of others, as in `names`.
    """

    number: int
    first_seq: int
    opening: str
    card_table: str
    result: str | None
    began: float
    ended: float | None
    names: str = ""
    note: str = ""
    venue: str = ""
    day: str = ""
    deleted: int = 0
    seating: str = ""
    corrected: str = ""


class MergeRow(NamedTuple):
    """A mark that a name is that of another player, in all games.

    The rows are numbered from 1 on. A `player` may be a name of a later row, never of an earlier.
    """

    number: int
    name: str
    player: str


class GameNow(NamedTuple):
    """The game on the table after a scan, as the application describes it."""

    number: int
    opening: str = ""
    card_table: str = ""
    result: str | None = None
    names: str = ""
    seating: str = ""


class GameScans(NamedTuple):
    """A game and its scans, in order."""

    game: GameRow
    scans: tuple[ScanRow, ...]


class Found(NamedTuple):
    """What a journal holds, or the end of it, then without merges: all in order."""

    last_seq: int
    games: list[GameRow]
    scans: list[ScanRow]
    merges: tuple[MergeRow, ...] = ()

    def last_game(self) -> GameScans | None:
        """The game on the table."""
        if not self.games:
            return None
        first = self.games[-1].first_seq
        return GameScans(self.games[-1], tuple(scan for scan in self.scans if scan.seq >= first))

    def game_before(self) -> GameScans | None:
        """The game before that one; None when there is none, or damage has cut it short."""
        if len(self.games) < 2:
            return None
        game, end = self.games[-2], self.games[-1].first_seq
        scans = tuple(scan for scan in self.scans if game.first_seq <= scan.seq < end)
        return GameScans(game, scans) if len(scans) == end - game.first_seq else None


class Damaged(Exception):
    """The file is not what was written; the text says how."""


class Newer(Exception):
    """The file was written by a newer Okanjo: it is left alone."""


def crc(row: ScanRow | GameRow | MergeRow) -> int:
    """The checksum stored beside the row, over everything in it."""
    return crc32(repr(tuple(row)).encode("utf-8", "surrogatepass"))


def scan_row(columns: Sequence[object]) -> ScanRow:
    """Read a row of `scans`; raise Damaged if its checksum is wrong."""
    match columns:
        case (int(seq), str(code), int() | str() as lane, float(when), stored) if codes_in(code):
            # few codes and lanes make up many rows
            row = ScanRow(seq, intern(code), intern(lane) if isinstance(lane, str) else lane, when)
            if crc(row) == stored:
                return row
    raise Damaged(f"scan {columns[0]!r} does not match its check sum")


def game_row(columns: Sequence[object]) -> GameRow:
    """Read a row of `games`; raise Damaged if its checksum is wrong."""
    match columns:
        case (
            int(), int(), str(), str(), str() | None, float(), float() | None,
            str(), str(), str(), str(), int(), str(), str(), stored,
        ):  # fmt: skip
            row = GameRow._make(columns[:-1])
            if crc(row) == stored:
                return row
    raise Damaged(f"game {columns[0]!r} does not match its check sum")


def merge_row(columns: Sequence[object]) -> MergeRow:
    """Read a row of `merges`; raise Damaged if its checksum is wrong."""
    match columns:
        case (int(number), str(name), str(player), stored):
            row = MergeRow(number, name, player)
            if crc(row) == stored:
                return row
    raise Damaged(f"merged player {columns[0]!r} does not match its check sum")


def write(
    connection: sqlite3.Connection, scans: Sequence[ScanRow], games: Sequence[GameRow] = ()
) -> None:
    """Commit the scans, and the games as they now stand, in one transaction.

    The last of `games` is the one on the table: later ones are gone, undo took them back.
    """
    if len(scans) == 1 and not games:  # the common case is its own transaction
        connection.execute(ADD_SCAN, (*scans[0], crc(scans[0])))
        return
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(ADD_SCAN, [(*scan, crc(scan)) for scan in scans])
    if games:
        connection.execute(DROP_LATER_GAMES, (games[-1].number,))
        connection.executemany(PUT_GAME, [(*game, crc(game)) for game in games])
    connection.execute("COMMIT")


def put_game(connection: sqlite3.Connection, game: GameRow) -> None:
    """Write a game's row anew."""
    connection.execute(PUT_GAME, (*game, crc(game)))


def put_merges(connection: sqlite3.Connection, merges: Iterable[MergeRow]) -> None:
    """Write all merges anew, numbered from 1 on, within a transaction: where a row alone goes,
    SQLite may leave copies of its neighbours behind.
    """
    connection.execute("DELETE FROM merges")
    rows = (merge._replace(number=number) for number, merge in enumerate(merges, 1))
    connection.executemany(ADD_MERGE, [(*row, crc(row)) for row in rows])


def last_seq(scans: Sequence[ScanRow], games: Sequence[GameRow]) -> int:
    """The seq before the next scan's, by the last scan and by where the last game begins."""
    by_scan = scans[-1].seq if scans else 0
    return max(by_scan, games[-1].first_seq - 1) if games else by_scan
