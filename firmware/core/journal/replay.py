"""Replay a game's scans from the journal, and describe a table for the journal.

Law: nothing here stops a start. A scan that newer rules refuse is logged and skipped.
"""

import json
import logging
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.catalogue import Games, Labelled, codebook_of
from engine.codes import Codebook, Seats, slug_in
from engine.events import Accepted
from engine.lobby import with_last_time
from engine.notation import BadLine, ScanLine, read
from engine.position import LaneName, Scan, Table, empty, seat_for
from engine.refusals import Refused
from engine.report import report
from engine.standings import Standings
from engine.table import scan, scan_text
from firmware.core.journal.journal import Journal
from firmware.core.journal.players import names_in
from firmware.core.journal.rows import GameNow, GameRow, GameScans, ScanRow

logger = logging.getLogger(__name__)

LEFT = "again"  # ends the opening of a lobby whose seats the game before has left to it
BEGUN = "command next"  # ends the opening of a game that was begun with offered seats


class Folded(NamedTuple):
    """The table, and the kept scans that could not be scanned again: row and reason."""

    table: Table
    skipped: tuple[tuple[ScanRow, Refused], ...] = ()


def continued(journal: Journal, games: Games, names: Mapping[str, str]) -> Folded:
    """The table as the journal has it; an empty one where it has none."""
    last = journal.last_game()
    if last is None:
        return Folded(empty(games, names))
    folded = fold(last, journal.game_before(), games, names)
    for row, why in folded.skipped:
        logger.warning(f"scan {row.seq} ({row.code}) is refused by newer rules: {why.reason}")
    return folded


def fold(
    last: GameScans, before: GameScans | None, games: Games, names: Mapping[str, str] | None = None
) -> Folded:
    """The last game's table.

    Most games are replayed alone, from the lobby that stood when their first scan came. Where that
    came of a scan in the game before, that game is replayed first, so that `undo` can bring it
    back: while the last one is in its lobby, and where it was begun with seats that were offered.
    """
    alone = _alone(last, games, names)
    if before is None:
        return alone
    if _was_offered(last.game):
        earlier, begun = _with_offered_seats(before, last, games, names)
    elif alone.table.phase == "lobby":
        earlier = _alone(before, games, names)
        begun = earlier.table._replace(games=games_then(last.game.card_table, games))
    else:
        return alone
    if begun.number != last.game.number:  # newer rules refuse the scan that led to it
        return alone
    both = _scanned(begun, last.scans)
    return Folded(both.table, earlier.skipped + both.skipped)


def _was_offered(game: GameRow) -> bool:
    """Whether it was begun with seats that were offered: then it has no lobby of its own."""
    return game.opening.endswith(BEGUN)


def _with_offered_seats(
    before: GameScans, last: GameScans, games: Games, names: Mapping[str, str] | None
) -> tuple[Folded, Table]:
    """The game before up to its last scan, which took the seats; and the table after that."""
    *earlier, taken = before.scans
    folded = _alone(before._replace(scans=tuple(earlier)), games, names)
    seats, lobby = Seats.of(taken.code.split(" ")), _lobby(last, games, names)
    return folded, seated(folded.table, lobby, seats, taken.lane)[0]


def seated(
    table: Table, lobby: Table, label: Seats, lane: LaneName
) -> tuple[Table, Accepted | Refused]:
    """Scan seats that were offered: the game has the games, the names and the seating of that
    lobby, and UNDO leads back to the table as it was.
    """
    met = table._replace(games=lobby.games, names=lobby.names)
    after, result = scan(met, Scan(label, lane))
    if isinstance(result, Refused):
        return table, result
    past = (*after.past[:-1], table._replace(past=()))
    return after._replace(seating=lobby.seating, past=past), result


