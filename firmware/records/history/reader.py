"""Read the games of a journal, a short step at a time.

Rule 1: it has a connection of its own and changes nothing.
Rule 2: nothing is held open between two batches, and no step takes long: a scan may be waiting.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import NamedTuple

from engine.catalogue import Games, codebook_of
from engine.message import gettext
from engine.position import Table
from engine.report import report
from engine.standings import standings
from engine.table import scan_text
from firmware.common.system.state_dir import JOURNAL
from firmware.core.journal.database import reading
from firmware.core.journal.players import merges_in, players_of
from firmware.core.journal.replay import fold
from firmware.core.journal.rows import (
    GAMES,
    HIGHEST,
    SCANS_BETWEEN,
    Damaged,
    GameRow,
    GameScans,
    Newer,
    game_row,
    scan_row,
)
from firmware.records.history.games import (
    ABANDONED,
    FINISHED,
    ON_TABLE,
    BadGame,
    Played,
    Titles,
    annotated,
    parse_game,
)
from firmware.words.worded import WordedError

NO_JOURNAL = gettext("This Okanjo cannot read the journal.")
BATCH = 32  # rows

_GAMES_FROM = f"{GAMES} WHERE number >= {{}} ORDER BY number LIMIT ?"
# Games by number, in SQL; NULL when there is none such.
NOW = "(SELECT iif(result IS NULL, number, NULL) FROM games ORDER BY number DESC LIMIT 1)"
LAST_FINISHED = "(SELECT max(number) FROM games WHERE result IS NOT NULL AND deleted = 0)"
_FINISHED_BEFORE = (
    f"{GAMES} WHERE number < ? AND result IS NOT NULL AND deleted = 0 ORDER BY number DESC LIMIT ?"
)
_LAST_TWO = "SELECT number, first_seq, crc FROM games ORDER BY number DESC LIMIT 2"
_GONE = "SELECT sum(deleted) FROM games WHERE deleted != 0"  # by its index alone

_STAMPS = (
    "SELECT number, first_seq, crc, result IS NULL, deleted < 0 FROM games ORDER BY number DESC"
)
_THESE = f"{GAMES} WHERE number IN (SELECT value FROM json_each(?)) ORDER BY number"  # noqa: S608

Mark = tuple[object, ...]
Stamp = tuple[int, object]  # a game's number, and the checksum of its row
KeptStamp = tuple[int, int]  # a row's checksum, and where the scans of an abandoned game end


class Unreadable(WordedError):
    """There is a journal, and it cannot be read; the text is a sentence."""


class Unread:
    """A game that is not as it was written."""


class Deleted(NamedTuple):
    """A game that counts nowhere and can be brought back."""

    game: Played


Step = Played | Unread | Deleted | None


class HistoryRow(NamedTuple):
    """A game, None where its row is damaged, and where the next one's scans begin: HIGHEST after
    the last game.
    """

    number: int
    game: GameRow | None
    end: int


def numbered(number: int) -> str:
    """The game of that number."""
    return f"(SELECT number FROM games WHERE number = {number})"  # noqa: S608 - an int


class Past:
    """The games of a journal, seen with the games in force today."""

    def __init__(self, folder: str) -> None:
        self._path = os.path.join(folder, JOURNAL)
        self._games: Games | None = None
        self._titles = Titles({})

    def titles(self, games: Games) -> Titles:
        """The titles of these games."""
        if self._games is not games:
            self._games, self._titles = games, Titles(games)
        return self._titles

    def mark(self) -> Mark:
        """A value that changes whenever a game begins, ends, is undone, deleted or erased, or the
        journal is replaced.

        At the table an earlier game changes only after undo took the later ones back, and those
        that come after them begin elsewhere: the last two tell of all. What an owner writes to
        an earlier one leaves the mark as it is.
        """
        try:
            file = os.stat(self._path)
        except OSError:
            return ()
        with _looking(self._path) as connection:
            gone = connection.execute(_GONE).fetchone()
            return file.st_dev, file.st_ino, gone, *connection.execute(_LAST_TWO)

    def stamps(self) -> dict[int, KeptStamp]:
        """What changes with each game but the one on the table, by number."""
        if not os.path.exists(self._path):
            return {}
        with _looking(self._path) as connection:
            rows = connection.execute(_STAMPS).fetchall()
        stamps, end = dict[int, KeptStamp](), HIGHEST
        for number, first_seq, checksum, is_open, is_empty in rows:
            if not is_empty and not (is_open and end == HIGHEST):
                stamps[number] = checksum, end if is_open else 0
            end = first_seq
        return stamps

    def these(
        self, stamps: Mapping[int, KeptStamp], games: Games
    ) -> Iterator[tuple[int, Step] | None]:
        """Read the games that have these stamps, by number and with no names merged: what is of
        each, None where it never began. None alone: not yet a game.
        """
        numbers = sorted(stamps)
        for first in range(0, len(numbers), BATCH):
            batch = numbers[first : first + BATCH]
            with _looking(self._path) as connection:
                rows = connection.execute(_THESE, (json.dumps(batch),)).fetchall()
            for columns in rows:
                row, last = _row(columns, stamps[columns[0]][1]), None
                for step in self._read(row, games, {}):
                    if step is None:
                        yield None
                    last = step or last
                yield row.number, last

    def steps(self, games: Games) -> Iterator[Step]:
        """Read all games, the oldest first, but the one on the table; None: not yet a game."""
        players = self.players()
        batch = self._rows("0")
        while batch:
            for row in batch:
                if row.end == HIGHEST and row.game and row.game.result is None:
                    yield None
                else:
                    yield from self._read(row, games, players)
            batch = self._rows(f"{batch[-1].number + 1}")

    def find(self, which: str, games: Games) -> Iterator[Step]:
        """Read one game, whatever became of it: NOW, LAST_FINISHED or `numbered`."""
        players = self.players()
        for row in self._rows(which, 1):
            yield from self._read(row, games, players)

    def finished_before(
        self, number: int, most: int, games: Games
    ) -> Iterator[tuple[Stamp, Callable[[], Played | None]]]:
        """So many of the finished games that began before this one, the newest first: what a game
        is known by as long as its row stays as it is, and how it is read; None: it cannot be.
        """
        while most > 0 and os.path.exists(self._path):
            with _looking(self._path) as connection:
                batch = connection.execute(_FINISHED_BEFORE, (number, min(most, BATCH))).fetchall()
            for columns in batch:
                number, most = columns[0], most - 1
                yield (number, columns[-1]), partial(self._finished, columns, games)
            if len(batch) < BATCH:
                return

    def _finished(self, columns: tuple[int, *tuple[object, ...]], games: Games) -> Played | None:
        step = next(self._read(_row(columns, HIGHEST), games, {}), None)
        return step if isinstance(step, Played) else None

    def table(self, which: str, games: Games) -> Iterator[Table | None]:
        """Play one game again, to its last position; None: not yet. Nothing comes of one that is
        damaged or erased.
        """
        for row in self._rows(which, 1):
            if row.game is None or row.game.deleted < 0:
                return
            with suppress(Damaged, ValueError):
                yield (yield from replayed(self._scans(row.game, row.end), games))

    def players(self) -> dict[str, str]:
        """Each name that the owner has merged, and the player whose it is."""
        if not os.path.exists(self._path):
            return {}
        with _looking(self._path) as connection:
            return players_of(merges_in(connection))

    def _rows(self, first: str, most: int = BATCH) -> list[HistoryRow]:
        """Read rows of games; `first` is the first game's number, as SQL."""
        if not os.path.exists(self._path):
            return []
        with _looking(self._path) as connection:
            rows = connection.execute(_GAMES_FROM.format(first), (most + 1,)).fetchall()
        ends = [columns[1] for columns in rows[1:]] + [HIGHEST]
        return [_row(columns, end) for columns, end in zip(rows[:most], ends, strict=False)]

    def _scans(self, game: GameRow, end: int) -> GameScans:
        """A game's scans."""
        with _looking(self._path) as connection:
            scans = connection.execute(SCANS_BETWEEN, (game.first_seq, end)).fetchall()
        return GameScans(game, tuple(map(scan_row, scans)))

    def _read(self, row: HistoryRow, games: Games, players: Mapping[str, str]) -> Iterator[Step]:
        game, titles = row.game, self.titles(games)
        if game is None:
            yield Unread()
            return
        if game.deleted < 0:  # emptied
            yield None
            return
        times = game.began, game.ended
        try:
            if game.result is not None:
                result = json.loads(game.result)
                played = parse_game(game.number, times, result, FINISHED, titles)
                yield _as_owned(played, game, players)
                return
            state = ON_TABLE if row.end == HIGHEST else ABANDONED
            table = yield from replayed(self._scans(game, row.end), games)
            if table is not None:
                so_far = report(standings(table), so_far=True)
                played = parse_game(game.number, times, so_far, state, titles)
                yield _as_owned(played, game, players)
        except (BadGame, Damaged, ValueError, RecursionError, OverflowError):
            # or no JSON, or too deep, or a day in no year
            yield Unread()


def _row(columns: tuple[int, *tuple[object, ...]], end: int) -> HistoryRow:
    try:
        game = game_row(columns)
    except Damaged:
        game = None
    return HistoryRow(columns[0], game, end)


def _as_owned(played: Played, row: GameRow, players: Mapping[str, str]) -> Played | Deleted:
    played = annotated(played, row, players)
    return Deleted(played) if row.deleted else played


@contextmanager
def _looking(path: str) -> Iterator[sqlite3.Connection]:
    """Open a connection that changes nothing; errors meanwhile are raised as Unreadable."""
    try:
        with reading(path) as connection:
            yield connection
    except (Damaged, Newer):
        raise Unreadable(NO_JOURNAL) from None
    except sqlite3.Error as why:
        message = gettext("The games cannot be read ({why}); run okanjo doctor.", why=str(why))
        raise Unreadable(message) from why


def replayed(scans: GameScans, games: Games) -> Generator[None, None, Table | None]:
    """Replay a game to its last table, a step a scan; None if it never began.

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
