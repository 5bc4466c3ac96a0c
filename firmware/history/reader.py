"""A state folder in, the games in its journal out, a short step at a time.

Rule 1: it looks with a connection of its own and changes nothing, whoever owns the journal.
Rule 2: nothing is held open between two batches, and no step takes long: a scan may be waiting.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

from engine.catalogue import Games, codebook_of
from engine.position import Table
from engine.report import report
from engine.standings import round_by, round_scores
from engine.table import scan_text
from firmware.history.games import (
    ABANDONED,
    FINISHED,
    ON_TABLE,
    BadGame,
    Played,
    Titles,
    remembered,
    told_by,
)
from firmware.journal.database import check_header, open_to_look
from firmware.journal.replay import fold
from firmware.journal.rows import (
    GAMES,
    HIGHEST,
    SCANS_BETWEEN,
    Damaged,
    GameRow,
    GameScans,
    Newer,
    game_row,
    gapless,
    scan_row,
)
from firmware.system.state_dir import JOURNAL

NO_JOURNAL = "What lies in the journal's place is none that this Okanjo knows."
BATCH = 32  # rows
BUSY_WAIT_MS = 250
MOST_FOLDED = 500  # games without a result whose reports are kept

_GAMES_FROM = f"{GAMES} WHERE number >= ? ORDER BY number LIMIT ?"
_LAST_TWO = "SELECT number, first_seq, crc FROM games ORDER BY number DESC LIMIT 2"
_LAST_FINISHED = "SELECT number FROM games WHERE result IS NOT NULL ORDER BY number DESC LIMIT 1"
_LAST_SCAN = "SELECT max(seq) FROM scans WHERE seq < ?"

Mark = tuple[Any, ...]


class Unreadable(Exception):
    """There is a journal, and it cannot be read; the text is a sentence."""


class Unread(NamedTuple):
    """A game that is not as it was written."""

    number: int
    why: str


Step = Played | Unread | None


class Row(NamedTuple):
    """A game's row, whether no other follows it, and where the next one's scans begin."""

    game: GameRow
    last: bool
    end: int


class Past:
    """The games of a journal, seen with the games and the names in force today."""

    def __init__(self, folder: str) -> None:
        self._path = os.path.join(folder, JOURNAL)
        self._folded: dict[int, tuple[tuple[int, int], str]] = {}  # by number
        self._games: Games | None = None
        self._titles = Titles({})

    def titles(self, games: Games) -> Titles:
        """What is called how in these games."""
        if self._games is not games:
            self._games, self._titles = games, Titles(games)
            self._folded.clear()
        return self._titles

    def mark(self) -> Mark:
        """Another one whenever a game began, ended, was taken back or the journal replaced.

        An earlier game changes only after undo took the later ones back, and those that come
        after them begin elsewhere: the last two tell of all.
        """
        try:
            there = os.stat(self._path)
        except OSError:
            return ()
        with _looking(self._path) as connection:
            return there.st_dev, there.st_ino, *connection.execute(_LAST_TWO)

    def steps(self, games: Games, names: Mapping[str, str]) -> Iterator[Step]:
        """All games, the oldest first, but the one on the table; None: no game, or not yet one."""
        first, batch = 0, self._rows(0)
        while batch:
            for columns, end in batch:
                first = columns[0] + 1
                row = _checked(columns, end)
                if isinstance(row, Unread):
                    yield row
                elif not row.last or row.game.result is not None:
                    yield from self._one(row, games, names)
                else:
                    yield None
            batch = self._rows(first)

    def on_table(self, games: Games, names: Mapping[str, str]) -> Iterator[Step]:
        """The game that goes on, if there is one."""
        last = self._row("SELECT max(number) FROM games")
        if last is not None and last.game.result is None:
            yield from self._one(last, games, names)

    def last_finished(self, games: Games, names: Mapping[str, str]) -> Iterator[Step]:
        """The newest one with a result."""
        row = self._row(_LAST_FINISHED)
        if row is not None:
            yield from self._one(row, games, names)

    def game(self, number: int, games: Games, names: Mapping[str, str]) -> Iterator[Step]:
        """That one, whatever became of it."""
        row = self._row("SELECT number FROM games WHERE number = ?", number)
        if row is not None:
            yield from self._one(row, games, names)

    def _row(self, which: str, *values: int) -> Row | None:
        if not os.path.exists(self._path):
            return None
        with _looking(self._path) as connection:
            connection.execute("BEGIN")  # both answers from one moment: the table goes on
            found = connection.execute(which, values).fetchone()
            number = found[0] if found else None
            rows = [] if number is None else _games_from(connection, number, 1)
        for columns, end in rows:
            row = _checked(columns, end)
            return None if isinstance(row, Unread) else row
        return None

    def _rows(self, first: int, most: int = BATCH) -> list[tuple[tuple[Any, ...], int]]:
        """Rows of games by their numbers as they are, and where each one's scans end."""
        if not os.path.exists(self._path):
            return []
        with _looking(self._path) as connection:
            return _games_from(connection, first, most)

    def _one(self, row: Row, games: Games, names: Mapping[str, str]) -> Iterator[Step]:
        game, titles = row.game, self.titles(games)
        try:
            if game.result is not None:
                told, state = told_by(game.result), FINISHED
            else:
                state = ON_TABLE if row.last else ABANDONED
                told = yield from self._as_far(row, games)
            if told is not None:
                times, of_today = (game.began, game.ended), None if game.result else names
                yield remembered(game.number, times, told, state, titles, of_today)
        except (BadGame, Damaged) as why:
            yield Unread(game.number, str(why))

    def _as_far(self, row: Row, games: Games) -> Generator[None, None, Any]:
        """The report of a game that has none, or nothing if it never began; a step a scan."""
        with _looking(self._path) as connection:
            (last,) = connection.execute(_LAST_SCAN, (row.end,)).fetchone()
            known = row.game.first_seq, last or 0
            if self._folded.get(row.game.number, ((), ""))[0] == known:
                return json.loads(self._folded[row.game.number][1])
            found = connection.execute(SCANS_BETWEEN, (row.game.first_seq, row.end)).fetchall()
        scans = GameScans(row.game, tuple(gapless(map(scan_row, found))))
        table = yield from folded(scans, games)
        told = None if table is None else as_far(table)
        if row.game.number in self._folded or len(self._folded) < MOST_FOLDED:
            self._folded[row.game.number] = known, json.dumps(told)
        return told


