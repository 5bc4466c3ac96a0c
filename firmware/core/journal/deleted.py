"""Empty the games that were deleted, once their time to be brought back is over.

An evening is a day on which a game began, from 4 a.m. to 4 a.m. by the device's clock. Evenings are
counted from game to game: one begins with a game whose day is another than that of the game before.
So a clock that stands still, or is wrong by the same all the time, counts none too many. What began
while the clock cannot have been right counts for none. A clock that is put right during an evening
makes two of it: that is one of the reasons why it takes three.
"""

import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import pairwise

from firmware.common.system.text import plural
from firmware.core.journal.players import mentioning, merges_in, without
from firmware.core.journal.rows import (
    EMPTY_SCANS,
    GAMES,
    Damaged,
    GameRow,
    MergeRow,
    game_row,
    put_game,
    put_merges,
)

EVENINGS = 3
TILL_NEXT_S = 4 * 3600.0  # after midnight
CLOCK_IS_SET = 1_704_067_200.0  # 2024 began: no evening was scored before
CLOCK_IS_MAD = 4_102_444_800.0  # 2100

_DELETED = f"{GAMES} WHERE deleted != 0 AND deleted > 0"
_FROM = f"{GAMES} WHERE number >= ? ORDER BY number LIMIT 1"
_BEGUN = "SELECT began FROM games WHERE number >= ? AND names != '' ORDER BY number"

logger = logging.getLogger(__name__)


def is_right(moment: float) -> bool:
    """Whether a clock that says this can be right: many a Pi has none of its own."""
    return CLOCK_IS_SET <= moment < CLOCK_IS_MAD


def evening_of(began: float) -> str:
    """The day of the evening in which a game began, as `2026-11-28`; "" where the clock cannot have
    been right.
    """
    if not is_right(began):
        return ""
    return time.strftime("%Y-%m-%d", time.localtime(began - TILL_NEXT_S))


def later_evenings(began: Iterable[float]) -> int:
    """Count the evenings after the first one; `began` has when games began, in their order."""
    return sum(day != other for day, other in pairwise(_days(began)))


def last_evening(games: Iterable[GameRow]) -> str:
    """The day of the last evening of these games, as `2026-11-28`; "" where none of them began by
    a clock that was right.
    """
    *_, day = "", *_days(game.began for game in games if game.names)
    return day


def _days(began: Iterable[float]) -> list[str]:
    return [day for day in map(evening_of, began) if day]


def empty_deleted(connection: sqlite3.Connection, forget: Callable[[], None]) -> bool:
    """Empty the deleted games whose time is over; return whether there was any. Before the first
    one `forget` takes away what is kept of games elsewhere.

    Codes, names, result and times go; the rows stay, so that it is known why nothing is in them.
    Merged names that no other game has go, too.
    """
    due = list(_due(connection))
    if due:
        forget()
        merges = _merges_without(connection, {number for number, _, _ in due})
        connection.execute("BEGIN IMMEDIATE")
        for number, first, after in due:
            connection.execute(EMPTY_SCANS, (first, after))
            blank = GameRow(number, first, "", "", None, 0.0, None, deleted=first - after)
            put_game(connection, blank)
        put_merges(connection, merges)
        connection.execute("COMMIT")
        logger.info(f"deleted for good: {plural(len(due), 'game')}")
    return bool(due)


def _due(connection: sqlite3.Connection) -> Iterator[tuple[int, int, int]]:
    """Number, first seq and the next game's of those to empty; of no game whose row is damaged."""
    for columns in connection.execute(_DELETED).fetchall():
        with suppress(Damaged):
            game = game_row(columns)
            began = connection.execute(_BEGUN, (game.deleted,))
            if later_evenings(began_at for (began_at,) in began) >= EVENINGS:
                after = game_row(connection.execute(_FROM, (game.number + 1,)).fetchone())
                yield game.number, game.first_seq, after.first_seq


def _merges_without(connection: sqlite3.Connection, due: set[int]) -> list[MergeRow]:
    """What becomes of the merges when these games are emptied."""
    merges = merges_in(connection)
    games = {row.name: mentioning(connection, row.name) for row in merges}
    return without(merges, {name for name in games if games[name] and games[name] <= due})


def find_game(connection: sqlite3.Connection, number: int) -> GameRow | None:
    """The row of a game; None when there is none that can be read."""
    with suppress(Damaged):
        columns = connection.execute(_FROM, (number,)).fetchone()
        return game_row(columns) if columns and columns[0] == number else None
    return None
