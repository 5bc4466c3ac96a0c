"""Read every row of a journal, some at a time: a flipped bit in an old game shows only when read.

A start has to be quick, so it reads the last two games, and the form of the others. The rest
follows once nobody has scanned for a minute, and then once a day. No scan waits for it: what is
read at once takes a few milliseconds of a Pi Zero.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from firmware.core.journal.rows import (
    ALL_MERGES,
    GAMES,
    SCANS,
    Damaged,
    game_row,
    merge_row,
    scan_row,
)

QUIET_S, STEP_S, DAY_S = 60.0, 0.05, 86_400.0
ROWS_AT_ONCE = 50
SOME_GAMES = f"{GAMES} WHERE number > ? ORDER BY number LIMIT {ROWS_AT_ONCE}"
SOME_SCANS = f"{SCANS} WHERE seq > ? AND code != '' ORDER BY seq LIMIT {ROWS_AT_ONCE}"
GAME_OF = "SELECT max(number) FROM games WHERE first_seq <= ?"


class Damage(NamedTuple):
    """Where rows are not as they were written."""

    games: frozenset[int] = frozenset()  # their numbers
    merges: bool = False  # which players are merged
    elsewhere: bool = False  # in rows of no game

    def with_games(self, numbers: Iterable[int]) -> Damage:
        """The same and these games; 0 stands for none."""
        games = self.games.union(numbers)
        return self._replace(games=games - {0}, elsewhere=self.elsewhere or 0 in games)


class RowsRead(NamedTuple):
    """How far a check has come, and what was damaged."""

    game: int = 0  # the number read last
    scan: int = 0  # the seq read last
    damage: Damage = Damage()
    done: bool = False


def read_on(connection: sqlite3.Connection, so_far: RowsRead) -> RowsRead:
    """Read the next rows: merged players and games, then scans. Raises sqlite3.Error where they
    cannot be read.
    """
    if so_far == RowsRead():
        merges = any(_is_damaged(merge_row, row) for row in connection.execute(ALL_MERGES))
        so_far = so_far._replace(damage=Damage(merges=merges))
    rows = connection.execute(SOME_GAMES, (so_far.game,)).fetchall()
    if rows:
        wrong = {row[0] for row in rows if _is_damaged(game_row, row)}
        return so_far._replace(game=rows[-1][0], damage=so_far.damage.with_games(wrong))
    rows = connection.execute(SOME_SCANS, (so_far.scan,)).fetchall()
    if not rows:
        return so_far._replace(done=True)
    wrong = {
        connection.execute(GAME_OF, (row[0],)).fetchone()[0] or 0
        for row in rows
        if _is_damaged(scan_row, row)
    }
    return so_far._replace(scan=rows[-1][0], damage=so_far.damage.with_games(wrong))


def _is_damaged(read: Callable[[Sequence[object]], object], row: Sequence[object]) -> bool:
    try:
        read(row)
    except Damaged:
        return True
    return False


class RowCheck:
    """When to read on: `due_at` is a time of `clock`. `read` reads the next rows."""

    def __init__(self, read: Callable[[RowsRead], RowsRead], clock: Callable[[], float]) -> None:
        self._read, self._clock = read, clock
        self._so_far = RowsRead()
        self.due_at = clock() + QUIET_S

    def put_off(self) -> None:
        """Wait until the table is quiet."""
        self.due_at = max(self.due_at, self._clock() + QUIET_S)

    def step(self) -> Damage:
        """Read on if it is time; at the end of all rows, what was damaged."""
        if self._clock() < self.due_at:
            return Damage()
        self._so_far = self._read(self._so_far)
        if not self._so_far.done:
            self.due_at = self._clock() + STEP_S
            return Damage()
        damage, self._so_far = self._so_far.damage, RowsRead()
        self.due_at = self._clock() + DAY_S
        return damage