def _alone(scans: GameScans, games: Games, names: Mapping[str, str] | None) -> Folded:
    """A game by itself, from the lobby that stood when its first scan came."""
    lobby = _lobby(scans, games, names)
    opened = _scanned(lobby, _opening_rows(scans, codebook_of(lobby.games)))
    table = opened.table._replace(past=(), last=None)
    if _lines(scans.game)[-1:] == [LEFT]:
        table = with_last_time(table)
    played = _scanned(table, scans.scans)
    return Folded(played.table, opened.skipped + played.skipped)


def _lobby(scans: GameScans, games: Games, names: Mapping[str, str] | None) -> Table:
    """A game's lobby while nothing is chosen."""
    if scans.game.names:  # it has begun: who played, played
        names = names_in(scans.game.names)
    lobby = empty(games_then(scans.game.card_table, games), names)
    return lobby._replace(number=scans.game.number, seating=scans.game.seating)


def _opening_rows(scans: GameScans, codebook: Codebook) -> Iterator[ScanRow]:
    """The lobby's opening as scans; what is no label any more stays as it was written."""
    for line in _lines(scans.game):
        if line == LEFT:
            continue
        try:
            code = (read(line, codebook) or ScanLine(line, 0)).text
        except BadLine:
            code = line
        yield ScanRow(0, code, 0, scans.game.began)


def _lines(game: GameRow) -> list[str]:
    return game.opening.splitlines()


def _scanned(table: Table, rows: Iterable[ScanRow]) -> Folded:
    skipped = []
    for row in rows:
        table, result = scan_text(table, codebook_of(table.games), row.code, row.lane)
        if isinstance(result, Refused):
            skipped.append((row, result))
    return Folded(table, tuple(skipped))


def games_then(corrected: str, games: Games) -> Games:
    """The games in force when a game began, as they were `corrected` then, where that can be read;
    else those of today.
    """
    labelled = games if isinstance(games, Labelled) else Labelled(games)
    try:
        then = labelled.with_corrections(corrected)
    except (ValueError, TypeError, KeyError, AttributeError):
        return games
    return games if then is labelled else then


def of_today(table: Table, games: Games, names: Mapping[str, str]) -> Table:
    """The table, its lobby by the settings of today: a game goes on with the cards and the names
    in force when it began, and in a lobby none has begun.
    """
    if table.phase != "lobby" or (table.games is games and table.names is names):
        return table
    game = games[table.game.slug] if table.game else None
    seats = tuple(seat_for(seat.badge, names) for seat in table.seats if seat.badge)
    return table._replace(games=games, names=names, seating="", game=game, seats=seats)


def game_now(now: Standings) -> GameNow:
    """What the journal keeps beside a table's scans."""
    table = now.table
    lobby = next(position for position in (*table.past, table) if position.number == table.number)
    result = json.dumps(report(now)) if table.phase == "finished" else None
    games = table.games if isinstance(table.games, Labelled) else Labelled(table.games)
    names = ""
    if table.phase != "lobby":
        badges = (seat.badge for seat in table.seats if seat.badge)
        names = "\n".join(f"{badge} {table.names.get(badge, '')}" for badge in badges)
    opened = "\n".join(opening(lobby))
    return GameNow(
        *(table.number, opened, games.corrections_text(table.game), result, names, table.seating)
    )


def opening(lobby: Table) -> Iterator[str]:
    """The scans that build this lobby, one a line; with NEXT where its game was begun at once, or
    that its seats were left to it.
    """
    if lobby.game is not None:
        if lobby.preset:
            yield f"preset {slug_in(lobby.game, lobby.preset)}"
        else:
            yield f"game {lobby.game.slug}"
            for slug in lobby.menu if lobby.game.menu else ():
                if lobby.game.kind(slug).group != "always":
                    yield f"kind {slug_in(lobby.game, slug)}"
    if lobby.mode != "tally":
        yield f"command {lobby.mode}"
    for variant in lobby.variants:
        yield f"command {variant}"
    for seat in lobby.seats:
        if seat.badge:
            yield f"badge {seat.badge}"
    if lobby.phase != "lobby":
        yield BEGUN
    elif lobby.all_again:
        yield LEFT