def _games_from(
    connection: sqlite3.Connection, first: int, most: int
) -> list[tuple[tuple[Any, ...], int]]:
    found = connection.execute(_GAMES_FROM, (first, most + 1)).fetchall()
    ends = [columns[1] for columns in found[1:]] + [HIGHEST]
    return list(zip(found, ends, strict=False))[:most]


def _checked(columns: tuple[Any, ...], end: int) -> Row | Unread:
    try:
        return Row(game_row(columns), end == HIGHEST, end)
    except Damaged as why:
        return Unread(columns[0], str(why))


@contextmanager
def _looking(path: str) -> Iterator[sqlite3.Connection]:
    """A connection that can only look; what goes wrong meanwhile is Unreadable."""
    try:
        with closing(open_to_look(path)) as connection:
            connection.execute(f"PRAGMA busy_timeout={BUSY_WAIT_MS}")
            check_header(connection)
            yield connection
    except (Damaged, Newer):
        raise Unreadable(NO_JOURNAL) from None
    except sqlite3.Error as why:
        raise Unreadable(f"The games cannot be read ({why}); okanjo doctor says more.") from why


def folded(scans: GameScans, games: Games) -> Generator[None, None, Table | None]:
    """The last table of that game, in a step a scan; None if it never began.

    NEW GAME is the last scan of the game it ends, and leads out of it.
    """
    table = fold(GameScans(scans.game, ()), None, games).table
    last = None
    for row in scans.scans:
        table = scan_text(table, codebook_of(table.games), row.code, row.lane)[0]
        if table.number == scans.game.number:
            last = None if table.phase == "lobby" else table
        yield
    return last


def as_far(table: Table) -> dict[str, Any]:
    """A report with the open round among the others, and its points in the totals."""
    scores = round_scores(table) if table.phase == "playing" else None
    told = report(table, {})
    if scores is not None:
        by = round_by(table, scores)
        for at, seat in enumerate(told["seats"]):
            seat["rounds"].append({"points": scores.totals[at], "by": by[at]})
            seat["total"] = seat["live"]
    return told
