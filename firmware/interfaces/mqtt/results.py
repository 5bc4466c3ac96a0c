"""Finished games as the journal has them, to be sent on.

Rule: a journal that cannot be read is an error, never an empty one: what was sent would be taken
back.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from zlib import crc32

from engine.codes import Codebook
from engine.refusals import Refused
from firmware.common.ipc.socket_path import Words
from firmware.common.system.state_dir import JOURNAL
from firmware.core.journal.database import reading
from firmware.core.journal.players import mentioning, merges_in, names_in, players_of
from firmware.core.journal.rows import (
    GAMES,
    HIGHEST,
    SCANS_BETWEEN,
    GameRow,
    ScanRow,
    game_row,
    scan_row,
)
from firmware.interfaces.mqtt.words import RESULT_VERSION

_FINISHED = "SELECT number, began, crc FROM games WHERE result IS NOT NULL AND deleted = 0"
_PLAYED = f"{_FINISHED} AND seating = ?"
_FROM = f"{GAMES} WHERE number >= ? ORDER BY number LIMIT 2"


class NotFinished(ValueError):
    """A game has no result that counts."""


def game_id(number: int, began: float) -> str:
    """What a game is known by from its start on."""
    return f"{crc32(repr((number, began)).encode()):08x}"


def finished(folder: str) -> dict[str, tuple[int, int]]:
    """Every finished game that counts, by its ID: its number and its checksum."""
    with reading(_path(folder)) as connection:
        rows = connection.execute(_FINISHED).fetchall()
        merged = _merged(connection)
    return {
        game_id(number, began): (number, _checksum(number, crc, merged))
        for number, began, crc in rows
    }


def played(folder: str, seating: str) -> list[str]:
    """The IDs of the finished games that count and were begun with those seats."""
    with reading(_path(folder)) as connection:
        rows = connection.execute(_PLAYED, (seating,)).fetchall()
    return [game_id(number, began) for number, began, _ in rows]


def result(folder: str, number: int, codebook: Codebook) -> Words:
    """Return a finished game whole, with its checksum (firmware/common/broker/schema.json).
    Raise NotFinished where it has none, or there is no such game.
    """
    if not 0 < number < HIGHEST:
        raise NotFinished
    with reading(_path(folder)) as connection:
        game_rows = connection.execute(_FROM, (number,)).fetchall()
        if not game_rows:
            raise NotFinished
        game, crc = game_row(game_rows[0]), game_rows[0][-1]
        end = game_rows[1][1] if len(game_rows) > 1 else HIGHEST
        rows = connection.execute(SCANS_BETWEEN, (game.first_seq, end)).fetchall()
        merged = _merged(connection)
    if game.number != number or game.result is None or game.deleted:
        raise NotFinished
    scans = [_scan(scan_row(row), codebook) for row in rows]
    about = _about(game, {name: player for name, player, _ in merged})
    return {"game": {**about, "scans": scans}, "crc": _checksum(number, crc, merged)}


class _Merged(NamedTuple):
    """A merged name, the player whose it is, and the numbers of the games that may have it."""

    name: str
    player: str
    games: set[int]


def _merged(connection: sqlite3.Connection) -> list[_Merged]:
    players = players_of(merges_in(connection))
    return [_Merged(name, players[name], mentioning(connection, name)) for name in players]


def _checksum(number: int, crc: int, merged: Sequence[_Merged]) -> int:
    """Of a game: that of its row, another one where a name in it is merged."""
    names = [(name, player) for name, player, games in merged if number in games]
    return crc32(repr(sorted(names)).encode(), crc) if names else crc


def _about(game: GameRow, players: Mapping[str, str]) -> Words:
    """A game and its result, with the names that its players have today."""
    import json

    report, corrected = json.loads(game.result or "{}"), names_in(game.corrected)
    for seat in report.get("seats", ()):
        match seat:
            case {"badge": str(badge), "name": str(name)}:
                name = corrected.get(badge, name)
                seat["name"] = players.get(name, name)
    return {
        "v": RESULT_VERSION,
        "withdrawn": False,
        "number": game.number,
        "began": game.began,
        "ended": game.ended,
        "note": game.note,
        "venue": game.venue,
        "day": game.day,
        "seating": game.seating,
        "report": report,
    }


def _scan(row: ScanRow, codebook: Codebook) -> Words:
    label = codebook.read_kept(row.code)
    text = row.code if isinstance(label, Refused) else label.name
    return {"code": row.code, "label": text, "lane": row.lane, "at": row.at}


def _path(folder: str) -> str:
    path = os.path.join(folder, JOURNAL)
    if not os.path.exists(path):
        raise FileNotFoundError(path)
    return path
